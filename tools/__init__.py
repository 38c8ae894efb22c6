"""What the make targets call: each module with a ``main`` is run as ``python -m tools.NAME``."""
