"""Rules with a sparse model, swept where the change is largest, compiled.

van Seijen et al. (2011): Algorithm 4 and what it is compared with (section 4.4), Algorithm 5 with
the priorities of section 5.3.
"""

import numpy as np

from mlcompanion._jit import njit

from .tables import best_of, link, move_value, put, step_of, take, unlink

__all__ = []

PRIORITIZED, LAST, SWEEP = range(3)


@njit
def note_move(memory, pair, reward, after):
    """Overwrite the last visit of a pair, and move it between the lists of predecessors."""
    tables, last = memory.tables, memory.last
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    tables.visits[s, a] += 1
    if last.state[s, a] >= 0:
        unlink(memory.links, pair, last.state[s, a])
    last.state[s, a] = after
    last.reward[s, a] = reward
    link(memory.links, pair, after)


@njit
def match_of(plan, memory, s, a, worth):
    """What a best-match update makes of a pair whose next state has a worth (Definition 4)."""
    tables = memory.tables
    size = step_of(plan, tables.visits[s, a])
    goal = memory.last.reward[s, a] + plan.gamma * worth
    return (1 - size) * tables.mf[s, a] + size * goal


@njit
def match_pair(plan, memory, s, a):
    """A best-match update."""
    tables = memory.tables
    worth = best_of(tables.Q, memory.last.state[s, a])
    tables.Q[s, a] = match_of(plan, memory, s, a, worth)
    tables.updates[s, a] += 1


@njit
def learn_by_matching(plan, memory, pair, reward, after):
    """Best-match control with the last-visit model: Alg. 4, or other choices of Alg. 3."""
    tables, last, queue = memory.tables, memory.last, memory.queue
    n_actions = tables.Q.shape[1]
    tables.mf[pair // n_actions, pair % n_actions] = tables.Q[pair // n_actions, pair % n_actions]
    note_move(memory, pair, reward, after)
    if plan.choice == LAST:
        match_pair(plan, memory, pair // n_actions, pair % n_actions)
        return
    if plan.choice == SWEEP:
        for other in range(tables.Q.size):
            if last.state[other // n_actions, other % n_actions] >= 0:
                match_pair(plan, memory, other // n_actions, other % n_actions)
        return
    put(queue, pair, np.inf)
    n = 0
    while n < plan.n_updates and queue.size[0] > 0:
        first = take(queue)
        s1 = first // n_actions
        match_pair(plan, memory, s1, first % n_actions)
        worth = best_of(tables.Q, s1)
        before = memory.links.head[s1]
        while before >= 0:
            s, a = before // n_actions, before % n_actions
            change = abs(match_of(plan, memory, s, a, worth) - tables.Q[s, a])
            if change > plan.threshold:
                put(queue, before, change)
            before = memory.links.after[before]
        n += 1


@njit
def learn_by_sweeping(plan, memory, pair, reward, after):
    """Deterministic sweeping: Q-learning again and again with the last samples.

    ``choice`` 1 ranks pairs by the change of their value, which the step size scales down; else
    by their error (Sutton and Barto 1998).
    """
    tables, last, queue = memory.tables, memory.last, memory.queue
    n_actions = tables.Q.shape[1]
    note_move(memory, pair, reward, after)
    _rank_by_error(plan, memory, pair, best_of(tables.Q, after))
    n = 0
    while n < plan.n_updates and queue.size[0] > 0:
        first = take(queue)
        s1, a1 = first // n_actions, first % n_actions
        size = step_of(plan, tables.visits[s1, a1])
        goal = last.reward[s1, a1] + plan.gamma * best_of(tables.Q, last.state[s1, a1])
        move_value(plan, tables, first, size, goal)
        worth = best_of(tables.Q, s1)
        before = memory.links.head[s1]
        while before >= 0:
            _rank_by_error(plan, memory, before, worth)
            before = memory.links.after[before]
        n += 1


@njit
def _rank_by_error(plan, memory, pair, worth):
    tables = memory.tables
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    error = abs(memory.last.reward[s, a] + plan.gamma * worth - tables.Q[s, a])
    if plan.choice == 1:
        error *= step_of(plan, tables.visits[s, a])
    if error > plan.threshold:
        put(memory.queue, pair, error)


@njit
def place_in_model(memory, pair, after):
    """The place of a next state in the model of a pair, a new one if there is room, or -1."""
    model = memory.model
    n = model.state.shape[1]
    for k in range(model.used[pair]):
        if model.state[pair, k] == after:
            return k
    k = model.used[pair]
    if k == n:
        return -1
    model.used[pair] += 1
    model.state[pair, k] = after
    link(memory.links, pair * n + k, after)
    return k


@njit
def weight_of_model(plan, memory, pair):
    """The weight 1 - w0: share of a pair's samples that the model holds, or 1 if uncorrected."""
    if plan.choice == 0:
        return 1.0
    n_actions = memory.tables.Q.shape[1]
    visits = memory.tables.visits[pair // n_actions, pair % n_actions]
    return memory.model.inside[pair] / visits


@njit
def match_transitions(plan, memory, pair):
    """Alg. 5, line 20; return by how much the worth of the state changed."""
    tables, model = memory.tables, memory.model
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    ahead = model.paid[pair]
    for k in range(model.used[pair]):
        ahead += plan.gamma * model.came[pair, k] * best_of(tables.Q, model.state[pair, k])
    weight = weight_of_model(plan, memory, pair)
    worth = best_of(tables.Q, s)
    tables.Q[s, a] = (1 - weight) * tables.mf[s, a] + weight * ahead / model.inside[pair]
    tables.updates[s, a] += 1
    return abs(best_of(tables.Q, s) - worth)


@njit
def note_transition(plan, memory, pair, reward, after):
    """Alg. 5, lines 10 to 17: a sample enters the model, or else the model-free value."""
    tables, model = memory.tables, memory.model
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    tables.visits[s, a] += 1
    k = place_in_model(memory, pair, after)
    if k >= 0:
        model.came[pair, k] += 1
        model.inside[pair] += 1
        model.paid[pair] += reward
    elif plan.choice == 1:
        model.outside[pair] += 1
        size = step_of(plan, model.outside[pair])
        goal = reward + plan.gamma * best_of(tables.Q, after)
        tables.mf[s, a] = (1 - size) * tables.mf[s, a] + size * goal


@njit
def learn_by_transitions(plan, memory, pair, reward, after):
    """Prioritized sweeping with the n-transition model, corrected (choice 1) or not."""
    model, links, queue = memory.model, memory.links, memory.queue
    n, n_actions = model.state.shape[1], memory.tables.Q.shape[1]
    note_transition(plan, memory, pair, reward, after)
    put(queue, pair, np.inf)
    done = 0
    while done < plan.n_updates and queue.size[0] > 0:
        first = take(queue)
        change = match_transitions(plan, memory, first)
        node = links.head[first // n_actions]
        while node >= 0 and change > 0.0:
            before = node // n
            share = model.came[before, node % n] / model.inside[before]
            priority = weight_of_model(plan, memory, before) * share * change
            waits = queue.place[before] >= 0
            # a pair that waits for a larger change keeps its place
            if priority > plan.threshold and not (waits and queue.priority[before] >= priority):
                put(queue, before, priority)
            node = links.after[node]
        done += 1
