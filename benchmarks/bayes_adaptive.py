"""Beliefs over states and models: pomdp-py where the model is known, plain dictionaries where not.

pomdp-py counts no transitions, so that it meets us on Tiger with the true ear: one belief after
another, values of a finite horizon, a decision. The Bayes-adaptive filters have no peer; they run
against the same steps written with a dictionary of (state, counts).
"""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.rl import POMDP, EpisodicPOMDP
from mlcompanion.rl.bayes_adaptive import (
    CountPrior,
    HyperBelief,
    enumerate_alpha,
    exact_filter,
    follow_prior,
    lookahead,
    most_probable,
    rock_prior,
)
from mlcompanion.rl.environments import RockSample, follow, tiger

pomdp_py = peer("pomdp_py", "pomdp-py")

TITLE = "Planning with counts: beliefs and look-ahead"
CHAPTER = "jmlr12/18_bapomdp"


def their_tiger():
    """Tiger in pomdp-py's classes, its states, actions and observations as ours, by number."""

    class State(pomdp_py.State):
        def __init__(self, number):
            self.number = number

        def __hash__(self):
            return self.number

        def __eq__(self, other):
            return self.number == other.number

    class Action(State, pomdp_py.Action):
        pass

    class Seen(State, pomdp_py.Observation):
        pass

    pomdp = tiger()
    moved, seen, paid = pomdp.T.tolist(), pomdp.O.tolist(), pomdp.R.tolist()
    states = [State(s) for s in range(2)]

    class Moves(pomdp_py.TransitionModel):
        def probability(self, next_state, state, action):
            return moved[state.number][action.number][next_state.number]

        def get_all_states(self):
            return states

    class Sees(pomdp_py.ObservationModel):
        def get_all_observations(self):
            return [Seen(z) for z in range(2)]

        def probability(self, observation, next_state, action):
            return seen[next_state.number][action.number][observation.number]

    class Pays(pomdp_py.RewardModel):
        def sample(self, state, action, next_state):
            return paid[state.number][action.number]

    return (
        states, [Action(a) for a in range(3)], [Seen(z) for z in range(2)], Moves(), Sees(), Pays()
    )  # fmt: skip


def known_races():
    """Tiger with the true ear."""
    if pomdp_py is None:
        return
    from pomdp_py.algorithms.value_function import qvalue

    S, A, Z, moves, sees, pays = their_tiger()
    knows = CountPrior(EpisodicPOMDP.of(tiger()), [], [])
    start = pomdp_py.Histogram({S[0]: 0.5, S[1]: 0.5})
    sounds = np.random.default_rng(0).integers(2, size=1000)
    listens = np.zeros(1000, dtype=int)

    def our_beliefs():
        return HyperBelief(knows).track(listens, sounds).states

    def their_beliefs():
        belief = start
        found = []
        for sound in sounds:
            belief = pomdp_py.update_histogram_belief(belief, A[0], Z[int(sound)], sees, moves)
            found.append([belief[s] for s in S])
        return np.array(found)

    model = tiger()
    yield duel(
        "beliefs", "Tiger, 1,000 sounds", our_beliefs, "pomdp-py update_histogram_belief",
        their_beliefs, same=equal(1e-9, 1e-12), note="equal beliefs",
    )  # fmt: skip

    belief = HyperBelief(knows)
    for depth in (2, 3, 4):
        yield duel(
            "decision", f"Tiger, depth {depth}",
            lambda d=depth: lookahead(belief, d, exact_filter(), random_state=0).values,
            "pomdp-py qvalue",
            lambda d=depth: np.array(
                [qvalue(start, a, S, A, Z, moves, sees, pays, 0.95, horizon=d + 1) for a in A]
            ),
            same=equal(1e-9), note="equal values of the three actions",
        )  # fmt: skip

    def our_plan(law):
        plans = enumerate_alpha(model, 3)
        return int(plans.actions[(plans.vectors @ law).argmax()])

    def their_plan(law):
        belief = pomdp_py.Histogram(dict(zip(S, law, strict=True)))
        agent = pomdp_py.Agent(belief, policy_of(A), moves, sees, pays)
        return pomdp_py.ValueIteration(horizon=3, discount_factor=0.95).plan(agent).number

    for law in ([0.5, 0.5], [0.02, 0.98]):
        yield duel(
            "best plan of three steps", f"Tiger, belief ({law[0]:g}, {law[1]:g})",
            lambda b=law: our_plan(b), "pomdp-py ValueIteration", lambda b=law: their_plan(b),
            same=equal(0), note="equal first action",
        )  # fmt: skip


def policy_of(actions):
    """What pomdp-py asks for the actions."""

    class Policy(pomdp_py.PolicyModel):
        def get_all_actions(self, state=None, history=None):
            return actions

    return Policy()


