"""Markov models: with rewards alone, with actions, and with states that stay hidden.

A row of probabilities is checked once, when the model is made; what it holds is read-only.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, read_only
from mlcompanion.sequences.processes.base import check_law
from mlcompanion.sequences.processes.chains import stationary_of_moves

__all__ = ["MDP", "MRP", "POMDP"]


def _keep(model, **fields):
    """Set fields of a frozen model, locked."""
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            value = value.copy()
            read_only(value)
        object.__setattr__(model, name, value)


def check_gamma(gamma, name="gamma"):
    """A discount, in [0, 1)."""
    return check_real(gamma, name, low=0, high=1, open_high=True)


def _check_moves(P, name):
    """Laws of the next state, shape (n_states, n_actions, n_states)."""
    P = check_law(P, name, least=1, ndim=3, dtype=np.float64)
    if len(P) != P.shape[2]:
        raise ValueError(f"{name} must have shape (S, A, S), got {P.shape}")
    return P


@dataclass(frozen=True, eq=False)
class MRP:
    r"""Markov reward process: a chain that pays on every move.

    Parameters
    ----------
    P : array_like, shape (S, S)
        ``P[s, t]`` is the probability of going from state s to state t.
    r : array_like, shape (S,) or (S, S)
        Reward of a move, by the state left or by both of its states.

    Attributes
    ----------
    P : ndarray, shape (S, S)
    r : ndarray, shape (S, S)
        Reward of every move.
    expected_reward : ndarray, shape (S,)
        Mean reward of the next move, by the state left.

    Raises
    ------
    ValueError
        If a row of P does not sum to 1, or the shapes do not match.

    Examples
    --------
    >>> walk = MRP([[0.5, 0.5], [0.5, 0.5]], [0.0, 1.0])
    >>> walk.value(0.5)
    array([0.5, 1.5])
    """

    P: np.ndarray
    r: np.ndarray

    def __post_init__(self):
        P = check_law(self.P, "P", least=1, ndim=2, dtype=np.float64)
        n = len(P)
        if P.shape != (n, n):
            raise ValueError(f"P must be square, got shape {P.shape}")
        r = check_array(self.r, "r", dtype=np.float64)
        if r.shape not in ((n,), (n, n)):
            raise ValueError(f"r must have shape ({n},) or ({n}, {n}), got {r.shape}")
        if r.ndim == 1:
            r = np.repeat(r[:, None], n, axis=1)
        _keep(self, P=P, r=r)

    @cached_property
    def expected_reward(self):
        """Mean reward of the next move, by the state left, shape (S,)."""
        return (self.P * self.r).sum(axis=1)

    def value(self, gamma):
        r"""Discounted sum of what the chain will pay, from every state, shape (S,).

        Solves :math:`V = \bar r + \gamma P V`, in O(S^3) (Ueno et al. 2011, Eq. 1-3).
        """
        return _discounted(self.P, self.expected_reward, check_gamma(gamma))

    def stationary(self):
        """The stationary law of the chain, shape (S,); O(S^3).

        Raises
        ------
        ValueError
            If there are several.
        """
        return stationary_of_moves(self.P, "P")


def _discounted(P, rewards, gamma):
    """Solve V = rewards + gamma P V."""
    return np.linalg.solve(np.eye(len(P)) - gamma * P, rewards)


@dataclass(frozen=True, eq=False)
class MDP:
    r"""Markov decision process with finitely many states S and actions A.

    Parameters
    ----------
    P : array_like, shape (S, A, S)
        ``P[s, a, t]`` is the probability that action a leads from state s to state t.
    R : array_like, shape (S, A) or (S, A, S)
        Reward, by state and action or by the state reached too.
    gamma : float
        Discount, in [0, 1).

    Attributes
    ----------
    P : ndarray, shape (S, A, S)
    R : ndarray, shape (S, A, S)
        Reward of every move.
    expected_reward : ndarray, shape (S, A)
    terminal : ndarray of bool, shape (S,)
        States that no action leaves and that pay nothing: their value is 0.

    Raises
    ------
    ValueError
        If a row of P does not sum to 1, gamma is outside [0, 1), or the shapes do not match.

    Notes
    -----
    Memory: O(S^2 A).
    """

    P: np.ndarray
    R: np.ndarray
    gamma: float

    def __post_init__(self):
        P = _check_moves(self.P, "P")
        R = check_array(self.R, "R", dtype=np.float64)
        if R.shape not in (P.shape, P.shape[:2]):
            raise ValueError(f"R must have shape {P.shape[:2]} or {P.shape}, got {R.shape}")
        if R.ndim == 2:
            R = np.repeat(R[:, :, None], len(P), axis=2)
        _keep(self, P=P, R=R, gamma=check_gamma(self.gamma))

    @property
    def n_states(self):
        """Number of states."""
        return len(self.P)

    @property
    def n_actions(self):
        """Number of actions."""
        return self.P.shape[1]

    @cached_property
    def expected_reward(self):
        """Mean reward, by state and action, shape (S, A)."""
        return (self.P * self.R).sum(axis=2)

    @cached_property
    def terminal(self):
        """States that no action leaves and that pay nothing, shape (S,)."""
        states = np.arange(self.n_states)
        stays = (self.P[states, :, states] == 1).all(axis=1)
        return stays & (self.R[states, :, states] == 0).all(axis=1)

    def under(self, policy):
        """The chain that a policy makes of it.

        Parameters
        ----------
        policy : array_like of int, shape (S,), or of float, shape (S, A)
            The action of every state, or its probabilities.

        Returns
        -------
        MRP
        """
        choice = self._choice(policy)
        P = np.einsum("sa,sat->st", choice, self.P)
        paid = np.einsum("sa,sat,sat->st", choice, self.P, self.R)
        r = np.divide(paid, P, out=np.zeros_like(P), where=P > 0)
        return MRP(P, r)

    def _choice(self, policy):
        """Probabilities of the actions, shape (S, A)."""
        if np.ndim(policy) == 1:
            shape = (self.n_states,)
            policy = check_array(policy, "policy", shape=shape, dtype=int)
            if (policy < 0).any() or (policy >= self.n_actions).any():
                raise ValueError(f"policy must name actions 0 .. {self.n_actions - 1}")
            return np.eye(self.n_actions)[policy]
        return check_law(policy, "policy", least=1, shape=self.P.shape[:2], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class POMDP:
    r"""Markov decision process whose state is hidden behind observations Z.

    Parameters
    ----------
    T : array_like, shape (S, A, S)
        ``T[s, a, t]``: probability that action a leads from state s to state t.
    O : array_like, shape (S, A, Z)
        ``O[t, a, z]``: probability of observation z when action a has led to state t.
    R : array_like, shape (S, A)
        Reward of an action in a state.
    gamma : float
        Discount, in [0, 1).
    b0 : array_like, shape (S,)
        Law of the first state.

    Raises
    ------
    ValueError
        If a row does not sum to 1, gamma is outside [0, 1), or the shapes do not match.

    References
    ----------
    Ross, Pineau, Chaib-draa and Kreitmann (2011), section 3.
    """

    T: np.ndarray
    O: np.ndarray  # noqa: E741 - the field's name for the law of observations
    R: np.ndarray
    gamma: float
    b0: np.ndarray

    def __post_init__(self):
        T = _check_moves(self.T, "T")
        O = check_law(self.O, "O", least=1, ndim=3, dtype=np.float64)  # noqa: E741
        if O.shape[:2] != T.shape[:2]:
            raise ValueError(f"O must have shape ({T.shape[0]}, {T.shape[1]}, Z), got {O.shape}")
        R = check_array(self.R, "R", shape=T.shape[:2], dtype=np.float64)
        b0 = check_law(self.b0, "b0", least=1, shape=(len(T),), dtype=np.float64)
        _keep(self, T=T, O=O, R=R, gamma=check_gamma(self.gamma), b0=b0)

    @property
    def mdp(self):
        """The same problem with its state seen."""
        return MDP(self.T, self.R, self.gamma)

    def predictive(self, belief, action):
        """Joint law of the next state and its observation, shape (S, Z); O(S^2 + S Z)."""
        belief = check_law(belief, "belief", least=1, shape=(len(self.T),), dtype=np.float64)
        n_actions = self.T.shape[1]
        action = check_count(action, "action", high=n_actions - 1)
        return (belief @ self.T[:, action])[:, None] * self.O[:, action]

    def update(self, belief, action, observation):
        r"""The belief after an action and what was seen (section 3.1); O(S^2).

        Parameters
        ----------
        belief : array_like, shape (S,)
        action, observation : int

        Returns
        -------
        ndarray, shape (S,)

        Raises
        ------
        ValueError
            If the observation is impossible under the belief.
        """
        joint = self.predictive(belief, action)
        observation = check_count(observation, "observation", high=joint.shape[1] - 1)
        seen = joint[:, observation]
        if seen.sum() == 0:
            raise ValueError(f"observation {observation} is impossible under the belief")
        return seen / seen.sum()
