"""Averages: power means, running means, and the law of a standardized mean (Sugiyama 7.3, 7.4)."""

import math
import warnings
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import IntegrationWarning
from scipy.special import logsumexp, ndtr

from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_instance

from ..discrete_law import DiscreteLaw
from ..law import Law
from .convolutions import nfold

__all__ = ["StandardizedMean", "power_mean", "running_mean", "standardized_mean"]


def power_mean(x, p, axis=-1):
    """The generalized mean ``(mean of x^p)^(1/p)`` of positive numbers (box in Fig. 7.1).

    Parameters
    ----------
    x : array_like
        Positive.
    p : float
        1: arithmetic, 0: geometric, -1: harmonic mean, 2: root mean square, ``inf`` and ``-inf``:
        maximum and minimum. No power overflows, and nothing cancels when p is small.
    axis : int

    Returns
    -------
    float or ndarray
        The shape of x without the axis.

    Raises
    ------
    ValueError
        If an entry is not positive, or p is not a number.
    """
    x = check_array(x, "x", min_rows=1, low=0, open_low=True)
    if x.size == 0:
        raise ValueError(f"x must not be empty, got shape {x.shape}")
    if isinstance(p, (bool, str)) or not np.isscalar(p) or np.isnan(p):
        raise ValueError(f"p must be a real number, got {p!r}")
    axis = check_in(axis, "axis", range(-x.ndim, x.ndim))
    if np.isinf(p):
        return (x.max(axis=axis) if p > 0 else x.min(axis=axis))[()]
    if abs(p) >= 1:
        unit = (x.max if p > 0 else x.min)(axis=axis, keepdims=True)
        shares = x / unit if p > 0 else unit / x  # from 0 to 1, and one of them is 1
        shares **= abs(p)
        return (np.squeeze(unit, axis=axis) * shares.mean(axis=axis) ** (1 / p))[()]
    logs = np.log(x)
    if p == 0:
        return np.exp(logs.mean(axis=axis))[()]
    centre = logs.mean(axis=axis, keepdims=True)
    powers = p * (logs - centre)  # they have mean 0: nothing cancels when p is small
    if np.abs(powers).max() < 1:
        spread = np.log1p(np.expm1(powers).mean(axis=axis))
    else:
        spread = logsumexp(powers, axis=axis) - math.log(x.shape[axis])
    return np.exp(np.squeeze(centre, axis=axis) + spread / p)[()]


def running_mean(x, axis=-1):
    """Averages of the first 1, 2, ..., n entries.

    Parameters
    ----------
    x : array_like
    axis : int

    Returns
    -------
    ndarray, the shape of x
    """
    x = check_array(x, "x", min_rows=1)
    axis = check_in(axis, "axis", range(-x.ndim, x.ndim))
    counts = np.arange(1, x.shape[axis] + 1)
    shape = np.ones(x.ndim, dtype=int)
    shape[axis] = -1
    centre = x.mean(axis=axis, keepdims=True)  # sums of deviations stay small: they keep the digits
    return centre + np.cumsum(x - centre, axis=axis) / counts.reshape(shape)


@dataclass(frozen=True, eq=False)
class StandardizedMean:
    """The law of ``(mean of n draws - mu) / (sigma / sqrt(n))`` on a lattice.

    Attributes
    ----------
    z : ndarray, shape (m,)
        Equally spaced points.
    masses : ndarray, shape (m,)
        Probability of each.
    is_lattice : bool
        Whether the law has jumps at ``z``; else a mass is spread around its point.
    ends : (float, float)
        Least and greatest value, where the distribution function is 0 and 1; maybe infinite.
    error : float
        How far the distribution function may be off, as cells a third as wide say; 0 on a lattice.
    """

    z: np.ndarray
    masses: np.ndarray
    is_lattice: bool
    ends: tuple
    error: float = 0.0

    @property
    def step(self):
        """Distance of neighbouring points."""
        return self.z[1] - self.z[0]

    @property
    def density(self):
        """Masses over the step: for a continuous law, its density at ``z``."""
        return self.masses / self.step

    def cdf(self):
        """The distribution function where it is exact, and from the left.

        Returns
        -------
        places : ndarray, shape (m,)
            The jumps ``z`` of a lattice law; the middles between points, ``z + step / 2``, else.
        right, left : ndarray, shape (m,)
            Limits from both sides; equal if nothing jumps.
        """
        right = np.minimum(np.cumsum(self.masses), 1.0)
        if self.is_lattice:
            return self.z, right, right - self.masses
        return self.z + self.step / 2, right, right

    def _gaps(self):
        places, right, left = self.cdf()
        normal = ndtr(places)
        ends = np.array([0.0, 1.0]) - ndtr(self.ends)
        return np.concatenate([right - normal, left - normal, [0.0] if self.is_lattice else ends])

    def distance_to_normal(self):
        """The largest difference of the distribution function from that of N(0, 1)."""
        return float(np.abs(self._gaps()).max())

    def interval_distance_to_normal(self):
        """The largest difference of an interval's probability from the normal integral."""
        return float(np.ptp(self._gaps()))


