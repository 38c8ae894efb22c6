r"""Experiments on Sugiyama (2016), chapter 25: many spoilt lines at once, and the misprints.

Ten samples of a line, the last output replaced (Figs. 25.1, 25.9 and 25.16). Thousands of draws are
reweighted together. The functions on misprints judge a formula by the equations or the objective
that it should solve, not by our own solution.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array
from mlcompanion.losses import Huber, Tukey
from mlcompanion.optimize import irls_weights
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.regression import lad_program, poly_basis
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "LineRuns",
    "bound_gaps",
    "gradient_steps",
    "huber_balance",
    "lad_lines",
    "local_optima",
    "reweight_together",
    "spoilt_lines",
    "step_from_zeros",
    "svd_update",
]

INPUTS = np.linspace(-3, 3, 10)


def spoilt_lines(n_draws, noise=0.2, last=-4.0, *, seed=0):
    """Outputs of :math:`y=x` with noise at ten inputs on [-3, 3], with and without a wrong one.

    Returns
    -------
    Phi : ndarray of shape (10, 2)
    clean, spoilt : ndarray of shape (n_draws, 10)
        The same draws; in the second the last output is ``last``.
    """
    rng = np.random.default_rng(seed)
    clean = INPUTS + noise * rng.normal(size=(n_draws, 10))
    spoilt = clean.copy()
    spoilt[:, -1] = last
    return poly_basis(INPUTS, 1), clean, spoilt


class LineRuns(NamedTuple):
    """What :func:`reweight_together` returns.

    Attributes
    ----------
    theta : ndarray of shape (n_problems, n_features)
        Where each problem stopped; zero where all weights vanished.
    path : ndarray of shape (n_steps + 1, n_problems, n_features)
    steps : ndarray of int, shape (n_problems,)
        Solves until the step was short; ``n_steps`` if it never was.
    """

    theta: np.ndarray
    path: np.ndarray
    steps: np.ndarray


def reweight_together(Phi, Y, loss, *, start=None, tol=1e-3, n_steps=50):
    r"""Iteratively reweighted least squares for many outputs of one design.

    Parameters
    ----------
    Phi : array_like of shape (n_samples, n_features)
    Y : array_like of shape (n_problems, n_samples)
    loss : Huber or Tukey
    start : array_like of shape (n_problems, n_features), optional
        Default least squares.
    tol : float
        A problem rests once its parameter moves by less, in norm, as in Fig. 25.9.
    n_steps : int

    Returns
    -------
    LineRuns

    Notes
    -----
    Cost: O(n_samples n_features²) a problem and step. Source: Sugiyama (2016), Figs. 25.8 and 25.9.
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(None, len(Phi)))
    m = Phi.shape[1]
    theta = Y @ np.linalg.pinv(Phi).T if start is None else check_array(start, "start")
    going = np.ones(len(Y), dtype=bool)
    steps = np.full(len(Y), n_steps)
    path = [theta]
    for step in range(1, n_steps + 1):
        weights = irls_weights(loss, Y[going] - theta[going] @ Phi.T)
        alive = np.sum(weights > 1e-12, axis=1) >= m
        weights[~alive] = 1.0
        system = np.einsum("qn,ni,nj->qij", weights, Phi, Phi, optimize=True)
        right = (weights * Y[going]) @ Phi
        new = np.linalg.solve(system, right[..., None])[..., 0]
        new[~alive] = 0.0
        moved = np.linalg.norm(new - theta[going], axis=1)
        theta = theta.copy()
        theta[going] = new
        path.append(theta)
        rest = np.flatnonzero(going)[(moved < tol) | ~alive]
        steps[rest] = step
        going[rest] = False
        if not going.any():
            break
    return LineRuns(theta, np.array(path), steps)


def lad_lines(Phi, Y):
    """Least absolute deviations for many outputs, each by its linear program."""
    return np.array([lad_program(Phi, y)[0] for y in check_array(Y, "Y", ndim=2)])


def huber_balance(etas, *, n_draws=2000, n_steps=400):
    """Spread of the slope on clean data and its error under an outlier, for each threshold.

    Returns
    -------
    sd, bias : ndarray of shape (len(etas),)
        Standard deviation without, distance of the median slope from 1 with the outlier.
    """
    Phi, clean, spoilt = spoilt_lines(n_draws)
    sd = []
    bias = []
    for eta in etas:
        runs = [
            reweight_together(Phi, Y, Huber(eta), tol=1e-5, n_steps=n_steps)
            for Y in (clean, spoilt)
        ]
        sd.append(runs[0].theta[:, 1].std())
        bias.append(abs(np.median(runs[1].theta[:, 1]) - 1))
    return np.array(sd), np.array(bias)


def local_optima(n_sets=200, n_starts=50, *, noise=0.2, eta=1.0, apart=0.3, seed=1):
    """Data sets on which Tukey's loss has two minima with slopes far apart.

    Random starts: slope uniform on [-3, 3], intercept on [-5, 5]. An end counts as a minimum if the
    gradient is zero and the second derivative positive definite.

    Returns
    -------
    ndarray of bool, shape (n_sets,)
    """
    Phi, _, spoilt = spoilt_lines(n_sets, noise, seed=seed)
    rng = np.random.default_rng(seed)
    loss = Tukey(eta)
    Y = np.repeat(spoilt, n_starts, axis=0)
    start = rng.uniform([-5.0, -3.0], [5.0, 3.0], size=(len(Y), 2))
    theta = reweight_together(Phi, Y, loss, start=start, tol=1e-10, n_steps=500).theta
    residuals = Y - theta @ Phi.T
    slope = np.linalg.norm(loss.derivative(residuals, 0.0) @ Phi, axis=1)
    bend = np.einsum("qn,ni,nj->qij", loss.second_derivative(residuals, 0.0), Phi, Phi)
    minimum = (slope < 1e-6) & (np.linalg.eigvalsh(bend)[:, 0] > 1e-6)
    slopes = theta[:, 1].reshape(n_sets, n_starts)
    minimum = minimum.reshape(n_sets, n_starts)
    highest = np.where(minimum, slopes, -np.inf).max(axis=1)
    lowest = np.where(minimum, slopes, np.inf).min(axis=1)
    return highest - lowest > apart


