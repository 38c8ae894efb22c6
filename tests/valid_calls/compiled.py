"""Which forms of the package's compiled loops stand in this process."""

import sys

__all__ = ["forms"]

_known = {}


def _loops():
    """Every compiled loop of the package by its name, as far as it is imported."""
    loaded = [name for name in sys.modules if name.startswith("mlcompanion")]
    if len(loaded) != _known.get("modules"):
        members = [one for name in loaded for one in vars(sys.modules[name]).values()]
        loops = {id(one): one for one in members if hasattr(one, "py_func")}
        _known.update(modules=len(loaded), loops=list(loops.values()))
    return _known["loops"]


def forms():
    """How many signatures each compiled loop has been compiled for, or read from the disk."""
    return {
        f"{loop.py_func.__module__}.{loop.py_func.__name__}": len(loop.signatures)
        for loop in _loops()
        if loop.signatures
    }
