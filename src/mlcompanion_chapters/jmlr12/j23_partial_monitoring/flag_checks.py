"""Diagrams and responses against computations that do not use the formula under suspicion."""

import math

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion.bandits.monitoring import SignalGame, best_response, worst_payoff

__all__ = [
    "collected_responses",
    "label_examples",
    "missed_flags",
    "random_arrangement",
    "response_games",
    "scaled_cells",
    "sign_match",
]

SHAPES = ((2, 3, 2, False), (3, 5, 3, False), (3, 4, 2, False), (2, 3, 2, True), (3, 3, 2, True))


def response_games(seed=0):
    """The five random games of the claim: the last two have signals that depend on the action."""
    return [
        SignalGame.random(i, j, s, acts_matter=acts, random_state=10 * seed + number)
        for number, (i, j, s, acts) in enumerate(SHAPES)
    ]


def collected_responses(game, n_probe, rng):
    """Distinct best responses that linear programmes give at random flags, shape (m, I)."""
    laws = np.empty((0, game.n_actions))
    for moves in rng.dirichlet(np.ones(game.n_moves), n_probe):
        law = best_response(game, game.flag(moves)).law
        if not len(laws) or np.abs(laws - law).max(axis=1).min() > 1e-6:
            laws = np.vstack([laws, law])
    return laws


def missed_flags(game, laws, n_fresh, rng):
    """Share of fresh flags at which no law of a list comes within 1e-6 of the best."""
    missed = 0
    for moves in rng.dirichlet(np.ones(game.n_moves), n_fresh):
        flag = game.flag(moves)
        best = best_response(game, flag).value
        missed += all(worst_payoff(game, law, flag) < best - 1e-6 for law in laws)
    return missed / n_fresh


def random_arrangement(number):
    """Walls of the claim: Gaussian normals, offsets of at least 0.2; and points."""
    rng = np.random.default_rng([11, number])
    n_walls = 3 + number % 4
    d = 2 + number % 3
    offsets = rng.uniform(0.2, 1, n_walls) * rng.choice([-1, 1], n_walls)
    return rng.normal(size=(n_walls, d)), offsets, 2 * rng.normal(size=(5000, d))


def power_cells(points, sites, weights):
    """Site of least power, from the distances themselves."""
    return (cdist(points, sites, "sqeuclidean") - weights).argmin(axis=1)


def sites_of(normals, offsets, points, printed):
    """Sites and weights by Proposition 11, and the number of each point's cell by the signs.

    As printed the walls are ``c @ z = b``, and the sign is 1 on the side of the origin.
    """
    if printed:
        signs = np.where(np.sign(points @ normals.T - offsets) == -np.sign(offsets), 1.0, -1.0)
    else:
        signs = np.sign(points @ normals.T + offsets)
    kinds, cell = np.unique(signs, axis=0, return_inverse=True)
    sites = kinds @ normals / len(normals)
    weights = (sites**2).sum(axis=1) + 2 * kinds @ offsets / len(normals)
    return sites, weights, cell.ravel()


def sign_match(number):
    """Share of points whose cells agree, corrected and as printed; cells beyond Buck's number."""
    normals, offsets, points = random_arrangement(number)
    shares = []
    for printed in (False, True):
        sites, weights, cell = sites_of(normals, offsets, points, printed)
        shares.append(float((power_cells(points, sites, weights) == cell).mean()))
    n_walls, d = normals.shape
    buck = sum(math.comb(n_walls, k) for k in range(d + 1))
    return shares[0], shares[1], len(sites) - buck


def scaled_cells(number, gamma):
    """Share of points that keep their cell when sites are scaled: squared norm, and as printed."""
    normals, offsets, points = random_arrangement(number)
    sites, weights, _ = sites_of(normals, offsets, points, printed=False)
    before = power_cells(points, sites, weights)
    lengths = (sites**2).sum(axis=1)
    shares = []
    for last in (lengths, np.sqrt(lengths)):
        moved = gamma * weights + gamma**2 * lengths - gamma * last
        shares.append(float((power_cells(points, gamma * sites, moved) == before).mean()))
    return shares


def label_examples(n_points):
    """What the two examples say, by linear programmes; names as the claims file has them."""
    dark = SignalGame.matching_pennies(dark=True)
    labels = SignalGame.label_efficient()
    grid = np.linspace(0, 1, n_points)
    worst = [worst_payoff(dark, [1 - x, x], [1.0]) for x in grid]
    look = []
    loss = []
    for p in grid:
        flag = labels.flag([p, 1 - p])
        best = best_response(labels, flag)
        look.append(best.law[0])
        loss.append(best.value - worst_payoff(labels, [1.0, 0.0, 0.0], flag))
    apart = labels.signals[:, 0] - labels.signals[:, 1]
    return {
        "gap_dark": float(np.abs(np.array(worst) + np.abs(1 - 2 * grid)).max()),
        "best_dark": float(best_response(dark, [1.0]).law[1]),
        "look": float(max(look)),
        "loss_look": float(min(loss)),
        "rank": [int(np.linalg.matrix_rank(row[None])) for row in apart],
    }
