"""Online learning as dual ascent: one loop, many algorithms.

Shalev-Shwartz (2007), chapter 3, Figures 3.1 and 3.2, for losses of a score. The learner keeps
``theta = -sum_t lambda_t``, where ``lambda_t = v_t x_t`` is the dual vector of round t, and
predicts with ``w_t = link(theta / c_t)``. A round chooses ``v_t``: a subgradient of the loss
(equation 3.11), or the number that raises the dual most with all others fixed (equation 3.12).
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_in, check_real
from mlcompanion.convex.mirror_maps import (
    EUCLIDEAN,
    Euclidean,
    conjugate_at,
    dual_norm_of,
    link_into,
)
from mlcompanion.losses import (
    HINGE,
    INSENSITIVE,
    LINEAR,
    SQUARED,
    SQUARED_HINGE,
    Hinge,
    loss_conjugate,
    loss_derivative,
    loss_value,
)

from .mirror_descent import _dot
from .scales import (
    CONJUGATES,
    LIPSCHITZ,
    LOSS_SUM,
    MISTAKE,
    MISTAKES,
    NORM_MAX,
    ROUNDS,
    FixedScale,
    scale_at,
)

__all__ = ["DualAscent", "OnlineRun", "dual_ascent"]

STEPS = {"subgradient": 0, "coordinate": 1}
BISECTIONS = 60
SHORT = 64


@njit
def coordinate_step_euclidean(loss, a, slope, score, target, q):
    """Best ``v`` in closed form where a step moves the score to ``score - v q`` (equation 5.15).

    ``q = |x|^2 / c``. The step is the loss's slope at the *new* score, hence never overshoots.
    """
    if loss == HINGE:
        gap = a - target * score
        if gap <= 0 or q == 0.0:
            return -slope * target if gap > 0 and slope < np.inf else 0.0
        return -target * min(slope, gap / q)
    if loss == SQUARED_HINGE:
        return -target * max(0.0, a - target * score) / (q + 1.0 / slope)
    if loss == SQUARED:
        return (score - target) / (q + 1.0 / slope)
    if loss == INSENSITIVE:
        gap = abs(score - target) - a
        if gap <= 0:
            return 0.0
        size = slope if q == 0.0 else min(slope, gap / q)
        return size if score > target else -size
    low, high = 0.0, loss_derivative(loss, a, slope, score, target)
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        new = loss_derivative(loss, a, slope, score - middle * q, target)
        if abs(new) > abs(middle) and new * high > 0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@njit
def coordinate_step_line(loss, a, slope, target, score, kind, parameter, theta, x, c, w):
    """Best ``v`` by bisection between 0 and the slope at the old score (section 7.2).

    The optimum is where ``v`` is the slope of the loss at the score that ``theta - v x`` gives.
    """
    low, high = 0.0, loss_derivative(loss, a, slope, score, target)
    if high == 0.0 or loss == LINEAR:
        return high
    moved = np.empty_like(theta)
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        for j in range(len(theta)):
            moved[j] = (theta[j] - middle * x[j]) / c
        link_into(kind, parameter, moved, w)
        new = loss_derivative(loss, a, slope, np.dot(w, x), target)
        if new * high > 0 and abs(new) > abs(middle):
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@njit
def ascend(
    X, y, theta, history, geometry, parameter, loss, a, slope, scale, s1, s2, step, lazy, traced
):
    """Play the rounds of a stream; ``theta`` and ``history`` change in place. O(n) a round."""
    T, n = X.shape
    scores, losses, scales = np.empty(T), np.empty(T), np.empty(T)
    steps, slopes2, duals = np.zeros(T), np.zeros(T), np.empty(T if traced else 0)
    mistakes = np.zeros(T, dtype=np.bool_)
    w, scaled = np.empty(n), np.empty(n)
    flat = geometry == EUCLIDEAN and parameter == np.inf
    short = flat and n <= SHORT  # a call into BLAS would cost more than the row
    needs_norms = scale in (LIPSCHITZ, MISTAKE)
    linked = 0.0  # the c for which w is the link of theta / c; 0: theta has moved since
    for t in range(T):
        x, target = X[t], y[t]
        history[ROUNDS] += 1.0
        norm = 0.0
        if needs_norms:
            norm = dual_norm_of(geometry, parameter, x)
            history[NORM_MAX] = max(history[NORM_MAX], norm)
        c = scale_at(scale, s1, s2, history)
        if c == 0.0:
            c = 1.0  # nothing but zero vectors so far: theta is 0 whatever c
        if flat:
            score = (_dot(theta, x) if short else np.dot(theta, x)) / c
        else:
            if linked != c:
                for j in range(n):
                    scaled[j] = theta[j] / c
                link_into(geometry, parameter, scaled, w)
                linked = c
            score = np.dot(w, x)
        scores[t], scales[t] = score, c
        losses[t] = loss_value(loss, a, slope, score, target)
        mistakes[t] = target * score <= 0
        if mistakes[t] or not lazy:
            if not needs_norms:
                norm = np.sqrt(_dot(x, x)) if short else dual_norm_of(geometry, parameter, x)
            v = loss_derivative(loss, a, slope, score, target)
            slopes2[t] = (v * norm) ** 2
            if step == 1:
                if flat:
                    v = coordinate_step_euclidean(loss, a, slope, score, target, norm * norm / c)
                else:
                    linked = 0.0  # w serves as workspace
                    v = coordinate_step_line(
                        loss, a, slope, target, score, geometry, parameter, theta, x, c, w
                    )
            steps[t] = v
            if v != 0.0:
                linked = 0.0
                for j in range(n):
                    theta[j] -= v * x[j]
                history[CONJUGATES] += loss_conjugate(loss, a, slope, v, target)
            history[LOSS_SUM] += losses[t]
        if mistakes[t]:
            history[MISTAKES] += 1.0
        if traced:
            duals[t] = -c * conjugate_at(geometry, parameter, theta / c) - history[CONJUGATES]
    return scores, losses, mistakes, steps, slopes2, scales, duals


@dataclass(frozen=True)
class OnlineRun:
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


class DualAscent:
    """A learner that climbs the dual, round by round or a stream at a time.

    Parameters
    ----------
    n_features : int
    geometry : MirrorMap
        Geometry; its link turns ``theta / c`` into weights.
    loss : ScoreLoss
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
        self.geometry = Euclidean() if geometry is None else geometry
        self.loss = Hinge() if loss is None else loss
        self.scale = FixedScale() if scale is None else scale
        self.step = check_in(step, "step", set(STEPS))
        self.conservative = bool(conservative)
        flat = self.geometry.code == EUCLIDEAN and self.geometry.parameter == np.inf
        if self.loss.slope == np.inf and not (flat and step == "coordinate"):
            raise ValueError(
                "loss with an infinite slope needs step='coordinate' and Euclidean space"
            )
        self.theta, self.history = np.zeros(n_features), np.zeros(5)

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
            On wrong shapes, or values that are not finite.
        """
        X = check_array(X, "X", shape=(None, len(self.theta)))
        y = check_array(y, "y", shape=(len(X),))
        return self.unchecked_run(plain_layout(X), plain_layout(y), trace_dual)

    def unchecked_run(self, X, y, trace_dual=False):
        """:meth:`run` for float arrays of plain layout that an estimator has checked."""
        return OnlineRun(
            *ascend(
                X,
                y,
                self.theta,
                self.history,
                self.geometry.code,
                float(self.geometry.parameter),
                self.loss.code,
                float(self.loss.margin),
                float(self.loss.slope),
                self.scale.code,
                float(self.scale.a),
                float(self.scale.b),
                STEPS[self.step],
                self.conservative,
                bool(trace_dual),
            )
        )

    def update(self, x, y):
        """Play one round; return its :class:`OnlineRun` of length 1."""
        X, target = np.array(x, dtype=float, ndmin=2), np.array([y], dtype=float)
        if X.shape != (1, len(self.theta)) or not np.isfinite(np.dot(X[0], X[0]) + target[0]):
            return self.run(X, target)  # which says what is wrong
        return self.unchecked_run(X, target)

    @property
    def inverse_rate(self):
        """Scale ``c_t`` of the next round, if its instance is no longer than those seen."""
        now = self.history.copy()
        now[ROUNDS] += 1
        return scale_at(self.scale.code, float(self.scale.a), float(self.scale.b), now) or 1.0

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
