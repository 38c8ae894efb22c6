"""Regret with Lipschitz losses against its bounds: searches for a counterexample, lower bounds.

Shalev-Shwartz (2007), Corollaries 1 to 3, Lemma 2 and Theorem 3. Every search plays streams of
several kinds, compares with many vectors ``u`` and counts the bounds exceeded by more than 1e-9.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Absolute, Hinge, Huber, Linear
from mlcompanion.online import (
    FixedScale,
    LipschitzScale,
    RootScale,
    best_in_hindsight,
    dual_ascent,
)
from mlcompanion.online.bounds.duality import (
    anytime_lipschitz_bound,
    lipschitz_bound,
    path_bound,
)
from mlcompanion.online.core.tuning import lipschitz_scale
from mlcompanion.online.games.adversaries import RandomSigns, interval_weights
from mlcompanion.online.games.environments import drifting_regression

__all__ = [
    "Stream",
    "comparators",
    "lipschitz_search",
    "lipschitz_streams",
    "random_walk_regrets",
    "unknown_horizon_search",
]

SLACK = 1 + 1e-9


class Stream(NamedTuple):
    """Scores to be learnt with a loss, in a geometry whose complexity is at most ``U``.

    Attributes
    ----------
    X : ndarray, shape (T, n)
    y : ndarray, shape (T,)
    loss : ScoreLoss
    geometry : MirrorMap
    best : ndarray, shape (n,), or None
        A good competitor.
    """

    X: np.ndarray
    y: np.ndarray
    loss: object
    geometry: object
    best: np.ndarray | None = None

    @property
    def half_slopes(self):
        """``L_t``: half the squared dual norm that a subgradient of each round can have."""
        return (self.loss.lipschitz * self.geometry.dual_norm(self.X)) ** 2 / 2

    def comparator_totals(self, vectors, marks):
        """Losses of some vectors up to each mark, shape (n_marks, k)."""
        values = self.loss.value(self.X @ np.transpose(vectors), self.y[:, None])
        return np.cumsum(values, axis=0)[np.asarray(marks) - 1]


def lipschitz_streams(n_rounds, U, random_state, n_features=20):
    """Streams with Lipschitz losses: dict of name to :class:`Stream`.

    Noisy separators (hinge), noisy targets (absolute loss), experts on the simplex, and linear
    losses with random or alternating signs on a ball.
    """
    rng = check_rng(random_state)
    T = n_rounds
    n = n_features
    labels = make_noisy_separator(T, n, flip=0.1, random_state=rng)
    X = labels.data
    y = labels.target.astype(float)
    numbers = drifting_regression(T, n, noise=0.3, random_state=rng)
    scale = float(lipschitz_scale(0.5, U, T))
    targets = (numbers.data, numbers.target)
    experts = rng.random((T, n))
    experts[:, 0] *= rng.random(T) < 0.7
    radius = np.sqrt(2 * U)
    direction = np.eye(n)[0]
    streams = {
        "hinge": Stream(X, y, Hinge(), Euclidean(), best_in_hindsight(X, y, Hinge(), l2=scale)),
        "absolute": Stream(
            *targets, Absolute(), Euclidean(), best_in_hindsight(*targets, Huber(0.05), l2=scale)
        ),
        "hinge, p-norm": Stream(X, y, Hinge(), PNorm(4)),
        "absolute, p-norm": Stream(*targets, Absolute(), PNorm(4)),
    }
    for name, signs in (
        ("random signs", rng.choice([-1.0, 1.0], T)),
        ("alternating signs", np.where(np.arange(T) % 2, 1.0, -1.0)),
    ):
        best = -np.sign(signs.sum()) * radius * (1 - 1e-12) * direction
        tiled = np.tile(direction, (T, 1))
        streams[name] = Stream(tiled, signs, Linear(), Euclidean(radius), best)
    if np.log(n) + 1e-9 >= U:
        best = np.eye(n)[experts.sum(axis=0).argmin()]
        streams |= {
            "experts": Stream(experts, np.ones(T), Linear(), Entropy(), best),
            "hinge, simplex": Stream(X, y, Hinge(), Entropy()),
            "absolute, simplex": Stream(*targets, Absolute(), Entropy()),
        }
    return streams


def comparators(geometry, U, count, n_features, random_state):
    """Random vectors of the domain with complexities below and above ``U``, and their complexity.

    Returns
    -------
    vectors : ndarray, shape (count, n_features)
    complexity : ndarray, shape (count,)
    """
    rng = check_rng(random_state)
    if isinstance(geometry, Entropy):
        vectors = np.array(
            [rng.dirichlet(np.full(n_features, a)) for a in 10 ** rng.uniform(-2, 1, count)]
        )
    else:
        ball = isinstance(geometry, Euclidean) and geometry.parameter < np.inf
        plain = Euclidean() if isinstance(geometry, Euclidean) else geometry
        goals = U * 10 ** rng.uniform(-2, 0 if ball else 0.7, count)
        vectors = rng.standard_normal((count, n_features))
        vectors *= np.sqrt(goals / [plain.value(v) for v in vectors])[:, None]
    return vectors, np.array([geometry.value(v) for v in vectors])


def _rivals(stream, U, count, rng):
    vectors, _ = comparators(stream.geometry, U, count, stream.X.shape[1], rng)
    if stream.best is not None:
        vectors = np.vstack([stream.best, vectors])
    return vectors, np.array([stream.geometry.value(v) for v in vectors])


def lipschitz_search(horizons, seeds, slope_complexity=5.0, count=50, whole=False):
    """Corollary 1 on all streams, for rules A and B and several complexities.

    Parameters
    ----------
    horizons, seeds : sequence of int
    slope_complexity : float
    count : int
        Random vectors beside the stream's good competitor.
    whole : bool
        Whether beyond 1,000 rounds, too, all complexities are played and rule B in every geometry;
        else one complexity, and rule B in Euclidean space only.

    Returns
    -------
    checked, violations : int
    regret : dict
        ``(stream, T) -> list over seeds``, of rule A against a stream's good competitor with
        ``U = slope_complexity`` (on the simplex the largest there is).
    """
    checked = violations = 0
    regret = {}
    for seed in seeds:
        for T in horizons:
            top = np.log(20)
            every = whole or T <= 1000
            for U in (0.5, top, slope_complexity, 50.0) if every else (top, slope_complexity):
                rng = np.random.default_rng(seed)
                for name, stream in lipschitz_streams(T, U, rng).items():
                    if top == U and not isinstance(stream.geometry, Entropy):
                        continue
                    vectors, complexity = _rivals(stream, U, count, rng)
                    totals = stream.comparator_totals(vectors, [T])[0]
                    L = stream.half_slopes.max()
                    bounds = [lipschitz_bound(f, L, U, T) for f in complexity]
                    scale = FixedScale(float(lipschitz_scale(L, U, T)))
                    flat = isinstance(stream.geometry, Euclidean)
                    for step in ("subgradient", "coordinate")[: 2 if flat or every else 1]:
                        X, y, loss, geometry, best = stream
                        found = dual_ascent(X, y, geometry, loss, scale, step=step)[1].losses.sum()
                        violations += int((found - totals > np.array(bounds) * SLACK).sum())
                        checked += len(vectors)
                        tuned = U in (top, slope_complexity)
                        if step == "subgradient" and best is not None and tuned:
                            regret.setdefault((name, T), []).append(float(found - totals[0]))
    return checked, violations, regret


def unknown_horizon_search(n_rounds, seeds, n_marks=30, count=10, whole=False):
    """Lemma 2 and Corollaries 2 and 3 at many prefixes of a run.

    The streams of :func:`lipschitz_streams` without the p-norms, and separators whose instances
    grow slowly, rise a hundredfold half-way, or have heavy-tailed norms. Rule B is played in
    Euclidean space, and on the simplex, too, if ``whole``.

    Returns
    -------
    dict
        ``n_checked``; ``viol2``, ``viol3``, ``lemma2_viol``: triples of run, prefix and u;
        ``fixed_fails``: streams on which a scale blind to later instances exceeds its bound.
    """
    found = dict.fromkeys(("n_checked", "viol2", "viol3", "lemma2_viol", "fixed_fails"), 0)
    marks = np.unique(np.geomspace(10, n_rounds, n_marks).astype(int))
    t = np.arange(1, n_rounds + 1)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        norms = {
            "growing": t**0.25,
            "rising": np.where(t > n_rounds // 2, 100.0, 1.0),
            "heavy-tailed": 1 + rng.pareto(2, n_rounds),
        }
        for U in (0.5, 2.9, 5.0, 50.0):
            streams = lipschitz_streams(n_rounds, U, rng)
            for name in [name for name in streams if "p-norm" in name]:
                del streams[name]
            for name in ("hinge", "hinge, simplex"):
                if name in streams:
                    base = streams[name]
                    streams |= {
                        f"{name}, {how}": base._replace(X=base.X * size[:, None], best=None)
                        for how, size in norms.items()
                    }
            for name, stream in streams.items():
                flat = isinstance(stream.geometry, Euclidean)
                steps = ("subgradient", "coordinate")[: 2 if flat or whole else 1]
                _prefix_check(found, stream, U, marks, count, rng, steps)
                if "rising" in name:
                    found["fixed_fails"] += _blind_scale_fails(stream, U, marks, count, rng)
    return found


def _prefix_check(found, stream, U, marks, count, rng, steps):
    """Add one stream's violations to the counts."""
    X, y, loss, geometry, _ = stream
    vectors, complexity = _rivals(stream, U, count, rng)
    totals = stream.comparator_totals(vectors, marks)
    L = stream.half_slopes
    seen = np.maximum.accumulate(L)[marks - 1]
    for step in steps:
        for key, scale, known in (
            ("viol2", RootScale(float(np.sqrt(L.max() / U))), np.full(len(marks), L.max())),
            ("viol3", LipschitzScale(U, loss.lipschitz), seen),
        ):
            run = dual_ascent(X, y, geometry, loss, scale, step=step)[1]
            regret = run.losses.cumsum()[marks - 1, None] - totals
            corollary = np.transpose(
                [anytime_lipschitz_bound(f, 1.0, U, marks * known) for f in complexity]
            )
            path = np.transpose(
                [path_bound(f, run.slopes2, run.scales)[marks - 1] for f in complexity]
            )
            found[key] += int((regret > corollary * SLACK).sum())
            found["lemma2_viol"] += int((regret > path * SLACK).sum())
            found["n_checked"] += regret.size


