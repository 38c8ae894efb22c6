"""Pairs of points as a matrix of signs: made, drawn, chosen, and used to judge clusters.

Zhuang, Tsang and Hoi (2011): the matrix T of Equation 7, random pairs as in section 7.1, the choice
of doubtful pairs of section 5.3, and the accuracy of section 7.2, which is the Rand index.
"""

import numpy as np
from scipy import sparse

from mlcompanion._classes import unlabeled_mask
from mlcompanion._pairs import check_pairs, linked_groups
from mlcompanion._validation import check_array, check_count, check_real, check_rng, check_square

__all__ = [
    "pairs_matrix",
    "pairs_of_labels",
    "pairwise_constraints",
    "rand_accuracy",
    "select_active",
]


def pairs_matrix(same, different, n_samples):
    r"""Matrix of pairs that are known one by one.

    Parameters
    ----------
    same, different : array_like of int, shape (n_pairs, 2)
        Pairs of different points, in any order, each once or more; empty lists are allowed.
    n_samples : int
        Number of points.

    Returns
    -------
    csr_array of float, shape (n_samples, n_samples)
        :math:`T_{ij}=T_{ji}=1` for the same, -1 for different, nothing else stored.

    Raises
    ------
    ValueError
        If an index is out of range, a point is paired with itself, or a pair is in both lists.

    Notes
    -----
    Cost O(n_pairs). Source: Equation 7. Both (i, j) and (j, i) are set, else T and all that is
    made of it would not be symmetric.

    Examples
    --------
    >>> pairs_matrix([[0, 1]], [[1, 2]], 3).toarray()
    array([[ 0.,  1.,  0.],
           [ 1.,  0., -1.],
           [ 0., -1.,  0.]])
    """
    n = check_count(n_samples, "n_samples", low=2)
    alike = _index_pairs(same, "same", n)
    unlike = _index_pairs(different, "different", n)
    both = np.intersect1d(alike @ [n, 1], unlike @ [n, 1])
    if both.size:
        i, j = (int(part) for part in divmod(both[0], n))
        raise ValueError(f"same and different both hold the pair ({i}, {j})")
    return _matrix(np.vstack([alike, unlike]), np.repeat([1.0, -1.0], [len(alike), len(unlike)]), n)


def _index_pairs(pairs, name, n):
    """Each pair once, the smaller index first."""
    if np.size(pairs) == 0:
        return np.empty((0, 2), dtype=int)
    pairs = check_array(pairs, name, shape=(None, 2), dtype=int, low=0, high=n - 1)
    if (pairs[:, 0] == pairs[:, 1]).any():
        raise ValueError(f"{name} must pair different points")
    return np.unique(np.sort(pairs, axis=1), axis=0)


def _matrix(pairs, signs, n):
    """T from pairs that are given once, in both places."""
    rows = np.concatenate([pairs[:, 0], pairs[:, 1]])
    columns = np.concatenate([pairs[:, 1], pairs[:, 0]])
    T = sparse.csr_array((np.tile(signs, 2), (rows, columns)), shape=(n, n))
    T.sort_indices()
    return T


def pairs_of_labels(y):
    """Every pair of labelled points, as the same or different.

    Parameters
    ----------
    y : array_like, shape (n_samples,)
        Labels; -1 for a point without one.

    Returns
    -------
    csr_array of float, shape (n_samples, n_samples)

    Raises
    ------
    ValueError
        If ``y`` is no vector.

    Notes
    -----
    Cost O(l^2) for l labelled points. Source: section 3.1.
    """
    y = np.asarray(y)
    if y.ndim != 1 or len(y) < 2:
        raise ValueError(f"y must be a vector of at least 2 labels, got shape {y.shape}")
    known = np.flatnonzero(~unlabeled_mask(y))
    codes = np.unique(y[known], return_inverse=True)[1]
    first, second = np.triu_indices(len(known), 1)
    signs = np.where(codes[first] == codes[second], 1.0, -1.0)
    return _matrix(np.column_stack([known[first], known[second]]), signs, len(y))


def pairwise_constraints(y, n_pairs=None, *, ratio=None, wrong=0.0, random_state=None):
    """Draw pairs of points at random, and call them the same or different by their labels.

    Parameters
    ----------
    y : array_like, shape (n_samples,)
        Labels.
    n_pairs : int, optional
        Number of different pairs.
    ratio : float, optional
        Instead of ``n_pairs``: draw until must-links leave at most this share of ``n_samples``
        connected components.
    wrong : float
        Share of the pairs whose sign is turned, from 0 to 1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    csr_array of float, shape (n_samples, n_samples)

    Raises
    ------
    ValueError
        If there are fewer pairs than asked for, the classes leave more components than ``ratio``
        allows, or not exactly one of ``n_pairs`` and ``ratio`` is given.

    Notes
    -----
    Cost O(n_pairs), for ``ratio`` O(n_pairs log n_pairs); no list of all pairs is made. Source:
    section 7.1, which counts the components of all points that must-links join.

    Examples
    --------
    >>> T = pairwise_constraints([0, 0, 0, 1, 1, 1], 4, random_state=0)
    >>> T.nnz, bool((T != T.T).nnz == 0)
    (8, True)
    """
    y = np.asarray(y)
    if y.ndim != 1 or len(y) < 2:
        raise ValueError(f"y must be a vector of at least 2 labels, got shape {y.shape}")
    if (n_pairs is None) == (ratio is None):
        raise ValueError("give one of n_pairs and ratio")
    classes, codes = np.unique(y, return_inverse=True)
    n = len(y)
    total = n * (n - 1) // 2
    wrong = check_real(wrong, "wrong", low=0, high=1)
    rng = check_rng(random_state)
    if ratio is None:
        n_pairs = check_count(n_pairs, "n_pairs", low=1, high=total)
        pairs = _pairs_at(rng.choice(total, n_pairs, replace=False), n)
    else:
        ratio = check_real(ratio, "ratio", low=len(classes) / n, high=1)
        pairs = _pairs_until(codes, ratio * n, rng)
    signs = np.where(codes[pairs[:, 0]] == codes[pairs[:, 1]], 1.0, -1.0)
    turned = rng.choice(len(pairs), round(wrong * len(pairs)), replace=False)
    signs[turned] *= -1
    return _matrix(pairs, signs, n)


