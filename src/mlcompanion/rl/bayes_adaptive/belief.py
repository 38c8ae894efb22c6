"""Beliefs over hyperstates: the state and the counts, both unseen, as one cloud."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_instance,
    check_rng,
    read_only,
)

from .cells import cloud_of, tables_of
from .filters import check_filter, rule_of
from .playing import error_of_model, marginal, next_episode, track_steps
from .prior import CountPrior
from .stepping import follow_on, grow
from .tables import MONTE_CARLO_PRINTED
from .thinning import thin

__all__ = ["HyperBelief", "Track"]


def _shown(array):
    """The same numbers to be read alone: planning goes on with the array itself."""
    view = array.view()
    read_only(view)
    return view


class Track(NamedTuple):
    """What a belief went through.

    Attributes
    ----------
    belief : HyperBelief
        After the last step.
    chances : ndarray, shape (T,)
        Probability that the belief gave to each observation just before it.
    states : ndarray, shape (T, S)
        Probability of each state after each observation.
    """

    belief: object
    chances: np.ndarray
    states: np.ndarray


class HyperBelief:
    r"""What an agent believes of the state and of the model it acts in.

    Parameters
    ----------
    prior : CountPrior

    Attributes
    ----------
    states : ndarray of int, shape (K,)
    counts : ndarray, shape (K, C)
    weights : ndarray, shape (K,)
        Probabilities of the K hyperstates.

    References
    ----------
    Ross, Pineau, Chaib-draa and Kreitmann (2011), sections 3.2 and 5.1.

    Examples
    --------
    >>> from mlcompanion.rl.environments import tiger
    >>> psi = [[[5, 3]] * 3, [[3, 5]] * 3]
    >>> ear = CountPrior.of(tiger(), psi=psi, learn_seen=[[True, False, False]] * 2)
    >>> heard = HyperBelief(ear).update(0, 0)
    >>> heard.marginal(), heard.counts
    (array([0.625, 0.375]), array([[6., 3., 3., 5.],
           [5., 3., 4., 5.]]))
    """

    def __init__(self, prior):
        self.prior = check_instance(prior, "prior", CountPrior)
        self._tables = tables_of(prior)
        self._set(cloud_of(prior))

    def _set(self, cloud):
        self._cloud = cloud
        self.states = _shown(cloud.states)
        self.counts = _shown(cloud.counts)
        self.weights = _shown(cloud.weights)

    def _after(self, cloud):
        """A belief of the same prior with another cloud."""
        other = object.__new__(HyperBelief)
        other.prior = self.prior
        other._tables = self._tables
        other._set(cloud)
        return other

    def __len__(self):
        """Number K of hyperstates."""
        return len(self.states)

    def _check_action(self, action):
        return check_count(action, "action", high=self.prior.world.n_actions - 1)

    def predictive(self, action):
        """Probability of each observation after an action; O(K S Z).

        Parameters
        ----------
        action : int

        Returns
        -------
        ndarray, shape (Z,)
            Sums to less than 1 where the action may end the episode.
        """
        action = self._check_action(action)
        n_seen = self.prior.world.n_observations
        return np.array(
            [follow_on(self._tables, self._cloud, action, z, True)[1] for z in range(n_seen)]
        )

    def update(self, action, observation, *, filter=None, random_state=None):
        """The belief after an action and what was observed, thinned by a filter (Algorithm 1).

        Parameters
        ----------
        action, observation : int
        filter : HyperFilter, optional
            Default the exact one, which keeps all.
        random_state : int or Generator, optional
            For the Monte Carlo filter.

        Returns
        -------
        HyperBelief

        Raises
        ------
        ValueError
            If the observation is impossible under the belief.

        Notes
        -----
        O(K S), of which weighted distance makes O(K S size (C + A R)).
        """
        action = self._check_action(action)
        n_seen = self.prior.world.n_observations
        seen = check_count(observation, "observation", high=n_seen - 1)
        rule = rule_of(check_filter(filter), self.prior.world)
        rng = check_rng(random_state)
        pending, chance = follow_on(
            self._tables, self._cloud, action, seen, rule.kind != MONTE_CARLO_PRINTED
        )
        if chance <= 0:
            raise ValueError(f"observation {seen} is impossible under the belief")
        chosen, weights = thin(self._tables, rule, self._cloud, pending, rng)
        return self._after(grow(self._tables, self._cloud, pending, chosen, weights))

    def track(self, actions, observations, *, filter=None, random_state=None):
        """The same for many steps of one episode, in one compiled loop.

        Parameters
        ----------
        actions, observations : array_like of int, shape (T,)
        filter : HyperFilter, optional
        random_state : int or Generator, optional

        Returns
        -------
        Track

        Raises
        ------
        ValueError
            If an observation is impossible under the belief.
        """
        high = (self.prior.world.n_actions - 1, self.prior.world.n_observations - 1)
        actions = check_array(
            actions, "actions", ndim=1, min_rows=1, dtype=int, low=0, high=high[0]
        )
        shape = actions.shape
        seen = check_array(
            observations, "observations", shape=shape, dtype=int, low=0, high=high[1]
        )
        rule = rule_of(check_filter(filter), self.prior.world)
        steps = np.column_stack([actions, seen])
        rng = check_rng(random_state)
        cloud, chances, states = track_steps(self._tables, rule, self._cloud, steps, rng)
        if (chances == 0).any():
            first = chances.argmin()
            raise ValueError(f"observations are impossible under the belief from step {first} on")
        return Track(self._after(cloud), chances, states)

    def next_episode(self, *, filter=None, random_state=None):
        """The belief at the start of an episode: counts are kept, the state is new.

        Parameters
        ----------
        filter : HyperFilter, optional
        random_state : int or Generator, optional

        Returns
        -------
        HyperBelief
            Hyperstates with equal counts are merged first.
        """
        rule = rule_of(check_filter(filter), self.prior.world)
        return self._after(next_episode(self._tables, rule, self._cloud, check_rng(random_state)))

    def marginal(self):
        """Probability of each state, shape (S,)."""
        return marginal(self._tables, self._cloud)

    def means(self):
        """Expected probability of each cell, shape (C,)."""
        return self.weights @ (self.counts / self._cloud.totals[:, self.prior.rows])

    def model_error(self, laws):
        """Mean L1 distance of the model to the true one (WL1 of section 6).

        Parameters
        ----------
        laws : array_like, shape (C,)
            True probability of each cell; tied laws count once.

        Returns
        -------
        float
        """
        shape = (self.prior.n_cells,)
        laws = check_array(laws, "laws", shape=shape, low=0, high=1, dtype=np.float64)
        return float(error_of_model(self._tables, self._cloud, laws))
