"""What the theorems on last visits say, checked on random problems."""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl import Setting, learn_from, td_lambda
from mlcompanion.rl.bestmatch import (
    BestMatchLVM,
    QLearning,
    best_match_values,
    episodes,
    last_visit_chain,
)
from mlcompanion.rl.bestmatch.memory import Sizes, blank_memory
from mlcompanion.rl.bestmatch.tables import Plan

from .random_logs import random_log, upward_log

__all__ = [
    "chain_gaps",
    "forgetting",
    "lambda_gaps",
    "last_visit_return",
    "same_as_q_learning",
    "sample_weights_of",
    "update_counts",
]

GAMMA = 0.9


def _plan(rule, step=1.0, decay=0.0):
    return Plan(rule, GAMMA, step, decay, 1, 0.0, 0)


@njit
def _count_updates(at_once, on_return, walk, memories):
    """Updates of both methods along a walk: unequal, fewer, more, targets."""
    regular, waiting = memories
    states, rewards, afters, actions = walk
    U, W = regular.tables.updates, waiting.tables.updates
    n_states, n_actions = U.shape
    # updates that the regular target had received when it was used, by the state left
    used = np.zeros((n_states, n_actions), dtype=np.int64)
    unequal, fewer, more, targets = 0, 0, 0, 0
    for t in range(len(states)):
        s = states[t]
        if waiting.last.state[s, 0] >= 0:
            for a in range(n_actions):
                received = W[waiting.last.state[s, 0], a]
                fewer += received < used[s, a]
                more += received > used[s, a]
                targets += 1
        episodes.arrive(on_return, waiting, s)
        for a in range(n_actions):
            unequal += U[s, a] != W[s, a]
            used[s, a] = U[afters[t], a]
        pair = s * n_actions + actions[t]
        episodes.learn(at_once, regular, pair, rewards[t], afters[t])
        episodes.learn(on_return, waiting, pair, rewards[t], afters[t])
    return unequal, fewer, more, targets


def update_counts(seed, n_states, n_actions, n_steps):
    """Theorem 1 on one random walk; every other one has ends.

    Returns
    -------
    tuple of int
        Counts at the current state that differ; targets with fewer updates when waiting, with
        more; all targets.
    """
    log = random_log(seed, n_states, n_actions, n_steps, ends=seed % 2 == 1)
    shape = n_states, n_actions
    terminal = np.zeros(n_states, dtype=bool)
    memories = (
        blank_memory(0.0, shape, terminal, Sizes()),
        blank_memory(0.0, shape, terminal, Sizes(by_state=True)),
    )
    walk = log.states, log.rewards, log.next_states, log.actions
    return _count_updates(_plan(episodes.AT_ONCE), _plan(episodes.ON_RETURN), walk, memories)


def same_as_q_learning(seed, n_states, n_steps):
    """Largest difference of the values from Q-learning's: one update of the last pair, then 20."""
    rng = np.random.default_rng([3, seed])
    log = random_log(seed, n_states, 2, n_steps, ends=seed % 2 == 1)
    rates = {"initial": rng.normal(), "decay": rng.uniform()}
    made = [
        learn_from(learner, log, n_states=n_states, n_actions=2, gamma=GAMMA).values
        for learner in (
            QLearning(**rates), BestMatchLVM(selection="last", **rates), BestMatchLVM(**rates)
        )
    ]  # fmt: skip
    return tuple(np.abs(values - made[0]).max() for values in made[1:])


def lambda_gaps(seed, n_states, n_episodes):
    """Theorem 7: off-line best-match against TD with the step as lambda.

    Returns
    -------
    tuple of float
        Largest difference on walks that never come back, and on walks that do.
    """
    decay = np.random.default_rng([4, seed]).uniform()
    setting = Setting(n_states, GAMMA, 0.9, decay)
    gaps = []
    for log in (
        upward_log(seed, n_states, n_episodes),
        random_log(seed, n_states, 1, 10 * n_episodes, ends=True),
    ):
        ours = best_match_values(log, setting=setting, initial=1.0, offline=True)
        theirs = td_lambda(log, lam="step", setting=setting, initial=1.0, offline=True)
        gaps.append(np.abs(ours.values - theirs.values).max())
    return tuple(gaps)


