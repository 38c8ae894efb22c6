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
    "answers_row",
    "held_out_constant",
    "large_row",
    "learn",
    "margin_row",
    "small_row",
    "standard_row",
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


def held_out_constant(X, T, k, seed, n_neighbors=5):
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
        points = SimpleNPKL("linear", C, n_neighbors=n_neighbors).fit(X, T=told).factors_
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


def margin_row(name, seed):
    """Table 2 with room for every margin: the square hinge beside the linear loss."""
    X, y = table_2_set(name, seed)
    T = pairwise_constraints(y, ratio=0.7, random_state=seed)
    k = len(np.unique(y))
    C = held_out_constant(X, T, k, seed)
    linear, _ = learn(X, T, "linear", C=C)
    # k groups, k - 1 inside and -1 between: the smallest kernel with all margins at 1 or more. As
    # a penalty (Proposition 2), since a budget of this size may not be used up.
    spectrum = linear.kernel_.spectrum
    penalty = float(np.sqrt((spectrum @ spectrum) / ((k - 1) * len(y) ** 2)))
    hinge, _ = learn(
        X, T, "square_hinge", C=C, penalty=penalty, step="search", max_iter=100, tol=1e-3
    )
    reached = T.data * hinge.kernel_.entries(*T.nonzero())
    return {
        "constant": C,
        "ll": accuracy(y, linear.factors_, seed),
        "shl": accuracy(y, hinge.factors_, seed),
        "steps": hinge.n_iter_,
        "ended": hinge.converged_,
        "margin": float(reached.mean()),
    }


def standard_row(name, seed):
    """Three ways to cluster on standardised attributes, C by held-out pairs."""
    X, y = table_2_set(name, seed)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    T = pairwise_constraints(y, ratio=0.7, random_state=seed)
    return rivals(X, y, T, seed)


def answers_row(count, seed):
    """Iris with some number of answers, C by held-out pairs."""
    X, y = table_2_set("iris")
    return rivals(X, y, pairwise_constraints(y, count, random_state=seed), seed)


def rivals(X, y, T, seed):
    """K-means, k-means with links and the kernel by the linear loss on the same answers."""
    k = len(np.unique(y))
    C = held_out_constant(X, T, k, seed)
    model, _ = learn(X, T, "linear", C=C)
    return {
        "constant": C,
        "km": accuracy(y, X, seed),
        "ck": 100 * rand_accuracy(y, paired_kmeans(X, k, T, random_state=seed).labels),
        "ll": accuracy(y, model.factors_, seed),
    }


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
    """One size of Table 7 on the stand-in at the printed C = 1, and with a C by held-out pairs."""
    X, y = magic_sample(n, seed)
    T = pairwise_constraints(y, pairs // 2, random_state=seed)
    row = {
        "km": accuracy(y, X, seed, 3),
        "ck": 100 * rand_accuracy(y, paired_kmeans(X, 2, T, n_init=3, random_state=seed).labels),
        "constant": held_out_constant(X, T, 2, seed, n_neighbors=50),
    }
    options = {"budget": float(n), "n_neighbors": 50}
    for short, loss in (("ll", "linear"), ("shl", "square_hinge")):
        model, seconds = learn(X, T, loss, C=1.0, max_iter=max_iter, **options)
        row |= {short: accuracy(y, model.factors_, seed, 3), f"{short}_seconds": seconds}
    held, _ = learn(X, T, "linear", C=row["constant"], **options)
    row |= {"held": accuracy(y, held.factors_, seed, 3), "held_rank": held.factors_.shape[1]}
    row |= {"rank": model.factors_.shape[1]}
    return row | {"steps": model.n_iter_, "to_99": climbed(model.history_)}


def some_pairs(T, count, seed):
    """As many of the given pairs, drawn at random."""
    upper = sparse.coo_array(sparse.triu(T, 1))
    kept = np.random.default_rng(seed).choice(upper.nnz, count, replace=False)
    rows, columns = (axis[kept] for axis in upper.coords)
    half = sparse.csr_array((upper.data[kept], (rows, columns)), shape=T.shape)
    return sparse.csr_array(half + half.T)


def active_row(n, ratio, shares, seed):
    """Figure 2 on the stand-in: all pairs, the doubtful ones, as many at random; square hinge."""
    X, y = magic_sample(n, seed)
    T = pairwise_constraints(y, ratio=ratio, random_state=seed)
    options = {"loss": "square_hinge", "C": 1.0, "budget": float(n), "n_neighbors": 20}
    whole, seconds = learn(X, T, **options)
    row = {"full": accuracy(y, whole.factors_, seed, 3), "t_full": seconds, "pairs": T.nnz}
    for share in shares:
        begin = process_time()
        chosen = select_active(whole.kernel_, T, share)
        choice = process_time() - begin
        model, seconds = learn(X, chosen, **options)
        plain = some_pairs(T, chosen.nnz // 2, seed)
        rival, _ = learn(X, plain, **options)
        row |= {
            f"act_{share}": accuracy(y, model.factors_, seed, 3),
            f"rnd_{share}": accuracy(y, rival.factors_, seed, 3),
            f"t_{share}": seconds + choice,
        }
    return row
