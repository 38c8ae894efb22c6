"""Choosing a bandwidth by leaving out: De Brabanter et al. (2011), (2), (5), (6) and (7).

Leave-one-out, leave-(2l+1)-out, the bandwidth of least criterion, and the number l of neighbours
whose errors are still correlated.
"""

from typing import NamedTuple

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft
from scipy.stats import norm

from mlcompanion._validation import check_array, check_count, check_in, check_real

from .design import design_and_outputs, spacing
from .kernels import as_kernel
from .lag_sums import lag_weights, window_fits

__all__ = [
    "BandwidthChoice",
    "LagChoice",
    "design_fit",
    "lcv",
    "mcv",
    "residual_lag",
    "select_bandwidth",
]


def design_fit(x, y, h, kernel="epanechnikov", degree=0):
    r"""The smooth curve at the design points themselves.

    Parameters
    ----------
    x : array_like, shape (n,)
        Sorted and evenly spaced places.
    y : array_like, shape (n,) or (n, q)
        One or many series.
    h : float
        Bandwidth in the units of ``x``.
    kernel : str or SmoothingKernel
    degree : {0, 1}
        0 is Nadaraya and Watson's local mean, 1 the local line.

    Returns
    -------
    ndarray, shape of ``y``
        NaN where no observation has weight.

    Notes
    -----
    Cost: O(n w) for windows of w observations, O(n log n) for wide ones.
    Source: De Brabanter et al. (2011), Section 3.1 and (6).
    """
    step, Y = design_and_outputs(x, y)
    K = as_kernel(kernel)
    weights = lag_weights(K, _bandwidth(h) / step, len(Y), 0)
    return window_fits(weights, Y, _degree(degree)).reshape(np.shape(y))


def lcv(x, y, h, kernel="epanechnikov", degree=0):
    """Leave-one-out cross-validation (2): :func:`mcv` with no neighbour left out beside.

    Parameters
    ----------
    x : array_like, shape (n,)
        Sorted and evenly spaced places.
    y : array_like, shape (n,) or (n, q)
    h : float or array_like, shape (m,)
        Bandwidths in the units of ``x``.
    kernel : str or SmoothingKernel
    degree : {0, 1}

    Returns
    -------
    float, or ndarray with axes for the bandwidths and the series
        In squared units of ``y``.
    """
    return mcv(x, y, h, kernel, 0, degree)


def mcv(x, y, h, kernel="epanechnikov", lag=1, degree=0):
    r"""Leave-:math:`(2l+1)`-out cross-validation (5), without refitting.

    The mean square of :math:`Y_i-\hat m^{(-i)}(x_i)`, where the fit at :math:`x_i` is made without
    the observations :math:`i-l,\dots,i+l`: their weights are zero, and the others are divided by
    their own sum.

    Parameters
    ----------
    x : array_like, shape (n,)
        Sorted and evenly spaced places.
    y : array_like, shape (n,) or (n, q)
        One or many series.
    h : float or array_like, shape (m,)
        Bandwidths in the units of ``x``.
    kernel : str or SmoothingKernel
    lag : int
        Neighbours left out on each side, the source's :math:`l`; 0 is :func:`lcv`.
    degree : {0, 1}
        0 is the local mean, 1 the local line.

    Returns
    -------
    float, or ndarray with axes for the bandwidths and the series
        In squared units of ``y``; infinite where a window is empty.

    Notes
    -----
    Cost: O(n w) a bandwidth and series for windows of w observations, O(n log n) for wide ones;
    O(n) memory a series. Source: De Brabanter et al. (2011), Definition 5.
    """
    step, Y = design_and_outputs(x, y)
    K = as_kernel(kernel)
    hs = check_array(h, "h", low=0, open_low=True)
    if hs.ndim > 1:
        raise ValueError(f"h must be a number or a vector, got shape {hs.shape}")
    lag = check_count(lag, "lag")
    degree = _degree(degree)
    scores = [_left_out_score(K, one / step, Y, lag, degree) for one in np.atleast_1d(hs)]
    scores = np.reshape(scores, (*hs.shape, *np.shape(y)[1:]))
    return scores if scores.ndim else float(scores)


def _left_out_score(kernel, h, Y, lag, degree):
    weights = lag_weights(kernel, h, len(Y), lag + 1)
    scores = np.mean((Y - window_fits(weights, Y, degree)) ** 2, axis=0)
    return np.where(np.isnan(scores), np.inf, scores)


class BandwidthChoice(NamedTuple):
    """A bandwidth and the criterion that chose it.

    Attributes
    ----------
    h : float
        The bandwidth, in the units of the places.
    scores : ndarray, shape (m,)
        The criterion at all bandwidths, in squared units of the outputs.
    """

    h: float
    scores: np.ndarray


