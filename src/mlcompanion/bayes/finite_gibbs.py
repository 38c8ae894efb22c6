"""Gibbs sampling of the finite beta-Bernoulli model: binary matrices with K columns.

Griffiths and Ghahramani (JMLR 12, 2011), section 4.7, Eq. 17, and section 5.1, Eq. 22.
"""

from itertools import product

import numpy as np
from scipy.special import expit

from mlcompanion._validation import check_function, check_real, check_rng

from .indian_buffet import check_binary

__all__ = ["gibbs_sweep_finite"]


def gibbs_sweep_finite(Z, alpha, log_likelihood=None, *, random_state=None):
    """Visit every entry of a matrix with K columns once and draw it given all the others.

    Entry (i, k) is 1 with prior probability (m + alpha / K) / (n + alpha / K), where m counts the
    other rows that have feature k (Eq. 17); with data this is weighed by their density (Eq. 22).

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)
        Empty columns count, and stay.
    alpha : float
    log_likelihood : callable, optional
        ``log_likelihood(Z)`` is the log density of the data; without it the prior is sampled.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, K)

    Raises
    ------
    ValueError
        If ``Z`` is not binary or has no column, ``alpha`` is not positive, or the density is NaN.

    Notes
    -----
    Cost: 2 n K evaluations of the density. As K grows, Eq. 17 tends to the rule of
    :func:`~mlcompanion.bayes.gibbs_sweep_prior`.
    """
    Z = check_binary(Z)
    rng = check_rng(random_state)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    score = check_function(log_likelihood, "log_likelihood") or (lambda Z: 0.0)
    n, k = Z.shape
    if not k:
        raise ValueError("Z needs at least one column, empty or not")
    for i, j in product(range(n), range(k)):
        others = Z[:, j].sum() - Z[i, j]
        without, present = (score(_with_bit(Z, i, j, bit)) for bit in (False, True))
        if np.isnan(present - without):
            raise ValueError("log_likelihood must return a number, got NaN")
        # Eq. 17: both probabilities have the denominator n + alpha / K
        odds = np.log(others + alpha / k) - np.log(n - others)
        Z[i, j] = rng.random() < expit(odds + present - without)
    return Z


def _with_bit(Z, i, j, bit):
    Z[i, j] = bit
    return Z
