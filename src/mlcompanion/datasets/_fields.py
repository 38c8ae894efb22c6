"""Gaussian random fields on a grid, by circulant embedding."""

import numpy as np
from scipy.fft import fftn, next_fast_len
from sklearn.utils import Bunch

from mlcompanion._validation import (
    check_array,
    check_count,
    check_list,
    check_memory,
    check_real,
    check_rng,
)

__all__ = ["make_gaussian_field"]

_ROUNDING = 1e-10  # negative eigenvalues of the torus below this share of the largest are rounding


def make_gaussian_field(shape=(251, 251), scale=4.0, variance=8.0, nugget=4.0, random_state=None):
    r"""Draw a stationary Gaussian field on a grid of unit spacing, and noisy values of it.

    The covariance is :math:`\text{variance}\cdot e^{-\sum_j(h_j/\text{scale}_j)^2}`, as in R's
    RandomFields; in terms of :class:`mlcompanion.gp.SquaredExponential` its width is
    ``scale / sqrt(2)``.

    Parameters
    ----------
    shape : int or list of int
        Points along each axis.
    scale : float or array_like
        Scale, or one an axis, in units of the spacing; positive.
    variance : float
        Of the field; not negative.
    nugget : float
        Variance of the noise; not negative.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n, d), the points, from 0; ``target`` (n,), field plus noise; ``clean`` (n,), the
        field; ``shape``; ``DESCR``.

    Raises
    ------
    ValueError
        If a number is out of its range, or there is not one scale an axis.

    Notes
    -----
    The grid is laid on a torus large enough that the covariance across its back is that of the
    grid; there it is diagonal in waves, and its root costs one transform: O(n log n) time, exact
    to rounding, where a Cholesky factor takes O(n^3). Defaults: the set synthetic-2d of Park, Huang
    and Ding (2011), section 6.1, 63,001 points, whose spacing is not printed. Method: Wood and Chan
    (1994), Dietrich and Newsam (1997).

    Examples
    --------
    >>> field = make_gaussian_field((40, 30), random_state=0)
    >>> field.data.shape, field.target.shape
    ((1200, 2), (1200,))
    """
    sizes = [check_count(n, "shape", low=1) for n in _listed(shape, "shape")]
    scales = check_array(scale, "scale", low=0, open_low=True)
    if scales.ndim and scales.shape != (len(sizes),):
        raise ValueError(f"scale must hold {len(sizes)} numbers, one an axis, got {scales.shape}")
    variance = check_real(variance, "variance", low=0)
    nugget = check_real(nugget, "nugget", low=0)
    rng = check_rng(random_state)
    root = _torus_root(sizes, np.broadcast_to(scales, (len(sizes),)))
    waves = rng.normal(size=root.shape) + 1j * rng.normal(size=root.shape)
    field = fftn(root * waves).real / np.sqrt(root.size)
    clean = np.sqrt(variance) * field[tuple(slice(n) for n in sizes)].ravel()
    points = np.stack(np.meshgrid(*map(np.arange, sizes), indexing="ij"), axis=-1)
    return Bunch(
        data=points.reshape(-1, len(sizes)).astype(float),
        target=clean + np.sqrt(nugget) * rng.normal(size=clean.shape),
        clean=clean,
        shape=tuple(sizes),
        DESCR=(
            f"Gaussian field on a grid of {' x '.join(map(str, sizes))} points, squared "
            f"exponential covariance, variance {variance:g}, nugget {nugget:g}"
        ),
    )


def _listed(value, name):
    return [value] if np.ndim(value) == 0 else check_list(value, name)


def _torus_root(sizes, scales):
    """Root of the covariance's eigenvalues on the smallest torus tried that has none below zero."""
    reach = 6.0  # scales beyond which the covariance is rounding
    while True:
        periods = [
            next_fast_len(int(n + np.ceil(reach * s))) if n > 1 else 1
            for n, s in zip(sizes, scales)
        ]
        check_memory(64 * np.prod(periods, dtype=float), f"a torus of {periods} points")
        eigenvalues = np.ones(())
        for period, s in zip(periods, scales):
            # the covariance is a product of one factor an axis, and so are its eigenvalues
            h = np.minimum(np.arange(period), period - np.arange(period))
            spectrum = fftn(np.exp(-((h / s) ** 2))).real
            eigenvalues = np.multiply.outer(eigenvalues, spectrum)
        if eigenvalues.min() >= -_ROUNDING * eigenvalues.max():
            return np.sqrt(np.maximum(eigenvalues, 0))
        reach *= 1.5
