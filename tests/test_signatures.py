"""A call is read without counting: few arguments by place, and compiled loops take named tuples."""

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[1] / "src"
MOST = 7


def functions(tree, owner=""):
    """Pairs of a function and its name with that of its class, nested ones too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node, owner + node.name
        inner = f"{node.name}." if isinstance(node, ast.ClassDef) else owner
        yield from functions(node, inner)


def by_place(function):
    """How many arguments a function takes by place, but for ``self`` and ``cls``."""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def in_all(function):
    """How many arguments a function takes."""
    return by_place(function) + len(function.args.kwonlyargs)


def is_compiled(function):
    """Whether it is decorated by ``njit``."""
    return any("njit" in ast.unparse(decorator) for decorator in function.decorator_list)


def signatures():
    """``module: name`` of each function of the library and of the chapters."""
    for path in sorted(SOURCES.rglob("*.py")):
        place = path.relative_to(SOURCES).with_suffix("").as_posix()
        for function, name in functions(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{place}: {name}", function
