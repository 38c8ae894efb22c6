"""Averaged gradients with a search, lazily on sparse rows, against the same steps in full."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize

from mlcompanion.losses import Logistic, Squared
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.finite_sums.sag_line_search import sag_line_search

RNG = np.random.default_rng(5)
N, D = 150, 12
X = RNG.normal(size=(N, D)) * (RNG.random((N, D)) < 0.4)
SIGNS = np.sign(X[:, 0] - X[:, 1] + RNG.normal(size=N))


def in_full(problem, n_steps, seed):
    """The same method with all gradients kept as a matrix."""
    rng = np.random.default_rng(seed)
    w = np.zeros(D)
    kept = np.zeros((N, D))
    known = np.zeros(N, dtype=bool)
    L = 1.0
    asked = 0
    for _ in range(n_steps // N):
        for i in rng.integers(N, size=N):
            x = problem.X[i]
            kept[i] = problem.loss.derivative(x @ w, problem.y[i]) * x
            known[i] = True
            squared = kept[i] @ kept[i]
            here = problem.loss.value(x @ w, problem.y[i])
            while squared > 1e-12 * here * L:
                asked += 1
                there = problem.loss.value(x @ (w - kept[i] / L), problem.y[i])
                if there <= here - squared / 2 / L:
                    break
                L *= 2
            step = 1 / (L + problem.lam)
            w = (1 - step * problem.lam) * w - step / known.sum() * kept.sum(axis=0)
            L *= 2 ** (-1 / N)
    return w, L, asked


@pytest.mark.parametrize("loss", [Logistic(), Squared()])
@pytest.mark.parametrize("lam", [0.0, 0.3])
def test_lazy_steps_are_the_steps_in_full(loss, lam):
    dense = FiniteSum(X, SIGNS, loss, lam)
    w, L, asked = in_full(dense, 3 * N, seed=3)
    for rows in (X, sparse.csr_array(X)):
        run = sag_line_search(FiniteSum(rows, SIGNS, loss, lam), np.zeros(D), 3 * N, random_state=3)
        np.testing.assert_allclose(run.w, w, rtol=1e-9, atol=1e-12)
        assert run.lipschitz == pytest.approx(L)
        assert run.work.evaluations == asked
        assert run.work.gradient_samples == 3 * N
        assert run.work.entries <= 2 * 3 * N * D


def test_it_finds_the_optimum_and_calls_back():
    problem = FiniteSum(sparse.csr_array(X), SIGNS, Logistic(), 0.01)
    told = []
    run = sag_line_search(
        problem, np.ones(D), 400 * N, every=100 * N, random_state=0,
        callback=lambda w, work: told.append((problem.value(w), work.gradient_samples)),
    )  # fmt: skip
    best = minimize(problem.value_and_gradient, np.zeros(D), jac=True, tol=1e-12)
    np.testing.assert_allclose(run.w, best.x, atol=1e-5)
    assert [samples for _, samples in told] == [100 * N, 200 * N, 300 * N, 400 * N]
    assert told[0][0] >= told[-1][0]


def test_a_factor_that_vanishes_is_multiplied_out():
    problem = FiniteSum(X, SIGNS, Logistic(), 50.0)
    run = sag_line_search(problem, np.zeros(D), 30 * N, random_state=0)
    best = minimize(problem.value_and_gradient, np.zeros(D), jac=True, tol=1e-14)
    np.testing.assert_allclose(run.w, best.x, atol=1e-6)


def test_bad_input_is_named():
    total = FiniteSum(X, SIGNS, Logistic(), 0.1, average=False)
    with pytest.raises(ValueError, match="problem must be a mean"):
        sag_line_search(total, np.zeros(D), 10)
    problem = FiniteSum(X, SIGNS, Logistic(), 0.1)
    with pytest.raises(ValueError, match="start must"):
        sag_line_search(problem, np.zeros(3), 10)
    assert sag_line_search(problem, np.ones(D), 0).w.tolist() == [1.0] * D