def select_bandwidth(x, y, hs, kernel="epanechnikov", lag=0, degree=0, rule="global"):
    r"""The bandwidth of least criterion among a finite set :math:`Q_n`.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Sorted and evenly spaced places, outputs.
    hs : array_like, shape (m,)
        The set of bandwidths, increasing, in the units of ``x``.
    kernel : str or SmoothingKernel
        With :math:`K(0)=0` the choice is the source's :math:`\hat h_b`.
    lag : int
        Neighbours left out on each side.
    degree : {0, 1}
    rule : {"global", "rightmost"}
        The least value of all, or the last local minimum: correlated errors open a trap at small
        bandwidths, which the second rule does not enter.

    Returns
    -------
    BandwidthChoice

    Raises
    ------
    ValueError
        If a window is empty at every bandwidth.

    Notes
    -----
    Cost: that of :func:`mcv` at all bandwidths. Of equal values the first is taken.
    """
    check_array(y, "y", ndim=1)
    hs = check_array(hs, "hs", ndim=1, min_rows=1, low=0, open_low=True)
    if np.any(np.diff(hs) <= 0):
        raise ValueError("hs must be increasing")
    check_in(rule, "rule", ("global", "rightmost"))
    scores = mcv(x, y, hs, kernel, lag, degree)
    if not np.isfinite(scores).any():
        raise ValueError("hs is too small: at each bandwidth some window is empty")
    best = int(np.argmin(scores))
    if rule == "rightmost":
        best = len(hs) - 1
        while best > 0 and scores[best - 1] <= scores[best]:
            best -= 1
    return BandwidthChoice(float(hs[best]), scores)


class LagChoice(NamedTuple):
    """How many neighbours have errors that are still correlated.

    Attributes
    ----------
    lag : int
        The smallest lag from 1 on with a correlation within the limit.
    correlations : ndarray, shape (n,)
        Of the residuals at lags 0, 1, ...
    limit : float
        What independent errors would stay below, at the level asked for.
    """

    lag: int
    correlations: np.ndarray
    limit: float


def residual_lag(x, y, h, kernel="bimodal_polynomial", alpha=0.05):
    r"""The number of neighbours to leave out (7), from the residuals of a first fit (6).

    The smallest :math:`q\ge1` with :math:`|r_q|=\bigl|\sum_i\hat e_i\hat e_{i+q}\bigr|/\sum_i
    \hat e_i^2\le\Phi^{-1}(1-\alpha/2)/\sqrt n`.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Sorted and evenly spaced places, outputs.
    h : float
        Bandwidth of the first fit, in the units of ``x``.
    kernel : str or SmoothingKernel
        Of the first fit; with :math:`K(0)=0`, so that no residual sees its own observation.
    alpha : float
        Level of the test, between 0 and 1.

    Returns
    -------
    LagChoice
        With lag 1 if all residuals are zero.

    Raises
    ------
    ValueError
        If the bandwidth is so small that a window is empty.

    Notes
    -----
    Cost: one fit and O(n log n). The rule stops at the *first* small correlation: where
    correlations change sign, larger ones may follow. Source: De Brabanter et al. (2011), (7).
    """
    check_array(y, "y", ndim=1)
    alpha = check_real(alpha, "alpha", low=0, high=1, open_low=True, open_high=True)
    fit = design_fit(x, y, h, kernel)
    if np.isnan(fit).any():
        raise ValueError(f"h is too small: at {h!r} some window is empty")
    return lag_of_residuals(np.asarray(y, dtype=float) - fit, alpha)


def lag_of_residuals(residuals, alpha):
    """The rule (7) for residuals at hand."""
    n = len(residuals)
    unit = np.abs(residuals).max()
    scaled = residuals / unit if unit > 0 else residuals  # squares of small units vanish
    size = next_fast_len(2 * n, real=True)
    power = np.abs(rfft(scaled, size)) ** 2
    products = irfft(power, size)[:n]
    correlations = products / products[0] if products[0] > 0 else np.zeros(n)
    limit = norm.ppf(1 - alpha / 2) / np.sqrt(n)
    small = np.flatnonzero(np.abs(correlations[1:]) <= limit)
    lag = int(small[0]) + 1 if len(small) else n - 1
    return LagChoice(lag, correlations, float(limit))


def _bandwidth(h):
    return check_real(h, "h", low=0, open_low=True)


def _degree(degree):
    return check_count(degree, "degree", high=1)


def default_bandwidths(x, n_steps=60):
    r"""From :math:`n^{-1/2}` to half of the range: where :math:`nh^2\ge1`, as Theorem 3 asks."""
    n = len(x)
    extent = spacing(x) * n
    return extent * np.geomspace(min(n**-0.5, 0.25), 0.5, n_steps)
