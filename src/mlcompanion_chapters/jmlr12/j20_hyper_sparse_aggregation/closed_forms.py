"""Checks of the segment's closed form and of four misprints, none by the code under suspicion."""

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import digamma, polygamma

from mlcompanion.ensemble.aggregation import segment_minimum, simplex_least_squares, star_weights

__all__ = [
    "corollary_checks",
    "denominator_checks",
    "largest_square",
    "lost_squares",
    "maximum_checks",
    "segment_checks",
    "star_excess",
]


def segment_checks(pairs, points=20_001, seed=0):
    """The formula for two functions against a grid of mixtures.

    Returns
    -------
    dict
        ``regimes``, ``lam_err``, ``min_err`` and ``val_err``, as the claim has them.
    """
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, points)
    regimes = np.zeros(3, dtype=int)
    worst = dict.fromkeys(("lam_err", "min_err", "val_err"), 0.0)
    for _ in range(pairs):
        n = int(rng.integers(2, 12))
        y = rng.normal(size=n)
        f, g = y + rng.normal(size=(2, n)) * rng.uniform(0.2, 3, (2, 1))
        scale = 10.0 ** rng.uniform(-2, 2)
        f *= scale
        g *= scale
        y *= scale
        risk_f = np.mean((f - y) ** 2)
        risk_g = np.mean((g - y) ** 2)
        distance = np.mean((f - g) ** 2)
        lam, least = segment_minimum(risk_f, risk_g, distance)
        regimes[int(np.sign(risk_f - risk_g)) * int(abs(risk_f - risk_g) > distance) + 1] += 1
        # the risk along the segment from the raw predictions, as a polynomial in the share
        step = f - g
        start = g - y
        risks = np.mean(start**2) + 2 * grid * np.mean(step * start) + grid**2 * np.mean(step**2)
        best = int(np.argmin(risks))
        told = np.mean((lam * f + (1 - lam) * g - y) ** 2)
        unit = 1 + told
        worst["lam_err"] = max(worst["lam_err"], abs(float(lam) - grid[best]))
        worst["min_err"] = max(worst["min_err"], float(least - risks[best]) / unit)
        worst["val_err"] = max(worst["val_err"], abs(float(least - told)) / unit)
    return {"regimes": regimes.tolist()} | worst


def star_excess(dictionaries, n_functions=30, seed=0):
    """By how much the star's risk exceeds that of a scalar search on every segment."""
    rng = np.random.default_rng(seed)
    worst = -np.inf
    for _ in range(dictionaries):
        n = int(rng.integers(5, 40))
        scale = 10.0 ** rng.uniform(-2, 2)
        y = scale * rng.normal(size=n)
        P = y + scale * rng.normal(size=(n_functions, n)) * rng.uniform(0.5, 2, (n_functions, 1))
        star = star_weights(P, y)
        first = P[np.argmin(np.mean((P - y) ** 2, axis=1))]
        best = np.inf
        for other in P:
            start = other - y
            step = first - other
            a = np.mean(start**2)
            b = np.mean(start * step)
            c = np.mean(step**2)
            found = minimize_scalar(
                lambda t, a=a, b=b, c=c: a + 2 * b * t + c * t * t,
                bounds=(0, 1), method="bounded", options={"xatol": 1e-10},
            )  # fmt: skip
            best = min(best, found.fun)
        worst = max(worst, (star.risk - best) / (1 + star.risk))
    return float(worst)


def _constant_moment(b, delta, sigma, draws, rng):
    """Second moment of the excess loss of b - delta over the best constant, by simulation.

    The regression function is 0 and the dictionary {b, b - delta}, so that b - delta is best and
    the excess is that of b.
    """
    noise = sigma * rng.normal(size=draws)
    excess = (noise - b) ** 2 - (noise - (b - delta)) ** 2
    return float(np.mean(excess**2))


def corollary_checks(draws=200_000, random=1000, seed=0):
    """The two printed bounds of Corollary 8's proof, and the corrected one."""
    rng = np.random.default_rng(seed)
    examples = ((1.0, 0.1, 0.05), (10.0, 2.0, 0.05))
    moments = [_constant_moment(*example, draws, rng) for example in examples]
    (b, delta, sigma), (wide, far, small) = examples
    right = [
        moment / ((4 * s**2 + 4 * w**2) * d**2)
        for moment, (w, d, s) in zip(moments, examples)
    ]  # fmt: skip
    for _ in range(random):
        right.append(_random_ratio(rng))
    return {
        "const": moments[0] / ((4 * sigma**2 + 2 * b**2) * delta**2),
        "square": moments[1] / ((4 * small**2 + 2 * wide**2) * far),
        "right": float(max(right)),
    }


