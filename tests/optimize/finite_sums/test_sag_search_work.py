"""The line search of averaged gradients: each point that a loss is asked at is counted."""

import numpy as np
import pytest
from scipy import sparse

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, sag

RNG = np.random.default_rng(5)
N, D = 150, 12
X = RNG.normal(size=(N, D)) * (RNG.random((N, D)) < 0.4)
SIGNS = np.sign(X[:, 0] - X[:, 1] + RNG.normal(size=N))


def in_full(problem, first, seed):
    """Two passes of the same method with all gradients kept as a matrix."""
    rng = np.random.default_rng(seed)
    w = np.zeros(D)
    kept = np.zeros((N, D))
    L = first
    asked = 0
    for i in np.concatenate([rng.integers(N, size=N) for _ in range(2)]):
        x = problem.X[i]
        kept[i] = problem.loss.derivative(x @ w, problem.y[i]) * x
        squared = kept[i] @ kept[i]
        here = problem.loss.value(x @ w, problem.y[i])
        while squared > 1e-8:
            asked += 1
            there = problem.loss.value(x @ (w - kept[i] / L), problem.y[i])
            if there <= here - squared / 2 / L:
                break
            L *= 2
        step = 1 / (L + problem.lam)
        w = w - step * (kept.mean(axis=0) + problem.lam * w)
        L *= 2 ** (-1 / N)
    return w, asked


@pytest.mark.parametrize("first", [0.01, 10.0])
def test_evaluations_of_the_search_count_as_passes(first):
    dense = FiniteSum(X, SIGNS, Logistic(), 0.1)
    w, asked = in_full(dense, first, seed=3)
    limit = int(np.ceil((N + asked) / N))  # as many as end after the second pass over the rows
    for rows in (X, sparse.csr_array(X)):
        problem = FiniteSum(rows, SIGNS, Logistic(), 0.1)
        run = sag(
            problem, step=1 / first, line_search=True, tol=0, max_passes=limit, random_state=3
        )  # fmt: skip
        assert run.work.gradient_samples == 2 * N
        assert run.work.evaluations == asked > 2 * N - 10
        np.testing.assert_allclose(run.w, w, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(run.passes[-1], (2 * N + asked) / N)
