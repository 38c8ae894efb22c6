"""A room's underscores are its own: nothing outside reads them, neither by import nor by attribute.

A private module or name is free to the folder it stands in and to the folders inside; the
private modules beside the package's rooms are the ground that all rooms stand on.
"""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tools.fingerprints import tree_of

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
GROUND = SOURCES / "mlcompanion"
FOLDERS = (SOURCES / "mlcompanion", SOURCES / "mlcompanion_chapters", ROOT / "book", ROOT / "tools")
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))

#: What hooks into other libraries, on purpose and in one place each.
COMPAT = {"_compat.py", "compat.py"}
#: What Python documents in public, of named tuples and of ``os``.
DOCUMENTED = {"_asdict", "_exit", "_fields", "_make", "_replace"}


def is_private(name):
    """Whether a name begins with one underscore; ``_repr_html_`` is a protocol of a library."""
    return name.startswith("_") and not name.endswith("_")


def names_defined(tree):
    """Names of functions, classes, variables and attributes that a module makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@cache
def defined():
    """For each folder the names that its modules make; only the process that asks parses all."""
    names = defaultdict(set)
    for path in FILES:
        names[path.parent].update(names_defined(tree_of(path)))
    return names


def is_own(node):
    """Whether an attribute is read of the object or the class that the code belongs to."""
    value = node.value
    if isinstance(value, ast.Call):
        value = value.func
    return isinstance(value, ast.Name) and value.id in {"self", "cls", "super", "type"}


def attributes_of_others(path):
    """Private attributes that a module reads, which nothing in its folder defines."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Attribute) or not is_private(node.attr):
            continue
        if node.attr in DOCUMENTED or node.attr in defined()[path.parent] or is_own(node):
            continue
        yield f"line {node.lineno}: {ast.unparse(node)}"


def source_of(path, node):
    """Where an import from our own folders leads, or None."""
    parts = (node.module or "").split(".") if node.module else []
    if node.level:
        return path.parents[node.level - 1].joinpath(*parts)
    if parts[0] in {"mlcompanion", "mlcompanion_chapters"}:
        return SOURCES.joinpath(*parts)
    if parts[0] in {"book", "tools"}:
        return ROOT.joinpath(*parts)
    return None


def private_imports(path):
    """What a module imports from a private place of a folder that it does not stand in."""
    for node in ast.walk(tree_of(path)):
        source = source_of(path, node) if isinstance(node, ast.ImportFrom) else None
        if source is None:
            continue
        room = source if source.is_dir() else source.parent
        inside = room == path.parent or room in path.parents
        if source.is_file() or source.with_suffix(".py").is_file():
            of_module = is_private(source.stem) and room != GROUND and not inside
        else:
            of_module = False
        names = [alias.name for alias in node.names if is_private(alias.name)]
        if of_module or (names and not inside):
            yield f"line {node.lineno}: {', '.join(names or [source.stem])} of {room.name}"


@pytest.mark.parametrize(
    "path", FILES, ids=lambda path: path.relative_to(ROOT).with_suffix("").as_posix()
)
def test_no_module_reaches_into_another_room(path):
    found = [*private_imports(path)]
    if path.name not in COMPAT:
        found += attributes_of_others(path)
    assert not found, "\n".join(["give it a public name in its room:", *found])
