"""Descent over kernel weights in a convex set, and two learners that need no more than that.

Source: Gönen and Alpaydın (2011), Sections 3.7 and 3.9.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_real

from ._base import MachineCalls, check_stack, combined

__all__ = ["WeightSearch", "feature_scales", "prior_weights"]

_STEPS = 5


class WeightSearch(NamedTuple):
    """What a search over kernel weights found.

    Attributes
    ----------
    weights : ndarray
    objective : float
    history : list of float
        Objective at the start and after each accepted step.
    n_svm_calls : int
    converged : bool
        Whether the objective had stopped falling; else the search has warned.
    """

    weights: np.ndarray
    objective: float
    history: list
    n_svm_calls: int
    converged: bool


def projected_descent(look, project, start, tol, max_iter):
    """Lower a smooth function on a convex set; ``look(w)`` is (value, slope).

    The first length tried is one over the steepest slope, later ones are Barzilai and Borwein's; a
    length is halved until the value falls enough. It ends when five steps together lower the value
    by less than ``tol``, relative to it. Returns the last weights, the values, and whether the
    search ended before ``max_iter``, at a place that no step leaves.
    """
    weights, (value, slope) = start, look(start)
    values = [value]
    length = 1 / max(abs(slope).max(), 1e-300)  # a first move of at most 1 in any weight
    for _ in range(max_iter):
        for _ in range(20):
            there = project(weights - length * slope)
            move = there - weights
            # a projected step that moves nothing: the point is optimal
            if abs(move).max() <= 1e-12:
                return weights, values, True
            new_value, new_slope = look(there)
            # Armijo's condition along the projected move
            if new_value <= value + 1e-4 * slope @ move:
                break
            length /= 2
        else:  # converged if what the shortest step still promised is no fall either
            return weights, values, bool(-slope @ move <= tol * abs(value))
        # the curvature along the last move; without one the length may grow
        bend = (new_slope - slope) @ move
        length = move @ move / bend if bend > 1e-12 * (move @ move) else 2 * length
        weights = there
        value = new_value
        slope = new_slope
        values.append(value)
        if len(values) > _STEPS and values[-1 - _STEPS] - value <= tol * abs(value):
            return weights, values, True
    return weights, values, False


def _found(name, run, n_svm_calls):
    """The record of a search, which warns if it failed."""
    weights, values, converged = run
    if not converged:
        warnings.warn(
            f"{name} stopped after {len(values) - 1} steps before tol was met",
            ConvergenceWarning,
            stacklevel=3,
        )
    return WeightSearch(weights, float(values[-1]), [*map(float, values)], n_svm_calls, converged)


def _signs(y, n):
    y = check_array(y, "y", shape=(n,), among=(-1, 1))
    if abs(y.sum()) == n:
        raise ValueError("y must have both classes")
    return y


def prior_weights(Ks, y, sigma, floor=None, *, C=1.0, tol=1e-6, max_iter=200):
    r"""Weights with a price each, and a floor: minimise :math:`J(\eta)+\sigma^\top\eta`.

    J is the optimal value of the machine on :math:`\sum_m\eta_mK_m`. A dear kernel gets no weight
    beyond its floor.

    Parameters
    ----------
    Ks : array_like, shape (P, n, n)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    sigma : array_like, shape (P,)
        Prices, positive.
    floor : array_like, shape (P,), optional
        Least weights; default 0.
    C : float
    tol : float
        Least relative fall of the objective in five steps.
    max_iter : int

    Returns
    -------
    WeightSearch

    Notes
    -----
    Cost: one machine a step or little more. Source: Section 3.7, after Varma and Ray (2007), with
    their constraints :math:`A\eta\ge p` for A = I. Duality gives
    :math:`\max\sum_i\alpha_i+p^\top\delta` with :math:`\sigma_m-\delta_m\ge\frac12q_m` and
    :math:`\delta\ge0`; the paper prints :math:`-p^\top\delta`.

    Examples
    --------
    >>> y = np.array([1.0, 1.0, -1.0, -1.0])
    >>> prior_weights([np.outer(y, y), np.eye(4)], y, [1.0, 9.0]).weights.round(2)
    array([0.71, 0.  ])
    """
    Ks = check_stack(Ks, "Ks")
    y = _signs(y, Ks.shape[1])
    sigma = check_array(sigma, "sigma", shape=(len(Ks),), low=0, open_low=True)
    floor = np.zeros(len(Ks)) if floor is None else floor
    floor = check_array(floor, "floor", shape=(len(Ks),), low=0)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    calls = MachineCalls(y, check_real(C, "C", low=0, open_low=True), 1e-6)

    # the optimal value's slope is that of the dual at its fixed solution (Danskin): -q_m / 2
    def look(weights):
        machine = calls(combined(Ks, weights))
        return machine.value + sigma @ weights, sigma - machine.forms(Ks) / 2

    start = np.maximum(floor, 1 / len(Ks))
    run = projected_descent(look, lambda w: np.maximum(w, floor), start, tol, max_iter)
    return _found("prior_weights", run, calls.n_calls)


def feature_scales(X, y, *, C=1.0, lam=1.0, tol=1e-3, max_iter=50):
    r"""One width a feature: minimise :math:`J(\eta)+\lambda\sum_d\eta_d` for a product of kernels.

    The kernel is :math:`\exp(-\sum_d\eta_d(x_d-x'_d)^2)`, a product over features; a feature whose
    weight is 0 has been dropped. The problem is not convex: the result is where a descent from
    equal weights ends.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels, -1 or 1.
    C : float
    lam : float
        At least 0.
    tol : float
        Least relative fall of the objective in five steps.
    max_iter : int

    Returns
    -------
    WeightSearch

    Notes
    -----
    Cost: O(d s^2) and one machine a step, for s support vectors. Source: Section 3.9, the kernel
    :math:`k^P_\eta` of Varma and Babu (2009), with an l1 regularizer.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 3))
    >>> weights = feature_scales(X, np.sign(X[:, 0]), C=10.0).weights
    >>> int(weights.argmax())
    0
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    X = X - X.mean(axis=0)  # squares are expanded below
    y = _signs(y, len(X))
    C = check_real(C, "C", low=0, open_low=True)
    lam = check_real(lam, "lam", low=0)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    calls = MachineCalls(y, C, 1e-4)

    def look(weights):
        # a product of kernels is a kernel of scaled features
        scaled = X * np.sqrt(weights)
        # squared distances by one matrix product; rounding may leave some below 0
        squares = (scaled**2).sum(axis=1)
        K = np.exp(np.minimum(2 * scaled @ scaled.T - squares[:, None] - squares, 0))
        machine = calls(K)
        on = machine.support
        pairs = np.outer(machine.coef[on], machine.coef[on]) * K[np.ix_(on, on)]
        # sum of pairs_ij (x_i - x_j)^2 = 2 sum_i row_i x_i^2 - 2 x' pairs x
        far = pairs.sum(axis=1) @ X[on] ** 2 - np.einsum("id,ij,jd->d", X[on], pairs, X[on])
        return machine.value + lam * weights.sum(), lam + far

    start = np.full(X.shape[1], 1 / X.shape[1])
    run = projected_descent(look, lambda w: np.maximum(w, 0), start, tol, max_iter)
    return _found("feature_scales", run, calls.n_calls)
