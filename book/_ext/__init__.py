"""Our Sphinx extension: ``companion`` for the pages, ``reference`` for the docstrings."""
