"""Reservoir sampling: a uniform sample of a stream in one pass (Hazan and Kale 2011, section 2.1).

Vitter (1985): the first k items are kept; item t is kept with probability k/t and then replaces one
of the k at random.
"""

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng

from .engine import reservoir_place

__all__ = ["Reservoir"]


class Reservoir:
    """A random subset of k numbers of a stream, without replacement (Lemma 1).

    Parameters
    ----------
    k : int
        Size.
    random_state : int, Generator or None

    Attributes
    ----------
    values : ndarray
        The numbers kept, at most k.
    n_seen, n_touched : int
        Items that passed, and items whose value was looked at.

    Notes
    -----
    O(1) an item. Whether an item is kept is decided before its value is looked at: of T items some
    ``k + k log(T/k)`` are.

    Examples
    --------
    >>> sample = Reservoir(3, random_state=0)
    >>> for item in range(100):
    ...     sample.update(item)
    >>> len(sample.values), sample.n_seen
    (3, 100)
    """

    def __init__(self, k, random_state=None):
        self.k = check_count(k, "k", low=1)
        self._rng = check_rng(random_state)
        self._buckets = np.zeros(self.k)
        self.n_seen = 0
        self.n_touched = 0

    def update(self, x):
        """Let an item pass.

        Parameters
        ----------
        x : float
        """
        x = check_real(x, "x")
        keep, where = self._rng.random(2)  # both drawn for every item: its value cannot matter
        self.n_seen += 1
        place = reservoir_place(self.n_seen, self.k, keep, where)
        if place >= 0:
            self._buckets[place] = x
            self.n_touched += 1

    @property
    def values(self):
        """The numbers kept."""
        return self._buckets[: min(self.n_seen, self.k)].copy()

    @property
    def mean(self):
        """Their mean: unbiased for the mean of the stream, variance at most ``Q_t/(k t)``."""
        if self.n_seen == 0:
            raise ValueError("update must be called before mean: the reservoir is empty")
        return float(self.values.mean())
