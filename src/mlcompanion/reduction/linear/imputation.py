r"""Missing entries of a matrix of low rank (Sugiyama 2016, section 35.5).

.. math:: \min_\Theta\ \tfrac12\sum_{(k,l)\in\mathcal K}(X_{kl}-\Theta_{kl})^2
    +\lambda\|\Theta\|_{\mathrm{tr}}

is convex; the factors of a matrix of given rank, and the leading part of the matrix filled with
zeros, are what it is compared with.
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_function,
    check_real,
    check_rng,
)
from mlcompanion.optimize import proximal_gradient
from mlcompanion.prox import TraceNorm

__all__ = ["Imputation", "fill_by_svd", "impute_by_factors", "impute_trace_norm"]


class Imputation(NamedTuple):
    """What :func:`impute_trace_norm` returns.

    Attributes
    ----------
    matrix : ndarray, shape (d1, d2)
        The estimate, at the observed entries too.
    rank : int
    objective : float
    gap : float
        Duality gap over the objective: how far the objective can be above its least value.
    n_iter : int
    converged : bool
    """

    matrix: np.ndarray
    rank: int
    objective: float
    gap: float
    n_iter: int
    converged: bool


class ObservedFit:
    """Half the squared error over the observed entries, as the proximal solvers ask for it.

    Parameters
    ----------
    X : ndarray, shape (d1, d2)
        Zero where nothing was observed.
    mask : ndarray of bool, shape (d1, d2)
    """

    def __init__(self, X, mask):
        self.X = X
        self.mask = mask

    def value(self, theta):
        """Half the squared error."""
        return self.value_and_gradient(theta)[0]

    def value_and_gradient(self, theta):
        """The error, and its slope, which is zero at the missing entries."""
        residual = np.where(self.mask, theta - self.X, 0.0)
        return float(np.vdot(residual, residual)) / 2, residual

    def lipschitz(self):
        """Of the slope: it moves by no more than the matrix does."""
        return 1.0


def checked_matrix(X, mask):
    """Matrix and mask; without a mask NaN marks what is missing."""
    numbers = np.asarray(X)
    if numbers.ndim != 2 or numbers.dtype.kind not in "biuf":
        check_array(X, "X", ndim=2, min_rows=1)  # says what is wrong
    numbers = numbers.astype(float)
    if mask is None:
        mask = ~np.isnan(numbers)
    else:
        mask = check_array(mask, "mask", shape=numbers.shape, dtype=bool)
    # what stands at a missing entry is not looked at
    X = check_array(np.where(mask, numbers, 0.0), "X", min_rows=1)
    if not mask.any():
        raise ValueError("mask must mark at least one entry as observed")
    return X, mask


def _gap(X, mask, theta, lam, objective):
    """Of the dual: the residual, shortened until its largest singular value is lam."""
    residual = np.where(mask, X - theta, 0.0)
    largest = np.linalg.norm(residual, 2)
    dual = residual * min(1.0, lam / largest) if largest > 0 else residual
    bound = np.vdot(dual, X) - np.vdot(dual, dual) / 2
    return max(objective - bound, 0.0) / objective if objective > 0 else 0.0


def impute_trace_norm(
    X,
    mask=None,
    lam=1.0,
    *,
    start=None,
    accelerate=True,
    step=1.0,
    tol=1e-6,
    max_iter=10_000,
    stop=None,
    callback=None,
):
    r"""Fill a matrix by one of low rank: least squares with a trace norm penalty.

    A step adds the residual of the observed entries and shrinks every singular value:
    :math:`\Theta\leftarrow\mathrm{prox}(\Theta-\varepsilon(\Theta-X)_{\mathcal K})`.

    Parameters
    ----------
    X : array_like, shape (d1, d2)
        What stands at missing entries is not looked at.
    mask : array_like of bool, shape (d1, d2), optional
        True where an entry was observed. Default: where ``X`` is not NaN.
    lam : float
        Penalty, positive, in the units of ``X``.
    start : array_like, shape (d1, d2), optional
        First iterate, for example the answer to another penalty. Default: zeros.
    accelerate : bool
        With momentum, or the source's plain steps.
    step : float
        Length :math:`\varepsilon` of a step, at most 1; the listing's is 0.1.
    tol : float
        As for :func:`mlcompanion.optimize.proximal_gradient`.
    max_iter : int
    stop : callable, optional
        ``stop(theta)`` after every step replaces the rule of ``tol``.
    callback : callable, optional
        ``callback(t, theta)`` after every step.

    Returns
    -------
    Imputation

    Raises
    ------
    ValueError
        If no entry is observed, an observed one is not finite, or an argument is out of range.

    Warns
    -----
    ConvergenceWarning
        If the steps end by ``max_iter``.

    Notes
    -----
    Cost of a step: one thin singular value decomposition, O(d1 d2 min(d1, d2)). Memory: O(d1 d2).
    The penalty draws all entries toward zero; take off a mean, or the means of rows, that you know.
    Source: Sugiyama (2016), section 35.5 and Fig. 35.21.

    Examples
    --------
    >>> X = np.outer([1.0, 2.0, 3.0], [1.0, 1.0, 2.0])
    >>> X[0, 0] = np.nan
    >>> found = impute_trace_norm(X, lam=0.01)
    >>> found.rank, float(found.matrix[0, 0].round(2))
    (1, 1.0)
    """
    X, mask = checked_matrix(X, mask)
    lam = check_real(lam, "lam", low=0, open_low=True)
    check_flag(accelerate, "accelerate")
    step = check_real(step, "step", low=0, high=1, open_low=True)
    check_function(stop, "stop")
    start = np.zeros_like(X) if start is None else check_array(start, "start", shape=X.shape)
    run = proximal_gradient(
        ObservedFit(X, mask), TraceNorm(lam), start, accelerate=accelerate, lipschitz=1 / step,
        track=False, tol=tol, max_iter=max_iter, stop=stop, check_every=1, callback=callback,
    )  # fmt: skip
    if not run.converged:
        words = f"steps ended at max_iter={max_iter}; raise it, or tol"
        warnings.warn(words, ConvergenceWarning, stacklevel=2)
    sizes = np.linalg.svd(run.w, compute_uv=False)
    rank = np.count_nonzero(sizes > 1e-9 * max(sizes[0], lam))
    objective = float(run.objective[-1])
    gap = float(_gap(X, mask, run.w, lam, objective))
    return Imputation(run.w, int(rank), objective, gap, run.n_iter, run.converged)


def fill_by_svd(X, mask=None, rank=1):
    """Fill with zeros, and keep the leading singular values: what one does without a penalty.

    Parameters
    ----------
    X, mask
        As for :func:`impute_trace_norm`.
    rank : int
        How many singular values are kept.

    Returns
    -------
    ndarray, shape (d1, d2)

    Raises
    ------
    ValueError
        If no entry is observed, or ``rank`` exceeds the smaller side.

    Notes
    -----
    Cost: one thin singular value decomposition. The zeros are taken for observations, which draws
    the answer toward zero. Source: Sugiyama (2016), section 35.5.

    Examples
    --------
    >>> fill_by_svd([[2.0, 2.0], [2.0, np.nan]], rank=1).round(2)
    array([[2.34, 1.45],
           [1.45, 0.89]])
    """
    X, mask = checked_matrix(X, mask)
    rank = check_count(rank, "rank", low=1, high=min(X.shape))
    left, sizes, right = np.linalg.svd(X, full_matrices=False)
    return (left[:, :rank] * sizes[:rank]) @ right[:rank]


def impute_by_factors(X, mask=None, rank=1, *, n_restarts=1, max_iter=1000, random_state=None):
    r"""Fill a matrix by a product :math:`UV` of given rank, by descent from random factors.

    Parameters
    ----------
    X, mask
        As for :func:`impute_trace_norm`.
    rank : int
        Columns r of U and rows of V.
    n_restarts : int
        Random starts; the error has several valleys, and the deepest that was found is kept.
    max_iter : int
        Steps of one descent at most.
    random_state : int, Generator or None
        Draws the starts.

    Returns
    -------
    ndarray, shape (d1, d2)

    Raises
    ------
    ValueError
        If no entry is observed, or an argument is out of range.

    Warns
    -----
    ConvergenceWarning
        If the descent that was kept ended by ``max_iter``.

    Notes
    -----
    Cost of a step: O(d1 d2 r). Without a penalty entries that nothing determines may take any
    value. Source: Sugiyama (2016), section 35.5, the problem that the trace norm replaces.

    Examples
    --------
    >>> X = np.outer([1.0, 2.0, 3.0], [1.0, 1.0, 2.0])
    >>> X[2, 2] = np.nan
    >>> float(impute_by_factors(X, rank=1, random_state=0)[2, 2].round(3))
    6.0
    """
    X, mask = checked_matrix(X, mask)
    rank = check_count(rank, "rank", low=1, high=min(X.shape))
    n_restarts = check_count(n_restarts, "n_restarts", low=1)
    max_iter = check_count(max_iter, "max_iter", low=1)
    rng = check_rng(random_state)
    unit = np.abs(X).max() or 1.0
    fit = ObservedFit(X / unit, mask)
    d1, d2 = X.shape

    def factors(w):
        return w[: d1 * rank].reshape(d1, rank), w[d1 * rank :].reshape(rank, d2)

    def error(w):
        U, V = factors(w)
        value, slope = fit.value_and_gradient(U @ V)
        return value, np.concatenate([(slope @ V.T).ravel(), (U.T @ slope).ravel()])

    starts = rng.normal(size=(n_restarts, (d1 + d2) * rank)) / np.sqrt(rank)
    options = {"maxiter": max_iter, "ftol": 1e-14, "gtol": 1e-10}
    runs = [minimize(error, w, jac=True, method="L-BFGS-B", options=options) for w in starts]
    best = min(runs, key=lambda run: run.fun)
    if best.nit >= max_iter:
        words = f"the best descent ended at max_iter={max_iter}; raise it"
        warnings.warn(words, ConvergenceWarning, stacklevel=2)
    U, V = factors(best.x)
    return unit * (U @ V)
