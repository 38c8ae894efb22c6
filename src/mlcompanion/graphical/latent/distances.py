r"""Information distances: how far two variables are along any tree that explains them.

.. math:: d_{ij}=-\log|\rho_{ij}|,\qquad
    d_{ij}=-\log\frac{|\det\mathbf J^{ij}|}{\sqrt{\det\mathbf M^i\det\mathbf M^j}},\qquad
    d_{ij}=-(K-1)\log(1-K\theta_{ij})

Choi, Tan, Anandkumar and Willsky (2011), sections 3.1 and 6.1, equations (8) to (10) and (20).
"""

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_real, check_square

from ..trees.pairs import check_codes, pair_counts

__all__ = [
    "check_distances",
    "correlation_distance",
    "determinant_distance",
    "symmetric_distance",
    "table_distance",
]


def check_distances(value, name):
    """Return a symmetric matrix of distances, not negative and 0 on the diagonal; or raise."""
    D = check_square(value, name, symmetric=True, low=0)
    if np.diagonal(D).any():
        raise ValueError(f"{name} must have zeros on the diagonal")
    if not len(D):
        raise ValueError(f"{name} must hold at least one node, got shape {D.shape}")
    return D


def _from_strength(strength, smallest):
    """Distances from strengths between 0 and 1; none is longer than that of ``smallest``."""
    smallest = check_real(smallest, "smallest", low=0, high=1, open_low=True)
    # estimates may leave [0, 1]: no distance is negative, and none infinite
    D = -np.log(np.clip(strength, smallest, 1.0))
    np.fill_diagonal(D, 0.0)
    return np.maximum(D, 0.0)


def correlation_distance(covariance, *, smallest=1e-300):
    """Information distances of Gaussian (or any two-state) variables from their covariances.

    Parameters
    ----------
    covariance : array_like, shape (m, m)
        Symmetric, variances above 0; in any units.
    smallest : float
        Weaker correlations count as so strong: a correlation of 0 has no finite distance.

    Returns
    -------
    ndarray, shape (m, m)

    Notes
    -----
    Source: equations (7), (8); from samples, (20). The sign of a correlation is lost.

    Examples
    --------
    >>> correlation_distance([[4, 1], [1, 1]]).round(3).tolist()
    [[0.0, 0.693], [0.693, 0.0]]
    """
    S = check_square(covariance, "covariance", symmetric=True)
    if not (np.diagonal(S) > 0).all():
        at = int(np.argmin(np.diagonal(S)))
        raise ValueError(f"covariance must have positive variances, that of column {at} is not")
    scale = np.sqrt(np.diagonal(S))
    # divided twice: the product of two scales may overflow
    return _from_strength(np.abs(S / scale[:, None] / scale), smallest)


def table_distance(joint):
    """Information distance of two variables with the same number of states, from their table.

    Parameters
    ----------
    joint : array_like, shape (K, K)
        Joint probabilities or counts, of positive marginals.

    Returns
    -------
    float
        Infinite if the table has no inverse.

    Notes
    -----
    Along a tree these distances add up (Proposition 3). For two states it is the distance of the
    correlation. Source: equation (9).

    Examples
    --------
    >>> round(table_distance([[0.4, 0.1], [0.1, 0.4]]), 4)
    0.5108
    """
    J = check_square(joint, "joint", low=0)
    if not J.size or not J.any(axis=0).all() or not J.any(axis=1).all():
        raise ValueError("joint must have positive marginals")
    J = J / J.sum()
    size = np.linalg.slogdet(J)[1]
    rows, columns = np.log(J.sum(axis=1)), np.log(J.sum(axis=0))
    return float(max(0.5 * (rows.sum() + columns.sum()) - size, 0.0))


def determinant_distance(X, n_states=None, *, smoothing=0.0, smallest=1e-10):
    """Information distances of discrete columns from the tables of all pairs.

    Parameters
    ----------
    X : array_like of int, shape (n, m)
        Codes from 0; without smoothing each column must show all its states.
    n_states : int, optional
        The number K of states, the same for all columns; by default up to the largest code.
    smoothing : float
        Further rows, spread evenly over the cells of each table.
    smallest : float
        Weaker dependence counts as so strong.

    Returns
    -------
    ndarray, shape (m, m)

    Notes
    -----
    Cost: O(n m² K²) for the tables, O(m² K³) for the determinants; memory O(m² K²).
    Source: equation (9) with observed frequencies (section 6.1).

    Examples
    --------
    >>> determinant_distance([[0, 0], [0, 0], [0, 1], [1, 1], [1, 1], [1, 0]]).round(4).tolist()
    [[0.0, 1.0986], [1.0986, 0.0]]
    """
    X, K = _same_states(X, n_states)
    smoothing = check_real(smoothing, "smoothing", low=0)
    n, m = X.shape
    tables = pair_counts(X, K)[0].reshape(m, K, m, K).transpose(0, 2, 1, 3)
    tables = (tables + smoothing / K**2) / (n + smoothing)
    marginals = tables[:, 0].sum(axis=2)
    if not (marginals > 0).all():
        j, state = np.argwhere(marginals <= 0)[0]
        raise ValueError(f"X must show every state in every column: {j} lacks the code {state}")
    half = 0.5 * np.log(marginals).sum(axis=1)
    # logarithms: the determinant of a table of many states underflows
    size = np.linalg.slogdet(tables)[1] - half[:, None] - half
    # both orders of a pair differ by rounding: their mean is symmetric
    return _from_strength(np.exp(np.minimum(0.5 * (size + size.T), 0.0)), smallest)


def _same_states(X, n_states):
    """Codes, and the one number of states that all columns have."""
    X, counts = check_codes(X, n_states)
    if n_states is not None:
        check_count(n_states, "n_states", low=2)
    return X, max(int(counts.max()), 2)


def symmetric_distance(X, n_states=None, *, as_printed=False, smallest=1e-10):
    r"""Information distances of symmetric discrete columns from how often two differ.

    Parameters
    ----------
    X : array_like of int, shape (n, m)
        Codes from 0.
    n_states : int, optional
        The number K of states; by default up to the largest code.
    as_printed : bool
        Take the share of differing rows itself as the crossover probability, as the source prints
        it: wrong for more than two states.
    smallest : float
        Where :math:`1-K\hat\theta` is smaller, it counts as this.

    Returns
    -------
    ndarray, shape (m, m)

    Notes
    -----
    A variable crosses over to *each* other state with probability theta, so two columns differ in
    a share (K - 1) theta of the rows. For two states the sign of the dependence does not matter,
    as in (9). Cost: O(n m² K). Source: equations (4), (10) and section 6.1, mended.

    Examples
    --------
    >>> symmetric_distance([[0, 0], [1, 1], [2, 2], [0, 1], [1, 1]], 3).round(3).tolist()
    [[0.0, 0.713], [0.713, 0.0]]
    """
    X, K = _same_states(X, n_states)
    n, m = X.shape
    tables = pair_counts(X, K)[0].reshape(m, K, m, K)
    theta = 1.0 - np.einsum("ikjk->ij", tables) / n  # the share of rows in which two columns differ
    if not check_flag(as_printed, "as_printed"):
        theta = theta / (K - 1)
    strength = 1.0 - K * theta
    if K == 2:
        strength = np.abs(strength)
    return (K - 1) * _from_strength(strength, smallest)
