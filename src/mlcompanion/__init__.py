"""The algorithms of *The Machine Learning Companion*, one room a theme, and its teaching layer.

A room is imported when it is first asked for: after ``import mlcompanion`` stand
``mlcompanion.sparse.Lasso`` and all others, and ``dir(mlcompanion)`` lists the rooms.
"""

__version__ = "0.2.0"


def _rooms():
    """Names of the rooms."""
    from pkgutil import iter_modules

    return [module.name for module in iter_modules(__path__) if not module.name.startswith("_")]


def __getattr__(name):
    from importlib import import_module

    if name.startswith("_") or name not in _rooms():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__():
    return sorted([*globals(), *_rooms()])
