"""Laws on integers: what follows from the masses by sums (Sugiyama 2016, section 2.3)."""

import math
from abc import abstractmethod
from functools import cached_property

import numpy as np
from scipy.special import logsumexp

from mlcompanion._validation import check_instance

from ._checks import check_points
from .law import Law

__all__ = ["DiscreteLaw"]


class DiscreteLaw(Law):
    """A law on integers.

    A subclass writes ``support``, ``_logpmf`` and ``_story``. Without closed forms every other
    answer sums over :meth:`atoms`, some 24 standard deviations.
    """

    #: What rounding leaves of a level, relatively: masses are exponentials of logarithms.
    ROUNDING = 1e-12

    #: Atoms whose mass is below this lie outside what sums see.
    SMALLEST_MASS = 1e-18

    #: The longest sums, of some seconds.
    MOST_ATOMS = 2**27

    #: Atoms that a sum holds at a time.
    BLOCK = 2**20

    def logpmf(self, x):
        """Logarithm of the mass; ``-inf`` between the integers and outside the support.

        Parameters
        ----------
        x : float or array_like, any shape

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If ``x`` is NaN.

        Notes
        -----
        One mass is computed for each integer of the range of the points, if that is shorter than
        the list of points: counts repeat.
        """
        x = check_points(x)
        low, high = self.support
        # between the integers and outside there is no mass
        possible = (x == np.floor(x)) & (x >= low) & (x <= high) & np.isfinite(x)
        if possible.all():
            return self._log_masses(x)[()]
        values = np.full(x.shape, -np.inf)
        values[possible] = self._log_masses(x[possible])
        return values[()]

    def _log_masses(self, x):
        """The log-masses of integers of the support, each computed once."""
        # many points on few integers: each integer's mass is computed once
        if x.size == 0 or np.ptp(x) >= x.size - 1:
            return self._logpmf(x)
        least = x.min()
        table = self._logpmf(np.arange(least, x.max() + 1))
        return table[(x - least).astype(np.intp)]

    def pmf(self, x):
        """The mass Pr(X = x).

        Parameters
        ----------
        x : float or array_like, any shape

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If ``x`` is NaN.
        """
        return np.exp(self.logpmf(x))

    def atoms(self):
        """The integers that carry all mass but what is below 1e-18 an atom.

        Returns
        -------
        ndarray of int
            Consecutive; the whole support if that is short.

        Raises
        ------
        MemoryError
            If there are more than 134 million of them; the message says how many.
        """
        first, last = self._counted_ends()
        return np.arange(first, last + 1)

    def _counted_ends(self):
        """The first and the last atom, if they are not too many to list or to sum."""
        first, last = self.ends
        count = last - first + 1
        if count > self.MOST_ATOMS:
            raise MemoryError(
                f"{self} has {count:.3g} atoms, more than the {self.MOST_ATOMS} that a sum over "
                "them may have; take a closed form or draws"
            )
        return first, last

    def blocks(self):
        """Yield the atoms in order, at most ``BLOCK`` of them at a time."""
        first, last = self._counted_ends()
        for start in range(first, last + 1, self.BLOCK):
            yield np.arange(start, min(start + self.BLOCK, last + 1))

    @cached_property
    def ends(self):
        """The first and the last of :meth:`atoms`."""
        low, high = self.support
        # so far in each direction, then further while there is mass
        reach = 12 * self.std() + 40
        first = max(low, math.floor(self.mean() - reach))
        last = min(high, math.ceil(self.mean() + reach))
        # long tails reach beyond 12 standard deviations
        while first > low and self.pmf(first) > self.SMALLEST_MASS:
            first = max(low, math.floor(first - reach))
        while last < high and self.pmf(last) > self.SMALLEST_MASS:
            last = min(high, math.ceil(last + reach))
        return int(first), int(last)

    def mode(self):
        """The least value of largest mass."""
        atoms = self.atoms()
        return float(atoms[np.argmax(self.pmf(atoms))])

    def expect(self, function):
        """E[function(X)], summed over :meth:`atoms`.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape.

        Returns
        -------
        float

        Raises
        ------
        MemoryError
            If there are more than 134 million atoms; the message says how many.

        Notes
        -----
        Cost: O(atoms) time; a million of them are held at a time.
        """
        check_instance(function, "function", callable)
        sums = [
            float(np.sum(function(atoms.astype(float)) * self.pmf(atoms)))
            for atoms in self.blocks()
        ]
        return math.fsum(sums)

    @abstractmethod
    def mean(self):
        """E[X]; :meth:`atoms` starts from it, so every subclass knows it."""

    @abstractmethod
    def var(self):
        """The variance; :meth:`atoms` starts from it, so every subclass knows it."""

    @abstractmethod
    def _logpmf(self, x):
        """The log-mass on integers of the support."""

    @cached_property
    def _sums(self):
        """Of the atoms, the mass up to each and the mass beyond it."""
        masses = self.pmf(self.atoms())
        beyond = np.cumsum(masses[::-1])[::-1]  # from the far end: small tails keep their digits
        return np.minimum(np.cumsum(masses), 1.0), np.append(np.minimum(beyond[1:], 1.0), 0.0)

    def _at(self, x, values, before):
        """Values of the atoms at the integers below the points; ``before`` of the first atom."""
        place = np.floor(x) - self.ends[0]
        known = values[np.clip(place, 0, len(values) - 1).astype(np.intp)]
        return np.where(place < 0, before, known)

    def _cdf(self, x):
        return self._at(x, self._sums[0], 0.0)

    def _sf(self, x):
        return self._at(x, self._sums[1], 1.0)

    def _quantile(self, q):
        """Halving an interval of integers, below whose left end the level is not reached."""
        left, right = (np.full(q.shape, float(end)) for end in self.ends)
        left -= 1  # where no level is reached
        while (right - left > 1).any():
            middle = np.floor((left + right) / 2)
            found = self._reaches(middle, q)
            left = np.where(found, left, middle)
            right = np.where(found, middle, right)
        return right

    def _reaches(self, x, q):
        """Whether Pr(X <= x) >= q, up to the rounding of both sides.

        A level in the upper half is compared by what is missing to 1, which keeps more digits.
        """
        missing = (1 - q) * (1 + self.ROUNDING) + np.finfo(float).epsneg / 2
        return np.where(q <= 0.5, self._cdf(x) >= q * (1 - self.ROUNDING), self._sf(x) <= missing)

    def _cgf(self, t):
        atoms = self.atoms()
        # log-sum-exp: masses and tilts may both be out of range
        return logsumexp(self.logpmf(atoms) + t[:, None] * atoms, axis=1)

    def _cf(self, t):
        atoms = self.atoms()
        return np.exp(1j * t[..., None] * atoms) @ self.pmf(atoms)
