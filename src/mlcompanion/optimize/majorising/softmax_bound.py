r"""The quadratic above log Z for many rows of scores at once, in closed form.

Choromanska (2014), Algorithm 1 with :math:`f_x(y)=e_y\otimes x`, the features of logistic
regression (section 2.4.1).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array

from .partition_bound import check_order, coefficient, log_add

__all__ = ["SoftmaxBound", "softmax_bound"]


class SoftmaxBound(NamedTuple):
    """The bounds of many samples whose labels are compared by scores.

    Attributes
    ----------
    log_z : ndarray, shape (t,)
        Logarithms of the sums of exponentials.
    probabilities : ndarray, shape (t, n)
        The slopes: probabilities of the labels.
    curvature : ndarray, shape (t, n, n)
        The curvatures, as quadratics in the scores; rows and columns sum to zero.
    """

    log_z: np.ndarray
    probabilities: np.ndarray
    curvature: np.ndarray


@njit
def _sort(order, row, direction):
    """Order the labels by rising ``direction * row``, equal ones by number; O(n²), as the sweep."""
    for i in range(len(row)):
        # insertion: of few labels, no slower than the call of a faster sort
        place = i
        while place > 0 and direction * row[order[place - 1]] > direction * row[i]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i


@njit
def _softmax_sweep(A, direction, log_z, P, G):
    """Fill the answers of :func:`softmax_bound`; ``direction`` is 1, -1 or 0 as order rises.

    The rank-one terms of Algorithm 1 are added up in closed form. With the labels numbered in the
    order of the sweep, z_i the sum of the weights before label i and c_i its coefficient,

        G[a, b] = a_a a_b sum_{i > b} c_i / z_i^2 - c_b a_a / z_b   for a < b,

    which only needs the sum of the tail, kept here in units of 1 / z_{b+1}^2.
    """
    t, n = A.shape
    # logs[i]: the weights in the order of the sweep; before[i]: log of the sum of those before i
    logs = np.empty(n)
    before = np.empty(n + 1)
    order = np.arange(n)
    for j in range(t):
        if direction != 0:
            _sort(order, A[j], direction)
        before[0] = -np.inf
        for i in range(n):
            logs[i] = A[j, order[i]]
            before[i + 1] = log_add(before[i], logs[i])
        log_z[j] = before[n]
        for i in range(n):
            P[j, order[i]] = np.exp(logs[i] - log_z[j])
        tail = 0.0
        # from the last label to the first, so that the tail of the sum is at hand
        for b in range(n - 1, -1, -1):
            column = order[b]
            # a label of weight 0 has no curvature; its logarithms would give inf - inf
            if logs[b] == -np.inf:
                G[j, column] = 0.0
                G[j, :, column] = 0.0
                continue
            weight = coefficient(logs[b] - before[b])
            share_b = np.exp(logs[b] - before[b + 1])
            # the tail is the sum over later labels, in units of 1 / z_{b+1}²
            G[j, column, column] = weight + share_b**2 * tail
            for a in range(b):
                entry = np.exp(logs[a] - before[b + 1]) * share_b * tail
                if before[b] > -np.inf:
                    entry -= weight * np.exp(logs[a] - before[b])
                G[j, order[a], column] = entry
                G[j, column, order[a]] = entry
            # the next column's unit is z_b: the tail is rescaled by (z_b / z_{b+1})², at most 1
            tail = weight + tail * np.exp(2.0 * (before[b] - before[b + 1]))


def softmax_bound(A, order="descending"):
    r"""Algorithm 1 for every row of scores at once, features being unit vectors.

    With :math:`f_x(y)=e_y\otimes x`, as in logistic regression, the curvature of a sample is
    :math:`G\otimes xx^\top` with this small matrix G.

    Parameters
    ----------
    A : array_like, shape (t, n)
        Scores :math:`\log h(y)+\theta^\top f_j(y)`: a row a sample, a column a label.
    order : {"descending", "ascending", "given"} or array_like of int, shape (n,)
        As in :func:`compute_bound`, for each sample by its own scores.

    Returns
    -------
    SoftmaxBound

    Raises
    ------
    ValueError
        If ``A`` is no matrix of finite numbers, or ``order`` is unknown.

    Notes
    -----
    Cost: O(t n²) time and memory: the n outer products of a sample are summed in closed form.
    Source: Choromanska (2014), Algorithm 1 for the models of section 2.4.1.

    Examples
    --------
    >>> bound = softmax_bound([[0.0, 0.0]])
    >>> bound.curvature.tolist()
    [[[0.25, -0.25], [-0.25, 0.25]]]
    """
    A = plain_layout(check_array(A, "A", ndim=2, min_rows=1))
    t, n = A.shape
    if n == 0:
        raise ValueError("A must have a column for each label, got none")
    order = check_order(order, n)
    log_z = np.empty(t)
    P = np.empty((t, n))
    G = np.empty((t, n, n))
    if isinstance(order, str):
        direction = {"ascending": 1, "descending": -1, "given": 0}[order]
        _softmax_sweep(A, direction, log_z, P, G)
        return SoftmaxBound(log_z, P, G)
    # a permutation is swept as given on permuted columns, and taken back after
    _softmax_sweep(np.ascontiguousarray(A[:, order]), 0, log_z, P, G)
    back = np.argsort(order)
    return SoftmaxBound(log_z, P[:, back], G[:, back][:, :, back])
