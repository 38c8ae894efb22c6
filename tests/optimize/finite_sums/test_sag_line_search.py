"""Averaged gradients with a search, lazily on sparse rows, against the same steps in full."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize

from mlcompanion.losses import Logistic, Squared
from mlcompanion.optimize.finite_sums import FiniteSum, sag

RNG = np.random.default_rng(5)
N, D = 150, 12
X = RNG.normal(size=(N, D)) * (RNG.random((N, D)) < 0.4)
SIGNS = np.sign(X[:, 0] - X[:, 1] + RNG.normal(size=N))


def in_full(problem, n_passes, seed):
    """The same method with all gradients kept as a matrix."""
    rng = np.random.default_rng(seed)
    w = np.zeros(D)
    kept = np.zeros((N, D))
    L = problem.row_lipschitz().max()
    asked = 0
    for _ in range(n_passes):
        for i in rng.integers(N, size=N):
            x = problem.X[i]
            kept[i] = problem.loss.derivative(x @ w, problem.y[i]) * x
            squared = kept[i] @ kept[i]
            here = problem.loss.value(x @ w, problem.y[i])
            while squared > 1e-12 * here * L:
                asked += 1
                there = problem.loss.value(x @ (w - kept[i] / L), problem.y[i])
                if there <= here - squared / 2 / L:
                    break
                L *= 2
            step = 1 / (L + problem.lam)
            w = (1 - step * problem.lam) * w - step * kept.mean(axis=0)
            L *= 2 ** (-1 / N)
    return w, asked


@pytest.mark.parametrize("loss", [Logistic(), Squared()])
@pytest.mark.parametrize("lam", [0.0, 0.3])
def test_lazy_steps_are_the_steps_in_full(loss, lam):
    for rows in (X, sparse.csr_array(X)):
        problem = FiniteSum(rows, SIGNS, loss, lam)
        run = sag(problem, line_search=True, max_passes=4, tol=0.0, random_state=3, track=False)
        passes = run.work.gradient_samples // N
        w, asked = in_full(FiniteSum(X, SIGNS, loss, lam), passes, seed=3)
        np.testing.assert_allclose(run.w, w, rtol=1e-9, atol=1e-12)
        assert run.work.evaluations == asked > 0
        assert run.work.passes(N) == pytest.approx(passes + asked / N)


def test_it_finds_the_optimum_from_any_first_step():
    problem = FiniteSum(sparse.csr_array(X), SIGNS, Logistic(), 0.01)
    best = minimize(problem.value_and_gradient, np.zeros(D), jac=True, tol=1e-12)
    for step in (1e-3, 1.0, 1e3):
        run = sag(
            problem, np.ones(D), step=step, line_search=True, max_passes=900, random_state=0,
            track=False,
        )  # fmt: skip
        assert run.converged
        np.testing.assert_allclose(run.w, best.x, atol=1e-5)


def test_a_factor_that_vanishes_is_multiplied_out():
    problem = FiniteSum(X, SIGNS, Logistic(), 50.0)
    run = sag(problem, line_search=True, max_passes=60, tol=0.0, random_state=0)
    best = minimize(problem.value_and_gradient, np.zeros(D), jac=True, tol=1e-14)
    np.testing.assert_allclose(run.w, best.x, atol=1e-6)


def test_a_small_loss_is_searched_like_a_large_one():
    runs = [
        sag(FiniteSum(c * X, c * SIGNS, Squared(), 0.3 * c**2), line_search=True, max_passes=6,
            tol=0.0, random_state=1)
        for c in (1.0, 1e-6)
    ]  # fmt: skip
    assert runs[0].work.evaluations == runs[1].work.evaluations
    np.testing.assert_allclose(runs[1].w, runs[0].w, rtol=1e-9)
