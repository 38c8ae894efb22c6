r"""Several regressions that share a subspace or a set of features, without named similarities.

.. math:: \min_\Theta\tfrac12\sum_i(y_i-\phi(x_i)^\top\Theta e_{t_i})^2+\lambda R(\Theta)

over b by T matrices with one column a task: R is the trace norm (few directions span all tasks) or
the sum of the norms of the rows (a feature serves all tasks or none). Accelerated proximal
gradient steps until the duality gap is small. Sugiyama (2016), section 34.3.
"""

import numpy as np

from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_array, check_count, check_has, check_real
from mlcompanion.optimize import fista
from mlcompanion.prox import RowNorm, TraceNorm
from mlcompanion.regression.tasks.multitask import TaskModel

__all__ = ["MultitaskRowNorm", "MultitaskTraceNorm", "TaskLeastSquares"]


class TaskLeastSquares:
    r"""Half the squared errors of all tasks, as a function of the b by T parameter matrix.

    Parameters
    ----------
    Phi : array_like, shape (n, b)
        Basis functions at each sample.
    y : array_like, shape (n,)
    task : array_like of int, shape (n,)
        Task of each sample, 0, ..., T - 1.
    n_tasks : int, optional
        T; default the largest number that occurs, plus 1.

    Notes
    -----
    Cost: O(n b^2) once, then O(b^2 T) for a value and its gradient, however many samples.
    Source: Sugiyama (2016), section 34.3.2.
    """

    def __init__(self, Phi, y, task, n_tasks=None):
        Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
        y = check_array(y, "y", shape=(len(Phi),))
        high = np.inf if n_tasks is None else check_count(n_tasks, "n_tasks", low=1) - 1
        task = check_array(task, "task", shape=(len(Phi),), dtype=np.intp, low=0, high=high)
        own = [task == t for t in range(n_tasks or task.max() + 1)]
        self.grams = np.array([Phi[rows].T @ Phi[rows] for rows in own])  # (T, b, b)
        self.moments = np.array([Phi[rows].T @ y[rows] for rows in own]).T  # (b, T)
        self.square = y @ y

    def _moved(self, Theta):
        # all tasks in one batched product: task t's Gram matrix times its own column
        return (self.grams @ Theta.T[:, :, None])[:, :, 0].T

    def value(self, Theta):
        """Half the sum of the squared errors."""
        return self.value_and_gradient(Theta)[0]

    def value_and_gradient(self, Theta):
        r"""Both; the gradient :math:`\sum_i(\phi_i^\top\Theta e_{t_i}-y_i)\phi_ie_{t_i}^\top`."""
        Theta = check_array(Theta, "Theta", shape=self.moments.shape)
        moved = self._moved(Theta)
        value = 0.5 * np.vdot(Theta, moved) - np.vdot(self.moments, Theta) + 0.5 * self.square
        return float(value), moved - self.moments

    def lipschitz(self):
        """Largest curvature: the largest eigenvalue of a task's Gram matrix."""
        return float(np.linalg.eigvalsh(self.grams)[:, -1].max())

    def gap(self, Theta, norm):
        """Duality gap with a norm as penalty: the residual, shrunk until it is dual feasible."""
        check_has(norm, "norm", "value", "dual_norm")
        value, gradient = self.value_and_gradient(Theta)
        scale = 1 / max(1.0, norm.dual_norm(gradient))
        # y' r and |r|^2 / 2 = value are all that the dual value of a shrunk residual needs
        along = self.square - np.vdot(self.moments, Theta)  # y' residual
        return value + norm.value(Theta) - (scale * along - scale**2 * value)


class _SharedNorm(TaskModel):
    """Proximal gradient steps; a subclass has ``_norm()``."""

    def fit(self, X, y, task=None):
        """Fit to ``X``, shape (n, b), ``y``, shape (n,), and ``task``, shape (n,): 0, 1, ..."""
        X, y, task = self._samples(X, y, task)
        y = y.astype(float, copy=False)  # squares of single precision leave its range
        smooth = TaskLeastSquares(X, y, task, self.n_tasks_)
        norm = self._norm()
        goal = check_real(self.tol, "tol", low=0) * 0.5 * (y @ y)
        run = fista(
            smooth,
            norm,
            np.zeros((X.shape[1], self.n_tasks_)),
            restart=True,
            track=False,
            max_iter=self.max_iter,
            stop=lambda Theta: smooth.gap(Theta, norm) <= goal,
        )
        self.coef_ = run.w.T.copy()
        self.n_iter_ = run.n_iter
        self.converged_ = bool(run.converged)
        self.gap_ = float(smooth.gap(run.w, norm))
        if not run.converged:
            warn_stopped(self, run.n_iter)
        return self


class MultitaskTraceNorm(_SharedNorm):
    r"""Least squares of several tasks, penalised by :math:`\lambda\sum_k\sigma_k(\Theta)`.

    Parameters
    ----------
    lam : float
        Weight of the sum of the singular values, positive.
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray, shape (T, n_features)
    rank_ : int
        Number of directions that all tasks share: singular values above 1e-8 of the largest.
    n_tasks_, n_iter_ : int
    converged_ : bool
        Whether the gap met ``tol``; else ``fit`` warns.
    gap_ : float

    Notes
    -----
    It is :class:`TraceNormRegression` on the matrices :math:`\phi(x_i)e_{t_i}^\top` without forming
    them. Cost: O(b^2 T + bT min(b, T)) a step. Source: Sugiyama (2016), section 34.3.2.
    """

    def __init__(self, lam=1.0, tol=1e-8, max_iter=100_000):
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def _norm(self):
        return TraceNorm(check_real(self.lam, "lam", low=0, open_low=True))

    def fit(self, X, y, task=None):
        """Fit to ``X``, shape (n, b), ``y``, shape (n,), and ``task``, shape (n,): 0, 1, ..."""
        super().fit(X, y, task)
        sizes = np.linalg.svd(self.coef_, compute_uv=False)
        # the prox makes exact zeros, the decomposition of its result only nearly
        self.rank_ = int(np.count_nonzero(sizes > 1e-8 * sizes[0]))
        return self


class MultitaskRowNorm(_SharedNorm):
    r"""Least squares of several tasks, penalised by :math:`\lambda\sum_j\|\Theta_{j\cdot}\|`.

    Parameters
    ----------
    lam : float
        Weight of the sum over features of the norm of its coefficients in all tasks, positive.
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray, shape (T, n_features)
        Whole columns are exactly zero: features that no task uses.
    n_tasks_, n_iter_ : int
    converged_ : bool
        Whether the gap met ``tol``; else ``fit`` warns.
    gap_ : float

    Notes
    -----
    A row of the b by T matrix holds a feature in all tasks. The sum that Sugiyama
    prints runs over the tasks, and would drop tasks.
    Cost: O(b^2 T) a step. Source: Sugiyama (2016), section 34.3.1.
    """

    def __init__(self, lam=1.0, tol=1e-8, max_iter=100_000):
        self.lam = lam
        self.tol = tol
        self.max_iter = max_iter

    def _norm(self):
        return RowNorm(check_real(self.lam, "lam", low=0, open_low=True))
