r"""How many steps from bound to bound are enough.

Choromanska (2014), section 2.2.2, Theorem 2: the curvature of Algorithm 1 is at most omega, so that
with a ridge of lambda each step closes a share lambda / (lambda + omega) of the gap.
"""

import numpy as np

from mlcompanion._validation import check_count, check_real

from .partition_bound import bound_coefficient

__all__ = ["curvature_limit", "majorization_iterations"]


def curvature_limit(r, n):
    r"""What no curvature of Algorithm 1 exceeds, labels visited by falling weight.

    .. math:: \omega=2r^2\sum_{i=1}^{n-1}\frac{\tanh(\frac12\log i)}{\log i},
        \qquad\text{its first term being }\tfrac12

    Parameters
    ----------
    r : float
        Length that no feature vector exceeds, not negative.
    n : int
        Number of labels.

    Returns
    -------
    float

    Notes
    -----
    Cost: O(n). In other orders the limit is :math:`r^2(n-1)`, which is larger. Source:
    Choromanska (2014), proof of Theorem 2.

    Examples
    --------
    >>> curvature_limit(1.0, 2)
    1.0
    """
    r = check_real(r, "r", low=0)
    n = check_count(n, "n", low=1)
    terms = bound_coefficient(np.log(np.arange(1, n, dtype=float)))
    return 4.0 * r**2 * float(np.sum(terms))


def majorization_iterations(lam, r, n, eps):
    r"""Iterations that suffice to gain all but a share ``eps`` of what can be gained: Theorem 2.

    .. math:: \Bigl\lceil\log\tfrac1\varepsilon\Big/\log\bigl(1+\tfrac\lambda\omega\bigr)\Bigr\rceil

    Parameters
    ----------
    lam : float
        Penalty :math:`\lambda/2\,\|\theta\|^2` of the mean loss, positive.
    r : float
        Length that no feature vector exceeds, not negative.
    n : int
        Number of labels.
    eps : float
        In (0, 1).

    Returns
    -------
    int

    Notes
    -----
    Holds for labels visited by falling weight, :func:`curvature_limit` being :math:`\omega`; the
    source claims it for any order. Source: Choromanska (2014), Theorem 2.

    Examples
    --------
    >>> majorization_iterations(lam=1.0, r=1.0, n=2, eps=0.01)
    7
    """
    lam = check_real(lam, "lam", low=0, open_low=True)
    eps = check_real(eps, "eps", low=0, high=1, open_low=True, open_high=True)
    omega = curvature_limit(r, n)
    if omega == 0:
        return 1
    return int(np.ceil(-np.log(eps) / np.log1p(lam / omega)))
