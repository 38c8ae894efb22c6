r"""Laplace's approximation: an integral by the Gaussian at the peak (Sugiyama 2016, section 18.1).

.. math:: \int f(\theta)\,d\theta\approx f(\hat\theta)\sqrt{\frac{(2\pi)^b}{\det(-H)}},\qquad
    H=\nabla^2\log f(\hat\theta)
"""

import math
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_instance,
    check_square,
    read_only,
)
from mlcompanion.probability import MultivariateNormal

from .local_shape import (
    FAR,
    LocalShape,
    first_widths,
    shape_by_differences,
    slope_by_differences,
    step_share,
)

__all__ = ["LaplaceApproximation", "laplace_approximation"]

STILL = 1e-13  # Newton's decrement, half a squared distance in widths, at which the peak is reached
FLAT = 1e-5  # curvature per squared width in use below which a direction counts as flat
GROWTH = 100.0  # widths change at most by this factor in a step
DOUBT = 0.05  # differences of two orders that differ by more belong to no smooth peak
FINEST = 1e-3  # shortening of steps after which doubt is certainty


@dataclass(frozen=True, eq=False)
class LaplaceApproximation:
    """The unnormalised Gaussian that has the peak's place, height and curvature.

    Parameters
    ----------
    mode : ndarray, shape (b,)
        The maximiser of f.
    log_height : float
        log f there.
    hessian : ndarray, shape (b, b)
        H, the second derivatives of log f there; negative definite.
    covariance : ndarray, shape (b, b)
        The inverse of -H.
    log_integral : float
        Logarithm of the approximated integral.
    """

    mode: np.ndarray
    log_height: float
    hessian: np.ndarray
    covariance: np.ndarray
    log_integral: float

    def law(self):
        """Return the normal law that approximates f, divided by its integral.

        Returns
        -------
        MultivariateNormal
        """
        return MultivariateNormal(self.mode, self.covariance)

    def log_density(self, theta):
        """Return the logarithm of the unnormalised Gaussian, Eq. (18.1) up to second order.

        Parameters
        ----------
        theta : array_like, shape (m, b)

        Returns
        -------
        ndarray, shape (m,)
        """
        theta = check_array(theta, "theta", shape=(None, len(self.mode)), min_rows=1)
        away = theta - self.mode
        return self.log_height + 0.5 * np.einsum("ia,ab,ib->i", away, self.hessian, away)


class Peak(NamedTuple):
    """Where an ascent ended: the Hessian is that along the directions."""

    point: np.ndarray
    height: float
    directions: np.ndarray
    hessian: np.ndarray


def laplace_approximation(log_density, start, *, hessian=None, max_iter=200):
    r"""Approximate an unnormalised density by the Gaussian at its peak, and integrate that.

    Parameters
    ----------
    log_density : callable
        log f of a parameter vector (b,), a number or ``-inf`` where f is 0. It may be a sum of a
        log-likelihood and a log-prior; factors of f come out of the integral.
    start : array_like, shape (b,)
        Where the ascent begins; f must be positive there. Of several peaks one is found.
    hessian : callable, optional
        Second derivatives of log f, (b, b), at a vector; default differences of fourth order, whose
        steps fit the width of the peak.
    max_iter : int
        Bound on the steps of the ascent.

    Returns
    -------
    LaplaceApproximation

    Raises
    ------
    ValueError
        If ``log_density`` is NaN or infinite, is ``-inf`` at the start, does not depend on a
        parameter, or its peak is flat in some direction, on the edge of the support, or not found.

    Warns
    -----
    ConvergenceWarning
        If the ascent ends at ``max_iter`` where log f is concave, but not yet at rest.

    Notes
    -----
    The ascent is Newton's, with eigenvalues turned where log f is not concave, along directions in
    which f is one unit wide: neither units nor origin of the parameters matter. Cost of a step:
    about 2 b^2 evaluations (4 b with ``hessian``) and O(b^3). Determinants by eigenvalues, in
    logarithms. Source: Sugiyama (2016), section 18.1.1.

    Examples
    --------
    >>> import math
    >>> bell = lambda t, s: math.exp(-(t[0] ** 2) / (2 * s**2)) / math.sqrt(2 * math.pi * s**2)
    >>> found = laplace_approximation(lambda t: math.log(bell(t, 1) + bell(t, 2)), [0.7])
    >>> round(math.exp(found.log_integral), 3)  # the root of 3; the integral is 2
    1.732
    """
    check_instance(log_density, "log_density", callable, "function")
    start = check_array(start, "start", ndim=1, min_rows=1)
    check_function(hessian, "hessian")
    max_iter = check_count(max_iter, "max_iter", low=1)
    peak = ascend(checked_height(log_density), start.copy(), hessian, max_iter)
    b = len(start)
    values, vectors = np.linalg.eigh(-peak.hessian)
    roots = peak.directions @ (vectors / np.sqrt(values))
    back = (vectors * np.sqrt(values)).T @ np.linalg.inv(peak.directions)
    log_volume = np.linalg.slogdet(peak.directions)[1] - 0.5 * np.log(values).sum()
    log_integral = peak.height + 0.5 * b * math.log(2 * math.pi) + log_volume
    covariance = roots @ roots.T
    found = -back.T @ back
    read_only(peak.point, found, covariance)
    return LaplaceApproximation(peak.point, peak.height, found, covariance, float(log_integral))


