"""Machine code follows its sources, and nothing is compiled before it is called."""

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import mlcompanion
from mlcompanion import _jit, _machine_code

PACKAGE = Path(mlcompanion.__file__).parent
DOOR = ("_jit.py", "_compat.py", "_machine_code.py")
COMPILED = [path for path in sorted(PACKAGE.rglob("*.py")) if "njit" in path.read_text()]

CALLEE = """
from mlcompanion._jit import njit
FACTOR = 3.0
@njit
def scaled(x):
    return {factor} * x
"""
CALLER = """
from mlcompanion._jit import njit
from ._callee import FACTOR, scaled
@njit
def total(x):
    return scaled(x) + FACTOR
"""
CALL = """
from {package}._caller import total
print(total({x}), total.stats.cache_path, sum(total.stats.cache_hits.values()))
"""


def python(code, *, path, wait=True, **environment):
    """Run code with the package found below ``path``; its output, or the running process."""
    variables = {**os.environ, "PYTHONPATH": str(path), **environment}
    process = subprocess.Popen(
        [sys.executable, "-c", code], env=variables, stdout=subprocess.PIPE, text=True
    )
    return answer(process) if wait else process


def answer(process):
    """What a process printed; it must have ended well."""
    printed, _ = process.communicate()
    assert process.returncode == 0
    return printed.split()


@pytest.fixture
def copy(tmp_path):
    """A copy of the package, and a guest: in both one compiled function calls another."""
    package = tmp_path / "mlcompanion"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("data", "__pycache__"))
    for folder in (package, tmp_path / "guest"):
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").touch()
        (folder / "_callee.py").write_text(CALLEE.format(factor=2.0))
        (folder / "_caller.py").write_text(CALLER)
    return tmp_path


# Three interpreters, one after the other, import Numba, and two compile: some seconds.
@pytest.mark.parametrize("package", ["mlcompanion", "guest"])
def test_a_caller_follows_its_callee_in_another_file(copy, package):
    call = CALL.format(package=package, x=1.0)
    first, folder, _ = python(call, path=copy, NUMBA_CACHE_DIR="")
    assert first == "5.0"
    assert Path(folder).is_relative_to(copy)  # no other copy's code
    again, _, hits = python(call, path=copy, NUMBA_CACHE_DIR="")
    assert (again, hits) == ("5.0", "1")
    (copy / package / "_callee.py").write_text(CALLEE.format(factor=7.0))
    changed, other_folder, hits = python(call, path=copy, NUMBA_CACHE_DIR="")
    assert (changed, hits) == ("10.0", "0")
    assert other_folder != folder


# Three interpreters compile side by side, a fourth reads their code: some seconds.
def test_processes_that_compile_at_once_do_not_mix_their_signatures(copy):
    own = str(copy / "own")  # the user's own directory is respected
    calls = {"1.0": "5.0", "1": "5.0", "1j": "(3+2j)"}
    running = [
        python(CALL.format(package="mlcompanion", x=x), path=copy, wait=False, NUMBA_CACHE_DIR=own)
        for x in calls
    ]
    answers = [answer(process) for process in running]
    assert [result for result, _, _ in answers] == list(calls.values())
    assert {Path(folder).parent for _, folder, _ in answers} == {Path(own)}
    later = python(
        "".join(CALL.format(package="mlcompanion", x=x) for x in calls),
        path=copy,
        NUMBA_CACHE_DIR=own,
    )
    assert later[::3] == list(calls.values())
    assert later[-1] == "3"  # all three were found


def test_without_a_place_to_write_nothing_is_kept(tmp_path):
    blocked = tmp_path / "a file"
    free = tmp_path / "free"
    blocked.touch()
    assert _machine_code.open_folder([blocked, free], "digest").parent == free
    assert _machine_code.open_folder([blocked], "digest") is None
    assert _machine_code.open_folder([free], None) is None
    assert _machine_code.source_digest(tmp_path) is None