def _random_ratio(rng):
    """Largest second moment over the corrected bound, one dictionary on a finite space."""
    points = int(rng.integers(2, 6))
    M = int(rng.integers(2, 5))
    mass = rng.dirichlet(np.ones(points))
    truth = rng.normal(size=points)
    F = truth + rng.uniform(-1, 1, (M, points)) * rng.uniform(0.1, 3)
    sigma = rng.uniform(0.05, 2)
    bound = max(np.abs(F - truth).max(), 0.0)
    G = (F * mass) @ F.T
    best = simplex_least_squares(G, -(F * mass) @ truth).weights @ F
    mixtures = rng.dirichlet(np.full(M, 0.5), 8) @ F
    step = best - mixtures
    mean = step * (2 * truth - mixtures - best)
    moments = (4 * sigma**2 * step**2 + mean**2) @ mass  # noise of variance sigma^2: exact
    apart = F[:, None] - F
    diameter = np.max(apart**2 @ mass)
    return float(np.max(moments) / ((4 * sigma**2 + 4 * bound**2) * diameter))


def largest_square(n, b=1.0):
    """Expectation of the largest of n squared residuals of Laplace noise, psi_1 norm b; exact.

    The largest of n unit exponential variables has mean H_n and variance H_n^(2); a residual
    2Y - f - f' is twice the noise, whose scale is b/2.
    """
    harmonic = digamma(n + 1.0) + np.euler_gamma
    squares = np.pi**2 / 6 - polygamma(1, n + 1.0)
    return b**2 * (harmonic**2 + squares)


def maximum_checks(sizes, repeats=1000, seed=0):
    """Growth of the largest squared residual, and the formula against simulation."""
    rng = np.random.default_rng(seed)
    errors = []
    for n in (100, 1000, 10_000):
        draws = [np.max((2 * rng.laplace(scale=0.5, size=n)) ** 2) for _ in range(repeats)]
        errors.append(abs(np.mean(draws) / largest_square(n) - 1))
    values = largest_square(np.array(sizes, dtype=float))
    logs = np.log(sizes)
    slope = np.polyfit(np.log(logs), np.log(values), 1)[0]
    growth = (values[-1] / logs[-1]) / (values[0] / logs[0])
    return {"sim_err": float(max(errors)), "slope": float(slope), "growth": float(growth)}


def denominator_checks(sizes=(2, 10, 50), repeats=200, seed=0):
    """Weights with the printed denominator, and with the right one, written out."""
    rng = np.random.default_rng(seed)
    found = {"apart": 0.0, "best": np.inf, "total": 0.0}
    for M in sizes:
        for _ in range(repeats):
            R = rng.uniform(0.5, 3, M)
            T = 10.0 ** rng.uniform(-2, 2)
            raw = [np.exp(-(r - R.min()) / T) for r in R]  # a common factor changes no ratio
            printed = [
                raw[j] / sum(raw[j] for _ in range(M)) if raw[j] else 1 / M for j in range(M)
            ]
            right = [raw[j] / sum(raw[k] for k in range(M)) for j in range(M)]
            found["apart"] = max(found["apart"], max(abs(w - 1 / M) for w in printed))
            found["best"] = min(found["best"], M * right[int(np.argmin(R))])
            found["total"] = max(found["total"], abs(sum(right) - 1))
    return found


def lost_squares(scales=(0.1, 1, 10, 100), seed=0):
    """Second moments over psi_1 norms, and squared residuals over bounds, printed and right."""
    rng = np.random.default_rng(seed)
    found = dict.fromkeys(("moment", "residual", "right_moment", "right_residual"), 0.0)
    for s in scales:
        # (second moment, psi_1 norm): a constant, an exponential of mean s, a Laplace of scale s
        for second, norm in ((s**2, s / np.log(2)), (2 * s**2, 2 * s), (2 * s**2, 2 * s)):
            found["moment"] = max(found["moment"], second / (4 * norm))
            found["right_moment"] = max(found["right_moment"], second / (2 * norm**2))
        triples = [(s, -s, -s), *rng.uniform(-s, s, (1000, 3))]
        largest = max((2 * y - f - g) ** 2 for y, f, g in triples)
        found["residual"] = max(found["residual"], largest / (4 * s))
        found["right_residual"] = max(found["right_residual"], largest / (16 * s**2))
    return found
