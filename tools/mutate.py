"""Would a test notice? Change one operator, comparison, constant or sign, and run the room's tests.

Each mutant is one random place of the library, in modules without compiled functions, whose machine
code would have to be built again. It is written into a copy of the package, which the tests import.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "src" / "mlcompanion"
BESIDE = {"plots", "teaching"}  # rooms beside the algorithms
TABLES = (  # of all rooms
    "test_equivariance.py",
    "test_functions_far_out.py",
    "test_statistics_far_out.py",
)

OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def room_of(path):
    """The room of a module, or the name of a module that stands beside the rooms."""
    return path.relative_to(LIBRARY).with_suffix("").parts[0]


def files_of(room):
    """The tests of a room, or of a module beside the rooms."""
    beside = ROOT / "tests" / f"test_{room.strip('_')}.py"
    return [beside] if beside.is_file() else sorted((ROOT / "tests" / room).rglob("test_*.py"))


def modules(room=None):
    """Modules whose tests can be found, without those that are compiled."""
    for path in sorted(LIBRARY.rglob("*.py")):
        own = room_of(path) not in BESIDE and files_of(room_of(path))
        if own and room in (None, room_of(path)) and "njit" not in path.read_text():
            yield path


def places(tree):
    """Nodes that can be changed."""
    return [node for node in ast.walk(tree) if _can_change(node)]


def _can_change(node):
    if isinstance(node, (ast.BinOp, ast.BoolOp)):
        return type(node.op) in OPERATORS
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in OPERATORS
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def change(node):
    """Change the node in place."""
    if isinstance(node, ast.Compare):
        node.ops[0] = OPERATORS[type(node.ops[0])]()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
    elif isinstance(node, ast.Constant):
        node.value += 1
    else:
        node.op = OPERATORS[type(node.op)]()


def tests_of(path):
    """The test files of a module's room and the tables, those that name the module first."""
    files = files_of(room_of(path)) + [ROOT / "tests" / name for name in TABLES]
    names = [name for name in _public_names(path) if len(name) > 2]

    def mentions(file):
        text = file.read_text()
        return sum(text.count(name) for name in names)

    return sorted(files, key=mentions, reverse=True)


def _public_names(path):
    """The functions and classes that a module defines."""
    body = ast.parse(path.read_text()).body
    return [node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]


def least_share(room):
    """The share of changes that must be noticed: all where models centre, 95 % elsewhere."""
    return 1.0 if room == "_linear" else 0.95


def run_tests(path, source, seconds=None):
    """Whether a module's tests pass with this source in its place; None if they took too long."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "mlcompanion"
        shutil.copytree(LIBRARY, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / path.relative_to(LIBRARY)).write_text(source)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:nbval"]
        try:
            run = subprocess.run(
                [*command, "-p", "no:cacheprovider", *map(str, tests_of(path))],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": folder},
                capture_output=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return None
    if run.returncode not in (0, 1, 2):
        raise RuntimeError(run.stdout.decode() + run.stderr.decode())
    return run.returncode == 0


@cache
def usual_time(room):
    """Seconds that a room's tests take where nothing is changed; they must pass."""
    path = next(modules(room))
    begin = perf_counter()
    if not run_tests(path, ast.unparse(ast.parse(path.read_text()))):
        raise RuntimeError(f"the tests of the room {room} fail where nothing is changed")
    return perf_counter() - begin


def is_noticed(path, source):
    """Whether the tests fail with this source, or take five times as long as usual."""
    return not run_tests(path, source, 5 * usual_time(room_of(path)) + 60)


def main():
    """Report each mutant that survives and the share that is noticed; 1 if it is too small."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int)
    parser.add_argument("--room")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=float, help="share to be noticed, in percent; else exit 1")
    options = parser.parse_args()
    candidates = [
        (path, index)
        for path in modules(options.room)
        for index, _ in enumerate(places(ast.parse(path.read_text())))
    ]
    chosen = random.Random(options.seed).sample(candidates, min(options.number, len(candidates)))
    noticed = 0
    for path, index in chosen:
        tree = ast.parse(path.read_text())
        node = places(tree)[index]
        before = ast.unparse(node)
        change(node)
        seen = is_noticed(path, ast.unparse(tree))
        noticed += seen
        if not seen:
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            print(f"survives: {place}: {before}  ->  {ast.unparse(node)}", flush=True)
    print(f"{noticed} of {len(chosen)} noticed ({noticed / max(1, len(chosen)):.0%})")
    least = least_share(options.room) if options.least is None else options.least / 100
    return int(noticed < least * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
