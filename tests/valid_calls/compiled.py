"""Which forms of the package's compiled loops stand in this process."""

import sys

__all__ = ["forms"]

_known = {}


def _loops():
    """Pairs of a name and a compiled loop of the package, for all that are imported."""
    # it is asked thousands of times, and seldom has anything been imported since
    if len(sys.modules) != _known.get("modules"):
        loaded = [name for name in sys.modules if name.startswith("mlcompanion")]
        members = [one for name in loaded for one in vars(sys.modules[name]).values()]
        loops = {id(one): one for one in members if hasattr(one, "py_func")}
        named = [(_name(one), one) for one in loops.values()]
        _known.update(modules=len(sys.modules), loops=named)
    return _known["loops"]


def _name(loop):
    return f"{loop.py_func.__module__}.{loop.py_func.__name__}"


def forms():
    """How many signatures each compiled loop has been compiled for, or read from the disk."""
    return {name: len(loop.overloads) for name, loop in _loops() if loop.overloads}
