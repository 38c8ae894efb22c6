"""Mirror descent over a stream of linear predictors with a Euclidean regulariser, compiled.

Shalev-Shwartz (2007), Figure 4.1 and Example 1: ``g_t(w) = sigma |w|^2 / 2 + loss(<w, x_t>, y_t)``.
"""

from dataclasses import dataclass, replace

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_flag, check_instance, check_real, read_only
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.losses import ScoreLoss
from mlcompanion.losses.formulas import loss_derivative

from .compiled import OWN, dot, pack, unpack
from .engine import Engine
from .paths import StoredPath
from .scales import MISTAKES, ROUNDS, FixedScale

__all__ = ["StreamDescent", "StreamRun", "strongly_convex_run"]

NO_PATH = np.empty((0, 0))
STEPS = 3  # the row of a record that holds given steps


@njit
def euclidean_pass(X, y, rules, w, history, record, path):
    """``w_{t+1} = project((1 - sigma eta_t) w_t - eta_t loss'(s_t) x_t)``, kept as ``scale * v``.

    A round without loss only changes ``scale``; the squared norm follows by recursion. The steps
    stand in the fourth row of ``record``; if it has three, they are ``1 / (sigma t)``.
    """
    loss, geometry, _ = unpack(rules)
    radius = geometry.parameter
    sigma = rules[OWN]
    scores = record[0]
    squares = record[1]
    duals = record[2]
    has_steps = len(record) > STEPS
    scale = 1.0
    square = dot(w, w)
    for t in range(len(X)):
        history[ROUNDS] += 1.0
        eta = record[STEPS, t] if has_steps else 1.0 / (sigma * history[ROUNDS])
        x = X[t]
        # The weights are scale * w: shrinking all of them is one product.
        s = scale * dot(w, x)
        if len(path):
            path[t] = scale * w
        scores[t] = s
        squares[t] = square
        history[MISTAKES] += y[t] * s <= 0
        slope_t = loss_derivative(loss, s, y[t])
        # 0 in the first round with the default step 1 / sigma: the fold below then starts anew
        shrink = 1.0 - sigma * eta
        # the regulariser's part of |subgradient|^2
        duals[t] = sigma * sigma * square
        # The same recursion for the squared norm, so that no round runs over w twice.
        scale *= shrink
        square *= shrink * shrink
        if abs(scale) < 1e-9:  # fold the scale in before it vanishes
            w *= scale
            scale = 1.0
            square = dot(w, w)
        if slope_t != 0.0:
            xx = dot(x, x)
            duals[t] += slope_t * (2.0 * sigma * s + slope_t * xx)  # |sigma w + slope x|^2
            move = -eta * slope_t
            factor = move / scale
            for j in range(len(w)):
                w[j] += factor * x[j]
            # |v + move x|^2 with <v, x> = shrink * s: s was the score before the decay
            square += move * (2.0 * shrink * s + move * xx)
        # The projection, too, is only a scale.
        if square > radius * radius:
            scale *= radius / np.sqrt(square)
            square = radius * radius
        duals[t] = np.sqrt(max(duals[t], 0.0))
    w *= scale


@dataclass(frozen=True)
class StreamRun:
    """What one pass over a stream leaves behind.

    Attributes
    ----------
    losses : ndarray, shape (T,)
        ``g_t(w_t)``, the regulariser included.
    scores : ndarray, shape (T,)
        ``<w_t, x_t>``, before the update.
    dual_norms : ndarray, shape (T,)
        Norms of the subgradients of the whole ``g_t`` at ``w_t``.
    weights : ndarray, shape (n,)
        ``w_{T+1}``.
    path : ndarray, shape (T, n), or None
        ``w_1, ..., w_T``, if they were asked for.
    """

    losses: np.ndarray
    scores: np.ndarray
    dual_norms: np.ndarray
    weights: np.ndarray
    path: np.ndarray | None = None

    @property
    def lipschitz(self):
        """The least ``L`` with ``|lambda_t|^2 / 2 <= L`` in every round of this run."""
        return 0.5 * float(self.dual_norms.max()) ** 2


