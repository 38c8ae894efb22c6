"""Costs with a wanted variation, and what the players lose on them."""

import math

import numpy as np
from scipy.optimize import linprog

from mlcompanion.bandits.linear import run_bandit, run_halving, tuned_step
from mlcompanion.convex.barriers import BallBarrier, PolytopeBarrier

__all__ = [
    "SEQUENCES",
    "benign_costs",
    "bodies",
    "losses_of_master",
    "losses_of_player",
    "random_polytope",
    "regret_in_ball",
    "regret_in_polytope",
    "sequence_of",
    "step_sizes",
]

#: A general direction in three dimensions.
DIRECTION = np.array([0.4, -0.2, 0.1]) / math.sqrt(0.21)


def benign_costs(n_rounds, length, variation, seed):
    """A fixed vector plus noise of constant length, uniform on the sphere, in three dimensions.

    Parameters
    ----------
    n_rounds : int
    length : float
        Of the fixed vector.
    variation : float
        Wanted Q; the noise has length ``sqrt(Q / n_rounds)``.
    seed : int or sequence of int

    Returns
    -------
    ndarray, shape (n_rounds, 3)
    """
    noise = np.random.default_rng(seed).normal(size=(n_rounds, 3))
    noise /= np.linalg.norm(noise, axis=1, keepdims=True)
    return length * DIRECTION + math.sqrt(variation / n_rounds) * noise


def regret_in_ball(plays, costs):
    """What the plays cost beyond the best fixed point of the unit ball, shape (n_repeats,)."""
    paid = np.einsum("rtn,tn->r", plays, costs)
    return paid + np.linalg.norm(costs.sum(axis=0))


def regret_in_polytope(plays, costs, barrier):
    """What the plays cost beyond the best fixed point of a polytope, shape (n_repeats,)."""
    paid = np.einsum("rtn,tn->r", plays, costs)
    best = linprog(costs.sum(axis=0), A_ub=barrier.A, b_ub=barrier.b, bounds=(None, None))
    return paid - best.fun


def losses_of_player(costs, method, variation, seed):
    """Regret of one run in the ball.

    Parameters
    ----------
    costs : ndarray, shape (T, 3)
    method : {"tuned", "fixed", "old"}
        Algorithm 1 with the step of Theorem 6 or with ``1/(25 n)``; the predecessor, without memory
        and with the step tuned to T.
    variation : float
        Q, known to the tuned player.
    seed : int

    Returns
    -------
    float
    """
    horizon = len(costs)
    known = {"tuned": variation, "fixed": 0.0, "old": horizon}[method]
    eta = tuned_step(3, 1.0, horizon, known)
    trace = run_bandit(
        costs,
        BallBarrier(3),
        eta=eta,
        memory=method != "old",
        random_state=np.random.default_rng([seed, 1]),
    )
    return float(regret_in_ball(trace.y, costs)[0])


def losses_of_master(costs, seed):
    """Regret of the halving master in one run, and how often it halved."""
    trace = run_halving(costs, BallBarrier(3), random_state=np.random.default_rng([seed, 1]))
    return float(regret_in_ball(trace.y, costs)[0]), int(trace.phase[0, -1])


def random_polytope(n, seed):
    """The cube with corners on the unit sphere, cut by 2n random planes near the origin."""
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(2 * n, n))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    cube = PolytopeBarrier.cube(n)
    rows = np.vstack([cube.A, normals])
    return PolytopeBarrier(rows, np.append(cube.b, rng.uniform(0.2, 0.6, 2 * n)))


def bodies(n, seed=0):
    """The three kinds of decision sets, by name."""
    return {
        "ball": BallBarrier(n),
        "cube": PolytopeBarrier.cube(n),
        "polytope": random_polytope(n, seed),
    }


SEQUENCES = ("constant", "sphere", "signs", "basis")


def sequence_of(kind, n, n_rounds, seed):
    """Costs of length 1: one vector, uniform on the sphere, a vector's signs, the axes in turn."""
    rng = np.random.default_rng(seed)
    vector = rng.normal(size=n)
    vector /= np.linalg.norm(vector)
    if kind == "constant":
        return np.tile(vector, (n_rounds, 1))
    if kind == "signs":
        return rng.choice([-1.0, 1.0], size=(n_rounds, 1)) * vector
    if kind == "basis":
        return np.eye(n)[np.arange(n_rounds) % n]
    costs = rng.normal(size=(n_rounds, n))
    return costs / np.linalg.norm(costs, axis=1, keepdims=True)


def step_sizes(barrier, costs, eta, seed, to_the_edge=False):
    """Largest step in the local norm, and largest squared step over ``4 eta`` times its gain.

    Of rounds after the reservoirs are full; the second over steps above 1e-8 (Lemmas 13, 14). With
    too large an ``eta`` a centre may come so near the boundary that it is on it to the last digit;
    ``to_the_edge`` leaves out the steps from there, which have no length.
    """
    trace = run_bandit(costs, barrier, eta=eta, random_state=np.random.default_rng([seed, 1]))
    first = int(trace.explored[0].argmin())
    x = trace.x[0, first:]
    starts = x[:-1]
    moves = np.diff(x, axis=0)
    gains = trace.instability[0, first:-1]
    if to_the_edge:
        inside = np.isfinite(barrier.value(starts))
        starts = starts[inside]
        moves = moves[inside]
        gains = gains[inside]
    steps = barrier.local_norm(starts, moves)
    moved = steps > 1e-8
    ratios = steps[moved] ** 2 / (4 * eta * gains[moved])
    return float(steps.max()), float(ratios.max())
