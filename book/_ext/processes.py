"""Reading by several processes: what other extensions leave out for it, and even portions."""

import gc
from hashlib import sha1

from . import compat


def read_in_parallel(app):
    """Let several processes read, if what the other extensions leave out can be said for them."""
    compat.allow_processes(app)


def spread_pages(app, env, names):
    """Spread the reference, slow to read, over what Sphinx's processes read at a time."""
    names.sort(key=lambda name: sha1(name.encode()).digest())


def look_away(app, *_):
    """Spare the garbage collector what is there by now: it stays until the book is built."""
    gc.collect()
    gc.freeze()


def setup(app):
    """Register what happens before pages are read, and when all are."""
    compat.keep_plugins()
    app.connect("builder-inited", read_in_parallel)
    app.connect("env-before-read-docs", spread_pages)
    app.connect("env-before-read-docs", look_away, priority=900)
    app.connect("env-updated", look_away, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
