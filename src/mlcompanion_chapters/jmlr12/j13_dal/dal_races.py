r"""Sparse logistic regressions: distance, objective, products and time of DAL and of its rivals.

Tomioka, Suzuki and Sugiyama (2011), section 7.2. Every solver is watched from its callback, and
what watching costs is not charged: an exact gradient step has just been taken, so that the duality
gap of section 7.1.2 needs no product of its own.
"""

from time import process_time
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_in, check_rng
from mlcompanion.losses import Logistic
from mlcompanion.optimize import DataFit, counted, fista, owlqn, polish_support, sparsa
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1

__all__ = [
    "RIVAL_COLUMNS",
    "GapRule",
    "SignProblem",
    "Trace",
    "WatchedFit",
    "dal_trace",
    "first_at_most",
    "rival_trace",
    "run_rival",
    "sign_problem",
]

LOGISTIC = Logistic()
#: Rivals of DAL by name, and how the columns of a study call them.
RIVAL_COLUMNS = {"FISTA": "fista", "OWL-QN": "owlqn", "SpaRSA": "sparsa"}


class WatchedFit(DataFit):
    """A fit that keeps the last gradient it was asked for, with the point and the value there.

    ``tried`` is the value at the last point where it was asked for a value, of any kind.
    """

    def value(self, w):
        """As in :class:`DataFit`."""
        self.tried = super().value(w)
        return self.tried

    def value_and_gradient(self, w):
        """As in :class:`DataFit`; ``last`` is the point, the value, the slopes, the gradient."""
        z = self.A @ w
        slopes = self.loss.derivative(z, self.y)
        value = self.value_of_scores(z)
        gradient = self.A.T @ slopes
        self.last = (w, value, slopes, gradient)
        self.tried = value
        return value, gradient


class GapRule:
    r"""Stopping rule: the relative duality gap at the last gradient is at most ``tol``.

    FISTA takes its gradients at the extrapolated points, and is judged there. The best dual value
    seen so far counts, as in :func:`~mlcompanion.optimize.dal`. Cost: O(n + m), no product.

    Parameters
    ----------
    fit : WatchedFit
    lam : float
    tol : float
    """

    def __init__(self, fit, lam, tol):
        self.fit = fit
        self.lam = lam
        self.tol = tol
        self.lower = -np.inf
        self.gap = np.inf

    def __call__(self, w):
        """Whether the run may stop; ``gap`` holds the gap."""
        point, value, slopes, gradient = self.fit.last
        primal = value + self.lam * np.abs(point).sum()
        scale = min(1.0, self.lam / max(np.abs(gradient).max(), 1e-300))
        lower = -float(np.sum(self.fit.loss.conjugate(scale * slopes, self.fit.y)))
        self.lower = max(self.lower, lower)
        self.gap = (primal - self.lower) / primal
        return self.gap <= self.tol


class SignProblem(NamedTuple):
    """A design in Fortran's order, signs to predict, and the weight of the penalty."""

    A: np.ndarray
    y: np.ndarray
    lam: float

    def fit(self):
        """The logistic fit of the problem, watched."""
        return WatchedFit(self.A, self.y, LOGISTIC)

    def objective(self, w):
        """Loss plus penalty at ``w``; O(m n)."""
        return float(LOGISTIC.value(self.A @ w, self.y).sum() + self.lam * np.abs(w).sum())

    def solution(self, tol=1e-11):
        """The minimiser: a run of DAL, then Newton's method on its support (section 7.2.2)."""
        run = dal(self.A, self.y, LOGISTIC, L1(self.lam), tol=tol, max_iter=40)
        return polish_support(self.fit(), self.lam, run.w)


