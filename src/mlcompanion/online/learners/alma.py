r"""ALMA: a linear online learner that aims at a share of the largest margin.

Gentile (2001) with p = 2, as :class:`~mlcompanion.online.kernel_learners.KernelALMA` without a
kernel: one weight a feature takes the place of the support vectors, so that a round costs the same
however many there were. The weights are kept as :math:`s\,v` with one factor s: a round touches the
features of its row, and the way back into the unit ball touches s alone.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_real, read_only
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.losses import Hinge
from mlcompanion.online.core.compiled import dot
from mlcompanion.online.core.engine import Engine
from mlcompanion.online.core.paths import StoredPath
from mlcompanion.online.core.scales import MISTAKES, ROUNDS

from .linear_models import OnlineLinearClassifier

__all__ = ["ALMA", "AlmaEngine", "AlmaRun", "alma_constants"]

#: Of the state: limit of the margin and step in the first update, the factor, the squared norm, and
#: the number of the next update.
LIMIT, RATE, SCALE, SQNORM, COUNT = range(5)
SCORES, MARGINS, STEPS = range(3)  # of the record
# between them a sum of squares loses nothing
TINY = 1e-280
HUGE = 1e280
SHORTEST = 1e-290  # one over it is still far from an overflow; shorter rows count as zeros
NO_PATH = np.empty((0, 0))


def alma_constants(alpha, B=None, rate=None):
    r"""The constants of ALMA, checked.

    Parameters
    ----------
    alpha : float
        In (0, 1].
    B, rate : float, optional
        Positive; default :math:`1/\alpha` and :math:`\sqrt2`.

    Returns
    -------
    tuple of float
        All three.

    Raises
    ------
    ValueError
        If one of them is out of its range.
    """
    alpha = check_real(alpha, "alpha", low=0, high=1, open_low=True)
    B = 1 / alpha if B is None else check_real(B, "B", low=0, open_low=True)
    rate = 2**0.5 if rate is None else check_real(rate, "rate", low=0, open_low=True)
    return alpha, B, rate


@njit
def length_of(x):
    """Euclidean norm, also where the squares are too large or too small for a float."""
    square = dot(x, x)
    if TINY < square < HUGE or len(x) == 0:
        return np.sqrt(square)
    # a sum of squares that overflowed or vanished: again in units of the largest entry
    top = np.max(np.abs(x))
    if top < SHORTEST:
        return 0.0
    square = 0.0
    for j in range(len(x)):
        square += (x[j] / top) ** 2
    return top * np.sqrt(square)


@njit
def grown_norm(square, margin, step):
    """Norm of w + step u where w has this squared norm, u length 1, and <w, u> is the margin."""
    if step <= 1.0:
        return np.sqrt(max(square + 2.0 * step * margin + step**2, 0.0))
    part = 1.0 / step  # a long step is divided by: its square may be too large
    return step * np.sqrt(max(1.0 + part * (2.0 * margin + part * square), 0.0))


@njit
def alma_step(t, y, score, length, state, history, record):
    """Play a round whose score is known; return what ``v`` takes of its row, 0 for nothing."""
    margin = 0.0
    step = 0.0
    amount = 0.0
    if length > 0.0:
        margin = y * (score / length)
        root = np.sqrt(state[COUNT])
        if margin <= state[LIMIT] / root:
            step = state[RATE] / root
            amount = y * step / length / state[SCALE]  # v is the weights over SCALE
            norm = grown_norm(state[SQNORM], margin, step)
            state[COUNT] += 1.0
            state[SQNORM] = min(norm**2, 1.0)  # a point outside comes back to the border
            state[SCALE] /= max(norm, 1.0)
    history[ROUNDS] += 1.0
    history[MISTAKES] += margin <= 0.0
    record[SCORES, t] = score
    record[MARGINS, t] = margin
    record[STEPS, t] = step
    return amount


@njit
def fold(v, state):
    """Multiply a small factor into ``v`` before it vanishes; O(d), after many updates."""
    if state[SCALE] < 1e-9:
        v *= state[SCALE]
        state[SCALE] = 1.0


@njit
def alma_pass(X, y, state, v, history, record, path):
    """Play dense rows; what the learner keeps changes in place. O(d) a round.

    The weights before each round go into ``path``, unless it is empty.
    """
    for t in range(len(X)):
        x = X[t]
        if len(path):
            path[t] = state[SCALE] * v
        score = state[SCALE] * dot(v, x)
        amount = alma_step(t, y[t], score, length_of(x), state, history, record)
        if amount != 0.0:
            for j in range(len(v)):
                v[j] += amount * x[j]
            fold(v, state)


@njit
def alma_sparse_pass(rows, y, state, v, history, record):
    """The same for CSR rows: O(1) for each entry of a row."""
    indptr, indices, data = rows
    for t in range(len(y)):
        places = indices[indptr[t] : indptr[t + 1]]
        values = data[indptr[t] : indptr[t + 1]]
        score = 0.0
        for p in range(len(values)):
            score += v[places[p]] * values[p]
        score *= state[SCALE]
        amount = alma_step(t, y[t], score, length_of(values), state, history, record)
        if amount != 0.0:
            for p in range(len(values)):
                v[places[p]] += amount * values[p]
            fold(v, state)


class AlmaRun(NamedTuple):
    """What one pass over a stream leaves behind.

    Attributes
    ----------
    scores : ndarray, shape (T,)
        ``<w_t, x_t>``, before the update.
    margins : ndarray, shape (T,)
        ``y_t <w_t, x_t> / |x_t|``; 0 for a row of zeros.
    steps : ndarray, shape (T,)
        Length of the update; 0 where the margin sufficed.
    """

    scores: np.ndarray
    margins: np.ndarray
    steps: np.ndarray

    @property
    def n_mistakes(self):
        """Rounds with a margin of at most 0."""
        return int(np.count_nonzero(self.margins <= 0))

    @property
    def n_updates(self):
        """Rounds whose margin was too small."""
        return int(np.count_nonzero(self.steps))


class AlmaEngine(Engine):
    r"""The engine of :class:`ALMA`: weights in the unit ball, and how often they moved.

    Parameters
    ----------
    n_features : int
    alpha : float
        In (0, 1].
    B, rate : float, optional
        Constants of the margin and of the step; default :math:`1/\alpha` and :math:`\sqrt2`.

    Attributes
    ----------
    n_updates : int
        Rounds whose margin was too small.

    Notes
    -----
    O(n) a round. The hinge judges its rounds for others; the rule itself has no loss.
    """

    def __init__(self, n_features, alpha=0.9, B=None, rate=None):
        super().__init__(n_features, Euclidean(1.0), Hinge())
        alpha, B, rate = alma_constants(alpha, B, rate)
        self._state = np.array([(1 - alpha) * B, rate, 1.0, 0.0, 1.0])
        self._v = np.zeros(self.n_features)
        self._last = None

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features,)."""
        return self._state[SCALE] * self._v

    @property
    def n_updates(self):
        """Rounds whose margin was too small."""
        return int(self._state[COUNT]) - 1

    def play(self, X, y):
        """Play rows that are known to be right: plain ones, or CSR without duplicate entries."""
        record = np.empty((3, X.shape[0]))
        kept = self._state, self._v, self.history
        self._last = (*(array.copy() for array in kept), y, record)
        if isinstance(X, np.ndarray):
            alma_pass(X, y, *kept, record, NO_PATH)
        else:
            places = X.indptr.astype(np.int64), X.indices.astype(np.int64)
            alma_sparse_pass((*places, plain_layout(X.data)), y, *kept, record)

    @property
    def last_run(self):
        """The rounds of the last call as an :class:`AlmaRun`, whose arrays are read-only."""
        record = self._last[-1]
        read_only(record)
        return AlmaRun(*record)

    def replay(self, X):
        """The hypotheses of the last call: the pass is played again."""
        *kept, y, record = self._last
        weights = np.empty(X.shape)
        alma_pass(X, y, *(array.copy() for array in kept), np.empty_like(record), weights)
        return StoredPath(X, weights)


