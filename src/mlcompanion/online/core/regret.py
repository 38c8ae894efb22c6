"""Regret, and the best fixed predictor in hindsight that it is measured against.

Shalev-Shwartz (2007), section 2.2. The comparator is found off line, by solvers that share nothing
with the learners.
"""

import numpy as np
from scipy.optimize import brentq, linprog, minimize

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.losses import (
    HINGE,
    HUBER,
    LINEAR,
    LOGISTIC,
    SECANT,
    SQUARED,
    SQUARED_HINGE,
    ScoreLoss,
)

__all__ = ["best_in_hindsight", "hindsight_objective", "regret_curve"]

SOLVED = {HINGE, HUBER, LINEAR, LOGISTIC, SECANT, SQUARED, SQUARED_HINGE}


def regret_curve(losses, comparator_losses):
    """Regret after every round: cumulated losses minus those of a comparator.

    Parameters
    ----------
    losses, comparator_losses : array_like, shape (T,)

    Returns
    -------
    ndarray, shape (T,)
    """
    losses = check_array(losses, "losses", ndim=1)
    other = check_array(comparator_losses, "comparator_losses", shape=losses.shape)
    return np.cumsum(losses - other)


def hindsight_objective(w, X, y, loss, l2=0.0):
    """``l2 |w|^2 / 2 + sum_t loss(<w, x_t>, y_t)``.

    Parameters
    ----------
    w : array_like, shape (n,)
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    loss : ScoreLoss
    l2 : float
        Not negative.

    Returns
    -------
    float
    """
    X, y, l2 = _check_problem(X, y, loss, l2)
    w = check_array(w, "w", shape=(X.shape[1],))
    return 0.5 * l2 * float(w @ w) + float(loss.value(X @ w, y).sum())


def _check_problem(X, y, loss, l2):
    check_instance(loss, "loss", ScoreLoss)
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = loss.check_target(check_array(y, "y", shape=(len(X),)))
    return X, y, check_real(l2, "l2", low=0)


def _least_squares(X, y, slope, c):
    if c == 0:
        return np.linalg.lstsq(X, y, rcond=None)[0]
    # The ridge makes the normal equations well posed; without it they would square the
    # condition number.
    return np.linalg.solve(slope * X.T @ X + c * np.eye(X.shape[1]), slope * X.T @ y)


def _hinge(X, y, loss, c):
    """LIBLINEAR's dual coordinate descent; the margin is scaled to one."""
    if loss.margin == 0 or (len(np.unique(y)) == 1 and c == 0):
        return np.zeros(X.shape[1])
    if len(np.unique(y)) == 1:  # LIBLINEAR wants two classes: the mirrored example is the same
        X = np.vstack([X, -X[:1]])
        y = np.append(y, -y[0])
    from sklearn.svm import LinearSVC  # half a second to import

    model = LinearSVC(
        C=loss.slope / c / loss.margin,
        loss="hinge",
        fit_intercept=False,
        tol=1e-6,
        max_iter=200_000,
        random_state=0,
    ).fit(X, y)
    return loss.margin * model.coef_[0] * np.sign(model.classes_[1])


def _hinge_program(X, y, loss):
    """The hinge without regulariser: a linear program in ``w`` and the losses."""
    T, n = X.shape
    cost = np.r_[np.zeros(n), np.full(T, loss.slope)]
    solution = linprog(
        cost,
        A_ub=np.hstack([-y[:, None] * X, -np.eye(T)]),
        b_ub=np.full(T, -loss.margin),
        bounds=[(None, None)] * n + [(0, None)] * T,
    )
    return solution.x[:n]


def _smooth(X, y, loss, c):
    def objective(w):
        scores = X @ w
        value = 0.5 * c * (w @ w) + loss.value(scores, y).sum()
        return value, c * w + X.T @ loss.derivative(scores, y)

    return minimize(
        objective,
        np.zeros(X.shape[1]),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 5000, "ftol": 1e-15, "gtol": 1e-9},
    ).x


def _unbounded(X, y, loss, c):
    if loss.code == SQUARED:
        return _least_squares(X, y, loss.slope, c)
    if loss.code == HINGE:
        return _hinge(X, y, loss, c) if c > 0 else _hinge_program(X, y, loss)
    return _smooth(X, y, loss, c)


def best_in_hindsight(X, y, loss, radius=None, l2=0.0):
    """Minimizer of ``l2 |w|^2 / 2 + sum_t loss(<w, x_t>, y_t)``, perhaps in a ball.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    loss : ScoreLoss
        Hinge, squared hinge, squared, logistic, Huber's, hyperbolic secant or linear; a linear
        loss needs a radius.
    radius : float, optional
        Only ``|w| <= radius`` is allowed.
    l2 : float
        Weight of the Euclidean regulariser, not negative: the scale ``c`` of dual ascent.

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        On wrong shapes, or a loss without a solver.

    Notes
    -----
    In a ball the multiplier of the constraint is found by Brent's method: about 30 solves.

    How good it is, relative to the least objective: squared losses to rounding, smooth ones to 1e-8
    (L-BFGS), the hinge to 1e-7. That is LIBLINEAR at a tolerance of 1e-6; where ``|x|^2 / l2`` is
    in the hundreds it may stop early, and then scikit-learn warns.
    """
    X, y, c = _check_problem(X, y, loss, l2)
    if loss.code not in SOLVED or loss.slope == np.inf:
        raise ValueError(f"loss has no offline solver: {loss!r}")
    if radius is not None:
        radius = check_real(radius, "radius", low=0, open_low=True)
    if loss.code == LINEAR:
        if radius is None:
            raise ValueError("radius is needed for a linear loss")
        total = X.T @ y
        norm = np.linalg.norm(total)
        return -total * (radius / norm if c * radius <= norm else 1 / c) if norm else total
    unit = np.abs(X).max() or 1.0  # the solvers' tolerances are for entries near 1
    inside = None if radius is None else radius * unit
    return _in_ball(X / unit, y, loss, inside, c / unit**2) / unit


def _in_ball(X, y, loss, radius, c):
    """The minimizer for entries of ``X`` near 1."""
    w = _unbounded(X, y, loss, c)
    if radius is None:
        return w
    norm = np.linalg.norm(w)
    if norm <= radius * (1 + 1e-9):  # rounding may put it a hair outside
        return w * min(1.0, radius / norm) if norm else w

    def excess(log_c):
        return np.linalg.norm(_unbounded(X, y, loss, np.exp(log_c))) - radius

    # The multiplier is searched by its logarithm: it ranges over many powers of ten.
    low = np.log(max(c, 1e-5 * len(X)))
    least = low - 20.0
    while excess(low) < 0:  # a small regulariser chooses the shortest of several minimizers
        low -= 4.0
        if low < least:
            return _unbounded(X, y, loss, np.exp(low))
    high = low + 1.0
    while excess(high) > 0:
        high += 2.0
    w = _unbounded(X, y, loss, np.exp(brentq(excess, low, high, xtol=1e-8)))
    return w * min(1.0, radius / np.linalg.norm(w))
