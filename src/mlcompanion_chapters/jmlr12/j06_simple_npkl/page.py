"""What the page draws: growing lists of pairs on iris, and kernels learned from them."""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion.clustering import kmeans_restarts
from mlcompanion.kernel_methods.pairs import SimpleNPKL, SpectralKernel, rand_accuracy

from .sets import table_2_set

__all__ = [
    "Learned",
    "first_pairs",
    "judged_ratio",
    "learned",
    "not_asked",
    "order_by_class",
    "spectrum_of",
]


def first_pairs(y, count, *, wrong=0.0, seed=9):
    """The first pairs of one random list, so that more pairs are the old ones and new ones."""
    n = len(y)
    rng = np.random.default_rng(seed)
    places = rng.choice(n * (n - 1) // 2, 1000, replace=False)
    turned = rng.random(1000) < wrong
    i, j = (axis[places[:count]] for axis in np.triu_indices(n, 1))
    signs = np.where((y[i] == y[j]) != turned[:count], 1.0, -1.0)
    half = sparse.csr_array((signs, (i, j)), shape=(n, n))
    return sparse.csr_array(half + half.T)


class Learned(NamedTuple):
    """A kernel of iris and what k-means makes of it."""

    kernel: SpectralKernel
    accuracy: float
    labels: np.ndarray
    model: SimpleNPKL


@cache
def learned(count, C, p=2.0, wrong=0.0, loss="linear"):
    """The kernel of iris from the first pairs of the list."""
    X, y = table_2_set("iris")
    model = SimpleNPKL(loss, C, p=p).fit(X, T=first_pairs(y, count, wrong=wrong))
    points = model.factors_ if model.factors_.shape[1] else np.zeros((len(y), 1))
    found = kmeans_restarts(points, 3, n_init=3, random_state=0)
    return Learned(model.kernel_, 100 * rand_accuracy(y, found.labels), found.labels, model)


def spectrum_of(model, C):
    """All eigenvalues of A for the linear loss, falling."""
    A = C * model.pairs_ - model.laplacian_
    return np.linalg.eigvalsh(A.toarray())[::-1]


def order_by_class(y):
    """The rows of each class together."""
    return np.argsort(y, kind="stable")


def not_asked(T, y, labels):
    """The share of the pairs put right, together or apart, among those that T does not name."""
    i, j = np.triu_indices(len(y), 1)
    free = T.toarray()[i, j] == 0
    return ((labels[i] == labels[j]) == (y[i] == y[j]))[free].mean()


def judged_ratio(ratio):
    """What the second exercise says of an answer, without giving the right one away."""
    if ratio == 667:
        return "right"
    return "not yet: too long" if ratio > 667 else "not yet: too short"