def checked_height(log_density):
    """The log-density as a float; NaN and +infinity are refused by name."""

    def height_at(theta):
        value = np.asarray(log_density(theta.copy()), dtype=float)
        if value.size != 1:
            raise ValueError(f"log_density must return a number, got shape {value.shape}")
        value = float(value.ravel()[0])
        if not value < math.inf:  # NaN is not either
            raise ValueError(f"log_density must be finite or -inf, got {value} at {theta}")
        return value

    return height_at


def ascend(height_at, point, hessian, max_iter):
    """Newton's ascent to a peak, along directions that are made one unit wide on the way."""
    height = height_at(point)
    if height == -math.inf:
        raise ValueError("start must have positive density, log_density is -inf there")
    directions = np.diag(first_widths(height_at, point, height))
    finer = 1.0
    shape = None
    for _ in range(max_iter):
        place = np.max(np.abs(point) / np.linalg.norm(directions, axis=1))
        share = finer * step_share(height, place)
        shape = _shape_at(height_at, point, height, directions, share, hessian)
        if shape is None:  # the edge of the support is within a step
            directions = directions / 4
            continue
        values, vectors = np.linalg.eigh(shape.hessian)
        sizes = np.clip(np.abs(values), 1 / GROWTH**2, GROWTH**2)
        along = vectors.T @ shape.gradient
        decrement = 0.5 * float(along @ (along / sizes))
        noise = (np.finfo(float).eps * (abs(height) / share + place)) ** 2
        resting = decrement <= max(STILL, 10 * noise)
        if resting and np.abs(values + 1).max() < 0.5:
            if shape.doubt <= DOUBT:
                return Peak(point, height, directions, shape.hessian)
            if finer < FINEST:
                raise ValueError(_no_peak(point, "its top is a kink, or flat"))
            finer = finer / 4
            continue
        move = along / sizes
        if resting and values[-1] > 0:  # at rest on a saddle or in a valley: leave it
            move[-1] += 1 / math.sqrt(sizes[-1])
        last = height
        point, height = _uphill(height_at, point, height, directions @ (vectors @ move))
        if height == last and shape.doubt > 1e-3 and finer >= FINEST:  # steps too long for a slope
            finer = finer / 4
        directions = directions @ (vectors / np.sqrt(sizes))
        if not np.abs(directions).max() < FAR or not np.abs(point).max() < FAR:
            raise ValueError(_no_peak(point, "it is flat, or rises, in some direction"))
    return _not_at_rest(point, height, directions, shape, max_iter)


def _shape_at(height_at, point, height, directions, share, hessian):
    """Slope and curvature along the directions; None where a step leaves the support."""
    with np.errstate(invalid="ignore"):
        if hessian is None:
            shape = shape_by_differences(height_at, point, height, directions, share)
        else:
            slope = slope_by_differences(height_at, point, directions, share)
            H = check_square(hessian(point.copy()), "hessian", size=len(point))
            shape = LocalShape(slope, directions.T @ (0.5 * (H + H.T)) @ directions, 0.0)
    finite = np.isfinite(shape.gradient).all() and np.isfinite(shape.hessian).all()
    return shape if finite else None


def _uphill(height_at, point, height, step):
    """The longest of a step and its halves that rises; the point itself if none does."""
    for _ in range(60):
        if np.abs(point + step).max() < FAR:
            ahead = height_at(point + step)
            if ahead > height:
                return point + step, ahead
        step = step / 2
    return point, height


def _no_peak(point, why):
    return f"log_density has no peak with a curvature near {point}: {why}"


def _not_at_rest(point, height, directions, shape, max_iter):
    """What is left after the last step: a peak with a warning, or a reason why there is none."""
    if shape is None:
        raise ValueError(_no_peak(point, "it lies on the edge of the support"))
    values = np.linalg.eigvalsh(shape.hessian)
    if not (values < -FLAT).all():
        raise ValueError(_no_peak(point, "it is flat, or rises, in some direction"))
    warnings.warn(
        f"the ascent was not at rest after max_iter = {max_iter} steps",
        ConvergenceWarning,
        stacklevel=4,
    )
    return Peak(point, height, directions, shape.hessian)
