r"""The graph of one cell: a path of graphical lassos, one of them chosen, and refitted.

Chen (2013), section 6.3.1. The loss of a precision matrix :math:`\Omega` and a mean :math:`\mu`
over rows y is :math:`\sum\mathrm{tr}[\Omega(y-\mu)(y-\mu)^\top]-\log|\Omega|`, twice the negative
log-likelihood without its constant.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_flag, check_in, check_instance, check_real

from ..lasso_path import walk_path
from ..partitions import CellSums
from ..refit import log_determinant, refit_in_place

__all__ = [
    "GaussianLeaf",
    "GaussianLeafModel",
    "gaussian_loss",
    "lasso_precisions",
    "path_precisions",
    "refit_graphs",
]


class GaussianLeaf(NamedTuple):
    """A cell's normal law with its graph.

    Attributes
    ----------
    loss : float
        What the search adds up: the held-out loss, or the training loss or its criterion.
    mean : ndarray of shape (p,)
    precision : ndarray of shape (p, p)
    n_edges : int
    lam : float
        The penalty that was chosen.
    path : ndarray of shape (m, 3)
        Penalty, number of edges, and what was minimised, for all matrices that competed.
    """

    loss: float
    mean: np.ndarray
    precision: np.ndarray
    n_edges: int
    lam: float
    path: np.ndarray


@njit
def lasso_precisions(S, lams, penalize_diagonal):
    """Precision matrices of the graphical lassos along a path; shape (m, p, p)."""
    precisions, _, _ = walk_path(S, lams, penalize_diagonal, 1e-7, 200)
    return precisions


@njit
def refit_graphs(S, precisions):
    """Refits on the graphs of some precision matrices, in place; which of them exist.

    A graph that is that of the matrix before is refitted once.
    """
    m = len(precisions)
    p = len(S)
    exists = np.ones(m, dtype=np.bool_)
    edges = np.zeros((p, p), dtype=np.bool_)
    for i in range(m):
        same = i > 0
        for j in range(p):
            for k in range(p):
                # graphs along the path change rarely: what was refitted for the same one is copied
                edge = j != k and precisions[i, j, k] != 0.0
                same = same and edge == edges[j, k]
                edges[j, k] = edge
        if same:
            precisions[i] = precisions[i - 1]
            exists[i] = exists[i - 1]
        else:
            exists[i] = refit_in_place(S, edges, 1e-6, 500, precisions[i]) != 0
    return exists


def path_precisions(S, lams, penalize_diagonal, judge):
    """Matrices that compete, whether each exists, and the penalty of each."""
    lasso = lasso_precisions(S, lams, penalize_diagonal)
    exists = np.ones(len(lams), dtype=bool)
    if judge == "lasso":
        return lasso, exists, lams
    refits = lasso.copy()
    found = refit_graphs(S, refits)
    if judge == "refit":
        return refits, found, lams
    return np.concatenate([refits, lasso]), np.r_[found, exists], np.r_[lams, lams]


@njit
def gaussian_loss(precisions, S, n, losses):
    """``n`` times the mean loss of rows with second moments ``S`` about the model's mean."""
    p = len(S)
    L = np.empty((p, p))
    for i in range(len(precisions)):
        total = -log_determinant(precisions[i], L)
        for j in range(p):
            for k in range(p):
                total += precisions[i, j, k] * S[j, k]
        losses[i] = n * total


class GaussianLeafModel:
    r"""Fits the graph of a cell from its sums: a leaf for the searches of ``partitions``.

    Parameters
    ----------
    choose : {"heldout", "bic"}
        What picks the penalty: the loss of the held-out rows, or the Bayesian information
        criterion :math:`n\,loss+\log n\,(2p+|E|)` of the training rows.
    loss : {"heldout", "train", "bic"}
        What the search adds up.
    n_lams : int
        Penalties of the path, in equal ratios down from the least without an edge.
    ratio : float
        The last penalty over the first.
    judge : {"refit", "lasso", "both"}
        Which precision matrices compete: the refitted ones, those of the lasso, or all.
    penalize_diagonal : bool
        Whether the norm counts the diagonal, as (6.1) does.

    Notes
    -----
    A cell in which a variable does not vary has an infinite loss: no law fits it.
    Cost: O(p³) a penalty, a millisecond in all for p = 20.
    Source: Chen (2013), section 6.3.1; equation (6.1).
    """

    def __init__(
        self,
        choose="heldout",
        loss="heldout",
        n_lams=20,
        ratio=0.02,
        *,
        judge="refit",
        penalize_diagonal=True,
    ):
        self.choose = check_in(choose, "choose", ("heldout", "bic"))
        self.loss = check_in(loss, "loss", ("heldout", "train", "bic"))
        self.n_lams = check_count(n_lams, "n_lams", low=1)
        self.ratio = check_real(ratio, "ratio", low=0, high=1, open_low=True)
        self.judge = check_in(judge, "judge", ("refit", "lasso", "both"))
        self.penalize_diagonal = check_flag(penalize_diagonal, "penalize_diagonal")

    def __call__(self, train, held_out=None):
        """Fit one cell.

        Parameters
        ----------
        train : CellSums
        held_out : CellSums or None

        Returns
        -------
        GaussianLeaf
        """
        check_instance(train, "train", CellSums)
        if "heldout" in (self.choose, self.loss):
            check_instance(held_out, "held_out", CellSums)
        mean = train.mean()
        S = train.covariance()
        variances = np.diag(S)
        # what rounding leaves of a constant, seen from its square
        if (variances <= 1e-12 * np.diag(train.products) / train.n).any():
            none = np.diag(np.full(len(S), np.nan))
            return GaussianLeaf(np.inf, mean, none, 0, np.nan, np.zeros((0, 3)))
        off = np.abs(S - np.diag(variances)).max()
        # the penalty from which on the graph is empty, as the path's first
        top = off if off > 0 else variances.max()
        lams = top * self.ratio ** np.linspace(0, 1, self.n_lams)
        precisions, exists, lams = path_precisions(S, lams, self.penalize_diagonal, self.judge)
        # off the diagonal each edge stands twice; minus binds before the shift
        n_edges = np.count_nonzero(precisions, axis=(1, 2)) - len(S) >> 1
        judged = {}
        if held_out is not None:
            judged["heldout"] = np.empty(len(lams))
            gaussian_loss(precisions, held_out.covariance(mean), held_out.n, judged["heldout"])
        judged["train"] = np.empty(len(lams))
        gaussian_loss(precisions, S, train.n, judged["train"])
        # p means, p variances and the edges are the free numbers
        judged["bic"] = judged["train"] + np.log(train.n) * (2 * len(S) + n_edges)
        wanted = np.where(exists, judged[self.choose], np.inf)
        i = int(np.argmin(wanted))
        loss = float(judged[self.loss][i]) if exists[i] else np.inf
        path = np.column_stack([lams, n_edges, wanted])
        return GaussianLeaf(loss, mean, precisions[i].copy(), int(n_edges[i]), lams[i], path)
