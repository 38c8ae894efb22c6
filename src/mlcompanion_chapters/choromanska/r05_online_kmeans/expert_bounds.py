r"""Experiments on the bounds of online clustering with experts: Choromanska (2014), section 5.2.

Searches for counterexamples to Theorems 6 to 13, and the streams that refute what is misprinted.
"""

import numpy as np

from mlcompanion._validation import check_array, check_rng
from mlcompanion.clustering import (
    clustering_loss,
    frozen_expert,
    kmeans_1d_exact,
    kmeans_cost,
    lloyd,
    make_experts,
    mixed_centers,
    run_experts,
)
from mlcompanion.datasets import make_line_stream, make_regime_stream
from mlcompanion.online.bounds.experts import (
    approximate_fixed_share_bound,
    approximate_static_bound,
    approximate_switching_bound,
    fixed_share_bound,
    learn_alpha_bound,
    static_expert_bound,
    switching_bound,
    transition_bound,
    window_bound,
)
from mlcompanion.online.experts.hindsight import (
    alpha_grid,
    baum_welch_transitions,
    best_partition,
    hindsight_alpha,
)
from mlcompanion.online.experts.runs import (
    fixed_share,
    learn_alpha,
    static_expert,
    transition_share,
)

__all__ = [
    "bump_curvature",
    "line_windows",
    "mixture_loss",
    "newest_point_ratio",
    "paths_log_loss",
    "price_of_rates",
    "regime_trace",
    "regret_margins",
    "segments_or_switches",
    "unit_ball",
]


def regime_trace(seed):
    """A stream of four regimes, and one frozen clusterer trained for each.

    Returns
    -------
    stream : Bunch
    trace : ExpertTrace
    radius : float
        Half the largest norm of a point.
    """
    stream = make_regime_stream(random_state=seed)
    experts = [
        frozen_expert(f"regime {r}", lloyd(points, 5, "kmeans++", random_state=seed))
        for r, points in enumerate(stream.train)
    ]
    trace = run_experts(stream.data, experts, predictive=False)
    return stream, trace, 0.5 * np.linalg.norm(stream.data, axis=1).max()


def mixture_loss(X, trace, weights, radius):
    """Loss of the mixed centre at every step of a trace, shape (n_steps,)."""
    return clustering_loss(X[trace.steps], mixed_centers(weights, trace.nearest), radius)


def unit_ball(v):
    """Scale every row that is longer than 1 back to length 1."""
    return v / np.maximum(1, np.linalg.norm(v, axis=-1, keepdims=True))


