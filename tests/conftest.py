"""One core a test process, hypotheses that are the same on every run, and a record of the time."""

import gc
import json
import os
import time
from collections import Counter
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # tests run side by side, and sums keep their order
os.environ.setdefault("MPLBACKEND", "agg")

TIMES = Path(__file__).resolve().parents[1] / "_build" / "times"
FUZZ_FACTOR = 20
RARELY = (10_000, 10, 10)  # when garbage is looked for: what tests leave is little

settings.register_profile("test", derandomize=True, deadline=None)
settings.register_profile("fuzz", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("test")

_begun = time.time()
_seconds = Counter()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Let the garbage collector rest: what is collected stays, and it would look at it for long."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc):
    """Ask once how a parameter is named: an estimator is named anew for each of its checks."""
    for mark in metafunc.definition.iter_markers("parametrize"):
        if callable(mark.kwargs.get("ids")):
            mark.kwargs["ids"] = asked_once(mark.kwargs["ids"])


def asked_once(name_of):
    """A function that remembers what another one answered, by the object that was asked about."""
    known = {}

    def name(value):
        if id(value) not in known:
            known[id(value)] = value, name_of(value)  # what is kept keeps its address
        return known[id(value)][1]

    return name


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Under ``--hypothesis-profile=fuzz`` every search tries many more examples than it states."""
    if config.getoption("--hypothesis-profile") != "fuzz":
        return
    for function in {item.function for item in items if item.get_closest_marker("hypothesis")}:
        own = function._hypothesis_internal_use_settings
        more = settings(own, max_examples=FUZZ_FACTOR * own.max_examples)
        function._hypothesis_internal_use_settings = more


def pytest_collection_finish():
    """Spare the garbage collector the thousands of tests: they stay until the end anyhow."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Look for examples in the docstrings of the package, not of the tests, which have none."""
    found = yield
    return [one for one in found if not isinstance(one, DoctestModule)]


def pytest_runtest_logreport(report):
    """Add up what each test took, with its fixtures."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session):
    """Record the times of the stage that MLCOMPANION_TIMES names, for ``make times``."""
    stage = os.environ.get("MLCOMPANION_TIMES")
    if stage and not hasattr(session.config, "workerinput"):
        tests = {name: round(seconds, 3) for name, seconds in _seconds.items()}
        TIMES.mkdir(parents=True, exist_ok=True)
        record = {"wall": round(time.time() - _begun, 1), "tests": tests}
        (TIMES / f"{stage}.json").write_text(json.dumps(record, indent=0))
