"""Sections 5.3.4 and 5.4, to the letter: printed closed bounds, and stages in the experiment."""

import math

import numpy as np

from mlcompanion.optimize.stochastic import LossConstants, orda_tail_bound, stage_schedule

from .lasso_stream import BATCH, N_FEATURES, TRUTH, best_value, objective, solution

STEPS = (10, 30, 100, 300, 1000, 10_000)
DELTAS = (0.5, 0.1, 0.01, 1e-4, 1e-8)
LIPSCHITZ = (0.0, 1.0, 10.0)
DIAMETERS = (0.0, 1.0, 1.4142)
GROWTHS = (1.0, 2.0, 5.0, 10.0, 30.0)


def printed_convex_tail(N, delta, k, D):
    """(5.18) as printed, with 16 in its third and fourth terms."""
    log = math.log(2 / delta)
    root = math.sqrt(k.tau * k.distance)
    return (
        4 * k.tau * k.lipschitz * k.distance / N**2
        + 24 * root * (k.sigma + k.jump) / math.sqrt(N)
        + 16 * log * root * k.sigma / N
        + 16 * k.sigma * root * math.sqrt(log * math.log(N + 3)) / N
        + 2 * math.sqrt(log / N) * D * k.sigma
    )


def printed_strong_tail(N, delta, k, D):
    """(5.19) as printed, without tau in its third term."""
    log = math.log(2 / delta)
    return (
        4 * k.tau * k.lipschitz * k.distance / N**2
        + 16 * k.tau * k.noise * math.log(N + 2) / (k.mu * N)
        + 48 * k.sigma**2 * log / (k.mu * N)
        + 2 * math.sqrt(log / N) * D * k.sigma
    )


def convex_search():
    """Where (5.18), printed and with 32, lies below (5.17)."""
    grid = [(N, d, L, D) for N in STEPS for d in DELTAS for L in LIPSCHITZ for D in DIAMETERS]
    short = short_right = 0
    for N, delta, L, D in grid:
        k = LossConstants(L, 1.0, 1.0)
        exact = orda_tail_bound(N, delta, k, D, exact=True)
        short += printed_convex_tail(N, delta, k, D) < exact
        short_right += orda_tail_bound(N, delta, k, D) < exact
    k = LossConstants(1.0, 1.0, 1.0)
    first = orda_tail_bound(100, 0.01, k, 0.0, exact=True) / printed_convex_tail(100, 0.01, k, 0.0)
    return {"cases": len(grid), "short": short, "short_right": short_right, "first": first}


def strong_search():
    """Where (5.19), printed and with tau, lies below (5.17)."""
    grid = [(N, d, L, tau) for N in STEPS for d in DELTAS for L in LIPSCHITZ for tau in GROWTHS]
    short = short_plain = short_right = 0
    for N, delta, L, tau in grid:
        k = LossConstants(L, 1.0, 1.0, mu=1.0, tau=tau)
        exact = orda_tail_bound(N, delta, k, 0.0, exact=True)
        below = printed_strong_tail(N, delta, k, 0.0) < exact
        short += below
        short_plain += below and tau == 1
        short_right += orda_tail_bound(N, delta, k, 0.0) < exact
    return {
        "cases": len(grid),
        "short": short,
        "short_plain": short_plain,
        "short_right": short_right,
    }


def gradient_variance(points, draws, seed=0, block=500):
    """Variance of a mini-batch gradient at each point, from so many batches seen by all."""
    rng = np.random.default_rng([10, seed])
    single = np.float32  # half the time, and digits enough for a mean of squares
    away = (np.asarray(points) - TRUTH).astype(single)
    squares = np.zeros(len(away))
    for _ in range(draws // block):
        A = rng.standard_normal((block, BATCH, N_FEATURES), single)
        noise = rng.standard_normal((block, BATCH, 1), single)
        slopes = A.transpose(0, 2, 1) @ (A @ away.T - noise) / BATCH
        squares += np.sum((slopes - away.T) ** 2, axis=(0, 1))
    return squares / draws


def stage_lengths(lam, draws=20_000, n_steps=500):
    """The printed first stage of the experiment with a ridge, and what would make three fit."""
    points = [np.zeros(N_FEATURES), solution(1.0, lam)]
    variance = gradient_variance(points, draws)
    gap = float(objective(points[0], 1.0, lam)) - best_value(1.0, lam)
    sigma = math.sqrt(variance.min())
    stages = stage_schedule(3, lipschitz=2.0, mu=1.0, gap=gap, sigma=sigma)
    total = sum(stage.length for stage in stages)
    return {"first": stages[0].length, "needed": total / n_steps}, variance
