"""Best values of known models against QuantEcon, and sweeping with lists against a scan.

The second has no peer: the same updates in the same order, once with a list of predecessors for
each state, once by looking through all pairs. Slopes are of the seconds of a step over the
number of states.
"""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion._jit import njit
from mlcompanion.rl import MDP, Transitions, learn_from, policy_iteration
from mlcompanion.rl.bestmatch import BestMatchLVM
from mlcompanion.rl.bestmatch.tables import blank_queue, put, take
from mlcompanion.rl.environments import dyna_maze, large_maze, scattered_moves
from mlcompanion.teaching import log_slope

TITLE = "Best-match learning"
CHAPTER = "jmlr12/29_best_match_rl"
STEPS, ACTIONS, GAMMA = 20_000, 2, 0.95
CROWDED = (
    "so few pairs lie side by side in the cache: looking through all of them costs less than "
    "keeping lists of predecessors"
)
DIGITS = (
    "ours solves every system twice, and for rewards without signs beside it: small values beside "
    "large ones keep their digits, and rounding changes no action"
)


def random_mdp(n, n_actions=4, random_state=0):
    """A process whose moves all are possible."""
    rng = np.random.default_rng(random_state)
    P = rng.dirichlet(np.ones(n), size=(n, n_actions))
    return MDP(P, rng.normal(size=(n, n_actions)), GAMMA)


def plans():
    """Best values by policy iteration on both sides."""
    if peer("quantecon") is None:
        return
    from quantecon.markov import DiscreteDP

    models = {
        "random, 100 states": random_mdp(100),
        "random, 400 states": random_mdp(400),
        "Dyna maze, 47 states": dyna_maze().mdp(0.2),
        "large maze, 728 states": scattered_moves(large_maze()),
    }
    for name, mdp in models.items():

        def theirs(mdp=mdp):
            problem = DiscreteDP(mdp.expected_reward, mdp.P, mdp.gamma)
            return problem.solve(method="policy_iteration").v

        yield duel(
            "best values by policy iteration", name, lambda mdp=mdp: policy_iteration(mdp).values,
            "quantecon DiscreteDP", theirs, same=equal(rtol=0.0, atol=1e-8),
            note="equal values to 1e-8", reason=DIGITS,
        )  # fmt: skip


def moves(n_states, random_state=0):
    """Logged moves to states nearby, with noisy rewards."""
    rng = np.random.default_rng(random_state)
    states = rng.integers(n_states, size=STEPS)
    after = (states + rng.integers(1, 4, size=STEPS)) % n_states
    rewards = rng.normal(size=STEPS)
    return Transitions(states, rewards, after, actions=rng.integers(ACTIONS, size=STEPS))


@njit
def scan_all_pairs(walk, n_updates, threshold, queue, Q):
    """Algorithm 4 with learning rates 1/n and a look at every pair for predecessors."""
    states, rewards, afters, actions, _ = walk
    n_actions = Q.shape[1]
    mf, visits = np.zeros(Q.size), np.zeros(Q.size)
    paid, led = np.zeros(Q.size), np.full(Q.size, -1)
    flat = Q.reshape(-1)
    for t in range(len(states)):
        pair = states[t] * n_actions + actions[t]
        mf[pair] = flat[pair]
        visits[pair] += 1
        led[pair] = afters[t]
        paid[pair] = rewards[t]
        put(queue, pair, np.inf)
        n = 0
        while n < n_updates and queue.size[0] > 0:
            first = take(queue)
            size = 1.0 / visits[first]
            goal = paid[first] + GAMMA * Q[led[first]].max()
            flat[first] = (1 - size) * mf[first] + size * goal
            s1 = first // n_actions
            worth = GAMMA * Q[s1].max()
            for before in range(len(flat)):
                if led[before] == s1:
                    size = 1.0 / visits[before]
                    value = (1 - size) * mf[before] + size * (paid[before] + worth)
                    change = abs(value - flat[before])
                    if change > threshold:
                        put(queue, before, change)
            n += 1


def sweeps():
    """Seconds with lists and with a scan, and how both grow."""
    seconds = {"lists": [], "scan": []}
    updates = []
    sizes = (50, 200, 800, 3200)
    learner = BestMatchLVM(n_updates=20, decay=1.0)
    for n in sizes:
        log = moves(n)
        ends = np.zeros(STEPS, dtype=bool)
        walk = (log.states, log.rewards, log.next_states, log.actions, ends)

        def ours(log=log, n=n):
            return learn_from(learner, log, n_states=n, n_actions=ACTIONS, gamma=GAMMA)

        def theirs(walk=walk, n=n):
            Q = np.zeros((n, ACTIONS))
            scan_all_pairs(walk, 20, 1e-4, blank_queue(Q.size), Q)
            return Q

        ours(), theirs()  # compiled
        for name, call in (("lists", ours), ("scan", theirs)):
            spent, answer = least(call)
            seconds[name].append(spent)
            if name == "lists":
                found = answer.values
                updates.append(answer.updates.sum())
        np.testing.assert_allclose(found, answer, rtol=1e-9, atol=1e-9)
        yield row(
            f"prioritized sweeping, {STEPS} moves, 20 updates each", f"{n} states",
            seconds["lists"][-1], "a scan of all pairs (ours)", seconds["scan"][-1],
            "equal values to 1e-9", CROWDED,
        )  # fmt: skip
    lists, scan = (log_slope(sizes, times) for times in seconds.values())
    each = log_slope(sizes, np.divide(seconds["lists"], updates))
    few, many = updates[0] / STEPS, updates[-1] / STEPS
    yield row(
        "prioritized sweeping, growth", f"{sizes[0]} to {sizes[-1]} states",
        seconds["lists"][-1], "a scan of all pairs (ours)", seconds["scan"][-1],
        f"seconds grow with power {lists:.2f} of the states with lists, {scan:.2f} with a scan; "
        f"with lists it is the updates of a move that grow, from {few:.1f} to {many:.1f}, the "
        f"seconds of one with power {each:.2f}",
    )  # fmt: skip


def rows():
    """All rows."""
    yield from plans()
    yield from sweeps()
