"""What keeps a number for each pair of rows says so: every public estimator, below *Cost*.

A fit asks ``check_memory`` before it takes a matrix that grows with the square of the rows; for
small ones it need not, so the limit of what is small is 0 here. Each call of ``valid_calls`` is
made, and one that asks for eight bytes or more a pair of rows tells its memory in its docstring.
New names enter by themselves.
"""

import inspect
import warnings

import numpy as np
import pytest
from test_bad_input import NAMES
from test_pandas import call_of, estimators

from mlcompanion import _validation, kernels
from mlcompanion.gp import covariances


def bytes_asked_for(monkeypatch, fit):
    """What a fit asks for, its largest number."""
    asked = [0.0]

    def sysconf(name):
        asked.append(float(inspect.currentframe().f_back.f_locals["n_bytes"]))
        return 2**40

    monkeypatch.setattr(_validation.os, "sysconf", sysconf)
    monkeypatch.setattr(kernels, "_MANY", 0)
    monkeypatch.setattr(covariances, "_MANY", 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit()
    return max(asked)


def tells(room, name):
    cls = NAMES[room][name]
    return "memory" in f"{cls.__doc__} {cls.fit.__doc__}".lower()


@pytest.mark.parametrize(("room", "name"), [entry for entry in estimators() if not tells(*entry)])
def test_who_says_nothing_of_memory_keeps_no_number_for_each_pair_of_rows(room, name, monkeypatch):
    model, given = call_of(room, name)
    n_rows = len(given["X"]) if "X" in given else np.inf
    asked = bytes_asked_for(monkeypatch, lambda: model.fit(**given))
    assert asked < 8 * n_rows**2, "Cost: O(n^2) memory"


def test_a_matrix_is_noticed(monkeypatch):
    X = np.zeros((7, 1))
    assert bytes_asked_for(monkeypatch, lambda: kernels.rbf_kernel(X)) == 8 * 7**2
