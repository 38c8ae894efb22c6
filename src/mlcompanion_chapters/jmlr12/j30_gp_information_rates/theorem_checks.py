"""What the page measures of the source's theorems: exact risks, nothing drawn but the designs."""

import numpy as np
from scipy.linalg import cholesky
from scipy.linalg.lapack import dtrtri

from mlcompanion.gp.rates import (
    brownian_small_ball,
    matern_exponent,
    oracle_scale,
    posterior_risk,
    power_sequence_risk,
    predictive_kl,
    price_path,
    psi_inverse,
    rate_slope,
    rkhs_norm,
    seeger_bound,
    sequence_risk,
    spectral_matern,
    spectral_modes,
    unit_squared_exponential,
)

__all__ = [
    "brownian_rates",
    "brownian_risk",
    "consistency",
    "informed_order",
    "inside_quotients",
    "logarithmic",
    "matched",
    "oracle",
    "plane_slopes",
    "spaced_modes",
    "supersmooth",
]

RATIOS = (0.5, 0.75, 1.0, 1.5, 2.0)
GRID = np.linspace(0, 1, 400)
SPACING = 0.25  # of the frequencies: a long period, so that the kernel sees many of them


def matched():
    """Theorem 5 in the sequence model: slopes, the theorem's, and the gap to the best at a = b."""
    n = np.logspace(6, 10, 9)
    slope, want, opt = [], [], []
    for beta in (0.5, 1.0, 2.0):
        row = [rate_slope(n, power_sequence_risk(r * beta, beta, n).total) for r in RATIOS]
        slope.append(row)
        want.append([matern_exponent(r * beta, beta) for r in RATIOS])
        opt.append(row[2] - matern_exponent(beta, beta))
    return {"slope": slope, "want": want, "opt": opt}


