"""Spectral clustering of two spirals and of clouds, and the slips of its listing.

Sugiyama (2016), section 37.3 and Fig. 37.5.
"""

import warnings

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist
from sklearn.metrics import adjusted_rand_score

from mlcompanion.clustering import KMeans
from mlcompanion.clustering.spectral import SpectralClustering
from mlcompanion.datasets import make_two_spirals

from .clouds import three_clouds

__all__ = [
    "connected_clouds",
    "degenerate_width",
    "graph_counts",
    "printed_graph",
    "spectral",
    "spiral_draw",
    "spiral_runs",
    "stopping_runs",
    "trivial_vector",
]


def spiral_draw(n_samples=500, noise=1.0, random_state=None):
    """The spirals of the listings: one turn, uniform noise, about their mean.

    Returns
    -------
    X : ndarray, shape (n_samples, 2)
    arm : ndarray of int, shape (n_samples,)
        0 or 1.
    """
    made = make_two_spirals(n_samples, noise, random_state, turns=1.0)
    return made.data - made.data.mean(axis=0), (made.target < 0).astype(int)


def spectral(X, n_clusters, n_neighbors, random_state=0, graph="knn"):
    """A fitted spectral clustering; a graph in too many pieces is no surprise here."""
    model = SpectralClustering(
        n_clusters, n_neighbors=n_neighbors, graph=graph, random_state=random_state
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return model.fit(X)


def degenerate_width(model):
    """The wider of two clusters in a one-dimensional embedding, by the distance of their means."""
    z = model.embedding_[:, 0]
    groups = [z[model.labels_ == k] for k in (0, 1)]
    apart = abs(groups[0].mean() - groups[1].mean())
    return float(max(np.ptp(group) for group in groups) / apart)


def spiral_runs(repeats, random_state=0, printed=False):
    """Spectral clustering with ten neighbours and k-means, on draws of the spirals.

    Parameters
    ----------
    repeats : int
    random_state : int
    printed : bool
        Take the graph as the listing prints it, with < for <=, each point its own neighbour.

    Returns
    -------
    dict of ndarray, shape (repeats,)
        ``ari`` and ``ari_km``: agreement with the spirals; ``width``: see
        :func:`degenerate_width`; ``pieces`` of the graph.
    """
    rng = np.random.default_rng(random_state)
    rows = []
    for _ in range(repeats):
        X, arm = spiral_draw(random_state=rng)
        model = spectral(X, 2, 10, rng)
        if printed:
            W = printed_graph(X, 10, strict=True)[1]
            model = spectral(W, 2, 10, rng, graph="precomputed")
        plain = KMeans(2, n_init=10, random_state=rng).fit(X)
        rows.append(
            (
                adjusted_rand_score(arm, model.labels_),
                degenerate_width(model),
                adjusted_rand_score(arm, plain.labels_),
                model.pieces_.max() + 1,
            )
        )
    return dict(zip(("ari", "width", "ari_km", "pieces"), np.array(rows).T))


def printed_graph(X, k, strict):
    """The line of W in Fig. 37.5, with < as printed (strict) or with <= as in Fig. 36.3.

    Returns
    -------
    named : ndarray of bool, shape (n, n)
        Column i: the points that point i names, itself among them.
    W : csr_array, shape (n, n)
        Symmetric.
    """
    d = cdist(X, X, "sqeuclidean")
    limit = np.sort(d, axis=0)[k]
    named = d < limit if strict else d <= limit
    return named, csr_array((named | named.T).astype(float))


def graph_counts(repeats, random_state=0, k=10):
    """Neighbours that a point names, and pieces of the graph, with < and with <=.

    Returns
    -------
    dict of ndarray, shape (repeats,)
        Named as the measures of the line *strict-inequality*.
    """
    rng = np.random.default_rng(random_state)
    rows = []
    for _ in range(repeats):
        X, _ = spiral_draw(random_state=rng)
        printed, W_printed = printed_graph(X, k, strict=True)
        right, W_right = printed_graph(X, k, strict=False)
        pieces = [connected_components(W, directed=False)[0] for W in (W_printed, W_right)]
        rows.append((printed.sum(axis=0).max() - 1, right.sum(axis=0).min() - 1, *pieces))
    names = ("named_printed", "named_right", "pieces_printed", "pieces_right")
    return dict(zip(names, np.array(rows).T))


def connected_clouds(rng, k=10):
    """Draw the three clouds until their graph of neighbours is connected.

    Returns
    -------
    X : ndarray, shape (300, 2)
    cloud : ndarray of int, shape (300,)
    W : ndarray, shape (300, 300)
    """
    while True:
        X, cloud = three_clouds(random_state=rng)
        _, W = printed_graph(X, k, strict=False)
        W = W.toarray()
        np.fill_diagonal(W, 0.0)
        if reached_from_first(W).all():
            return X, cloud, W


def reached_from_first(W):
    """Which points a walk along the edges reaches from the first one, by breadth-first search."""
    seen = np.zeros(len(W), dtype=bool)
    front = np.zeros(len(W), dtype=bool)
    front[0] = True
    while front.any():
        seen |= front
        front = (W[front] > 0).any(axis=0) & ~seen
    return seen


def dense_vectors(W):
    """All solutions of Lz = lambda Dz, the least eigenvalue first, by a dense solver."""
    D = np.diag(W.sum(axis=1))
    return eigh(D - W, D)[1]


def trivial_vector(repeats, random_state=0):
    """K-means on eigenvectors 1 to 2, as printed, and 2 to 3, where the graph is connected.

    Returns
    -------
    dict of list, length repeats
        Named as the measures of the line *trivial-eigenvector*.
    """
    rng = np.random.default_rng(random_state)
    found = {"flat": [], "ari_printed": [], "ari_right": []}
    for _ in range(repeats):
        _, cloud, W = connected_clouds(rng)
        vectors = dense_vectors(W)
        found["flat"].append(float(np.ptp(vectors[:, 0]) / np.abs(vectors[:, 0]).mean()))
        for name, columns in (("ari_printed", (0, 1)), ("ari_right", (1, 2))):
            fit = KMeans(3, init="random", n_init=20, random_state=rng).fit(vectors[:, columns])
            found[name].append(float(adjusted_rand_score(cloud, fit.labels_)))
    return found


def stopping_runs(repeats, random_state=0, limit=0.001):
    """K-means on the embedding, ended as the listing ends it: who stops before labels settle?

    Returns
    -------
    dict of int
        Named as the measures of the line *watches-other-distances*.
    """
    rng = np.random.default_rng(random_state)
    unfinished = dict.fromkeys(("printed", "u", "relative"), 0)
    for _ in range(repeats):
        X, _, W = connected_clouds(rng)
        z = dense_vectors(W)[:, 1:3]
        start = z[rng.choice(len(z), 3, replace=False)]
        # MATLAB's d(y==t) reads the first column of the matrix d
        to_first = ((X - X[0]) ** 2).sum(axis=1)
        unfinished["printed"] += ends_early(z, start, limit, to_first)
        unfinished["u"] += ends_early(z, start, limit)
        unfinished["relative"] += ends_early(z, start, 0.0)
    return {f"unfinished_{name}": count for name, count in unfinished.items()}


def ends_early(z, centers, limit, watched=None):
    """Whether the loop of Fig. 37.5 leaves labels that one more sweep would change.

    Of ``watched``, by default the distances to the centres, the mean in each cluster must settle;
    with a limit of 0 it must stay as it is.
    """
    s0 = np.full(len(centers), np.inf)
    for _ in range(1000):
        u = cdist(z, centers, "sqeuclidean")
        y = u.argmin(axis=1)
        values = u.min(axis=1) if watched is None else watched
        # an empty cluster keeps its centre, where MATLAB's mean would be NaN
        sizes = np.bincount(y, minlength=len(centers))
        centers = np.array(
            [z[y == t].mean(axis=0) if sizes[t] else centers[t] for t in range(len(centers))]
        )
        s = np.array([values[y == t].mean() if sizes[t] else 0.0 for t in range(len(centers))])
        change = np.linalg.norm(s - s0)
        if change < limit or change == 0.0:
            break
        s0 = s
    return bool((cdist(z, centers, "sqeuclidean").argmin(axis=1) != y).any())