class ALMA(OnlineLinearClassifier):
    r"""Approximate large-margin algorithm for two classes, p = 2, dense or sparse rows.

    Rows count with length 1. After k - 1 updates the weights move by :math:`\text{rate}/\sqrt k`
    towards a row whose margin is at most :math:`(1-\alpha)B/\sqrt k`, and back into the unit ball.

    Parameters
    ----------
    alpha : float
        The margin aimed at is 1 - alpha of the largest; in (0, 1].
    B, rate : float, optional
        Constants of the margin and of the step, positive; default :math:`1/\alpha` and
        :math:`\sqrt2`. The source's B is :math:`\sqrt8/\alpha`.
    fit_intercept : bool
        Append a constant 1 to every instance, before its length is taken; its weight is the
        intercept.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    n_mistakes_ : int
        Mistakes since the start, counted before each update; a score of 0 is one.
    n_updates_ : int
        Rounds since the start whose margin was too small.
    t_ : int
        Rounds since the start.
    run_ : AlmaRun
        The rounds of the last call.

    Notes
    -----
    O(n_features) a round, or O(1) for each entry of a sparse row. It is
    :class:`~mlcompanion.online.kernel_learners.KernelALMA` with the linear kernel, which reads all
    of its support vectors in a round. Rows that some unit vector separates with margin
    :math:`\gamma` cost at most :math:`((2/\text{rate}+\text{rate}+2(1-\alpha)B)/\gamma)^2`
    updates. Source: Gentile (2001).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 0.0], [0.0, 3.0]] * 50)
    >>> model = ALMA().fit(X, [1, 0] * 50)
    >>> model.predict([[2.0, 0.0], [0.0, 0.1]])
    array([1, 0])
    """

    _takes_sparse = True

    def __init__(self, alpha=0.9, B=None, rate=None, fit_intercept=False, n_epochs=1):
        self.alpha = alpha
        self.B = B
        self.rate = rate
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def new_engine(self, n_weights):
        """Weights in the unit ball, with these constants."""
        return AlmaEngine(n_weights, self.alpha, self.B, self.rate)

    @property
    def n_updates_(self):
        """Rounds since the start whose margin was too small."""
        return self.engine_.n_updates

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
