"""Online learning as dual ascent: one loop, many algorithms.

Shalev-Shwartz (2007), chapter 3, Figures 3.1 and 3.2, for losses of a score. The learner keeps
``theta = -sum_t lambda_t``, where ``lambda_t = v_t x_t`` is the dual vector of round t, and
predicts with ``w_t = link(theta / c_t)``. A round chooses ``v_t``: a subgradient of the loss
(equation 3.11), or the number that raises the dual most with all others fixed (equation 3.12).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import (
    check_array,
    check_flag,
    check_in,
    check_instance,
    check_real,
    read_only,
)
from mlcompanion.convex.mirror_maps import (
    EUCLIDEAN,
    Euclidean,
    conjugate_at,
    dual_norm_of,
    link_into,
)
from mlcompanion.losses import Hinge, ScoreLoss
from mlcompanion.losses.formulas import (
    loss_conjugate,
    loss_derivative,
    loss_implicit_slope,
    loss_value,
)

from .compiled import OWN, dot, pack, unpack
from .engine import Engine
from .paths import HypothesisPath
from .scales import (
    CONJUGATES,
    LIPSCHITZ,
    LOSS_SUM,
    MISTAKE,
    MISTAKES,
    NORM_MAX,
    ROUNDS,
    FixedScale,
    ScaleRule,
    scale_at,
)

__all__ = ["DualAscent", "OnlineRun", "dual_ascent"]

STEPS = {"subgradient": 0, "coordinate": 1}
SHORT = 64


class Round(NamedTuple):
    """A round before its step: instance, target, score, and the scale ``c_t``."""

    x: np.ndarray
    target: float
    score: float
    c: float


@njit
def coordinate_step_line(loss, geometry, now, theta, w):
    """Best ``v`` by bisection between 0 and the slope at the old score (section 7.2).

    The optimum is where ``v`` is the slope of the loss at the score that ``theta - v x`` gives.
    ``w`` is room for the weights that it tries.
    """
    x, target, score, c = now
    low = 0.0
    high = loss_derivative(loss, score, target)
    # One array for all tries: a new one each time would cost more than a short link.
    moved = np.empty_like(theta)
    middle = high  # often the whole slope is the answer
    for _ in range(60):
        for j in range(len(theta)):
            moved[j] = (theta[j] - middle * x[j]) / c
        link_into(geometry, moved, w)
        new = loss_derivative(loss, np.dot(w, x), target)
        # The slope at the moved score falls while v rises: they meet where they are equal.
        if new * high > 0 and abs(new) > abs(middle):
            low = middle
        elif new == middle:
            return middle
        else:
            high = middle
        middle = 0.5 * (low + high)
    return middle


@njit
def ascend(X, y, theta, history, rules, record, duals):
    """Play the rounds of a stream; what the learner keeps changes in place. O(n) a round."""
    loss, geometry, scale = unpack(rules)
    by_coordinate = rules[OWN] != 0.0
    lazy = rules[OWN + 1] != 0.0
    scores = record[0]
    losses = record[1]
    wrong = record[2]
    steps = record[3]
    slopes2 = record[4]
    scales = record[5]
    n = len(theta)
    w = np.empty(n)
    scaled = np.empty(n)
    flat = geometry.kind == EUCLIDEAN and geometry.parameter == np.inf
    short = flat and n <= SHORT  # a call into BLAS would cost more than the row
    needs_norms = scale.kind in (LIPSCHITZ, MISTAKE)
    linked = 0.0  # the c for which w is the link of theta / c; 0: theta has moved since
    for t in range(len(X)):
        x = X[t]
        target = y[t]
        history[ROUNDS] += 1.0
        norm = 0.0
        # A scale that looks at the instance must see it before it predicts.
        if needs_norms:
            norm = dual_norm_of(geometry, x)
            history[NORM_MAX] = max(history[NORM_MAX], norm)
        c = scale_at(scale, history)
        # Without a link the division by c is left for the score: n divisions become one.
        if flat:
            score = (dot(theta, x) if short else np.dot(theta, x)) / c
        else:
            if linked != c:
                for j in range(n):
                    scaled[j] = theta[j] / c
                link_into(geometry, scaled, w)
                linked = c
            score = np.dot(w, x)
        scores[t] = score
        scales[t] = c
        losses[t] = loss_value(loss, score, target)
        mistake = target * score <= 0
        wrong[t] = mistake
        steps[t] = 0.0
        slopes2[t] = 0.0
        if mistake or not lazy:
            # Most rounds of a conservative learner need no norm, and do not pay for one.
            if not needs_norms:
                norm = np.sqrt(dot(x, x)) if short else dual_norm_of(geometry, x)
            v = loss_derivative(loss, score, target)
            # Of the subgradient at w_t, whichever step is taken: the bounds are about this one.
            slopes2[t] = (v * norm) ** 2
            if by_coordinate and v != 0.0:
                # In Euclidean space the best number solves one equation in one unknown.
                if flat:
                    v = loss_implicit_slope(loss, score, target, norm * norm / c)
                else:
                    linked = 0.0  # w serves as workspace
                    now = Round(x, target, score, c)
                    v = coordinate_step_line(loss, geometry, now, theta, w)
            steps[t] = v
            if v != 0.0:
                linked = 0.0
                for j in range(n):
                    theta[j] -= v * x[j]
                history[CONJUGATES] += loss_conjugate(loss, v, target)
            history[LOSS_SUM] += losses[t]
        if mistake:
            history[MISTAKES] += 1.0
        # A conjugate a round: as dear as the round itself, so only on request.
        if len(duals):
            duals[t] = -c * conjugate_at(geometry, theta / c) - history[CONJUGATES]


class OnlineRun(NamedTuple):
    """What happened in T rounds.

    Attributes
    ----------
    scores, losses : ndarray, shape (T,)
        Score and loss of every round, before its update.
    mistakes : ndarray of bool, shape (T,)
        Rounds with ``y * score <= 0``.
    steps : ndarray, shape (T,)
        ``v_t``; the dual vector of round t is ``v_t x_t``. For a hinge, ``alpha_t = -y_t v_t``.
    slopes2 : ndarray, shape (T,)
        Squared dual norms of the subgradients at ``w_t`` (the ``lambda'_t`` of Lemma 1).
    scales : ndarray, shape (T,)
        ``c_t``.
    duals : ndarray, shape (T,) or (0,)
        Dual objective after every round, with that round's ``c_t``; empty unless asked for.
    """

    scores: np.ndarray
    losses: np.ndarray
    mistakes: np.ndarray
    steps: np.ndarray
    slopes2: np.ndarray
    scales: np.ndarray
    duals: np.ndarray

    @property
    def n_mistakes(self):
        """Number of rounds with a mistake."""
        return int(self.mistakes.sum())


class DualAscent(Engine):
    """A learner that climbs the dual, round by round or a stream at a time.

    Parameters
    ----------
    n_features : int
    geometry : MirrorMap
        Its link turns ``theta / c`` into weights; Euclidean by default.
    loss : ScoreLoss
        The hinge by default.
    scale : FixedScale, RootScale, LipschitzScale, LossScale or MistakeScale
        Rule for ``c_t``.
    step : {"subgradient", "coordinate"}
        Equation 3.11, or the single-coordinate maximum of equation 3.12.
    conservative : bool
        Update, and count losses, in rounds with a mistake only.

    Attributes
    ----------
    theta : ndarray, shape (n_features,)
        Minus the sum of the dual vectors.
    history : ndarray, shape (5,)
        Rounds, largest norm (where the scale needs it), sum of losses, mistakes, sum of
        conjugates.

    Raises
    ------
    ValueError
        On a step that the loss does not have: an infinite slope allows coordinate steps in
        Euclidean space only.

    Notes
    -----
    O(n) a round; coordinate steps outside Euclidean space bisect, with 60 links of O(n) each.
    """

    def __init__(
        self,
        n_features,
        geometry=None,
        loss=None,
        scale=None,
        step="subgradient",
        conservative=False,
    ):
        super().__init__(
            n_features,
            Euclidean() if geometry is None else geometry,
            Hinge() if loss is None else loss,
        )
        self.step = check_in(step, "step", set(STEPS))
        self.conservative = check_flag(conservative, "conservative")
        flat = self.geometry.compiled == Euclidean().compiled
        if self.loss.slope == np.inf and not (flat and step == "coordinate"):
            raise ValueError(
                "loss with an infinite slope needs step='coordinate' and Euclidean space"
            )
        self.theta = np.zeros(self.n_features)
        self._last = None
        self.retune(scale=FixedScale() if scale is None else scale)

    def retune(self, loss=None, scale=None):
        """Go on with another loss or scale rule."""
        if loss is not None:
            self.loss = check_instance(loss, "loss", ScoreLoss)
        if scale is not None:
            self.scale = check_instance(scale, "scale", ScaleRule)
        own = STEPS[self.step], self.conservative
        self._rules = pack(self.loss, self.geometry, self.scale, *own)

    def play(self, X, y, trace_dual=False):
        """Play rows that are known to be right: float arrays of plain layout."""
        record = np.empty((6, len(X)))
        duals = np.empty(len(X) if trace_dual else 0)
        # Start and record are all that a replay needs: hypotheses are not stored.
        self._last = self.theta.copy(), record, duals
        ascend(X, y, self.theta, self.history, self._rules, record, duals)

    def run(self, X, y, trace_dual=False):
        """Play a stream, one example after the other.

        Parameters
        ----------
        X : array_like, shape (T, n_features)
        y : array_like, shape (T,)
            -1 and 1 for hinge and logistic losses, real numbers otherwise.
        trace_dual : bool
            Record the dual objective after every round, at one conjugate a round.

        Returns
        -------
        OnlineRun

        Raises
        ------
        ValueError
            On wrong shapes, values that are not finite, or labels that the loss does not have.
        """
        X, y = self.check(X, y)
        self.play(X, y, check_flag(trace_dual, "trace_dual"))
        return self.last_run

    @property
    def last_run(self):
        """The rounds of the last call as an :class:`OnlineRun`, whose arrays are read-only."""
        _, record, duals = self._last
        read_only(*self._last)
        scores, losses, wrong, steps, slopes2, scales = record
        return OnlineRun(scores, losses, wrong != 0, steps, slopes2, scales, duals)

    def replay(self, X):
        """The hypotheses of the last call, from its steps and rows."""
        return HypothesisPath(X, self.last_run, self.geometry, self._last[0])

    @property
    def inverse_rate(self):
        """Scale ``c_t`` of the next round, if its instance is no longer than those seen."""
        now = self.history.copy()
        now[ROUNDS] += 1
        return scale_at(self.scale.compiled, now)

    @property
    def weights(self):
        """Weights with which the next round would predict, shape (n_features,)."""
        return self.geometry.link(self.theta / self.inverse_rate)

    def dual_value(self, inverse_rate):
        """Dual objective ``-c f*(theta / c) - sum_t g_t*(lambda_t)`` at scale ``c``."""
        c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
        return -c * self.geometry.conjugate(self.theta / c) - self.history[CONJUGATES]


def dual_ascent(
    X,
    y,
    geometry=None,
    loss=None,
    scale=None,
    *,
    step="subgradient",
    conservative=False,
    trace_dual=False,
):
    """Play a stream from the start; see :class:`DualAscent` for the parameters.

    Returns
    -------
    learner : DualAscent
    run : OnlineRun
    """
    X = check_array(X, "X", ndim=2)
    learner = DualAscent(X.shape[1], geometry, loss, scale, step, conservative)
    return learner, learner.run(X, y, trace_dual)
