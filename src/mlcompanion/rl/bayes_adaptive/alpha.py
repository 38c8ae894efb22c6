"""Values of all plans: Sondik's vectors for a known model, functions of the counts for another."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_instance, check_memory
from mlcompanion.rl.models import POMDP

from .caps import CountCaps, cap_by_law, check_rows_of, project_counts
from .prior import CountPrior

__all__ = ["AlphaVectors", "alpha_values", "enumerate_alpha"]


class AlphaVectors(NamedTuple):
    """The plans of a horizon.

    Attributes
    ----------
    vectors : ndarray, shape (n_plans, S)
        Value of each plan from each state.
    actions : ndarray of int, shape (n_plans,)
        First action of each plan.
    """

    vectors: np.ndarray
    actions: np.ndarray


def n_plans(n_actions, n_observations, horizon):
    """How many plans there are: |A|, then |A| times the |Z|-th power of the number before."""
    number = n_actions
    for _ in range(horizon - 1):
        number = n_actions * number**n_observations
    return number


def _check_plans(n_actions, n_observations, horizon, n_states):
    number = n_plans(n_actions, n_observations, horizon)
    check_memory(8 * number * n_states, f"{number} plans of horizon {horizon}")


def _cross_sum(parts):
    """All sums of one row from each part, the last part changing fastest, shape (n, ...)."""
    total = parts[0]
    for part in parts[1:]:
        total = (total[:, None] + part[None]).reshape(-1, *part.shape[1:])
    return total


def enumerate_alpha(pomdp, horizon):
    r"""Value of every plan of a POMDP (Sondik's enumeration, section 3.1).

    .. math:: \Gamma_t^a = \Gamma_1^a \oplus \bigoplus_z \{\gamma \sum_{s'} T^{sas'} O^{s'az}
        \alpha'(s') : \alpha' \in \Gamma_{t-1}\}

    Parameters
    ----------
    pomdp : POMDP
    horizon : int
        Number of rewards.

    Returns
    -------
    AlphaVectors
        :math:`|\Gamma_{t+1}| = |A| |\Gamma_t|^{|Z|}` of them: few steps only.

    Raises
    ------
    ValueError
        If the horizon is below 1.
    MemoryError
        If the plans are too many.

    Examples
    --------
    >>> from mlcompanion.rl.environments import tiger
    >>> [len(enumerate_alpha(tiger(), t).actions) for t in (1, 2, 3)]
    [3, 27, 2187]
    """
    check_instance(pomdp, "pomdp", POMDP)
    horizon = check_count(horizon, "horizon", low=1)
    n_states, n_actions = pomdp.R.shape
    n_seen = pomdp.O.shape[2]
    _check_plans(n_actions, n_seen, horizon, n_states)
    vectors = pomdp.R.T.copy()
    actions = np.arange(n_actions)
    for _ in range(horizon - 1):
        plans = []
        for a in range(n_actions):
            moved = [(vectors * pomdp.O[:, a, z]) @ pomdp.T[:, a].T for z in range(n_seen)]
            plans.append(pomdp.R[:, a] + pomdp.gamma * _cross_sum(moved))
        actions = np.repeat(np.arange(n_actions), [len(plan) for plan in plans])
        vectors = np.concatenate(plans)
    return AlphaVectors(vectors, actions)


def alpha_values(prior, state, counts, horizon, *, caps=None):
    r"""Value of every plan from one hyperstate (section 3.3, Theorem 2).

    .. math:: \alpha^{a,z}(s, \phi, \psi) = \gamma \sum_{s'} T_\phi^{sas'} O_\psi^{s'az}
        \alpha'(s', \mathcal U(\phi, s, a, s'), \mathcal U(\psi, s', a, z))

    Parameters
    ----------
    prior : CountPrior
        The problem; its own counts are not used.
    state : int
    counts : array_like, shape (C,)
    horizon : int
        Number of rewards.
    caps : CountCaps, optional
        Evaluate in the finite model of section 4, whose counts are projected after each step.

    Returns
    -------
    ndarray, shape (n_plans,)
        In the order of :func:`enumerate_alpha`.

    Raises
    ------
    ValueError
        If the horizon is below 1, a state or count is out of range, or a law has no counts.

    Notes
    -----
    O((A Z S)^(horizon - 1)) hyperstates.
    """
    check_instance(prior, "prior", CountPrior)
    world = prior.world
    state = check_count(state, "state", high=world.n_states - 1)
    horizon = check_count(horizon, "horizon", low=1)
    counts = check_rows_of(counts, "counts", prior.rows)
    if caps is not None:
        check_instance(caps, "caps", CountCaps)
        caps = cap_by_law(prior, caps)
        counts = project_counts(counts, prior.rows, caps)
    _check_plans(world.n_actions, world.n_observations, horizon, 1)
    return _Plans(prior, caps).values(state, counts, horizon)


class _Plans:
    """The recursion over hyperstates."""

    def __init__(self, prior, caps):
        self.prior = prior
        self.world = prior.world
        self.caps = caps

    def values(self, state, counts, horizon):
        if horizon == 1:
            return self.world.R[state]
        means = np.append(counts / self.prior._sums(counts)[self.prior.rows], 0.0)
        plans = [self._of_action(state, a, counts, (means, horizon)) for a in self._actions()]
        return np.concatenate(plans)

    def _actions(self):
        return range(self.world.n_actions)

    def _of_action(self, state, a, counts, rest):
        """Plans that begin with an action."""
        means, horizon = rest
        world, prior = self.world, self.prior
        shorter = n_plans(world.n_actions, world.n_observations, horizon - 1)
        after = np.zeros((world.n_observations, shorter))
        pair = state * world.n_actions + a
        if not world.ends[state, a]:
            for branch in range(world.start[pair], world.start[pair + 1]):
                to = world.to[branch]
                move = prior.branch_cells[branch]
                p = means[move] if move >= 0 else world.prob[branch]
                for z in range(world.n_observations):
                    seen = prior.seen_cells[to, a, z]
                    q = means[seen] if seen >= 0 else world.O[to, a, z]
                    if p * q > 0:
                        then = self._counted(counts, (move, seen))
                        after[z] += p * q * self.values(to, then, horizon - 1)
        return world.R[state, a] + world.gamma * _cross_sum(list(after))

    def _counted(self, counts, cells):
        """The counts with two cells counted, projected where there are caps."""
        counts = counts.copy()
        for cell in cells:
            if cell >= 0:
                counts[cell] += 1
        if self.caps is None:
            return counts
        return project_counts(counts, self.prior.rows, self.caps)
