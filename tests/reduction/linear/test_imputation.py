"""Missing entries: the optimum by its conditions, the listing, and the baselines."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.reduction.linear import fill_by_svd, impute_by_factors, impute_trace_norm

RNG = np.random.default_rng(8)


def matrix(rank=3, shape=(20, 10), seen=100, rng=RNG):
    X = rng.normal(size=(shape[0], rank)) @ rng.normal(size=(rank, shape[1]))
    return X, (rng.permutation(X.size) < seen).reshape(shape)


@pytest.mark.parametrize("unit", [1.0, 1e-6, 1e6])
def test_conditions_of_the_optimum(unit):
    X, mask = matrix()
    X = unit * X
    lam = unit
    found = impute_trace_norm(X, mask, lam, tol=1e-10)
    residual = np.where(mask, X - found.matrix, 0.0)
    # a slope of the trace norm: no singular value above lam, and lam along the matrix's own
    assert np.linalg.norm(residual, 2) <= lam * (1 + 1e-6)
    sizes = np.linalg.svd(found.matrix, compute_uv=False)
    assert np.vdot(residual, found.matrix) == pytest.approx(lam * sizes.sum(), rel=1e-6)
    assert found.rank == np.sum(sizes > 1e-6 * sizes[0])
    assert found.gap < 1e-6
    assert found.objective == pytest.approx(np.sum(residual**2) / 2 + lam * sizes.sum())


def test_the_listing_reaches_the_same_matrix():
    X, mask = matrix()
    theta = RNG.normal(size=X.shape)
    for _ in range(20000):
        left, sizes, right = np.linalg.svd(theta - 0.1 * mask * (theta - X), full_matrices=False)
        new = (left * np.maximum(sizes - 0.1, 0)) @ right
        done = np.linalg.norm(new - theta) < 1e-9
        theta = new
        if done:
            break
    found = impute_trace_norm(X, mask, 1.0, tol=1e-10)
    np.testing.assert_allclose(found.matrix, theta, atol=1e-4)
    plain = impute_trace_norm(X, mask, 1.0, step=0.1, accelerate=False, tol=1e-8, max_iter=50000)
    np.testing.assert_allclose(plain.matrix, theta, atol=1e-4)
    assert plain.n_iter > 5 * found.n_iter


def test_with_all_entries_it_is_the_shrunken_decomposition():
    X = RNG.normal(size=(6, 4))
    left, sizes, right = np.linalg.svd(X, full_matrices=False)
    want = (left * np.maximum(sizes - 0.7, 0)) @ right
    np.testing.assert_allclose(impute_trace_norm(X, lam=0.7).matrix, want, atol=1e-8)


def test_a_large_penalty_gives_zero():
    X, mask = matrix()
    largest = np.linalg.norm(np.where(mask, X, 0), 2)
    assert impute_trace_norm(X, mask, 1.01 * largest).rank == 0
    assert impute_trace_norm(X, mask, 0.9 * largest).rank > 0


def test_what_is_missing_is_not_looked_at():
    X, mask = matrix()
    holes = np.where(mask, X, np.nan)
    wild = np.where(mask, X, np.inf)
    want = impute_trace_norm(X, mask).matrix
    np.testing.assert_array_equal(impute_trace_norm(holes).matrix, want)
    np.testing.assert_array_equal(impute_trace_norm(wild, mask).matrix, want)
    whole = np.rint(3 * X).astype(int)
    np.testing.assert_array_equal(
        impute_trace_norm(whole, mask).matrix, impute_trace_norm(whole.astype(float), mask).matrix
    )


def test_a_warm_start_needs_fewer_steps():
    X, mask = matrix()
    first = impute_trace_norm(X, mask, 1.2, tol=1e-8)
    cold = impute_trace_norm(X, mask, 1.0, tol=1e-8)
    warm = impute_trace_norm(X, mask, 1.0, tol=1e-8, start=first.matrix)
    assert warm.n_iter < cold.n_iter
    np.testing.assert_allclose(warm.matrix, cold.matrix, atol=1e-4)


def test_baselines():
    X, mask = matrix()
    left, sizes, right = np.linalg.svd(np.where(mask, X, 0.0))
    want = sum(sizes[k] * np.outer(left[:, k], right[k]) for k in range(3))
    np.testing.assert_allclose(fill_by_svd(X, mask, 3), want, atol=1e-10)
    easy, seen = matrix(rank=2, shape=(30, 20), seen=450)
    np.testing.assert_allclose(
        impute_by_factors(easy, seen, 2, n_restarts=3, random_state=0), easy, atol=1e-4
    )


def test_bad_input():
    X, mask = matrix()
    with pytest.raises(ValueError, match="mask must mark"):
        impute_trace_norm(X, np.zeros_like(mask))
    with pytest.raises(ValueError, match="mask must mark"):
        impute_trace_norm(np.full((2, 2), np.nan))
    with pytest.raises(ValueError, match="mask"):
        impute_trace_norm(X, mask[:-1])
    with pytest.raises(ValueError, match="lam"):
        impute_trace_norm(X, mask, 0.0)
    with pytest.raises(ValueError, match="X contains"):
        impute_trace_norm(np.where(mask, np.inf, X), mask)
    with pytest.raises(ValueError, match="rank"):
        fill_by_svd(X, mask, 11)
    with pytest.warns(ConvergenceWarning, match="max_iter=2"):
        assert not impute_trace_norm(X, mask, max_iter=2).converged
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        impute_by_factors(X, mask, 3, max_iter=1, random_state=0)
