"""Greedy mirror descent for strongly convex losses: steps ``1 / (sigma t)``, regret ``log T``.

Shalev-Shwartz (2007), chapter 4: the framework of Figure 4.1 in any geometry, and a compiled pass
over a stream of linear predictors with a Euclidean regulariser.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.convex.mirror_maps import ENTROPY
from mlcompanion.losses import loss_derivative

__all__ = [
    "StreamRun",
    "StronglyConvexOMD",
    "mirror_step",
    "root_steps",
    "strong_steps",
    "strongly_convex_run",
]


def strong_steps(sigma, n_rounds, first=1):
    """The steps ``1 / (sigma t)`` for ``t = first, first + 1, ...`` (Figure 4.1)."""
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    n_rounds, first = check_count(n_rounds, "n_rounds"), check_count(first, "first", low=1)
    return 1 / (sigma * np.arange(first, first + n_rounds))


def root_steps(factor, n_rounds, first=1):
    """The steps ``factor / sqrt(t)`` that losses without curvature need."""
    factor = check_real(factor, "factor", low=0, open_low=True)
    n_rounds, first = check_count(n_rounds, "n_rounds"), check_count(first, "first", low=1)
    return factor / np.sqrt(np.arange(first, first + n_rounds))


def mirror_step(geometry, dual, subgradient, eta):
    """One round of Figure 4.1, from ``grad f(w_t)`` to ``w_{t+1}`` and ``grad f(w_{t+1})``.

    Parameters
    ----------
    geometry : MirrorMap
        ``f``; its link is the gradient of the conjugate, projection included.
    dual, subgradient : ndarray, shape (n,)
        ``grad f(w_t)`` and a subgradient of ``g_t`` at ``w_t``.
    eta : float

    Returns
    -------
    w, dual : ndarray, shape (n,)

    Notes
    -----
    O(n). On the simplex the new dual vector comes from logarithms, so that a weight that underflows
    to 0 can return.
    """
    theta = dual - eta * subgradient
    w = geometry.link(theta)
    if geometry.code == ENTROPY:
        return w, 1 + theta - logsumexp(theta)  # grad f = 1 + log w
    return w, geometry.gradient(w)


class StronglyConvexOMD:
    """Online strongly convex programming (Figure 4.1).

    Parameters
    ----------
    geometry : MirrorMap
        The differentiable ``f``: ``Euclidean(radius)``, ``Entropy()`` or ``PNorm(p)``.
    sigma : float
        ``g_t / sigma`` is strongly convex with respect to ``f``.
    start : array_like, shape (n,)
        ``w_1``, where ``f`` is finite and differentiable: inside the simplex for the entropy.
    eta : callable, optional
        Another step rule ``t -> eta_t``; default ``1 / (sigma t)``.

    Attributes
    ----------
    w_ : ndarray, shape (n,)
        ``w_t``, the prediction of this round.
    t_ : int
        Rounds played.
    eta_ : float
        Step of the last round.

    Raises
    ------
    ValueError
        If ``sigma`` is not positive or ``start`` is not a point of the domain.

    Notes
    -----
    O(n) a round. The state is ``w_t``: greedy, where dual ascent keeps the sum of all
    subgradients.
    """

    def __init__(self, geometry, sigma, start, eta=None):
        self.geometry = geometry
        self.sigma = check_real(sigma, "sigma", low=0, open_low=True)
        self.w_ = check_array(start, "start", ndim=1, min_rows=1).copy()
        self._dual = geometry.gradient(self.w_)
        if not (np.isfinite(geometry.value(self.w_)) and np.isfinite(self._dual).all()):
            raise ValueError(f"start must lie where f is differentiable, got {start}")
        self.eta = eta
        self.t_, self.eta_ = 0, np.nan

    def step(self, subgradient):
        """Take a subgradient of ``g_t`` at ``w_`` and move to the next prediction.

        Parameters
        ----------
        subgradient : array_like, shape (n,)

        Returns
        -------
        ndarray, shape (n,)
            The new ``w_``.
        """
        subgradient = check_array(subgradient, "subgradient", shape=self.w_.shape)
        self.t_ += 1
        self.eta_ = 1 / (self.sigma * self.t_) if self.eta is None else self.eta(self.t_)
        self.w_, self._dual = mirror_step(self.geometry, self._dual, subgradient, self.eta_)
        return self.w_


@njit
def _dot(a, b):
    """Inner product in four running sums: no call into BLAS, which costs more than a short row."""
    n = len(a)
    whole = n - n % 4
    p = q = r = s = 0.0
    for j in range(0, whole, 4):
        p += a[j] * b[j]
        q += a[j + 1] * b[j + 1]
        r += a[j + 2] * b[j + 2]
        s += a[j + 3] * b[j + 3]
    for j in range(whole, n):
        p += a[j] * b[j]
    return (p + q) + (r + s)


@njit
def euclidean_pass(X, y, kind, a, slope, sigma, etas, radius, w, scores, squares, duals, path):
    """``w_{t+1} = project((1 - sigma eta_t) w_t - eta_t loss'(s_t) x_t)``, kept as ``scale * v``.

    A round without loss only changes ``scale``; the squared norm follows by recursion.
    """
    scale, square = 1.0, _dot(w, w)
    for t in range(len(X)):
        x = X[t]
        s = scale * _dot(w, x)
        if len(path):
            path[t] = scale * w
        scores[t], squares[t] = s, square
        slope_t = loss_derivative(kind, a, slope, s, y[t])
        shrink = 1.0 - sigma * etas[t]
        duals[t] = sigma * sigma * square
        scale *= shrink
        square *= shrink * shrink
        if abs(scale) < 1e-9:  # fold the scale in before it vanishes
            w *= scale
            scale, square = 1.0, _dot(w, w)
        if slope_t != 0.0:
            xx = _dot(x, x)
            duals[t] += slope_t * (2.0 * sigma * s + slope_t * xx)  # |sigma w + slope x|^2
            move = -etas[t] * slope_t
            factor = move / scale
            for j in range(len(w)):
                w[j] += factor * x[j]
            square += move * (2.0 * shrink * s + move * xx)
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
    X = plain_layout(check_array(X, "X", ndim=2, min_rows=1))
    T, n = X.shape
    y = plain_layout(check_array(y, "y", shape=(T,)))
    sigma = check_real(sigma, "sigma", low=0)
    if eta is None and sigma == 0:
        raise ValueError("eta is needed where sigma is 0: the default step is 1 / (sigma t)")
    etas = strong_steps(sigma, T) if eta is None else check_array(eta, "eta", shape=(T,))
    limit = np.inf if radius is None else check_real(radius, "radius", low=0, open_low=True)
    w = np.zeros(n) if start is None else check_array(start, "start", shape=(n,)).copy()
    return unchecked_run(X, y, loss, sigma, plain_layout(etas), limit, w, keep_path)


def unchecked_run(X, y, loss, sigma, etas, radius, w, keep_path=False):
    """:func:`strongly_convex_run` for arguments that an estimator has checked; changes ``w``."""
    T, n = X.shape
    scores, squares, duals = np.empty((3, T))
    path = np.empty((T if keep_path else 0, n))
    euclidean_pass(
        X, y, loss.code, float(loss.margin), float(loss.slope), sigma, etas, radius,
        w, scores, squares, duals, path,
    )  # fmt: skip
    losses = 0.5 * sigma * squares + loss.value(scores, y)
    return StreamRun(losses, scores, duals, w, path if keep_path else None)