def forgetting(seed, n_states, n_steps):
    """Theorem 8: largest change of a value when all begin at 100 instead of 0.

    Returns
    -------
    tuple of float
        Of a value that best-match computed, and of TD(lambda)'s value of a state seen before.
    """
    decay = np.random.default_rng([5, seed]).uniform()
    log = random_log(seed, n_states, 1, n_steps, ends=seed % 2 == 1)
    setting = Setting(n_states, GAMMA, 1.0, decay)
    _, first = np.unique(log.states, return_index=True)
    again = np.ones(len(log.states), dtype=bool)
    again[first] = False
    low, high = (
        best_match_values(log, setting=setting, initial=start).current for start in (0.0, 100.0)
    )
    traces = [
        td_lambda(log, lam=0.9, setting=setting, initial=start).current for start in (0.0, 100.0)
    ]
    return np.abs(high - low)[again].max(), np.abs(traces[1] - traces[0])[again].max()


def last_visit_return(rewards, model_free, steps, gamma):
    """Eq. (21) and (22) from their definition: the return that the chain's steps mix."""
    n = len(rewards)
    total, left, paid = 0.0, 1.0, 0.0
    for k in range(1, n + 1):
        paid += gamma ** (k - 1) * rewards[k - 1]
        if k == n:
            return total + left * paid
        total += left * (1 - steps[k]) * (paid + gamma**k * model_free[k])
        left *= steps[k]
    return total


def chain_gaps(seed, length):
    """Lemma 16 on one chain: the two sides apart if it ends, and if it closes."""
    rng = np.random.default_rng([6, seed])
    gamma = rng.uniform(0.5, 1)
    paid, model_free = rng.normal(size=(2, length + 1))
    steps = rng.uniform(0.1, 1, size=length + 1)
    mixed = last_visit_return(paid[:-1], model_free, steps, gamma)
    said = (1 - steps[0]) * model_free[0] + steps[0] * mixed
    gaps = []
    for last in (-1, 0):
        after = np.append(np.arange(1, length + 1), -1)
        # the chain of the last state is its own, or it leads back to the first
        after[length - 1] = length if last < 0 else 0
        solved = last_visit_chain(
            0, after, rewards=paid, model_free=model_free, steps=steps, gamma=gamma
        )
        gaps.append(abs(solved.value - said))
    return tuple(gaps)


@njit
def _use_again(plan, memory, goals):
    """One sample of pair 0 stays stored while what it leads to changes; its value after all uses.

    States: 0 with the sample, 1 where it led, 2 with the other samples, 3 the end.
    """
    for i in range(len(goals)):
        memory.tables.Q[1, 0] = goals[i] / plan.gamma
        if i == 0:
            episodes.learn(plan, memory, 0, 0.0, 1)
        else:
            episodes.learn(plan, memory, 2, 0.0, 3)
    return memory.tables.Q[0, 0]


def sample_weights_of(kind, n, step, seed):
    """Weights of the n targets of one sample, read off by changing one target at a time.

    Parameters
    ----------
    kind : {"replay", "match"}
    n : int
    step : float
    seed : int

    Returns
    -------
    ndarray, shape (n,)
    """
    rule = episodes.REPLAY if kind == "replay" else episodes.SEQUENCE
    goals = np.random.default_rng([7, seed]).normal(size=n)

    def value(goals):
        memory = blank_memory(0.5, (4, 1), np.arange(4) == 3, Sizes(samples=n))
        return _use_again(_plan(rule, step), memory, goals)

    return np.array([value(goals + np.eye(n)[k]) - value(goals) for k in range(n)])
