r"""Engines of the estimators: optimal dual averaging on dense rows, and lazily on sparse ones.

Both minimise the mean loss and an l1 penalty over weights in plain units; a weight whose
penalty is 0 is free. Chen (2013), Algorithm 5.1.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion.optimize.stochastic import OptimalDualAveraging
from mlcompanion.prox import L1

from . import lazy_averaging

__all__ = []


class Settings(NamedTuple):
    """What both engines are told, in plain units.

    Attributes
    ----------
    loss : ScoreLoss
    lam : ndarray
        Weight of each absolute value.
    ridge : ndarray
        Likewise of each half square.
    lipschitz, c, mu : float
        Constants of the method.
    batch : int
        Rows a step.
    """

    loss: object
    lam: np.ndarray
    ridge: np.ndarray
    lipschitz: float
    c: float
    mu: float
    batch: int


class DenseAveraging:
    """Steps on all weights; O(batch n_features) each. Rows may be sparse.

    Parameters
    ----------
    settings : Settings
    """

    def __init__(self, settings):
        self.settings = settings
        constants = settings.lipschitz, settings.c, settings.mu
        start = np.zeros(len(settings.lam))
        self.method = OptimalDualAveraging(start, L1(settings.lam), *constants)

    @property
    def n_steps(self):
        """Steps taken."""
        return self.method.t_

    @property
    def weights(self):
        """The weights now."""
        return self.method.x_

    def play(self, rows, targets, order):
        """One step for each batch of the rows in this order."""
        set_ = self.settings
        for first in range(0, len(order), set_.batch):
            picks = order[first : first + set_.batch]
            part = rows[picks]
            # the gradient is asked at the query, not at the weights
            y = self.method.query_
            slopes = set_.loss.derivative(part @ y, targets[picks])
            self.method.step(part.T @ slopes / len(picks) + set_.ridge * y)


class LazyAveraging:
    """Steps on the weights that a batch reads; O(log t) for each of its entries.

    Parameters
    ----------
    settings : Settings
        Without a ridge: strong convexity would move every z at every step.
    """

    def __init__(self, settings):
        self.settings = settings
        size = len(settings.lam)
        self.loss = settings.loss.compiled
        self.state = lazy_averaging.LazyState(
            np.zeros(size),
            np.zeros(size),
            np.zeros(size, dtype=np.int64),
            plain_layout(settings.lam),
            np.zeros(size),
            np.zeros(size, dtype=np.int64),
            np.zeros(size, dtype=np.int64),
        )
        self.n_steps = 0
        self._reserve(1000)

    def _reserve(self, n_steps):
        """Running sums for at least so many steps."""
        self.capacity = n_steps
        set_ = self.settings
        self.sums = lazy_averaging.running_sums(n_steps + 2, set_.lipschitz, set_.c)

    @property
    def weights(self):
        """The weights now."""
        return lazy_averaging.read_weights(self.sums, self.state, self.n_steps)

    def play(self, rows, targets, order):
        """One step for each batch of the rows in this order."""
        batch = self.settings.batch
        # steps that this call will take, the last batch rounded up
        until = self.n_steps + -(-len(order) // batch)
        if until > self.capacity:
            # twice as long: the sums are made a bounded number of times
            self._reserve(max(until, 2 * self.capacity))
        table = lazy_averaging.Rows(
            rows.indptr.astype(np.int64),
            rows.indices.astype(np.int64),
            plain_layout(rows.data),
            plain_layout(np.asarray(targets, dtype=float)),
        )
        picks = plain_layout(np.asarray(order, dtype=np.int64))
        self.n_steps += lazy_averaging.play_batches(
            self.loss, self.sums, self.state, table, picks, batch, self.n_steps
        )


def engine_for(settings, sparse_rows):
    """The lazy engine for sparse rows without a ridge, else the dense one."""
    lazy = sparse_rows and not settings.ridge.any()
    return LazyAveraging(settings) if lazy else DenseAveraging(settings)
