r"""Runs of the programs of Sugiyama (2016), chapter 22: kernel model and sigmoid network.

The data of every run are 50 even inputs on [-3, 3] with noise 0.05. Functions are compared by
their root-mean-square distance on 1,000 points of [-2.8, 2.8], the window of the figures.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import least_squares, minimize
from scipy.special import expit

from mlcompanion._validation import check_array
from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import gaussian_basis, sgd_least_squares, train_network
from mlcompanion.regression.networks.backprop import network_output

from .least_squares_checks import root_mean_square, sinc_trend

__all__ = [
    "WINDOW",
    "Settled",
    "error_levels",
    "kernel_designs",
    "kernel_walk",
    "network_run",
    "settle_network",
    "walk_errors",
]

#: Where functions are compared.
WINDOW = np.linspace(-2.8, 2.8, 1000)


def kernel_designs(sigma=0.3):
    """Fifty Gaussian bumps at the inputs, and on the window: shapes (50, 50) and (1000, 50)."""
    x = make_sinc_trend(50).x
    return gaussian_basis(x, sigma=sigma), gaussian_basis(WINDOW, x, sigma=sigma)


def kernel_walk(seed, *, early=200, tol=1e-6, max_iter=50_000):
    """One run of the program of Fig. 22.7: random start, step size 0.1, stop at a short step.

    Parameters
    ----------
    seed : int
        Draws the noise; start and order of the samples follow it.
    early : int
        Steps after which to look.
    tol : float
    max_iter : int

    Returns
    -------
    dict
        ``start`` and ``left``: distance to the function at the stop, from the start and after
        ``early`` steps; ``steps``; ``stopped``, whether the rule fired.
    """
    sample = make_sinc_trend(50, 0.05, random_state=seed)
    rng = np.random.default_rng([seed, 1])
    K, K_window = kernel_designs()
    run = sgd_least_squares(
        K, sample.y, start=rng.normal(size=50), stop="listing", tol=tol, max_iter=max_iter,
        record=(0, early), random_state=rng,
    )  # fmt: skip
    start, left = root_mean_square((run.path - run.coef) @ K_window.T)
    return {"start": start, "left": left, "steps": run.n_iter, "stopped": run.stopped}


def walk_errors(seed, record, *, zero=False, eta=0.1, decay=np.inf):
    """Distance to the noiseless curve along one walk that never stops.

    Parameters
    ----------
    seed : int
    record : sequence of int
        Numbers of steps at which to look.
    zero : bool
        Start at zero in place of standard normal numbers.
    eta, decay : float
        Step size, and the number of steps until it is half.

    Returns
    -------
    last, mean : ndarray, shape (len(record),)
        Of the iterates, and of their means.
    """
    sample = make_sinc_trend(50, 0.05, random_state=seed)
    rng = np.random.default_rng([seed, 1])
    K, K_window = kernel_designs()
    start = rng.normal(size=50)
    run = sgd_least_squares(
        K, sample.y, start=None if zero else start, eta=eta, decay=decay, tol=0,
        max_iter=max(record), record=record, random_state=rng,
    )  # fmt: skip
    truth = sinc_trend(WINDOW)
    return tuple(root_mean_square(path @ K_window.T - truth) for path in (run.path, run.mean_path))


def network_run(seed, record, *, max_iter=None, n_hidden=20):
    """Training errors (root mean square) of the program of Fig. 22.10.

    Parameters
    ----------
    seed : int
    record : sequence of int
        Numbers of steps at which to look.
    max_iter : int, optional
        Default 5,000,000, as in the listing.
    n_hidden : int

    Returns
    -------
    errors : ndarray, shape (len(record) + 1,)
        After the recorded steps, and at the end.
    n_iter : int
    """
    sample = make_sinc_trend(50, 0.05, random_state=seed)
    rng = np.random.default_rng([seed, 1])
    X = sample.x[:, None]
    m = n_hidden
    start = np.ones(m), rng.normal(size=(m, 2))
    run = train_network(X, sample.y, *start, max_iter=max_iter, record=record, random_state=rng)
    fits = [network_output(X, *weights) for weights in [*run.path, (run.alpha, run.beta)]]
    return root_mean_square(sample.y - np.array(fits)), run.n_iter


class Settled(NamedTuple):
    """Where :func:`settle_network` ended.

    Attributes
    ----------
    error : float
        Half the sum of squared residuals.
    alpha, beta : ndarray
        Weights; hidden units in the order of their places on the axis.
    gradient : float
        Length of the gradient.
    lowest : float
        Least eigenvalue of the Hessian over the largest.
    """

    error: float
    alpha: np.ndarray
    beta: np.ndarray
    gradient: float
    lowest: float

    @property
    def accepted(self):
        """Whether this is a minimum as far as gradient and Hessian can tell."""
        return self.gradient <= 1e-6 and self.lowest >= -1e-6


def settle_network(x, y, alpha, beta, *, max_iter=5000):
    """Minimise the training error of a sigmoid network: Gauss-Newton steps, then Newton steps.

    Parameters
    ----------
    x, y : array_like, shape (n,)
    alpha : array_like, shape (m,)
    beta : array_like, shape (m, 2)
        The start.
    max_iter : int

    Returns
    -------
    Settled
    """
    x = check_array(x, "x", ndim=1)
    y = check_array(y, "y", ndim=1)
    rows = np.column_stack([x, np.ones(len(x))])
    m = len(alpha)
    start = np.append(check_array(alpha, "alpha"), check_array(beta, "beta", shape=(m, 2)))

    def parts(v):
        z = expit(rows @ v[m:].reshape(m, 2).T)
        slope = v[:m] * z * (1 - z)
        jacobian = np.hstack([z, (slope[:, :, None] * rows[:, None, :]).reshape(len(y), -1)])
        return z, slope, jacobian, y - z @ v[:m]

    def error(v):
        _, _, jacobian, r = parts(v)
        return 0.5 * r @ r, -jacobian.T @ r

    def hessian(v):
        z, slope, jacobian, r = parts(v)
        H = jacobian.T @ jacobian
        cross = -(r[:, None] * z * (1 - z)).T @ rows  # of alpha_j with the two weights of unit j
        curve = np.einsum("nj,na,nb->jab", -r[:, None] * slope * (1 - 2 * z), rows, rows)
        for j in range(m):
            own = slice(m + 2 * j, m + 2 * j + 2)
            H[j, own] += cross[j]
            H[own, j] += cross[j]
            H[own, own] += curve[j]
        return H

    near = least_squares(
        lambda v: -parts(v)[3], start, lambda v: parts(v)[2], method="lm", x_scale="jac",
        xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=max_iter,
    )  # fmt: skip
    options = {"gtol": 1e-7, "maxiter": max_iter // 10}
    end = minimize(error, near.x, jac=True, hess=hessian, method="trust-exact", options=options)
    levels = np.linalg.eigvalsh(hessian(end.x))
    alpha = end.x[:m]
    beta = end.x[m:].reshape(m, 2)
    order = np.argsort(-beta[:, 1] / beta[:, 0])
    gradient = float(np.linalg.norm(error(end.x)[1]))
    return Settled(
        float(end.fun), alpha[order], beta[order], gradient, float(levels[0] / levels[-1])
    )


def error_levels(errors, apart=0.01):
    """Number of values that differ from each other by more than a share.

    Parameters
    ----------
    errors : array_like of positive numbers, shape (n,)
    apart : float
        A value counts if it exceeds the last that counted by more than this share of it.

    Returns
    -------
    int
    """
    count = 0
    last = -np.inf
    for value in np.sort(check_array(errors, "errors", ndim=1)):
        if count == 0 or value > last * (1 + apart):
            count = count + 1
            last = value
    return count
