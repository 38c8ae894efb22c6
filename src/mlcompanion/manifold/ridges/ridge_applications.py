"""From signals and images to clouds of points whose ridge is wanted, and back.

Ozertem and Erdogmus (2011): section 4.2.1 and 4.2.4 (time embedding), 4.2.3 (Wigner-Ville
distribution), 4.2.5 (skeletons of characters).
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from mlcompanion._validation import check_array, check_flag, check_in, check_real

from .density_field import GaussianKDEField
from .ridges import scms

__all__ = ["denoise_by_ridge", "image_points", "skeleton", "smoothed_wigner_ville", "wigner_ville"]


def denoise_by_ridge(y, time, bandwidth, time_bandwidth, *, fixed_time=False, **options):
    """Denoise a signal by projecting (time, value) on the ridges of its density.

    Parameters
    ----------
    y : array_like, shape (n_samples,) or (n_samples, n_channels)
        The signal.
    time : array_like, shape (n_samples,)
    bandwidth, time_bandwidth : float
        Kernel widths in the units of the values and of time.
    fixed_time : bool
        Move along the values only: time is no random variable. Else to the curve, in any direction.
    **options
        Handed to :func:`scms`.

    Returns
    -------
    values : ndarray, shape like ``y``
        The projections' values, sample by sample.
    times : ndarray, shape (n_samples,)
        Where in time the projections lie.

    Notes
    -----
    Cost O(n^2) a sweep. Source: sections 4.2.1 and 4.2.4.
    """
    y = check_array(y, "y", min_rows=2)
    if y.ndim > 2:
        raise ValueError(f"y must have one or two dimensions, got shape {y.shape}")
    rows = y.reshape(len(y), -1)
    time = check_array(time, "time", shape=(len(y),))
    bandwidth = check_real(bandwidth, "bandwidth", low=0, open_low=True)
    speed = bandwidth / check_real(time_bandwidth, "time_bandwidth", low=0, open_low=True)
    # time in units in which one bandwidth fits both axes
    cloud = np.column_stack([speed * time, rows])  # one spherical kernel serves both scales
    normal = np.eye(cloud.shape[1])[:, 1:] if check_flag(fixed_time, "fixed_time") else None
    result = scms(GaussianKDEField(cloud, bandwidth), cloud, dim=1, normal=normal, **options)
    return result.points[:, 1:].reshape(y.shape), result.points[:, 0] / speed


def wigner_ville(signal):
    r"""Discrete Wigner-Ville distribution of a complex signal.

    .. math:: W(t,f)=\sum_\tau x(t+\tau)\,\overline{x(t-\tau)}\,e^{-4\pi i f\tau}

    Parameters
    ----------
    signal : array_like of complex, shape (n,)
        Analytic (frequencies between 0 and 1/2 cycles a sample), else the spectrum folds.

    Returns
    -------
    distribution : ndarray, shape (n, n)
        Row: time; column: frequency ``k / (2 n)`` in cycles a sample.

    Notes
    -----
    Cost O(n^2 log n). Source: section 4.2.3.
    """
    x = check_array(signal, "signal", ndim=1, min_rows=2, dtype=complex)
    n = len(x)
    lags = np.arange(-(n // 2), n - n // 2)
    # all pairs t + lag, t - lag; beyond the ends the product counts as 0
    ahead, behind = (np.arange(n)[:, None] + s * lags for s in (1, -1))
    inside = (ahead >= 0) & (ahead < n) & (behind >= 0) & (behind < n)
    product = np.where(inside, x[ahead.clip(0, n - 1)] * x[behind.clip(0, n - 1)].conj(), 0)
    # lag 0 comes first; opposite lags are conjugate, so the transform is real
    return np.fft.fft(np.fft.ifftshift(product, axes=1), axis=1).real


def smoothed_wigner_ville(signal, time_width=8.0, frequency_width=3.0):
    """Wigner-Ville distribution after a Gaussian smoothing that averages the cross terms away.

    Parameters
    ----------
    signal : array_like of complex, shape (n,)
    time_width, frequency_width : float
        Standard deviations of the smoothing, in samples and in frequency bins.

    Returns
    -------
    ndarray, shape (n, n)
        Not negative: what remains below zero is cut.
    """
    widths = [
        check_real(time_width, "time_width", low=0),
        check_real(frequency_width, "frequency_width", low=0),
    ]
    # frequencies are periodic, times are not
    return np.maximum(gaussian_filter(wigner_ville(signal), widths, mode=("nearest", "wrap")), 0)


def image_points(image, threshold=0.0):
    """The pixels above a threshold as points with weights.

    Parameters
    ----------
    image : array_like, shape (height, width)
    threshold : float
        Only greater values count.

    Returns
    -------
    points : ndarray, shape (n_pixels, 2)
        Column and row of each pixel, in pixels.
    weights : ndarray, shape (n_pixels,)
        Its value.
    """
    image = check_array(image, "image", ndim=2, min_rows=1, low=0)
    rows, columns = np.nonzero(image > check_real(threshold, "threshold", low=0))
    if not len(rows):
        raise ValueError(f"image has no pixel above the threshold {threshold}")
    # x before y, as in a plot
    return np.column_stack([columns, rows]).astype(float), image[rows, columns]


def skeleton(image, bandwidth, *, threshold=0.0, keep="all", **options):
    """Ridge of a grey image, as the weighted density of its pixels.

    Parameters
    ----------
    image : array_like, shape (height, width)
        Not negative; brighter is denser.
    bandwidth : float
        Kernel width in pixels.
    threshold : float
        Pixels at most as bright are no part of the density.
    keep : {"all", "ridge"}
        All projections, or only those that converged to a maximum across the ridge.
    **options
        Handed to :func:`scms`.

    Returns
    -------
    ndarray, shape (n_points, 2)
        Column and row, in pixels.

    Notes
    -----
    Source: sections 4.2.3 and 4.2.5.
    """
    check_in(keep, "keep", ("all", "ridge"))
    points, weights = image_points(image, threshold)
    result = scms(GaussianKDEField(points, bandwidth, weights), points, dim=1, **options)
    if keep == "ridge":
        return result.points[result.is_ridge]
    return result.points
