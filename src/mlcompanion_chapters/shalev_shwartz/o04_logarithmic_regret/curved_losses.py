r"""Streams of curved losses, and regret on them beside the bound of Shalev-Shwartz (2007), ch. 4.

Three streams whose best fixed vector is known without any learner: the regularised hinge (found by
LIBLINEAR), half squared distances to points, and entropy plus linear losses on the simplex (both in
closed form).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import xlogy

from mlcompanion._validation import check_array, check_rng
from mlcompanion.losses import Hinge, Linear
from mlcompanion.online.bounds.logarithmic import hinge_ball_radius
from mlcompanion.online.core.regret import best_in_hindsight
from mlcompanion.online.core.stream_descent import strongly_convex_run

__all__ = [
    "CurvedStream",
    "ball_points",
    "bound_ratios",
    "coin_regret",
    "distance_run",
    "entropy_run",
    "hinge_stream",
    "opposite_points",
    "points_stream",
    "simplex_stream",
]


@dataclass(frozen=True)
class CurvedStream:
    """Losses of curvature ``sigma``, a learner's run on them, and their fixed vectors.

    Attributes
    ----------
    sigma : float
    losses : ndarray, shape (T,)
        What the learner paid in each round.
    dual_norms : ndarray, shape (T,)
        Dual norms of its subgradients, or empty.
    best : callable
        From a number of rounds t to the best fixed vector for the first t, shape (n,).
    totals : callable
        From vectors, shape (m, n), and t to their losses over the first t rounds, shape (m,).
    inside, border : callable
        From a generator and m to random vectors of S, and of its border, shape (m, n).
    """

    sigma: float
    losses: np.ndarray
    dual_norms: np.ndarray
    best: Callable
    totals: Callable
    inside: Callable
    border: Callable

    def least(self, rounds):
        """Total loss of the best vector of the first t rounds, for each t of ``rounds``."""
        return np.array([self.totals(self.best(t)[None], t)[0] for t in rounds])

    def regret(self, rounds):
        """Regret against that vector, for each t of ``rounds``."""
        return np.cumsum(self.losses)[np.asarray(rounds) - 1] - self.least(rounds)


def bound_ratios(stream, rounds, random_state, *, n_random=20):
    r"""Regret divided by :math:`\frac L\sigma(1+\log t)` after t rounds, for many vectors u.

    L is the largest :math:`\frac12\|\lambda_i\|_\star^2` of the first t rounds.

    Parameters
    ----------
    stream : CurvedStream
    rounds : array_like of int
        The values of t.
    random_state : int or Generator
    n_random : int
        Random u for all t: one half in S, one half on its border.

    Returns
    -------
    ndarray of shape (n_rounds, 1 + n_random)
        The best vector first, then those in S, then those on the border.
    """
    rng = check_rng(random_state)
    half = n_random // 2
    rounds = check_array(rounds, "rounds", ndim=1, dtype=int, low=1)
    others = np.concatenate([stream.inside(rng, half), stream.border(rng, half)])
    paid = np.cumsum(stream.losses)[rounds - 1]
    L = np.maximum.accumulate(stream.dual_norms**2 / 2)[rounds - 1]
    bound = L / stream.sigma * (1 + np.log(rounds))
    total = [stream.totals(np.vstack([stream.best(t), others]), t) for t in rounds]
    return (paid[:, None] - np.array(total)) / bound[:, None]


def ball_points(size, n, random_state, *, radius=1.0):
    """Uniform points of a ball, shape (size, n)."""
    inside, _ = _ball(radius, n)
    return inside(check_rng(random_state), size)


def _ball(radius, n):
    """How to draw from a ball, and from its sphere."""

    def border(rng, m):
        z = rng.normal(size=(m, n))
        return radius * z / np.linalg.norm(z, axis=1, keepdims=True)

    return lambda rng, m: border(rng, m) * rng.random((m, 1)) ** (1 / n), border


def hinge_stream(X, y, sigma, *, eta=None):
    r"""Losses :math:`\frac\sigma2\|w\|^2+[1-y\langle w,x\rangle]_+` in the ball of all optima.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        Labels -1 and 1.
    sigma : float
    eta : array_like, shape (T,), optional
        Steps; default ``1 / (sigma t)``.

    Returns
    -------
    CurvedStream
    """
    radius = hinge_ball_radius(sigma)
    run = strongly_convex_run(X, y, Hinge(), sigma=sigma, eta=eta, radius=radius)

    def best(t):
        return best_in_hindsight(X[:t], y[:t], Hinge(), l2=sigma * t)

    def totals(U, t):
        hinge = np.maximum(1 - y[:t, None] * (X[:t] @ U.T), 0).sum(axis=0)
        return sigma * t / 2 * (U**2).sum(axis=1) + hinge

    return CurvedStream(sigma, run.losses, run.dual_norms, best, totals, *_ball(radius, X.shape[1]))


def distance_run(Z, *, sigma=1.0, radius=None, eta=None, start=None, keep_path=False):
    r"""Play :math:`\frac\sigma2\|w-z_t\|^2` by mirror descent in a ball.

    Parameters
    ----------
    Z : array_like, shape (T, n)
    sigma, radius, eta, start, keep_path
        As in :func:`~mlcompanion.online.core.stream_descent.strongly_convex_run`.

    Returns
    -------
    losses, dual_norms : ndarray, shape (T,)
    path : ndarray, shape (T + 1, n), or None
        ``w_1, ..., w_{T+1}``.
    """
    Z = check_array(Z, "Z", ndim=2, min_rows=1)
    run = strongly_convex_run(
        -sigma * Z, np.ones(len(Z)), Linear(),
        sigma=sigma, eta=eta, radius=radius, start=start, keep_path=keep_path,
    )  # fmt: skip
    path = np.vstack([run.path, run.weights]) if keep_path else None
    return run.losses + sigma / 2 * (Z**2).sum(axis=1), run.dual_norms, path


def points_stream(Z, sigma, *, radius=None, eta=None, start=None):
    r"""Losses :math:`\frac\sigma2\|w-z_t\|^2`: the best vector is the mean, projected on S.

    Parameters
    ----------
    Z : array_like, shape (T, n)
    sigma : float
    radius : float, optional
        Of the ball S; default the whole space, where random vectors come from the unit ball.
    eta, start
        As in :func:`distance_run`.

    Returns
    -------
    CurvedStream
    """
    losses, norms, _ = distance_run(Z, sigma=sigma, radius=radius, eta=eta, start=start)
    sums = np.cumsum(Z, axis=0)
    squares = np.cumsum((Z**2).sum(axis=1))

    def best(t):
        mean = sums[t - 1] / t
        return mean if radius is None else mean * min(1, radius / max(np.linalg.norm(mean), 1e-300))

    def totals(U, t):
        return sigma / 2 * (squares[t - 1] - 2 * U @ sums[t - 1] + t * (U**2).sum(axis=1))

    return CurvedStream(sigma, losses, norms, best, totals, *_ball(radius or 1.0, Z.shape[1]))


def opposite_points(n_rounds, starts, size):
    """Points of length ``size`` opposite to where the running mean stands, for several starts.

    Parameters
    ----------
    n_rounds : int
    starts : array_like, shape (m, n)
        First point of each stream; its length is no multiple of ``size``, else the path meets 0.
    size : float

    Returns
    -------
    ndarray, shape (m, n_rounds, n)
    """
    w = check_array(starts, "starts", ndim=2, min_rows=1).copy()
    points = np.empty((n_rounds, *w.shape))
    points[0] = w
    for t in range(2, n_rounds + 1):
        z = w * (-size / np.sqrt(np.einsum("ij,ij->i", w, w))[:, None])
        points[t - 1] = z
        w += (z - w) / t
    return points.transpose(1, 0, 2)


def entropy_run(V, sigma, etas, *, keep_norms=True, block=100):
    r"""Play :math:`\sigma f(w)+\langle v_t,w\rangle` on the simplex, many streams at once.

    f is the relative entropy to the uniform distribution, where the learner starts. The steps are
    taken in dual coordinates, :math:`\theta\leftarrow(1-\sigma\eta_t)\theta-\eta_tv_t`, with w the
    softmax of :math:`\theta`.

    Parameters
    ----------
    V : array_like, shape (T, m, n)
        The vectors of m streams.
    sigma : float
    etas : array_like, shape (T,)
    keep_norms : bool
    block : int
        Rounds whose weights are computed together.

    Returns
    -------
    losses, dual_norms : ndarray, shape (T, m)
        The norms are 0 unless they are kept.
    """
    V = check_array(V, "V", ndim=3, min_rows=1)
    etas = check_array(etas, "etas", shape=(len(V),))
    losses, norms = np.zeros((2, *V.shape[:2]))
    theta, (log_n, shrink) = np.zeros(V.shape[1:]), (np.log(V.shape[2]), 1 - sigma * etas)
    for begin in range(0, len(V), block):
        part = slice(begin, begin + block)
        v = V[part]
        pushes = etas[part, None, None] * v
        path = np.empty(v.shape)
        for k, (push, keep) in enumerate(zip(pushes, shrink[part])):
            path[k] = theta
            theta *= keep
            theta -= push
        path -= path.max(axis=2, keepdims=True)
        w = np.exp(path)
        total = w.sum(axis=2)
        path *= sigma
        path += v  # v + sigma log w, up to a constant
        shift = sigma * np.log(total)
        losses[part] = np.einsum("tmn,tmn->tm", w, path) / total - shift + sigma * log_n
        if keep_norms:
            norms[part] = np.abs(path + (sigma - shift)[..., None]).max(axis=2)
    return losses, norms


def simplex_stream(V, sigma, losses, dual_norms):
    """The stream of one column of :func:`entropy_run`, whose best vector is a softmax.

    Parameters
    ----------
    V : array_like, shape (T, n)
    sigma : float
    losses, dual_norms : array_like, shape (T,)

    Returns
    -------
    CurvedStream
    """
    n = V.shape[1]
    sums = np.cumsum(V, axis=0)

    def best(t):
        theta = -sums[t - 1] / (sigma * t)
        w = np.exp(theta - theta.max())
        return w / w.sum()

    def totals(U, t):
        return U @ sums[t - 1] + sigma * t * (np.log(n) + xlogy(U, U).sum(axis=1))

    return CurvedStream(
        sigma, losses, dual_norms, best, totals,
        lambda rng, m: rng.dirichlet(np.ones(n), m),
        lambda rng, m: np.eye(n)[rng.integers(n, size=m)],
    )  # fmt: skip


def coin_regret(rounds, n_sequences, random_state):
    """Regret of steps 1/t on linear losses with fair random signs over [-1, 1].

    Parameters
    ----------
    rounds : sequence of int
        When to look, increasing.
    n_sequences : int
    random_state : int or Generator

    Returns
    -------
    ndarray, shape (n_sequences, n_rounds)
        Against the better end of the interval.
    """
    rng = check_rng(random_state)
    rounds = check_array(rounds, "rounds", ndim=1, dtype=int, low=1)
    w, paid, walk = np.zeros((3, n_sequences))
    regrets = np.empty((n_sequences, len(rounds)))
    for t in range(1, rounds[-1] + 1):
        signs = 2.0 * rng.integers(2, size=n_sequences) - 1
        paid += signs * w
        walk += signs
        w = np.clip(w - signs / t, -1, 1)
        regrets[:, rounds == t] = (paid + np.abs(walk))[:, None]
    return regrets
