r"""Eligibility: what was visited of late learns from what is seen now.

Traces are kept sparsely, so that a step costs as much as there are live traces, not as there are
states. Watkins' Q(lambda) and Sarsa(lambda) keep theirs by the same three functions.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_flag, check_in, check_real

from .logs import Evaluation, check_evaluation
from .schedules import step_at

__all__ = ["td_lambda"]

#: Traces below this are dropped: what they would still add is lost in rounding.
LEAST_TRACE = 1e-12


class Trace(NamedTuple):
    """Live traces of n places.

    Attributes
    ----------
    value : ndarray, shape (n,)
    active : ndarray of int, shape (n,)
        The places whose trace lives, in the first ``count[0]`` entries.
    count : ndarray of int, shape (1,)
    """

    value: np.ndarray
    active: np.ndarray
    count: np.ndarray


def no_trace(n):
    """Traces of n places, none of which lives."""
    return Trace(np.zeros(n), np.zeros(n, dtype=np.int64), np.zeros(1, dtype=np.int64))


@njit
def fade(trace, factor, least):
    """Multiply all traces by a factor; those below ``least`` end."""
    kept = 0
    for k in range(trace.count[0]):
        # live places move up over those that end: no array is made
        place = trace.active[k]
        trace.value[place] *= factor
        if trace.value[place] < least:
            trace.value[place] = 0.0
        else:
            trace.active[kept] = place
            kept += 1
    trace.count[0] = kept


@njit
def mark(trace, place, replacing):
    """A visit: the trace grows by 1, or is set to 1."""
    if trace.value[place] == 0.0:
        trace.active[trace.count[0]] = place
        trace.count[0] += 1
    if replacing:
        trace.value[place] = 1.0
    else:
        trace.value[place] += 1.0


@njit
def clear(trace):
    """End all traces."""
    for k in range(trace.count[0]):
        trace.value[trace.active[k]] = 0.0
    trace.count[0] = 0


def td_lambda(
    transitions,
    *,
    lam=0.9,
    setting,
    initial=0.0,
    trace="accumulating",
    offline=False,
):
    r"""Values of a policy by TD(:math:`\lambda`) from what it did.

    Parameters
    ----------
    transitions : Transitions
        Of one run, or of several side by side.
    lam : float or "step"
        :math:`\lambda` in [0, 1]; "step" sets it to the step size of the state just entered,
        :math:`\lambda_t=\alpha_t(s_t)`.
    setting : Setting
        Discount, number of states, and step sizes by the visits of a state.
    initial : float
        Value of every state in the beginning; terminal ones are worth 0.
    trace : {"accumulating", "replacing"}
    offline : bool
        Change the values at the end of each episode only.

    Returns
    -------
    Evaluation

    Raises
    ------
    ValueError
        If lam is outside [0, 1], or the transitions do not hang together.

    Notes
    -----
    O(live traces) a step. Off line with accumulating traces and walks that visit a state once an
    episode, it is the :math:`\lambda`-return algorithm (van Seijen et al. 2011, Eq. 20).

    Examples
    --------
    >>> from mlcompanion.rl import Setting, Transitions
    >>> walk = Transitions([0, 1], [0.0, 1.0], [1, 2], ends=[False, True])
    >>> td_lambda(walk, lam=1.0, setting=Setting(3, 0.5)).values
    array([0.5, 1. , 0. ])
    """
    walk, alone = check_evaluation(transitions, setting)
    by_step = isinstance(lam, str)
    if by_step:
        check_in(lam, "lam", {"step"})
        lam = 0.0
    lam = check_real(lam, "lam", low=0, high=1)
    initial = check_real(initial, "initial")
    replacing = check_in(trace, "trace", {"accumulating", "replacing"}) == "replacing"
    offline = check_flag(offline, "offline")
    made = Evaluation.blank(walk, setting, initial)
    rule = TraceRule(setting.gamma, lam, by_step, replacing, offline)
    steps = float(setting.first), float(setting.decay)
    _learn_by_traces(rule, steps, walk, made)
    return made.of(alone)


class TraceRule(NamedTuple):
    """Discount, lambda, is it the step size, do traces replace, is it off line."""

    gamma: float
    lam: float
    by_step: bool
    replacing: bool
    offline: bool


@njit
def _learn_by_traces(rule, steps, walk, made):
    n = made.values.shape[1]
    for run in range(len(walk.states)):
        trace = Trace(np.zeros(n), np.zeros(n, dtype=np.int64), np.zeros(1, dtype=np.int64))
        visits = np.zeros(n)
        V = made.values[run]
        change = np.zeros(n)
        for t in range(walk.states.shape[1]):
            s, after = walk.states[run, t], walk.next_states[run, t]
            made.current[run, t] = V[s]
            visits[s] += 1
            alpha = step_at(visits[s], steps[0], steps[1])
            # what an earlier state hands on is cut by the lambda of the state now entered
            fade(trace, rule.gamma * (alpha if rule.by_step else rule.lam), LEAST_TRACE)
            mark(trace, s, rule.replacing)
            error = walk.rewards[run, t] + rule.gamma * V[after] - V[s]
            for k in range(trace.count[0]):
                place = trace.active[k]
                size = step_at(visits[place], steps[0], steps[1])
                change[place] += size * error * trace.value[place]
                # off line the changes wait for the end of the episode
                if not rule.offline:
                    V[place] += change[place]
                    change[place] = 0.0
            if walk.ends[run, t]:
                clear(trace)
                V += change
                change[:] = 0.0
