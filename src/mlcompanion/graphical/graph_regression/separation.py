r"""What it costs not to separate two cells, and how fast the excess risk must fall.

Chen (2013), section 6.4: Assumption 6.4, Theorems 6.1 and 6.3.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_real,
    check_square,
)

from ..partitions import prefix_code_length

__all__ = [
    "determinant_gap",
    "excess_risk_bound",
    "mean_gap_bound",
    "merged_excess",
    "normal_risk",
]


def _log_det(S, name):
    sign, value = np.linalg.slogdet(S)
    if sign <= 0:
        raise ValueError(f"{name} must be positive definite")
    return value


def normal_risk(precision, covariance, shift=None):
    r"""Expected loss :math:`\mathrm{tr}[\Omega(\Sigma+\delta\delta^\top)]-\log|\Omega|`.

    Parameters
    ----------
    precision : array_like of shape (p, p)
        :math:`\Omega`, the model's.
    covariance : array_like of shape (p, p)
        :math:`\Sigma`, the truth's.
    shift : array_like of shape (p,), optional
        :math:`\delta`, true mean minus the model's; zero by default.

    Returns
    -------
    float

    Notes
    -----
    Smallest at :math:`\Omega=\Sigma^{-1}`, where it is :math:`p+\log|\Sigma|`.
    """
    precision = check_square(precision, "precision", symmetric=True)
    covariance = check_square(covariance, "covariance", size=len(precision), symmetric=True)
    if shift is not None:
        shift = check_array(shift, "shift", shape=(len(precision),))
        covariance = covariance + np.outer(shift, shift)
    return float(np.vdot(precision, covariance) - _log_det(precision, "precision"))


def determinant_gap(first, second):
    r""":math:`2\log|\tfrac12(\Sigma_1+\Sigma_2)|-\log|\Sigma_1|-\log|\Sigma_2|`, Assumption 6.4.

    Parameters
    ----------
    first, second : array_like of shape (p, p)
        Covariances of two cells.

    Returns
    -------
    float
        Zero if they are equal, else positive. Two equally likely cells of equal mean lose half of
        it, times their common probability, when they are merged.
    """
    first = check_square(first, "first", symmetric=True)
    second = check_square(second, "second", size=len(first), symmetric=True)
    mixed = _log_det((first + second) / 2, "first")
    return float(2 * mixed - _log_det(first, "first") - _log_det(second, "second"))


def merged_excess(shares, means, covariances):
    r"""By how much the best single normal law exceeds the risk of each cell's own.

    .. math:: \pi\log|\bar\Sigma|-\sum_j\pi_j\log|\Sigma_j|

    with :math:`\pi=\sum_j\pi_j` and :math:`\bar\Sigma` the covariance of the merged cell, which
    holds the spread of the means.

    Parameters
    ----------
    shares : array_like of shape (m,)
        Probabilities :math:`\pi_j` of the cells.
    means : array_like of shape (m, p)
    covariances : array_like of shape (m, p, p)

    Returns
    -------
    float
    """
    shares = check_array(shares, "shares", ndim=1, min_rows=1, low=0, open_low=True)
    means = check_array(means, "means", shape=(len(shares), None))
    p = means.shape[1]
    covariances = check_array(covariances, "covariances", shape=(len(shares), p, p))
    total = shares.sum()
    weights = shares / total
    off = means - weights @ means
    # within plus between: means that differ widen the merged cell
    merged = np.einsum("m,mjk->jk", weights, covariances) + (weights[:, None] * off).T @ off
    own = [_log_det(S, "covariances") for S in covariances]
    return float(total * _log_det(merged, "covariances") - shares @ own)


def mean_gap_bound(c1, c2, c3, *, printed=False):
    r"""Lower bound on the excess risk of merging two cells whose means differ.

    Parameters
    ----------
    c1 : float
        Least eigenvalue of the cells' precision matrices.
    c2 : float
        Least probability of a cell.
    c3 : float
        Squared distance of the means.
    printed : bool
        The source's :math:`c_1c_2c_3/2`, which is too large: the merged cell's covariance absorbs
        part of the distance. By default :math:`2c_2\log(1+c_1c_3/4)`, which holds.

    Returns
    -------
    float

    Notes
    -----
    Source: Chen (2013), Theorem 6.3, corrected.

    Examples
    --------
    >>> round(mean_gap_bound(1, 0.5, 4), 4), mean_gap_bound(1, 0.5, 4, printed=True)
    (0.6931, 1.0)
    """
    c1 = check_real(c1, "c1", low=0)
    c2 = check_real(c2, "c2", low=0, high=1)
    c3 = check_real(c3, "c3", low=0)
    if check_flag(printed, "printed"):
        return c1 * c2 * c3 / 2
    return float(2 * c2 * np.log1p(c1 * c3 / 4))


def excess_risk_bound(n_leaves, n, *, d, p, delta, constant, norm):
    r"""The penalty of Theorem 6.1, which bounds how far a sample's risk is from the true one.

    .. math:: (C_1+1)L\,m\sqrt{([[T]]\log2+2\log p+\log(48/\delta))/n}

    Parameters
    ----------
    n_leaves, n, d, p : int
        Leaves of the tree, rows, covariates, responses.
    delta : float
        One minus the confidence, below 1/4.
    constant : float
        :math:`C_1=8\sqrt{v_2}+8B\sqrt{v_1}+2\sqrt2B^2`; the source prints :math:`B^2` for the last
        term, by a slip in a Hoeffding bound.
    norm : float
        L, bound on the norm of the precision matrices.

    Returns
    -------
    float

    Notes
    -----
    Source: Chen (2013), Theorem 6.1 and equation (6.23).
    """
    bits = prefix_code_length(n_leaves, d)
    n = check_count(n, "n", low=1)
    p = check_count(p, "p", low=1)
    delta = check_real(delta, "delta", low=0, high=0.25, open_low=True, open_high=True)
    constant = check_real(constant, "constant", low=0)
    norm = check_real(norm, "norm", low=0)
    inside = bits * np.log(2) + 2 * np.log(p) + np.log(48 / delta)
    return float((constant + 1) * norm * n_leaves * np.sqrt(inside / n))