def _triples(n, rng):
    """Least margin of Theorem 6 over random points, four centres and weights, d = 1 to 10."""
    least = np.inf
    for d in range(1, 11):
        x = unit_ball(rng.normal(size=(n // 10, d)))
        c = unit_ball(rng.normal(size=(n // 10, 4, d)))
        p = rng.dirichlet(np.full(4, 0.5), size=n // 10)
        right = -2 * np.log((p * np.exp(-clustering_loss(x[:, None], c, 1.0) / 2)).sum(axis=1))
        least = min(least, (right - clustering_loss(x, mixed_centers(p, c), 1.0)).min())
    return least


def _one_stream(number, rng):
    """Margins of Theorems 7 to 10 on one stream, by theorem; regimes on two streams of three."""
    n = int(rng.integers(2, 6))
    T = int(rng.integers(20, 151))
    d = int(rng.integers(1, 11))
    x = unit_ball(rng.normal(size=(T, d)))
    c = unit_ball(x[:, None] + rng.normal(size=(T, n, d)))
    if number % 3:
        c[np.arange(T), (np.arange(T) // 25) % n] = x  # a perfect expert, a new one every 25 points
    L = clustering_loss(x[:, None], c, 1.0)
    rates, (best_rate, best_log) = alpha_grid(T), hindsight_alpha(L)
    found = {name: [] for name in ("7", "8", "9", "C2", "10")}
    partitions = best_partition(L, 5).loss
    for a in (0.001, 0.01, 0.2, 0.9):
        run = fixed_share(L, a)
        loss = clustering_loss(x, mixed_centers(run.weights, c), 1.0).sum()
        found["8"] += [
            fixed_share_bound(part, n, T, s, a) - loss for s, part in enumerate(partitions)
        ]
        found["C2"].append(switching_bound(best_log, best_rate, a, T) - run.log_loss.sum())
    loss = clustering_loss(x, mixed_centers(static_expert(L).weights, c), 1.0).sum()
    found["7"].append(static_expert_bound(L.sum(axis=0).min(), n) - loss)
    learned = learn_alpha(L, rates).log_loss.sum()
    found["10"].append(learn_alpha_bound(best_log, best_rate, rates, T) - learned)
    if number < 20:
        star = baum_welch_transitions(L, max_iter=300)
        theta = rng.dirichlet(np.ones(n), size=n)
        bound = transition_bound(star.log_loss, star.transitions, star.occupancy, theta, T)
        found["9"].append(bound - transition_share(L, theta).log_loss.sum())
    return found


def regret_margins(n_triples=100_000, n_streams=60, seed=0):
    """Bound minus measurement for Theorems 6 to 10 and Corollary 2.

    Streams have 1 to 10 dimensions, 2 to 5 experts and 20 to 150 points.

    Returns
    -------
    dict of str to ndarray
        Keys ``"6"`` (the least over all triples), ``"7"``, ``"8"``, ``"9"``, ``"C2"``, ``"10"``.
    """
    rng = check_rng(seed)
    margins = {"6": [_triples(n_triples, rng)]}
    for number in range(n_streams):
        for name, values in _one_stream(number, rng).items():
            margins.setdefault(name, []).extend(values)
    return {name: np.array(values) for name, values in margins.items()}


def paths_log_loss(losses, alpha):
    """Log-loss of Fixed-Share as minus the log of a sum over all paths through the experts.

    A forward recursion in logarithms; shares no code with :func:`fixed_share`.

    Parameters
    ----------
    losses : array_like of shape (n_steps, n_experts)
    alpha : float in [0, 1]

    Returns
    -------
    float
    """
    losses = check_array(losses, "losses", ndim=2, min_rows=1)
    n = losses.shape[1]
    with np.errstate(divide="ignore"):
        moves = np.log(np.where(np.eye(n) > 0, 1 - alpha, alpha / (n - 1)))
    forward = -np.log(n) - losses[0] / 2
    for row in losses[1:]:
        forward = np.logaddexp.reduce(forward[:, None] + moves, axis=0) - row / 2
    return float(-np.logaddexp.reduce(forward))


def price_of_rates(T=400, m=50):
    """What not knowing the rate costs on a stream where one of two experts is always right.

    Returns
    -------
    dict
        ``twice_excess``: twice the log-loss of Learn-alpha above that of its best rate, 0;
        ``log_m``.
    """
    losses = np.tile([0.0, 1.0], (T, 1))
    rates = [0.0, *np.linspace(0.3, 1, m - 1)]
    each = np.array([paths_log_loss(losses, a) for a in rates])
    learned = np.log(m) - np.logaddexp.reduce(-each)
    return {"twice_excess": float(2 * (learned - each.min())), "log_m": float(np.log(m))}


def segments_or_switches(T=60, alpha=0.99):
    """Fixed-Share where the right one of two opposite centres changes at every step but one.

    Returns
    -------
    dict
        ``loss`` of the mixed centre, ``best``, that of the best partition into T - 1 segments, and
        the bracket of Theorem 8, doubled, with s the segments or the switches.
    """
    right = np.cumsum(np.arange(T) != T // 2) % 2
    x = np.where(right == 1, 1.0, -1.0)[:, None]
    c = np.array([[-1.0], [1.0]])
    L = clustering_loss(x[:, None], np.tile(c, (T, 1, 1)), 1.0)
    weights = fixed_share(L, alpha).weights
    bounds = [fixed_share_bound(0.0, 2, T, s, alpha) for s in (T - 1, T - 2)]
    return {
        "loss": float(clustering_loss(x, weights @ c, 1.0).sum()),
        "best": float(best_partition(L, T - 2).loss[-1]),
        "bound_segments": bounds[0],
        "bound_switches": bounds[1],
    }


def bump_curvature(n_points=10_000, step=1e-3, seed=0):
    r"""Is :math:`e^{-\|v\|^2/2}` concave? On the cube and on the unit ball, by differences.

    Returns
    -------
    dict
        ``mean_of_f`` and ``f_of_mean`` at (1, 1) and (0.8, 0.8); ``ball_top``: largest eigenvalue
        of the Hessian by central differences at points of the ball, d = 2 to 10.
    """
    rng = check_rng(seed)
    top = -np.inf

    def f(v):
        return np.exp(-0.5 * np.sum(np.square(v), axis=-1))

    for d in range(2, 11):
        v = unit_ball(rng.normal(size=(n_points // 9 + 1, d)))
        moves = step * np.eye(d)
        hessian = np.empty((len(v), d, d))
        for i in range(d):
            for j in range(d):
                corners = [
                    s * t * f(v + s * moves[i] + t * moves[j]) for s in (1, -1) for t in (1, -1)
                ]
                hessian[:, i, j] = sum(corners) / (4 * step**2)
        top = max(top, np.linalg.eigvalsh(hessian).max())
    corners = np.array([[1.0, 1.0], [0.8, 0.8]])
    return {
        "mean_of_f": float(f(corners).mean()),
        "f_of_mean": float(f(corners.mean(axis=0))),
        "ball_top": float(top),
    }


def newest_point_ratio(b):
    """Least cost of two centres, one on the newest point, over the optimum and ``b + 1``.

    b points at 0, one more at 3, and the newest at 1, as in Lemma 8; the other centre runs over a
    grid that holds every point.
    """
    points = np.array([0.0] * b + [3.0] * (b + 1) + [1.0])[:, None]
    least = min(kmeans_cost(points, [[1.0], [z]]) for z in np.linspace(-1, 4, 501))
    return float(least / kmeans_1d_exact(points, 2)[1] / (b + 1))


def line_windows(seed):
    """Theorems 11 to 13 and Lemmas 9 and 10 on one stream on a line, where optima are exact.

    Windows contain the current point. Even seeds are stationary, odd ones drift. One expert is
    exact; b of the others is their largest measured ratio over the windows.

    Returns
    -------
    dict
        ``ratio``: summed costs of the exact expert over W OPT; ``lemma9``, ``thm11``, ``thm12``
        and ``thm13``: least margins.
    """
    rng = np.random.default_rng(seed)
    T, W, k, n = (int(rng.choice(v)) for v in ((100, 150, 200), (10, 20, 40), (2, 3, 4), (2, 3)))
    x = make_line_stream(T, k, random_state=seed).data + (seed % 2) * np.linspace(0, 10, T)[:, None]
    x = x - x.mean()
    names = ["exact 1-D", "kmeans++ seeds", "kmeans++"][:n]
    trace = run_experts(x, make_experts(names, k), W, False, random_state=seed)
    R = np.abs(x).max()
    opt = kmeans_1d_exact(x, k)[1]
    windows = [x[max(0, t - W + 1) : t + 1] for t in range(T)]
    costs = np.array(
        [[kmeans_cost(w, c) for c in named] for w, named in zip(windows, trace.centers)]
    )
    seen = costs[:, :1] > 1e-9 * opt
    b = float(np.where(seen, costs / np.where(seen, costs[:, :1], 1), 1).max())
    L = trace.losses(R)
    best_rate, best_log = hindsight_alpha(L)
    static = mixture_loss(x, trace, static_expert(L).weights, R).sum()
    margins = {"thm11": [approximate_static_bound(opt, 1.0, W, R, n) - static]}
    for a in (0.001, 0.05, 0.5):
        run = fixed_share(L, a)
        loss = mixture_loss(x, trace, run.weights, R).sum()
        margins.setdefault("thm12", []).extend(
            approximate_fixed_share_bound(opt, b, W, R, n, T, switches=s, alpha=a) - loss
            for s in range(5)
        )
        bound = approximate_switching_bound(opt, b, W, R, best_rate, a, T)
        margins.setdefault("thm13", []).append(bound - loss)
    pairs = [sorted(rng.choice(T, 2, replace=False)) for _ in range(20)]
    parts = [(x[first : first + W], x[second : second + W]) for first, second in pairs
             if first + W <= second]  # fmt: skip
    margins["lemma9"] = [0.0] + [
        kmeans_1d_exact(np.concatenate(p), k)[1] - sum(kmeans_1d_exact(q, k)[1] for q in p)
        for p in parts
    ]
    return {"ratio": float(costs[:, 0].sum() / (W * opt)), "b": b, "best_log": float(best_log),
            "window_bound": float(window_bound(opt, b, W, R)),
            "loss": float(static)} | {k: float(min(v)) for k, v in margins.items()}  # fmt: skip
