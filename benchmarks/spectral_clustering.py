"""Clusters of graphs, kernels and means against scikit-learn and tslearn.

Spectral clustering: the same graph, the same embedding up to rotation, the same clusters. Kernel
k-means: the same labels to start from, the same clusters; tslearn's rule leaves the norm of the
mean out, so that both agree only where the clusters are clear. Information of labels: one factor a
width and penalty for all folds, against a solve for each.
"""

import warnings

import numpy as np
from scipy import sparse
from scipy.linalg import subspace_angles
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans as PeerKMeans
from sklearn.cluster import SpectralClustering as PeerSpectral
from sklearn.manifold import spectral_embedding
from sklearn.metrics import adjusted_rand_score

from _race import duel, peer
from mlcompanion.clustering import KMeans, kernel_kmeans
from mlcompanion.clustering.spectral import SpectralClustering
from mlcompanion.datasets import make_two_spirals
from mlcompanion.density.contrasts import lsqmi
from mlcompanion.kernels import rbf_kernel
from mlcompanion.manifold import knn_graph
from mlcompanion.resampling import fold_splits

TITLE = "Spectral clustering and kernel k-means"
CHAPTER = "sugiyama/37_clustering"


def clouds(n, apart, seed=0, d=2):
    """Three round clouds, as many points in each."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    return rng.normal(size=(n, d)) + apart * np.eye(3, d)[y], y


def same_clusters(ours, theirs):
    """Both groupings agree but for a point in a hundred."""
    assert adjusted_rand_score(ours, theirs) > 0.97


def spectral(n):
    """The graph is given: eigenvectors and k-means."""
    X, _ = clouds(n, 5.0)
    W = knn_graph(X, 15, weights="binary")
    # scikit-learn wants indices of 32 bits
    parts = (W.data, W.indices.astype(np.int32), W.indptr.astype(np.int32))
    V = sparse.csr_matrix(parts, shape=W.shape)
    yield duel(
        "spectral clustering", f"{n} points, 15 neighbours, 3 clusters",
        lambda: SpectralClustering(3, graph="precomputed", random_state=0).fit(W).labels_,
        "scikit-learn",
        lambda: PeerSpectral(3, affinity="precomputed", random_state=0).fit(V).labels_,
        same=same_clusters, note="agreement above 0.97",
    )  # fmt: skip

    def same_span(ours, theirs):
        assert subspace_angles(ours, theirs).max() < 1e-4

    yield duel(
        "its embedding, one start of k-means", f"{n} points",
        lambda: SpectralClustering(3, graph="precomputed", n_init=1).fit(W).embedding_,
        "scikit-learn", lambda: spectral_embedding(V, n_components=2, random_state=0),
        same=same_span, note="equal up to rotation; the peer's is the embedding alone",
    )  # fmt: skip


def kernels(n, apart):
    """Sweeps on a kernel matrix, from the same random labels."""
    tslearn = peer("tslearn.clustering", "tslearn")
    if tslearn is None:
        return
    X, _ = clouds(n, apart, d=5)
    K = rbf_kernel(X, sigma=2.0)
    start = np.random.RandomState(0).randint(3, size=n)  # what the peer will draw
    other = tslearn.KernelKMeans(3, kernel="precomputed", random_state=0, max_iter=300, tol=1e-9)
    series = K[:, :, None]
    yield duel(
        "kernel k-means", f"matrix of {n} points, 3 clusters {apart:g} apart, one start",
        lambda: kernel_kmeans(K, 3, init=start).labels,
        "tslearn", lambda: other.fit(series).labels_,
        same=same_clusters, note="agreement above 0.97: the peer leaves the means' norms out",
    )  # fmt: skip


def means(n, d, k):
    """Sweeps of k-means from the same centres."""
    X = np.random.default_rng(0).normal(size=(n, d))
    start = X[:k]

    def theirs():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return PeerKMeans(k, init=start, n_init=1, tol=0, max_iter=30).fit(X).inertia_

    def ours():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return KMeans(k, init=start, max_iter=30).fit(X).inertia_

    def close(mine, other):
        assert abs(mine - other) < 1e-3 * other

    yield duel(
        "k-means, 30 sweeps", f"{n} x {d}, {k} clusters", ours, "scikit-learn", theirs,
        same=close, note="scatter within a thousandth; ours keeps the digits of distances",
    )  # fmt: skip


def solve_by_solve(X, y, sigmas, lams, splits):
    """Cross validation as printed in Fig. 37.8: a solve for each penalty and fold."""
    squares = cdist(X, X, "sqeuclidean")
    scores = np.zeros((len(sigmas), len(lams)))
    for a, sigma in enumerate(sigmas):
        kernel = np.exp(squares / (-2 * sigma**2))
        for label in np.unique(y):
            own = y == label
            U = (np.sqrt(np.pi) * sigma) ** X.shape[1] * np.exp(
                squares[np.ix_(own, own)] / (-4 * sigma**2)
            )
            for fold in splits:
                v = []
                for rows in fold:
                    mine = own[rows]
                    part = kernel[np.ix_(own, rows)]
                    v.append(part[:, mine].sum(1) / len(rows)
                             - part.sum(1) * mine.sum() / len(rows) ** 2)  # fmt: skip
                for b, lam in enumerate(lams):
                    alpha = np.linalg.solve(U + lam * np.eye(len(U)), v[0])
                    scores[a, b] += (alpha @ U @ alpha / 2 - v[1] @ alpha) / len(splits)
    return scores


def information(n, n_lams, n_folds):
    """Scores of all widths and penalties."""
    made = make_two_spirals(n, random_state=0, turns=1.0)
    sigmas, lams = [0.5, 1.0, 2.0], np.logspace(-5, -1, n_lams)
    splits = fold_splits(n_folds, made.data, random_state=np.random.default_rng(0))
    yield duel(
        "information of labels", f"{n} points, 3 widths, {n_lams} penalties, {n_folds} folds",
        lambda: lsqmi(made.data, made.target, sigma=sigmas, lam=lams, folds=splits).cv_scores,
        "a solve each",
        lambda: solve_by_solve(made.data, made.target, sigmas, lams, splits),
        same=lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-5), note="equal scores",
    )  # fmt: skip


def rows():
    """All races."""
    for n in (600, 3000):
        yield from spectral(n)
    for n, apart in ((1000, 8.0), (1000, 5.0), (3000, 5.0)):
        yield from kernels(n, apart)
    yield from means(20_000, 10, 10)
    yield from information(600, 3, 2)
    yield from information(600, 20, 5)
