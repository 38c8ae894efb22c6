"""Linear projections: class by class against sums over pairs, and against scikit-learn's.

No package with local Fisher discriminant analysis runs on the versions of NumPy and scikit-learn
that the book pins: its definition, over pairs, stands in. Its matrices must be the same.
"""

import numpy as np
from scipy.linalg import subspace_angles
from sklearn.decomposition import PCA as PeerPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from _race import duel
from mlcompanion.reduction.linear import PCA, FisherProjection, local_scatters
from mlcompanion.teaching import log_slope

TITLE = "Linear projections"
CHAPTER = "sugiyama/35_linear_dimensionality_reduction"
WIDTH = 2.0


def labelled(n, d=10, classes=4, seed=0):
    """Normal clouds of equal size about random means."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return rng.normal(size=(n, d)) + 2 * rng.normal(size=(classes, d))[y], y


def by_pairs(X, y):
    """Both local matrices as sums over pairs, a row of pairs at a time; O(n² d²)."""
    n, d = X.shape
    sizes = np.bincount(y)
    within, between = np.zeros((2, d, d))
    for i in range(n):
        gaps = X - X[i]
        same = y == y[i]
        W = np.exp(-np.einsum("ij,ij->i", gaps, gaps) / (2 * WIDTH**2))
        Q = np.where(same, W / sizes[y[i]], 0.0)
        P = np.where(same, W * (1 / n - 1 / sizes[y[i]]), 1 / n)
        within += (gaps.T * Q) @ gaps / 2
        between += (gaps.T * P) @ gaps / 2
    return within, between


def equal_matrices(ours, theirs):
    """Both pairs of matrices, to rounding."""
    for a, b in zip(ours, theirs):
        np.testing.assert_allclose(a, b, atol=1e-9 * np.abs(b).max())


def equal_spaces(ours, theirs):
    """The same directions, up to sign."""
    assert subspace_angles(ours.T, theirs.T).max() < 1e-6


def rows():
    """Local scatter matrices at three sizes; the two classics."""
    sizes = (500, 1000, 2000)
    found = []
    for n in sizes:
        X, y = labelled(n)
        found.append(duel(
            "local scatter matrices", f"n = {n:,}, d = 10, 4 classes",
            lambda X=X, y=y: local_scatters(X, y, similarity="gaussian", width=WIDTH),
            "sums over pairs", lambda X=X, y=y: by_pairs(X, y), same=equal_matrices, repeats=3,
        ))  # fmt: skip
    slopes = [log_slope(sizes, [one[side] for one in found]) for side in ("ours_s", "peer_s")]
    found[-1]["note"] = f"seconds grow like n^{slopes[0]:.1f}, over pairs like n^{slopes[1]:.1f}"
    yield from found
    X, y = labelled(20_000, d=50)
    yield duel(
        "principal components", "20,000 × 50, all", lambda: PCA().fit(X).components_[:10],
        "scikit-learn PCA", lambda: PeerPCA(svd_solver="full").fit(X).components_[:10],
        same=equal_spaces,
    )  # fmt: skip
    yield duel(
        "Fisher's directions", "20,000 × 50, 4 classes",
        lambda: FisherProjection().fit(X, y).components_, "scikit-learn LDA, eigen",
        lambda: LinearDiscriminantAnalysis(solver="eigen").fit(X, y).scalings_[:, :3].T,
        same=equal_spaces,
        reason="means in two passes, and a look at the rank of the data before anything is solved",
    )  # fmt: skip
