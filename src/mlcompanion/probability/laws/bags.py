"""Balls from a bag: the hypergeometric law and its experiment (Sugiyama 2016, section 3.3)."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_rng
from mlcompanion.probability.discrete_law import DiscreteLaw

from ._log_masses import least_mode, log_binomial_mass
from .discrete import Binomial

__all__ = ["Hypergeometric", "draw_from_bag"]

_NUMPY_BAG = 10**9  # NumPy's hypergeometric sampler takes no larger bag


def draw_from_bag(N, M, n, size=1, random_state=None, replace=False):
    """Draw balls one after another from a bag of N balls of which M are marked (section 3.3).

    Parameters
    ----------
    N, M, n : int
        Balls in the bag, marked balls in it, draws.
    size : int
        Bags.
    random_state : int, Generator or None
    replace : bool
        Whether each ball is put back before the next draw.

    Returns
    -------
    ndarray of bool, shape (n, size)
        Whether each drawn ball is marked.

    Notes
    -----
    Only the numbers of balls that are left are kept, not the bag: O(n) a bag for any N.
    """
    law = Hypergeometric(N, M, n)
    size = check_count(size, "size")
    rng = check_rng(random_state)
    rows = _draws(law.N, law.M, law.n, (size,), rng, check_flag(replace, "replace"))
    return np.array(list(rows), dtype=bool).reshape(n, size)


def _draws(N, M, n, size, rng, replace=False):
    """Yield, draw by draw, whether the ball is marked: of ``left`` balls ``marked`` are."""
    marked = np.full(size, M)
    for left in range(N, N - n, -1):
        hit = rng.random(size) * (N if replace else left) < marked
        if not replace:
            marked = marked - hit
        yield hit


@dataclass(frozen=True)
class Hypergeometric(DiscreteLaw):
    """Marked balls among n drawn without replacement (section 3.3).

    Parameters
    ----------
    N : int
        Balls in the bag, at least 1.
    M : int
        Marked balls in the bag.
    n : int
        Draws.
    """

    N: int
    M: int
    n: int

    def __post_init__(self):
        check_count(self.N, "N", low=1)
        check_count(self.M, "M", high=self.N)
        check_count(self.n, "n", high=self.N)
        self._keep(N=self.N, M=self.M, n=self.n)

    @property
    def support(self):
        """No fewer than the unmarked balls leave over, no more than there are."""
        return max(0, self.n - (self.N - self.M)), min(self.n, self.M)

    def mean(self):
        """n M / N."""
        return self.n * self.M / self.N

    def var(self):
        """That of the binomial law with p = M / N, times (N - n) / (N - 1)."""
        if self.N == 1:
            return 0.0
        return self.with_replacement().var() * ((self.N - self.n) / (self.N - 1))

    def mode(self):
        """The least integer of (n + 1) (M + 1) / (N + 2) - 1 or more."""
        return float(least_mode(Fraction((self.n + 1) * (self.M + 1), self.N + 2)))

    def with_replacement(self):
        """The law if each ball is put back before the next is drawn: Binomial(n, M / N)."""
        return Binomial(self.n, self.M / self.N)

    def _logpmf(self, x):
        """Toss a coin of chance n / N for each ball: given n drawn in all, that is this law."""
        N = self.N
        M = self.M
        n = self.n
        p = n / N
        q = (N - n) / N
        marked = log_binomial_mass(x, M, p, q)
        unmarked = log_binomial_mass(n - x, N - M, p, q)
        return marked + unmarked - log_binomial_mass(n, N, p, q)

    def _rvs(self, size, rng):
        if self.N >= _NUMPY_BAG:
            return super()._rvs(size, rng).astype(int)
        return rng.hypergeometric(self.M, self.N - self.M, self.n, size)

    def _story(self, size, rng):
        """Draw ball after ball and count the marked ones."""
        return sum(_draws(self.N, self.M, self.n, size, rng), start=np.zeros(size, dtype=int))
