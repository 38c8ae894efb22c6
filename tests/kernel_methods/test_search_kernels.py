"""Kernels for search against their definitions, entry by entry."""

import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import jensenshannon

from mlcompanion.kernel_methods.search.search_kernels import (
    click_query_kernel,
    cosine_kernel,
    preference_pairs,
    s_kernel,
    sum_s_kernel,
)

rng = np.random.default_rng(1)
CLICKS = rng.poisson(0.4, (12, 9)).astype(float)
CLICKS[5] = 0


def similarity(u, v, measure):
    """One entry, by a library or by sets."""
    if measure == "pearson":
        return np.corrcoef(u, v)[0, 1] if u.any() and v.any() else 0.0
    if measure == "jensen-shannon":
        return 1 - jensenshannon(u, v, base=2) ** 2 if u.any() and v.any() else 0.0
    either = np.sum((u > 0) | (v > 0))
    return np.sum((u > 0) & (v > 0)) / either if either else 0.0


@pytest.mark.parametrize("measure", ["pearson", "jensen-shannon", "jaccard"])
def test_similar_queries(measure):
    K = click_query_kernel(sparse.csr_array(CLICKS), measure)
    np.testing.assert_allclose(K, click_query_kernel(CLICKS, measure))
    want = [[similarity(u, v, measure) for v in CLICKS] for u in CLICKS]
    np.fill_diagonal(want := np.array(want), 1.0)
    np.testing.assert_allclose(K, want, atol=1e-12)
    assert np.linalg.eigvalsh(K)[0] > -1e-12


def test_a_query_that_clicked_everything_equally_is_like_no_other():
    K = click_query_kernel([[3, 3, 3], [0, 1, 0], [0, 2, 0]])
    np.testing.assert_allclose(K, [[1, 0, 0], [0, 1, 1], [0, 1, 1]], atol=1e-12)


def test_cosines():
    X = rng.poisson(1.0, (5, 6))
    Y = rng.poisson(1.0, (4, 6))
    X[2] = 0
    lengths = np.linalg.norm(X, axis=1)[:, None] * np.linalg.norm(Y, axis=1)
    want = np.divide(X @ Y.T, lengths, out=np.zeros((5, 4)), where=lengths > 0)
    np.testing.assert_allclose(cosine_kernel(sparse.csr_array(X), Y), want)
    with pytest.raises(ValueError, match=r"\bY must have 6 columns"):
        cosine_kernel(X, Y[:, :3])


def kernels(n, scale=0.9):
    """Two kernels with entries below 1, and values of an S-function of both signs."""
    A, B = rng.normal(size=(2, n, 3))
    A, B = (scale * M / np.linalg.norm(M, axis=1)[:, None] for M in (A, B))
    return rng.normal(size=n), A @ A.T, B @ B.T


def test_power_series_of_kernels():
    g, KX, KY = kernels(15)
    u = KX * KY
    np.testing.assert_allclose(s_kernel(g, KX, KY, "exp"), np.outer(g, g) * np.exp(u))
    np.testing.assert_allclose(s_kernel(g, KX, KY, "geometric"), np.outer(g, g) / (1 - u))
    coefs = (0.5, 0.0, 2.0, 0.1)
    want = np.outer(g, g) * sum(c * u**k for k, c in enumerate(coefs))
    np.testing.assert_allclose(s_kernel(g, KX, KY, coefs), want)
    assert np.linalg.eigvalsh(want)[0] > -1e-12
    with pytest.raises(ValueError, match=r"\bKX must stay below 1"):
        s_kernel(g, KX / 0.5, KY, "geometric")


def test_sums_of_kernels():
    (g, KX, KY), (_, LX, LY) = kernels(8), kernels(8)
    want = np.outer(g, g) * (0.3 * KX * KY + 2.0 * LX * LY)
    np.testing.assert_allclose(sum_s_kernel(g, [KX, LX], [KY, LY], [0.3, 2.0]), want)
    with pytest.raises(ValueError, match=r"\bKX and KY must be lists of one length"):
        sum_s_kernel(g, [KX, LX], [KY], [1.0, 1.0])


def test_preferences_are_clicks_over_skips():
    clicked = [[True, False, True, False, False], [False] * 5]
    shown = np.array([[10, 11, 12, 13, 14], [20, 21, 22, 23, 24]])
    found = preference_pairs([3, 4], shown, clicked)
    assert found.tolist() == [[3, 10, 11], [3, 12, 11], [3, 12, 13]]
