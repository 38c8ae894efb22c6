"""Theorems 5 and 7 beside runs: many streams side by side, as rows of one point.

A point has a row for each stream; the diagonal metric of the rows is that of each, and blocks of
one row each are their full matrices.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion.convex.metrics import BlockMetric, DiagonalMetric
from mlcompanion.online.adaptive import coordinate_regret_bound, matrix_regret_bound
from mlcompanion.optimize.stochastic import ForwardBackward, RegularizedDualAveraging
from mlcompanion.prox import L1, Penalty, SquaredL2

from .adversary import places

__all__ = [
    "KINDS",
    "Boxed",
    "Setting",
    "Streams",
    "bounds_row",
    "excess",
    "play",
    "streams",
    "turned",
]

KINDS = ("rare", "dense", "linear", "adversary")
PENALTIES = {"none": Penalty(), "l1": L1(0.01), "squared l2": SquaredL2(0.01)}
UPDATES = {"rda": RegularizedDualAveraging, "fobos": ForwardBackward}


class Boxed(Penalty):
    """A penalty that is a sum over entries, within the box of half width 1.

    In one dimension the minimiser over an interval is the nearest point to the free one.
    """

    def __init__(self, penalty):
        self.penalty = penalty

    def _value(self, w):
        return self.penalty.value(w) if np.abs(w).max() <= 1 + 1e-12 else np.inf

    def _prox(self, v, step):
        return np.clip(self.penalty.prox(v, step), -1, 1)

    def _metric_prox(self, v, h, step):
        return np.clip(self.penalty.metric_prox(v, h, step), -1, 1)


class Setting(NamedTuple):
    """How a learner runs: update, penalty in the box (None: no domain), step, matrix, offset."""

    update: str
    penalty: object
    eta: float
    matrix: str
    delta: float


class Streams(NamedTuple):
    """Rows ``yz`` (n_streams, T, d), examples times labels, and each stream's kind of loss."""

    yz: np.ndarray
    kinds: np.ndarray

    def losses(self, margins):
        """Losses at margins (n_streams, ...) by kind: hinge, logistic, minus the margin."""
        kinds = self.kinds.reshape(-1, *[1] * (np.ndim(margins) - 1))
        hinge = np.maximum(0.0, 1.0 - margins)
        logistic = np.logaddexp(0.0, -margins)
        return np.select([kinds == "dense", kinds == "linear"], [logistic, -margins], hinge)

    def slopes(self, margins):
        """Derivatives of the losses, shape (n_streams,)."""
        hinge = -(margins < 1.0).astype(float)
        logistic = -1.0 / (1.0 + np.exp(margins))
        return np.select([self.kinds == "dense", self.kinds == "linear"], [logistic, -1.0], hinge)


def streams(T, d, seeds, eps=0.1):
    """The four kinds of streams, for each seed."""
    rows = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        x = rng.uniform(-1, 1, d)
        rare = (rng.random((T, d)) < 1 / np.arange(1, d + 1)).astype(float)
        dense = rng.normal(size=(T, d)).clip(-3, 3)
        rows += [
            np.where(rare @ x > 0, 1, -1)[:, None] * rare,
            np.where(dense @ x + rng.logistic(size=T) > 0, 1, -1)[:, None] * dense,
            rng.choice([-1.0, 1.0], (T, d)),
            np.eye(d)[places(d, eps, rng, T)[:T]],
        ]
    return Streams(np.array(rows), np.tile(KINDS, len(seeds)))


def turned(plain, seed):
    """The streams in coordinates that a random rotation gives."""
    d = plain.yz.shape[2]
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(d, d)))[0]
    return Streams(plain.yz @ Q, plain.kinds)


def play(stream, setting):
    """Path (T, n_streams, d) of points, and sums over coordinates or traces (T, n_streams)."""
    update, penalty, eta, matrix, delta = setting
    n, T, d = stream.yz.shape
    shape = (n, d)
    metric = (
        DiagonalMetric(shape, delta) if matrix == "diag" else BlockMetric([d] * n, delta, shape)
    )
    run = UPDATES[update](shape, penalty, eta, metric)
    path = np.empty((T, n, d))
    traces = np.empty((T, n))
    for t in range(T):
        path[t] = run.x_
        z = stream.yz[:, t]
        margins = np.sum(z * run.x_, axis=1)
        run.step(stream.slopes(margins)[:, None] * z)
        roots = np.sqrt(metric.squares) if matrix == "diag" else metric.spectra[0][0]
        traces[t] = roots.sum(axis=1)
    return path, traces


