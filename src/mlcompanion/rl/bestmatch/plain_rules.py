"""Rules without a model: Q-learning at once and just in time, traces, replay, delayed, compiled.

van Seijen, Whiteson, van Hasselt and Wiering (2011), sections 2, 3, 4.4 and 6.1.
"""

from mlcompanion._jit import njit
from mlcompanion.rl.traces import LEAST_TRACE, clear, fade, mark

from .tables import best_of, move_value, step_of

__all__ = []


@njit
def learn_at_once(plan, memory, pair, reward, after):
    """Q-learning."""
    tables = memory.tables
    s, a = pair // tables.Q.shape[1], pair % tables.Q.shape[1]
    tables.visits[s, a] += 1
    size = step_of(plan, tables.visits[s, a])
    move_value(plan, tables, pair, size, reward + plan.gamma * best_of(tables.Q, after))


@njit
def learn_on_return(plan, memory, s):
    """The update that waited for this state, Alg. 1, lines 6 to 8."""
    last, tables = memory.last, memory.tables
    if last.state[s, 0] < 0:
        return
    a = last.action[s, 0]
    size = step_of(plan, tables.visits[s, a])
    goal = last.reward[s, 0] + plan.gamma * best_of(tables.Q, last.state[s, 0])
    move_value(plan, tables, s * tables.Q.shape[1] + a, size, goal)


@njit
def note_last_visit(memory, pair, reward, after):
    """Alg. 1, line 11: keep the sample until the state is seen again."""
    n_actions = memory.tables.Q.shape[1]
    s, a = pair // n_actions, pair % n_actions
    memory.tables.visits[s, a] += 1
    memory.last.reward[s, 0] = reward
    memory.last.state[s, 0] = after
    memory.last.action[s, 0] = a


@njit
def learn_by_traces(plan, memory, pair, reward, after):
    """Watkins' Q(lambda): what led here learns too, unless a worse action was tried since."""
    tables, trace = memory.tables, memory.trace
    n_actions = tables.Q.shape[1]
    s, a = pair // n_actions, pair % n_actions
    tables.visits[s, a] += 1
    # a worse action was taken: what came before did not lead here greedily
    if tables.Q[s, a] < best_of(tables.Q, s):
        clear(trace)
    else:
        # threshold holds lambda
        fade(trace, plan.gamma * plan.threshold, LEAST_TRACE)
    mark(trace, pair, plan.choice == 1)
    error = reward + plan.gamma * best_of(tables.Q, after) - tables.Q[s, a]
    for k in range(trace.count[0]):
        place = trace.active[k]
        i, j = place // n_actions, place % n_actions
        tables.Q[i, j] += step_of(plan, tables.visits[i, j]) * error * trace.value[place]
        tables.updates[i, j] += 1


@njit
def keep_sample(samples, pair, reward, after, size):
    """Push a sample at the back; the oldest has been taken out before if the ring was full."""
    n = len(samples.pair)
    k = (samples.first[0] + samples.count[0]) % n
    samples.pair[k] = pair
    samples.reward[k] = reward
    samples.state[k] = after
    samples.size[k] = size
    samples.count[0] += 1


@njit
def drop_oldest(samples):
    """Take the sample at the front out; return its place."""
    k = samples.first[0]
    samples.first[0] = (k + 1) % len(samples.pair)
    samples.count[0] -= 1
    return k


@njit
def learn_by_replay(plan, memory, pair, reward, after):
    """Q-learning with each of the last N samples; choice 1 begins with the newest."""
    tables, samples = memory.tables, memory.samples
    n_actions = tables.Q.shape[1]
    tables.visits[pair // n_actions, pair % n_actions] += 1
    n = len(samples.pair)
    if samples.count[0] == n:
        drop_oldest(samples)
    keep_sample(samples, pair, reward, after, 0.0)
    count = samples.count[0]
    for i in range(count):
        turn = count - 1 - i if plan.choice == 1 else i
        k = (samples.first[0] + turn) % n
        old = samples.pair[k]
        goal = samples.reward[k] + plan.gamma * best_of(tables.Q, samples.state[k])
        size = step_of(plan, tables.visits[old // n_actions, old % n_actions])
        move_value(plan, tables, old, size, goal)


@njit
def learn_by_sequence(plan, memory, pair, reward, after):
    """Best-match with the last N samples: correct their updates instead of repeating them.

    Section 6.1: Eq. (14) with the weights (12) and (13), by one sweep from front to back.
    """
    tables, samples = memory.tables, memory.samples
    Q, mf = tables.Q, tables.mf
    n_actions = Q.shape[1]
    s, a = pair // n_actions, pair % n_actions
    n = len(samples.pair)
    if samples.count[0] == n:
        k = drop_oldest(samples)
        # the oldest sample enters the model-free value for good
        i, j = samples.pair[k] // n_actions, samples.pair[k] % n_actions
        mf[i, j] = (1 - samples.size[k]) * mf[i, j] + samples.size[k] * samples.goal[k]
        # a pair whose last sample left has its model-free value
        Q[i, j] = mf[i, j]
    tables.visits[s, a] += 1
    keep_sample(samples, pair, reward, after, step_of(plan, tables.visits[s, a]))
    count = samples.count[0]
    # all targets from the values as they are, before anything is taken back
    for turn in range(count):
        k = (samples.first[0] + turn) % n
        samples.goal[k] = samples.reward[k] + plan.gamma * best_of(Q, samples.state[k])
    # back to the model-free values of all pairs in the ring
    for turn in range(count):
        old = samples.pair[(samples.first[0] + turn) % n]
        Q[old // n_actions, old % n_actions] = mf[old // n_actions, old % n_actions]
    # and the samples again from front to back, with the new targets
    for turn in range(count):
        k = (samples.first[0] + turn) % n
        move_value(plan, tables, samples.pair[k], samples.size[k], samples.goal[k])


@njit
def learn_with_delay(plan, memory, pair, reward, after):
    """Delayed Q-learning (Strehl et al. 2006): lower a value only by m targets together.

    ``choice`` is m and ``threshold`` the gap e1.
    """
    tables, tried = memory.tables, memory.attempts
    n_actions = tables.Q.shape[1]
    s, a = pair // n_actions, pair % n_actions
    tables.visits[s, a] += 1
    tried.clock[0] += 1
    # closed: it opens again only after another value has changed
    if tried.closed[pair]:
        if tried.time[pair] < tried.clock[1]:
            tried.closed[pair] = 0
        return
    tried.total[pair] += reward + plan.gamma * best_of(tables.Q, after)
    tried.number[pair] += 1
    if tried.number[pair] < plan.choice:
        return
    mean = tried.total[pair] / plan.choice
    # lower the value only by a clear gap; elsewhere it may be right, and rests
    if tables.Q[s, a] - mean >= 2 * plan.threshold:
        tables.Q[s, a] = mean + plan.threshold
        tables.updates[s, a] += 1
        tried.clock[1] = tried.clock[0]
    elif tried.time[pair] >= tried.clock[1]:
        tried.closed[pair] = 1
    tried.time[pair] = tried.clock[0]
    tried.total[pair] = 0.0
    tried.number[pair] = 0