def test_code_of_earlier_sources_is_dropped_when_it_is_no_longer_used(tmp_path):
    for days in range(6):
        folder = tmp_path / f"mlcompanion-digest{days}"
        folder.mkdir()
        used = time.time() - 86400 * days
        os.utime(folder, (used, used))
    (tmp_path / "not ours").mkdir()
    _machine_code.open_folder([tmp_path], "digest0")
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {"not ours", *(f"mlcompanion-digest{days}" for days in range(3))}


def test_the_digest_sees_every_compiled_source(tmp_path):
    for name in ("kernel.py", "room/kernel.py", "plain.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("" if name == "plain.py" else "from ._jit import njit\n")
    digests = [_machine_code.source_digest(tmp_path)]
    for name in ("kernel.py", "room/kernel.py", "plain.py"):
        with (tmp_path / name).open("a") as file:
            file.write("x = 1\n")
        digests.append(_machine_code.source_digest(tmp_path))
    assert digests[0] != digests[1] != digests[2] == digests[3]


def test_code_of_sources_changed_since_they_were_read_is_not_kept(tmp_path):
    (tmp_path / "kernel.py").touch()
    written = (tmp_path / "kernel.py").stat().st_mtime
    assert _machine_code.unchanged(tmp_path, written)
    assert not _machine_code.unchanged(tmp_path, written - 1)


def _names_in_kernels(tree):
    """Every name that a function under ``@njit`` reads."""
    kernels = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(d, ast.Name) and d.id == "njit"
            for d in (getattr(d, "func", d) for d in node.decorator_list)
        )
    ]
    return {n.id for kernel in kernels for n in ast.walk(kernel) if isinstance(n, ast.Name)}


def _origin(path, node, name):
    """The file that defines what an import from the package brings, or None."""
    if node.level:
        folder = path.parents[node.level - 1]
    elif (node.module or "").startswith("mlcompanion"):
        folder = PACKAGE.parent
    else:
        return None
    target = folder.joinpath(*(node.module or "").split("."))
    if not target.is_dir():
        return target.with_suffix(".py")
    face = target / "__init__.py"
    return next(
        _origin(face, inner, name)
        for inner in ast.walk(ast.parse(face.read_text()))
        if isinstance(inner, ast.ImportFrom) and name in {alias.name for alias in inner.names}
    )


@pytest.mark.parametrize("path", COMPILED, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_what_enters_a_kernel_comes_from_a_source_in_the_digest(path):
    """Numba freezes constants and inlines functions: their files must count as well."""
    tree = ast.parse(path.read_text())
    used = _names_in_kernels(tree)
    for node in ast.walk(tree):
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            if (alias.asname or alias.name) in used:
                origin = _origin(path, node, alias.name)
                assert origin is None or origin in COMPILED, f"{alias.name} from {origin}"


def test_everything_is_compiled_by_one_door():
    for path in PACKAGE.rglob("*.py"):
        roots = {
            (name or "").split(".")[0]
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in ([a.name for a in node.names] if isinstance(node, ast.Import)
                         else [node.module])
        }  # fmt: skip
        assert "numba" not in roots or path.name in DOOR, path


@_jit.njit
def _extremes(values):
    highest = -np.inf
    lowest = np.inf
    for value in values:
        highest = _jit.fmax(highest, value)
        lowest = _jit.fmin(lowest, value)
    return highest, lowest


@pytest.mark.parametrize("size", [0, 1, 7, 1000])
def test_extremes_of_a_loop(size):
    values = np.random.default_rng(size).normal(size=size)
    assert _extremes(values) == (values.max(initial=-np.inf), values.min(initial=np.inf))
    values = np.r_[values, np.inf, 0.0]
    assert _extremes(values) == (np.inf, values.min())
    assert _extremes(-values) == (-values.min(), -np.inf)


def test_extremes_without_machine_code():
    code = "from mlcompanion._jit import fmax, fmin; print(fmax(1.0, 2), fmin(1.0, -np.inf))"
    found = python("import numpy as np\n" + code, path=PACKAGE.parent, NUMBA_DISABLE_JIT="1")
    assert found == ["2", "-inf"]
