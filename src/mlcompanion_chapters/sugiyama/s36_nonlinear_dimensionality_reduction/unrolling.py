"""Spirals and rolls: what a line separates, and what a map lays flat.

Sugiyama (2016), Figs 36.3 to 36.6.
"""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import eye_array
from scipy.stats import spearmanr

from mlcompanion.datasets import make_swiss_roll, make_two_spirals
from mlcompanion.reduction import KernelPCA
from mlcompanion.reduction.unfolding import LaplacianEigenmap

__all__ = ["half_spirals", "is_separable", "kernel_plane", "looped_roll", "roll_ranks"]


def half_spirals(deviation=0.0, seed=None):
    """The 200 points of the listing, moved by normal noise."""
    clean = make_two_spirals(200, noise=0.0, turns=0.5)
    moves = np.random.default_rng(seed).normal(size=clean.data.shape)
    return clean.data + deviation * moves, clean.target


def is_separable(X, y):
    """Whether a line has all points of each class on its side: a linear programme says so.

    Columns are brought to unit deviation, which changes no answer; y is 1 and -1.
    """
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    n_weights = rows.shape[1]
    free = [(None, None)] * n_weights
    return linprog(np.zeros(n_weights), rows, -np.ones(len(X)), bounds=free).status == 0


def kernel_plane(X, h):
    """The first two kernel components with the kernel exp(-|x - y|^2 / (2 h^2))."""
    return KernelPCA(2, kernel="rbf", sigma=h).fit_transform(X)


def rank_correlation(a, b):
    """Absolute rank correlation."""
    return abs(float(spearmanr(a, b).statistic))


def roll_ranks(seed, n_neighbors, n=1000):
    """How far the two coordinates follow the sheet's own, and the share of edges across turns."""
    roll = make_swiss_roll(n, random_state=seed)
    model = LaplacianEigenmap(2, n_neighbors=n_neighbors).fit(roll.data)
    edges = model.affinity_matrix_.tocoo()
    apart = np.abs(roll.target[edges.coords[0]] - roll.target[edges.coords[1]])
    return {
        "roll": rank_correlation(model.embedding_[:, 0], roll.target),
        "height": rank_correlation(model.embedding_[:, 1], roll.height),
        "across": float(np.mean(apart > np.pi)),
        "model": model,
    }


def looped_roll(plain):
    """The same with ones on the diagonal: ratio of eigenvalues, and least rank correlation."""
    graph = plain.affinity_matrix_
    looped = LaplacianEigenmap(2, affinity="precomputed").fit(graph + eye_array(graph.shape[0]))
    same = [rank_correlation(plain.embedding_[:, k], looped.embedding_[:, k]) for k in (0, 1)]
    return looped.eigenvalues_[0] / plain.eigenvalues_[0], min(same)
