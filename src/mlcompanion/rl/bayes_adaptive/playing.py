"""Episodes of an agent that plans, acts and counts, in a world that knows the truth; compiled."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

from .searching import choose, values_of_actions
from .stepping import chance, empty_pending, enter, follow_on, grow, only, start_again
from .tables import MONTE_CARLO_PRINTED
from .thinning import thin

__all__ = []


class Course(NamedTuple):
    """What is played, and what is written down of it.

    Attributes
    ----------
    depth, max_steps : int
    laws : ndarray, shape (C,)
        True probabilities of the agent's cells.
    returns, model_error, belief_error : ndarray, shape (n_episodes,)
    n_updates, n_steps : ndarray of int, shape (n_episodes,)
    """

    depth: int
    max_steps: int
    laws: np.ndarray
    returns: np.ndarray
    model_error: np.ndarray
    belief_error: np.ndarray
    n_updates: np.ndarray
    n_steps: np.ndarray


@njit
def error_of_model(tables, cloud, laws):
    """Mean L1 distance of the hyperstates' means to the true probabilities, over the cells."""
    total = 0.0
    for k in range(len(cloud.states)):
        for c in range(len(laws)):
            mean = cloud.counts[k, c] / cloud.totals[k, tables.row[c]]
            total += cloud.weights[k] * abs(mean - laws[c])
    return total


@njit
def marginal(tables, cloud):
    """Probability of each state."""
    belief = np.zeros(len(tables.b0))
    for k in range(len(cloud.states)):
        belief[cloud.states[k]] += cloud.weights[k]
    return belief


@njit
def drawn_branch(world, state, action, u):
    """The branch that a uniform draw picks."""
    pair = state * world.reward.shape[1] + action
    # the last branch takes what rounding leaves
    last = world.start[pair + 1] - 1
    for branch in range(world.start[pair], last):
        u -= world.prob[branch]
        if u < 0:
            return branch
    return last


@njit
def drawn_place(law, u):
    """The outcome that a uniform draw picks from a law; never one of probability 0."""
    last = 0
    for place in range(len(law)):
        if law[place] > 0:
            last = place
            u -= law[place]
            if u < 0:
                break
    return last


@njit
def true_step(world, belief, action, seen):
    """The belief of someone who knows the world, after a step that did not end the episode."""
    after = np.zeros(len(belief))
    n_actions = world.reward.shape[1]
    # states in which the action ends the episode have no successor
    for state in range(len(belief)):
        if belief[state] == 0 or world.ends[state, action]:
            continue
        pair = state * n_actions + action
        for branch in range(world.start[pair], world.start[pair + 1]):
            to = world.to[branch]
            after[to] += belief[state] * world.prob[branch] * world.seen[to, action, seen]
    return after / after.sum()


@njit
def found_again(tables, cloud, action, seen):
    """Hyperstates that keep their counts and are put wherever the observation is possible.

    A thinned cloud may have dropped every state that can explain what is seen; the counts that it
    learned are worth keeping all the same.
    """
    n_states = len(tables.b0)
    pending = empty_pending(len(cloud.states) * n_states)
    for k in range(len(cloud.states)):
        for to in range(n_states):
            cell = tables.seen_cell[to, action, seen]
            q = chance(tables.seen[to, action, seen], cell, tables, cloud, k)
            if q > 0:
                enter(tables, cloud, pending, k, (to, -1, -1), cloud.weights[k] * q)
    return pending


@njit
def advance(tables, rule, cloud, step, rng):
    """The cloud after an action and an observation, thinned, and whether it foresaw it."""
    action, seen = step
    pending, total = follow_on(tables, cloud, action, seen, rule.kind != MONTE_CARLO_PRINTED)
    foreseen = total > 0.0
    if not foreseen:
        pending = found_again(tables, cloud, action, seen)
        if pending.size[0] == 0:
            return cloud, foreseen
    chosen, weights = thin(tables, rule, cloud, pending, rng)
    return grow(tables, cloud, pending, chosen, weights), foreseen


@njit
def track_steps(tables, rule, cloud, steps, rng):
    """The cloud after given steps, with the chance of each observation and the beliefs on states.

    Stops at the first observation that no hyperstate explains: its chance is 0.
    """
    n_steps = len(steps)
    chances = np.zeros(n_steps)
    states = np.empty((n_steps, len(tables.b0)))
    for t in range(n_steps):
        action, seen = steps[t]
        pending, total = follow_on(tables, cloud, action, seen, True)
        chances[t] = total
        if total <= 0.0:
            break
        if rule.kind == MONTE_CARLO_PRINTED:
            pending, _ = follow_on(tables, cloud, action, seen, False)
        chosen, weights = thin(tables, rule, cloud, pending, rng)
        cloud = grow(tables, cloud, pending, chosen, weights)
        states[t] = marginal(tables, cloud)
    return cloud, chances, states


@njit
def next_episode(tables, rule, cloud, rng):
    """The cloud with its counts and a new first state, thinned."""
    pending, _ = start_again(tables, cloud)
    chosen, weights = thin(tables, rule, cloud, pending, rng)
    return grow(tables, cloud, pending, chosen, weights)


@njit
def play(tables, rule, cloud, world, course, rng):
    """Play all episodes; results stand in ``course``; returns the last cloud and lost beliefs."""
    tally = np.zeros(1, np.int64)
    largest = np.abs(tables.reward).max()
    n_lost = 0
    for episode in range(len(course.returns)):
        if episode > 0:
            cloud = next_episode(tables, rule, cloud, rng)
        course.model_error[episode] = error_of_model(tables, cloud, course.laws)
        truth = world.b0.copy()
        state = drawn_place(world.b0, rng.random())
        worst = np.abs(marginal(tables, cloud) - truth).sum()
        paid = 0.0
        scale = 1.0
        tally[0] = 0
        steps = 0
        while steps < course.max_steps:
            values = values_of_actions(tables, rule, cloud, course.depth, rng, tally)
            action = choose(values, largest, rng.random())
            steps += 1
            paid += scale * world.reward[state, action]
            scale *= world.gamma
            if world.ends[state, action]:
                over = tables.ends[cloud.states, action]
                if over.any():
                    cloud = only(cloud, over)
                break
            state = world.to[drawn_branch(world, state, action, rng.random())]
            seen = drawn_place(world.seen[state, action], rng.random())
            cloud, foreseen = advance(tables, rule, cloud, (action, seen), rng)
            n_lost += not foreseen
            truth = true_step(world, truth, action, seen)
            worst = max(worst, np.abs(marginal(tables, cloud) - truth).sum())
        course.returns[episode] = paid
        course.belief_error[episode] = worst
        course.n_updates[episode] = tally[0]
        course.n_steps[episode] = steps
    return cloud, n_lost
