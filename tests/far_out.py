"""What the tables of units and origin of functions share: a case, the names of a room, the tests.

A table holds a call on ``a + b x`` for each function of its rooms that looks at data, whose answer
is turned back into plain units. The data are multiples of 1/1024: at an origin of 1e6 they are the
same numbers, and what an answer loses there, the function loses.
"""

import inspect
import warnings
from typing import NamedTuple

import numpy as np
import pytest
from test_bad_input import NAMES, tried

__all__ = ["Case", "dyadic", "flat", "free", "functions", "listed", "reasons", "tables"]

UNITS = (1e-12, 1e-6, 1e6, 1e12)
ORIGINS = (1e6, -1e6)


class Case(NamedTuple):
    """``call(a, b)``, what its answer is free of, how far rounding may move it, and far out."""

    call: object
    free: str = "units"
    tol: float = 1e-11
    far: float = 1e-9


def free(tol=1e-11, far=1e-9):
    """A function's maker of cases that are free of units and origin."""
    return lambda call: Case(call, "units origin", tol, far)


def dyadic(x):
    """The nearest multiples of 1/1024."""
    return np.round(np.asarray(x) * 1024) / 1024


def flat(*parts):
    """All numbers of an answer in one row."""
    return np.concatenate([np.ravel(np.asarray(part, dtype=float)) for part in parts])


def reasons(table):
    """A table of excuses from ``{reason: names}``."""
    return {name: reason for reason, names in table.items() for name in names.split()}


def functions(rooms):
    """Names of the rooms' functions that take arguments."""
    return {name for room in rooms for name in tried(room) if inspect.isroutine(NAMES[room][name])}


def listed(rooms, cases, excused):
    """Each function has a case or an excuse, none has both, and no name is left over."""
    having = {name.partition(",")[0] for name in cases}
    here = functions(rooms)
    both = having & excused.keys()
    new = here - having - excused.keys()
    gone = (having | excused.keys()) - here
    assert not both, f"with a case and an excuse: {sorted(both)}"
    assert not new, f"without a case or an excuse: {sorted(new)}"
    assert not gone, f"no function of these rooms: {sorted(gone)}"


def agree(case, want, a, b, tol):
    """Within the tolerance, each number beside the largest of the answer."""
    found = np.asarray(case.call(a, b), dtype=float)
    size = np.abs(want[np.isfinite(want)]).max(initial=0.0) or 1.0
    message = f"{a} + {b} x"
    np.testing.assert_allclose(found, want, rtol=0, atol=tol * size, err_msg=message)


def tables(rooms, cases, excused):
    """The tests of a table: who is in it, and that each case holds."""

    def test_every_function_is_listed():
        listed(rooms, cases, excused)

    @pytest.mark.parametrize("name", cases)
    def test_units_and_origin_change_no_answer(name):
        case = cases[name]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a search that is cut short is cut in all units
            want = np.asarray(case.call(0.0, 1.0), dtype=float)
            assert np.isfinite(want).any()
            if "units" in case.free:
                for b in UNITS:
                    agree(case, want, 0.0, b, case.tol)
            if "origin" in case.free:
                for a in ORIGINS:
                    agree(case, want, a, 1.0, case.far)

    return test_every_function_is_listed, test_units_and_origin_change_no_answer