def dictionary_step(belief, prior, action, seen, size):
    """Algorithm 1 with a dictionary of (state, counts), then the heaviest ``size``."""
    world = prior.world
    after = {}
    for (state, counts), weight in belief.items():
        pair = state * world.n_actions + action
        for branch in range(world.start[pair], world.start[pair + 1]):
            to = int(world.to[branch])
            found = list(counts)
            p = weight
            for cell, known in (
                (prior.branch_cells[branch], world.prob[branch]),
                (prior.seen_cells[to, action, seen], world.O[to, action, seen]),
            ):
                if cell < 0:
                    p *= known
                else:
                    law = prior.rows == prior.rows[cell]
                    p *= counts[cell] / sum(c for c, of in zip(counts, law, strict=True) if of)
                    found[cell] += 1
            if p > 0:
                key = to, tuple(found)
                after[key] = after.get(key, 0.0) + p
    kept = sorted(after.items(), key=lambda item: -item[1])[:size]
    total = sum(weight for _, weight in kept)
    return {key: weight / total for key, weight in kept}


def by_dictionary(prior, steps, size):
    """The weights after some steps, rising."""
    belief = {}
    world = prior.world
    for counts, share in zip(prior.counts.tolist(), prior.weights, strict=True):
        for state in np.flatnonzero(world.b0).tolist():
            key = state, tuple(counts)
            belief[key] = belief.get(key, 0.0) + share * world.b0[state]
    for action, seen in steps:
        belief = dictionary_step(belief, prior, action, seen, size)
    return np.sort(list(belief.values()))


def by_filter(prior, steps, rule):
    """The same with ours."""
    actions, seen = np.array(steps).T
    return np.sort(HyperBelief(prior).track(actions, seen, filter=rule).belief.weights)


def walk(world, n_steps, actions, seed=0):
    """Actions and observations of a walk by chance that never ends."""
    rng = np.random.default_rng(seed)
    pomdp = world.dense()
    state = rng.choice(world.n_states, p=world.b0)
    found = []
    while len(found) < n_steps:
        action = int(rng.choice(actions))
        there = rng.choice(world.n_states, p=pomdp.T[state, action])
        if world.ends[there].all():
            continue
        state = there
        found.append((action, int(rng.choice(world.n_observations, p=pomdp.O[state, action]))))
    return found


def unknown_model(seed=0):
    """Two states, actions and observations, nothing of it known."""
    rng = np.random.default_rng(seed)
    phi = rng.integers(1, 6, (2, 2, 2)).astype(float)
    psi = rng.integers(1, 6, (2, 2, 2)).astype(float)
    laws = [counts / counts.sum(-1, keepdims=True) for counts in (phi, psi)]
    pomdp = POMDP(*laws, rng.uniform(size=(2, 2)), 0.9, [0.5, 0.5])
    return CountPrior.of(pomdp, phi=phi, psi=psi)


def filter_races():
    """Hyperstates in arrays against a dictionary of them."""
    people = follow_prior(follow())
    model = unknown_model()
    for what, prior, steps, rule, size in (
        ("2 states, all unknown, exact, 14 steps", model, walk(model.world, 14, range(2)),
         exact_filter(), None),
        ("Follow, 64 most probable, 100 steps", people, walk(people.world, 100, range(5)),
         most_probable(64), 64),
    ):  # fmt: skip
        yield duel(
            "belief over counts", what, lambda p=prior, s=steps, r=rule: by_filter(p, s, r),
            "a dictionary of hyperstates", lambda p=prior, s=steps, k=size: by_dictionary(p, s, k),
            same=equal(1e-9, 1e-12), note="equal weights",
        )  # fmt: skip


def node_rows():
    """Updates of a decision against (|A||Z|)^D."""
    rover = RockSample()
    counts = np.tile([6.0, 2.0], (len(rover.distances), 1))
    for name, prior, depths in (
        ("Follow", follow_prior(), (1, 2)),
        ("RockSample 3 × 3", rock_prior(rover, counts), (1, 2, 3, 4)),
    ):
        world = prior.world
        for depth in depths:
            rule = most_probable(16)
            belief = HyperBelief(prior)
            lookahead(belief, depth, rule)
            seconds, found = least(lambda b=belief, d=depth, r=rule: lookahead(b, d, r))
            most = (world.n_actions * world.n_observations) ** depth
            yield row(
                "look-ahead", f"{name}, depth {depth}", seconds, "–", None,
                note=f"{found.n_updates:,} updates; (|A||Z|)^D = {most:,}",
            )  # fmt: skip


def rows():
    """All rows."""
    yield from known_races()
    yield from filter_races()
    yield from node_rows()
