"""Sections 5.3 and 5.4: problems with known solutions, on which bounds and rates are tried.

All are sums over coordinates, seen through gradients with noise of one length in a random
direction: its variance and its fourth moment are known exactly.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion.optimize.stochastic import (
    AveragedDualAveraging,
    LossConstants,
    OptimalDualAveraging,
    StagedDualAveraging,
    follow,
    multistage_budget,
    orda_bound,
    orda_variance_bound,
    stage_schedule,
)
from mlcompanion.prox import L1
from mlcompanion.teaching import log_slope

N_PROBLEMS = 20
SIZES = (10, 30, 100, 300, 1000, 3000)
CURVATURES = 2.0 ** -np.arange(17)
KINDS = ("curved", "curved, told", "kinked", "kinked, told")


@dataclass(frozen=True)
class Coordinates:
    r"""The loss :math:`\sum_j\frac{h_j}2(x_j-b_j)^2+w_j|x_j-b_j|`, with :math:`\lambda\|x\|_1`."""

    h: np.ndarray
    w: np.ndarray
    b: np.ndarray
    lam: float
    told: bool

    @property
    def solution(self):
        """The minimiser: of one coordinate it lies between 0 and b."""
        size = np.abs(self.b)
        pull = self.w - self.lam
        inside = np.divide(self.h * size + pull, self.h, out=np.full(size.shape, np.inf),
                           where=self.h > 0)  # fmt: skip
        free = np.where(self.h > 0, inside, np.where(pull >= 0, size, 0.0))
        return np.sign(self.b) * np.clip(free, 0.0, size)

    def value(self, X):
        """Objective of points, one in each last axis."""
        away = X - self.b
        loss = 0.5 * self.h * away**2 + self.w * np.abs(away) + self.lam * np.abs(X)
        return loss.sum(axis=-1)

    def slope(self, X):
        """A subgradient of the loss."""
        return self.h * (X - self.b) + self.w * np.sign(X - self.b)

    def constants(self, sigma):
        """Constants of (5.2) and (5.3), from 0."""
        return LossConstants(
            lipschitz=float(self.h.max()),
            distance=0.5 * float(self.solution @ self.solution),
            sigma=sigma,
            jump=2 * float(np.linalg.norm(self.w)),
            mu=float(self.h.min()) if self.told else 0.0,
        )


def problem(index):
    """A problem of one of four kinds, with condition numbers up to 1000, and its noise."""
    rng = np.random.default_rng([5, index])
    kind = KINDS[index % 4]
    n = int(rng.integers(5, 51))
    kappa = 10 ** rng.uniform(0, 3)
    h = np.geomspace(1 / kappa, 1.0, n)
    w = np.zeros(n)
    if kind.startswith("kinked"):
        w = rng.uniform(0.1, 1.0, n)
        h = np.full(n, 0.2 if kind.endswith("told") else 0.0)
    return Coordinates(h, w, rng.normal(size=n), 0.05, kind.endswith("told")), rng.uniform(0.5, 3)


def noise(rng, shape, sigma):
    """Vectors of length sigma in random directions."""
    raw = rng.standard_normal(shape)
    return sigma * raw / np.linalg.norm(raw, axis=-1, keepdims=True)


def gaps_at(method, loss, rng, sigma, sizes, watch=None):
    """Gaps of all runs after each number of gradients."""
    best = loss.value(loss.solution)
    kept = {}

    def note(t, state):
        if t in sizes:
            kept[t] = loss.value(state.x_) - best
        if watch is not None:
            watch(state)

    shape = method.start.shape
    follow(
        method,
        lambda y: loss.slope(y) + noise(rng, shape, sigma),
        max(sizes),
        note,
    )
    return np.array([kept[t] for t in sizes])


def mixed_point(method):
    """The point of equation (5.8), whose distance from the solution D bounds."""
    theta = 2 / (method.t_ + 2)
    held = theta**2 * method.proximity(method.t_)
    share = theta * method.mu / (method.mu + held) if method.mu else 0.0
    return method.z_ + share * (method.query_ - method.z_)


def bound_row(index, repeats, sizes=SIZES):
    """One problem of cor51-52-bounds: mean gaps and variances over their bounds, slopes."""
    loss, sigma = problem(index)
    constants = loss.constants(sigma)
    rng = np.random.default_rng([6, index])
    L = constants.lipschitz
    start = np.zeros((repeats, len(loss.h)))
    method = OptimalDualAveraging(start, L1(loss.lam), L, constants.best_c, constants.mu)
    far = [np.linalg.norm(loss.solution)]

    def watch(state):
        far.append(float(np.linalg.norm(mixed_point(state) - loss.solution, axis=1).max()))

    gaps = gaps_at(method, loss, rng, sigma, sizes, watch if loss.told else None)
    mean = gaps.mean(axis=1)
    low = mean - 2 * gaps.std(axis=1, ddof=1) / np.sqrt(repeats)
    found = {
        "kind": KINDS[index % 4],
        "worst": float(max(g / orda_bound(N, constants) for g, N in zip(low, sizes))),
        "closest": float(max(g / orda_bound(N, constants) for g, N in zip(mean, sizes))),
    }
    late = [k for k, N in enumerate(sizes) if N >= 100]
    at = [sizes[k] for k in late]
    if loss.told:
        D = max(far)
        bounds = [orda_variance_bound(N, constants, D) for N in sizes]
        found["worst_var"] = float(np.max(gaps.var(axis=1, ddof=1) / bounds))
        found["slope"] = float(log_slope(at, mean[late]))
        rival = AveragedDualAveraging(start.shape, L1(loss.lam), 1.0, constants.mu)
        rivals = gaps_at(rival, loss, rng, sigma, sizes).mean(axis=1)
        found["slope_rda"] = float(log_slope(at, rivals[late]))
    if not loss.w.any():
        quiet = OptimalDualAveraging(start[:1], L1(loss.lam), L)
        exact = gaps_at(quiet, loss, rng, 0.0, sizes)[:, 0]
        limits = [4 * L * constants.distance / N**2 for N in sizes]
        found["worst_exact"] = float(np.max(exact / limits))
    return found


def stage_row(index, repeats, n_stages):
    """One problem of thm54-multistage, with noise and without."""
    rng = np.random.default_rng([7, index])
    n = int(rng.integers(5, 51))
    kappa = 10 ** rng.uniform(1, 3)
    h = np.geomspace(1 / kappa, 1.0, n)
    loss = Coordinates(h, np.zeros(n), rng.normal(size=n), 0.01, True)
    gap = float(loss.value(np.zeros(n)) - loss.value(loss.solution))
    sigma = float(np.sqrt(10 ** rng.uniform(-2.7, -2) * h[0] * gap))
    goals = gap / 2.0 ** np.arange(1, n_stages + 1)
    found = {"kappa": kappa, "total": 0.0}
    for name, size, runs in (("noise", sigma, repeats), ("exact", 0.0, 1)):
        stages = stage_schedule(n_stages, lipschitz=1.0, mu=h[0], gap=gap, sigma=size)
        method = StagedDualAveraging(np.zeros((runs, n)), stages, L1(loss.lam), 1.0, h[0])
        ends = method.ends.tolist()
        gaps = gaps_at(method, loss, rng, size, ends)
        mean = gaps.mean(axis=1)
        error = gaps.std(axis=1, ddof=1) / np.sqrt(runs) if runs > 1 else 0.0
        found[f"worst_{name}"] = float(np.max((mean - 2 * error) / goals))
        budget = multistage_budget(goals[-1], gap, loss.constants(size))
        found["total"] = max(found["total"], (ends[-1] - n_stages) / budget)
    seen = mean > 1e-13 * gap  # below it only rounding is left
    found["fit"] = float(np.corrcoef(np.array(ends)[seen], np.log(mean[seen]))[0, 1])
    single = OptimalDualAveraging(np.zeros((1, n)), L1(loss.lam), 1.0, mu=h[0])
    sizes = np.unique(np.append(np.geomspace(20, 20_000, 40).astype(int), ends[-1])).tolist()
    curve = gaps_at(single, loss, rng, 0.0, sizes)[:, 0]
    found["better"] = bool(mean[-1] < curve[sizes.index(ends[-1])])
    still = int(np.argmax(curve <= 1e-10 * gap)) or len(curve)
    found["slope"] = float(log_slope(sizes[:still], curve[:still]))
    return found


def parabola_gaps(told, noisy, repeats, sizes, seed=0):
    """Mean gaps on parabolas of all curvatures, from distance 1: shape (groups, sizes)."""
    rng = np.random.default_rng([8, seed])
    h = CURVATURES[:1] if told else CURVATURES
    constants = LossConstants(1.0, 0.5, 1.0 if noisy else 0.0, mu=1.0 if told else 0.0)
    start = np.zeros((len(h), repeats))
    method = OptimalDualAveraging(start, None, 1.0, constants.best_c, constants.mu)
    kept = []

    def note(t, state):
        if t in sizes:
            gaps = 0.5 * h[:, None] * (state.x_ - 1) ** 2
            groups = gaps.reshape(len(h), -1, max(repeats // 20, 1)).mean(axis=2)
            kept.append(groups.max(axis=0))

    def gradient(y):
        drawn = rng.standard_normal(y.shape) if noisy else 0.0
        return h[:, None] * (y - 1) + drawn

    follow(method, gradient, max(sizes), note)
    return np.array(kept).T


def parabola_row(told, noisy, repeats, sizes):
    """Mean slope of groups of runs and its 95 % interval, or the one slope without noise."""
    groups = parabola_gaps(told, noisy, repeats if noisy else 1, sizes)
    slopes = np.array([log_slope(sizes, gaps) for gaps in groups])
    if len(slopes) == 1:
        return {"slope": float(slopes[0])}
    half = 2.093 * slopes.std(ddof=1) / np.sqrt(len(slopes))  # Student's t, 19 degrees of freedom
    return {
        "slope": float(slopes.mean()),
        "low": float(slopes.mean() - half),
        "high": float(slopes.mean() + half),
    }
