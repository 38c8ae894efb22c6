"""The compiled rules of linear control: what they remember, and one step of each.

A value is the sum of the weights of the features that are 1: Q(s, a) is the sum of theta[f, a] over
the features f of s, and so its gradient is 1 for each of these and 0 for all others.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl.choices import greedy_or_any
from mlcompanion.rl.traces import Trace, clear, fade, mark, no_trace

__all__ = []

SARSA, REPLAY, BEST_MATCH = range(3)

#: Places in ``Memory.counts``.
ACTION, FRONT, SIZE, UPDATES = range(4)


class Plan(NamedTuple):
    """Numbers of a rule: its code, gamma, epsilon, gamma lambda, the least trace that is kept."""

    rule: int
    gamma: float
    epsilon: float
    fade: float
    least: float


class Queue(NamedTuple):
    """The last N samples in a ring, for T features that are 1 at a time.

    Attributes
    ----------
    before, after : ndarray of int, shape (N, T)
        Features of the state left and of the state reached.
    action : ndarray of int, shape (N,)
    reward : ndarray, shape (N,)
    done : ndarray of bool, shape (N,)
        Did the episode end here, so that nothing comes after?
    rate : ndarray, shape (N,)
        Learning rate of the time at which the sample was met.
    target : ndarray, shape (N,)
        What the value should be, by the last look at the state reached.
    """

    before: np.ndarray
    after: np.ndarray
    action: np.ndarray
    reward: np.ndarray
    done: np.ndarray
    rate: np.ndarray
    target: np.ndarray


class Memory(NamedTuple):
    """What a rule remembers, for F features, T of them 1 at a time, and A actions.

    Attributes
    ----------
    theta : ndarray, shape (F, A)
        Weights that the agent acts by.
    base : ndarray, shape (F, A)
        Weights that have learnt all samples but those in the queue, theta^mf.
    trace : Trace
        Of the pairs f A + a.
    here : ndarray of int, shape (T,)
        Features of the present state.
    row : ndarray, shape (A,)
        Room for the values of a state.
    counts : ndarray of int, shape (4,)
    queue : Queue
    """

    theta: np.ndarray
    base: np.ndarray
    trace: Trace
    here: np.ndarray
    row: np.ndarray
    counts: np.ndarray
    queue: Queue


def empty_memory(n_features, n_active, n_actions, n_samples):
    """The memory before the first step: all weights 0, nothing in the queue."""
    pairs = (n_features, n_actions)
    queue = Queue(
        before=np.zeros((n_samples, n_active), dtype=np.int64),
        after=np.zeros((n_samples, n_active), dtype=np.int64),
        action=np.zeros(n_samples, dtype=np.int64),
        reward=np.zeros(n_samples),
        done=np.zeros(n_samples, dtype=bool),
        rate=np.zeros(n_samples),
        target=np.zeros(n_samples),
    )
    return Memory(
        theta=np.zeros(pairs),
        base=np.zeros(pairs),
        trace=no_trace(n_features * n_actions),
        here=np.zeros(n_active, dtype=np.int64),
        row=np.zeros(n_actions),
        counts=np.zeros(4, dtype=np.int64),
        queue=queue,
    )


@njit
def _value(theta, active, action):
    total = 0.0
    for feature in active:
        total += theta[feature, action]
    return total


@njit
def _fill_row(theta, active, row):
    row[:] = 0.0
    for feature in active:
        for action in range(len(row)):
            row[action] += theta[feature, action]


@njit
def _move(theta, active, action, by):
    for feature in active:
        theta[feature, action] += by


@njit
def choose(plan, memory, active, u, v):
    """An action for a state by the weights as they are; u and v are uniform draws."""
    _fill_row(memory.theta, active, memory.row)
    return greedy_or_any(memory.row, plan.epsilon, u, v)


@njit
def begin(plan, memory, active, u, v):
    """The first state of an episode: traces end, samples stay. Return the action."""
    clear(memory.trace)
    memory.here[:] = active
    memory.counts[ACTION] = choose(plan, memory, active, u, v)
    return memory.counts[ACTION]


@njit
def observe(plan, memory, rate, reward, after, done, u, v):
    """Learn from one step; return the action for the state reached."""
    if plan.rule == SARSA:
        following = choose(plan, memory, after, u, v)
        error = reward - _value(memory.theta, memory.here, memory.counts[ACTION])
        if not done:
            error += plan.gamma * _value(memory.theta, after, following)
        _learn_by_traces(plan, memory, rate * error)
    else:
        if plan.rule == BEST_MATCH and memory.counts[SIZE] == len(memory.queue.rate):
            absorb_oldest(memory)
        _push(memory, rate, reward, after, done)
        if plan.rule == BEST_MATCH:
            correct(plan, memory)
        else:
            repeat(plan, memory)
        following = choose(plan, memory, after, u, v)
    memory.here[:] = after
    memory.counts[ACTION] = following
    return following


@njit
def _learn_by_traces(plan, memory, by):
    """Replacing traces: 1 for the features of the present pair, then fading."""
    trace, action, n_actions = memory.trace, memory.counts[ACTION], memory.theta.shape[1]
    fade(trace, plan.fade, plan.least)
    for feature in memory.here:
        mark(trace, feature * n_actions + action, True)
    for k in range(trace.count[0]):
        place = trace.active[k]
        memory.theta[place // n_actions, place % n_actions] += by * trace.value[place]
    memory.counts[UPDATES] += 1


@njit
def _push(memory, rate, reward, after, done):
    """A sample at the back of the queue; a full one forgets its front."""
    queue, counts = memory.queue, memory.counts
    n = len(queue.rate)
    if counts[SIZE] == n:
        counts[FRONT] = (counts[FRONT] + 1) % n
        counts[SIZE] -= 1
    back = (counts[FRONT] + counts[SIZE]) % n
    counts[SIZE] += 1
    queue.before[back] = memory.here
    queue.after[back] = after
    queue.action[back] = counts[ACTION]
    queue.reward[back] = reward
    queue.done[back] = done
    queue.rate[back] = rate


@njit
def _look_ahead(plan, memory, x):
    """What the value of sample x should be, by the weights as they are."""
    queue = memory.queue
    if queue.done[x]:
        return queue.reward[x]
    _fill_row(memory.theta, queue.after[x], memory.row)
    return queue.reward[x] + plan.gamma * memory.row.max()


@njit
def absorb_oldest(memory):
    """The sample at the front leaves the queue for good: theta^mf learns it (lines 9-12)."""
    queue, counts = memory.queue, memory.counts
    x = counts[FRONT]
    before, action = queue.before[x], queue.action[x]
    error = queue.target[x] - _value(memory.base, before, action)
    _move(memory.base, before, action, queue.rate[x] * error)
    counts[FRONT] = (x + 1) % len(queue.rate)
    counts[SIZE] -= 1


@njit
def correct(plan, memory):
    """Learn the queue anew, as if its samples had not been learnt yet (lines 15-21)."""
    queue, front, size = memory.queue, memory.counts[FRONT], memory.counts[SIZE]
    n = len(queue.rate)
    # line 15: new targets from the old weights
    for k in range(size):
        x = (front + k) % n
        queue.target[x] = _look_ahead(plan, memory, x)
    # lines 16-18: take back what these samples have taught
    for k in range(size):
        x = (front + k) % n
        for feature in queue.before[x]:
            memory.theta[feature, queue.action[x]] = memory.base[feature, queue.action[x]]
    # lines 19-21: teach it again, with the new targets
    for k in range(size):
        x = (front + k) % n
        before, action = queue.before[x], queue.action[x]
        error = queue.target[x] - _value(memory.theta, before, action)
        _move(memory.theta, before, action, queue.rate[x] * error)
    memory.counts[UPDATES] += size


@njit
def repeat(plan, memory):
    """Experience replay: learn every sample of the queue once more, each on top of the last."""
    queue, front, size = memory.queue, memory.counts[FRONT], memory.counts[SIZE]
    for k in range(size):
        x = (front + k) % len(queue.rate)
        before, action = queue.before[x], queue.action[x]
        error = _look_ahead(plan, memory, x) - _value(memory.theta, before, action)
        _move(memory.theta, before, action, queue.rate[x] * error)
    memory.counts[UPDATES] += size
