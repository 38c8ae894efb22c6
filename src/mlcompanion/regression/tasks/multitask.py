r"""Several related regressions at once, pulled together by their similarities.

Sugiyama (2016), sections 34.1 and 34.2. Every sample carries the number of its task,
:math:`t_i\in\{0,\dots,T-1\}`; task :math:`t` has the parameters :math:`\theta_t`, and

.. math:: J=\tfrac12\sum_i(y_i-\theta_{t_i}^\top\phi(x_i))^2+\tfrac12\sum_t\lambda_t\|\theta_t\|^2
          +\tfrac14\sum_{t,t'}\gamma_{tt'}\|\theta_t-\theta_{t'}\|^2 .

The last two terms are :math:`\tfrac12\sum_{t,t'}C_{tt'}\theta_t^\top\theta_{t'}` with one T by T
matrix C. Parameters are rows here, ``coef_`` of shape (T, b), as scikit-learn has them.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import block_diag, cho_factor, cho_solve, cholesky, qr_multiply, solve_triangular
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import column_units
from mlcompanion._validation import check_array, check_count, check_in, check_real, check_square
from mlcompanion.linalg import squared_distances

from ..linear.ridge import DesignSVD

__all__ = [
    "LearnedSimilarity",
    "MultioutputRidge",
    "MultitaskRidge",
    "TaskModel",
    "learn_similarity",
    "multitask_parameters",
    "multitask_weights",
    "task_penalty",
]


def task_penalty(gamma=1.0, lam=0.1, n_tasks=None):
    r"""The matrix C of the joint penalty: the graph Laplacian of the similarities, plus ``lam``.

    Parameters
    ----------
    gamma : float or array_like, shape (T, T)
        Similarities :math:`\gamma_{tt'}\ge0`, symmetric; a number stands for all pairs. What stands
        on the diagonal has no effect.
    lam : float or array_like, shape (T,)
        Penalty :math:`\lambda_t>0` of each task.
    n_tasks : int, optional
        T, if neither ``gamma`` nor ``lam`` tells it.

    Returns
    -------
    ndarray, shape (T, T)
        Symmetric and positive definite.

    Raises
    ------
    ValueError
        On similarities that are negative or not symmetric, penalties of 0 or less, or wrong shapes.

    Notes
    -----
    The matrix that is printed belongs to the criterion only for symmetric similarities.
    Source: Sugiyama (2016), below (34.1).

    Examples
    --------
    >>> task_penalty(1.0, 0.5, n_tasks=2)
    array([[ 1.5, -1. ],
           [-1. ,  1.5]])
    """
    T = n_tasks if n_tasks is None else check_count(n_tasks, "n_tasks", low=1)
    if np.ndim(gamma) == 2:
        gamma = check_square(gamma, "gamma", size=T, symmetric=True, low=0)
        T = len(gamma)
    if np.ndim(lam) == 1:
        lam = check_array(lam, "lam", shape=(T,), min_rows=1, low=0, open_low=True)
        T = len(lam)
    if T is None:
        raise ValueError("n_tasks must be given: neither gamma nor lam tells the number of tasks")
    if np.ndim(gamma) != 2:
        gamma = np.full((T, T), check_real(gamma, "gamma", low=0))
    if np.ndim(lam) != 1:
        lam = np.full(T, check_real(lam, "lam", low=0, open_low=True))
    others = gamma * (1 - np.eye(T))  # a task's likeness to itself cancels, and would cost digits
    return np.diag(lam + others.sum(axis=1)) - others


def multitask_parameters(Phi, y, task, C):
    r"""Parameters of all tasks from one system of size bT.

    Parameters
    ----------
    Phi : array_like, shape (n, b)
        Basis functions at each sample.
    y : array_like, shape (n,)
    task : array_like of int, shape (n,)
        Task of each sample: 0, ..., T - 1.
    C : array_like, shape (T, T)
        Symmetric, positive definite: :func:`task_penalty`.

    Returns
    -------
    ndarray, shape (T, b)

    Raises
    ------
    ValueError
        If a task is not below T, ``C`` is not positive definite, or the shapes do not match.

    Notes
    -----
    Cost: O(n b^2 + (bT)^3). A task without samples follows the tasks that it resembles.
    Source: Sugiyama (2016), (34.3).
    """
    Phi, y, task = _check_samples(Phi, y, task)
    C = _check_penalty(C, task)
    T, b = len(C), Phi.shape[1]
    system = np.kron(C, np.eye(b))  # Psi' Psi + C kron I
    right = np.zeros((T, b))
    for t in range(T):
        own, block = Phi[task == t], slice(t * b, (t + 1) * b)
        system[block, block] += own.T @ own
        right[t] = own.T @ y[task == t]
    return _solve(system, right.ravel()).reshape(T, b)


def multitask_weights(K, y, task, C):
    r"""Weights of the samples in every task's prediction, from one system of size n.

    The prediction for task t is :math:`f_t(x)=\sum_iW_{ti}\,k(x_i,x)` with
    :math:`W_{ti}=[C^{-1}]_{tt_i}a_i` and :math:`a=A^{-1}y`, where
    :math:`A_{ii'}=[C^{-1}]_{t_it_{i'}}k(x_i,x_{i'})+\delta_{ii'}`.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Inner products :math:`\phi(x_i)^\top\phi(x_{i'})`, or any positive semidefinite kernel.
    y, task, C
        As for :func:`multitask_parameters`.

    Returns
    -------
    ndarray, shape (T, n)
        ``k(new, X) @ W.T`` predicts all tasks.

    Raises
    ------
    ValueError
        As :func:`multitask_parameters`; or if ``K`` is not symmetric.

    Notes
    -----
    Cost: O(n^3 + T^3 + nT). Source: Sugiyama (2016), (34.4).
    """
    K, y, task = _check_samples(check_square(K, "K", symmetric=True), y, task, "K")
    C = _check_penalty(C, task)
    C_inverse = _solve(C.copy(), np.eye(len(C)))
    A = C_inverse[np.ix_(task, task)] * K  # a kernel of inputs and tasks together
    A[np.diag_indices_from(A)] += 1
    return C_inverse[:, task] * _solve(A, y, "K")  # W, from a = A^-1 y


def _check_samples(Phi, y, task, name="Phi"):
    Phi = check_array(Phi, name, ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(Phi),))
    return Phi, y, check_array(task, "task", shape=(len(Phi),), dtype=np.intp, low=0)


def _check_penalty(C, task):
    C = check_square(C, "C", symmetric=True)
    if task.max() >= len(C):
        raise ValueError(f"task must lie below {len(C)}, the size of C, got {task.max()}")
    if np.linalg.eigvalsh(C)[0] <= 0:
        raise ValueError("C must be positive definite")
    return C


def _count_tasks(task):
    """Number of tasks, of which each must have a sample."""
    named = np.unique(task)
    if not np.array_equal(named, np.arange(len(named))):
        raise ValueError("task must hold 0, 1, ... without a gap: every task needs a sample")
    return len(named)


def _solve(system, right, name="C"):
    """Solve with a positive definite matrix, overwriting it; ``name`` is to blame if it is not."""
    try:
        factor = cho_factor(system, lower=True, overwrite_a=True, check_finite=False)
    except np.linalg.LinAlgError as error:
        raise ValueError(f"{name} must be positive semidefinite") from error
    return cho_solve(factor, right, check_finite=False)


class TaskModel(RegressorMixin, BaseEstimator):
    """Samples with tasks, and the prediction of a linear model for each; a subclass has ``fit``."""

    def _samples(self, X, y, task):
        """``X``, ``y`` and the tasks, each of which must have a sample; sets ``n_tasks_``."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        task = np.zeros(len(X), dtype=np.intp) if task is None else task
        task = check_array(task, "task", shape=(len(X),), dtype=np.intp, low=0)
        self.n_tasks_ = _count_tasks(task)
        return X, y, task

    def predict(self, X, task=None):
        """Outputs, shape (n_samples,), for the task of each row; one task needs no numbers."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        if task is None and self.n_tasks_ > 1:
            raise ValueError(f"task must be given: there are {self.n_tasks_}")
        task = np.zeros(len(X), dtype=np.intp) if task is None else task
        high = self.n_tasks_ - 1
        task = check_array(task, "task", shape=(len(X),), dtype=np.intp, low=0, high=high)
        return np.einsum("ij,ij->i", X, self.coef_[task])

    def score(self, X, y, task=None, sample_weight=None):
        """Coefficient of determination over the rows of all tasks."""
        from sklearn.metrics import r2_score  # dear to import

        y = check_array(y, "y", ndim=1)
        return r2_score(y, self.predict(X, task), sample_weight=sample_weight)


class MultitaskRidge(TaskModel):
    r"""Ridge regressions of several tasks, pulled together by their similarities.

    Parameters
    ----------
    gamma : float or array_like, shape (T, T)
        Similarities, not negative, symmetric; 0 learns every task alone, and the parameters
        approach one common solution as ``gamma`` grows.
    lam : float or array_like, shape (T,)
        Penalty of each task, positive.
    form : {"auto", "parameters", "samples"}
        Solve a system of size bT (34.3) or of size n (34.4); default the smaller one.

    Attributes
    ----------
    coef_ : ndarray, shape (T, n_features)
    n_tasks_ : int

    Notes
    -----
    ``fit(X, y, task)`` and ``predict(X, task)``; without ``task`` there is one task, and this is
    ridge regression. The rows of ``X`` are the basis functions at a sample; there is no intercept
    beside them. Cost: O(min(n, bT)^3 + n b^2 + T^3) time, O(min(n, bT)^2 + n b) memory; where the
    penalty is so small that a Gram matrix would lose half of the digits, ``"auto"`` takes
    orthogonal factors for O(n b^2 + (bT)^3). Source: Sugiyama (2016), (34.1)-(34.4).
    """

    def __init__(self, gamma=1.0, lam=0.1, form="auto"):
        self.gamma = gamma
        self.lam = lam
        self.form = form

    def fit(self, X, y, task=None):
        """Fit to ``X``, shape (n, b), ``y``, shape (n,), and ``task``, shape (n,): 0, 1, ..."""
        X, y, task = self._samples(X, y, task)
        form = check_in(self.form, "form", ("auto", "parameters", "samples"))
        C = task_penalty(self.gamma, self.lam, self.n_tasks_)
        self.coef_ = _coefficients(X, y, task, C, form)
        return self


def _coefficients(X, y, task, C, form="auto"):
    """Parameters of all tasks by the form that is asked for, or the smaller one."""
    n, b = X.shape
    if form == "auto" and np.linalg.eigvalsh(C)[0] <= 1e-8 * np.sum(X**2):
        return _orthogonal_parameters(X, y, task, C)  # a Gram matrix would lose half of the digits
    if form == "samples" or (form == "auto" and n < b * len(C)):
        return multitask_weights(X @ X.T, y, task, C) @ X
    return multitask_parameters(X, y, task, C)


def _orthogonal_parameters(Phi, y, task, C):
    """Parameters of all tasks from orthogonal factors, which square no condition number.

    Least squares with the rows of a root of C below those of the tasks. Cost: O(n b^2 + (bT)^3).
    """
    T, b = len(C), Phi.shape[1]
    blocks, right = [], []
    for t in range(T):
        rows, outputs = Phi[task == t], y[task == t]
        if len(rows) > b:  # a triangle says as much as all rows of a task
            outputs, rows = qr_multiply(rows, outputs, mode="right")
        blocks.append(rows)
        right.append(outputs)
    system = np.vstack([block_diag(*blocks), np.kron(cholesky(C), np.eye(b))])
    units = column_units(system)
    right = np.concatenate([*right, np.zeros(T * b)])
    projected, R = qr_multiply(system / units, right, mode="right")
    return (solve_triangular(R, projected) / units).reshape(T, b)


class LearnedSimilarity(NamedTuple):
    """What :func:`learn_similarity` returns.

    Attributes
    ----------
    gamma : ndarray, shape (T, T)
        The last similarities; 1 times ``eta`` on the diagonal, where they have no effect.
    coef : ndarray, shape (T, b)
        Parameters under the similarities before the last update.
    n_iter : int
        Rounds.
    converged : bool
        Whether no similarity moved by more than ``tol`` in the last round.
    """

    gamma: np.ndarray
    coef: np.ndarray
    n_iter: int
    converged: bool


def learn_similarity(X, y, task, *, eta=1.0, kappa=1.0, lam=0.1, start=1.0, tol=1e-6, max_iter=200):
    r"""Learn parameters and similarities in turn.

    Each round fits all tasks under the present similarities, then sets
    :math:`\gamma_{tt'}=\eta\exp(-\kappa\|\theta_t-\theta_{t'}\|^2)`.

    Parameters
    ----------
    X : array_like, shape (n, b)
        Basis functions at each sample.
    y : array_like, shape (n,)
    task : array_like of int, shape (n,)
    eta : float
        Similarity of tasks with equal parameters, not negative.
    kappa : float
        How fast it falls with their squared distance, not negative.
    lam : float or array_like, shape (T,)
    start : float or array_like, shape (T, T)
        First similarities.
    tol : float
        Stop when no similarity moves by more than this times ``eta``.
    max_iter : int

    Returns
    -------
    LearnedSimilarity

    Raises
    ------
    ValueError
        On a parameter out of range, or a task without samples.

    Notes
    -----
    Cost: one fit a round. The rounds need not end in a best pair: what is similar at first becomes
    more so. Source: Sugiyama (2016), Fig. 34.3.
    """
    eta, kappa = check_real(eta, "eta", low=0), check_real(kappa, "kappa", low=0)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    X, y, task = _check_samples(X, y, task, "X")
    T = _count_tasks(task)
    if np.ndim(start) == 0:
        gamma = check_real(start, "start", low=0)
    else:
        gamma = check_square(start, "start", symmetric=True, low=0)
    for n_iter in range(1, max_iter + 1):  # noqa: B007
        coef = _coefficients(X, y, task, task_penalty(gamma, lam, T))
        update = eta * np.exp(-kappa * squared_distances(coef, coef))
        update = (update + update.T) / 2  # rounding
        converged = bool(abs(update - gamma).max() <= tol * eta)
        gamma = update
        if converged:
            break
    return LearnedSimilarity(gamma, coef, n_iter, converged)


class MultioutputRidge(MultiOutputMixin, RegressorMixin, BaseEstimator):
    r"""Ridge regressions of several outputs of the same inputs, pulled together.

    Parameters
    ----------
    gamma : float or array_like, shape (T, T)
        Similarities of the outputs, not negative, symmetric; 0 learns each alone.
    lam : float or array_like, shape (T,)
        Penalty of each output, positive.

    Attributes
    ----------
    coef_ : ndarray, shape (T, n_features), or (n_features,) for one output

    Notes
    -----
    The parameters solve the Sylvester equation
    :math:`\Phi^\top\Phi\Theta+\Theta C=\Phi^\top Y`. The rows of ``X`` are the basis functions at a
    sample; there is no intercept beside them. Solved along the eigenvectors of C and the singular
    vectors of Phi, whose Gram matrix is not formed: it has the square of the condition number.
    Cost: O(n b min(n, b) + T^3 + bT(n + T)) time, O(n b + bT) memory.
    Source: Sugiyama (2016), section 34.2.2.
    """

    def __init__(self, gamma=1.0, lam=0.1):
        self.gamma = gamma
        self.lam = lam

    def fit(self, X, Y):
        """Fit to ``X``, shape (n, b), and ``Y``, shape (n, T) or (n,)."""
        X, Y = validate_data(self, X, Y, dtype=float, y_numeric=True, multi_output=True)
        columns = Y.astype(float).reshape(len(X), -1)
        C = task_penalty(self.gamma, self.lam, columns.shape[1])
        penalties, directions = np.linalg.eigh(C)
        svd = DesignSVD.of(X)  # along an eigenvector of C the outputs are single ridge regressions
        images = columns @ directions
        parts = [svd.coefficients(image, lam) for image, lam in zip(images.T, penalties)]
        coef = directions @ np.array(parts)  # back from eigenvectors to outputs
        self.coef_ = coef[0] if Y.ndim == 1 else coef
        return self

    def predict(self, X):
        """Outputs, shape (n, T), or (n,) if fitted to one."""
        check_is_fitted(self)
        return validate_data(self, X, reset=False, dtype=float) @ self.coef_.T
