"""The dual of online learning between its two bounds, for several losses, geometries and rules.

Shalev-Shwartz (2007), Lemma 1 and section 3.3. The upper end is the optimum of the offline problem,
found by a solver that shares nothing with the learners and comes with a certificate.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_rng
from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Absolute, Hinge, Squared
from mlcompanion.online import FixedScale, dual_ascent
from mlcompanion.online.bounds.duality import dual_lower_bound
from mlcompanion.online.games.environments import drifting_regression
from mlcompanion_chapters.checks.streams import opposed_labels

__all__ = [
    "Optimum",
    "SandwichSearch",
    "any_rule_run",
    "offline_optimum",
    "sandwich_search",
    "sandwich_streams",
]

GEOMETRIES = {"Euclidean": Euclidean(), "entropy": Entropy(), "p-norm": PNorm(4)}


def sandwich_streams(n_rounds, random_state, n_features=20):
    """Streams of scores: dict of name to (X, y, loss).

    A noisy separator with the hinge, linear targets with noise and the squared or the absolute
    loss, and labels opposite to the Perceptron's predictions with the hinge.
    """
    rng = check_rng(random_state)
    labels = make_noisy_separator(n_rounds, n_features, flip=0.1, random_state=rng)
    numbers = drifting_regression(n_rounds, n_features, noise=0.3, random_state=rng)
    X = labels.data
    return {
        "separator": (X, labels.target.astype(float), Hinge()),
        "squared": (numbers.data, numbers.target, Squared()),
        "absolute": (numbers.data, numbers.target, Absolute()),
        "opposed": (X, opposed_labels(X), Hinge()),
    }


def _dual_box(y, loss):
    """Interval of the dual variable of each round, and slope and curvature of its conjugate."""
    T = len(y)
    if isinstance(loss, Hinge):
        return np.minimum(-y, 0), np.maximum(-y, 0), 0.0
    if isinstance(loss, Absolute):
        return np.full(T, -1.0), np.ones(T), 0.0
    if isinstance(loss, Squared):
        return np.full(T, -np.inf), np.full(T, np.inf), 1.0
    raise ValueError(f"loss must be the hinge, absolute or squared loss, got {loss!r}")


class Optimum(NamedTuple):
    """The offline problem ``min_w c f(w) + sum_t g_t(w)``.

    Attributes
    ----------
    value : float
        Of the best vector found.
    certificate : float
        A dual value: the optimum lies between the two.
    """

    value: float
    certificate: float


def offline_optimum(X, y, geometry, loss, inverse_rate):
    """Solve the offline problem through its dual with L-BFGS-B.

    Parameters
    ----------
    X, y : array_like, shapes (T, n) and (T,)
    geometry : MirrorMap
    loss : Hinge, Absolute or Squared
        With slope and margin 1.
    inverse_rate : float
        The scale ``c``.

    Returns
    -------
    Optimum
    """
    X = check_array(X, "X", ndim=2)
    c = inverse_rate
    y = check_array(y, "y", shape=(len(X),))
    low, high, curvature = _dual_box(y, loss)

    def negative(v):
        theta = -(v @ X) / c
        w = geometry.link(theta)
        conjugates = v @ y + curvature * (v @ v) / 2
        gradient = X @ w - y - curvature * v
        return c * geometry.conjugate(theta) + conjugates, -gradient

    v = np.zeros(len(y))
    options = {"maxiter": 4000, "maxfun": 8000, "ftol": 1e-15, "gtol": 1e-10}
    for _ in range(6):  # a fresh start forgets a curvature that the ends of the box have spoilt
        found = minimize(
            negative, v, jac=True, method="L-BFGS-B", bounds=list(zip(low, high)), options=options
        )
        v = found.x
        w = geometry.link(-(found.x @ X) / c)
        optimum = Optimum(c * geometry.value(w) + loss.value(X @ w, y).sum(), -found.fun)
        if optimum.value - optimum.certificate <= 1e-9 * (1 + abs(optimum.value)):
            break
    return Optimum(*map(float, optimum))


def _best_coordinate(theta, example, start, interval, geometry, loss, c):
    """Raise the dual over one variable by bisection on its slope; it never falls."""
    x, target = example
    low, high = interval
    curvature = float(isinstance(loss, Squared))
    if not np.isfinite(low):
        reach = 1 + abs(target) + abs(geometry.link(theta / c) @ x)
        low = start - 2 * reach
        high = start + 2 * reach

    def slope(value):
        score = geometry.link((theta - (value - start) * x) / c) @ x
        return score - target - curvature * value

    if slope(high) >= 0:
        return high
    if slope(low) <= 0:
        return low
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return low if abs(low - start) < abs(high - start) else high


def any_rule_run(X, y, geometry, loss, inverse_rate, random_state):
    """Draw rule A or B in every round, then improve one older dual variable.

    Returns
    -------
    losses, slopes2 : ndarray, shape (T,)
        Losses, and squared dual norms of the subgradients at ``w_t``.
    dual : float
        Dual value at the end.
    """
    rng = check_rng(random_state)
    c = inverse_rate
    low, high, curvature = _dual_box(y, loss)
    theta = np.zeros(X.shape[1])
    v = np.zeros(len(y))
    losses = np.empty(len(y))
    slopes2 = np.empty(len(y))
    for t, x in enumerate(X):
        score = geometry.link(theta / c) @ x
        losses[t], slope = loss.value(score, y[t]), loss.derivative(score, y[t])
        slopes2[t] = (slope * geometry.dual_norm(x)) ** 2
        for i in (t, rng.integers(t + 1)):
            if i == t and rng.random() < 0.5:
                new = slope
            else:
                example = X[i], y[i]
                box = low[i], high[i]
                new = _best_coordinate(theta, example, v[i], box, geometry, loss, c)
            theta -= (new - v[i]) * X[i]
            v[i] = new
    dual = -c * geometry.conjugate(theta / c) - v @ y - curvature * (v @ v) / 2
    return losses, slopes2, float(dual)


class SandwichSearch(NamedTuple):
    """What a search for a violated end of the sandwich found; excesses are relative to ``1 + |D|``.

    Attributes
    ----------
    n_runs : int
    left_viol, right_viol : float
        Largest excess of the left term over the dual, and of the dual over the offline value.
    euclid_gap : float
        Largest distance of dual and left term with rule A in Euclidean space.
    certificate : float
        Largest distance of the offline value from its dual certificate.
    """

    n_runs: int
    left_viol: float
    right_viol: float
    euclid_gap: float
    certificate: float


def sandwich_search(settings):
    """Run rules A, B and a random one, and compare the dual with both of its bounds.

    Parameters
    ----------
    settings : iterable of (int, int, float, bool)
        Rounds, seed, the scale in units of the root of the rounds, and whether the random rule is
        run as well (it is slow).

    Returns
    -------
    SandwichSearch
    """
    left = []
    right = []
    gaps = []
    certificates = []
    for T, seed, factor, random_rule in settings:
        c = factor * np.sqrt(T)
        for X, y, loss in sandwich_streams(T, seed).values():
            for name, geometry in GEOMETRIES.items():
                top = offline_optimum(X, y, geometry, loss, c)
                certificates.append((top.value - top.certificate) / (1 + abs(top.value)))
                ends = []
                for step in ("subgradient", "coordinate"):
                    run = dual_ascent(
                        X, y, geometry, loss, FixedScale(c), step=step, trace_dual=True
                    )[1]
                    ends.append((run.losses, run.slopes2, run.duals[-1]))
                if random_rule:
                    ends.append(any_rule_run(X, y, geometry, loss, c, seed))
                below = [dual_lower_bound(losses, slopes2, c)[-1] for losses, slopes2, _ in ends]
                for bottom, (*_, dual) in zip(below, ends):
                    left.append((bottom - dual) / (1 + abs(dual)))
                    right.append((dual - top.value) / (1 + abs(dual)))
                if name == "Euclidean":
                    gaps.append(abs(left[-len(ends)]))
    return SandwichSearch(len(left), *(float(max(v)) for v in (left, right, gaps, certificates)))