def _nfold_about_zero(masses, n):
    """Masses of the sum of n integers; 0 stands in the middle, before and after."""
    spectrum = np.fft.rfft(np.fft.ifftshift(masses))  # a transform begins at 0
    return np.fft.fftshift(np.fft.irfft(spectrum**n, len(masses)))


def standardized_mean(law, n, cells=200, *, estimate=True):
    """The law of the standardized mean of n independent draws, by one Fourier transform.

    A discrete law is convolved exactly. A continuous one is cut into cells that carry their exact
    masses; the sum of cell numbers has the n-th power of their characteristic function. The error
    of the distribution function is estimated: some 1e-6 by default where the density of the sum is
    bounded, and as much as a cell's mass where it is not.

    Parameters
    ----------
    law : Law
        With a finite variance that is not 0.
    n : int
        Number of draws, at least 1.
    cells : int
        Cells for each standard deviation of one draw.
    estimate : bool
        Estimate the error, which costs three times as much again; else it is nan.

    Returns
    -------
    StandardizedMean

    Raises
    ------
    ValueError
        If the variance is not finite: then nothing standardizes the mean.

    Warns
    -----
    IntegrationWarning
        If the error may exceed 1e-4: the density of the sum has a pole. More ``cells`` help slowly.

    Notes
    -----
    O(N log N) for the N points within 12 standard deviations of the sum, and as far beyond as one
    draw reaches with probability 1e-10.
    """
    check_instance(law, "law", Law)
    n = check_count(n, "n", low=1)
    cells = check_count(cells, "cells", low=1)
    check_flag(estimate, "estimate")
    variance = law.var()
    if not (np.isfinite(variance) and variance > 0):
        raise ValueError(f"law must have a finite variance that is not 0, got {variance} of {law}")
    mean = law.mean()
    sd = math.sqrt(variance)
    if isinstance(law, DiscreteLaw):
        atoms = law.atoms()
        masses = law.pmf(atoms)
        sums = nfold(masses / masses.sum(), n)
        values = n * float(atoms[0]) + np.arange(len(sums))
        z = (values - n * mean) / (sd * math.sqrt(n))
        return StandardizedMean(z, sums, True, (z[0], z[-1]))
    width = sd / cells
    tails = law.quantile([1e-10 / n, 1 - 1e-10 / n]) - mean
    reach = max(12 * sd * math.sqrt(n), np.abs(tails).max())
    size = 1 << (2 * math.ceil(reach / width) + 1).bit_length()  # a power of two: a fast transform
    numbers = np.arange(size) - size // 2
    centres = mean + numbers * width
    single = np.diff(law.cdf(np.append(centres, centres[-1] + width) - width / 2))
    sums = _nfold_about_zero(single, n)
    # At the cells' ends the last draw counts exactly; the others have the cells' mean and variance.
    cell_mean = single @ numbers * width
    cell_variance = single @ (numbers * width - cell_mean) ** 2
    scale = math.sqrt(variance + (n - 1) * cell_variance)
    z = (numbers * width - (n - 1) * cell_mean) / scale
    ends = tuple((end - mean) / sd * math.sqrt(n) for end in law.support)
    found = StandardizedMean(z, np.maximum(sums, 0.0), False, ends, math.nan)
    return _with_error(found, law, n, cells) if estimate else found


def _with_error(found, law, n, cells):
    """The error falls like the square of the width: a ninth is left in cells a third as wide.

    Of a single draw the cells carry the masses exactly.
    """
    if n == 1:
        return replace(found, error=0.0)
    finer = standardized_mean(law, n, 3 * cells, estimate=False)
    places, right, _ = found.cdf()
    error = 9 / 8 * float(np.abs(np.interp(places, *finer.cdf()[:2]) - right).max())
    if error > 1e-4:
        warnings.warn(f"standardized_mean: the distribution function may be off by {error:.1g}",
                      IntegrationWarning, stacklevel=3)  # fmt: skip
    return replace(found, error=error)