def _blind_scale_fails(stream, U, marks, count, rng):
    """Whether the scale that knows only the first instance exceeds the bound written with it."""
    X, y, loss, geometry, _ = stream
    first = stream.half_slopes[0]
    scale = RootScale(float(np.sqrt(first / U)))
    losses = dual_ascent(X, y, geometry, loss, scale)[1].losses
    vectors, complexity = _rivals(stream, U, count, rng)
    regret = losses.cumsum()[marks - 1, None] - stream.comparator_totals(vectors, marks)
    bounds = np.transpose([anytime_lipschitz_bound(f, first, U, marks) for f in complexity])
    return int((regret > bounds).any())


def random_walk_regrets(horizons, count, random_state, batch=500):
    """Regret of five learners on random signs (Theorem 3), for many sequences.

    Returns
    -------
    ndarray, shape (5, n_horizons, count)
        Rule A with ``c = sqrt(T)`` and ``c_t = sqrt(t)``, projected gradient steps ``1 / sqrt(t)``,
        always 0, and the opposite of the last sign.
    """
    rng = check_rng(random_state)
    found = np.empty((5, len(horizons), count))
    for j, T in enumerate(horizons):
        game = RandomSigns(T)
        root = np.sqrt(np.arange(1, T + 1))
        for start in range(0, count, batch):
            signs = game.draw(min(batch, count - start), rng)
            part = slice(start, start + len(signs))
            found[0, j, part] = game.regret(interval_weights(signs, float(np.sqrt(T))), signs)
            found[1, j, part] = game.regret(interval_weights(signs, root), signs)
            gap = np.abs(signs.sum(axis=1, dtype=int))
            w = np.zeros(len(signs))
            paid = np.zeros(len(signs))
            last = np.zeros(len(signs))
            for t in range(T):
                sign = signs[:, t]
                paid += w * sign
                last -= signs[:, t - 1] * sign if t else 0
                w = np.clip(w - sign / root[t], -1, 1)
            found[2:, j, part] = paid + gap, gap, last + gap
    return found
