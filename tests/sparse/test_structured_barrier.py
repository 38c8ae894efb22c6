"""The interior point method for overlapping groups: optimum, certificate, units, bad input."""

import numpy as np
import pytest

from mlcompanion.datasets import make_overlapping_groups
from mlcompanion.losses import Logistic
from mlcompanion.prox import GraphPenalty, GroupPenalty
from mlcompanion.sparse import StructuredProblem, structured_admm
from mlcompanion.sparse.structured.structured_barrier import structured_barrier

DATA = make_overlapping_groups(4, 60, 15, 5, noise=0.5, random_state=0)
D = DATA.X.shape[1]
GROUPS = GroupPenalty(DATA.groups, 2.0, [1.0, 0.5, 1.5, 1.0])


@pytest.mark.parametrize("n", [60, 20])
@pytest.mark.parametrize("shrink", [2.0, 10.0, 100.0])
def test_it_reaches_the_optimum_of_admm(n, shrink):
    lam = np.linspace(0.5, 1.5, D)
    problem = StructuredProblem(DATA.X[:n], DATA.y[:n], GROUPS, lam)
    run = structured_barrier(problem, tol=1e-8, shrink=shrink)
    assert run.converged
    assert run.objective == problem.objective(run.coef)
    assert 0 <= run.gap <= 1e-8 * run.objective
    split = structured_admm(problem, 5.0, tol=1e-9)
    assert run.objective == pytest.approx(problem.objective(split.z[-D:]), rel=1e-7)
    np.testing.assert_allclose(run.coef, split.z[-D:], atol=1e-4)


def test_the_gap_bounds_what_is_missing():
    problem = StructuredProblem(DATA.X, DATA.y, GROUPS, 1.0)
    best = structured_barrier(problem, tol=1e-9).objective
    for steps in (1, 3, 6, 10):
        run = structured_barrier(problem, max_iter=steps, tol=1e-9)
        assert run.n_iter == steps
        assert not run.converged
        assert run.objective - best <= run.gap


def test_units_change_nothing():
    run = structured_barrier(StructuredProblem(DATA.X, DATA.y, GROUPS, 1.0))
    big = GroupPenalty(DATA.groups, 2e6, [1.0, 0.5, 1.5, 1.0])
    scaled = structured_barrier(StructuredProblem(1e3 * DATA.X, 1e3 * DATA.y, big, 1e6))
    assert scaled.n_iter == run.n_iter
    np.testing.assert_allclose(scaled.coef, run.coef, rtol=1e-4, atol=1e-9)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"lam": 0.0}, "problem"),
        ({"loss": Logistic()}, "problem"),
        ({"penalty": GroupPenalty(DATA.groups, norm="linf")}, "problem"),
        ({"penalty": GraphPenalty(np.array([[0, 1]]), n_features=D)}, "problem"),
        ({"tol": 0.0}, "tol"),
        ({"shrink": 1.0}, "shrink"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_is_named(change, word):
    made = {"penalty": GROUPS, "lam": 1.0, "loss": None} | change
    options = {name: made.pop(name) for name in ("tol", "shrink", "max_iter") if name in made}
    problem = StructuredProblem(DATA.X, np.sign(DATA.y), **made)
    with pytest.raises(ValueError, match=word):
        structured_barrier(problem, **options)
