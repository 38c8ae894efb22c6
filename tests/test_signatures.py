"""A call is read without counting: few arguments by place, and compiled loops take named tuples."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tools.fingerprints import tree_of

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


@cache
def signatures():
    """Each function of the library and of the chapters, by ``module: name``."""
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        place = path.relative_to(SOURCES).with_suffix("").as_posix()
        for function, name in functions(tree_of(path)):
            found[f"{place}: {name}"] = function
    return found


def is_inner(name):
    """Whether a name, or its class, is private; ``__init__`` is as public as its class."""
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def test_compiled_loops_take_seven_arguments_at_most():
    long = {name for name, f in signatures().items() if is_compiled(f) and by_place(f) > MOST}
    assert not long, "hand over what belongs together as one named tuple"


def too_long(count, inner):
    """Names of the private or the public functions with more arguments than the rule allows."""
    for name, function in signatures().items():
        stands_inside = is_inner(name.split(": ")[1])
        if stands_inside == inner and not is_compiled(function) and count(function) > MOST:
            yield name


def test_private_functions_take_seven_arguments_at_most():
    # A constructor stores what its public heirs take, by name.
    long = {name for name in too_long(in_all, inner=True) if not name.endswith("__init__")}
    assert not long


def test_public_functions_take_seven_arguments_by_place_at_most():
    assert not set(too_long(by_place, inner=False)), "options beside the data go behind a star"


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("def f(a, b=1, *, c=2): pass", (2, 3)),
        ("class A:\n    def f(self, a, /, b): pass", (2, 2)),
        ("class A:\n    @classmethod\n    def f(cls, *rows, c): pass", (0, 1)),
    ],
)
def test_arguments_are_counted_by_place_and_in_all(code, counted):
    (function, _), = functions(ast.parse(code))  # fmt: skip
    assert (by_place(function), in_all(function)) == counted
