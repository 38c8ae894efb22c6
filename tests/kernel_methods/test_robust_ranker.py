"""The ranker against its primal problem, its definition, and what it may not accept."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.kernel_methods import RobustRanker
from mlcompanion.kernel_methods.search.robust_ranker import preference_gram
from mlcompanion.kernel_methods.search.search_kernels import cosine_kernel


def world(seed, n_pairs, n_queries=4, n_pages=7):
    """Kernels, base scores and preferences, some of them contradictory."""
    rng = np.random.default_rng(seed)
    KQ, KD = (cosine_kernel(rng.poisson(1.0, (n, 6)) + 0.1) for n in (n_queries, n_pages))
    base = rng.exponential(size=(n_queries, n_pages))
    pairs = np.array([[rng.integers(n_queries), *rng.choice(n_pages, 2, replace=False)]
                      for _ in range(n_pairs)])  # fmt: skip
    return KQ, KD, base, pairs


def full_kernel(KQ, KD, base):
    """The kernel between all pairs of a query and a page."""
    return np.kron(KQ, KD) * np.outer(base, base)


def test_gram_matrix_of_preferences_is_that_of_differences():
    KQ, KD, base, pairs = world(0, 12)
    K = full_kernel(KQ, KD, base)
    difference = np.zeros((12, base.size))
    for row, (q, better, worse) in zip(difference, pairs):
        row[q * 7 + better] = 1
        row[q * 7 + worse] = -1
    W = preference_gram(KQ, KD, base, pairs)
    np.testing.assert_allclose(W, difference @ K @ difference.T, atol=1e-12)


@pytest.mark.parametrize("lam", [0.1, 1.0, 10.0])
def test_it_reaches_the_minimum_over_all_expansions(lam):
    KQ, KD, base, pairs = world(1, 30)
    ranker = RobustRanker(lam, max_iter=100_000).fit(KQ, KD, base, pairs)
    assert 0 <= ranker.gap_ <= 1e-4 * ranker.objective_
    assert ranker.dual_coef_.min() >= 0
    assert ranker.dual_coef_.max() <= 1 / lam + 1e-12
    K = full_kernel(KQ, KD, base)
    better = pairs[:, 0] * 7 + pairs[:, 1]
    worse = pairs[:, 0] * 7 + pairs[:, 2]

    def criterion(a):
        margins = K[better] @ a - K[worse] @ a
        active = margins < 1
        slope = lam * K @ a - (K[better] - K[worse])[active].sum(axis=0)
        return np.maximum(1 - margins, 0).sum() + lam / 2 * a @ K @ a, slope

    start = np.divide(ranker.coef_, base).ravel()
    free = minimize(criterion, start, jac=True, method="L-BFGS-B", options={"maxiter": 50})
    assert criterion(start)[0] == pytest.approx(ranker.objective_, rel=1e-10)
    assert free.fun >= ranker.objective_ - ranker.gap_ - 1e-9
    scores = ranker.decision_function(KQ, KD, base)
    np.testing.assert_allclose(scores.ravel(), K @ start, atol=1e-10)


def test_one_preference_by_hand():
    """Two unrelated pages with b = 2 and 1: W = 5, so beta = 1/5."""
    ranker = RobustRanker().fit([[1.0]], np.eye(2), [[2.0, 1.0]], [[0, 0, 1]])
    assert ranker.dual_coef_ == pytest.approx([0.2])
    found = ranker.decision_function([[0.5]], np.eye(2), [[2.0, 3.0]])
    np.testing.assert_allclose(found, [[2.0 * 0.5 * 0.4, -3.0 * 0.5 * 0.2]])


def test_too_few_sweeps_are_reported():
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        RobustRanker(0.01, max_iter=1).fit(*world(2, 30))


def test_pairs_out_of_range_and_an_untrained_ranker():
    KQ, KD, base, pairs = world(3, 5)
    with pytest.raises(ValueError, match=r"\bpairs must hold a row of KQ"):
        RobustRanker().fit(KQ, KD, base, pairs + np.array([4, 0, 0]))
    with pytest.raises(ValueError, match="not fitted"):
        RobustRanker().decision_function(KQ, KD, base)
