"""Estimates from samples: the density difference of Fig. 39.2, one outlier, and tests' power."""

import numpy as np
from scipy.stats import norm

from mlcompanion.change import two_sample_test
from mlcompanion.density.contrasts import (
    kl_ratio_divergence,
    lsdd,
    median_distance,
    relative_pearson,
)
from mlcompanion.stats import t_test_ind

WIDTHS = (0.5, 1.0, 3.0)
PENALTIES = (0.01, 0.1, 1.0)
SHIFTS = (0.0, 0.2, 0.4, 0.6, 0.8)
SPREADS = (1.0, 1.5, 2.0, 2.5, 3.0)
LEVEL = 0.05
TESTS = ("t", "energy", "mmd", "lsdd")


def listed_samples(n=200, random_state=None):
    """The listing's samples: n of N(0, 1) and n of N(1, 1)."""
    rng = np.random.default_rng(random_state)
    return rng.normal(0, 1, (n, 1)), rng.normal(1, 1, (n, 1))


def true_difference(points):
    """Density of N(0, 1) less that of N(1, 1)."""
    points = np.asarray(points)
    return norm.pdf(points) - norm.pdf(points, 1)


def true_rulers(width=1.0):
    """Distances of N(0, 1) and N(1, 1): closed forms, and a sum over a fine grid for one."""
    grid = np.linspace(-9, 10, 20_001)
    p = norm.pdf(grid)
    mixture = (p + norm.pdf(grid, 1)) / 2
    spread = np.sqrt(width**2 + 2)  # of a difference of two points, blurred by the kernel
    apart = 2 * np.exp(-0.25) / np.sqrt(np.pi) + 2 * norm.cdf(1 / np.sqrt(2)) - 1
    return {
        "Kullback–Leibler": 0.5,
        "relative Pearson": float((p**2 / mixture).sum() * (grid[1] - grid[0]) - 1),
        "squared L2": float((1 - np.exp(-0.25)) / np.sqrt(np.pi)),
        "energy": float(2 * apart - 4 / np.sqrt(np.pi)),
        "MMD², width 1": float(2 * width / spread * (1 - np.exp(-0.5 / spread**2))),
        "L1": float(2 * (2 * norm.cdf(0.5) - 1)),
    }


def listed_difference(X, Y, random_state=None):
    """The fit of Fig. 39.1: its widths, penalties and folds, kernels at the first sample only."""
    return lsdd(X, Y, sigma=WIDTHS, lam=PENALTIES, centers=X, random_state=random_state)


def difference_draws(repeats, random_state):
    """For each draw: share of the variation explained, both estimates, and what was chosen."""
    rng = np.random.default_rng(random_state)
    rows = []
    for _ in range(repeats):
        X, Y = listed_samples(random_state=rng)
        f = listed_difference(X, Y, rng)
        points = np.concatenate([X, Y])
        truth = true_difference(points[:, 0])
        r2 = 1 - np.mean((f(points) - truth) ** 2) / truth.var()
        rows.append({"r2": r2, "plain": f.l2_plain, "both": f.l2, "h": f.sigma, "lam": f.lam})
    return rows


def centre_draws(mean, repeats, random_state):
    """The source's estimate over the true squared distance of N(0, 1) and N(mean, 1).

    Returns
    -------
    dict of list
        ``listing``, with kernels at the first sample as in Fig. 39.1; ``text``, with kernels at
        both, as in section 39.1.3; and the widths chosen, ``listing_width`` and ``text_width``.
    """
    rng = np.random.default_rng(random_state)
    truth = (1 - np.exp(-(mean**2) / 4)) / np.sqrt(np.pi)
    found = {"listing": [], "text": [], "listing_width": [], "text_width": []}
    for _ in range(repeats):
        X = rng.normal(0, 1, (200, 1))
        Y = rng.normal(mean, 1, (200, 1))
        for name, centers in (("listing", X), ("text", np.concatenate([X, Y]))):
            fit = lsdd(X, Y, sigma=WIDTHS, lam=PENALTIES, centers=centers, random_state=rng)
            found[name].append(fit.l2_plain / truth)
            found[f"{name}_width"].append(fit.sigma)
    return found


def outlier_changes(seed, n=100, place=10.0):
    """Relative change of three estimates when one point is added to the first sample."""
    X, Y = listed_samples(n, seed)
    more = np.concatenate([X, [[place]]])
    estimates = {
        "kl": lambda Z: kl_ratio_divergence(Z, Y, random_state=seed),
        "rpe": lambda Z: relative_pearson(Z, Y, 0.5, random_state=seed),
        "l2": lambda Z: lsdd(Z, Y, random_state=seed).l2,
    }
    row = {}
    for name, estimate in estimates.items():
        before = estimate(X)
        after = estimate(more)
        row[f"{name}_before"] = before
        row[name] = abs(after - before) / abs(before)
    return row


def rejections(change, size, repeats, seed, n=50, n_draws=200):
    """How often each test rejects at level 0.05: a shifted mean, or a wider spread."""
    rng = np.random.default_rng(seed)
    counts = dict.fromkeys(TESTS, 0)
    for _ in range(repeats):
        X, Y = rng.normal(size=(2, n, 1))
        Y = Y + size if change == "shift" else Y * size
        counts["t"] += int(t_test_ind(X[:, 0], Y[:, 0]).pvalue <= LEVEL)
        width = median_distance(X, Y)
        for name in TESTS[1:]:
            options = {} if name == "energy" else {"sigma": width}
            options |= {"lam": 0.1} if name == "lsdd" else {}
            found = two_sample_test(X, Y, name, n_draws=n_draws, random_state=rng, **options)
            counts[name] += int(found.pvalue <= LEVEL)
    return counts
