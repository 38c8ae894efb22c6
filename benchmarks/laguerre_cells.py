"""Cells of Laguerre diagrams against Qhull by SciPy; what a flag is worth against HiGHS by SciPy.

Perchet (2011), sections 2.2 and 3.2. Volumes and values are asserted to be the same.
"""

import numpy as np
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, HalfspaceIntersection

from _race import duel, equal, least, row
from mlcompanion.bandits.monitoring import SignalGame, flag_complex
from mlcompanion.convex.cells import LaguerreDiagram, Polytope

TITLE = "Cells, and look-ups of flags"
CHAPTER = "jmlr12/23_partial_monitoring"


def volume_by_qhull(sites, powers, cell):
    """Volume of a cell inside the unit cube: an inner point by HiGHS, corners and hull by Qhull."""
    d = sites.shape[1]
    # |z - a|^2 - w <= |z - b|^2 - v is linear in z
    normals = 2 * (np.delete(sites, cell, axis=0) - sites[cell])
    offsets = powers[cell] - np.delete(powers, cell)
    normals = np.vstack([normals, np.eye(d), -np.eye(d)])
    offsets = np.concatenate([offsets, -np.ones(d), np.zeros(d)])
    lengths = np.linalg.norm(normals, axis=1)
    ball = linprog(
        np.append(np.zeros(d), -1.0),
        A_ub=np.column_stack([normals, lengths]),
        b_ub=-offsets,
        bounds=[(None, None)] * d + [(0, None)],
    )
    if ball.status != 0 or ball.x[-1] <= 1e-9:
        return 0.0
    corners = HalfspaceIntersection(np.column_stack([normals, offsets]), ball.x[:-1])
    return ConvexHull(corners.intersections).volume


def cells():
    """Volumes of all cells of random diagrams in the unit cube."""
    for n_cells, d in ((6, 2), (12, 3), (30, 3)):
        rng = np.random.default_rng(n_cells)
        sites = rng.random((n_cells, d))
        weights = rng.uniform(0, 0.05, n_cells)
        powers = (sites**2).sum(axis=1) - weights
        cube = Polytope.hull(np.stack(np.meshgrid(*[[0.0, 1.0]] * d), axis=-1).reshape(-1, d))

        def ours(sites=sites, weights=weights, cube=cube):
            parts = LaguerreDiagram(sites, weights).cells(cube)
            return np.array([0.0 if part is None else part.volume() for part in parts])

        def theirs(sites=sites, powers=powers):
            return np.array([volume_by_qhull(sites, powers, k) for k in range(len(sites))])

        yield duel(
            "volumes of all cells", f"{n_cells} sites, {d} dimensions", ours,
            "SciPy HalfspaceIntersection", theirs, same=equal(rtol=1e-8, atol=1e-10),
            note="volumes equal to 1e-8; the peer is handed an inner point by HiGHS",
            reason="cut by cut in Python: each corner keeps its facets, whatever the dimension "
            "of the flat",
        )  # fmt: skip


def worth_by_highs(game, flag):
    """Best worst payoff at a flag: the dual programme, in functions of the flag and mixtures."""
    matrix = game.flag_matrix
    rewards = game.rewards
    width = len(matrix)
    n_actions = len(rewards)
    found = linprog(
        -np.append(flag, np.zeros(n_actions)),
        A_ub=np.hstack([matrix.T, -rewards.T]),
        b_ub=np.zeros(rewards.shape[1]),
        A_eq=[np.append(np.zeros(width), np.ones(n_actions))],
        b_eq=[1.0],
        bounds=[(None, None)] * width + [(0, None)] * n_actions,
    )
    return -found.fun


def lookups():
    """The list of best responses asked at many flags; making the list is told in the note."""
    n_flags = 300
    for shape in ((2, 3, 2), (3, 5, 3)):
        game = SignalGame.random(*shape, random_state=0)
        laws = np.random.default_rng(1).dirichlet(np.ones(shape[1]), n_flags)
        flags = laws @ game.flag_matrix.T
        made_s, found = least(lambda game=game: flag_complex(game), 1)
        ours_s, ours = least(lambda laws=laws, found=found: found.value(laws), 20)
        peer_s, theirs = least(
            lambda game=game, flags=flags: [worth_by_highs(game, flag) for flag in flags]
        )
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-7)
        yield row(
            "worth of a flag", f"{shape} actions, moves, signals; {n_flags} flags", ours_s,
            "SciPy HiGHS", peer_s,
            f"values equal to 1e-7; the list of {len(found.laws)} was made once, as long as "
            f"{made_s / (peer_s / n_flags):.0f} flags of the peer",
        )  # fmt: skip


def rows():
    """Volumes of cells, then look-ups."""
    yield from cells()
    yield from lookups()
