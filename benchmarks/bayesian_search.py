"""Bands and searches: expected improvement against bayesian-optimization, and the band by formula.

Both sides of the first rows score the same predictions. In the searches both have a Matérn process
of their own, expected improvement without a margin, and the same budget on the same two-dimensional
functions; the note tells how many trials each needed, in the mean, to come within 5 % of the range.
The band of a thousand places is compared with the formula written out by a matrix of weights.
"""

import numpy as np

from _race import duel, equal, peer
from mlcompanion.gp import BayesianOptimizer, GPRegressor, Matern, expected_improvement
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.bands import ridge_predictive_variance

TITLE = "Bands and searches"
CHAPTER = "sugiyama/32_confidence"
BOX = [[0.0, 1.0], [0.0, 1.0]]
BUDGET = 25
FUNCTIONS = 6

bayes_opt = peer("bayes_opt", "bayesian-optimization")
models = peer("statsmodels.api", "statsmodels")


def scores(m):
    """Expected improvement of many predictions."""
    rng = np.random.default_rng(0)
    mean = rng.normal(size=m)
    std = rng.uniform(0.1, 1, size=m)
    theirs = bayes_opt.acquisition.ExpectedImprovement(xi=0.1)
    theirs.y_max = 0.5
    yield duel(
        "expected improvement", f"{m:,} predictions",
        lambda: expected_improvement(mean, std, 0.5, 0.1),
        "bayesian-optimization", lambda: theirs.base_acq(mean, std),
        same=equal(rtol=1e-8, atol=1e-14),
        note="equal; ours also keeps its digits where the improvement is below rounding",
    )  # fmt: skip


def hills(seed):
    """A smooth function on the unit square with its range, from six bumps."""
    rng = np.random.default_rng(seed)
    centres = rng.random((6, 2))
    heights = rng.normal(size=6)

    def value(z):
        return float(heights @ np.exp(-np.sum((centres - z) ** 2, axis=1) / 0.08))

    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, 60)] * 2), -1).reshape(-1, 2)
    values = [value(z) for z in grid]
    return value, max(values), max(values) - min(values)


def needed(values, top, span):
    """Trials until one is within 5 % of the range of the top; the budget if none is."""
    reached = np.flatnonzero(np.asarray(values) >= top - 0.05 * span)
    return int(reached[0]) + 1 if len(reached) else BUDGET


def ours(seed):
    """Our trials on a function."""
    surrogate = GPRegressor(Matern(2.5, 0.3), n_restarts=1, random_state=0)
    value = hills(seed)[0]
    search = BayesianOptimizer(surrogate, n_starts=5, random_state=seed)
    return search.maximize(value, BUDGET, bounds=BOX).values


def theirs(seed):
    """The peer's trials on a function."""
    value = hills(seed)[0]
    search = bayes_opt.BayesianOptimization(
        f=lambda a, b: value(np.array([a, b])),
        pbounds={"a": (0, 1), "b": (0, 1)},
        acquisition_function=bayes_opt.acquisition.ExpectedImprovement(xi=0.0),
        random_state=seed,
        verbose=0,
    )
    search.maximize(init_points=5, n_iter=BUDGET - 5)
    return [trial["target"] for trial in search.res]


def told(mine, other):
    """Mean trials of both sides."""
    goals = [hills(seed)[1:] for seed in range(FUNCTIONS)]
    counts = [
        np.mean([needed(values, *goal) for values, goal in zip(runs, goals)])
        for runs in (mine, other)
    ]
    return f"{counts[0]:.1f} trials in the mean to within 5 % of the range, theirs {counts[1]:.1f}"


def searches():
    """Whole searches, on several functions each."""
    yield duel(
        "search in a square", f"{FUNCTIONS} functions, {BUDGET} trials each",
        lambda: [ours(seed) for seed in range(FUNCTIONS)],
        "bayesian-optimization", lambda: [theirs(seed) for seed in range(FUNCTIONS)],
        note=told, repeats=1,
    )  # fmt: skip


def lines(n, b):
    """The band of least squares against statsmodels' standard errors of the mean."""
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(n, b))
    y = Phi @ np.ones(b) + rng.normal(size=n)
    new = rng.normal(size=(1000, b))

    def band():
        return ridge_predictive_variance(Phi, new, 0.0, y).std

    def peer_band():
        return models.OLS(y, Phi).fit().get_prediction(new).se_mean

    yield duel(
        "standard errors of 1,000 predictions", f"{n} x {b}, no penalty", band,
        "statsmodels", peer_band, same=equal(rtol=1e-6), note="equal",
    )  # fmt: skip


def bands(n, m):
    """The formula by a decomposition against weights for every place, as the listing forms them."""
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(-3, 3, n))[:, None]
    y = np.sinc(x[:, 0]) + 0.2 * rng.normal(size=n)
    K = rbf_kernel(x, sigma=0.3)
    K_test = rbf_kernel(np.linspace(-3, 3, m)[:, None], x, sigma=0.3)

    def listing():
        Q = np.linalg.inv(K @ K + 0.1 * np.eye(n))
        squares = np.sum((y - K @ (Q @ K @ y)) ** 2)
        scale = squares / (n - np.trace(K @ Q @ K))
        return scale * np.sum((K_test @ Q @ K) ** 2, axis=1)

    yield duel(
        "band by formula", f"n = {n}, {m:,} places",
        lambda: ridge_predictive_variance(K, K_test, 0.1, y).variance,
        "the listing, mended", listing, same=equal(rtol=1e-5, atol=1e-12), note="equal",
        reason="singular values cost more than an inverse, and do not square the condition",
    )  # fmt: skip


def rows():
    """All rows of the race."""
    if bayes_opt is not None:
        yield from scores(100_000)
        yield from searches()
    if models is not None:
        yield from lines(300, 20)
    yield from bands(200, 5000)
