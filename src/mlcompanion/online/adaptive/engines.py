r"""Engines of adaptive learners: lazy on sparse rows where that is exact, dense in any metric.

Duchi, Hazan and Singer (2011), Figures 1 and 2, sections 5 and 7.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import issparse

from mlcompanion._jit import plain_layout
from mlcompanion._stream import is_plain, plain_csr
from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_instance,
    check_real,
    read_only,
)
from mlcompanion.convex.metrics import BlockMetric, DiagonalMetric, FullMetric, RootMetric
from mlcompanion.optimize.stochastic import ForwardBackward, RegularizedDualAveraging
from mlcompanion.prox import L1, Penalty, RowNorm
from mlcompanion.prox.norms import LInfBall

from . import rounds

__all__ = ["AdaptiveRun", "DenseDescent", "LazyDescent", "adaptive_engine"]

UPDATES = {"rda": RegularizedDualAveraging, "fobos": ForwardBackward}
MATRICES = ("identity", "diag", "block", "full")
LOSSES = {"hinge": rounds.HINGE_LOSS, "log": rounds.LOG_LOSS}


@dataclass(frozen=True)
class AdaptiveRun:
    """What the rows of one call left behind.

    Attributes
    ----------
    losses : ndarray, shape (T,)
        Before each update.
    mistakes : ndarray of bool, shape (T,)
        Rounds in which no score was larger than every wrong one.
    """

    losses: np.ndarray
    mistakes: np.ndarray


class AdaptiveEngine:
    """An adaptive learner of linear scores, without labels or intercept.

    Parameters
    ----------
    shape : tuple of int
        Numbers of features and of outputs: one for two classes, else one a class.
    update : {"rda", "fobos"}
    penalty : Penalty, optional
    loss : {"hinge", "log"}

    Attributes
    ----------
    n_mistakes : int
    last_run : AdaptiveRun
        The rounds of the last call.
    """

    def __init__(self, shape, update, penalty, loss):
        self.shape = tuple(check_count(n, "shape", low=1) for n in shape)
        self.update = check_in(update, "update", UPDATES)
        self.penalty = Penalty() if penalty is None else penalty
        check_instance(self.penalty, "penalty", Penalty)
        self.loss = LOSSES[check_in(loss, "loss", LOSSES)]
        self.n_mistakes = 0
        self.last_run = None

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features, n_outputs)."""
        raise NotImplementedError

    def play(self, X, targets):
        """Play rows that are known to be right.

        They are a CSR array without duplicate entries, or a dense one.
        """
        losses = np.empty(len(targets))
        wrongs = np.empty(len(targets), dtype=bool)
        self._play(X, targets, losses, wrongs)
        self.n_mistakes += int(np.count_nonzero(wrongs))
        self.last_run = AdaptiveRun(losses, wrongs)

    def run(self, X, y):
        """Play a stream, one row after the other.

        Parameters
        ----------
        X : array_like or sparse array, shape (T, n_features)
        y : array_like, shape (T,)
            -1 and 1 for one output, else the number of the right one.

        Returns
        -------
        AdaptiveRun

        Raises
        ------
        ValueError
            On wrong shapes, values that are not finite, or targets that are none.
        """
        n_features = self.shape[0]
        if issparse(X):
            X = plain_csr(X)
            check_array(X.data, "X")
            if X.shape[1] != n_features:
                raise ValueError(f"X must have {n_features} columns, got shape {X.shape}")
        else:
            X = check_array(X, "X", shape=(None, n_features))
        self.play(X, self._check_targets(y, X.shape[0]))
        return AdaptiveRun(self.last_run.losses.copy(), self.last_run.mistakes.copy())

    def _check_targets(self, y, n):
        """That many targets, or what is wrong with them."""
        n_outputs = self.shape[1]
        among = (-1, 1) if n_outputs == 1 else range(n_outputs)
        return check_array(y, "y", shape=(n,), among=among)

    def play_one(self, x, y):
        """Play one round.

        Parameters
        ----------
        x : array_like, shape (n_features,)
        y : float
            -1 or 1 for one output, else the number of the right one.

        Returns
        -------
        AdaptiveRun
            Of length 1; its arrays are read-only.

        Raises
        ------
        ValueError
            As in :meth:`run`.

        Notes
        -----
        O(n_features) to check the row, and to find what is not 0, beside the round itself.
        """
        n_features, n_outputs = self.shape
        if not is_plain(x, (n_features,)):
            x = check_array(x, "x", shape=(n_features,))
        # the common case in a stream of single rows: a check would cost as much as the round
        if n_outputs == 1 and isinstance(y, float) and abs(y) == 1:
            targets = np.array([y])
        else:
            targets = self._check_targets(np.atleast_1d(y), 1)
        self.play(x[None], targets)
        read_only(self.last_run.losses, self.last_run.mistakes)
        return self.last_run


