"""Rules with a sparse model, swept where the change is largest, compiled.

van Seijen et al. (2011): Algorithm 4 and what it is compared with (section 4.4), Algorithm 5 with
the priorities of section 5.3. What runs twenty times a step is handed the arrays that it needs, not
the whole memory: compiled code passes every array of a tuple on by itself.
"""

import numpy as np

from mlcompanion._jit import njit

from .tables import best_of, link, put, step_of, take, unlink

__all__ = []

PRIORITIZED, LAST, SWEEP = range(3)


@njit
def note_move(tables, last, links, pair, reward, after):
    """Overwrite the last visit of a pair, and move it between the lists of predecessors."""
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    tables.visits[s, a] += 1
    if last.state[s, a] >= 0:
        unlink(links, pair, last.state[s, a])
    last.state[s, a] = after
    last.reward[s, a] = reward
    link(links, pair, after)


@njit
def match_of(mf, size, goal):
    """What a best-match update makes of a pair (Definition 4)."""
    return (1 - size) * mf + size * goal


@njit
def match_pair(plan, tables, last, pair):
    """A best-match update."""
    Q, state = tables.Q, last.state.reshape(-1)[pair]
    goal = last.reward.reshape(-1)[pair] + plan.gamma * best_of(Q, state)
    size = step_of(plan, tables.visits.reshape(-1)[pair])
    Q.reshape(-1)[pair] = match_of(tables.mf.reshape(-1)[pair], size, goal)
    tables.updates.reshape(-1)[pair] += 1


@njit
def learn_by_matching(plan, memory, pair, reward, after):
    """Best-match control with the last-visit model: Alg. 4, or other choices of Alg. 3."""
    tables, last, links, queue = memory.tables, memory.last, memory.links, memory.queue
    n_actions = tables.Q.shape[1]
    # flat, as a pair is one number
    Q, mf, visits = tables.Q.reshape(-1), tables.mf.reshape(-1), tables.visits.reshape(-1)
    paid, state = last.reward.reshape(-1), last.state.reshape(-1)
    # the old best-match value has learnt the sample that the new one replaces
    mf[pair] = Q[pair]
    note_move(tables, last, links, pair, reward, after)
    if plan.choice == LAST:
        match_pair(plan, tables, last, pair)
        return
    if plan.choice == SWEEP:
        for other in range(len(Q)):
            if state[other] >= 0:
                match_pair(plan, tables, last, other)
        return
    # the pair just left comes first, whatever its change
    put(queue, pair, np.inf)
    n = 0
    while n < plan.n_updates and queue.size[0] > 0:
        first = take(queue)
        match_pair(plan, tables, last, first)
        s1 = first // n_actions
        worth = plan.gamma * best_of(tables.Q, s1)
        before = links.head[s1]
        # everything that led here may have changed: the predecessors by their last visits
        while before >= 0:
            size = step_of(plan, visits[before])
            change = abs(match_of(mf[before], size, paid[before] + worth) - Q[before])
            if change > plan.threshold:
                put(queue, before, change)
            before = links.after[before]
        n += 1


@njit
def learn_by_sweeping(plan, memory, pair, reward, after):
    """Deterministic sweeping: Q-learning again and again with the last samples.

    ``choice`` 1 ranks pairs by the change of their value, which the step size scales down; else
    by their error (Sutton and Barto 1998).
    """
    tables, last, links, queue = memory.tables, memory.last, memory.links, memory.queue
    n_actions = tables.Q.shape[1]
    Q, visits = tables.Q.reshape(-1), tables.visits.reshape(-1)
    paid, state = last.reward.reshape(-1), last.state.reshape(-1)
    note_move(tables, last, links, pair, reward, after)
    # the pair just left is ranked like a predecessor of the state it led to
    s1, before, only = after, pair, True
    n = 0
    while True:
        worth = plan.gamma * best_of(tables.Q, s1)
        while before >= 0:
            error = abs(paid[before] + worth - Q[before])
            if plan.choice == 1:
                error *= step_of(plan, visits[before])
            if error > plan.threshold:
                put(queue, before, error)
            before = -1 if only else links.after[before]
        only = False
        if n == plan.n_updates or queue.size[0] == 0:
            break
        first = take(queue)
        goal = paid[first] + plan.gamma * best_of(tables.Q, state[first])
        Q[first] += step_of(plan, visits[first]) * (goal - Q[first])
        tables.updates.reshape(-1)[first] += 1
        s1 = first // n_actions
        before = links.head[s1]
        n += 1