class StreamDescent(Engine):
    """The learner of ``g_t(w) = sigma |w|^2 / 2 + loss(<w, x_t>, y_t)`` in a ball.

    Parameters
    ----------
    n_features : int
    loss : ScoreLoss
    sigma : float
        Weight of the regulariser, not negative.
    radius : float, optional
        Radius of the ball; default the whole space.

    Attributes
    ----------
    weights : ndarray, shape (n_features,)
        ``w_t``; it starts at 0.

    Notes
    -----
    O(n) a round. The steps are ``1 / (sigma t)`` unless :meth:`play` is given others.
    """

    def __init__(self, n_features, loss, sigma, radius=None):
        super().__init__(n_features, Euclidean(radius), loss)
        self.sigma = check_real(sigma, "sigma", low=0)
        self._rules = pack(self.loss, self.geometry, FixedScale(), self.sigma)
        self._w = np.zeros(self.n_features)
        self._last = None

    @property
    def weights(self):
        """``w_t``, the prediction of the next round."""
        return self._w

    @weights.setter
    def weights(self, w):
        self._w = w

    def play(self, X, y, etas=None, path=NO_PATH):
        """Play rows that are known to be right; write ``w_t`` into ``path``, if it is given."""
        if etas is None:
            record = np.empty((STEPS, len(X)))
        else:
            record = np.empty((STEPS + 1, len(X)))
            record[STEPS] = etas
        # the start is kept and a copy moves: the pass can be played again
        self._last = self._w, self.history.copy(), y, record
        self._w = self._w.copy()
        euclidean_pass(X, y, self._rules, self._w, self.history, record, path)

    @property
    def last_run(self):
        """The rounds of the last call as a :class:`StreamRun`, whose arrays are read-only."""
        _, _, y, record = self._last
        read_only(self._w, record)
        scores, squares, duals = record[:STEPS]
        losses = 0.5 * self.sigma * squares + self.loss.value(scores, y)
        return StreamRun(losses, scores, duals, self._w)

    def replay(self, X):
        """The hypotheses of the last call: the pass is played again."""
        w, history, y, record = self._last
        weights = np.empty(X.shape)
        euclidean_pass(X, y, self._rules, w.copy(), history.copy(), record.copy(), weights)
        return StoredPath(X, weights)


def strongly_convex_run(
    X, y, loss, *, sigma=0.0, eta=None, radius=None, start=None, keep_path=False
):
    """Play ``g_t(w) = sigma |w|^2 / 2 + loss(<w, x_t>, y_t)`` by mirror descent in a ball.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        Targets, as ``loss`` wants them.
    loss : ScoreLoss
    sigma : float
        Weight of the regulariser, not negative.
    eta : array_like, shape (T,), optional
        Steps; default ``1 / (sigma t)``, which needs ``sigma > 0``.
    radius : float, optional
        Radius of the ball S; default the whole space.
    start : array_like, shape (n,), optional
        ``w_1``; default 0.
    keep_path : bool
        Also return every ``w_t``.

    Returns
    -------
    StreamRun

    Raises
    ------
    ValueError
        On wrong shapes, a negative ``sigma``, or no step rule.

    Notes
    -----
    O(n) a round, compiled; O(T n) more memory with ``keep_path``. Source: Figure 4.1, Example 1.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    engine = StreamDescent(X.shape[1], check_instance(loss, "loss", ScoreLoss), sigma, radius)
    X, y = engine.check(X, y)
    if eta is None and engine.sigma == 0:
        raise ValueError("eta is needed where sigma is 0: the default step is 1 / (sigma t)")
    if eta is not None:
        eta = check_array(eta, "eta", shape=y.shape, low=0)
    if start is not None:
        engine.weights = check_array(start, "start", shape=(X.shape[1],)).copy()
    path = np.empty(X.shape) if check_flag(keep_path, "keep_path") else NO_PATH
    engine.play(X, y, eta, path)
    return replace(engine.last_run, path=path if keep_path else None)
