"""What the installed package needs, and what importing it costs."""

import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
import yaml

import mlcompanion

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "mlcompanion"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]

#: Without the collector: its pauses, over what was there before, fall on any room by chance.
IMPORT = """
import gc, importlib, json, sys, time

gc.disable()

def seconds(names):
    start = time.process_time()
    modules = [importlib.import_module(name) for name in names]
    return time.process_time() - start, modules

base, _ = seconds(["numba", "sklearn.base", "scipy.optimize", "scipy.sparse.linalg"])
before = set(sys.modules)  # scikit-learn itself imports pandas where it is installed
own, modules = seconds(sys.argv[1:])
kernels = {id(f): f for module in modules for f in vars(module).values() if hasattr(f, "py_func")}
print(json.dumps({
    "base": base,
    "own": own,
    "kernels": len(kernels),
    "compiled": [kernel.__name__ for kernel in kernels.values() if kernel.signatures],
    "modules": sorted(set(sys.modules) - before),
}))
"""

#: They take a good part of a second, or belong to the teaching layer.
NOT_AT_IMPORT = (
    "IPython", "ipywidgets", "matplotlib", "pandas", "scipy.cluster", "sklearn.decomposition",
    "sklearn.ensemble", "sklearn.linear_model", "sklearn.metrics", "sklearn.model_selection",
    "sklearn.neighbors", "sklearn.svm", "tqdm",
)  # fmt: skip


@pytest.fixture(scope="module")
def imported():
    """New processes import what all algorithms stand on, then their modules: some seconds.

    The least of four: other work on the machine makes each part dearer, by chance, never cheaper.
    """
    beside = tuple(f"mlcompanion.{room}" for room in ("plots", "teaching"))
    found = pkgutil.walk_packages(mlcompanion.__path__, "mlcompanion.")
    names = [module.name for module in found if not module.name.startswith(beside)]
    command = [sys.executable, "-c", IMPORT, *names]
    keeping = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    found = []
    for _ in range(5):  # the first compiles the sources, which is not what is measured
        run = subprocess.run(command, capture_output=True, text=True, check=True, env=keeping)
        found.append(json.loads(run.stdout))
    least = {part: min(each[part] for each in found[1:]) for part in ("base", "own")}
    return found[-1] | least


def test_importing_compiles_nothing(imported):
    assert imported["kernels"] > 50
    assert imported["compiled"] == []


def test_importing_all_rooms_costs_less_than_what_they_stand_on(imported):
    """NumPy, SciPy, Numba and scikit-learn's base: 1.2 s; a room adds 0.1 s at most."""
    assert imported["own"] < 0.45 * imported["base"]


def test_heavy_modules_are_imported_where_they_are_used(imported):
    heavy = [name for name in imported["modules"] if name.startswith(NOT_AT_IMPORT)]
    assert heavy == []


def names(requirements):
    """The packages that requirements ask for."""
    return {re.match(r"[\w.-]+", requirement)[0] for requirement in requirements}


def test_the_algorithms_need_five_packages_and_say_which_versions():
    needs = PROJECT["dependencies"]
    assert names(needs) == {"numpy", "scipy", "scikit-learn", "numba", "threadpoolctl"}
    assert all(re.fullmatch(r"[\w-]+>=[\d.]+", need) for need in needs)
    teaching = PROJECT["optional-dependencies"]["notebooks"]
    assert {"matplotlib", "ipywidgets", "pillow", "pygments", "tqdm"} <= names(teaching)


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert SETTINGS["tool"]["setuptools"]["dynamic"]["version"] == {
        "attr": "mlcompanion.__version__"
    }
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == mlcompanion.__version__


def test_every_file_that_is_no_module_goes_into_the_wheel():
    shipped = {
        path
        for pattern in SETTINGS["tool"]["setuptools"]["package-data"]["mlcompanion"]
        for path in SOURCES.glob(pattern)
    }
    others = {
        path
        for path in SOURCES.rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    assert others
    assert others <= shipped


USE = """
import importlib, pkgutil, sys
import mlcompanion
beside = ("mlcompanion.teaching", "mlcompanion.plots")
for module in pkgutil.walk_packages(mlcompanion.__path__, "mlcompanion."):
    if not module.name.startswith(beside):
        importlib.import_module(module.name)
from mlcompanion.clustering import SequentialKMeans
from mlcompanion.datasets import load_zoo
zoo = load_zoo()
print(SequentialKMeans(7).fit(zoo.data).cluster_centers_.shape, mlcompanion.__version__)
assert mlcompanion.__file__.startswith(sys.prefix)
assert not {"matplotlib", "ipywidgets", "tqdm"} & set(sys.modules)
"""


@pytest.mark.slow
@pytest.mark.parametrize("pins", ["requirements-lowest.lock", "requirements.lock"])
def test_a_wheel_runs_in_an_empty_environment(pins, tmp_path):
    """With nothing but its five dependencies, at the lowest and at the pinned versions."""
    pip = ["-I", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    sources = tmp_path / "sources"
    shutil.copytree(ROOT / "src", sources / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    for name in ("LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, sources)
    build = [sys.executable, *pip, "wheel", "--no-deps", "--wheel-dir", str(tmp_path), sources]
    subprocess.run(build, check=True)
    (built,) = tmp_path.glob("mlcompanion-*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    constraints = ["--constraint", str(ROOT / pins)]
    subprocess.run([python, *pip, "install", *constraints, str(built)], check=True)
    listed = subprocess.run(
        [python, *pip, "list", "--format=freeze"], capture_output=True, text=True, check=True
    ).stdout.lower()
    assert not re.search(r"^(tqdm|matplotlib|pillow|ipywidgets)==", listed, re.MULTILINE)
    used = subprocess.run(
        [python, "-I", "-c", USE], cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True
    )
    assert used.stdout.split(") ") == ["(7, 16", f"{mlcompanion.__version__}\n"]
