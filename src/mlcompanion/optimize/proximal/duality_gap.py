r"""Relative duality gaps, the scale of the penalty, and the convergence bounds of DAL.

Tomioka, Suzuki and Sugiyama (2011), sections 5, 7.1.1, 7.1.2 and 7.2.2.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
)
from mlcompanion.losses import MultinomialLogit
from mlcompanion.prox import Penalty

from ..smooth import DataFit, check_point

__all__ = [
    "RateBounds",
    "conjugate_envelope",
    "lambda_max",
    "polish_support",
    "rate_bounds",
    "relative_duality_gap",
]


def conjugate_envelope(penalty, q, step=1.0):
    r"""Smoothed conjugate of a penalty, whose gradient is its prox.

    :math:`\Phi^*(q)=\max_x\langle q,x\rangle-\frac12\|x\|^2-\mathrm{step}\cdot\Omega(x)`: what a
    penalty adds to the inner problem of :func:`dal`.

    Parameters
    ----------
    penalty : Penalty
    q : ndarray
    step : float

    Returns
    -------
    float

    Notes
    -----
    Cost: one proximal operator. Source: Tomioka et al. (2011), equation (21) and Table 2.
    """
    check_instance(penalty, "penalty", Penalty)
    step = check_real(step, "step", low=0)
    return penalty.envelope(penalty.prox(check_array(q, "q"), step), step)


def _best_bias(loss, y):
    """The score of least total loss that is the same for all samples; a vector for many classes."""
    if isinstance(loss, MultinomialLogit):
        counts = loss.one_hot(y).sum(axis=0)
        if not counts.all():
            raise ValueError("y must hold every class: without one no bias is best")
        return np.log(counts[:-1] / counts[-1])  # softmax gives the shares; the last score is 0
    if y.ndim == 2:
        return np.array([_best_bias(loss, column) for column in y.T])

    def slope(b):
        return np.sum(loss.derivative(np.full(len(y), b), y))

    reach = np.abs(y).max() or 1.0
    ends = np.array([-reach, reach])
    while slope(ends[0]) > 0 or slope(ends[1]) < 0:
        ends *= 2
        if ends[1] > 1e3 * reach:  # of one class alone the slope never changes sign
            raise ValueError("y must hold both classes: with one alone no bias is best")
    return brentq(slope, *ends, xtol=1e-15 * reach)


def lambda_max(fit, penalty, bias=False):
    r"""Factor of the penalty from which on w = 0 is optimal: its dual norm of the slope there.

    Parameters
    ----------
    fit : DataFit
    penalty : Penalty
    bias : bool
        Whether a free bias is fitted as well: the slope is then taken at the best one.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If no bias is best: a class is missing.

    Notes
    -----
    Cost: one product with A, and the search for one number.
    For logistic loss and ``L1()`` it is ``max |A' y| / 2``: the paper's 0.5 of section 7.1.1.
    """
    check_instance(fit, "fit", DataFit)
    check_instance(penalty, "penalty", Penalty)
    bias = check_flag(bias, "bias")
    many = isinstance(fit.loss, MultinomialLogit)
    zero = np.zeros((len(fit.y), fit.loss.n_classes - 1) if many else fit.y.shape)
    scores = zero + _best_bias(fit.loss, fit.y) if bias else zero
    return float(penalty.dual_norm(-(fit.A.T @ fit.loss.derivative(scores, fit.y))))


def relative_duality_gap(fit, penalty, w, alpha=None):
    r"""The gap :math:`(f(w)-d(\tilde\alpha))/f(w)`, at a dual vector scaled until feasible.

    Parameters
    ----------
    fit : DataFit
    penalty : Penalty
    w : ndarray
    alpha : ndarray, optional
        Candidate; default minus the gradient of the loss at ``A w``. Any will do.

    Returns
    -------
    float
        Infinite where the candidate is outside the domain of the loss's conjugate.

    Notes
    -----
    Cost: two products with A. Source: section 7.1.2.
    """
    check_instance(fit, "fit", DataFit)
    check_instance(penalty, "penalty", Penalty)
    w = check_point(fit, w)
    z = fit.scores(w)
    slope = -fit.loss.derivative(z, fit.y)
    alpha = slope if alpha is None else check_array(alpha, "alpha", shape=slope.shape)
    v = fit.A.T @ alpha
    # scaled into the dual ball, any candidate bounds the minimum from below
    scale = penalty.feasible(v)
    primal = fit.value_of_scores(z) + penalty.value(w)
    lower = -np.sum(fit.loss.conjugate(-scale * alpha, fit.y))
    lower -= penalty.conjugate(scale * v)
    return float((primal - lower) / max(abs(primal), 1e-300))


def polish_support(fit, lam, w, steps=3):
    """Newton steps on the support of a nearly optimal l1 solution, its signs held fixed.

    Parameters
    ----------
    fit : DataFit
        Loss with a second derivative.
    lam : float
    w : ndarray of shape (n_features,)
    steps : int

    Returns
    -------
    ndarray of shape (n_features,)

    Raises
    ------
    ValueError
        If a sign flips: then ``w`` is not near enough.

    Notes
    -----
    Source: section 7.2.2, where one step follows a relative gap of 1e-9.
    """
    check_instance(fit, "fit", DataFit)
    w = check_point(fit, w)
    lam = check_real(lam, "lam", low=0)
    steps = check_count(steps, "steps")
    support = np.flatnonzero(w)
    part = fit.A[:, support]
    new = w.copy()
    signs = np.sign(w[support])
    for _ in range(steps):
        z = part @ new[support]
        slope = part.T @ fit.loss.derivative(z, fit.y) + lam * signs
        hessian = (part.T * fit.loss.second_derivative(z, fit.y)) @ part
        # equal columns make the Hessian singular: then the shortest step
        new[support] -= np.linalg.lstsq(hessian, slope, rcond=None)[0]
    if (np.sign(new[support]) != signs).any():
        raise ValueError("w must be near enough to the solution to have its signs")
    return new


class RateBounds(NamedTuple):
    """What :func:`rate_bounds` returns: arrays of shape (n_iter + 1,), NaN where nothing is said.

    Attributes
    ----------
    objective : ndarray
        Theorem 2: bound on the objective's distance from its minimum after t steps.
    exact, inexact : ndarray
        Theorems 3 and 5: bounds on the distance from the minimiser, from the *first* distance.
    """

    objective: np.ndarray
    exact: np.ndarray
    inexact: np.ndarray


def rate_bounds(distance, etas, sigma):
    r"""Convergence bounds of DAL for growth exponent 2.

    Parameters
    ----------
    distance : float
        :math:`\|w^0-w^*\|`.
    etas : array_like of shape (n_iter,)
        Proximities used.
    sigma : float
        Local strong convexity: :math:`f(w)-f^*\ge\sigma\|w-w^*\|^2` along the run.

    Returns
    -------
    RateBounds

    Notes
    -----
    Source: Theorems 2, 3 (equation 42) and 5 (equation 46).
    """
    etas = check_array(etas, "etas", ndim=1, min_rows=1, low=0, open_low=True)
    distance = check_real(distance, "distance", low=0)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    # Theorem 2 says nothing of the start
    first = np.concatenate([[np.nan], distance**2 / (2 * np.cumsum(etas))])
    exact = distance * np.concatenate([[1.0], np.cumprod(1 / (1 + sigma * etas))])
    inexact = distance * np.concatenate([[1.0], np.cumprod(1 / np.sqrt(1 + 2 * sigma * etas))])
    return RateBounds(first, exact, inexact)
