r"""What the theorems promise: bounds on the gap, numbers of steps, step lengths.

Shalev-Shwartz and Tewari (2011), Theorems 1 to 3 and Proposition 4.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

__all__ = [
    "proposition_bound",
    "proposition_eta",
    "restarts_for",
    "scd_bound",
    "scd_steps",
    "smidas_bound",
    "theory_eta",
]


def _steps(n_steps):
    return check_array(n_steps, "n_steps", low=1)


def _potential(w_star, start_value, curvature):
    r"""Number of features and :math:`\Psi(0)=\tfrac\beta2\|w^*\|_2^2+P(0)`."""
    w_star = check_array(w_star, "w_star", ndim=1, min_rows=1)
    curvature = check_real(curvature, "curvature", low=0, open_low=True)
    start_value = check_real(start_value, "start_value", low=0)
    return len(w_star), curvature / 2 * float(w_star @ w_star) + start_value


def scd_bound(n_steps, w_star, start_value, curvature):
    r"""Bound on the expected gap of :func:`scd` after T steps, :math:`d\,\Psi(0)/(T+1)`.

    Parameters
    ----------
    n_steps : int or array_like
        T.
    w_star : array_like of shape (n_features,)
        A minimiser.
    start_value : float
        Objective P(0) at zero.
    curvature : float
        Bound :math:`\beta` on the loss's second derivative: 1 squared, 1/4 logistic.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Theorem 1; with probability one half the gap is at most twice that (Theorem 2). X in [-1, 1].

    Examples
    --------
    >>> float(scd_bound(9, [2.0, 0.0], 0.5, 1.0))
    0.5
    """
    d, potential = _potential(w_star, start_value, curvature)
    return d * potential / (_steps(n_steps) + 1)


def scd_steps(accuracy, w_star, start_value, curvature, failure=None):
    r"""Steps after which the bound of :func:`scd_bound` is at most the accuracy.

    Parameters
    ----------
    accuracy : float
    w_star, start_value, curvature
        As in :func:`scd_bound`.
    failure : float, optional
        Probability in (0, 1) with which the accuracy may be missed: then the steps of all restarts
        that Theorem 2 asks for, each twice as long. Default: in expectation.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Theorems 1 and 2. Restarts multiply: the source's displays add them.
    """
    d, potential = _potential(w_star, start_value, curvature)
    accuracy = check_real(accuracy, "accuracy", low=0, open_low=True)
    steps = d * potential / accuracy
    if failure is None:
        return steps
    return 2 * restarts_for(failure) * steps


def restarts_for(failure):
    r"""Restarts :math:`\lceil\log_2(1/\delta)\rceil` that Theorem 2 asks for, at least 1.

    Parameters
    ----------
    failure : float
        Probability :math:`\delta` in (0, 1).

    Returns
    -------
    int

    Examples
    --------
    >>> [restarts_for(p) for p in (0.5, 0.1, 0.001)]
    [1, 4, 10]
    """
    failure = check_real(failure, "failure", low=0, high=1, open_low=True, open_high=True)
    return max(1, int(np.ceil(np.log2(1 / failure) - 1e-12)))


def theory_eta(n_steps, n_features, size, rho, start_value=None):
    r"""Step length of SMIDAS for which the guarantee of Theorem 3 is least.

    Parameters
    ----------
    n_steps : int
        T.
    n_features : int
        d; the exponent is :math:`2\ln d`, at least 2.
    size : float
        :math:`\|w^*\|_1`, positive.
    rho : float
        Bound on the loss's slope (hinge, logistic 1), or, with ``start_value``, on its square over
        the loss: 1/2 logistic, 2 squared with its half.
    start_value : float, optional
        P(0): then the second part of the theorem.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a value is out of range.

    Examples
    --------
    >>> round(theory_eta(1000, 100, 2.0, 1.0), 4)
    0.0189
    """
    T = check_count(n_steps, "n_steps", low=1)
    size = check_real(size, "size", low=0, open_low=True)
    a = _spread(n_features, rho)
    if start_value is None:
        return float(size / rho * np.sqrt(rho / (a * T)))
    PT = check_real(start_value, "start_value", low=0, open_low=True) * T
    # (sqrt(1 + u) - 1) without cancellation
    u = PT / (a * size**2)
    return float(size**2 / PT * u / (np.sqrt(1 + u) + 1))


def _spread(n_features, rho):
    r""":math:`a=(p-1)\rho e/2` with :math:`p=2\ln d`."""
    rho = check_real(rho, "rho", low=0, open_low=True)
    p = max(2.0, 2 * np.log(check_count(n_features, "n_features", low=1)))
    return (p - 1) * rho * np.e / 2


def smidas_bound(n_steps, n_features, size, rho, start_value=None):
    r"""Bound on the expected gap of SMIDAS's random iterate with the step of :func:`theory_eta`.

    :math:`\rho\|w^*\|_1\sqrt{12\ln d/T}`, or with ``start_value``
    :math:`4\|w^*\|_1\sqrt{6\rho\ln d\,P(0)/(2T)}+12\rho\ln d\,\|w^*\|_1^2/T`.

    Parameters
    ----------
    n_steps : int or array_like
    n_features, size, rho, start_value
        As in :func:`theory_eta`.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Theorem 3. X in [-1, 1], and d at least 3.
    """
    T = _steps(n_steps)
    size = check_real(size, "size", low=0)
    rho = check_real(rho, "rho", low=0, open_low=True)
    log_d = np.log(check_count(n_features, "n_features", low=3))
    if start_value is None:
        return rho * size * np.sqrt(12 * log_d / T)
    start_value = check_real(start_value, "start_value", low=0)
    root = np.sqrt(6 * rho * log_d * start_value / (2 * T))
    return 4 * size * root + 12 * rho * log_d * size**2 / T


def proposition_eta(n_features, rho, K=1.0):
    r"""Step length :math:`\frac{2}{(p-1)\rho e}\frac{K}{1+K}` of Proposition 4.

    Parameters
    ----------
    n_features : int
    rho : float
        Bound on the squared slope over the loss.
    K : float
        Relative accuracy, positive.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a value is out of range.
    """
    K = check_real(K, "K", low=0, open_low=True)
    return float(K / (1 + K) / _spread(n_features, rho))


def proposition_bound(n_steps, n_features, size, rho, least, K=1.0):
    r"""Bound on SMIDAS's expected objective, a multiple of the least one.

    :math:`(1+K)P(w^*)+\frac{(1+K)^2}{K}\frac{3\rho\ln d\,\|w^*\|_1^2}{T}`.

    Parameters
    ----------
    n_steps : int or array_like
    n_features, size, rho
        As in :func:`theory_eta`, with the bound on the squared slope.
    least : float
        :math:`P(w^*)`.
    K : float

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a value is out of range.

    Notes
    -----
    Proposition 4, with the step of :func:`proposition_eta`.
    """
    T = _steps(n_steps)
    size = check_real(size, "size", low=0)
    rho = check_real(rho, "rho", low=0, open_low=True)
    K = check_real(K, "K", low=0, open_low=True)
    least = check_real(least, "least", low=0)
    log_d = np.log(check_count(n_features, "n_features", low=3))
    return (1 + K) * least + (1 + K) ** 2 / K * 3 * rho * log_d * size**2 / T
