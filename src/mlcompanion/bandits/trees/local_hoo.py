"""Restarts on a doubling schedule, each a little deeper: local-HOO (Bubeck et al. 2011, 4.4.2)."""

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_instance, check_real, check_rng

from .hoo import HOO, TREES, truncation_depth
from .players import PlayerMixin

__all__ = ["LocalHOO", "regime_of", "start_depth"]


def regime_of(n):
    """The regime r that round n belongs to: it begins at round ``2^r - 1`` and lasts ``2^r``.

    Parameters
    ----------
    n : int
        From 1 on.

    Returns
    -------
    int

    Examples
    --------
    >>> [regime_of(n) for n in (1, 2, 3, 6, 7)]
    [1, 1, 2, 2, 3]
    """
    # floor(log2(n + 1)) on integers: no logarithm rounds a power of two down
    return (check_count(n, "n", low=1) + 1).bit_length() - 1


def start_depth(regime):
    """Depth ``ceil(log2 r)`` below which regime r plays.

    Parameters
    ----------
    regime : int

    Returns
    -------
    int
    """
    return (check_count(regime, "regime", low=1) - 1).bit_length()  # the same for ceil(log2 r)


class LocalHOO(PlayerMixin):
    """Regime r is a fresh z-HOO with ``z = ceil(log2 r)``, for ``2^r`` rounds.

    Where the mean reward is smooth near its maximum only, nodes high in the tree promise nothing;
    how high that is need not be known, as z grows.

    Parameters
    ----------
    tree : DyadicTree or ProductTree
    nu1, rho : float
    truncated : bool
        Use the known length of each regime as its horizon: O(n log n) in all.
    random_state : int, Generator or None

    Attributes
    ----------
    n_rounds_ : int
    current_ : HOO
        The search of the present regime.
    """

    def __init__(self, tree, nu1=1.0, rho=0.5, truncated=True, random_state=None):
        self.tree = check_instance(tree, "tree", TREES)
        self.nu1 = check_real(nu1, "nu1", low=0, open_low=True)
        self.rho = check_real(rho, "rho", low=0, high=1, open_low=True, open_high=True)
        self.truncated = check_flag(truncated, "truncated")
        self._rng = check_rng(random_state)
        self.n_rounds_ = 0
        self.pending_ = None
        self._enter(1)

    @property
    def dimension(self):
        """Number of coordinates of an arm."""
        return self.tree.dimension

    def _enter(self, regime):
        """Begin a regime with an empty tree."""
        self.regime_ = regime
        length = 2**regime
        z = start_depth(regime)
        horizon = None
        depth = None
        if self.truncated:
            horizon = length
            has_root = self.nu1**2 * length > 1
            depth = max(1, z, truncation_depth(length, self.nu1, self.rho) if has_root else 1)
        self.current_ = HOO(self.tree, self.nu1, self.rho, horizon, z, depth, self._rng)

    def pick(self):
        """The present search's arm; a new search where a regime begins."""
        if regime_of(self.n_rounds_ + 1) != self.regime_:
            self._enter(regime_of(self.n_rounds_ + 1))
        return self.current_.ask()

    def learn(self, reward):
        """Tell the present search."""
        self.current_.tell(reward)

    def play(self, code, rounds, kept, arms):
        """Rounds against compiled mean rewards, regime after regime."""
        done = 0
        work = 0
        least = np.inf
        base = np.zeros(2)
        while done < rounds[-1]:
            now = self.n_rounds_ + done + 1
            if regime_of(now) != self.regime_:
                self._enter(regime_of(now))
            # the regime ends with round 2^(r+1) - 2, or the call does
            last = min(int(rounds[-1]), done + 2 ** (self.regime_ + 1) - 1 - now)
            inside = (rounds > done) & (rounds <= last)
            # the regime's end is a checkpoint of its own: the next one's totals begin there
            own_rounds = np.unique(np.append(rounds[inside], last)) - done
            own = np.empty((len(own_rounds), 2))
            made = self.current_.play(code, own_rounds, own, arms[done:last])
            self.current_.n_rounds_ += last - done
            kept[inside] = base + own[: inside.sum()]
            base = base + own[-1]
            work = work + made[0]
            least = min(least, made[1])
            done = last
        return work, least
