"""Mirror maps row by row, and their conjugates by a solver that knows nothing of them."""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array
from mlcompanion.convex import Entropy, Euclidean

__all__ = ["row_gradients", "row_values", "simplex_maximum"]


def row_values(f, W):
    """``f`` of every row."""
    if isinstance(f, Entropy):
        return np.log(W.shape[1]) + (W * np.log(W)).sum(axis=1)
    return f.norm(W) ** 2 / (2 * (f.order - 1))


def row_gradients(f, W):
    """The gradient of ``f`` at every row."""
    if isinstance(f, Entropy):
        return 1 + np.log(W)
    if isinstance(f, Euclidean):
        return W
    norms = f.norm(W)[:, None]
    return np.sign(W) * (np.abs(W) / norms) ** (f.q - 1) * norms / (f.q - 1)


def simplex_maximum(theta):
    """Maximise ``<w, theta> - f(w)`` over the simplex, f the relative entropy to uniform.

    Returns
    -------
    w : ndarray, shape (n,)
    value : float
        The conjugate of f at ``theta``.
    """
    theta = check_array(theta, "theta", ndim=1)
    n = len(theta)

    def objective(w):
        log_w = np.log(np.maximum(w, 1e-300))
        return w @ log_w - w @ theta + np.log(n), 1 + log_w - theta

    found = minimize(
        objective,
        np.full(n, 1 / n),
        jac=True,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
        bounds=[(1e-15, 1)] * n,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(n)},
    )
    return found.x, -found.fun
