"""A finite sum beside its definition: value, derivatives, rows, constants, and what it cost."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import approx_fprime
from scipy.sparse.linalg import aslinearoperator

from mlcompanion.losses import Logistic, Squared
from mlcompanion.optimize.finite_sums import CountedSum, FiniteSum, Work

RNG = np.random.default_rng(5)
X = RNG.normal(size=(30, 4)) * (RNG.random((30, 4)) < 0.6)
SIGNS = np.sign(X @ [1.0, -1.0, 0.5, 0.0] + RNG.normal(size=30))
W = RNG.normal(size=4)
ROWS = np.array([3, 3, 17, 0, 29])

DENSE = FiniteSum(X, SIGNS, Logistic(), 0.1)
STORED = FiniteSum(sparse.csc_array(X), SIGNS, Logistic(), 0.1)
TOTAL = FiniteSum(X, SIGNS, Logistic(), 0.1, average=False)


def printed(w, rows=slice(None), weight=1 / 30):
    return weight * np.log1p(np.exp(-SIGNS[rows] * (X[rows] @ w))).sum() + 0.05 * w @ w


@pytest.mark.parametrize("problem", [DENSE, STORED])
def test_it_is_the_printed_function(problem):
    assert problem.value(W) == pytest.approx(printed(W), rel=1e-14)
    assert problem.gradient(W) == pytest.approx(approx_fprime(W, printed), abs=1e-6)
    value, gradient = problem.value_and_gradient(W)
    assert value == problem.value(W)
    np.testing.assert_array_equal(gradient, problem.gradient(W))
    assert TOTAL.value(W) == pytest.approx(printed(W, weight=1.0), rel=1e-14)


@pytest.mark.parametrize("problem", [DENSE, STORED])
def test_rows_are_counted_as_often_as_they_stand_there(problem):
    want = approx_fprime(W, lambda w: printed(w, ROWS, 1 / 5))
    assert problem.gradient_at(W, ROWS) == pytest.approx(want, abs=1e-6)
    every = problem.gradient_at(W, np.arange(30))
    assert every == pytest.approx(problem.gradient(W), rel=1e-12)
    assert TOTAL.gradient_at(W, np.arange(30)) == pytest.approx(TOTAL.gradient(W), rel=1e-12)


def test_single_rows_estimate_the_gradient_without_bias():
    for problem in (DENSE, TOTAL):
        each = [problem.gradient_at(W, [i]) for i in range(30)]
        assert np.mean(each, axis=0) == pytest.approx(problem.gradient(W), rel=1e-12)


@pytest.mark.parametrize("problem", [DENSE, STORED])
@pytest.mark.parametrize("rows", [None, ROWS])
def test_the_hessian_is_the_slope_of_the_gradient(problem, rows):
    def gradient(w):
        return problem.gradient(w) if rows is None else problem.gradient_at(w, rows)

    H = problem.hessian(W, rows)
    step = 1e-6
    slopes = [(gradient(W + step * e) - gradient(W - step * e)) / (2 * step) for e in np.eye(4)]
    assert pytest.approx(np.array(slopes), abs=1e-8) == H
    assert problem.hessian_product(W, rows)(X[1]) == pytest.approx(H @ X[1], rel=1e-12)


def test_constants_bound_every_curvature():
    single = [np.linalg.norm(DENSE.hessian(np.zeros(4), [i]), 2) for i in range(30)]
    assert DENSE.row_lipschitz() == pytest.approx(single, rel=1e-12)  # logistic: 1/4, met at 0
    assert STORED.row_lipschitz() == pytest.approx(single, rel=1e-12)
    assert DENSE.lipschitz() == pytest.approx(np.linalg.norm(DENSE.hessian(np.zeros(4)), 2))
    assert TOTAL.row_lipschitz() == pytest.approx(30 * np.array(single) - 29 * 0.1, rel=1e-12)


def test_entries_are_those_that_are_stored():
    assert DENSE.n_entries == 120
    assert STORED.n_entries == np.count_nonzero(X)
    assert DENSE.entries_of(ROWS) == 20
    assert STORED.entries_of(ROWS) == np.count_nonzero(X[ROWS])


def test_what_was_asked_is_counted():
    work = Work()
    asked = CountedSum(STORED, work)
    asked.value(W)
    asked.value_and_gradient(W)
    asked.gradient(W)
    asked.gradient_at(W, ROWS)
    product = asked.hessian_product(W, ROWS)
    product(W)
    product(W)
    work.record(0.5, nonzeros=4)
    work.record(0.25)
    assert (work.evaluations, work.gradient_samples, work.curvature_samples) == (30, 65, 10)
    assert work.products == 5
    assert work.entries == 5 * STORED.n_entries + 5 * STORED.entries_of(ROWS)
    assert work.passes(30) == pytest.approx(95 / 30)
    curve = work.curve()
    assert curve.objective.tolist() == [0.5, 0.25]
    assert curve.nonzeros.tolist() == [4, -1]
    assert curve.entries.tolist() == [work.entries] * 2


def test_an_empty_record_is_an_empty_curve():
    curve = Work().curve()
    assert curve.objective.shape == curve.entries.shape == (0,)


def test_other_counters_and_matrices_are_named():
    with pytest.raises(ValueError, match="counter"):
        Work().add(gradients=3)
    with pytest.raises(ValueError, match="entries"):
        Work().add(entries=-1)
    with pytest.raises(TypeError, match="X must be an array"):
        FiniteSum(aslinearoperator(X), SIGNS, Logistic())
    with pytest.raises(ValueError, match="rows"):
        DENSE.gradient_at(W, [])
    with pytest.raises(ValueError, match="rows"):
        DENSE.gradient_at(W, [30])


def test_least_squares_have_an_optimum_in_closed_form():
    y = X @ W + 0.1
    problem = FiniteSum(X, y, Squared(), 0.3)
    best = np.linalg.solve(X.T @ X / 30 + 0.3 * np.eye(4), X.T @ y / 30)
    assert problem.gradient(best) == pytest.approx(np.zeros(4), abs=1e-14)
