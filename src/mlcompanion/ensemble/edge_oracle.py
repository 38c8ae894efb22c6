"""A synthetic weak learner that keeps its promise (6.1) with equality, and nothing more.

Shalev-Shwartz (2007), (6.1): the weighted error is at most ``1/2 - gamma``. Theorems about boosting
are about the worst weak learner with that property, so here is one with the least edge allowed.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_real, check_rng

__all__ = ["EdgeOracle"]


class EdgeOracle:
    """Weak hypotheses with correlation exactly ``2 gamma`` under the given weights.

    A hypothesis is right on examples, one after the other, until they hold weight ``1/2 + gamma``,
    and wrong on the others; the example at the border gets the value between -1 and 1 that makes
    the balance exact.

    Parameters
    ----------
    y : array_like of -1 and 1, shape (n,)
    edge : float
        The edge, in (0, 1/2].
    order : {"random", "stubborn", "heavy", "light"}
        Which examples it gets right first: a new random order each round, always the same order,
        the heavy examples first, or the light ones first.
    random_state : int, Generator or None

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    A call costs O(n log n) at most.
    """

    def __init__(self, y, edge, order="random", random_state=None):
        self.y = check_array(y, "y", ndim=1, min_rows=1, among=(-1, 1)).copy()
        self.edge = check_real(edge, "edge", low=0, high=0.5, open_low=True)
        self.order = check_in(order, "order", ("random", "stubborn", "heavy", "light"))
        self._rng = check_rng(random_state)

    def _turn(self, w):
        if self.order == "random":
            return self._rng.permutation(len(w))
        if self.order == "stubborn":
            return np.arange(len(w))
        return np.argsort(-w if self.order == "heavy" else w, kind="stable")

    def __call__(self, w):
        """Values of the hypothesis on the examples, shape (n,)."""
        w = check_array(w, "w", shape=self.y.shape, low=0)
        if not w.any():
            raise ValueError("w must have a positive sum")
        turn = self._turn(w)
        target = 0.5 + self.edge
        weight = w[turn] / w.sum()
        before = np.cumsum(weight) - weight
        # share of each example's weight that is still needed to reach the target
        share = np.clip((target - before) / np.maximum(weight, 1e-300), 0, 1)
        right = np.empty(len(w))
        right[turn] = 2 * share - 1
        return self.y * right
