r"""Least squares one sample at a time: Sugiyama (2016), Section 22.4, Figs. 22.6 and 22.7.

The design matrix is read by rows, so a fit needs no more memory than one of them. Beside the
listing's constant step there are a decaying one, steps scaled to the row (the randomized Kaczmarz
method), the mean of all iterates, and a test of convergence that looks at all samples.
"""

from numbers import Real
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import warn_stopped
from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_list,
    check_real,
    check_rng,
)
from mlcompanion.optimize.irls import robust_unit
from mlcompanion.regression.linear.basis import gaussian_basis
from mlcompanion.regression.linear.ridge import check_design

__all__ = ["KernelSGDRegressor", "SGDRun", "sgd_least_squares"]

_BLOCK = 4096  # steps between two looks of Python at the compiled loop


class _StepRule(NamedTuple):
    """The steps of a run: a size for each sample, how it decays, when to stop, where to clip."""

    etas: np.ndarray
    decay: float
    tol: float
    clip: float


@njit
def sgd_steps(Phi, y, w, late, picks, done, rule):
    """Take the steps ``picks`` from step number ``done`` on, changing ``w`` and ``late``.

    ``late`` sums each change of w times the number of iterates that came before it, so that the
    mean of t iterates is ``w - late / t`` and is not computed at every step. Returns the number of
    steps taken; less than ``len(picks)`` if a step was shorter than ``tol`` (it is not taken, as in
    the listing) or the residual is no longer finite.
    """
    etas, decay, tol, clip = rule
    m = len(w)
    for k in range(len(picks)):
        i = picks[k]
        phi = Phi[i]
        residual = y[i]
        size = 0.0
        for j in range(m):
            residual -= w[j] * phi[j]
            size += phi[j] * phi[j]
        residual = min(max(residual, -clip), clip)  # rho'(r) of Huber's loss; clip = inf: squared
        gain = etas[i] / (1.0 + (done + k) / decay) * residual
        if not abs(gain) * np.sqrt(size) >= tol:  # false for NaN too
            return k
        for j in range(m):
            w[j] += gain * phi[j]  # w <- w + eta phi(x_i) (y_i - w' phi(x_i))
            late[j] += (done + k) * gain * phi[j]
    return len(picks)


class SGDRun(NamedTuple):
    """What stochastic gradient descent did.

    Attributes
    ----------
    coef : ndarray, shape (m,)
        The last iterate.
    mean : ndarray, shape (m,)
        The mean of all iterates (Polyak averaging).
    n_iter : int
        Steps taken.
    stopped : bool
        Whether the stopping rule fired before ``max_iter``.
    path : ndarray, shape (len(record), m)
        Iterates after the recorded numbers of steps; after a stop, the last one.
    mean_path : ndarray, shape (len(record), m)
        Means of iterates at the same times.
    """

    coef: np.ndarray
    mean: np.ndarray
    n_iter: int
    stopped: bool
    path: np.ndarray
    mean_path: np.ndarray


def _step_sizes(Phi, eta, step):
    """Step size of every sample: constant, or over the squared length of its row."""
    if step == "constant":
        return np.full(len(Phi), eta)
    size = np.einsum("ij,ij->i", Phi, Phi)
    return np.divide(eta, size, out=np.zeros(len(Phi)), where=size > 0)


def sample_blocks(rng, n, count):
    """``count`` samples out of ``n``, drawn in blocks; each block starts at a multiple of it."""
    for start in range(0, count, _BLOCK):
        # whole blocks: a longer run begins alike
        yield rng.integers(n, size=_BLOCK)[: count - start]


