r"""The group-pursuit penalty: sparse entries, and pairs that want to be equal.

Chen (2013), section 4.3, equations (4.22) and (4.23).
"""

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.prox import GraphPenalty, LinearPenalty

__all__ = ["PursuitPenalty", "equal_entries"]


class PursuitPenalty(LinearPenalty):
    r"""Sparse and fused, :math:`\theta_1\|v\|_1+\theta_2\sum_{(i,j)\in E}w_{ij}|v_i-v_j|`.

    Parameters
    ----------
    edges : array_like of shape (n_edges, 2), int
    theta1, theta2 : float
        Not negative.
    weights : array_like of shape (n_edges,), optional
        :math:`w_{ij}`, not negative; default 1.
    n_features : int, optional
        Default the largest node plus one.

    Attributes
    ----------
    C : csr_array of shape (n_features + n_edges, n_features)
    n_features : int

    Raises
    ------
    ValueError
        If an edge leaves the graph or is a loop, or a weight is negative.

    Notes
    -----
    The same algorithm as for groups, with the box :math:`\|\alpha\|_\infty\le1` for the balls.
    Cost: O(n_features + n_edges) a product.
    Source: Chen (2013), equation (4.22) without its ridge.
    """

    def __init__(self, edges, theta1, theta2, weights=None, n_features=None):
        self.theta1 = check_real(theta1, "theta1", low=0)
        self.theta2 = check_real(theta2, "theta2", low=0)
        shape = (None, 2) if np.size(edges) else None
        edges = check_array(edges, "edges", shape=shape, dtype=np.intp, low=0)
        if len(edges) == 0:  # nothing to fuse: the l1 norm
            n = check_count(n_features, "n_features", low=1)
            self._fused_norm = 0.0
            rows = sparse.csr_array((0, n))
        else:
            if weights is not None:
                weights = check_array(weights, "weights", shape=edges.shape[:1], low=0)
            graph = GraphPenalty(edges, self.theta2, weights, n_features=n_features)
            self._fused_norm = graph.norm()
            rows = graph.C
        single = self.theta1 * sparse.eye_array(rows.shape[1])
        super().__init__(sparse.vstack([single, rows]))  # C'C is a sum: so are the bounds on it

    def norm(self):
        r"""Bound :math:`(\theta_1^2+2\theta_2^2\max_jd_j)^{1/2}` on the spectral norm of C."""
        return float(np.hypot(self.theta1, self._fused_norm))


def equal_entries(v, width=1e-3):
    """Clusters of entries: neighbours in size whose difference is below ``width`` are one.

    Equality is passed on: if a is equal to b and b to c, then a is equal to c.

    Parameters
    ----------
    v : array_like of shape (n_features,)
    width : float
        Positive.

    Returns
    -------
    ndarray of int, shape (n_features,)
        A label 0, 1, ... for each entry, in ascending order of the entries.

    Raises
    ------
    ValueError
        If v is not a finite vector or width is not positive.

    Notes
    -----
    Connected components of the graph of close pairs; since numbers stand on a line, a sort
    suffices. Cost: O(n_features log n_features).
    Source: Chen (2013), sections 4.3 and 4.4.3.3.
    """
    v = check_array(v, "v", ndim=1, min_rows=1)
    width = check_real(width, "width", low=0, open_low=True)
    order = np.argsort(v, kind="stable")
    steps = np.diff(v[order]) >= width
    labels = np.empty(len(v), dtype=int)
    labels[order] = np.concatenate([[0], np.cumsum(steps)])
    return labels
