r"""The quadratic above the log-partition function of a chain of labels: Algorithm 3 on a line.

Choromanska (2014), section 2.2.4. The cliques are pairs of neighbours; with k labels and m places
they have k² m states in place of the k^m strings. Parameters and features are those of
:class:`mlcompanion.sequences.ChainFeatures`: inputs by label, then counts of neighbours.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_flag, check_in

from .partition_bound import PartitionBound, coefficient, log_add

__all__ = ["chain_bound"]


@njit
def _add_curvature(weight, l, curvature):  # noqa: E741 - the source's name
    """Add ``weight * l l'``, or a diagonal above it where ``curvature`` is one row."""
    if len(curvature) == 1:
        # l l' lies below |l|_1 diag(|l|): a diagonal, in O(d) time
        size = np.abs(l)
        curvature[0] += weight * size.sum() * size
    else:
        for i in range(len(l)):
            # features are sparse: rows of zeros are skipped
            if l[i] != 0.0:
                curvature[i] += weight * l[i] * l


@njit
def _join_into(joined, other):
    """Raise ``joined`` above ``other`` too, in place."""
    if len(joined) == 1:
        joined[0] = np.maximum(joined[0], other[0])
        return
    # only the part of other - joined that sticks out is added: its positive eigenvalues
    sizes, axes = np.linalg.eigh(other - joined)
    for i in range(len(sizes)):
        if sizes[i] > 0:
            axis = axes[:, i].copy()
            joined += sizes[i] * np.outer(axis, axis)


@njit
def _sweep_labels(logs, features, pair_row, curvature):
    """Algorithm 1 over the labels s of a place, by falling weight.

    ``features`` has a row a label; its entry ``pair_row + s`` is raised by one, the move into s, if
    ``pair_row`` is not negative. Adds to ``curvature``; returns log z and the slope.
    """
    mu = np.zeros(features.shape[1])
    log_z = -np.inf
    # heaviest label first; mergesort is stable, so that ties keep their order
    for s in np.argsort(-logs, kind="mergesort"):
        # the distance of a label's features from the mean of those before it
        l = features[s] - mu  # noqa: E741
        if pair_row >= 0:
            l[pair_row + s] += 1.0
        weight = coefficient(logs[s] - log_z)
        if weight > 0:
            _add_curvature(weight, l, curvature)
        total = log_add(log_z, logs[s])
        # a running mean: after the last label it is the gradient of log z
        mu += np.exp(logs[s] - total) * l
        log_z = total
    return log_z, mu


@njit
def chain_sweep(x, W, T, joined, curvature):
    """Messages from the last place to the first; fill ``curvature``, return log z and the slope.

    The curvature of a message from place i to label r of the place before is what all later places
    give, the same for every r, and what the sweep over the labels of i adds.
    """
    m, b = x.shape
    k = len(W)
    d = k * b + k * k
    # scores of inputs, shape (places, labels)
    places = x @ W.T
    later = np.zeros(k)  # logarithms of the messages to the labels of this place
    slopes = np.zeros((k, d))
    rows = len(curvature)
    curvature[:] = 0.0
    for i in range(m - 1, -1, -1):
        # slopes[s]: the gradient of the message of label s; here the place's own inputs enter
        for s in range(k):
            slopes[s, s * b : (s + 1) * b] += x[i]
        # the first place has no label before it: its sweep ends the recursion
        if i == 0:
            return _sweep_labels(places[0] + later, slopes, -1, curvature)
        new_later = np.empty(k)
        new_slopes = np.empty((k, d))
        here = np.zeros((rows, d))
        total = np.zeros((rows, d))
        # one sweep for each label r of the place before
        for r in range(k):
            here[:] = 0.0
            logs = places[i] + T[r] + later
            new_later[r], new_slopes[r] = _sweep_labels(logs, slopes, k * b + r * k, here)
            if joined and r > 0:
                _join_into(total, here)
            else:
                total += here
        if joined:
            curvature += total
        else:  # each label adds the curvatures of all messages behind it, once for each of its own
            curvature *= k
            curvature += total
        later = new_later
        slopes = new_slopes
    return 0.0, slopes[0]


def chain_bound(theta, x, n_labels, *, merge="join", diagonal=False):
    r"""The quadratic above the log-partition function of a chain of labels: Algorithm 3.

    Parameters
    ----------
    theta : array_like, shape (k b + k²,)
        The point of contact: weights of the inputs label by label, then of neighbours, the earlier
        label first.
    x : array_like, shape (m, b)
        Inputs of the places.
    n_labels : int
        k.
    merge : {"join", "sum"}
        See :func:`junction_tree_bound`.
    diagonal : bool
        Keep a diagonal above each matrix, Algorithm 4 with rank 0.

    Returns
    -------
    PartitionBound
        ``Sigma`` has shape (d, d), or (d,) with ``diagonal``.

    Raises
    ------
    ValueError
        If shapes differ.

    Notes
    -----
    Cost: O(m k² d²) time and O(k d²) memory, with ``"join"`` O(m k d³) more; with ``diagonal``
    O(m k² d) and O(k d). Source: Choromanska (2014), Algorithm 3.

    Examples
    --------
    >>> bound = chain_bound([0.0] * 6, [[1.0], [1.0], [1.0]], n_labels=2)
    >>> round(bound.log_z, 4), bound.mu.round(12).tolist()
    (2.0794, [1.5, 1.5, 0.5, 0.5, 0.5, 0.5])
    """
    x = plain_layout(check_array(x, "x", ndim=2, min_rows=1))
    k = check_count(n_labels, "n_labels", low=1)
    split = k * x.shape[1]
    theta = check_array(theta, "theta", shape=(split + k * k,))
    joined = check_in(merge, "merge", ("join", "sum")) == "join"
    rows = 1 if check_flag(diagonal, "diagonal") else len(theta)
    curvature = np.empty((rows, len(theta)))
    W = plain_layout(theta[:split].reshape(k, -1))
    T = plain_layout(theta[split:].reshape(k, k))
    log_z, mu = chain_sweep(x, W, T, joined, curvature)
    return PartitionBound(float(log_z), mu, curvature[0] if diagonal else curvature)
