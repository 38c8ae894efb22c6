"""Partitions: finite Dirichlet-multinomial classes and their limit, the Chinese restaurant process.

Implements Griffiths and Ghahramani (JMLR 12, 2011), section 2: Eq. 3 to 7.
"""

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["crp_conditional", "log_prob_crp", "log_prob_dirichlet_multinomial", "sample_crp"]


def _check_labels(labels):
    return check_array(labels, "labels", ndim=1, min_rows=1, dtype=int, low=0)


def _log_rising(a, n):
    """log a (a + 1) ... (a + n - 1): for a large a, log-gammas would lose its digits."""
    return np.log(a + np.arange(n)).sum()


def sample_crp(n, alpha, *, random_state=None):
    """Seat ``n`` customers: at table k with probability m_k/(i-1+alpha), or at a new one.

    Parameters
    ----------
    n : int
        Number of customers, at least 1.
    alpha : float
        Concentration, positive.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of int, shape (n,)
        Table of each customer, numbered from 0 in order of opening.

    Raises
    ------
    ValueError
        On a count below 1 or a concentration that is not positive.

    Notes
    -----
    Cost O(n K_+). Source: Eq. 5 and section 2.3.
    """
    n = check_count(n, "n", low=1)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    rng = check_rng(random_state)
    labels = np.zeros(n, dtype=int)
    sizes = []
    for i in range(n):
        weights = np.array([*sizes, alpha]) / (i + alpha)
        # inversion; the last place is the new table, whatever rounding leaves of the sum
        labels[i] = min(np.searchsorted(np.cumsum(weights), rng.random()), len(sizes))
        if labels[i] == len(sizes):
            sizes.append(0)
        sizes[labels[i]] += 1
    return labels


def log_prob_crp(labels, alpha):
    """Log probability of the partition that ``labels`` names, under the CRP.

    Parameters
    ----------
    labels : array_like of int, shape (n,)
        Only which labels are equal matters.
    alpha : float

    Returns
    -------
    float
        Logarithm of alpha^K prod (m_k - 1)! Gamma(alpha) / Gamma(n + alpha) (section 2.3).
    """
    labels = _check_labels(labels)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    sizes = np.unique(labels, return_counts=True)[1]
    tables = len(sizes) * np.log(alpha) + gammaln(sizes).sum()
    return float(tables - _log_rising(alpha, len(labels)))


def log_prob_dirichlet_multinomial(labels, alpha, n_classes):
    """Log probability of class assignments under K classes with a Dirichlet prior.

    Parameters
    ----------
    labels : array_like of int, shape (n,)
        Classes 0 .. n_classes - 1.
    alpha : float or array_like, shape (n_classes,)
        Total concentration, of which each class has alpha / n_classes; or the prior count of each
        class.
    n_classes : int

    Returns
    -------
    float
        Eq. 3-4 in logarithms, for any prior counts.
    """
    labels = _check_labels(labels)
    n_classes = check_count(n_classes, "n_classes", low=int(labels.max()) + 1)
    if np.ndim(alpha) == 0:
        total = check_real(alpha, "alpha", low=0, open_low=True)
        shares = np.full(n_classes, total / n_classes)
    else:
        shares = check_array(alpha, "alpha", shape=(n_classes,), low=0, open_low=True)
        total = shares.sum()
    sizes = np.bincount(labels, minlength=n_classes)
    classes = sum(_log_rising(*both) for both in zip(shares, sizes))
    return float(classes - _log_rising(total, len(labels)))


def crp_conditional(labels, i, alpha, n_classes=None):
    """Prior probabilities of customer ``i``'s class given all the others (Eq. 6-7).

    Parameters
    ----------
    labels : array_like of int, shape (n,)
    i : int
        The customer.
    alpha : float
    n_classes : int, optional
        Size of the finite model; ``None`` is the limit, the CRP.

    Returns
    -------
    existing : ndarray
        Probability of each class that others occupy, in the order of their labels.
    new : float
        Probability of all unoccupied classes together.
    """
    labels = _check_labels(labels)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    i = check_count(i, "i", high=len(labels) - 1)
    sizes = np.unique(np.delete(labels, i), return_counts=True)[1]
    total = len(labels) - 1 + alpha
    if n_classes is None:
        return sizes / total, float(alpha / total)
    n_classes = check_count(n_classes, "n_classes", low=len(sizes))
    share = alpha / n_classes
    return (sizes + share) / total, float(share * (n_classes - len(sizes)) / total)
