"""Reading by several processes: what other extensions leave out for it, and even portions."""

from functools import cache
from hashlib import sha1

from pybtex import plugin

#: Extensions that keep nothing from one page for the next while pages are read, and do not say so.
STATELESS = ("sphinx_jupyterbook_latex", "sphinx_multitoc_numbering", "sphinx-mathjax-offline")


def keep_plugins():
    """Let pybtex look a plugin up once, instead of for every citation."""
    plugin._load_entry_point = cache(plugin._load_entry_point)


def read_in_parallel(app):
    """Say for other extensions that pages may be read by several processes.

    That of theorems merges its list itself, but not through its domain, which Sphinx asks.
    """
    for name in STATELESS:
        if name in app.extensions:
            app.extensions[name].parallel_read_safe = True
    if "prf" in app.registry.domains:
        app.registry.domains["prf"].merge_domaindata = lambda domain, names, other: None


def spread_pages(app, env, names):
    """Spread the reference, slow to read, over what Sphinx's processes read at a time."""
    names.sort(key=lambda name: sha1(name.encode()).digest())


def setup(app):
    """Register what happens before pages are read."""
    keep_plugins()
    app.connect("builder-inited", read_in_parallel)
    app.connect("env-before-read-docs", spread_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
