"""Learnability of finite classes: shattering, mistake trees, Halving and the bisection adversary.

Shalev-Shwartz (2007), sections B.1 and B.2. A class is a table ``H`` of labels, one row a
hypothesis, one column an instance; ``True`` stands for +1.
"""

from itertools import combinations

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance

__all__ = [
    "Halving",
    "StandardOptimal",
    "ThresholdAdversary",
    "best_threshold",
    "littlestone_dimension",
    "threshold_class",
    "vc_dimension",
]


def _check_class(H):
    H = np.asarray(H)
    if H.ndim != 2 or not H.size or H.dtype != bool:
        raise ValueError(
            f"H must be a Boolean table of shape (n_hypotheses, n_instances), got {H.dtype} of "
            f"shape {H.shape}"
        )
    return H


def vc_dimension(H):
    """VC dimension: the largest number of instances on which every labelling occurs.

    Parameters
    ----------
    H : ndarray of bool, shape (n_hypotheses, n_instances)

    Returns
    -------
    d : int
    shattered : tuple of int
        Columns of one largest shattered set.

    Raises
    ------
    ValueError
        If ``H`` is not a Boolean table.

    Notes
    -----
    Brute force, ``C(n_instances, d) n_hypotheses`` for each d; subsets of shattered sets are
    shattered, so the search ends at the first d without one.
    """
    H = np.unique(_check_class(H), axis=0)
    shattered = ()
    for d in range(1, len(H).bit_length()):  # 2**d labellings need as many hypotheses
        powers = 1 << np.arange(d)
        found = (c for c in combinations(range(H.shape[1]), d)
                 if len(np.unique(H[:, c] @ powers)) == 1 << d)  # fmt: skip
        larger = next(found, None)
        if larger is None:
            break
        shattered = larger
    return len(shattered), shattered


class _Tree:
    """Littlestone dimensions of all subclasses met, as bit masks of hypotheses."""

    def __init__(self, H):
        self.positive = [sum(1 << int(i) for i in np.flatnonzero(column)) for column in H.T]
        self.known = {}

    def depth(self, alive):
        """Depth of the deepest complete mistake tree; -1 for the empty class."""
        if alive == 0:
            return -1
        if alive not in self.known:
            # 2**depth hypotheses at least
            best = 0
            most = alive.bit_count().bit_length() - 1
            for column in self.positive:
                yes = alive & column
                no = alive & ~column
                if best < most and yes and no:
                    best = max(best, 1 + min(self.depth(yes), self.depth(no)))
            self.known[alive] = best
        return self.known[alive]


def littlestone_dimension(H):
    """Littlestone dimension: the mistakes that no learner can avoid and the best one never exceeds.

    An instance on which the class splits is a node; the worse answer leads to the subclass that
    agrees with it: ``L(H) = max_x 1 + min(L(H_{x,+}), L(H_{x,-}))``.

    Parameters
    ----------
    H : ndarray of bool, shape (n_hypotheses, n_instances)

    Returns
    -------
    int

    Notes
    -----
    Exponential in ``n_hypotheses`` at worst; every subclass is solved once.
    """
    H = np.unique(_check_class(H), axis=0)
    return _Tree(H).depth((1 << len(H)) - 1)


class Halving:
    """Predict with the majority of the hypotheses that agree with all examples so far.

    A mistake removes at least half of them, so there are at most ``log2(n_hypotheses)``. A tie
    is predicted +1.

    Parameters
    ----------
    H : ndarray of bool, shape (n_hypotheses, n_instances)

    Attributes
    ----------
    alive_ : ndarray of bool, shape (n_hypotheses,)
    """

    def __init__(self, H):
        self.H = _check_class(H).copy()
        self.alive_ = np.ones(len(self.H), dtype=bool)

    def _instance(self, x):
        return check_count(x, "x", high=self.H.shape[1] - 1)

    def predict(self, x):
        """Label -1 or 1 of instance (column) ``x``; O(n_hypotheses)."""
        x = self._instance(x)
        if 2 * self.H[self.alive_, x].sum() >= self.alive_.sum():
            return 1
        return -1

    def update(self, x, y):
        """Drop the hypotheses that disagree with the answer ``y``."""
        x = self._instance(x)
        agree = self.alive_ & (self.H[:, x] == (check_in(y, "y", {-1, 1}) == 1))
        if not agree.any():
            raise ValueError("y contradicts every hypothesis that is left")
        self.alive_ = agree


