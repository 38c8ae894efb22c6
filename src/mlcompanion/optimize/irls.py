r"""Iteratively reweighted least squares for losses of residuals, with an optional l1 penalty.

Each step minimises a quadratic that lies above the objective and touches it at the last iterate.
Sugiyama (2016), sections 25.3.3, 25.3.4 and 25.4, Figs. 25.8 and 25.12.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import solve
from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

from mlcompanion._linear import check_weights, column_units, weighted_median
from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.losses import ScoreLoss

__all__ = ["IRLSRun", "irls", "irls_weights", "robust_unit"]


class IRLSRun(NamedTuple):
    """What :func:`irls` returns.

    Attributes
    ----------
    theta : ndarray of shape (n_features,)
    weights : ndarray of shape (n_samples,)
        Weights of the last step, the samples' own among their factors.
    n_iter : int
    converged : bool
    objective : ndarray of shape (n_iter + 1,)
        Objective at the start and after every step; never rises, if the loss stays the same and
        no coefficient under an l1 penalty starts at 0.
    path : ndarray of shape (n_iter + 1, n_features)
        The iterates.
    """

    theta: np.ndarray
    weights: np.ndarray
    n_iter: int
    converged: bool
    objective: np.ndarray
    path: np.ndarray


def robust_unit(y, weights=None):
    """Median distance of ``y`` from its median, among those that are not 0: no outlier sets it.

    Of equal values it is their size, and 1 if there is none. Weights count as copies.
    """
    y = check_array(y, "y", ndim=1, min_rows=1)
    weights = check_weights(weights, len(y), "weights")
    # a row of weight 0 must not set the unit, nor count in the median
    if weights is not None:
        y = y[weights > 0]
        weights = weights[weights > 0]
    for sizes in (np.abs(y - weighted_median(y, weights)), np.abs(y)):
        far = sizes > 0
        if far.any():
            return float(weighted_median(sizes[far], None if weights is None else weights[far]))
    return 1.0


def irls_weights(loss, residuals, floor=None):
    r"""Weights :math:`\rho'(r)/r` of the quadratic that touches the loss at ``residuals``.

    Parameters
    ----------
    loss : loss of :mod:`mlcompanion.losses` that depends on the residual
        ``Squared``, ``Absolute``, ``Huber``, ``Tukey``.
    residuals : array_like
    floor : float, optional
        Residuals nearer to 0 are treated as this, where the weight of the absolute loss would be
        infinite; default 1e-10 of the median size of those that are not 0.

    Returns
    -------
    ndarray of the shape of ``residuals``

    Raises
    ------
    ValueError
        If a residual is not finite or ``floor`` is not positive.
    """
    check_instance(loss, "loss", ScoreLoss)
    sizes = np.abs(check_array(residuals, "residuals"))
    if floor is None:
        # the default floor follows the data's unit, so that the weights do not depend on it
        floor = 1e-10 * (np.median(sizes[sizes > 0]) if sizes.any() else 1.0)
    sizes = np.maximum(sizes, check_real(floor, "floor", low=0, open_low=True))
    return loss.derivative(sizes, 0.0) / sizes


def _weighted_solution(Phi, y, weights, diagonal, copies=None):
    """Minimise ``sum w_i (y_i - phi_i theta)**2 + sum d_j theta_j**2``.

    Of many solutions the shortest, in units that ``copies`` of the rows have.
    """
    if not weights.any():
        raise ValueError("start leaves every weight 0: all residuals are beyond the loss's reach")
    if diagonal.any():
        system = Phi.T @ (weights[:, None] * Phi)
        system[np.diag_indices_from(system)] += diagonal
        return solve(system, Phi.T @ (weights * y), assume_a="pos")
    units = column_units(Phi, copies)
    A = Phi / units
    if len(y) >= 8 * A.shape[1]:  # a short system, unless it loses more than a few digits
        # columns of unit size: the condition that is asked for below is that of the problem
        normal = A.T @ (weights[:, None] * A)
        factor, failed = dpotrf(normal)
        if not failed and dpocon(factor, np.abs(normal).sum(axis=0).max())[0] > 1e-6:
            return dpotrs(factor, A.T @ (weights * y))[0] / units
    roots = np.sqrt(weights)
    # from the rows themselves: a Gram matrix squares the condition
    return np.linalg.lstsq(roots[:, None] * A, roots * y, rcond=None)[0] / units


def irls(Phi, y, loss, start=None, *, weights=None, l1=0.0, ridge=0.0, floor=1e-10, tol=1e-3,
         max_iter=1000):  # fmt: skip
    r"""Minimise a loss of residuals, :math:`\sum_i\rho(y_i-\phi_i^\top\theta)`, plus penalties.

    The penalties are :math:`\lambda\|\theta\|_1` and :math:`\tfrac\eta2\|\theta\|^2`.

    Parameters
    ----------
    Phi : array_like of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    loss : loss of :mod:`mlcompanion.losses` that depends on the residual, or callable
        A callable maps the residuals to a loss, anew before each step: a threshold that follows
        their scale.
    start : array_like of shape (n_features,), optional
        Default the least-squares solution, with the ridge if there is one.
    weights : array_like of shape (n_samples,), optional
        Factors of the samples' losses, not negative: a whole number is that many copies.
    l1 : float
        :math:`\lambda`; its quadratic bound has the curvature :math:`\lambda/|\theta_j|`, for a
        coefficient that starts at 0 once that of one unit.
    ridge : float
        :math:`\eta`.
    floor : float
        Least residual and least coefficient in a quotient, in units.
    tol : float
        Stop when an iterate moves by less units than this, in norm, and no coefficient near 0 is
        pulled away from it.
    max_iter : int

    Returns
    -------
    IRLSRun

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite, a parameter is negative, or all weights
        vanish (possible for Tukey's loss alone).

    Notes
    -----
    The unit of residuals is the median distance of ``y`` from its median, that of a coefficient
    the same over the root mean square of its column: neither the units of the data nor an outlier
    change where a run stops.
    Cost: O(n b² + b³) per step. The limit is a global minimum for convex losses, a stationary
    point else.
    Source: Sugiyama (2016), Figs. 25.8 and 25.12, equation (25.4).
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(Phi),))
    l1 = check_real(l1, "l1", low=0)
    ridge = check_real(ridge, "ridge", low=0)
    floor = check_real(floor, "floor", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    if not callable(loss):
        check_instance(loss, "loss", ScoreLoss)
    given = check_weights(weights, len(y), "weights")
    counts = np.ones(len(y)) if given is None else given

    # counted by copies: a weight of 2 is a sample that stands there twice
    def objective(theta, loss):
        return (
            np.sum(counts * loss.value(Phi @ theta, y))
            + l1 * np.sum(np.abs(theta))
            + 0.5 * ridge * (theta @ theta)
        )

    b = Phi.shape[1]
    if start is None:
        theta = _weighted_solution(Phi, y, counts, np.full(b, ridge), given)
    else:
        theta = check_array(start, "start", shape=(b,))
    unit = robust_unit(y, given)
    # root mean square of each column: times a coefficient, it is in the units of y
    widths = np.sqrt(np.average(Phi**2, axis=0, weights=given))
    widths[widths == 0] = 1.0
    choose = loss if callable(loss) else lambda residuals: loss
    residuals = y - Phi @ theta
    path = [theta]
    values = [objective(theta, choose(residuals))]
    converged = False
    # a coefficient of 0 at the start gets a whole unit: a weight near infinity would hold it there
    sizes = np.where(np.abs(theta) > floor * unit / widths, np.abs(theta), unit / widths)
    while len(path) <= max_iter:
        rho = choose(residuals)
        weights = counts * irls_weights(rho, residuals, floor * unit)
        # |theta| <= (theta**2 / size + size) / 2, equal at size = |theta|: a ridge of l1 / size
        diagonal = ridge + (l1 / sizes if l1 else np.zeros(b))
        path.append(_weighted_solution(Phi, y, weights, diagonal, given))
        theta = path[-1]
        values.append(objective(theta, rho))
        residuals = y - Phi @ theta
        sizes = np.maximum(np.abs(theta), floor * unit / widths)
        # the step in the units of y, against the spread of y: free of both units
        if np.linalg.norm(widths * (theta - path[-2])) <= tol * unit:
            # zeros are settled only if the loss does not pull harder than l1 holds
            slopes = np.abs(Phi.T @ (counts * rho.derivative(residuals, 0.0)) - ridge * theta)
            near = widths * np.abs(theta) <= tol * unit
            converged = not l1 or bool((slopes[near] <= (1 + 10 * tol) * l1).all())
        if converged:
            break
    return IRLSRun(path[-1], weights, len(path) - 1, converged, np.array(values), np.array(path))
