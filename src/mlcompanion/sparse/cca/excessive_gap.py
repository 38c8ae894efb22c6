r"""The excessive-gap method for a step with a penalty inside the unit ball.

.. math:: \min_{\|v\|_2\le1}f(v)=\tfrac12\|v-\beta\|_2^2+\Omega(v),\qquad
   \Omega(v)=\max_{\alpha\in\mathcal Q}\alpha^\top Cv

with a penalty of :mod:`mlcompanion.prox.norms.smoothing`. Chen (2013), section 4.2.1: Algorithm
4.1, Theorem 4.1, equations (4.16)-(4.21).
"""

from itertools import count
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_instance, check_real
from mlcompanion.prox import LinearPenalty

from .ball_problem import BallProblem

__all__ = [
    "ExcessiveGapRun",
    "GapState",
    "excessive_gap",
    "excessive_gap_bound",
    "excessive_gap_iterations",
    "excessive_gap_steps",
]


class GapState(NamedTuple):
    """One step of :func:`excessive_gap_steps`.

    Attributes
    ----------
    t : int
    v : ndarray of shape (n_features,)
        In the unit ball.
    alpha : ndarray of shape (n_rows,)
        In the dual set.
    mu : float
        Smoothing parameter.
    primal, dual : float
        ``f(v)`` above, ``phi(alpha)`` below the minimum.
    """

    t: int
    v: np.ndarray
    alpha: np.ndarray
    mu: float
    primal: float
    dual: float

    @property
    def gap(self):
        """Duality gap: the primal value is no further than this from the minimum."""
        return self.primal - self.dual

    @property
    def relative_gap(self):
        """Rel_Gap of section 4.4.1."""
        return abs(self.gap) / (1 + abs(self.primal) + abs(self.dual))


def excessive_gap_steps(problem, mu=None):
    r"""The states of Algorithm 4.1, without end.

    Parameters
    ----------
    problem : BallProblem
    mu : float, optional
        :math:`\mu_0`; default :math:`2L`. A smaller one loses the guarantee (4.16).

    Yields
    ------
    GapState
        From t = 0 on; every state has arrays of its own.

    Notes
    -----
    Cost: five products with C or its transpose a step.
    Source: Chen (2013), Algorithm 4.1.
    """
    check_instance(problem, "problem", BallProblem)
    mu = None if mu is None else check_real(mu, "mu", low=0, open_low=True)
    return _states(problem, mu)


def _states(problem, mu):
    """Algorithm 4.1."""
    L = problem.lipschitz
    # with it the first (v, alpha) meets the excessive-gap condition
    mu = 2 * L if mu is None else mu
    v = problem.primal_point(problem.centre)
    if L == 0:  # no penalty: the projection is the answer
        value = problem.primal(v)
        for t in count():
            yield GapState(t, v, problem.centre, 0.0, value, value)
    alpha = problem.gradient_step(problem.centre, v)
    for t in count():
        yield GapState(t, v, alpha, mu, problem.primal(v), problem.dual(alpha))
        tau = 2 / (t + 3)
        z = (1 - tau) * alpha + tau * problem.dual_point(v, mu)
        mu = (1 - tau) * mu
        v_z = problem.primal_point(z)
        v = (1 - tau) * v + tau * v_z
        # the condition holds for the new mu: the gap is at most mu D, and mu falls as 1 / t^2
        alpha = problem.gradient_step(z, v_z)


class ExcessiveGapRun(NamedTuple):
    """What :func:`excessive_gap` returns.

    Attributes
    ----------
    v : ndarray of shape (n_features,)
        In the unit ball; no entry is exactly zero, in general.
    alpha : ndarray of shape (n_rows,)
        Dual solution: whoever doubts ``v`` can compute the dual value.
    primal, dual : ndarray of shape (n_iter + 1,)
        Both values at every step; the minimum lies between them.
    gap : float
        Duality gap at the end.
    relative_gap : float
        The gap over ``1 + |primal| + |dual|``.
    n_iter : int
    converged : bool
    """

    v: np.ndarray
    alpha: np.ndarray
    primal: np.ndarray
    dual: np.ndarray
    gap: float
    relative_gap: float
    n_iter: int
    converged: bool

    @property
    def radius(self):
        r"""How far ``v`` can be from the minimiser: :math:`\sqrt{2\,\mathrm{gap}}`."""
        return float(np.sqrt(2 * max(self.gap, 0.0)))

    def certificate(self):
        """The proof of accuracy in one line of text."""
        return (
            f"minimum between {self.dual[-1]:.6g} and {self.primal[-1]:.6g} "
            f"(relative gap {self.relative_gap:.0e}) after {self.n_iter} steps"
        )


