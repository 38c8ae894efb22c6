"""Rows drawn along a latent tree whose edges have lengths.

Choi, Tan, Anandkumar and Willsky (2011), equations (3), (4), (8) and (10).
"""

import numpy as np

from mlcompanion._validation import check_count, check_rng

from ..latent.tree import check_tree

__all__ = ["sample_gaussian_tree", "sample_symmetric_tree"]


def sample_gaussian_tree(tree, n_samples, random_state=None):
    """Draw rows of standard normal variables along a tree.

    Parameters
    ----------
    tree : LatentTree
        An edge of length d is a correlation of exp(-d).
    n_samples : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (n_samples, n_observed)

    Notes
    -----
    Cost: O(n n_nodes). Source: equations (3), (8).

    Examples
    --------
    >>> from mlcompanion.graphical.latent import double_star
    >>> sample_gaussian_tree(double_star(6), 100, 0).shape
    (100, 6)
    """
    check_tree(tree, "tree")
    n = check_count(n_samples, "n_samples", low=1)
    X = check_rng(random_state).standard_normal((tree.n_nodes, n))
    rho = np.exp(-tree.lengths)
    for node in tree.order[1:]:
        r = rho[tree.parent_edges[node]]
        # X holds fresh noise: variances stay 1, and correlations multiply along paths
        X[node] = r * X[tree.parents[node]] + np.sqrt(1 - r**2) * X[node]
    return X[: tree.n_observed].T.copy()


def sample_symmetric_tree(tree, n_samples, n_states=2, random_state=None):
    """Draw rows of symmetric discrete variables along a tree.

    Parameters
    ----------
    tree : LatentTree
        An edge of length d crosses over to each other state with probability
        (1 - exp(-d / (K - 1))) / K.
    n_samples : int
    n_states : int
        K, at least 2.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of int, shape (n_samples, n_observed)

    Notes
    -----
    Every variable is uniform. Cost: O(n n_nodes). Source: equations (4), (10).

    Examples
    --------
    >>> from mlcompanion.graphical.latent import double_star
    >>> sample_symmetric_tree(double_star(6), 100, 3, 0).shape
    (100, 6)
    """
    check_tree(tree, "tree")
    n = check_count(n_samples, "n_samples", low=1)
    K = check_count(n_states, "n_states", low=2)
    rng = check_rng(random_state)
    X = rng.integers(0, K, (tree.n_nodes, n))
    stay = np.exp(-tree.lengths / (K - 1))  # 1 - K theta: else the state is drawn afresh
    for node in tree.order[1:]:
        same = rng.random(n) < stay[tree.parent_edges[node]]
        X[node] = np.where(same, X[tree.parents[node]], X[node])
    return X[: tree.n_observed].T.copy()
