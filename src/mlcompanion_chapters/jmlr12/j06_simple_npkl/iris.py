"""The source's Tables 4 and 5 on iris, and what it leaves open: C, the graph, the rank."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.kernel_methods.pairs import pairs_matrix, pairwise_constraints, rank_bound

from .clusters import accuracy, learn
from .sets import table_2_set

__all__ = ["constant_row", "graph_row", "rank_row", "size_row"]


def size_row(seed, C, **size):
    """Square hinge with one budget or power: accuracy and steps."""
    X, y = table_2_set("iris")
    T = pairwise_constraints(y, ratio=0.7, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model, _ = learn(X, T, "square_hinge", C=C, **size)
    return {
        "acc": accuracy(y, model.factors_, seed),
        "steps": model.n_iter_,
        "rank": model.factors_.shape[1],
        "ended": model.converged_,
    }


def constant_row(seed, C):
    """Linear loss, 120 pairs: what C does to rank and accuracy."""
    X, y = table_2_set("iris")
    T = pairwise_constraints(y, 120, random_state=seed)
    model, _ = learn(X, T, "linear", C=C)
    return {
        "acc": accuracy(y, model.factors_, seed),
        "rank": model.factors_.shape[1],
        "km": accuracy(y, X, seed),
    }


def graph_row(seed):
    """The same pairs, neighbours joined either way and mutual ones."""
    X, y = table_2_set("iris")
    T = pairwise_constraints(y, 120, random_state=seed)
    row = {}
    for name, mutual in (("either", False), ("mutual", True)):
        model, _ = learn(X, T, "linear", C=0.1, mutual=mutual)
        row[name] = accuracy(y, model.factors_, seed)
    return row


def rank_row(seed):
    """Ranks beside Proposition 4's: 40 disjoint pairs at C = 1, 120 random ones at C = 0.1."""
    X, y = table_2_set("iris")
    pairs = np.random.default_rng(seed).permutation(len(y))[:80].reshape(40, 2)
    alike = y[pairs[:, 0]] == y[pairs[:, 1]]
    apart = pairs_matrix(pairs[alike], pairs[~alike], len(y))
    many = pairwise_constraints(y, 120, random_state=seed)
    row = {}
    for name, T, C in (("apart", apart, 1.0), ("many", many, 0.1)):
        model, _ = learn(X, T, "linear", C=C)
        row |= {f"{name}_rank": model.factors_.shape[1], f"{name}_bound": rank_bound(T.nnz)}
    return row