def sign_problem(m, n, seed, share):
    r"""Draw :math:`y=\mathrm{sign}(A\beta+0.01\xi)` with 4 % of :math:`\beta` nonzero.

    Parameters
    ----------
    m, n : int
        Samples and unknowns.
    seed : int or Generator
    share : float
        Weight of the penalty in units of :math:`\|A^\top y\|_\infty`.

    Returns
    -------
    SignProblem

    Notes
    -----
    Source: section 7.2.1.
    """
    rng = check_rng(seed)
    A = rng.standard_normal((n, m)).T
    beta = np.where(rng.random(n) < 0.04, rng.standard_normal(n), 0.0)
    y = np.where(A @ beta + 0.01 * rng.standard_normal(m) >= 0, 1.0, -1.0)
    return SignProblem(A, y, share * float(np.abs(A.T @ y).max()))


class Trace(NamedTuple):
    """One run: arrays with an entry for each step.

    ``distance`` from the solution, ``objective``, ``gap`` (relative duality gap), ``products``
    with the design so far, and ``seconds`` of the processor.
    """

    distance: np.ndarray
    objective: np.ndarray
    gap: np.ndarray
    products: np.ndarray
    seconds: np.ndarray


def run_rival(name, fit, lam, start, **options):
    """Run a rival of DAL: "FISTA", "OWL-QN" or "SpaRSA"; ``stop`` is asked after each step."""
    check_in(name, "name", RIVAL_COLUMNS)
    if name == "FISTA":
        return fista(fit, L1(lam), start, backtracking=True, check_every=1, **options)
    if name == "OWL-QN":
        return owlqn(fit, lam, start, **options)
    return sparsa(fit, L1(lam), start, **options)


def rival_trace(name, problem, best, max_iter, done=None, keep=()):
    """Watch a rival until ``done(trace so far)`` holds.

    Parameters
    ----------
    name : str
        As in :func:`run_rival`.
    problem : SignProblem
    best : ndarray of shape (n,)
        The solution.
    max_iter : int
    done : callable, optional
        Asked after each step with the last row of the trace, a dictionary.
    keep : collection of int
        Steps whose iterates are kept.

    Returns
    -------
    Trace, dict
        The dictionary holds the iterates kept, by step.
    """
    A, work = counted(problem.A)
    fit = WatchedFit(A, problem.y, LOGISTIC)
    kept = {}
    rows = []
    fit.lipschitz()  # the norm of A, where FISTA and SpaRSA start, is a gift
    gift = work.products
    rule = GapRule(fit, problem.lam, 0.0)
    watched = 0.0
    start = process_time()

    def callback(t, w):
        nonlocal watched
        now = process_time()
        rule(w)
        rows.append(
            {"distance": np.linalg.norm(w - best), "gap": rule.gap,
             "objective": fit.tried + problem.lam * np.abs(w).sum(),
             "products": work.products - gift, "seconds": now - start - watched}
        )  # fmt: skip
        if t in keep:
            kept[t] = w.copy()
        watched += process_time() - now

    run_rival(
        name, fit, problem.lam, np.zeros_like(best), max_iter=max_iter, callback=callback,
        stop=lambda w: done is not None and done(rows[-1]),
    )  # fmt: skip
    return Trace(*(np.array([row[key] for row in rows]) for key in Trace._fields)), kept


def dal_trace(problem, best, max_iter, **options):
    """Watch DAL, aggressive start, for ``max_iter`` outer steps.

    Returns
    -------
    Trace
        ``seconds`` are spread over the steps by their Newton steps.
    DALRun
        With its path.
    """
    start = process_time()
    run = dal(problem.A, problem.y, LOGISTIC, L1(problem.lam), tol=0.0, max_iter=max_iter,
              keep_path=True, **options)  # fmt: skip
    seconds = process_time() - start
    newton = np.cumsum([step.n_newton for step in run.path])
    trace = Trace(
        np.array([np.linalg.norm(step.w - best) for step in run.path]),
        np.array([step.objective for step in run.path]),
        np.array([step.rdg for step in run.path]),
        1 + newton,  # the start's, and one a Newton step
        seconds * newton / newton[-1],
    )
    return trace, run


def first_at_most(values, goal):
    """Number (from 1) of the first of the values that is at most the goal, or 0."""
    hit = np.flatnonzero(np.asarray(values) <= goal)
    return int(hit[0]) + 1 if len(hit) else 0
