"""Three agents that see the state, in a world with an unknown action (section 2.3)."""

from functools import cache

import numpy as np

from mlcompanion.rl import POMDP
from mlcompanion.rl.bayes_adaptive import CountPrior, CountTree
from mlcompanion.teaching import mean_se

__all__ = ["agent_returns", "compare_agents", "machine_worth", "two_states"]

STEPS = 8
#: The known action stays with this probability.
STAY = 0.9


def two_states(gamma=0.95):
    """The prior: where action 1 leads has counts 1 and 1 from either state."""
    T = np.full((2, 2, 2), 0.5)
    T[:, 0] = [[STAY, 1 - STAY], [1 - STAY, STAY]]
    seen = np.repeat(np.eye(2)[:, None], 2, axis=1)
    pomdp = POMDP(T, seen, [[0.3, 0.0], [1.0, 1.0]], gamma, [1.0, 0.0])
    return CountPrior.of(pomdp, phi=np.ones((2, 2, 2)), learn_moves=[[False, True]] * 2)


def _plan(T, R, gamma, horizon):
    """Best first actions of many models at once, shape (n, S)."""
    V = np.zeros(T.shape[:2])
    for _ in range(horizon):
        Q = R + gamma * np.einsum("nsat,nt->nsa", T, V)
        V = Q.max(axis=2)
    return Q.argmax(axis=2)


def _with_unknown(prior, p):
    """Moves of many models: p[n, s] is the chance that action 1 leads from s to state 1."""
    T = np.repeat(prior.world.dense().T[None], len(p), axis=0)
    T[:, :, 1] = np.stack([1 - p, p], axis=2)
    return T


def _tree_actions(tree, states, counts, left):
    """The tree's actions, asked once for each hyperstate that occurs."""
    asked, place = np.unique(np.column_stack([states, counts]), axis=0, return_inverse=True)
    best = [tree.values(int(row[0]), row[1:], left).argmax() for row in asked]
    return np.array(best)[place.ravel()]


def agent_returns(kind, n_worlds, seed):
    """Discounted returns of an agent in worlds drawn from the prior.

    Parameters
    ----------
    kind : str
        "tree", "mean model", "sampled once" or "sampled each step".
    n_worlds : int
    seed : int
        The worlds, and the chances of moving, are the same for all agents.

    Returns
    -------
    ndarray, shape (n_worlds,)
    """
    prior, rng, own = two_states(), np.random.default_rng(seed), np.random.default_rng(seed + 1)
    tree, R, gamma = CountTree(prior), prior.world.R, prior.world.gamma
    truth = _with_unknown(prior, rng.random((n_worlds, 2)))
    states = np.zeros(n_worlds, dtype=int)
    counts = np.ones((n_worlds, 4))
    each, returns = np.arange(n_worlds), np.zeros(n_worlds)
    for step in range(STEPS):
        left = STEPS - step
        if kind == "tree":
            actions = _tree_actions(tree, states, counts, left)
        else:
            if kind == "mean model":
                p = counts[:, 1::2] / (counts[:, ::2] + counts[:, 1::2])
            elif kind == "sampled each step" or step == 0:
                p = own.beta(counts[:, 1::2], counts[:, ::2])
            actions = _plan(_with_unknown(prior, p), R, gamma, left)[each, states]
        returns += gamma**step * R[states, actions]
        then = (rng.random(n_worlds) < truth[each, states, actions, 1]).astype(int)
        tried = actions == 1
        counts[each[tried], 2 * states[tried] + then[tried]] += 1
        states = then
    return returns


def compare_agents(n_worlds, seed=0):
    """The tree's promise, and what the agents earn on average.

    Returns
    -------
    dict
        Of the two ways to sample, the better one counts.
    """
    kinds = ("tree", "mean model", "sampled once", "sampled each step")
    earned = {kind: agent_returns(kind, n_worlds, seed) for kind in kinds}
    sampled = max(kinds[2:], key=lambda kind: earned[kind].mean())
    others = ("mean model", sampled)
    return {
        "promised": CountTree(two_states()).values(0, np.ones(4), STEPS).max(),
        "tree": earned["tree"].mean(),
        "sampling": earned[sampled].mean(),
        "mean_model": earned["mean model"].mean(),
        "se": max(mean_se(earned["tree"] - earned[kind]).error for kind in others),
        "kept": earned["sampled once"].mean(),
    }


@cache
def machine_worth(rounds, paid=1, unpaid=1, sure=0.55):
    """Worth of a machine that pays 1 with an unknown probability, beside a sure thing.

    The best of all plans over counts: without a discount, a sure thing once chosen stays the best.
    """
    if rounds == 0:
        return 0.0
    p = paid / (paid + unpaid)
    won = machine_worth(rounds - 1, paid + 1, unpaid, sure)
    lost = machine_worth(rounds - 1, paid, unpaid + 1, sure)
    return max(rounds * sure, p * (1 + won) + (1 - p) * lost)