def plane_slopes():
    """Two dimensions: waves on the lattice of integer pairs, one by one within a disc."""
    side = np.arange(-1030, 1031)
    squares = (side[:, None] ** 2 + side**2).ravel()
    # counting needs no sorting of four million numbers
    counted = np.bincount(squares[squares <= 1030**2])
    length = np.flatnonzero(counted)
    count = counted[length]
    far, weight = spectral_modes(1e60)
    beyond = far > 1030
    # outside of the disc there are 2 pi r dr pairs
    length = 1.0 + np.append(length, far[beyond] ** 2)
    count = np.append(count, 2 * np.pi * far[beyond] * weight[beyond])
    n = np.logspace(4, 8, 9)
    return [
        rate_slope(n, sequence_risk(length ** -(a + 1), length ** -(b + 1), n,
                                    multiplicity=count).total)
        for a, b in ((1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (2.0, 2.0))
    ]  # fmt: skip


def _rough_functions():
    waves = sum(2 ** (-j / 2) * np.cos(2 * np.pi * 2**j * GRID) for j in range(7))
    return [np.abs(GRID - 0.5), waves, np.sqrt(np.abs(GRID - 1 / 3))]


def _priors():
    x = GRID[:, None]
    return [spectral_matern(0.5)(x), spectral_matern(1.5)(x), unit_squared_exponential()(x)]


def consistency():
    """Three priors, three functions without much of a derivative, eight decades."""
    noise = len(GRID) / np.logspace(2, 10, 9)
    risks = [posterior_risk(K, f0, noise).total for K in _priors() for f0 in _rough_functions()]
    return {
        "steps": [float(max(r[1:] / r[:-1])) for r in risks],
        "end": [float(r[-1] / r[0]) for r in risks],
    }


def spaced_modes():
    """Frequencies 0, 1/4, 1/2, … with weights, and the squared exponential's variances there."""
    k, weight = spectral_modes(1e60)
    frequencies = SPACING * np.append(0.0, k)
    with np.errstate(under="ignore"):
        variances = np.exp(-((frequencies / 2) ** 2))
    return frequencies, variances, np.append(1.0, weight)


def _log_slopes(n, risk):
    """Slope of log risk against log log n: second half, then first half."""
    middle = len(n) // 2
    log_n = np.log(n)
    return rate_slope(log_n[middle:], risk[middle:]), rate_slope(
        log_n[: middle + 1], risk[: middle + 1]
    )


def logarithmic():
    """Theorem 8: the squared exponential with a fixed scale and truths of finite smoothness."""
    n = np.logspace(4, 14, 11)
    frequencies, variances, weight = spaced_modes()
    late, expo, stab = [], [], []
    for beta in (1.0, 2.0):
        squares = (1 + frequencies) ** -(2 * beta + 1)
        risk = sequence_risk(variances, squares, n, multiplicity=weight).total
        late.append(rate_slope(n, risk, last=5))
        second, first = _log_slopes(n, risk)
        expo.append(second)
        stab.append(first)
    sizes = np.logspace(4, 12, 9)
    tent = np.maximum(1 - np.abs(4 * GRID - 2), 0)
    _, matern, smooth = _priors()
    risks = [posterior_risk(K, tent, len(GRID) / sizes).total for K in (smooth, matern)]
    late.append(rate_slope(sizes, risks[0], last=5))
    return {"late": late, "expo": expo, "stab": stab, "mat": rate_slope(sizes, risks[1], last=5)}


def supersmooth():
    """Theorem 10 where it holds: an entire function inside the prior's space."""
    n = np.logspace(2, 14, 13)
    frequencies, variances, weight = spaced_modes()
    with np.errstate(under="ignore"):
        squares = np.exp(-(frequencies**2))
    seq = n * sequence_risk(variances, squares, n, multiplicity=weight).total / np.log(n)
    sizes = np.logspace(2, 10, 9)
    bump = np.exp(-((GRID - 0.5) ** 2) / 2)
    risk = posterior_risk(_priors()[2], bump, len(GRID) / sizes).total
    return {
        "seq": seq.tolist(),
        "grid": (sizes * risk / np.log(sizes)).tolist(),
        "slope": rate_slope(sizes, risk),
    }


def _brownian(n):
    x = np.arange(1, n + 1) / n
    return x, np.minimum.outer(x, x)


def _concentration(K, f0, lowest):
    """The concentration function; infinite below ``lowest``, which no rate asked for reaches."""
    path = price_path(K, f0, lowest)
    return lambda eps: path.at(eps) + brownian_small_ball(eps) if eps >= lowest else np.inf


def brownian_risk(f0):
    """Risk of Brownian motion on the grid i / n, noise 1, from its known waves: O(n^2), not n^3."""
    n = len(f0)
    angles = np.pi * (2 * np.arange(1, n + 1) - 1) / (2 * n + 1)
    # the inverse covariance is n times a second difference that is free at the right end
    variances = 1 / (4 * n * np.sin(angles / 2) ** 2)
    waves = 2 / np.sqrt(2 * n + 1) * np.sin(np.outer(angles, np.arange(1, n + 1)))
    return sequence_risk(variances, (waves @ f0) ** 2, 1.0).total / n


def brownian_rates(sizes=(50, 100, 200, 400, 800, 1600)):
    """Theorem 1: exact risks beside the rate of the concentration function, two truths."""
    found = []
    for truth in range(2):
        risks, rates = [], []
        for n in sizes:
            x, K = _brownian(n)
            f0 = np.minimum(x, 1 - x)
            if truth:
                f0 = 0.5 * sum(k**-0.8 * np.sin(2 * np.pi * k * x) for k in range(1, 201))
            risks.append(float(brownian_risk(f0)))
            rates.append(float(psi_inverse(_concentration(K, f0, 0.02), float(n))))
        found.append((np.array(risks), np.array(rates)))
    return found


def inside_quotients():
    """Equation 9: the two sides' quotients for c min(x, y), sixty cases."""
    x, K = _brownian(200)
    quotients = []
    for n in (10.0, 100.0, 1e3, 1e4, 1e5):
        alone = psi_inverse(brownian_small_ball, n)
        for y in (0.25, 0.5, 1.0):
            for c in (0.1, 1.0, 10.0, 100.0):
                rate = psi_inverse(_concentration(K, c * np.minimum(x, y), 1e-3), n)
                quotients.append(rate / (c * np.sqrt(y / n) + alone))
    return np.array(quotients)


def oracle():
    """The best single scale of the squared exponential in the sequence model."""
    k, weight = spectral_modes(1e60)
    n = np.logspace(4, 8, 9)
    slope, scale = [], []
    for beta in (0.5, 1.0, 2.0):
        found = [
            oracle_scale(2 * np.pi * k, k ** -(2 * beta + 1), size, multiplicity=weight)
            for size in n
        ]
        slope.append(rate_slope(n, [f.risk.total for f in found]))
        scale.append(rate_slope(n, [f.scale for f in found]))
    return {"slope": slope, "scale": scale}


def _one_run(covariance, kind, noise, rng):
    """Sums of divergences and risks, the bound, and what was violated, of one random design."""
    x = rng.uniform(size=(200, 1))
    K = covariance(x)
    bound = np.nan
    if kind == "inside":
        coef = rng.normal(size=10) / np.sqrt(10)
        f0 = K[:, :10] @ coef
        bound = seeger_bound(K, noise, float(np.sqrt(coef @ K[:10, :10] @ coef)))
    else:
        f0 = np.where(x[:, 0] < 0.5, -0.5, 0.5)
    y = f0 + np.sqrt(noise) * rng.normal(size=200)
    told = predictive_kl(K, f0, noise, y)
    L = cholesky(K + noise * np.eye(200), lower=True)
    inverse = dtrtri(L, lower=1)[0]
    # I - S is noise times the inverse of the covariance of y
    mean = y - noise * (inverse.T @ (inverse @ y))
    missed = np.mean((mean - f0) ** 2)
    spread = noise * (1 - noise * np.sum(inverse**2) / 200)
    return (
        int((told.divergence > told.risk).sum()),
        int(missed > missed + spread),
        told.divergence.sum(),
        told.risk.sum(),
        bound,
    )


def informed_order(repeats=50):
    """Equations 1 to 4 in 600 runs of 200 observations."""
    viol, mean_viol, inside, share = 0, 0, [], []
    for which, alpha in enumerate((0.5, 1.5, None)):
        covariance = unit_squared_exponential() if alpha is None else spectral_matern(alpha)
        for kind in ("inside", "step"):
            for noise in (1.0, 0.01):
                rng = np.random.default_rng([which, kind == "step", int(100 * noise)])
                runs = np.array([_one_run(covariance, kind, noise, rng) for _ in range(repeats)])
                viol += int(runs[:, 0].sum())
                mean_viol += int(runs[:, 1].sum())
                share.append(runs[:, 2].mean() / runs[:, 3].mean())
                if kind == "inside":
                    inside.append(np.mean(runs[:, 2] / runs[:, 4]))
    return {"viol": viol, "mean_viol": mean_viol, "inside": float(max(inside)),
            "share": float(max(share)), "norm": _step_growth()}  # fmt: skip


def _step_growth():
    norms = []
    for points in (50, 200):
        x = np.linspace(0, 1, points)
        K = spectral_matern(1.5)(x[:, None])
        norms.append(rkhs_norm(K, np.where(x < 0.5, -0.5, 0.5)) ** 2)
    return float(norms[1] / norms[0])
