"""A room's table in several files: one a module of the room, merged by name."""

import importlib
import pkgutil


def merged(package):
    """``(SHARED, CALLS, INTERNAL)`` of all modules of a package of tables.

    ``SHARED`` speaks for the whole room: only a name that means the same everywhere belongs there.
    """
    tables = ({}, {}, {})
    for part in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{part.name}")
        for table, name in zip(tables, ("SHARED", "CALLS", "INTERNAL")):
            entries = getattr(module, name, {})
            twice = table.keys() & entries.keys()
            if twice:
                raise ValueError(f"{module.__name__} gives {sorted(twice)} a second time")
            table.update(entries)
    return tables
