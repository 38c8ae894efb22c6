"""The Bayes-adaptive MDP: the state is seen, the moves are not known (section 2.3)."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_rng
from mlcompanion.rl.episodic import EpisodicPOMDP
from mlcompanion.rl.models import MDP
from mlcompanion.rl.planning import value_iteration

from .prior import CountPrior

__all__ = ["CountTree", "SampledRun", "posterior_sampling", "sample_laws"]


class CountTree:
    r"""Best expected reward over hyperstates (s, counts), exactly (Equation 1).

    .. math:: V(s, \phi) = \max_a R(s, a) + \gamma \sum_{s'} T_\phi^{sas'}
        V(s', \mathcal U(\phi, s, a, s'))

    Parameters
    ----------
    prior : CountPrior
        Its sensor is not used: the state is seen.

    Attributes
    ----------
    n_hyperstates : int
        Hyperstates that were worked out so far, with their remaining steps.

    Notes
    -----
    Hyperstates that are reached in several ways are worked out once. With k unknown laws of two
    outcomes that makes O(t^(2k)) of them for horizon t instead of O((A S)^t).

    Examples
    --------
    >>> from mlcompanion.rl import POMDP
    >>> seen = np.repeat(np.eye(2)[:, None], 2, axis=1)
    >>> T = np.full((2, 2, 2), 0.5)
    >>> T[:, 0] = np.eye(2)
    >>> pomdp = POMDP(T, seen, [[0.0, 0.0], [1.0, 1.0]], 0.9, [1.0, 0.0])
    >>> prior = CountPrior.of(pomdp, phi=np.ones((2, 2, 2)), learn_moves=[[False, True]] * 2)
    >>> CountTree(prior).values(0, [1, 1, 1, 1], 3)
    array([0.405, 0.99 ])
    """

    def __init__(self, prior):
        self.prior = check_instance(prior, "prior", CountPrior)
        self._known = {}

    @property
    def n_hyperstates(self):
        """Number of hyperstates worked out so far."""
        return len(self._known)

    def values(self, state, counts, horizon):
        """Value of each action, shape (A,).

        Parameters
        ----------
        state : int
        counts : array_like, shape (C,)
        horizon : int
            Rewards that are still to come.

        Returns
        -------
        ndarray, shape (A,)
        """
        state = check_count(state, "state", high=self.prior.world.n_states - 1)
        horizon = check_count(horizon, "horizon", low=1)
        shape = (self.prior.n_cells,)
        counts = check_array(counts, "counts", shape=shape, low=0, open_low=True)
        return np.array(self._values(state, tuple(counts.tolist()), horizon))

    def _values(self, state, counts, horizon):
        key = (state, counts, horizon)
        known = self._known.get(key)
        if known is None:
            actions = range(self.prior.world.n_actions)
            known = [self._value(state, action, counts, horizon) for action in actions]
            self._known[key] = known
        return known

    def _value(self, state, action, counts, horizon):
        world, prior = self.prior.world, self.prior
        value = float(world.R[state, action])
        if horizon == 1 or world.ends[state, action]:
            return value
        pair = state * world.n_actions + action
        for branch in range(world.start[pair], world.start[pair + 1]):
            cell = prior.branch_cells[branch]
            after, p = counts, world.prob[branch]
            if cell >= 0:
                row = prior.rows == prior.rows[cell]
                p = counts[cell] / sum(np.array(counts)[row])
                after = (*counts[:cell], counts[cell] + 1, *counts[cell + 1 :])
            if p > 0:
                best = max(self._values(int(world.to[branch]), after, horizon - 1))
                value += world.gamma * p * best
        return float(value)


def sample_laws(prior, counts, *, random_state=None):
    """Draw the unknown laws from their Dirichlet distributions.

    Parameters
    ----------
    prior : CountPrior
        The problem; its own counts are not used.
    counts : array_like, shape (C,)
    random_state : int or Generator, optional

    Returns
    -------
    ndarray, shape (C,)
    """
    check_instance(prior, "prior", CountPrior)
    shape = (prior.n_cells,)
    counts = check_array(counts, "counts", shape=shape, low=0, open_low=True, dtype=np.float64)
    rng = check_rng(random_state)
    starts = np.flatnonzero(np.diff(prior.rows, prepend=-1))
    drawn = [rng.dirichlet(row) for row in np.split(counts, starts[1:]) if len(row)]
    return np.concatenate([np.zeros(0), *drawn])


class SampledRun(NamedTuple):
    """What an agent did that acts on models drawn from its posterior.

    Attributes
    ----------
    states : ndarray of int, shape (n_steps + 1,)
    actions : ndarray of int, shape (n_steps,)
    rewards : ndarray, shape (n_steps,)
    counts : ndarray, shape (C,)
        At the end.
    """

    states: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray
    counts: np.ndarray


def _seen(world):
    """The decision process of a world whose state is seen; the last state is the end."""
    dense = world.dense()
    if not world.ends.any():
        return dense.mdp
    n_states, n_actions = world.R.shape
    T = np.zeros((n_states + 1, n_actions, n_states + 1))
    T[:-1, :, :-1] = np.where(world.ends[:, :, None], 0.0, dense.T)
    T[:-1, :, -1] = world.ends
    T[-1, :, -1] = 1.0
    return MDP(T, np.append(world.R, np.zeros((1, n_actions)), axis=0), world.gamma)


def posterior_sampling(prior, world, *, n_steps=100, keep=10, random_state=None):
    """Draw a model, follow its best policy for a while, draw again (Strens 2000; section 2.3.3).

    Parameters
    ----------
    prior : CountPrior
        What the agent knows; of several hypotheses one is drawn with their weights.
    world : EpisodicPOMDP
        What is true; with the agent's branches. The state is seen.
    n_steps : int
        An episode that ends is followed by the next.
    keep : int
        Steps that a drawn model is kept for.
    random_state : int or Generator, optional

    Returns
    -------
    SampledRun

    Notes
    -----
    One value iteration on an MDP for each ``keep`` steps. After the end of an episode nothing more
    is worth anything to the plan.
    """
    check_instance(prior, "prior", CountPrior)
    check_instance(world, "world", EpisodicPOMDP)
    prior.laws_in(world)
    n_steps = check_count(n_steps, "n_steps", low=1)
    keep = check_count(keep, "keep", low=1)
    rng = check_rng(random_state)
    counts = prior.counts[rng.choice(len(prior.weights), p=prior.weights)].copy()
    states = [int(rng.choice(world.n_states, p=world.b0))]
    actions = []
    for step in range(n_steps):
        if step % keep == 0:
            drawn = prior.known(sample_laws(prior, counts, random_state=rng)).world
            policy = value_iteration(_seen(drawn)).policy
        state = states[-1]
        action = int(policy[state])
        actions.append(action)
        if world.ends[state, action]:
            states.append(int(rng.choice(world.n_states, p=world.b0)))
            continue
        pair = state * world.n_actions + action
        branches = slice(world.start[pair], world.start[pair + 1])
        branch = world.start[pair] + rng.choice(len(world.prob[branches]), p=world.prob[branches])
        if prior.branch_cells[branch] >= 0:
            counts[prior.branch_cells[branch]] += 1
        states.append(int(world.to[branch]))
    states, actions = np.array(states), np.array(actions)
    return SampledRun(states, actions, world.R[states[:-1], actions], counts)