def _random_problem(rng, n_columns=(2, 7)):
    n = int(rng.integers(10, 51))
    m = int(rng.integers(*n_columns))
    return rng.normal(size=(n, m)), rng.normal(size=n)


def svd_update(seed):
    """Residuals of the weighted normal equations at the printed and at the full update.

    Even seeds take the spoilt line, odd ones a random design; weights of Huber's loss at the
    least-squares solution.

    Returns
    -------
    dict of float
        Lengths relative to that of the right side: at the ``"printed"`` update, at the ``"right"``
        one of (25.2), and at the printed one with ``"equal"`` weights.
    """
    rng = np.random.default_rng(seed)
    if seed % 2:
        Phi, y = _random_problem(rng)
    else:
        Phi, _, spoilt = spoilt_lines(1, seed=seed)
        y = spoilt[0]
    left, sizes, right = np.linalg.svd(Phi, full_matrices=False)

    def printed(weights):
        return right.T @ ((left.T @ (weights * y)) / (sizes * ((left**2).T @ weights)))

    def miss(theta, weights):
        aim = Phi.T @ (weights * y)
        return np.linalg.norm(aim - Phi.T @ (weights * (Phi @ theta))) / np.linalg.norm(aim)

    weights = irls_weights(Huber(1.0), y - Phi @ np.linalg.lstsq(Phi, y, rcond=None)[0])
    full = np.linalg.solve(Phi.T @ (weights[:, None] * Phi), Phi.T @ (weights * y))
    ones = np.ones(len(y))
    return {
        "printed": miss(printed(weights), weights),
        "right": miss(full, weights),
        "equal": miss(printed(ones), ones),
    }


def gradient_steps(seed, *, step=1e-4):
    """Whether the printed and the corrected stochastic step change a sample's loss as they should.

    Returns
    -------
    dict of float
        ``"up"``: 1 if the printed step raises the loss; ``"down"``: 1 if the corrected one lowers
        it; ``"same"``: relative distance of minus the numerical derivative from the pull times the
        basis vector.
    """
    rng = np.random.default_rng(seed)
    m = int(rng.integers(1, 9))
    phi = rng.normal(size=m)
    theta = rng.normal(size=m)
    y = 3 * rng.normal()
    loss = Huber(rng.uniform(0.1, 2))

    def value(at):
        return float(loss.value(phi @ at, y))

    numeric = numerical_gradient(value, theta, 1e-6)
    pull = float(loss.derivative(y - phi @ theta, 0.0)) * phi
    return {
        "up": float(value(theta + step * numeric) > value(theta)),
        "down": float(value(theta + step * pull) < value(theta)),
        "same": float(np.linalg.norm(numeric + pull) / np.linalg.norm(pull)),
    }


def bound_gaps(etas=(0.5, 1.0, 2.0)):
    r"""Where :math:`\frac{\eta r^2}{2c}+\frac{\eta c}2-\frac{\eta^2}2` bounds Huber's loss.

    Returns
    -------
    dict of float
        In units of :math:`\eta^2`: ``"below"``, how far the bound dips below the loss for
        :math:`c<\eta`; ``"touch"``, its least distance from the loss at :math:`r=c` for
        :math:`c\le\eta/2`; ``"valid"``, how far it dips for :math:`c\ge\eta`.
    """
    below = -np.inf
    touch = np.inf
    valid = -np.inf
    for eta in etas:
        r = np.linspace(-8 * eta, 8 * eta, 1601)
        loss = Huber(eta)
        for share in np.linspace(0.1, 5, 50):
            c = share * eta

            def bound(at, eta=eta, c=c):
                return eta * at**2 / (2 * c) + eta * c / 2 - eta**2 / 2

            dip = float((loss.value(r, 0.0) - bound(r)).max() / eta**2)
            if share < 1 - 1e-9:
                below = max(below, dip)
            else:
                valid = max(valid, dip)
            if share <= 0.5:
                touch = min(touch, abs(bound(c) - float(loss.value(c, 0.0))) / eta**2)
    return {"below": below, "touch": touch, "valid": valid}


def step_from_zeros(seed):
    r"""Relative rise of the lasso's objective by one printed step from its minimum.

    Fig. 25.12 with all weights 1: the pseudo-inverse of :math:`\operatorname{diag}|\theta|` frees
    exact zeros from the penalty.

    Returns
    -------
    float
        NaN if the minimum has no zero.
    """
    rng = np.random.default_rng(seed)
    Phi, y = _random_problem(rng, (4, 9))
    lam = 0.5 * np.abs(Phi.T @ y).max()
    theta = coordinate_descent(Phi, y, lam, tol=1e-14).w
    if theta.all() or not theta.any():
        return float("nan")

    def value(at):
        return 0.5 * np.sum((y - Phi @ at) ** 2) + lam * np.abs(at).sum()

    freed = lam * np.linalg.pinv(np.diag(np.abs(theta)))
    new = np.linalg.solve(Phi.T @ Phi + freed, Phi.T @ y)
    return float(value(new) / value(theta) - 1)
