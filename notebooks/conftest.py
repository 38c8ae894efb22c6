"""nbval runs the notebooks in the mode whose outputs git stores, and each within its time budget.

The budget is 15 s of the machine on which the book was written, counted as a multiple of a fixed
NumPy workload that is measured beside the notebook: a slow or busy machine does not fail it.
"""

import os
import time
from collections import defaultdict

import numpy as np
import pytest

os.environ["MLCOMPANION_OUTPUT"] = "plain"
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

BUDGET = 15.0  # seconds a notebook, where one workload takes REFERENCE seconds
REFERENCE = 0.15

_seconds = defaultdict(float)
_workloads = defaultdict(list)


def workload():
    """Seconds of a fixed piece of work: sorting, elementwise functions, small products."""
    start = time.perf_counter()
    x = np.random.default_rng(0).standard_normal((300, 300))
    for _ in range(120):
        x = np.tanh(x @ x.T / 300)
        x = x + np.sort(np.sin(x), axis=0)
    return time.perf_counter() - start


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Add up a notebook's time; its last cell fails if the notebook was too slow."""
    outcome = yield
    notebook, report = item.parent, outcome.get_result()
    if type(item).__name__ != "IPyNbCell":
        return
    _seconds[notebook] += call.duration
    cells = [other for other in item.session.items if other.parent is notebook]
    if call.when == "setup" and item is cells[len(cells) // 2]:
        _workloads[notebook].append(workload())
    if call.when != "call" or item is not cells[-1]:
        return
    _workloads[notebook].append(workload())
    allowed = BUDGET * max(1.0, max(_workloads[notebook]) / REFERENCE)
    if report.passed and _seconds[notebook] > allowed:
        report.outcome = "failed"
        report.longrepr = (
            f"{notebook.name} took {_seconds[notebook]:.1f} s; its budget is {allowed:.1f} s here "
            f"(workload {max(_workloads[notebook]):.2f} s, {REFERENCE} s where the budget was set)"
        )
