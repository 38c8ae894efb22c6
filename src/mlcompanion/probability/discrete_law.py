"""Laws on integers: what follows from the masses by sums (Sugiyama 2016, section 2.3)."""

import math
from abc import abstractmethod
from functools import cached_property

import numpy as np
from scipy.special import logsumexp

from mlcompanion._validation import check_instance

from ._checks import check_points, everywhere
from .law import Law

__all__ = ["DiscreteLaw"]


class DiscreteLaw(Law):
    """A law on integers.

    A subclass writes ``support``, ``_logpmf`` and ``_story``. Without closed forms every other
    answer sums over :meth:`atoms`, some 24 standard deviations.
    """

    #: Atoms whose mass is below this lie outside what sums see.
    SMALLEST_MASS = 1e-18

    #: Log-masses of at most so many consecutive integers are kept from one call to the next.
    MOST_KEPT = 4096

    #: The first of these integers and their log-masses.
    _kept = 0.0, np.empty(0)

    #: Whether a call has passed without a table.
    _asked = False

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
            If ``x`` is not finite.

        Notes
        -----
        One mass is computed for each integer of the range of the points, if they lie close; a short
        table is kept, and the next call looks into it first. The first call makes a table only if
        integers repeat: it may be the last.
        """
        x, least, greatest = check_points(x)
        if x.size == 0:
            return np.empty(x.shape)
        whole, least, greatest = np.floor(x), least // 1, greatest // 1
        first, table = self._kept
        if least < first or greatest >= first + len(table):
            span = greatest - least + 1
            if span > (2 * x.size if self._asked else x.size - 1):
                object.__setattr__(self, "_asked", True)
                return self._log_masses(x, whole, least, greatest)[()]
            integers = least + np.arange(span)
            first, table = least, self._log_masses(integers, integers, least, greatest)
            if len(self._kept[1]) < span <= self.MOST_KEPT:
                object.__setattr__(self, "_kept", (first, table))
        found, possible = table.take((whole - first).astype(np.intp)), x == whole
        return (found if everywhere(possible) else np.where(possible, found, -np.inf))[()]

    def _log_masses(self, x, whole, least, greatest):
        """The log-masses of any numbers; their integer parts, and the ends of these, are known."""
        low, high = self.support
        possible = x == whole
        if low <= least and greatest <= high and everywhere(possible):
            return self._logpmf(x)
        possible &= (x >= low) & (x <= high)
        start = low if low > -math.inf else 0.0
        return np.where(possible, self._logpmf(np.where(possible, x, start)), -np.inf)

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
            If ``x`` is not finite.
        """
        return np.exp(self.logpmf(x))

    def atoms(self):
        """The integers that carry all mass but what is below 1e-18 an atom.

        Returns
        -------
        ndarray of int
            Consecutive; the whole support if that is short.
        """
        low, high = self.support
        reach = 12 * self.std() + 40
        first = max(low, math.floor(self.mean() - reach))
        last = min(high, math.ceil(self.mean() + reach))
        while first > low and self.pmf(first) > self.SMALLEST_MASS:
            first = max(low, math.floor(first - reach))
        while last < high and self.pmf(last) > self.SMALLEST_MASS:
            last = min(high, math.ceil(last + reach))
        return np.arange(int(first), int(last) + 1)

    def expect(self, function):
        """E[function(X)], summed over :meth:`atoms`.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape.

        Returns
        -------
        float
        """
        check_instance(function, "function", callable)
        atoms = self.atoms()
        return float(np.sum(function(atoms.astype(float)) * self.pmf(atoms)))

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
        """The first atom, and the mass below each atom and after the last."""
        atoms = self.atoms()
        masses = np.cumsum(self.pmf(atoms))
        return atoms[0], np.concatenate([[0.0], np.minimum(masses, 1.0)])

    @cached_property
    def _levels(self):
        """The first atom, and the distribution function on all atoms."""
        atoms = self.atoms()
        return atoms[0], self.cdf(atoms)

    def _cdf(self, x):
        first, below = self._sums
        place = np.maximum(np.floor(x) - first + 1, 0)
        return below[np.minimum(place, len(below) - 1).astype(np.intp)]

    def _quantile(self, q):
        first, levels = self._levels
        found = np.searchsorted(levels, q, side="left")
        return first + np.minimum(found, len(levels) - 1).astype(float)

    def _cgf(self, t):
        atoms = self.atoms()
        return logsumexp(self.logpmf(atoms) + t[:, None] * atoms, axis=1)

    def _cf(self, t):
        atoms = self.atoms()
        return np.exp(1j * t[..., None] * atoms) @ self.pmf(atoms)
