r"""The Fenchel conjugate as an optimisation problem, and the Fenchel–Young inequality.

Shalev-Shwartz (2007), Section A.3:
:math:`f^\star(\theta)=\sup_{w\in S}\langle w,\theta\rangle-f(w)` (A.1). Two numerical routes that
know nothing of closed forms: quasi-Newton steps for smooth functions, a linear program for
piecewise linear ones.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, minimize

from mlcompanion._validation import check_array, check_in, check_instance, check_real

__all__ = [
    "Supremum",
    "conjugate_numeric",
    "conjugate_polyhedral",
    "fenchel_young_gap",
    "scaled_conjugate",
]

DOMAINS = {"space", "cube", "simplex"}
_TINY = 1e-300


class Supremum(NamedTuple):
    """A conjugate value and where it is attained.

    Attributes
    ----------
    value : float
        The largest ``<w, theta> - f(w)`` found.
    w : ndarray of shape (d,)
        The point that gives it: a subgradient of the conjugate at ``theta``.
    """

    value: float
    w: np.ndarray


def conjugate_numeric(f, theta, domain="space", box=50.0, gradient=None):
    """Maximise ``<w, theta> - f(w)`` by quasi-Newton steps; for convex ``f`` without kinks.

    L-BFGS within bounds; on the simplex sequential quadratic programming.

    Parameters
    ----------
    f : callable
        ``f(w) -> float`` for ``w`` of shape (d,).
    theta : array_like of shape (d,)
    domain : {"space", "cube", "simplex"}
        ``S``: all of space (then searched within ``|w_i| <= box``), ``[0, 1]^d``, or the
        probability simplex.
    box : float > 0
        Half width of the searched cube when ``domain`` is "space".
    gradient : callable, optional
        Gradient of ``f`` inside the domain; finite differences by default.

    Returns
    -------
    Supremum

    Raises
    ------
    ValueError
        If ``theta`` is not a finite vector, ``domain`` is unknown or ``box`` is not positive.

    Notes
    -----
    Cost: a few dozen gradients; by finite differences each takes ``d + 1`` calls of ``f``
    and the value is good to about six digits. Where the curvature of ``f`` is unbounded, as for
    squared q-norms with q near 1, expect fewer.
    Source: (A.1).
    """
    check_instance(f, "f", callable)
    if gradient is not None:
        check_instance(gradient, "gradient", callable)
    theta = check_array(theta, "theta", ndim=1, min_rows=1)
    check_in(domain, "domain", DOMAINS)
    box = check_real(box, "box", low=0, open_low=True)
    low, high, start = {
        "space": (-box, box, min(0.1, box / 2)),
        "cube": (0.0, 1.0, 0.5),
        "simplex": (0.0, 1.0, 1 / len(theta)),
    }[domain]
    simplex = domain == "simplex"
    # steps, differences and tolerances of the search know plain units alone: a box of 50
    unit = _power_of_two(box / 50) if domain == "space" else 1.0
    size = unit * _power_of_two(np.abs(theta).max())
    low = low / unit
    high = high / unit
    start = start / unit

    def loss(z):
        w = _on_simplex(z) if simplex else unit * z
        return (float(f(w)) - w @ theta) / size

    def slope(z):
        if not simplex:
            return (gradient(unit * z) - theta) * (unit / size)
        w = _on_simplex(z)
        rise = gradient(np.maximum(w, _TINY)) - theta
        return (rise - w @ rise) / (z.sum() * size)  # of z -> z / sum(z)

    bounds = [(low, high)] * len(theta)
    z = np.full(len(theta), start)
    jac = None if gradient is None else slope
    if simplex:
        one = {"type": "eq", "fun": lambda w: w.sum() - 1, "jac": np.ones_like}
        options = {"ftol": 1e-15, "maxiter": 500}
        result = minimize(
            loss, z, jac=jac, method="SLSQP", bounds=bounds, constraints=one, options=options
        )
        return Supremum(-size * float(result.fun), _on_simplex(result.x))
    options = {"ftol": 1e-16, "gtol": 1e-9, "maxiter": 2000, "maxfun": 100_000}
    if domain == "cube":  # a gradient may be infinite on the boundary
        bounds = [(_TINY, 1 - 1e-15)] * len(theta)
    # bounds keep a supremum that is infinite from running away
    result = minimize(loss, z, jac=jac, method="L-BFGS-B", bounds=bounds, options=options)
    return Supremum(-size * float(result.fun), unit * result.x)


def _power_of_two(size):
    """The power of two next to a size, by which numbers are divided exactly; 1 for no size."""
    return 2.0 ** round(np.log2(size)) if size > 0 else 1.0


def _on_simplex(z):
    """Rounding put right: the solver meets its constraint only to its tolerance."""
    w = np.maximum(z, 0)
    return w / w.sum()


def conjugate_polyhedral(A, b, theta, box=None):
    r"""Conjugate of :math:`f(w)=\max_i\langle a_i,w\rangle+b_i` at ``theta``, as a linear program.

    Maximise :math:`\langle w,\theta\rangle-t` subject to :math:`Aw+b\le t`.

    Parameters
    ----------
    A : array_like of shape (m, d)
        Slopes of the pieces.
    b : array_like of shape (m,)
        Their values at the origin.
    theta : array_like of shape (d,)
    box : float, optional
        Restrict to ``|w_i| <= box``: outside the conjugate's domain the supremum then is finite,
        and grows with the box.

    Returns
    -------
    Supremum
        With value infinity (and ``w`` of NaN) if ``theta`` lies outside the domain.

    Notes
    -----
    Cost: one linear program in d + 1 variables. Source: (A.1); its dual is (A.3).
    """
    A = check_array(A, "A", ndim=2, min_rows=1)
    b = check_array(b, "b", shape=(A.shape[0],))
    theta = check_array(theta, "theta", shape=(A.shape[1],))
    if box is not None:
        box = check_real(box, "box", low=0, open_low=True)
    # HiGHS has tolerances of 1e-7: slopes, and values, are brought to plain units
    slope = _power_of_two(max(np.abs(A).max(), np.abs(theta).max()))
    unit = _power_of_two(np.abs(b).max() / slope if box is None else box)
    limit = (None, None) if box is None else (-box / unit, box / unit)
    result = linprog(
        np.append(-theta / slope, 1.0),  # the last unknown is t, the epigraph's height
        A_ub=np.column_stack([A / slope, -np.ones(len(A))]),
        b_ub=-b / (slope * unit),
        bounds=[limit] * A.shape[1] + [(None, None)],
        method="highs",
    )
    if result.status in (2, 3, 4):  # the problem is feasible, so HiGHS has found it unbounded
        return Supremum(np.inf, np.full(A.shape[1], np.nan))
    return Supremum(-slope * unit * float(result.fun), unit * result.x[:-1])


def fenchel_young_gap(value, conjugate, w, theta):
    r"""How far :math:`f(w)+f^\star(\theta)\ge\langle w,\theta\rangle` is from equality.

    Parameters
    ----------
    value, conjugate : callable
        ``f`` and its conjugate, on the last axis.
    w, theta : array_like of shape (..., d)

    Returns
    -------
    ndarray of shape (...)
        Never negative; zero exactly if ``theta`` is a subgradient of ``f`` at ``w`` (Lemma 11).
    """
    check_instance(value, "value", callable)
    check_instance(conjugate, "conjugate", callable)
    w = check_array(w, "w", min_rows=1)
    theta = check_array(theta, "theta", shape=w.shape)
    return value(w) + conjugate(theta) - (w * theta).sum(axis=-1)


def scaled_conjugate(conjugate, a, b=0.0):
    r"""Conjugate of :math:`af+b`, which is :math:`af^\star(\cdot/a)-b`.

    Parameters
    ----------
    conjugate : callable
        The conjugate of ``f``.
    a : float > 0
    b : float

    Returns
    -------
    callable

    Notes
    -----
    Source: Section A.3.1, "Effect of Scaling and Shifting".
    """
    check_instance(conjugate, "conjugate", callable)
    a = check_real(a, "a", low=0, open_low=True)
    b = check_real(b, "b")
    return lambda theta: a * conjugate(np.asarray(theta, dtype=float) / a) - b
