"""One interface of a law of random vectors or matrices (Sugiyama 2016, chapter 6).

The names are those of a law on the line; a point has a shape, and an array of points has the axes
of the points last.
"""

from abc import ABC, abstractmethod

import numpy as np

from mlcompanion._validation import check_array, check_rng

from ._checks import check_size

__all__ = ["ContinuousVectorLaw", "VectorLaw"]


class VectorLaw(ABC):
    """What may be asked of every law of a random vector or matrix.

    A subclass writes ``shape``, ``mean``, ``cov``, ``_cgf`` and ``_story``, and ``_rvs`` where a
    faster way to draw is known. Hooks receive checked arrays.
    """

    @property
    @abstractmethod
    def shape(self):
        """The shape of one point: ``(d,)`` or ``(d, d)``."""

    @abstractmethod
    def mean(self):
        """E[X], an array of the shape of a point."""

    @abstractmethod
    def cov(self):
        """The covariance matrix of X, d by d; for a matrix, that of ``vec(X)``, d^2 by d^2."""

    def cgf(self, t):
        """The logarithm of the moment-generating function, log E[exp(<t, X>)].

        Parameters
        ----------
        t : array_like, shape (..., *shape)
            ``<t, X>`` is the sum of the products of the entries, for matrices tr(t' X).

        Returns
        -------
        float or ndarray, shape (...)
            ``inf`` where the expectation diverges.

        Raises
        ------
        ValueError
            If ``t`` has another shape or is not finite.
        """
        return self._cgf(self._points(t, "t"))[()]

    def mgf(self, t):
        """The moment-generating function E[exp(<t, X>)]; arguments as for :meth:`cgf`.

        Parameters
        ----------
        t : array_like, shape (..., *shape)

        Returns
        -------
        float or ndarray, shape (...)

        Raises
        ------
        ValueError
            If ``t`` has another shape or is not finite.
        """
        return np.exp(self.cgf(t))

    def rvs(self, size=1, random_state=None):
        """Independent draws, the fastest way that is known.

        Parameters
        ----------
        size : int or tuple of int
        random_state : int, Generator or None

        Returns
        -------
        ndarray, shape (*size, *shape)
        """
        return self._rvs(check_size(size), check_rng(random_state))

    def story(self, size=1, random_state=None):
        """Independent draws from the experiment that defines the law, step by step.

        Parameters
        ----------
        size : int or tuple of int
        random_state : int, Generator or None

        Returns
        -------
        ndarray, shape (*size, *shape)
        """
        return self._story(check_size(size), check_rng(random_state))

    def _points(self, x, name):
        """``x`` as a finite array whose last axes are those of a point."""
        x = check_array(x, name)
        want = self.shape
        if x.shape[-len(want) :] != want:
            axes = ", ".join(["...", *map(str, want)])
            raise ValueError(f"{name} must have shape ({axes}), got {x.shape}")
        return x

    def _rvs(self, size, rng):
        return self._story(size, rng)

    @abstractmethod
    def _cgf(self, t):
        """The cumulant-generating function."""

    @abstractmethod
    def _story(self, size, rng):
        """The experiment."""


class ContinuousVectorLaw(VectorLaw):
    """A law of random vectors or matrices with a density; a subclass adds ``_logpdf``."""

    def logpdf(self, x):
        """Logarithm of the density; ``-inf`` outside the support.

        Parameters
        ----------
        x : array_like, shape (..., *shape)

        Returns
        -------
        float or ndarray, shape (...)

        Raises
        ------
        ValueError
            If ``x`` has another shape or is not finite.
        """
        return self._logpdf(self._points(x, "x"))[()]

    def pdf(self, x):
        """The density.

        Parameters
        ----------
        x : array_like, shape (..., *shape)

        Returns
        -------
        float or ndarray, shape (...)

        Raises
        ------
        ValueError
            If ``x`` has another shape or is not finite.
        """
        return np.exp(self.logpdf(x))

    @abstractmethod
    def _logpdf(self, x):
        """The log-density, ``-inf`` outside the support."""
