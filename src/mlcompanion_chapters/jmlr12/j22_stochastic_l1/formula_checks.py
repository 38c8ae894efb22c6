"""Formulas of the proofs, by grids and differences: Lemma 7 and two constants."""

import numpy as np

__all__ = ["divergence_ratio", "lemma7_checks", "squared_constant"]


def lemma7_checks(n, seed=0):
    """Largest relative error of Lemma 7's step against a grid, and how often its bound fails."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    failed = 0
    for _ in range(n):
        a, b, P, T = 10 ** rng.uniform(-2, 2, 4)

        def bound(eta, a=a, b=b, P=P, T=T):
            return (1 / (1 - a * eta) - 1) * P + b / (eta * T) / (1 - a * eta)

        low = 1e-12 / a
        high = (1 - 1e-12) / a
        for _ in range(6):  # the function has one valley
            grid = np.geomspace(low, high, 400)
            if high / low < 1.5:
                grid = np.linspace(low, high, 400)
            at = int(bound(grid).argmin())
            low = grid[max(at - 1, 0)]
            high = grid[min(at + 1, 399)]
        by_grid = (low + high) / 2
        printed = b / (P * T) * (np.sqrt(1 + P * T / (a * b)) - 1)
        worst = max(worst, abs(printed / by_grid - 1))
        limit = 4 * np.sqrt(a * b * P / T) + 4 * a * b / T
        failed += bound(by_grid) > limit * (1 + 1e-9)
    return float(worst), int(failed)


def squared_constant(n, seed=0):
    """Largest squared slope over loss of the squared loss with its half, by differences."""
    rng = np.random.default_rng(seed)
    score, target = rng.normal(size=(2, n)) * 3
    keep = np.abs(score - target) > 0.01

    def loss(a):
        return (a - target) ** 2 / 2

    slope = (loss(score + 1e-3) - loss(score - 1e-3)) / 2e-3
    return float((slope**2 / loss(score))[keep].max())


def divergence_ratio(n, seed=0):
    """Largest distance from 1/2 of the divergence from zero over the squared q-norm."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(n):
        d = int(rng.integers(3, 60))
        p = max(2.0, 2 * np.log(d))
        q = p / (p - 1)
        w = rng.normal(size=d)

        def map_(u, q=q):
            return 0.5 * np.sum(np.abs(u) ** q) ** (2 / q)

        step = 1e-9 * np.eye(d)
        gradient = np.array([(map_(e) - map_(-e)) / 2e-9 for e in step])
        divergence = map_(w) - map_(np.zeros(d)) - gradient @ w
        size = np.sum(np.abs(w) ** q) ** (2 / q)
        worst = max(worst, abs(divergence / size - 0.5))
    return float(worst)
