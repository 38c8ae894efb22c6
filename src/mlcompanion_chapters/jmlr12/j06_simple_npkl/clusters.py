"""What the source's clustering tables measure: four ways to cluster with the same pairs."""

from time import process_time

import numpy as np
from scipy import sparse

from mlcompanion.clustering import kmeans_restarts, paired_kmeans
from mlcompanion.kernel_methods.pairs import (
    SimpleNPKL,
    pairwise_constraints,
    rand_accuracy,
    select_active,
)
from mlcompanion.linalg import one_blas_thread

from .sets import magic_sample, table_2_set

__all__ = [
    "accuracy",
    "active_row",
    "held_out_constant",
    "large_row",
    "learn",
    "small_row",
    "wine_row",
    "wrong_row",
]

STARTS = 10  # of every k-means
CONSTANTS = (0.05, 0.1, 0.2, 0.4, 0.8)  # inside (0, 1), as the source says


def accuracy(y, points, seed=0, n_init=STARTS):
    """Per cent of the pairs right when k-means clusters some coordinates."""
    k = len(np.unique(y))
    if not points.shape[1]:
        points = np.zeros((len(y), 1))
    found = kmeans_restarts(points, k, n_init=n_init, random_state=seed)
    return 100 * rand_accuracy(y, found.labels)


def learn(X, T, loss, **options):
    """A fitted model and the processor seconds that it took, the graph included."""
    model = SimpleNPKL(loss, **options)
    with one_blas_thread():
        begin = process_time()
        model.fit(X, T=T)
        return model, process_time() - begin


def held_out_constant(X, T, k, seed):
    """The C whose clusters get most of a third of the pairs right that it was not told.

    A choice without a look at the classes: whoever has pairs can make it. Of equal ones the
    smallest.
    """
    right = np.zeros(len(CONSTANTS))
    rng = np.random.default_rng(seed)
    upper = sparse.coo_array(sparse.triu(T, 1))
    i, j = upper.coords
    held = rng.random(upper.nnz) < 1 / 3
    half = sparse.csr_array((upper.data[~held], (i[~held], j[~held])), shape=T.shape)
    told = sparse.csr_array(half + half.T)
    for place, C in enumerate(CONSTANTS):
        points = SimpleNPKL("linear", C).fit(X, T=told).factors_
        if points.shape[1]:
            found = kmeans_restarts(points, k, n_init=3, random_state=seed).labels
            together = found[i[held]] == found[j[held]]
            right[place] = (together == (upper.data[held] > 0)).sum()
    return CONSTANTS[right.argmax()]


def small_row(name, seed, C=None, n_neighbors=5):
    """One repeat of Table 2; without a C, it is chosen by held-out pairs."""
    X, y = table_2_set(name, seed)
    T = pairwise_constraints(y, ratio=0.7, random_state=seed)
    k = len(np.unique(y))
    C = C or held_out_constant(X, T, k, seed)
    row = {
        "pairs": T.nnz // 2,
        "constant": C,
        "km": accuracy(y, X, seed),
        "ck": 100 * rand_accuracy(y, paired_kmeans(X, k, T, random_state=seed).labels),
    }
    for short, loss in (("ll", "linear"), ("shl", "square_hinge")):
        model, seconds = learn(X, T, loss, C=C, n_neighbors=n_neighbors)
        row |= {
            short: accuracy(y, model.factors_, seed),
            f"{short}_seconds": seconds,
            f"{short}_rank": model.factors_.shape[1],
        }
    return row


def wrong_row(seed, share):
    """Iris with some pairs turned: three losses, the hinges with room for their margin."""
    X, y = table_2_set("iris")
    T = pairwise_constraints(y, 120, wrong=share, random_state=seed)
    room = {"budget": len(y) ** 2 / 3, "max_iter": 300}
    losses = {"ll": ("linear", {}), "shl": ("square_hinge", room), "hl": ("hinge", room)}
    row = {}
    for short, (loss, options) in losses.items():
        model, _ = learn(X, T, loss, C=0.1, **options)
        row |= {short: accuracy(y, model.factors_, seed), f"{short}_ended": model.converged_}
    return row


def wine_row(seed, C, n_neighbors, scaled):
    """Wine at one cell of the grid."""
    X, y = table_2_set("wine")
    if scaled:
        X = (X - X.mean(axis=0)) / X.std(axis=0)
    T = pairwise_constraints(y, ratio=0.7, random_state=seed)
    model, _ = learn(X, T, "linear", C=C, n_neighbors=n_neighbors)
    return {"ll": accuracy(y, model.factors_, seed)}


def climbed(history):
    """First step at which the objective has covered 99 % of its way up."""
    history = np.asarray(history)
    way = history[-1] - history[0]
    return int(np.flatnonzero(history >= history[-1] - 0.01 * way)[0])


def large_row(n, pairs, seed, max_iter):
    """One size of Table 7 on the stand-in; the rank as Proposition 4 suggests."""
    X, y = magic_sample(n, seed)
    T = pairwise_constraints(y, pairs // 2, random_state=seed)
    row = {
        "km": accuracy(y, X, seed, 3),
        "ck": 100 * rand_accuracy(y, paired_kmeans(X, 2, T, n_init=3, random_state=seed).labels),
    }
    options = {"C": 1.0, "budget": float(n), "n_neighbors": 50, "rank": "bound"}
    for short, loss in (("ll", "linear"), ("shl", "square_hinge")):
        model, seconds = learn(X, T, loss, max_iter=max_iter, **options)
        row |= {short: accuracy(y, model.factors_, seed, 3), f"{short}_seconds": seconds}
    return row | {"steps": model.n_iter_, "to_99": climbed(model.history_)}


def some_pairs(T, count, seed):
    """As many of the given pairs, drawn at random."""
    upper = sparse.coo_array(sparse.triu(T, 1))
    kept = np.random.default_rng(seed).choice(upper.nnz, count, replace=False)
    rows, columns = (axis[kept] for axis in upper.coords)
    half = sparse.csr_array((upper.data[kept], (rows, columns)), shape=T.shape)
    return sparse.csr_array(half + half.T)


def active_row(n, ratio, shares, seed):
    """Figure 2 on the stand-in: all pairs, the doubtful ones, as many at random; linear loss."""
    X, y = magic_sample(n, seed)
    T = pairwise_constraints(y, ratio=ratio, random_state=seed)
    options = {"C": 1.0, "budget": float(n), "n_neighbors": 20, "rank": "bound"}
    whole, seconds = learn(X, T, "linear", **options)
    row = {"full": accuracy(y, whole.factors_, seed, 3), "t_full": seconds, "pairs": T.nnz}
    for share in shares:
        begin = process_time()
        chosen = select_active(whole.kernel_, T, share)
        choice = process_time() - begin
        model, seconds = learn(X, chosen, "linear", **options)
        plain = some_pairs(T, chosen.nnz // 2, seed)
        rival, _ = learn(X, plain, "linear", **options)
        row |= {
            f"act_{share}": accuracy(y, model.factors_, seed, 3),
            f"rnd_{share}": accuracy(y, rival.factors_, seed, 3),
            f"t_{share}": seconds + choice,
        }
    return row
