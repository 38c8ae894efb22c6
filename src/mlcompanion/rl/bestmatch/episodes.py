"""The loop of episodes and the loop over logged moves, compiled, for all rules."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl.choices import greedy_or_any
from mlcompanion.rl.traces import clear
from mlcompanion.rl.trajectories import draw_state

from .plain_rules import (
    learn_at_once,
    learn_by_replay,
    learn_by_sequence,
    learn_by_traces,
    learn_on_return,
    learn_with_delay,
    note_last_visit,
)
from .sweeping import learn_by_matching, learn_by_sweeping, learn_by_transitions

__all__ = []

AT_ONCE, ON_RETURN, TRACES, REPLAY, SEQUENCE, DELAYED, MATCHING, SWEEPING, TRANSITIONS = range(9)


class World(NamedTuple):
    """A decision process to walk in: cumulated laws and rewards (S, A, S), terminal states (S,)."""

    cumulated: np.ndarray
    rewards: np.ndarray
    terminal: np.ndarray
    start: int
    max_steps: int


@njit
def arrive(plan, memory, s):
    """What a rule does in a state before it acts."""
    if plan.rule == ON_RETURN:
        learn_on_return(plan, memory, s)


@njit
def learn(plan, memory, pair, reward, after):
    """What a rule does with a move."""
    if plan.rule == AT_ONCE:
        learn_at_once(plan, memory, pair, reward, after)
    elif plan.rule == ON_RETURN:
        note_last_visit(memory, pair, reward, after)
    elif plan.rule == TRACES:
        learn_by_traces(plan, memory, pair, reward, after)
    elif plan.rule == REPLAY:
        learn_by_replay(plan, memory, pair, reward, after)
    elif plan.rule == SEQUENCE:
        learn_by_sequence(plan, memory, pair, reward, after)
    elif plan.rule == DELAYED:
        learn_with_delay(plan, memory, pair, reward, after)
    elif plan.rule == MATCHING:
        learn_by_matching(plan, memory, pair, reward, after)
    elif plan.rule == SWEEPING:
        learn_by_sweeping(plan, memory, pair, reward, after)
    else:
        learn_by_transitions(plan, memory, pair, reward, after)


@njit
def play_episodes(plan, world, memory, epsilon, rng, returns, steps):
    """Act and learn; write the discounted return and the steps of each episode."""
    Q = memory.tables.Q
    n_actions = Q.shape[1]
    for episode in range(len(returns)):
        clear(memory.trace)
        s = world.start
        discount, earned, taken = 1.0, 0.0, 0
        while taken < world.max_steps and not world.terminal[s]:
            arrive(plan, memory, s)
            a = greedy_or_any(Q[s], epsilon, rng.random(), rng.random())
            after = draw_state(world.cumulated[s, a], rng.random())
            reward = world.rewards[s, a, after]
            learn(plan, memory, s * n_actions + a, reward, after)
            earned += discount * reward
            discount *= plan.gamma
            taken += 1
            s = after
        returns[episode] = earned
        steps[episode] = taken


@njit
def follow_moves(plan, memory, walk, checkpoints, path):
    """Learn from logged moves; keep the values after some of them."""
    states, rewards, afters, actions, ends = walk
    n_actions = memory.tables.Q.shape[1]
    kept = 0
    for t in range(len(states)):
        # a new episode, or a gap in the log: nothing leads over it
        if t > 0 and (ends[t - 1] or afters[t - 1] != states[t]):
            clear(memory.trace)
        arrive(plan, memory, states[t])
        learn(plan, memory, states[t] * n_actions + actions[t], rewards[t], afters[t])
        while kept < len(checkpoints) and checkpoints[kept] == t + 1:
            path[kept] = memory.tables.Q
            kept += 1
