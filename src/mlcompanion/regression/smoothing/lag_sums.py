"""Kernel smoothing on an evenly spaced design, where a weight depends on the lag alone.

The matrix of weights is then Toeplitz: sums over a window are convolutions, in O(n w) for a window
of w observations or O(n log n), and nothing of size n x n is kept. Distances are counted in
spacings.
"""

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft
from scipy.linalg import toeplitz

__all__ = []

_NEGLIGIBLE = 1e-17  # of the largest weight: lost in the sum
_DIRECT = 256  # lags up to which a plain convolution is the faster one
_DENSE = 2048  # observations up to which a table of outputs is worth a matrix


def lag_weights(kernel, h, n, left_out):
    """Weights of the lags 0, 1, ... in a window; the first ``left_out`` are zero.

    Divided by the largest, which cancels: else the far tail of a kernel would be zero over zero.
    """
    reach = n - 1
    if np.isfinite(kernel.support):
        reach = int(min(reach, np.floor(kernel.support * h)))
    weights = kernel(np.arange(reach + 1) / h)
    weights[:left_out] = 0.0
    top = weights.max()
    if not top > 0:
        return np.zeros(1)
    weights = weights / top
    return weights[: np.flatnonzero(weights > _NEGLIGIBLE)[-1] + 1]


def _convolved(V, row):
    """Sums of ``row[reach + j - i] V[j]`` over j, for the columns of ``V``."""
    n, q = V.shape
    reach = len(row) // 2
    if q >= 8 and n <= _DENSE:
        right = np.zeros(n)
        left = np.zeros(n)
        right[: reach + 1] = row[reach:]
        left[: reach + 1] = row[reach::-1]
        return toeplitz(left, right) @ V
    backwards = row[::-1]
    if reach <= _DIRECT:
        return np.stack([np.convolve(v, backwards)[reach : reach + n] for v in V.T], axis=1)
    size = next_fast_len(n + 2 * reach, real=True)
    spectrum = rfft(V, size, axis=0) * rfft(backwards, size)[:, None]
    return irfft(spectrum, size, axis=0)[reach : reach + n]


def _moment_row(weights, power):
    """The weights of both sides, times the signed lag to a power."""
    lags = np.arange(len(weights), dtype=float)
    right = weights * lags**power
    return np.concatenate([(-1) ** power * right[:0:-1], right])


def window_fits(weights, Y, degree):
    """Local constant (0) or local linear (1) fits at the design points, NaN for empty windows.

    A local slope is fitted where the window holds two places; else the fit is the local mean.
    """
    n = len(Y)
    centre = Y.mean(axis=0)  # weights sum to one: a large constant need not be convolved
    Y = Y - centre
    if not weights.any():
        return np.full(Y.shape, np.nan)
    ones = np.ones((n, 1))
    row = _moment_row(weights, 0)
    total = _convolved(ones, row)
    empty = total <= 1e-10 * weights.max()  # what a convolution by FFT leaves of zero
    total = np.where(empty, np.nan, total)
    means = _convolved(Y, row) / total
    if degree == 0:
        return means + centre
    slopes_row = _moment_row(weights, 1)
    place = _convolved(ones, slopes_row) / total
    square = _convolved(ones, _moment_row(weights, 2)) / total
    spread = square - place**2
    flat = ~(spread > 1e-10 * square)
    slopes = (_convolved(Y, slopes_row) / total - place * means) / np.where(flat, 1.0, spread)
    return means - place * np.where(flat, 0.0, slopes) + centre