def _pairs_at(places, n):
    """The pairs i < j at places of the list (0, 1), (0, 2), (1, 2), (0, 3), ..."""
    j = ((1 + np.sqrt(1.0 + 8.0 * places)) / 2).astype(int)
    # the root is rounded: step back or on where it crossed a whole number
    j -= j * (j - 1) // 2 > places
    j += j * (j + 1) // 2 <= places
    return np.column_stack([places - j * (j - 1) // 2, j])


def _pairs_until(codes, most, rng):
    """The shortest start of a random order of all pairs that leaves at most ``most`` groups."""
    n = len(codes)
    total = n * (n - 1) // 2
    places = np.empty(0, dtype=np.int64)
    while True:
        wanted = min(total, max(n, 2 * len(places)))
        drawn = rng.choice(total, wanted, replace=False)
        places = np.concatenate([places, drawn[~np.isin(drawn, places)]])
        pairs = _pairs_at(places, n)
        if _n_groups(pairs, codes) <= most:
            break
    low, high = 0, len(pairs)  # the number of groups only falls along the order
    while high - low > 1:
        middle = (low + high) // 2
        if _n_groups(pairs[:middle], codes) <= most:
            high = middle
        else:
            low = middle
    return pairs[:high]


def _n_groups(pairs, codes):
    """Components that the must-links among these pairs leave."""
    same = codes[pairs[:, 0]] == codes[pairs[:, 1]]
    links = _matrix(pairs[same], np.ones(np.count_nonzero(same)), len(codes))
    return linked_groups(links)[0]


def select_active(K, T, share):
    r"""Keep the pairs that touch the most doubtful points.

    A point is doubtful if the mean of :math:`T_{ij}K_{ij}` over its pairs is close to zero. In the
    order of doubt, points hand in all their pairs, until ``share`` of all pairs is reached.

    Parameters
    ----------
    K : array_like, shape (n, n), or SpectralKernel
        The kernel that ranks the points.
    T : array_like or sparse matrix, shape (n, n)
        Pairs; at least one.
    share : float
        Least share of the pairs to keep, in (0, 1].

    Returns
    -------
    csr_array of float, shape (n, n)

    Raises
    ------
    ValueError
        If ``T`` is no matrix of pairs or empty, ``K`` is not symmetric, or ``share`` is out of its
        range.

    Notes
    -----
    Cost O(m r + n log n) for m pairs and a kernel of rank r. Source: section 5.3.
    """
    T = check_pairs(T)
    share = check_real(share, "share", low=0, high=1, open_low=True)
    if not T.nnz:
        raise ValueError("T holds no pair")
    rows, columns = T.nonzero()
    if hasattr(K, "entries"):
        values = K.entries(rows, columns)
    else:
        values = check_square(K, "K", size=T.shape[0], symmetric=True)[rows, columns]
    counts = np.bincount(rows, minlength=T.shape[0])
    sums = np.bincount(rows, T.data * values, T.shape[0])
    paired = np.flatnonzero(counts)
    doubt = np.abs(sums[paired] / counts[paired])
    rank = np.full(T.shape[0], len(paired))
    rank[paired[np.argsort(doubt, kind="stable")]] = np.arange(len(paired))
    turn = np.minimum(rank[rows], rank[columns])  # a pair comes with its more doubtful point
    last = np.sort(turn)[int(np.ceil(share * T.nnz)) - 1]
    kept = turn <= last
    return sparse.csr_array((T.data[kept], (rows[kept], columns[kept])), shape=T.shape)


def rand_accuracy(y, labels):
    r"""Share of the pairs of points on which two partitions agree: the Rand index.

    Parameters
    ----------
    y, labels : array_like, shape (n_samples,)
        Classes and clusters; their names do not matter.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        If the two have not the same length, or fewer than two points.

    Notes
    -----
    Cost O(n log n). Source: section 7.2, where the printed sum lacks the indicator around
    :math:`\mathbf 1\{c_i=c_j\}=\mathbf 1\{\hat c_i=\hat c_j\}`.

    Examples
    --------
    >>> rand_accuracy([0, 0, 1, 1], ["b", "b", "a", "b"])
    0.5
    """
    y = np.asarray(y)
    labels = np.asarray(labels)
    if y.ndim != 1 or len(y) < 2:
        raise ValueError(f"y must be a vector of at least 2 labels, got shape {y.shape}")
    if labels.shape != y.shape:
        raise ValueError(f"labels must have shape {y.shape}, got {labels.shape}")
    _, a = np.unique(y, return_inverse=True)
    _, b = np.unique(labels, return_inverse=True)
    _, cells = np.unique(a.astype(np.int64) * (b.max() + 1) + b, return_counts=True)
    together = _pairs_within(cells)
    apart_in_one = _pairs_within(np.bincount(a)) + _pairs_within(np.bincount(b)) - 2 * together
    total = len(y) * (len(y) - 1) // 2
    return (total - apart_in_one) / total


def _pairs_within(counts):
    """Number of pairs inside groups of these sizes, as a Python integer."""
    counts = counts.astype(np.int64)
    return int((counts * (counts - 1) // 2).sum())
