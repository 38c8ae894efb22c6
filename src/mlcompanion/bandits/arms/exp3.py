"""Exp3: exponential weights for exploration and exploitation (Auer et al. 2003, Figure 1)."""

import math

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["Exp3", "exp3_mixing", "run_exp3"]


def exp3_mixing(n_arms, horizon):
    """Share of uniform play that the bound asks for (Auer et al. 2003, Corollary 3.2, g = T).

    Parameters
    ----------
    n_arms, horizon : int

    Returns
    -------
    float
        ``min(1, sqrt(n log n / ((e - 1) T)))``.
    """
    n_arms = check_count(n_arms, "n_arms", low=2)
    horizon = check_count(horizon, "horizon", low=1)
    return min(1.0, math.sqrt(n_arms * math.log(n_arms) / ((math.e - 1) * horizon)))


@njit
def exp3_law(scores, mixing):
    """Exponential weights of the scores, mixed with the uniform law."""
    weights = np.exp(scores - np.max(scores))  # a common factor cancels in the law
    return (1.0 - mixing) * weights / np.sum(weights) + mixing / len(scores)


@njit
def drawn_arm(law, u):
    """Arm at which the law's running sum passes ``u``, uniform on [0, 1)."""
    total = 0.0
    for arm in range(len(law) - 1):
        total += law[arm]
        if u < total:
            return arm
    return len(law) - 1  # also what rounding leaves of the running sum


@njit
def exp3_rounds(costs, mixing, draws, arms, scores):
    """Play all rounds; fill the arms and change the scores in place."""
    n_arms = costs.shape[1]
    for t in range(len(costs)):
        law = exp3_law(scores, mixing)
        arm = drawn_arm(law, draws[t])
        # over the probability of being seen: every arm's estimated reward is unbiased
        scores[arm] += mixing / n_arms * (1.0 - costs[t, arm]) / law[arm]
        arms[t] = arm


def check_arm_costs(costs):
    """Return a table of costs in [0, 1] for two arms or more, or say what is wrong."""
    costs = check_array(costs, "costs", ndim=2, min_rows=1, low=0, high=1, dtype=np.float64)
    if costs.shape[1] < 2:
        raise ValueError(f"costs must have a column for each of at least 2 arms, got {costs.shape}")
    return plain_layout(costs)


def run_exp3(costs, *, mixing=None, n_repeats=1, random_state=None):
    """Exp3 on a table of costs, compiled.

    Parameters
    ----------
    costs : array_like, shape (T, n_arms)
        In [0, 1]; the reward is ``1 - cost``.
    mixing : float, optional
        Share of uniform play, in (0, 1]; default :func:`exp3_mixing`.
    n_repeats : int
    random_state : int, Generator or None

    Returns
    -------
    arms : ndarray of int, shape (n_repeats, T)
    scores : ndarray, shape (n_repeats, n_arms)
        Logarithms of the weights at the end.

    Notes
    -----
    O(n_arms) a round.
    """
    costs = check_arm_costs(costs)
    horizon, n_arms = costs.shape
    if mixing is None:
        mixing = exp3_mixing(n_arms, horizon)
    mixing = check_real(mixing, "mixing", low=0, high=1, open_low=True)
    n_repeats = check_count(n_repeats, "n_repeats", low=1)
    rng = check_rng(random_state)
    arms = np.zeros((n_repeats, horizon), dtype=np.int64)
    scores = np.zeros((n_repeats, n_arms))
    for r in range(n_repeats):
        # rows are views, filled in place
        exp3_rounds(costs, mixing, rng.random(horizon), arms[r], scores[r])
    return arms, scores


class Exp3:
    """Exponential weights on estimated rewards, mixed with uniform play.

    Parameters
    ----------
    n_arms : int
    mixing : float
        Share of uniform play, in (0, 1]: :func:`exp3_mixing` tunes it.
    random_state : int, Generator or None

    Attributes
    ----------
    law : ndarray, shape (n_arms,)
        The law of the next arm.
    scores_ : ndarray, shape (n_arms,)
        Logarithms of the weights.

    Examples
    --------
    >>> player = Exp3(2, mixing=0.1, random_state=0)
    >>> for _ in range(1000):
    ...     player.tell([0.2, 0.8][player.ask()])
    >>> bool(player.law[0] > 0.9)
    True
    """

    def __init__(self, n_arms, mixing, random_state=None):
        self.n_arms = check_count(n_arms, "n_arms", low=2)
        self.mixing = check_real(mixing, "mixing", low=0, high=1, open_low=True)
        self._rng = check_rng(random_state)
        self._arm = None
        self.scores_ = np.zeros(self.n_arms)

    @property
    def law(self):
        """The law of the next arm, shape (n_arms,)."""
        return exp3_law(self.scores_, self.mixing)

    def ask(self):
        """The next arm, an int."""
        if self._arm is None:
            self._arm = drawn_arm(self.law, self._rng.random())
        return self._arm

    def tell(self, cost):
        """Learn from the cost of the arm.

        Parameters
        ----------
        cost : float
            In [0, 1].
        """
        cost = check_real(cost, "cost", low=0, high=1)
        if self._arm is None:
            raise ValueError("tell must follow ask: no arm was asked for since the last cost")
        # scores have not moved since ask: this is the law that the arm was drawn from
        reward = (1 - cost) / self.law[self._arm]
        self.scores_[self._arm] += self.mixing / self.n_arms * reward
        self._arm = None
