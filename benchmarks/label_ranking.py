"""SOPOPO against Clarabel, and its time as labels grow.

Shalev-Shwartz (2007), section 7.3.1: the step of label ranking projects two vectors on simplices of
a common size, which is free. Both sides find the same distances; the general solver's vectors are
the same up to its tolerances.
"""

from functools import partial

import numpy as np

from _race import duel, least, peer, row
from mlcompanion.prox.balls import sopopo
from mlcompanion.teaching import log_slope

TITLE = "The step of label ranking"
CHAPTER = "shalev_shwartz/08_email_categorization"
REPEATS = 10
SIZES = (100, 1000, 10_000)
LONG_SIZES = (10_000, 100_000, 1_000_000)
TURNS = 7
TIGHT = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), 1e-11)


def scores(k, n):
    """Pairs of vectors for k labels, half of them relevant; at this cap about a third counts."""
    rng = np.random.default_rng(k)
    half = k // 2
    return rng.normal(size=(n, half)), rng.normal(size=(n, k - half)), 0.1 * k


def our_steps(mus, nus, cap):
    """Both vectors of every step, side by side."""
    steps = [sopopo(mu, nu, cap) for mu, nu in zip(mus, nus)]
    return np.array([np.concatenate(step[:2]) for step in steps])


def their_steps(cp, mus, nus, cap):
    """A problem that is compiled once, as a call that solves it for all pairs."""
    alpha = cp.Variable(mus.shape[1])
    beta = cp.Variable(nus.shape[1])
    mu = cp.Parameter(mus.shape[1])
    nu = cp.Parameter(nus.shape[1])
    away = cp.sum_squares(alpha - mu) + cp.sum_squares(beta - nu)
    equal_sums = [cp.sum(alpha) == cp.sum(beta), cp.sum(alpha) <= cap, alpha >= 0, beta >= 0]
    problem = cp.Problem(cp.Minimize(away), equal_sums)

    def solved(n=None):
        found = []
        for mu.value, nu.value in zip(mus[:n], nus[:n]):
            problem.solve(solver=cp.CLARABEL, **TIGHT)
            found.append(np.concatenate([alpha.value, beta.value]))
        return np.array(found)

    solved(1)
    return solved


def as_near(mus, nus):
    """A check: the same distances; an interior point ends a little off at the knots."""
    points = np.hstack([mus, nus])

    def same(ours, theirs):
        np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-4)
        distances = [np.linalg.norm(x - points, axis=1) for x in (ours, theirs)]
        np.testing.assert_allclose(distances[0], distances[1], rtol=1e-9)

    return same


def rows():
    """Against Clarabel, then alone."""
    cp = peer("cvxpy")
    if cp is not None and peer("clarabel") is not None:
        for k in SIZES:
            case = scores(k, REPEATS)
            yield duel(
                "SOPOPO", f"{REPEATS} steps, k = {k:,}", partial(our_steps, *case),
                "Clarabel", their_steps(cp, *case), same=as_near(*case[:2]), repeats=7,
                note="distances equal to 1e-9, vectors to 1e-4; cvxpy compiled once, beforehand",
            )  # fmt: skip
    calls = []
    for k in LONG_SIZES:
        mus, nus, cap = scores(k, 1)
        calls.append(partial(sopopo, mus[0], nus[0], cap))
    times = np.min([[least(call, 1)[0] for call in calls] for _ in range(TURNS)], axis=0)
    yield row(
        "SOPOPO", f"one step, k = {k:,}", times[-1], "none", None,
        f"slope of time {log_slope(LONG_SIZES, times):.2f} from k = {LONG_SIZES[0]:,} on",
    )  # fmt: skip