def sgd_least_squares(
    Phi,
    y,
    *,
    eta=0.1,
    step="constant",
    decay=np.inf,
    clip=np.inf,
    start=None,
    stop="step",
    tol=1e-6,
    max_iter=None,
    record=(),
    random_state=None,
    progress=False,
):
    r"""Stochastic gradient descent on :math:`\frac12\sum_i(y_i-w^\top\phi(x_i))^2`.

    Each step draws a sample :math:`i` uniformly and sets
    :math:`w\leftarrow w+\eta_t\phi(x_i)(y_i-w^\top\phi(x_i))`.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    eta : float
        Step size; a constant one needs :math:`\eta\|\phi(x_i)\|^2<2` for all samples.
    step : {"constant", "kaczmarz"}
        ``"kaczmarz"`` divides ``eta`` by the squared length of the drawn row; 1 then solves the
        drawn equation exactly.
    decay : float
        :math:`\eta_t=\eta/(1+t/\text{decay})`: steps until the step size is half. Default never.
    clip : float
        Residuals beyond it count as ``clip`` in a step, which minimises Huber's loss with this
        threshold (Section 25.3.2). Default never.
    start : array_like, shape (m,), optional
        Default zero.
    stop : {"step", "listing", "gradient"}
        ``"step"`` ends after one step shorter than ``tol`` units: the median distance of ``y`` from
        its median over the root mean square of ``Phi``. ``"listing"`` is the book's rule, the same
        without units: the answer depends on those of the data. ``"gradient"`` looks
        every n steps at the gradient over *all* samples and stops when it is shorter than ``tol``
        times the length of :math:`\Phi^\top y`.
    tol : float
        0 switches the rule off.
    max_iter : int, optional
        Most steps; default ``1000 * n``.
    record : sequence of int
        Numbers of steps, increasing, after which to keep the iterate.
    random_state : int, Generator, RandomState or None
    progress : bool
        Show a progress bar.

    Returns
    -------
    SGDRun

    Raises
    ------
    ValueError
        If an argument is out of range, or if the iterates diverge: ``eta`` is too large.

    Notes
    -----
    Cost: O(m) a step, and O(n m) for each look at the whole gradient. Source: Sugiyama (2016),
    Figs. 22.6 and 22.7.
    """
    Phi, y = check_design(Phi, y)
    n, m = Phi.shape
    check_real(eta, "eta", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    decay = _check_positive(decay, "decay")
    clip = _check_positive(clip, "clip")
    check_in(stop, "stop", ("step", "listing", "gradient"))
    max_iter = 1000 * n if max_iter is None else check_count(max_iter, "max_iter", low=1)
    times = check_record(record)
    w = np.zeros(m) if start is None else check_array(start, "start", shape=(m,)).copy()
    rng = check_rng(random_state)
    etas = _step_sizes(Phi, eta, check_in(step, "step", ("constant", "kaczmarz")))
    Phi = plain_layout(Phi)
    y = plain_layout(y)
    late = np.zeros(m)

    # a look costs as much as n steps
    looks = set(range(n, max_iter, n)) if stop == "gradient" and tol else set()
    breaks = sorted({t for t in times if t <= max_iter} | looks | {max_iter})
    goal = tol * np.linalg.norm(Phi.T @ y) if looks else 0.0  # a share of the gradient at 0
    unit = float(stop == "listing")
    if stop == "step" and tol:
        # the size of a weight: outputs over typical entries of Phi
        unit = robust_unit(y) / (np.linalg.norm(Phi) / np.sqrt(Phi.size) or 1.0)
    rule = _StepRule(etas, decay, tol * unit, clip)
    kept = {}
    done = 0
    stopped = False
    stream = sample_blocks(rng, n, max_iter)
    pool = np.empty(0, dtype=np.int64)
    for until in progress_bar(breaks, progress):
        while done < until and not stopped:
            if not len(pool):
                pool = next(stream)
            chunk = pool[: until - done]
            pool = pool[until - done :]
            taken = sgd_steps(Phi, y, w, late, chunk, done, rule)
            done += taken
            stopped = taken < len(chunk)
        if not np.isfinite(w).all() or np.abs(w).max(initial=0) > 1e100:
            raise ValueError(f"eta={eta} is too large for these data: the iterates diverge")
        if until in looks and not stopped:
            slopes = np.clip(Phi @ w - y, -clip, clip)
            stopped = bool(np.linalg.norm(Phi.T @ slopes) < goal)
        mean = w - late / max(done, 1)
        kept[until] = w.copy(), mean
        if stopped:
            break
    at = [kept.get(t, (w, mean)) for t in times]
    path, mean_path = (np.array([pair[k] for pair in at]).reshape(-1, m) for k in (0, 1))
    return SGDRun(w, mean, done, stopped, path, mean_path)


def _check_positive(value, name):
    """Return a positive number, which may be infinite."""
    if isinstance(value, Real) and value == np.inf:
        return np.inf
    return check_real(value, name, low=0, open_low=True)


def check_record(record):
    """Return increasing numbers of steps as a list."""
    times = [check_count(t, "record") for t in check_list(record, "record", min_length=0)]
    if times != sorted(times):
        raise ValueError(f"record must increase, got {record!r}")
    return times


class KernelSGDRegressor(RegressorMixin, BaseEstimator):
    r"""Gaussian kernel at every sample, fitted by stochastic gradient descent (Fig. 22.7).

    Parameters
    ----------
    sigma : float
        Width of :math:`\exp(-\|x-c\|^2/(2\sigma^2))`, in the units of ``X``; positive.
    eta : float
        Step size.
    step : {"constant", "kaczmarz"}
    decay : float
        Steps until the step size is half.
    init : {"normal", "zero"}
        Start: standard normal numbers, as in the listing, or zeros.
    stop : {"step", "listing", "gradient"}
    tol : float
    max_iter : int, optional
        Most steps; default 1000 for each sample. Given, they are what was asked for:
        ``converged_`` tells, and nothing warns.
    average : bool
        Predict with the mean of the iterates instead of the last.
    record : sequence of int
        Numbers of steps after which to keep the iterate in ``path_``.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    dual_coef_ : ndarray, shape (n_samples,)
        Weight of each kernel.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The centres.
    n_iter_ : int
        Steps taken.
    converged_ : bool
        Whether the rule ``stop`` ended them; else ``fit`` warns, unless ``max_iter`` is given or
        ``tol`` is 0.
    path_ : ndarray, shape (len(record), n_samples)

    Notes
    -----
    Cost: O(n) a step, O(n^2) memory here because the rows are computed once. Source: Sugiyama
    (2016), Section 22.4. The options are those of :func:`sgd_least_squares`.
    """

    def __init__(
        self,
        sigma=0.3,
        eta=0.1,
        *,
        step="constant",
        decay=np.inf,
        init="normal",
        stop="step",
        tol=1e-6,
        max_iter=None,
        average=False,
        record=(),
        random_state=None,
    ):
        self.sigma = sigma
        self.eta = eta
        self.step = step
        self.decay = decay
        self.init = init
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter
        self.average = average
        self.record = record
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and ``y``, shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        rng = check_rng(self.random_state)
        n = len(X)
        normal = check_in(self.init, "init", ("normal", "zero")) == "normal"
        options = {name: getattr(self, name) for name in (
            "eta", "step", "decay", "stop", "tol", "max_iter", "record")}  # fmt: skip
        run = sgd_least_squares(
            gaussian_basis(X, sigma=self.sigma),
            y,
            start=rng.normal(size=n) if normal else np.zeros(n),
            random_state=rng,
            **options,
        )
        average = check_flag(self.average, "average")
        self.dual_coef_ = run.mean if average else run.coef
        self.path_ = run.mean_path if average else run.path
        self.n_iter_ = max(run.n_iter, 1)
        self.converged_ = run.stopped
        if self.max_iter is None and self.tol and not run.stopped:
            warn_stopped(self, run.n_iter)
        self.X_fit_ = X
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return gaussian_basis(X, self.X_fit_, self.sigma) @ self.dual_coef_
