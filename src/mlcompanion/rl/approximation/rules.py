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

#: Rows of ``Memory.places``.
HERE, AFTER = range(2)

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
    places : ndarray of int, shape (2, T)
        Features of the state left and of the state reached.
    row : ndarray, shape (A,)
        Room for the values of a state.
    counts : ndarray of int, shape (4,)
    queue : Queue
    """

    theta: np.ndarray
    base: np.ndarray
    trace: Trace
    places: np.ndarray
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
        places=np.zeros((2, n_active), dtype=np.int64),
        row=np.zeros(n_actions),
        counts=np.zeros(4, dtype=np.int64),
        queue=queue,
    )


# Numba counts references to every array that is taken out of a tuple and to every row of an array,
# which costs more than what is then done with ten numbers: arrays are taken out before the loops
# over samples, and rows are named by their place


@njit
def _value(theta, rows, x, action):
    total = 0.0
    for k in range(rows.shape[1]):
        total += theta[rows[x, k], action]
    return total


@njit
def _value_ahead(theta, rows, x, done):
    """What the best action is worth; nothing where the episode has ended."""
    if done:
        return 0.0
    best = -np.inf
    for action in range(theta.shape[1]):
        best = max(best, _value(theta, rows, x, action))
    return best


@njit
def _move(theta, rows, x, action, by):
    for k in range(rows.shape[1]):
        theta[rows[x, k], action] += by


@njit
def choose(plan, memory, u, v):
    """An action for the state reached, by the weights as they are; u and v are uniform draws."""
    for action in range(len(memory.row)):
        memory.row[action] = _value(memory.theta, memory.places, AFTER, action)
    return greedy_or_any(memory.row, plan.epsilon, u, v)


@njit
def begin(plan, memory, u, v):
    """An episode begins in the state reached: traces end, samples stay. Return the action."""
    clear(memory.trace)
    memory.counts[ACTION] = choose(plan, memory, u, v)
    memory.places[HERE] = memory.places[AFTER]
    return memory.counts[ACTION]


@njit
def observe(plan, memory, rate, reward, done, u, v):
    """Learn from one step; return the action for the state reached."""
    if plan.rule == SARSA:
        following = choose(plan, memory, u, v)
        error = reward - _value(memory.theta, memory.places, HERE, memory.counts[ACTION])
        if not done:
            error += plan.gamma * memory.row[following]
        _learn_by_traces(plan, memory, rate * error)
    else:
        if plan.rule == BEST_MATCH and memory.counts[SIZE] == len(memory.queue.rate):
            absorb_oldest(memory)
        _push(memory, rate, reward, done)
        if plan.rule == BEST_MATCH:
            correct(plan, memory)
        else:
            repeat(plan, memory)
        following = choose(plan, memory, u, v)
    memory.places[HERE] = memory.places[AFTER]
    memory.counts[ACTION] = following
    return following


@njit
def _learn_by_traces(plan, memory, by):
    """Replacing traces: 1 for the features of the present pair, then fading."""
    trace, action, n_actions = memory.trace, memory.counts[ACTION], memory.theta.shape[1]
    # fade first: the features of the present pair keep a whole trace
    fade(trace, plan.fade, plan.least)
    for k in range(memory.places.shape[1]):
        mark(trace, memory.places[HERE, k] * n_actions + action, True)
    weights = memory.theta.reshape(-1)
    for k in range(trace.count[0]):
        weights[trace.active[k]] += by * trace.value[trace.active[k]]
    memory.counts[UPDATES] += 1


@njit
def _push(memory, rate, reward, done):
    """A sample at the back of the queue; a full one forgets its front."""
    queue, counts = memory.queue, memory.counts
    n = len(queue.rate)
    if counts[SIZE] == n:
        counts[FRONT] = (counts[FRONT] + 1) % n
        counts[SIZE] -= 1
    back = (counts[FRONT] + counts[SIZE]) % n
    counts[SIZE] += 1
    queue.before[back] = memory.places[HERE]
    queue.after[back] = memory.places[AFTER]
    queue.action[back] = counts[ACTION]
    queue.reward[back] = reward
    queue.done[back] = done
    queue.rate[back] = rate


@njit
def absorb_oldest(memory):
    """The sample at the front leaves the queue for good: theta^mf learns it (lines 9-12)."""
    queue, counts = memory.queue, memory.counts
    x = counts[FRONT]
    error = queue.target[x] - _value(memory.base, queue.before, x, queue.action[x])
    _move(memory.base, queue.before, x, queue.action[x], queue.rate[x] * error)
    counts[FRONT] = (x + 1) % len(queue.rate)
    # an entry of the front is free now: the next sample takes its place
    counts[SIZE] -= 1


@njit
def correct(plan, memory):
    """Learn the queue anew, as if its samples had not been learnt yet (lines 15-21)."""
    theta, base, size = memory.theta, memory.base, memory.counts[SIZE]
    before, after, actions, rewards, done, rates, targets = memory.queue
    # a ring that is not full has never moved its front: places 0 to size - 1 are in use
    # line 15: new targets from the old weights
    for x in range(size):
        targets[x] = rewards[x] + plan.gamma * _value_ahead(theta, after, x, done[x])
    # lines 16-18: take back what these samples have taught
    for x in range(size):
        for k in range(before.shape[1]):
            theta[before[x, k], actions[x]] = base[before[x, k], actions[x]]
    # lines 19-21: teach it again with the new targets, the oldest first
    x = memory.counts[FRONT]
    for _ in range(size):
        error = targets[x] - _value(theta, before, x, actions[x])
        _move(theta, before, x, actions[x], rates[x] * error)
        x = x + 1 if x + 1 < len(rates) else 0
    memory.counts[UPDATES] += size


@njit
def repeat(plan, memory):
    """Experience replay: learn every sample of the queue once more, each on top of the last."""
    theta, size = memory.theta, memory.counts[SIZE]
    before, after, actions, rewards, done, rates, _ = memory.queue
    x = memory.counts[FRONT]
    for _ in range(size):
        target = rewards[x] + plan.gamma * _value_ahead(theta, after, x, done[x])
        error = target - _value(theta, before, x, actions[x])
        _move(theta, before, x, actions[x], rates[x] * error)
        x = x + 1 if x + 1 < len(rates) else 0
    memory.counts[UPDATES] += size