def excessive_gap(
    beta,
    penalty,
    *,
    tol=1e-6,
    gap=None,
    mu=None,
    centre=None,
    try_zero=False,
    max_iter=20_000,
    verbose=False,
):
    r"""Minimise :math:`\frac12\|v-\beta\|^2+\Omega(v)` over the unit ball, with a certificate.

    Parameters
    ----------
    beta : array_like of shape (n_features,)
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    tol : float
        Stop at this relative duality gap.
    gap : float, optional
        Stop at this duality gap instead.
    mu : float, optional
        First smoothing parameter; default :math:`2\|C\|^2`, which the theorem asks for.
    centre : array_like of shape (n_rows,), optional
        A point of the dual set to begin at, for example the ``alpha`` of a similar problem.
    try_zero : bool
        Ask at every step whether the dual value proves that 0 is a solution: a strong penalty
        makes steps short, but this answer comes soon.
    max_iter : int
    verbose : bool
        Print the certificate.

    Returns
    -------
    ExcessiveGapRun

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite or a parameter is out of range.

    Notes
    -----
    After t steps from centre 0 the duality gap is at most :math:`4\|C\|^2D/((t+1)(t+2))`,
    :func:`excessive_gap_bound`; the loss is strongly convex, so that :math:`\|v-v^*\|^2` is at
    most twice the gap. Cost: O(n_features + non-zeros of C) a step.
    Source: Chen (2013), Algorithm 4.1, Theorem 4.1, stopping rule of section 4.4.1. The centre and
    the question about 0 are ours.

    Examples
    --------
    >>> from mlcompanion.prox import GroupPenalty
    >>> run = excessive_gap([0.9, 0.6, 0.2], GroupPenalty([[0, 1], [1, 2]], 0.2))
    >>> run.v.round(3)
    array([0.719, 0.331, 0.128])
    >>> run.converged
    True
    """
    problem = BallProblem(beta, penalty, centre)
    tol = check_real(tol, "tol", low=0)
    gap = None if gap is None else check_real(gap, "gap", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    verbose = check_flag(verbose, "verbose")
    zero = np.zeros_like(problem.beta)
    value_at_zero = problem.primal(zero) if check_flag(try_zero, "try_zero") else np.inf
    primal = []
    dual = []
    for state in excessive_gap_steps(problem, mu):
        # a smoothed step never lands on 0 exactly, where the solution often is
        if value_at_zero <= state.primal:
            state = state._replace(v=zero, primal=value_at_zero)
        primal.append(state.primal)
        dual.append(state.dual)
        converged = state.relative_gap <= tol if gap is None else state.gap <= gap
        if converged or state.t == max_iter:
            break
    primal = np.array(primal)
    dual = np.array(dual)
    end = (state.gap, state.relative_gap, state.t, bool(converged))
    run = ExcessiveGapRun(state.v, state.alpha.copy(), primal, dual, *end)
    if verbose:
        print(run.certificate())
    return run


def excessive_gap_bound(penalty, t):
    r"""Largest duality gap after t steps, :math:`4\|C\|^2D/((t+1)(t+2))`.

    Parameters
    ----------
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    t : int or array_like of int

    Returns
    -------
    float or ndarray of the shape of t

    Notes
    -----
    Source: Chen (2013), equation (4.21).
    """
    check_instance(penalty, "penalty", LinearPenalty)
    t = check_array(t, "t", low=0, dtype=np.int64).astype(float)
    bound = 4 * penalty.norm() ** 2 * penalty.prox_diameter() / ((t + 1) * (t + 2))
    return bound[()]


def excessive_gap_iterations(penalty, gap):
    r"""Steps that suffice for a duality gap, :math:`\lceil2\|C\|\sqrt{D/\epsilon}-1\rceil`.

    Parameters
    ----------
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    gap : float
        :math:`\epsilon`, positive.

    Returns
    -------
    int

    Notes
    -----
    Source: Chen (2013), Theorem 4.1.
    """
    check_instance(penalty, "penalty", LinearPenalty)
    gap = check_real(gap, "gap", low=0, open_low=True)
    steps = 2 * penalty.norm() * np.sqrt(penalty.prox_diameter() / gap) - 1
    return max(0, int(np.ceil(steps)))