@njit
def place_in_model(model, links, pair, after):
    """The place of a next state in the model of a pair, a new one if there is room, or -1."""
    n = model.state.shape[1]
    for k in range(model.used[pair]):
        if model.state[pair, k] == after:
            return k
    k = model.used[pair]
    if k == n:
        # no room: the sample goes into the model-free value
        return -1
    model.used[pair] += 1
    model.state[pair, k] = after
    link(links, pair * n + k, after)
    return k


@njit
def match_transitions(plan, tables, model, s, a):
    """Alg. 5, line 20; return by how much the worth of the state changed."""
    pair = s * tables.Q.shape[1] + a
    ahead = model.paid[pair]
    for k in range(model.used[pair]):
        ahead += plan.gamma * model.came[pair, k] * best_of(tables.Q, model.state[pair, k])
    # the mean over the samples that are in the model
    ahead /= model.inside[pair]
    worth = best_of(tables.Q, s)
    # corrected: the model counts as much as its share of all samples
    if plan.choice == 1:
        weight = model.inside[pair] / tables.visits[s, a]
        tables.Q[s, a] = match_of(tables.mf[s, a], weight, ahead)
    else:
        tables.Q[s, a] = ahead
    tables.updates[s, a] += 1
    return abs(best_of(tables.Q, s) - worth)


@njit
def note_transition(plan, memory, pair, reward, after):
    """Alg. 5, lines 10 to 17: a sample enters the model, or else the model-free value."""
    tables, model = memory.tables, memory.model
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    tables.visits[s, a] += 1
    k = place_in_model(model, memory.links, pair, after)
    if k >= 0:
        model.came[pair, k] += 1
        model.inside[pair] += 1
        model.paid[pair] += reward
    elif plan.choice == 1:
        model.outside[pair] += 1
        size = step_of(plan, model.outside[pair])
        goal = reward + plan.gamma * best_of(tables.Q, after)
        tables.mf[s, a] = match_of(tables.mf[s, a], size, goal)


@njit
def learn_by_transitions(plan, memory, pair, reward, after):
    """Prioritized sweeping with the n-transition model, corrected (choice 1) or not."""
    tables, model, links, queue = memory.tables, memory.model, memory.links, memory.queue
    n, n_actions = model.state.shape[1], tables.Q.shape[1]
    note_transition(plan, memory, pair, reward, after)
    put(queue, pair, np.inf)
    done = 0
    while done < plan.n_updates and queue.size[0] > 0:
        first = take(queue)
        s1 = first // n_actions
        change = match_transitions(plan, tables, model, s1, first % n_actions)
        # links hold a node for each remembered move, pair * n + place: the pair is node // n
        node = links.head[s1]
        while node >= 0 and change > 0.0:
            before = node // n
            # share of the move to s1, times the weight of the model: of all samples if corrected
            seen = model.inside[before]
            if plan.choice == 1:
                seen = tables.visits[before // n_actions, before % n_actions]
            priority = model.came[before, node % n] / seen * change
            waits = queue.place[before] >= 0 and queue.priority[before] >= priority
            # a pair that waits for a larger change keeps its place
            if priority > plan.threshold and not waits:
                put(queue, before, priority)
            node = links.after[node]
        done += 1
