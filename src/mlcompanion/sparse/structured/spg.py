r"""The smoothing proximal gradient method (SPG).

:math:`\min_w\ell(w)+\Omega(w)+\lambda\|w\|_1` with a smooth loss and a penalty
:math:`\Omega(w)=\max_{\alpha\in\mathcal Q}\alpha^\top Cw` of
:mod:`mlcompanion.prox.norms.smoothing`.
Chen (2013), sections 3.2.3-3.2.5 and 3.4.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_function,
    check_has,
    check_instance,
    check_list,
    check_real,
)
from mlcompanion.losses import Squared
from mlcompanion.optimize import (
    DataFit,
    Quadratic,
    fista,
)
from mlcompanion.prox import L1, LinearPenalty
from mlcompanion.prox.norms.penalties import check_weights

__all__ = [
    "SPGRun",
    "SmoothedFit",
    "StructuredProblem",
    "iteration_bound",
    "spg",
    "spg_path",
]


class SmoothedFit:
    r"""The smooth part of the surrogate, :math:`h(w)=\ell(w)+f_\mu(w)`, equation (3.12).

    Parameters
    ----------
    fit : DataFit or Quadratic
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    mu : float
        Smoothing parameter, positive.
    on_outputs : bool
        The penalty acts on the columns of w, not on its rows.
    """

    def __init__(self, fit, penalty, mu, on_outputs=False):
        self.fit = check_has(fit, "fit", "value", "value_and_gradient", "lipschitz")
        self.penalty = check_instance(penalty, "penalty", LinearPenalty)
        self.mu = check_real(mu, "mu", low=0, open_low=True)
        self.on_outputs = check_flag(on_outputs, "on_outputs")

    def _turned(self, w):
        return w.T if self.on_outputs else w

    def value(self, w):
        """``h(w)``."""
        return self.fit.value(w) + self.penalty.smoothed(self._turned(w), self.mu)[0]

    def value_and_gradient(self, w):
        """Both; the gradient is (3.13)."""
        value, gradient = self.fit.value_and_gradient(w)
        f_mu, slope = self.penalty.smoothed(self._turned(w), self.mu)
        return value + f_mu, gradient + self._turned(slope)

    def lipschitz(self):
        """Lipschitz constant of the gradient, (3.14)."""
        return self.fit.lipschitz() + self.penalty.norm() ** 2 / self.mu


class StructuredProblem:
    r"""The objective :math:`f(w)=\ell(w)+\Omega(w)+\lambda\|w\|_1`, equation (2.4).

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
    y : array_like of shape (n_samples,) or (n_samples, n_outputs)
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    lam : float or array_like of shape (n_features,)
        Weight of the absolute values; 0 leaves an entry free.
    loss : object, optional
        A smooth loss of :mod:`mlcompanion.losses`; default ``Squared()``.
    on_outputs : bool
        The penalty ties the outputs of each feature (multi-task), not the features.

    Raises
    ------
    ValueError
        If a shape does not fit.

    Notes
    -----
    With the squared loss and at least as many samples as features the Gram matrix is formed once,
    O(n_samples n_features²); a gradient then costs O(n_features²) an output, whatever n_samples.
    Source: Chen (2013), equations (2.4), (2.9), (3.20), Table 3.1.
    """

    def __init__(self, X, y, penalty, lam=0.0, *, loss=None, on_outputs=False):
        X = check_array(X, "X", ndim=2, min_rows=1)
        y = check_array(y, "y", min_rows=1)
        if y.ndim not in (1, 2) or len(y) != len(X) or not y.size:
            raise ValueError(f"y must have {len(X)} rows like X, got shape {y.shape}")
        if check_flag(on_outputs, "on_outputs") and y.ndim == 1:
            raise ValueError("y must have one column for each output")
        check_instance(penalty, "penalty", LinearPenalty)
        tied = y.shape[1] if on_outputs else X.shape[1]
        if penalty.n_features != tied:
            raise ValueError(f"penalty must be over {tied} entries, got {penalty.n_features}")
        self.X, self.y, self.penalty, self.on_outputs = X, y, penalty, on_outputs
        self.loss = Squared() if loss is None else loss
        self.shape = X.shape[1:] + y.shape[1:]
        self.l1 = self._l1(lam)
        self.squared = isinstance(self.loss, Squared)
        gram = self.squared and len(X) >= X.shape[1]
        self.fit = Quadratic.from_least_squares(X, y) if gram else DataFit(X, y, self.loss)

    def _l1(self, lam):
        """The weighted absolute values: a number, or weights that spread over the coefficients."""
        return L1(check_weights(lam, "lam", self.shape, "coefficients"))

    def _argument(self, w):
        return check_array(w, "w", shape=self.shape)

    def with_penalty(self, penalty, lam):
        """The same data and Gram matrix under other penalties."""
        check_instance(penalty, "penalty", LinearPenalty)
        if penalty.n_features != self.penalty.n_features:
            wanted = f"{self.penalty.n_features} entries"
            raise ValueError(f"penalty must be over {wanted}, got {penalty.n_features}")
        other = object.__new__(type(self))  # without __init__: data and Gram matrix are shared
        other.__dict__ = {**self.__dict__, "penalty": penalty, "l1": self._l1(lam)}
        return other

    def _turned(self, w):
        return w.T if self.on_outputs else w

    def objective(self, w):
        """``f(w)``, not smoothed."""
        w = self._argument(w)
        return self.fit.value(w) + self.penalty.value(self._turned(w)) + self.l1.value(w)

    def value_and_subgradient(self, w):
        r"""Value and one subgradient of :math:`\ell+\Omega`, what FOBOS takes for its loss."""
        w = self._argument(w)
        value, gradient = self.fit.value_and_gradient(w)
        turned = self._turned(w)
        slope = self.penalty.subgradient(turned)
        return value + self.penalty.value(turned), gradient + self._turned(slope)

    def smoothed(self, mu):
        """The smooth part of the surrogate with smoothing parameter ``mu``."""
        return SmoothedFit(self.fit, self.penalty, mu, self.on_outputs)

    @property
    def prox_diameter(self):
        """D of the gap bound, over all columns."""
        other = self.shape[0] if self.on_outputs else int(np.prod(self.shape[1:]))
        return self.penalty.prox_diameter(other)

    @cached_property
    def _images(self):
        return self.X.T @ self.y, float(np.vdot(self.y, self.y))

    def gap(self, w, mu=0.0, alpha=None):
        r"""Duality gap at ``w``: the objective is no further than this from its minimum.

        The slopes :math:`\nu=\nabla\ell` of the loss and a point :math:`\alpha\in\mathcal Q`,
        both shrunk by one factor until
        :math:`|X^\top\nu+C^\top\alpha|\le\lambda` holds entry by entry, are feasible for the
        dual problem :math:`\max-\ell^*(\nu)`. At the minimum of the surrogate its maximiser
        :math:`\alpha^*` needs no shrinking, and the gap is at most :math:`\mu D`. Infinite where a
        free entry has a slope.

        Parameters
        ----------
        w : ndarray
        mu : float
            Take :math:`\alpha^*` of (3.7) at ``w`` with this smoothing parameter.
        alpha : ndarray, optional
            Take this point of :math:`\mathcal Q` instead, for example ``rho * u`` of ADMM.

        Returns
        -------
        float

        Notes
        -----
        Cost: one gradient of the surrogate.
        """
        w, mu = self._argument(w), check_real(mu, "mu", low=0)
        gradient = self.fit.value_and_gradient(w)[1]
        turned = self._turned(w)
        if alpha is None:
            alpha = self.penalty.dual_point(turned, mu)
        else:
            alpha = check_array(alpha, "alpha", shape=self.penalty.C.shape[:1] + turned.shape[1:])
        slope = gradient + self._turned(self.penalty.C.T @ alpha)
        shrink = 1 / max(1.0, self.l1.dual_norm(slope))
        if shrink == 0:
            return np.inf
        return self.gap_of_slopes(w, shrink)

    def gap_of_slopes(self, w, shrink):
        r"""Objective at ``w`` above the dual's at the loss's slopes there times ``shrink``."""
        w = self._argument(w)
        shrink = check_real(shrink, "shrink", low=0, high=1)
        value = self.fit.value(w)
        if self.squared:
            linear, square = self._images
            conjugate = shrink**2 * value + shrink * (np.vdot(linear, w) - square)
        else:
            nu = self.loss.derivative(self.X @ w, self.y)
            conjugate = np.sum(self.loss.conjugate(shrink * nu, self.y))
        primal = value + self.penalty.value(self._turned(w)) + self.l1.value(w)
        return float(primal + conjugate)


class SPGRun(NamedTuple):
    """What :func:`spg` returns.

    Attributes
    ----------
    coef : ndarray of shape (n_features,) or (n_features, n_outputs)
    objective : float
        The objective itself at ``coef``, not its surrogate.
    gap : float
        Duality gap at ``coef``; infinite if an entry has no l1 penalty.
    n_iter : int
        Steps over all values of mu.
    converged : bool
    surrogate : ndarray
        Surrogate objective at the start and end of each stage; with ``track`` after every step too.
    lipschitz : float
        Last constant used.
    """

    coef: np.ndarray
    objective: float
    gap: float
    n_iter: int
    converged: bool
    surrogate: np.ndarray
    lipschitz: float


def _settled(objective, tol):
    """Stopping rule of section 3.5: small relative change of the objective between two looks."""
    last = [np.inf]

    def stop(w):
        now = objective(w)
        change, last[0] = abs(last[0] - now), now
        return change <= tol * abs(now)

    return stop


def spg(
    problem,
    mu=1e-4,
    *,
    accuracy=None,
    start=None,
    stages=1,
    gap=None,
    tol=1e-6,
    stop=None,
    max_iter=20_000,
    check_every=10,
    track=False,
    **options,
):
    r"""Smoothing proximal gradient: accelerated steps on :math:`\ell+f_\mu+\lambda\|\cdot\|_1`.

    Parameters
    ----------
    problem : StructuredProblem
    mu : float
        Smoothing parameter, positive; the thesis has 1e-4 in all experiments.
    accuracy : float, optional
        :math:`\epsilon`; replaces ``mu`` by :math:`\epsilon/2D` and stops at a duality gap of
        :math:`\epsilon`.
    start : array_like, optional
        Default zeros.
    stages : int
        Continuation: solve for :math:`10^{k-1}\mu,\dots,10\mu,\mu`, each from the last.
    gap : float, optional
        Stop once the duality gap is below this.
    tol : float
        Else stop once the objective changes by less than ``tol``, relatively, in ``check_every``
        steps.
    stop : callable, optional
        ``stop(w)`` replaces both rules, in all stages.
    max_iter : int
        Largest number of steps of one stage.
    check_every : int
    track : bool
        Evaluate the surrogate after every step, for twice the cost.
    **options
        ``backtracking``, ``lipschitz``, ``growth``, ``monotone``, ``restart``, ``callback`` of
        :func:`mlcompanion.optimize.proximal_gradient`.

    Returns
    -------
    SPGRun

    Raises
    ------
    ValueError
        If a parameter is out of range, or a gap is asked for where an entry has no l1 penalty.

    Notes
    -----
    Cost per step: one gradient and value of the loss, and O(non-zeros of C).
    Source: Chen (2013), Algorithm 3.1; backtracking (3.17)-(3.18), monotone Remark 3.2.
    """
    check_instance(problem, "problem", StructuredProblem)
    check_function(stop, "stop")
    mu = check_real(mu, "mu", low=0, open_low=True)
    if accuracy is not None:
        gap = check_real(accuracy, "accuracy", low=0, open_low=True)
        mu = gap / (2 * problem.prox_diameter)  # its bias mu D is half the gap; steps have the rest
    tol = check_real(tol, "tol", low=0)
    gap = None if gap is None else check_real(gap, "gap", low=0)
    if gap is not None and np.any(problem.l1.lam == 0):
        raise ValueError("gap and accuracy need lam > 0 for every entry")
    start = np.zeros(problem.shape) if start is None else start
    w = check_array(start, "start", shape=problem.shape)
    surrogate, n_iter = [], 0
    for stage in reversed(range(check_count(stages, "stages", low=1))):
        smoothing = mu * 10.0**stage
        rule = stop
        if stop is None and gap is None:
            rule = _settled(problem.objective, tol)
        elif stop is None:
            goal = gap * 10.0**stage
            rule = lambda w, m=smoothing, goal=goal: problem.gap(w, m) <= goal  # noqa: E731
        run = fista(
            problem.smoothed(smoothing),
            problem.l1,
            w,
            momentum=None if options.get("restart") else lambda t: (t - 1) / (t + 2),
            stop=rule,
            max_iter=max_iter,
            check_every=check_every,
            track=track,
            **options,
        )
        w, n_iter = run.w, n_iter + run.n_iter
        surrogate.append(run.objective)
    return SPGRun(
        w, problem.objective(w), problem.gap(w, mu), n_iter, run.converged,
        np.concatenate(surrogate), run.lipschitz,
    )  # fmt: skip


def iteration_bound(problem, distance, accuracy):
    r"""Iterations after which SPG is within ``accuracy`` of the optimum, equation (3.19).

    Parameters
    ----------
    problem : StructuredProblem
    distance : float
        :math:`\|w^*-w^0\|_2`.
    accuracy : float
        :math:`\epsilon`; SPG runs with :math:`\mu=\epsilon/2D`.

    Returns
    -------
    float
        :math:`\Big(\frac{4\|w^*-w^0\|^2}\epsilon\big(\lambda_{\max}(X^\top X)+
        \frac{2D\|C\|^2}\epsilon\big)\Big)^{1/2}`: the root covers the whole product.
    """
    check_instance(problem, "problem", StructuredProblem)
    distance = check_real(distance, "distance", low=0)
    accuracy = check_real(accuracy, "accuracy", low=0, open_low=True)
    smooth = problem.smoothed(accuracy / (2 * problem.prox_diameter))
    return float(np.sqrt(4 * distance**2 / accuracy * smooth.lipschitz()))


def spg_path(problem, penalties, **options):
    """Solve for several penalties, each from its neighbour's solution.

    Parameters
    ----------
    problem : StructuredProblem
        Data and loss.
    penalties : sequence of (penalty, lam)
        From strong to weak.
    **options
        Of :func:`spg`.

    Returns
    -------
    list of SPGRun

    Notes
    -----
    The Gram matrix and its largest eigenvalue are computed once.
    Source: Chen (2013), section 3.1 (a) and section 3.5.3.
    """
    check_instance(problem, "problem", StructuredProblem)
    start, runs = None, []
    for pair in check_list(penalties, "penalties"):
        try:
            changed = problem.with_penalty(*check_list(pair, "penalties", min_length=2))
        except (TypeError, ValueError) as error:
            raise ValueError(f"penalties must hold pairs (penalty, lam): {error}") from error
        runs.append(spg(changed, start=start, **options))
        start = runs[-1].coef
    return runs