class StandardOptimal(Halving):
    """Predict the label whose subclass has the larger Littlestone dimension (Littlestone, 1988).

    It never makes more mistakes than that dimension, the least possible guarantee.
    """

    def __init__(self, H):
        super().__init__(H)
        self._tree = _Tree(self.H)

    def predict(self, x):
        """Label -1 or 1 of instance (column) ``x``."""
        alive = sum(1 << int(i) for i in np.flatnonzero(self.alive_))
        column = self._tree.positive[self._instance(x)]
        if self._tree.depth(alive & column) >= self._tree.depth(alive & ~column):
            return 1
        return -1


def threshold_class(n):
    """The thresholds on ``1..n`` of Example 6: row i - 1 is +1 on ``x <= i``, for i = 1..n."""
    n = check_count(n, "n", low=1)
    return np.tri(n, dtype=bool)


class ThresholdAdversary:
    """Bisection: every prediction is a mistake, and some threshold agrees with every answer.

    Example 6, with its slips mended: ask for the middle ``x = l + (r - l + 1) / 2`` and
    contradict the prediction; -1 there leaves the thresholds ``l..x-1``, +1 leaves ``x..r``.

    Parameters
    ----------
    n : int
        Number of instances and of thresholds, a power of two.

    Attributes
    ----------
    low_, high_ : int
        The thresholds that agree with all answers.

    Raises
    ------
    ValueError
        If ``n`` is not a power of two, or there is nothing left to ask.
    """

    def __init__(self, n):
        self.n = check_count(n, "n", low=2)
        if n & (n - 1):
            raise ValueError(f"n must be a power of two, got {n}")
        self.low_, self.high_ = 1, self.n

    @property
    def done(self):
        """Whether one threshold is left."""
        return self.low_ == self.high_

    @property
    def instance(self):
        """The next question, in ``2..n``."""
        if self.done:
            raise ValueError("one threshold is left: nothing more can be contradicted")
        return self.low_ + (self.high_ - self.low_ + 1) // 2

    def rounds(self, describe=int):
        """The adversary as an environment of :func:`~mlcompanion.online.play`.

        Parameters
        ----------
        describe : callable
            How a learner is shown the instance: an index, a vector, ...

        Yields
        ------
        Questions and answers in turn; the learner's prediction is sent.
        """
        check_instance(describe, "describe", callable, "function of an instance")
        while not self.done:
            prediction = yield describe(self.instance)
            yield self.answer(1 if prediction > 0 else -1)

    def answer(self, prediction):
        """Return the label, the opposite of the prediction -1 or 1."""
        x = self.instance
        if check_in(prediction, "prediction", {-1, 1}) == 1:
            self.high_ = x - 1
            return -1
        self.low_ = x
        return 1


def best_threshold(x, y, n):
    """The threshold on ``1..n`` with the fewest errors on a sample, the largest one of them.

    Parameters
    ----------
    x : array_like of int, shape (T,)
        In ``1..n``.
    y : array_like, shape (T,)
        -1 and 1.
    n : int

    Returns
    -------
    threshold, errors : int

    Notes
    -----
    O(T + n), by cumulated counts.
    """
    n = check_count(n, "n", low=1)
    x = check_array(x, "x", ndim=1, dtype=int, low=1, high=n)
    y = check_array(y, "y", shape=x.shape, among=(-1, 1))
    above = np.bincount(x[y > 0], minlength=n + 1)[1:]  # positives beyond the threshold err ...
    below = np.bincount(x[y <= 0], minlength=n + 1)[1:]  # ... and so do negatives up to it
    errors = above.sum() - np.cumsum(above) + np.cumsum(below)
    threshold = n - int(np.argmin(errors[::-1]))  # backwards: of equals the largest
    return threshold, int(errors[threshold - 1])
