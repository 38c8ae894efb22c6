"""One record of what a run cost, in units that no machine changes, and of what it bought.

Choromanska (2014), section 3.3.4 (effective passes); Shalev-Shwartz and Tewari (2011), section 4.3
(entries of the data that were read).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_in, check_real

__all__ = ["Work", "WorkCurve"]

_COUNTERS = ("gradient_samples", "curvature_samples", "evaluations", "products", "entries")


class WorkCurve(NamedTuple):
    """What :meth:`Work.curve` returns: one entry for each call of :meth:`Work.record`.

    Attributes
    ----------
    objective : ndarray of float
    gradient_samples, curvature_samples, evaluations, products, entries, nonzeros : ndarray of int
        The counters at that moment; ``nonzeros`` is -1 where it was not told.
    """

    objective: np.ndarray
    gradient_samples: np.ndarray
    curvature_samples: np.ndarray
    evaluations: np.ndarray
    products: np.ndarray
    entries: np.ndarray
    nonzeros: np.ndarray


class Work:
    """Counters of a run, and the objective that they had bought when it was recorded.

    Attributes
    ----------
    gradient_samples : int
        Samples whose gradient was taken: n for a full gradient, 1 for a stochastic one.
    curvature_samples : int
        Samples whose curvature (Hessian, or that of a bound) entered a matrix or a product.
    evaluations : int
        Samples whose loss alone was asked for, as line searches do.
    products : int
        Products of the whole data matrix, or of its transpose, with a vector.
    entries : int
        Entries of the data matrix that were read; of a sparse one, those that are stored.

    Notes
    -----
    Recording is O(1); evaluating the objective for a record is not counted as work.
    """

    def __init__(self):
        self.gradient_samples = 0
        self.curvature_samples = 0
        self.evaluations = 0
        self.products = 0
        self.entries = 0
        self._rows = []

    def add(self, **counts):
        """Add to counters by name.

        Parameters
        ----------
        **counts : int
            ``gradient_samples=...`` and so on, not negative.

        Raises
        ------
        ValueError
            If there is no such counter, or a count is negative.
        """
        for name, count in counts.items():
            check_in(name, "counter", _COUNTERS)
            setattr(self, name, getattr(self, name) + check_count(count, name))

    def record(self, objective, nonzeros=None):
        """Note the objective, and how many parameters are not 0, at this cost."""
        nonzeros = -1 if nonzeros is None else check_count(nonzeros, "nonzeros")
        counters = [getattr(self, name) for name in _COUNTERS]
        self._rows.append((check_real(objective, "objective"), *counters, nonzeros))

    def curve(self):
        """Everything that was recorded, in its order.

        Returns
        -------
        WorkCurve
        """
        columns = list(zip(*self._rows)) or [()] * len(WorkCurve._fields)
        objective = np.array(columns[0], float)
        return WorkCurve(objective, *(np.array(column, np.int64) for column in columns[1:]))

    def passes(self, n_samples):
        """Effective passes over the data: gradients and evaluations, over ``n_samples``."""
        n_samples = check_count(n_samples, "n_samples", low=1)
        return (self.gradient_samples + self.evaluations) / n_samples

    def __repr__(self):
        counters = ", ".join(f"{name}={getattr(self, name)}" for name in _COUNTERS)
        return f"Work({counters})"
