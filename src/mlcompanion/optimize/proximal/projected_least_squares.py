"""Least squares over a convex set, many problems at once (Sugiyama 2016, (24.1))."""

import warnings
from collections.abc import Callable

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_instance, check_real

__all__ = ["constrained_least_squares"]


def constrained_least_squares(A, y, project, *, tol=1e-10, max_iter=20_000):
    r"""Minimise :math:`\tfrac12\|y_k-A_kw\|^2` over a convex set for many problems k at once.

    Projected gradient steps with momentum; a problem drops its momentum where that points uphill.

    Parameters
    ----------
    A : array_like of shape (n_problems, n_samples, n_features)
    y : array_like of shape (n_problems, n_samples)
    project : callable
        Maps an array (n_problems, n_features) to the nearest points of each problem's set.
    tol : float
        Stop when no problem moves by more than this, relative to its length.
    max_iter : int

    Returns
    -------
    ndarray of shape (n_problems, n_features)

    Raises
    ------
    ValueError
        If a shape does not fit.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` steps do not suffice; the last points are returned.

    Notes
    -----
    Cost: the Gram matrix of every A once, a product with it and one projection a step. Source:
    Sugiyama (2016), (24.1); momentum and restarts after Beck and Teboulle (2009), O'Donoghue and
    Candès (2015).
    """
    A = check_array(A, "A", ndim=3, min_rows=1)
    y = check_array(y, "y", shape=A.shape[:2])
    check_instance(project, "project", Callable, "function")
    tol = check_real(tol, "tol", low=0, open_low=True)
    # formed once: a step then costs the same for any number of samples
    gram = A.transpose(0, 2, 1) @ A
    pull = np.einsum("kij,ki->kj", A, y)
    step = 1 / np.linalg.eigvalsh(gram)[:, -1:]
    w = project(np.zeros_like(pull))
    ahead = w
    age = np.ones((len(A), 1))  # one for each problem: they restart on their own
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        old = w
        w = project(ahead - step * (np.einsum("kij,kj->ki", gram, ahead) - pull))
        move = w - old
        # ahead - w is the step's gradient: a move along it climbs
        uphill = np.sum((ahead - w) * move, axis=1, keepdims=True) > 0
        older = np.where(uphill, 1.0, (1 + np.sqrt(1 + 4 * age**2)) / 2)
        ahead = w + np.where(uphill, 0.0, (age - 1) / older) * move
        age = older
        if np.all(np.linalg.norm(move, axis=1) <= tol * np.linalg.norm(w, axis=1)):
            return w
    warnings.warn(f"max_iter={max_iter} steps did not suffice", ConvergenceWarning, stacklevel=2)
    return w