def comparators(stream, T, penalty, n_random, rng):
    """For each stream the offline optimum and random points: (n_streams, 1 + n_random, d)."""
    n, _, d = stream.yz.shape
    points = rng.uniform(-1, 1, (n, 1 + n_random, d))
    if penalty is None:  # the ball of radius sqrt(d)
        points *= np.sqrt(d) / np.maximum(np.sqrt(d), np.linalg.norm(points, axis=2, keepdims=True))
    for row, (yz, kind) in enumerate(zip(stream.yz, stream.kinds)):
        points[row, 0] = _optimum(yz[:T], kind, penalty)
    return points


def _optimum(yz, kind, penalty):
    """A minimiser in the box of the losses, the hinge a little rounded, and of the penalty.

    Any point is a fair comparator; the best one only makes the test sharp. The box lies in the
    ball.
    """

    def value(x):
        margins = yz @ x
        if kind == "linear":
            return -margins.mean(), -yz.mean(axis=0)
        sharp = 1.0 if kind == "dense" else 50.0
        shift = 0.0 if kind == "dense" else 1.0
        gap = sharp * (shift - margins)
        slope = -1.0 / (1.0 + np.exp(-gap))
        return np.logaddexp(0.0, gap).mean() / sharp, yz.T @ slope / len(yz)

    def whole(x):
        f, g = value(x)
        if penalty is None or type(penalty.penalty) is Penalty:
            return f, g
        inner = penalty.penalty
        if hasattr(inner, "eta"):
            return f + inner.value(x), g + inner.eta * x
        smooth = np.sqrt(x * x + 1e-6)
        return f + inner.lam * smooth.sum(), g + inner.lam * x / smooth

    d = yz.shape[1]
    found = minimize(whole, np.zeros(d), jac=True, bounds=[(-1, 1)] * d, method="L-BFGS-B")
    return found.x


def excess(stream, run, T, setting, points):
    """Regret minus bound, in units of the bound: (n_streams, n_points)."""
    path, traces = run
    update, penalty, eta, matrix, delta = setting
    z = stream.yz[:, :T]
    own = stream.losses(np.einsum("tnd,ntd->nt", path[:T], z)).sum(axis=1)
    theirs = stream.losses(np.einsum("nkd,ntd->ntk", points, z)).sum(axis=1)
    if penalty is not None:
        inner = penalty.penalty
        own = own + _values(inner, path[:T]).sum(axis=0)
        theirs = theirs + T * _values(inner, points)
    regret = own[:, None] - theirs
    bound = np.empty_like(regret)
    order = np.inf if matrix == "diag" else 2
    rule = coordinate_regret_bound if matrix == "diag" else matrix_regret_bound
    lengths = np.linalg.norm(points, axis=2)
    for row in range(len(points)):
        if update == "rda":
            distances = np.linalg.norm(points[row], order, axis=1)
        else:
            distances = _farthest(path[:T, row], points[row], order)
        for k, distance in enumerate(distances):
            length = lengths[row, k]
            bound[row, k] = rule(update, traces[T - 1, row], distance, length, eta, delta)
    return (regret - bound) / bound


def _values(penalty, x):
    """Values of a penalty that is a sum over entries, of each vector along the last axis."""
    if type(penalty) is Penalty:
        return np.zeros(x.shape[:-1])
    if hasattr(penalty, "eta"):
        return 0.5 * penalty.eta * (x * x).sum(axis=-1)
    return penalty.lam * np.abs(x).sum(axis=-1)


def _farthest(path, points, order):
    """The largest distance of each point from a path."""
    if order == np.inf:
        below = np.abs(points - path.min(axis=0))
        above = np.abs(points - path.max(axis=0))
        return np.maximum(below, above).max(axis=1)
    squares = (points**2).sum(axis=1)[:, None] - 2 * points @ path.T + (path**2).sum(axis=1)
    return np.sqrt(squares.max(axis=1))


def bounds_row(matrix, update, penalty, eta, delta, sizes):
    """Pairs of a run and a comparator, and how often and how nearly a regret passes its bound.

    A delta of None is the largest gradient: entry (diagonal), or norm.
    """
    T = max(sizes)
    if matrix == "diag":
        stream = streams(T, 20, range(3))
        boxed = Boxed(PENALTIES[penalty])
        largest = np.abs(stream.yz).max()
    else:
        plain = streams(T, 10, range(3))
        rows = np.concatenate([plain.yz, turned(plain, 0).yz])
        stream = Streams(rows, np.tile(plain.kinds, 2))
        boxed = None
        largest = np.linalg.norm(stream.yz, axis=2).max()
    delta = float(largest) if delta is None else delta
    setting = Setting(update, boxed, eta, matrix, delta)
    run = play(stream, setting)
    rng = np.random.default_rng(0)
    found = []
    for size in sizes:
        points = comparators(stream, size, boxed, 50, rng)
        found.append(excess(stream, run, size, setting, points))
    found = np.array(found)
    viol = int((found > 1e-9).sum())
    return {"n_checked": found.size, "viol": viol, "nearest": float(1 + found.max())}
