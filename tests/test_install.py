"""What the installed package needs, and what importing it costs."""

import json
import pkgutil
import subprocess
import sys

import pytest

import mlcompanion

IMPORT = """
import importlib, json, sys, time

def seconds(names):
    start = time.process_time()
    modules = [importlib.import_module(name) for name in names]
    return time.process_time() - start, modules

base, _ = seconds(["numba", "sklearn.base", "scipy.optimize", "scipy.sparse.linalg"])
own, modules = seconds(sys.argv[1:])
kernels = {id(f): f for module in modules for f in vars(module).values() if hasattr(f, "py_func")}
print(json.dumps({
    "base": base,
    "own": own,
    "kernels": len(kernels),
    "compiled": [kernel.__name__ for kernel in kernels.values() if kernel.signatures],
    "modules": list(sys.modules),
}))
"""

#: They take half a second each, or belong to the teaching layer.
NOT_AT_IMPORT = (
    "IPython", "ipywidgets", "matplotlib", "pandas", "sklearn.decomposition", "sklearn.ensemble",
    "sklearn.linear_model", "sklearn.model_selection", "sklearn.neighbors", "sklearn.svm", "tqdm",
)  # fmt: skip


@pytest.fixture(scope="module")
def imported():
    """A new process imports every module of the algorithms, after what they all stand on."""
    beside = tuple(f"mlcompanion.{room}" for room in ("experiments", "plots", "teaching"))
    found = pkgutil.walk_packages(mlcompanion.__path__, "mlcompanion.")
    names = [module.name for module in found if not module.name.startswith(beside)]
    run = subprocess.run(
        [sys.executable, "-c", IMPORT, *names], capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


def test_importing_compiles_nothing(imported):
    assert imported["kernels"] > 50
    assert imported["compiled"] == []


def test_importing_all_rooms_costs_less_than_what_they_stand_on(imported):
    """NumPy, SciPy, Numba and scikit-learn's base: 1.2 s; a room adds 0.1 s at most."""
    assert imported["own"] < 0.5 * imported["base"]


def test_heavy_modules_are_imported_where_they_are_used(imported):
    heavy = [name for name in imported["modules"] if name.startswith(NOT_AT_IMPORT)]
    assert heavy == []
