"""nbval runs the notebooks in the mode whose outputs git stores, and each within its time budget.

The budget is 15 s of one core of the machine on which the book was written, counted as a multiple
of a fixed NumPy workload that is measured beside the notebook: a slow machine does not fail it. It
is processor time, so that neighbours on the same machine do not count.
"""

import os
import time
from collections import defaultdict

import numpy as np
import psutil
import pytest

from mlcompanion.linalg import one_blas_thread

os.environ["MLCOMPANION_OUTPUT"] = "plain"
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

BUDGET = 15.0  # seconds a notebook, where one workload takes REFERENCE seconds
REFERENCE = 0.137

_workloads = defaultdict(list)


def workload():
    """Processor seconds of a fixed piece of work: sorting, functions, small products."""
    with one_blas_thread():
        start = time.process_time()
        x = np.random.default_rng(0).standard_normal((300, 300))
        for _ in range(120):
            x = np.tanh(x @ x.T / 300)
            x = x + np.sort(np.sin(x), axis=0)
        return time.process_time() - start


def kernel_seconds(notebook):
    """Processor seconds that the notebook's kernel has used so far."""
    times = psutil.Process(notebook.kernel.km.provisioner.pid).cpu_times()
    return times.user + times.system


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """The last cell of a notebook fails if the notebook was too slow."""
    outcome = yield
    if type(item).__name__ != "IPyNbCell" or call.when != "call":
        return
    notebook, report = item.parent, outcome.get_result()
    cells = [other for other in item.session.items if other.parent is notebook]
    if item in (cells[0], cells[len(cells) // 2], cells[-1]):
        _workloads[notebook].append(workload())
    if item is not cells[-1] or not report.passed:
        return
    slowness = max(1.0, float(np.median(_workloads[notebook])) / REFERENCE)
    seconds = kernel_seconds(notebook)
    report.sections.append(("time", f"{seconds:.1f} s, budget {BUDGET * slowness:.1f} s"))
    if seconds > BUDGET * slowness:
        report.outcome = "failed"
        report.longrepr = (
            f"{notebook.name} took {seconds:.1f} s of a core; its budget is "
            f"{BUDGET * slowness:.1f} s here ({slowness:.2f} times the reference machine's)"
        )
