"""What all engines of linear learners have in common: checked runs, counts, weights.

An engine plays rounds and keeps what the next one needs. Estimators hold one as ``engine_`` and ask
it for its ``weights``, its ``loss`` and ``geometry``, the rounds of the last call and the path of
hypotheses through them.
"""

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._stream import is_plain
from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.convex.mirror_maps import MirrorMap
from mlcompanion.losses import ScoreLoss

from .scales import MISTAKES, NORM_MAX, ROUNDS

__all__ = ["Engine"]


class Engine:
    """An online learner of a linear predictor, without labels, intercept or scikit-learn.

    Parameters
    ----------
    n_features : int
    geometry : MirrorMap
    loss : ScoreLoss

    Attributes
    ----------
    history : ndarray, shape (5,)
        Rounds, largest norm, sum of losses, mistakes, sum of conjugates: what scales read.
    """

    def __init__(self, n_features, geometry, loss):
        self.n_features = check_count(n_features, "n_features", low=1)
        self.geometry = check_instance(geometry, "geometry", MirrorMap)
        self.loss = check_instance(loss, "loss", ScoreLoss)
        self.history = np.zeros(5)

    @property
    def n_rounds(self):
        """Rounds played."""
        return int(self.history[ROUNDS])

    @property
    def n_mistakes(self):
        """Rounds with ``y * score <= 0``."""
        return int(self.history[MISTAKES])

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features,)."""
        raise NotImplementedError

    @property
    def last_run(self):
        """The rounds of the last call."""
        raise NotImplementedError

    def play(self, X, y):
        """Play rows that are known to be right: float arrays of plain layout."""
        raise NotImplementedError

    def replay(self, X):
        """The hypotheses of the last call, whose rows are known to be ``X``, of plain layout."""
        raise NotImplementedError

    def path(self, X):
        """The hypotheses of the last call, whose rows were ``X``: they were not kept."""
        shape = (len(self.last_run.scores), self.n_features)
        return self.replay(plain_layout(check_array(X, "X", shape=shape)))

    def run(self, X, y):
        """Play a stream, one example after the other.

        Parameters
        ----------
        X : array_like, shape (T, n_features)
        y : array_like, shape (T,)
            -1 and 1 for hinge and logistic losses, real numbers otherwise.

        Returns
        -------
        OnlineRun or StreamRun

        Raises
        ------
        ValueError
            On wrong shapes, values that are not finite, or labels that the loss does not have.
        """
        self.play(*self.check(X, y))
        return self.last_run

    def check(self, X, y):
        """Rows and targets as :meth:`play` wants them, or what is wrong with them."""
        X = check_array(X, "X", shape=(None, self.n_features))
        y = self.loss.check_target(y, shape=(len(X),))
        return plain_layout(X), plain_layout(y)

    def update(self, x, y):
        """Play one round; return its run of length 1."""
        # A row that is already right is the common case, and a check costs as much as a round.
        if not is_plain(x, (self.n_features,)):
            x = check_array(x, "x", shape=(self.n_features,))
        self.play(plain_layout(x[None]), self.loss.single_target(y))
        return self.last_run

    def announce(self, norm):
        """Tell the largest norm that the next instance can have, before it is chosen; O(1).

        ``c_t``, and with it ``w_t``, may depend on it.
        """
        norm = check_real(norm, "norm", low=0)
        self.history[NORM_MAX] = max(self.history[NORM_MAX], norm)

    def skip(self):
        """Let a round pass without an update."""
        self.history[ROUNDS] += 1
