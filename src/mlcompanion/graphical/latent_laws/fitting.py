r"""Expectation-maximization on a given tree with hidden nodes.

Choi, Tan, Anandkumar and Willsky (2011), section 2.4 and section 7.3; Dempster and others (1977).
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_count, check_real, read_only

from ..latent.tree import check_tree
from ..trees.pairs import check_codes
from .law import LatentTreeLaw, expected_counts, initial_law, tree_codes

__all__ = ["TreeFit", "fit_tree_law"]


class TreeFit(NamedTuple):
    """A fitted law and how the search went.

    Attributes
    ----------
    law : LatentTreeLaw
    log_likelihoods : ndarray, shape (n_iter,)
        Of all rows, before each step.
    objective : ndarray, shape (n_iter,)
        The same with the smoothing rows, which no step lowers.
    converged : bool
    """

    law: LatentTreeLaw
    log_likelihoods: np.ndarray
    objective: np.ndarray
    converged: bool


def _maximize(X, K, counts, smoothing):
    """The most likely probabilities given expected counts, with the further rows."""
    own = np.bincount(X[:, 0], minlength=K) + smoothing / K  # node 0 is the root, and observed
    tables = counts + smoothing / K**2
    sums = tables.sum(axis=2, keepdims=True)
    return own / own.sum(), np.where(sums > 0, tables / np.where(sums > 0, sums, 1.0), 1.0 / K)


def fit_tree_law(tree, X, n_states=None, *, smoothing=1.0, max_iter=500, tol=1e-6):
    """Fit the probabilities along a tree by expectation-maximization.

    Parameters
    ----------
    tree : LatentTree
        Its lengths say where the search begins.
    X : array_like of int, shape (n, n_observed)
        Codes from 0.
    n_states : int, optional
        K, for all nodes; by default up to the largest code.
    smoothing : float
        Further rows, spread evenly over the cells of each table; with 0 a row with a pair of
        states that was never seen has probability zero.
    max_iter : int
    tol : float
        Stop when the mean over the rows of what is maximized gains less.

    Returns
    -------
    TreeFit

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` steps were not enough.

    Notes
    -----
    Cost: O(n n_nodes K²) a step. What it finds is a local maximum.
    Source: section 7.3.

    Examples
    --------
    >>> from mlcompanion.graphical.latent import double_star
    >>> from mlcompanion.graphical.latent_laws import sample_symmetric_tree
    >>> star = double_star(6)
    >>> fit = fit_tree_law(star, sample_symmetric_tree(star, 300, 2, 0))
    >>> fit.law.tables.shape, fit.converged
    ((7, 2, 2), True)
    """
    check_tree(tree, "tree")
    K = int(check_codes(X, n_states)[1].max())
    K = max(K, 2)
    X = tree_codes(X, tree, K)
    smoothing = check_real(smoothing, "smoothing", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    tol = check_real(tol, "tol", low=0, open_low=True)
    law = initial_law(tree, X, K, smoothing)
    walk = tree.order, tree.parents, tree.parent_edges
    root, tables = law.root, law.tables
    path = []
    objective = []
    converged = False
    for _ in range(max_iter):
        scores, counts, _ = expected_counts(X, walk, root, tables)
        path.append(scores.sum())
        # smoothing is a Dirichlet prior: EM climbs the posterior, not the likelihood alone
        extra = np.log(root).sum() / K + np.log(tables).sum() / K**2 if smoothing else 0.0
        objective.append(path[-1] + smoothing * extra)
        if len(objective) > 1 and objective[-1] - objective[-2] < tol * len(X):
            converged = True
            break
        root, tables = _maximize(X, K, counts, smoothing)
        read_only(root, tables)  # as those of a law are: one compiled function serves both
    if not converged:
        warnings.warn(
            f"EM did not converge in {max_iter} steps; raise max_iter or tol",
            ConvergenceWarning,
            stacklevel=2,
        )
    law = LatentTreeLaw(tree, root, tables)
    return TreeFit(law, np.array(path), np.array(objective), converged)
