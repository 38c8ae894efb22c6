r"""Aggregation with exponential weights, and with their running average.

Gaïffas and Lecué (2011), section 1; the denominator there is misprinted.
"""

import numpy as np

from mlcompanion._validation import check_flag, check_in, check_real

from .segments import residuals_of

__all__ = ["aew_weights"]


def aew_weights(P, y, temperature, *, risk="mean", cumulative=False):
    r"""Weights proportional to :math:`e^{-R(f_j)/T}`.

    Parameters
    ----------
    P : array_like of shape (n_functions, n_samples)
        Predictions, one row a function.
    y : array_like of shape (n_samples,)
    temperature : float
        T, positive, in the units of y squared: small gives the best function, large the mean.
    risk : {"mean", "sum"}
        Whether R is the mean of the squared errors, as in the source, or their sum, for which
        Dalalyan and Tsybakov (2007) prove T = 4 sigma² right.
    cumulative : bool
        Average of the weights after 1, 2, ... n samples (ACEW).

    Returns
    -------
    ndarray of shape (n_functions,)
        Not negative, with sum 1.

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(n_functions n_samples), also of the average. Source: Gaïffas and Lecué (2011),
    section 1.

    Examples
    --------
    >>> aew_weights([[0.0, 0.0], [1.0, 1.0]], [0.0, 0.0], 1.0).round(3)
    array([0.731, 0.269])
    """
    E, unit = residuals_of(P, y)
    T = check_real(temperature, "temperature", low=0, open_low=True)
    check_in(risk, "risk", ("mean", "sum"))
    squares = E**2
    scale = unit * (unit / T)  # in this order: unit^2 alone may overflow
    if check_flag(cumulative, "cumulative"):
        R = np.cumsum(squares, axis=1)
        if risk == "mean":
            R /= np.arange(1, E.shape[1] + 1)
        return _softmin(scale * R).mean(axis=1)  # the weights after each sample, averaged
    R = squares.mean(axis=1) if risk == "mean" else squares.sum(axis=1)
    return _softmin(scale * R)


def _softmin(R):
    """exp(-R) along the first axis, with sum 1; the least R is taken off, else all may vanish."""
    raw = np.exp(R.min(axis=0) - R)
    return raw / raw.sum(axis=0)
