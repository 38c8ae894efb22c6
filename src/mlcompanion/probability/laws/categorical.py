"""The law of given masses on consecutive integers (Sugiyama 2016, section 2.3)."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlcompanion._validation import check_count
from mlcompanion.probability._checks import check_masses, own
from mlcompanion.probability.discrete_law import DiscreteLaw

__all__ = ["Categorical"]


@dataclass(frozen=True, eq=False)
class Categorical(DiscreteLaw):
    """The law that gives the integers start, start + 1, ... the masses of a list.

    Parameters
    ----------
    masses : array_like, shape (m,)
        Not negative; they sum to 1.
    start : int
        The integer of the first mass.

    Raises
    ------
    ValueError
        If a mass is negative, or they do not sum to 1.

    Notes
    -----
    Every question costs O(m). Story: a marble falls on a ruler of length 1 that is divided into
    pieces as long as the masses.

    Examples
    --------
    >>> law = Categorical([0.2, 0.3, 0.5], start=1)
    >>> float(law.quantile(0.5)), round(law.mean(), 12)
    (2.0, 2.3)
    """

    masses: np.ndarray
    start: int = 0

    ROUNDING = 1e-14  # masses are given, not computed

    def __post_init__(self):
        masses = check_masses(self.masses, "masses")
        self._keep(start=check_count(self.start, "start", low=-math.inf))
        object.__setattr__(self, "masses", own(masses))

    @property
    def support(self):
        """The first and the last integer that has a mass."""
        places = np.flatnonzero(self.masses)
        return self.start + int(places[0]), self.start + int(places[-1])

    def mean(self):
        """The sum of values times masses."""
        return self.start + float(self.masses @ np.arange(len(self.masses)))

    def var(self):
        """The sum of squared deviations times masses; 0 of one value."""
        low, high = self.support
        if low == high:
            return 0.0
        gaps = np.arange(len(self.masses)) - (self.mean() - self.start)
        return float(self.masses @ gaps**2)

    def _logpmf(self, x):
        return self._logs[(x - self.start).astype(np.intp)]

    @cached_property
    def _logs(self):
        with np.errstate(divide="ignore"):
            return np.log(self.masses)

    def _story(self, size, rng):
        ends = np.cumsum(self.masses)
        # the last end is 1 exactly, so that no number falls beyond it
        return self.start + np.searchsorted(ends / ends[-1], rng.random(size), side="right")
