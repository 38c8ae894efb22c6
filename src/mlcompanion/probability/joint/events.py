"""Events of a finite sample space as bit masks (Sugiyama 2016, sections 2.1 and 2.2)."""

import numpy as np

from mlcompanion._validation import check_array

from .._checks import check_masses, own

__all__ = ["SampleSpace"]

_MOST_POINTS = 20


class SampleSpace:
    """Finitely many sample points with probabilities, and all their events.

    An event is an integer whose bit k says whether the point with number k belongs to it, so that
    ``a | b`` is the union, ``a & b`` the intersection, and 0 the empty event. Arrays of events work
    as numbers do.

    Parameters
    ----------
    masses : array_like, shape (m,)
        Probability of each point, at most 20 of them.

    Raises
    ------
    ValueError
        If masses are negative, do not sum to 1, or are too many.

    Notes
    -----
    The probabilities of all 2^m events are tabulated at once, O(2^m): adding a point to an event
    adds its mass.
    """

    def __init__(self, masses):
        self.masses = own(check_masses(masses, "masses"))
        if len(self.masses) > _MOST_POINTS:
            raise ValueError(f"masses must be at most {_MOST_POINTS}, got {len(self.masses)}")
        table = np.zeros(1)
        for mass in self.masses:
            table = np.concatenate([table, table + mass])  # without the next point, then with it
        self._table = table

    @property
    def n_points(self):
        """Number m of sample points."""
        return len(self.masses)

    @property
    def whole(self):
        """The whole event: all bits."""
        return len(self._table) - 1

    def events(self):
        """All 2^m events, in order of their masks."""
        return np.arange(len(self._table))

    def event(self, points):
        """The event that one of the points occurs.

        Parameters
        ----------
        points : array_like of int
            Numbers of points, from 0 on, each at most once.

        Returns
        -------
        int
        """
        points = check_array(points, "points", ndim=1, dtype=int, low=0, high=self.n_points - 1)
        if len(np.unique(points)) < len(points):
            raise ValueError(f"points must differ, got {points.tolist()}")
        return int(np.sum(1 << points, dtype=int))

    def complement(self, event):
        """The event that the event does not occur.

        Parameters
        ----------
        event : int or array_like of int

        Returns
        -------
        int or ndarray
        """
        return (self.whole ^ self._checked(event))[()]

    def probability(self, event):
        """Sum of the masses of an event's points, O(1) each.

        Parameters
        ----------
        event : int or array_like of int

        Returns
        -------
        float or ndarray
        """
        return self._table[self._checked(event)]

    def _checked(self, event):
        return check_array(event, "event", dtype=int, low=0, high=self.whole)
