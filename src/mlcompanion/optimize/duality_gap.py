r"""Relative duality gaps, the scale of the penalty, and the convergence bounds of DAL.

Tomioka, Suzuki and Sugiyama (2011), sections 5, 7.1.1, 7.1.2 and 7.2.2.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_real

from .dal_regularizers import feasible, penalty_conjugate

__all__ = ["RateBounds", "lambda_max", "polish_support", "rate_bounds", "relative_duality_gap"]


def lambda_max(fit, penalty):
    """Factor of the penalty from which on w = 0 is optimal: its dual norm of the slope at 0.

    Parameters
    ----------
    fit : DataFit
    penalty : penalty with ``dual_norm``

    Returns
    -------
    float

    Notes
    -----
    For logistic loss and ``L1()`` it is ``max |A' y| / 2``: the paper's 0.5 of section 7.1.1.
    """
    zero = np.zeros(fit.A.shape[1])
    return float(penalty.dual_norm(-fit.gradient(zero)))


def relative_duality_gap(fit, penalty, w, alpha=None):
    r"""The gap :math:`(f(w)-d(\tilde\alpha))/f(w)`, at a dual vector scaled until feasible.

    Parameters
    ----------
    fit : DataFit
    penalty : L1, ElasticNet, GroupNorm, RowNorm or TraceNorm
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
    z = fit.scores(w)
    alpha = -fit.loss.derivative(z, fit.y) if alpha is None else alpha
    v = fit.A.T @ alpha
    scale = feasible(penalty, v)
    primal = fit.value_of_scores(z) + penalty.value(w)
    lower = -np.sum(fit.loss.conjugate(-scale * alpha, fit.y))
    lower -= penalty_conjugate(penalty, scale * v)
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
    support = np.flatnonzero(w)
    part, new = fit.A[:, support], w.copy()
    signs = np.sign(w[support])
    for _ in range(steps):
        z = part @ new[support]
        slope = part.T @ fit.loss.derivative(z, fit.y) + lam * signs
        hessian = (part.T * fit.loss.second_derivative(z, fit.y)) @ part
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
    etas = check_array(etas, "etas", ndim=1, min_rows=1)
    distance = check_real(distance, "distance", low=0)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    first = np.concatenate([[np.nan], distance**2 / (2 * np.cumsum(etas))])
    exact = distance * np.concatenate([[1.0], np.cumprod(1 / (1 + sigma * etas))])
    inexact = distance * np.concatenate([[1.0], np.cumprod(1 / np.sqrt(1 + 2 * sigma * etas))])
    return RateBounds(first, exact, inexact)
