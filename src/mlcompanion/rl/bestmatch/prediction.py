"""Values of a policy by best match: the chain of last visits, solved exactly; and by replay.

van Seijen, Whiteson, van Hasselt and Wiering (2011), section 4.2, Algorithm 2, Equations 8 and 9.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_flag, check_real
from mlcompanion.rl.logs import Evaluation, check_evaluation
from mlcompanion.rl.models import check_gamma
from mlcompanion.rl.schedules import step_at

__all__ = ["LastVisitChain", "best_match_values", "last_visit_chain", "replay_values"]


class LastVisitChain(NamedTuple):
    """What the last visits say of a state.

    Attributes
    ----------
    states : ndarray of int, shape (N + 1,)
        From the state itself along the last visits, to a terminal state or back to it.
    c_a, c_b : ndarray, shape (N,)
        The running sums of Eq. (8) and products of Eq. (9).
    value : float
        c_a, or c_a / (1 - c_b) if the chain is closed.
    """

    states: np.ndarray
    c_a: np.ndarray
    c_b: np.ndarray
    value: float


@njit
def _value_of_chain(s, blended, after, sizes, gamma):
    """Alg. 2, lines 6 to 17; a state without a next one, -1, ends the chain with value 0."""
    c_a, c_b = blended[s], gamma * sizes[s]
    k = after[s]
    # last visits get later along the chain, so it comes back to s or ends, but never turns in a
    # circle without s
    while k != s and after[k] >= 0:
        c_a += c_b * blended[k]
        c_b *= gamma * sizes[k]
        k = after[k]
    return c_a / (1 - c_b) if k == s else c_a


@njit
def _write_chain(s, blended, after, sizes, gamma, rows):
    """The same with its steps written down, in columns state, c_a, c_b; return how many."""
    c_a, c_b, k = 0.0, 1.0, s
    for n in range(len(rows)):
        # Eq. (8) and (9) with the state itself as first link
        c_a += c_b * blended[k]
        c_b *= gamma * sizes[k]
        k = after[k]
        rows[n, 0], rows[n, 1], rows[n, 2] = k, c_a, c_b
        if k == s or after[k] < 0:
            return n + 1
    return -1


def last_visit_chain(state, next_states, *, rewards, model_free, steps, gamma):
    r"""Solve the best-match equations of one state (section 4.2).

    Parameters
    ----------
    state : int
        Where to begin; it must have been visited.
    next_states : array_like of int, shape (S,)
        Where the last visit of each state led to; -1 for terminal states, which are worth 0.
    rewards : array_like, shape (S,)
        What the last visits paid.
    model_free : array_like, shape (S,)
        Values :math:`V^{mf}` that hold all samples but the last ones.
    steps : array_like, shape (S,)
        Step sizes :math:`\alpha` of the last samples, in [0, 1].
    gamma : float
        Discount, in [0, 1).

    Returns
    -------
    LastVisitChain

    Raises
    ------
    ValueError
        If the state was never left, or the chain runs into a circle that does not hold it, which
        no walk leaves behind.

    Notes
    -----
    O(N) for a chain of N states.

    Examples
    --------
    A ring of four states, each paying 1, with steps of 1: worth 1 / (1 - 0.95).

    >>> one = np.ones(4)
    >>> ring = last_visit_chain(
    ...     0, [1, 2, 3, 0], rewards=one, model_free=0 * one, steps=one, gamma=0.95
    ... )
    >>> ring.c_a.round(4), ring.c_b.round(4), round(ring.value, 9)
    (array([1.    , 1.95  , 2.8525, 3.7099]), array([0.95  , 0.9025, 0.8574, 0.8145]), 20.0)
    """
    after = check_array(next_states, "next_states", ndim=1, min_rows=1, low=-1, dtype=int)
    n = len(after)
    if (after >= n).any():
        raise ValueError(f"next_states must be below {n}, got {after.max()}")
    state = check_count(state, "state", low=0, high=n - 1)
    rewards = check_array(rewards, "rewards", shape=(n,), dtype=np.float64)
    model_free = check_array(model_free, "model_free", shape=(n,), dtype=np.float64)
    steps = check_array(steps, "steps", shape=(n,), low=0, high=1, dtype=np.float64)
    gamma = check_gamma(gamma)
    if after[state] < 0:
        raise ValueError(f"state must have been left before: next_states[{state}] is -1")
    blended = (1 - steps) * model_free + steps * rewards
    rows = np.empty((n, 3))
    length = _write_chain(state, blended, plain_layout(after), plain_layout(steps), gamma, rows)
    if length < 0:
        raise ValueError(f"next_states must lead from state {state} back to it or to an end")
    states = np.append(state, rows[:length, 0]).astype(int)
    c_a, c_b = rows[:length, 1], rows[:length, 2]
    value = c_a[-1] / (1 - c_b[-1]) if states[-1] == state else c_a[-1]
    return LastVisitChain(states, c_a, c_b, float(value))


def best_match_values(transitions, *, setting, initial=0.0, offline=False):
    r"""Values of a policy by best match with the last-visit model (Algorithm 2).

    At every visit the value of the state is computed anew from the last visits of all states, as
    if they were the world, in closed form.

    Parameters
    ----------
    transitions : Transitions
        Of one run, or of several side by side.
    setting : Setting
        Discount, number of states, and step sizes by the visits of a state.
    initial : float
        Value of every state in the beginning; terminal ones are worth 0.
    offline : bool
        Compute the values of an episode's states at its end instead.

    Returns
    -------
    Evaluation

    Raises
    ------
    ValueError
        If the transitions do not hang together.

    Notes
    -----
    A step costs as much as the chain is long, at most O(S); memory O(S). With a first step of 1
    the values forget the initial ones (Theorem 8). Off line, a state that comes again within an
    episode hands its last sample on as it does on line.

    Examples
    --------
    >>> from mlcompanion.rl import Setting, Transitions
    >>> walk = Transitions([0, 1, 0, 1], [1.0, 1.0, 1.0, 1.0], [1, 0, 1, 0])
    >>> best_match_values(walk, setting=Setting(2, 0.95)).current.round(6)
    array([ 0.,  0., 20., 20.])
    """
    walk, alone = check_evaluation(transitions, setting)
    initial = check_real(initial, "initial")
    offline = check_flag(offline, "offline")
    made = Evaluation.blank(walk, setting, initial)
    steps = float(setting.gamma), float(setting.first), float(setting.decay)
    _match_values(steps, offline, walk, made)
    return made.of(alone)


@njit
def _match_values(steps, offline, walk, made):
    gamma, first, decay = steps
    n = made.values.shape[1]
    for run in range(len(walk.states)):
        V = made.values[run]
        blended, sizes, visits = np.zeros(n), np.zeros(n), np.zeros(n)
        after = np.full(n, -1)
        # states of the present episode, for the off-line form
        seen, n_seen, fresh = np.zeros(n, dtype=np.int64), 0, np.ones(n, dtype=np.bool_)
        for t in range(walk.states.shape[1]):
            s = walk.states[run, t]
            held = V[s]
            if after[s] >= 0 and not (offline and fresh[s]):
                # off line a state's first visit of an episode keeps its value of the start
                held = _value_of_chain(s, blended, after, sizes, gamma)
            if not offline:
                V[s] = held
            made.current[run, t] = V[s]
            visits[s] += 1
            sizes[s] = step_at(visits[s], first, decay)
            # the value before this sample becomes the model-free one
            blended[s] = (1 - sizes[s]) * held + sizes[s] * walk.rewards[run, t]
            after[s] = walk.next_states[run, t]
            if fresh[s]:
                fresh[s] = False
                seen[n_seen] = s
                n_seen += 1
            if walk.ends[run, t]:
                for k in range(n_seen):
                    s = seen[k]
                    fresh[s] = True
                    if offline:
                        V[s] = _value_of_chain(s, blended, after, sizes, gamma)
                n_seen = 0


def replay_values(transitions, *, setting, initial=0.0, n_samples=None):
    """Values of a policy by TD(0) with stored samples, all of them again at every step (Lin 1992).

    Parameters
    ----------
    transitions : Transitions
        Of one run, or of several side by side.
    setting : Setting
        Discount, number of states, and step sizes by the visits of a state.
    initial : float
        Value of every state in the beginning; terminal ones are worth 0.
    n_samples : int, optional
        The last so many are replayed, oldest first; default all.

    Returns
    -------
    Evaluation

    Raises
    ------
    ValueError
        If the transitions do not hang together, or ``n_samples`` is below 1.

    Notes
    -----
    O(N) a step.
    """
    walk, alone = check_evaluation(transitions, setting)
    initial = check_real(initial, "initial")
    T = walk.states.shape[1]
    n_samples = T if n_samples is None else check_count(n_samples, "n_samples", low=1)
    made = Evaluation.blank(walk, setting, initial)
    steps = float(setting.gamma), float(setting.first), float(setting.decay)
    _replay(steps, n_samples, walk, made)
    return made.of(alone)


@njit
def _replay(steps, n_samples, walk, made):
    gamma, first, decay = steps
    for run in range(len(walk.states)):
        V, states, afters = made.values[run], walk.states[run], walk.next_states[run]
        sizes, visits = np.zeros(len(V)), np.zeros(len(V))
        for t in range(len(states)):
            s = states[t]
            made.current[run, t] = V[s]
            visits[s] += 1
            sizes[s] = step_at(visits[s], first, decay)
            for k in range(max(0, t + 1 - n_samples), t + 1):
                goal = walk.rewards[run, k] + gamma * V[afters[k]]
                V[states[k]] += sizes[states[k]] * (goal - V[states[k]])
