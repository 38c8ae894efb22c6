"""Clusters of three in a linear-programming relaxation: McAuley and Caetano, section 7.5.1.

Equations 15 and 16, after Sontag et al. (2008): the message of a cluster to one of its edges, and
the score by which the next cluster is chosen. Both maximise over a ring of three.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_in

from .matrix import METHODS, clique_max_marginal

__all__ = ["ClusterMessages", "cluster_messages", "cluster_score"]


class ClusterMessages(NamedTuple):
    """Messages of a cluster of three variables to its edges.

    Attributes
    ----------
    ij, jk, ik : ndarray
        One for each edge, of its shape.
    n_products : int
    """

    ij: np.ndarray
    jk: np.ndarray
    ik: np.ndarray
    n_products: int


def _edges(ij, jk, ik):
    """Checked scores of the three edges."""
    ij = check_array(ij, "ij", ndim=2, min_rows=1)
    jk = check_array(jk, "jk", shape=(ij.shape[1], None), min_rows=1)
    ik = check_array(ik, "ik", shape=(len(ij), jk.shape[1]), min_rows=1)
    if not jk.size:
        raise ValueError(f"jk needs at least one column, got shape {jk.shape}")
    return ij, jk, ik


def cluster_messages(ij, jk, ik, *, method="sorted", early_stop=False):
    """Messages of a cluster {i, j, k} to its edges (Equation 15).

    To each edge goes -2/3 of its own score and 1/3 of the largest sum of the two others, over the
    variable that the edge lacks.

    Parameters
    ----------
    ij, jk, ik : array_like, shapes (n_i, n_j), (n_j, n_k), (n_i, n_k)
        For each edge its own message to itself plus those of all other clusters.
    method : {"sorted", "naive"}
    early_stop : bool

    Returns
    -------
    ClusterMessages

    Notes
    -----
    Expected O(N^2 sqrt(N)) against 3 N^3.
    """
    ij, jk, ik = _edges(ij, jk, ik)
    check_in(method, "method", METHODS)
    options = {"method": method, "early_stop": check_flag(early_stop, "early_stop")}
    zero = np.zeros
    # the own edge is left out here, with factor 0: Equation 15 gives it a share of its own
    to_ij = clique_max_marginal(zero(ij.shape), ik, jk, **options)
    to_jk = clique_max_marginal(zero(jk.shape), ij.T, ik.T, **options)
    to_ik = clique_max_marginal(zero(ik.shape), ij, jk.T, **options)
    shares = [-2 / 3 * own + found.values / 3
              for own, found in zip((ij, jk, ik), (to_ij, to_jk, to_ik))]  # fmt: skip
    return ClusterMessages(*shares, to_ij.n_products + to_jk.n_products + to_ik.n_products)


def cluster_score(ij, jk, ik, *, method="sorted", early_stop=False):
    """What the edges of a cluster promise beyond what they can give together (Equation 16).

    Parameters
    ----------
    ij, jk, ik : array_like, shapes (n_i, n_j), (n_j, n_k), (n_i, n_k)
        Beliefs of the edges.
    method : {"sorted", "naive"}
    early_stop : bool

    Returns
    -------
    float
        Sum of the edges' maxima minus the maximum of their sum, at least 0: how far the bound of
        the relaxation may fall if the cluster is added.

    Notes
    -----
    Expected O(N^2 sqrt(N)): the best states of a ring of three.

    Examples
    --------
    >>> cluster_score([[0, 1], [1, 0]], [[0, 1], [1, 0]], [[0, 1], [1, 0]])
    1.0
    """
    ij, jk, ik = _edges(ij, jk, ik)
    check_in(method, "method", METHODS)
    early_stop = check_flag(early_stop, "early_stop")
    together = clique_max_marginal(ij, ik, jk, method=method, early_stop=early_stop)
    return float(ij.max() + jk.max() + ik.max() - together.values.max())