class LazyDescent(AdaptiveEngine):
    """A diagonal metric, and a penalty whose idle rounds have a closed form.

    Parameters
    ----------
    shape, update, penalty, loss
        As in :class:`AdaptiveEngine`.
    adapts : bool
        The metric of AdaGrad; else the root of the number of rounds.
    eta, delta : float

    Notes
    -----
    O(n_outputs) for each non-zero entry of a row, whatever the number of features (an l2 or
    l-infinity norm of rows adds a search in each row); reading ``weights`` costs O(size).
    """

    def __init__(self, shape, update, penalty, loss, adapts, eta, delta):
        super().__init__(shape, update, penalty, loss)
        self.rule = rounds.Rule(
            self.update == "rda",
            not adapts,
            *lazy_code(self.penalty, self.update),
            check_real(eta, "eta", low=0, open_low=True),
            check_real(delta, "delta", low=0),
            self.loss,
        )
        size = self.shape
        self.state = rounds.State(np.zeros(size), np.zeros(size), np.zeros(size[0]), np.zeros(2))

    def _play(self, X, targets, losses, wrongs):
        targets = plain_layout(np.asarray(targets, dtype=float))
        if isinstance(X, np.ndarray):
            rounds.play_dense(self.rule, self.state, plain_layout(X), targets, losses, wrongs)
            return
        rows = rounds.Rows(
            X.indptr.astype(np.int64), X.indices.astype(np.int64), plain_layout(X.data)
        )
        rounds.play_rows(self.rule, self.state, rows, targets, losses, wrongs)

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features, n_outputs)."""
        return rounds.read_rows(self.rule, self.state)


def lazy_code(penalty, update):
    """Code and size of a penalty whose idle rounds have a closed form, or None."""
    kind = type(penalty)
    if kind is Penalty:
        return rounds.FREE, 0.0
    if kind is LInfBall:
        return rounds.BOX, penalty.radius
    # one weight for all: the rounds know a single number for the penalty
    if kind is L1 and np.ndim(penalty.lam) == 0:
        return rounds.ENTRIES, penalty.lam
    # RDA reads a row from sums alone; FOBOS would need the idle shrinkage of a norm, step by step
    if kind is RowNorm and np.ndim(penalty.lam) == 0 and update == "rda":
        return (rounds.ROWS_L2 if penalty.norm == "l2" else rounds.ROWS_LINF), penalty.lam
    return None


class DenseDescent(AdaptiveEngine):
    """Any metric and penalty: every round moves all weights.

    Parameters
    ----------
    shape, update, penalty, loss
        As in :class:`AdaptiveEngine`.
    metric : GrowingMetric
        Fresh, of that shape.
    eta : float

    Notes
    -----
    A round costs what the metric and :func:`~mlcompanion.optimize.stochastic.metric_point` cost.
    """

    def __init__(self, shape, update, penalty, loss, metric, eta):
        super().__init__(shape, update, penalty, loss)
        self.descent = UPDATES[self.update](self.shape, self.penalty, eta, metric)

    def _play(self, X, targets, losses, wrongs):
        X = plain_csr(X)
        slopes = np.empty(self.shape[1])
        rows = zip(X.indptr[:-1], X.indptr[1:], targets)
        for t, (a, b, y) in enumerate(rows):
            places = X.indices[a:b]
            values = X.data[a:b]
            scores = values @ self.descent.x_[places]
            losses[t], wrongs[t] = rounds.output_slopes(scores, float(y), self.loss, slopes)
            g = np.zeros(self.shape)
            g[places] = values[:, None] * slopes
            self.descent.step(g)

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features, n_outputs)."""
        return self.descent.x_


def _metric(matrix, shape, delta, block_size):
    """The metric of a name."""
    if matrix == "identity":
        return RootMetric(shape)
    if matrix == "diag":
        return DiagonalMetric(shape, delta)
    if matrix == "full":
        return FullMetric(shape, delta)
    size = int(np.prod(shape))
    n_whole, rest = divmod(size, check_count(block_size, "block_size", low=1))
    # what is left over makes a smaller last block
    return BlockMetric([block_size] * n_whole + [rest] * (rest > 0), delta, shape)


def adaptive_engine(
    shape,
    update="rda",
    matrix="diag",
    penalty=None,
    loss="hinge",
    eta=1.0,
    delta=1e-6,
    *,
    block_size=2,
):
    """The engine for these settings: lazy where that is exact.

    Parameters
    ----------
    shape : tuple of int
        Numbers of features and of outputs.
    update, matrix, penalty, loss, eta, delta, block_size
        As in :class:`~mlcompanion.online.adaptive.AdaGradClassifier`.

    Returns
    -------
    LazyDescent or DenseDescent
    """
    check_in(matrix, "matrix", MATRICES)
    shape = tuple(check_count(n, "shape", low=1) for n in shape)
    delta = check_real(delta, "delta", low=0)
    code = lazy_code(Penalty() if penalty is None else penalty, update)
    if matrix in ("identity", "diag") and code is not None:
        return LazyDescent(shape, update, penalty, loss, matrix == "diag", eta, delta)
    metric = _metric(matrix, shape, delta, block_size)
    return DenseDescent(shape, update, penalty, loss, metric, eta)
