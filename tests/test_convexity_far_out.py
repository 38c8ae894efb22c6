"""Units and origin change no answer: penalties, projections, convexity, losses, kernels, algebra.

Each public name of these rooms stands in ``CASES`` with a call on ``a + b v``, whose answer is
turned back into plain units; penalties, widths and sizes of balls are converted. What a name is
free of by definition is said beside it. The data hold ties, whole numbers and one outlier. A new
name enters by itself: the first test fails until it has a call or, by its definition, a reason in
``EXCUSED``. Losses of margins have no unit: they are held against their limits far out.
"""

import math
from typing import NamedTuple

import numpy as np
import pytest
from test_bad_input import NAMES, tried

from mlcompanion import convex, kernels, linalg, losses, prox
from mlcompanion.convex import calculus, metrics, strong_convexity
from mlcompanion.prox import balls, norms, tree
from mlcompanion.prox.balls.sparse_l1_ball import SparseL1Ball

ROOMS = ("prox", "convex", "kernels", "losses", "linalg")
UNITS = (1e-12, 1e-6, 1e6, 1e12)
ORIGINS = (1e6, -1e6)
RNG = np.random.default_rng(5)
#: Ties, whole numbers, zeros and an outlier.
V = np.array([0.8, -0.6, 0.3, 1.25, 0.3, 2.0, -2.0, 0.0, 0.8, 40.0])
N = V[:6]
ROWS = np.vstack([np.round(RNG.normal(size=(8, 3)), 1), [[1.0, 2.0, -1.0]] * 2, [[30.0, 0, 0]]])
SOME = ROWS[:4]
GRID = np.linspace(-2.0, 2.0, 41)
SLOPES = np.linspace(-1.5, 1.5, 31) + 0.0137  # no tie, which rounding would decide
LABELS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
SETS = [[0, 1, 2], [2, 3, 4, 5], [6, 7, 8, 9]]
TREE = prox.TreeGroups([-1, 0, 0, 1, 1], node=[0, 1, 2, 3, 4, 3, 4, 2, 1, 0])
SPD = np.cov(ROWS.T)
#: A polyhedral function of two variables, and a slope.
PIECES = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]])
PEAKS = np.array([0.0, 0.5, 1.0])
PULL = np.array([0.2, 0.1])


#: Walls of a slanted polytope about the origin, and points inside.
WALLS = np.vstack([ROWS[4:8], -ROWS[4:8].sum(axis=0)])
REACH = np.array([1.0, 2.0, 1.5, 1.0, 3.0])
#: Corners of a pentagon and a direction to cut in.
CORNERS = np.array([[2.0, 0.0], [1.0, 2.0], [-1.5, 1.0], [-2.0, -1.0], [0.5, -2.0]])
SLANT = np.array([1.0, -0.5])
INNER = 0.1 * np.round(RNG.normal(size=(4, 3)), 1)


class Case(NamedTuple):
    """``call(a, b)``, what it is free of, and how far rounding may move it."""

    call: object
    free: str = "units"
    tol: float = 1e-12


def penalty(make, v=V):
    """All that a penalty is asked, in a problem whose outputs have units of ``b``.

    ``make(b)`` gives the penalty; objectives are in units of b squared.
    """

    def call(a, b):
        P = make(b)
        v_b = b * v
        p = P.prox(v_b, 0.5)
        slope = P.feasible(v_b)
        found = [P.value(v_b) / b**2, P.dual_norm(v_b), slope, P.envelope(p, 0.5) / b**2]
        return np.concatenate([np.ravel(p) / b, found, np.ravel(P.free(v.shape))])

    return Case(call)


def polytope(a, b):
    """The barrier of the slanted polytope, moved to ``a`` and scaled by ``b``."""
    return convex.barriers.PolytopeBarrier(WALLS, b * REACH + a * WALLS.sum(axis=1))


def barrier_answers(a, b):
    """All that the barrier is asked; its value moves by a logarithm of the unit for each wall."""
    barrier = polytope(a, b)
    x = a + b * INNER
    value = barrier.value(x) + len(WALLS) * np.log(b)
    slopes = barrier.gradient(x) * b
    bends = barrier.hessian(x) * b**2
    parts = [value, slopes, bends, barrier.gauge(x, b * INNER[::-1]), (barrier.centre - a) / b]
    return np.concatenate([np.ravel(part) for part in parts])


def constraint(make):
    """All that a ball is asked; its conjugate is a support function."""

    def call(a, b):
        P = make(b)
        v = b * N
        h = np.array([1e-3, 1.0, 2.0, 5.0, 0.1, 30.0])
        steps = [P.prox(v), P.metric_prox(v, h), P.metric_prox(v, 1e6 * h)]
        numbers = [P.value(steps[0]), P.value(v), P.feasible(v), P.conjugate(v) / b**2]
        return np.concatenate([np.ravel(steps) / b, numbers])

    return Case(call)


def growing(metric, g=N):
    """All that a metric of gradients is asked: its matrix has the units of the gradients."""

    def call(a, b):
        H = metric()
        H.grow(b * g)
        H.grow(b * g[::-1])
        x = N[: g.size]
        numbers = [H.value(x) / b, H.norm(x) / b**0.5, H.dual_norm(b * g) / b**0.5]
        numbers += [H.bregman(x, x[::-1]) / b, H.trace / b]
        return np.concatenate([numbers, H.times(x) / b, H.solve(b * g)])

    return Case(call, tol=1e-9)


def hull(a, b):
    """A hull of points, moved to ``a`` and scaled by ``b``."""
    return convex.cells.Polytope.hull(a + b * CORNERS)


def polytope_answers(a, b):
    """Volume before and after a cut, and the centre of what is left."""
    whole = hull(a, b)
    part = whole.clip(SLANT / b, SLANT.sum() * a / b + 0.1)
    return np.append((part.centre - a) / b, [whole.volume() / b**2, part.volume() / b**2])


def diagram_answers(a, b):
    """Cells of points, their volumes and walls."""
    sites = a + b * CORNERS[:4] / 2
    diagram = convex.cells.LaguerreDiagram(sites, b**2 * np.array([0.3, 0.0, 0.1, 0.2]))
    cells = diagram.cells(hull(a, b))
    sizes = [0.0 if cell is None else cell.volume() / b**2 for cell in cells]
    near = diagram.neighbours(hull(a, b)).astype(float)
    places = a + b * np.random.default_rng(3).normal(size=(40, 2))
    flat = diagram.scaled(2.0).locate(places) if a == 0 else diagram.locate(places)
    return np.concatenate([sizes, near.ravel(), diagram.locate(places), flat])


def smoothed(make):
    """All that a penalty with a smooth stand-in is asked."""

    def call(a, b):
        P = make(b)
        w = b * V
        value, gradient = P.smoothed(w, 0.3 * b**2)
        parts = [P.value(w) / b**2, value / b**2, P.norm() / b]
        slopes = [gradient / b, P.subgradient(w) / b, P.dual_point(w, 0.3 * b**2)]
        return np.concatenate([parts, *slopes])

    return Case(call)


def mirror(geometry, free="units"):
    """Values, links and distances of a geometry of squares."""

    def call(a, b):
        w = b * N
        v = b * N[::-1]
        numbers = [geometry.value(w) / b**2, geometry.conjugate(w) / b**2]
        numbers += [geometry.bregman(w, v) / b**2, geometry.norm(w) / b, geometry.dual_norm(w) / b]
        return np.concatenate([numbers, geometry.link(w) / b, geometry.gradient(w) / b])

    return Case(call, free, 1e-11)


def on_simplex(geometry):
    """The link and the conjugate far out: what is added to every entry moves no weight."""

    def call(a, b):
        theta = a + b * N
        return np.append(geometry.link(theta), geometry.conjugate(theta) - a)

    return Case(call, "origin", 1e-9)


def residual(make):
    """A loss of differences: value, slope and curvature of outputs in units of ``b``."""

    def call(a, b):
        loss = make(b)
        size = b**2 if make(2.0).value(0.0, 4.0) > 3 * make(1.0).value(0.0, 2.0) else b
        score = a + b * V
        target = a + b * V[::-1]
        found = [
            loss.value(score, target) / size,
            loss.derivative(score, target) * b / size,
            loss.second_derivative(score, target) * b**2 / size,
        ]
        return np.concatenate(found)

    return Case(call, "units origin", 1e-9)


def norm2(w):
    return float(np.linalg.norm(w))


def half_square(w):
    return 0.5 * float(np.dot(w, w))


def grams(a, b):
    return [b**2 * ROWS @ ROWS.T, b**2 * SOME @ ROWS.T]


def pair(make):
    """A function, its conjugate, a link and a subgradient: arguments without units."""

    def call(a, b):
        found = make(b)
        return np.ravel(found.value(b * N[: found.dimension])) / b**2

    return Case(call)


def ball(project, n=V):
    return Case(lambda a, b: project(b * n, b) / b)


def triple(found, b):
    return np.concatenate([found.alpha / b, found.beta / b, [found.z / b]])


def subtract_line(found, a, slopes):
    """The transform of a function that was moved by ``a``."""
    return np.append(found.value - a * slopes, found.argmax - a)


EDGES = [[0, 1], [1, 2], [2, 3], [5, 9]]
CASES = {
    # penalties: lam in units of the outputs, squares without
    "Penalty": penalty(lambda b: prox.Penalty()),
    "L1": penalty(lambda b: prox.L1(0.7 * b)),
    "L1, weights": penalty(lambda b: prox.L1(b * np.linspace(0, 2, 10))),
    "ElasticNet": penalty(lambda b: prox.ElasticNet(0.5 * b, 2.0)),
    "SquaredL2": penalty(lambda b: prox.SquaredL2(3.0)),
    "L2Norm": penalty(lambda b: prox.L2Norm(0.8 * b)),
    "LInfNorm": penalty(lambda b: prox.LInfNorm(0.9 * b)),
    "RowNorm": penalty(lambda b: prox.RowNorm(0.6 * b), V.reshape(5, 2)),
    "RowNorm, linf": penalty(lambda b: prox.RowNorm(0.6 * b, "linf"), V.reshape(5, 2)),
    "GroupNorm": penalty(lambda b: prox.GroupNorm(LABELS, 0.6 * b)),
    "GroupNorm, linf": penalty(lambda b: prox.GroupNorm(LABELS, 0.6 * b, norm="linf")),
    "TraceNorm": penalty(lambda b: prox.TraceNorm(0.8 * b), V.reshape(5, 2)),
    "NonNegative": penalty(lambda b: prox.NonNegative(prox.L1(0.4 * b))),
    "TotalVariation": penalty(lambda b: prox.TotalVariation(0.5 * b)),
    "FusedLasso": penalty(lambda b: prox.FusedLasso(0.5 * b, 0.3 * b)),
    "TreeNorm": penalty(lambda b: prox.TreeNorm(TREE, 0.7 * b)),
    "TreeNorm, linf": penalty(lambda b: prox.TreeNorm(TREE, 0.7 * b, "linf")),
    "LinearPenalty": smoothed(lambda b: prox.LinearPenalty(np.diff(np.eye(10), axis=0), b)),
    "GraphPenalty": smoothed(lambda b: prox.GraphPenalty(EDGES, b, n_features=10)),
    "GroupPenalty": smoothed(lambda b: prox.GroupPenalty(SETS, b)),
    "GroupPenalty, linf": smoothed(lambda b: prox.GroupPenalty(SETS, b, norm="linf")),
    "L1Ball": constraint(lambda b: norms.L1Ball(b)),
    "L2Ball": constraint(lambda b: norms.L2Ball(b)),
    "LInfBall": constraint(lambda b: norms.LInfBall(b)),
    # single steps and projections
    "soft_threshold": Case(lambda a, b: prox.soft_threshold(b * V, 0.5 * b) / b),
    "tv_denoise": Case(
        lambda a, b: (prox.tv_denoise(a + b * V, 0.5 * b) - a) / b, "units origin", 1e-10
    ),
    "row_norms": Case(lambda a, b: balls.row_norms(b * ROWS, "l2") / b),
    "row_prox": Case(lambda a, b: balls.row_prox(b * ROWS, np.full(len(ROWS), 0.5 * b), "l2") / b),
    "tree_norms": Case(lambda a, b: tree.tree_norms(b * V, TREE) / b),
    "prox_tree": Case(lambda a, b: prox.prox_tree(b * V, TREE, 0.5 * b) / b),
    "prox_tree, linf": Case(lambda a, b: prox.prox_tree(b * V, TREE, 0.5 * b, "linf") / b),
    "prox_tree, heap": Case(
        lambda a, b: prox.prox_tree(b * V, TREE, 0.5 * b, "linf", method="heap") / b
    ),
    "compose_group_proxes": Case(
        lambda a, b: prox.compose_group_proxes(b * V, SETS, b * np.array([0.2, 0.3, 0.4])) / b
    ),
    "dual_block_ascent": Case(
        lambda a, b: (
            prox.dual_block_ascent(b * V, SETS, b * np.array([0.2, 0.3, 0.4]), max_passes=30).v / b
        )
    ),
    "project_elastic_ball": Case(
        lambda a, b: prox.project_elastic_ball(np.column_stack([V, V[::-1]]), 0.3)
    ),
    "project_group_ball": ball(lambda v, z: prox.project_group_ball(v, LABELS, z)),
    "project_l1_ball": ball(prox.project_l1_ball),
    "project_l1_ball, weights": ball(
        lambda v, z: prox.project_l1_ball(v, z, weights=np.linspace(0.1, 3, 10))
    ),
    "project_l1_ball, pivot": ball(lambda v, z: prox.project_l1_ball(v, z, "pivot")),
    "project_l2_ball": ball(balls.project_l2_ball),
    "project_linf_ball": ball(balls.project_linf_ball),
    "project_lq_ball": ball(lambda v, z: tree.project_lq_ball(v, z, 1)),
    "project_trace_ball": ball(prox.project_trace_ball, V.reshape(5, 2)),
    "project_solid_simplex": ball(balls.project_solid_simplex),
    "project_simplex": Case(
        lambda a, b: prox.project_simplex(a + b * V, 3 * b) / b, "units origin", 1e-8
    ),
    "project_simplex, pivot": Case(
        lambda a, b: prox.project_simplex(a + b * V, 3 * b, "pivot") / b, "units origin", 1e-8
    ),
    "simplex_threshold": Case(
        lambda a, b: (prox.simplex_threshold(a + b * V, 3 * b)[0] - a) / b, "units origin", 1e-8
    ),
    "simplex_certificate": Case(
        lambda a, b: np.ravel(
            balls.simplex_certificate(b * balls.project_simplex(V, 3), b * V, 3 * b)
        ),
    ),
    "l1_ball_certificate": Case(
        lambda a, b: np.ravel(
            balls.l1_ball_certificate(b * balls.project_l1_ball(V, 3), b * V, 3 * b)
        ),
    ),
    "simplex_distance": Case(
        lambda a, b: np.divide(
            balls.simplex_distance(b * np.array([0.5, 3.0]), b * V), [[b**2], [b]]
        )
    ),
    "simplex_knots": Case(lambda a, b: balls.simplex_knots(a + b * V) / b, "units origin", 1e-8),
    "sopopo": Case(lambda a, b: triple(balls.sopopo(b * V, b * N, 3 * b), b)),
    "project_simplex_entropic": Case(
        lambda a, b: prox.project_simplex_entropic(b * np.abs(V), 0.01)
    ),
    "entropic_certificate": Case(
        # its logarithms have no unit and are zero but for rounding: compared beside 1
        lambda a, b: (
            1
            + np.ravel(
                balls.entropic_certificate(
                    prox.project_simplex_entropic(np.abs(V) + 0.1, 0.01),
                    b * (np.abs(V) + 0.1),
                    0.01,
                )
            )
        )
    ),
    # geometries
    "Euclidean": mirror(convex.Euclidean()),
    "Euclidean, ball": Case(
        lambda a, b: np.append(
            convex.Euclidean(2.0 * b).link(b * N) / b,
            convex.Euclidean(2.0 * b).conjugate(b * N) / b**2,
        )
    ),
    "PNorm": mirror(convex.PNorm(3.0)),
    "Entropy": on_simplex(convex.Entropy()),
    "RelativeEntropy": on_simplex(convex.RelativeEntropy()),
    "RelativeEntropy, hessian": Case(
        lambda a, b: np.ravel(convex.RelativeEntropy().hessian(N, a + b * ROWS[:6])) / b**2,
        "units origin",
        1e-8,
    ),
    "SquaredDistance": on_simplex(convex.SquaredDistance()),
    "SquaredDistance, hessian": Case(
        lambda a, b: np.append(
            np.ravel(convex.SquaredDistance().hessian(N / 9, a + b * ROWS[:6])) / b**2,
            convex.SquaredDistance().curvature(a + b * V) / b**2,
        ),
        "units origin",
        1e-8,
    ),
    "lp_norm": Case(lambda a, b: convex.lp_norm(b * V, 3.0) / b),
    "dual_norm": Case(lambda a, b: convex.dual_norm(b * V, 3.0) / b),
    "half_square_gradient": Case(lambda a, b: convex.half_square_gradient(b * V, 3.0) / b),
    # conjugates
    "legendre_grid": Case(
        lambda a, b: (
            subtract_line(
                convex.legendre_grid(a + b * GRID, b**2 * GRID**2, b * SLOPES), a, b * SLOPES
            )
            / np.repeat([b**2, b], len(SLOPES))
        ),
        "units origin",
        1e-9,
    ),
    "legendre_dense": Case(
        lambda a, b: (
            subtract_line(
                calculus.legendre_dense(a + b * GRID, b**2 * GRID**2, b * SLOPES), a, b * SLOPES
            )
            / np.repeat([b**2, b], len(SLOPES))
        ),
        "units origin",
        1e-9,
    ),
    "biconjugate_grid": Case(
        lambda a, b: convex.biconjugate_grid(a + b * GRID, b**2 * np.cos(3 * GRID)) / b**2,
        "units origin",
        1e-9,
    ),
    "inf_convolution_grid": Case(
        lambda a, b: (
            convex.inf_convolution_grid(
                b * GRID, b**2 * GRID**2, b**2 * np.abs(GRID), 2 * b * SLOPES
            )
            / b**2
        )
    ),
    "lower_hull": Case(
        lambda a, b: (calculus.lower_hull(a + b * GRID, np.cos(3 * GRID))[0] - a) / b,
        "units origin",
        1e-9,
    ),
    "conjugate_polyhedral": Case(
        lambda a, b: convex.conjugate_polyhedral(b * PIECES, b * PEAKS, b * PULL, 5.0).value / b,
        tol=1e-8,
    ),
    "conjugate_polyhedral, box": Case(
        lambda a, b: convex.conjugate_polyhedral(PIECES, b * PEAKS, PULL, 5.0 * b).value / b,
        tol=1e-8,
    ),
    "conjugate_polyhedral, free": Case(
        lambda a, b: convex.conjugate_polyhedral(PIECES / b, PEAKS, 0.3 * PIECES[0] / b).value,
        tol=1e-8,
    ),
    "hinge_pair": Case(
        lambda a, b: np.ravel(calculus.hinge_pair(b * N, 1.0).value(N / b)), "units"
    ),
    "max_of_hinge_pair": Case(
        lambda a, b: np.ravel(calculus.max_of_hinge_pair(b * ROWS, np.ones(11)).value(N[:3] / b))
    ),
    "label_ranking_pair": Case(
        lambda a, b: np.ravel(
            calculus.label_ranking_pair(b * N[:2], 1.0, [0, 2], 4).value(np.ones(8) / b)
        )
    ),
    "half_square_pair": pair(lambda b: calculus.half_square_pair(3.0, 6)),
    "linear": Case(lambda a, b: calculus.linear(b * N, 1.0)(N / b)),
    # ratios of convexity: of two squares
    "definition_slack": Case(
        lambda a, b: (
            strong_convexity.definition_slack(
                half_square, lambda w: 0.5 * norm2(w), b * ROWS, b * ROWS[::-1], np.full(11, 0.3)
            )
            / b**2
        )
    ),
    "strong_convexity_ratio": Case(
        lambda a, b: convex.strong_convexity_ratio(
            lambda w: w - a, norm2, a + b * SOME, a + b * ROWS[4:8]
        ),
        "units origin",
        1e-8,
    ),
    "strong_convexity_modulus": Case(
        lambda a, b: convex.strong_convexity_modulus(
            lambda w: w - a, norm2, a + b * SOME, a + b * ROWS[4:8]
        ),
        "units origin",
        1e-8,
    ),
    "link_lipschitz_ratio": Case(
        lambda a, b: strong_convexity.link_lipschitz_ratio(
            lambda w: w - a, norm2, norm2, a + b * SOME, a + b * ROWS[4:8]
        ),
        "units origin",
        1e-8,
    ),
    "hessian_ratio": Case(
        lambda a, b: strong_convexity.hessian_ratio(
            lambda w: np.diag([1.0, 2, 3]), norm2, a + b * SOME, b * ROWS[4:8]
        ),
        "units origin",
    ),
    "smoothness_ratio": Case(
        lambda a, b: convex.smoothness_ratio(
            half_square, lambda w: w, norm2, b * SOME, b * ROWS[4:8]
        )
    ),
    "obtuse_angle": Case(
        lambda a, b: (
            strong_convexity.obtuse_angle(
                lambda w: np.clip(w, -b, b), lambda w: w, b * SOME, b * np.clip(ROWS[4:8], -1, 1)
            )
            / b**2
        )
    ),
    "fenchel_young_gap": Case(
        lambda a, b: convex.fenchel_young_gap(half_square, half_square, b * N, 2 * b * N) / b**2
    ),
    "fenchel_dual": Case(
        lambda a, b: convex.fenchel_dual(half_square, [half_square] * 4, b * SOME, 2.0) / b**2
    ),
    "scaled_conjugate": Case(
        lambda a, b: convex.scaled_conjugate(half_square, 2.0, 0.0)(b * N) / b**2
    ),
    "conjugate_numeric": Case(
        lambda a, b: convex.conjugate_numeric(half_square, b * N[:3], box=50.0 * b).value / b**2,
        tol=1e-6,
    ),
    "subgradient_slack": Case(
        lambda a, b: calculus.subgradient_slack(half_square, b * N[:3], b * N[:3], b * SOME) / b**2
    ),
    "smooth": Case(lambda a, b: calculus.smooth(half_square, lambda w: w).subgradient(b * N) / b),
    "root_inequality_bound": Case(lambda a, b: convex.root_inequality_bound(b, 2 * b**2) / b**2),
    "root_inequality_root": Case(lambda a, b: convex.root_inequality_root(b, 2 * b**2) / b**2),
    # barriers of a slanted polytope
    "PolytopeBarrier": Case(barrier_answers, "units origin", 1e-8),
    "minkowski_function": Case(
        lambda a, b: convex.barriers.minkowski_function(
            polytope(a, b), a + b * INNER, a + b * INNER[::-1] / 2
        ),
        "units origin",
        1e-8,
    ),
    "DiagonalMetric": growing(lambda: metrics.DiagonalMetric(6)),
    "BlockMetric": growing(lambda: metrics.BlockMetric([1, 2, 3])),
    "FullMetric": growing(lambda: metrics.FullMetric(2), N[:2]),
    "best_diagonal_cost": Case(
        lambda a, b: np.divide(metrics.best_diagonal_cost(b * ROWS)[0], b**2)
    ),
    "best_matrix_cost": Case(lambda a, b: metrics.best_matrix_cost(b**2 * SPD)[0] / b**2, tol=1e-9),
    "psd_root": Case(lambda a, b: np.ravel(metrics.psd_root(b**2 * SPD)) / b, tol=1e-9),
    # power diagrams and polytopes
    "LaguerreDiagram": Case(diagram_answers, "units origin", 1e-8),
    "Polytope": Case(polytope_answers, "units origin", 1e-8),
    "simplex_grid": Case(lambda a, b: convex.cells.simplex_grid(3, 4), "units origin"),
    # losses of differences; thresholds have the units of the outputs
    "Squared": residual(lambda b: losses.Squared()),
    "Absolute": residual(lambda b: losses.Absolute()),
    "Huber": residual(lambda b: losses.Huber(0.7 * b)),
    "Tukey": residual(lambda b: losses.Tukey(2.0 * b)),
    "EpsilonInsensitive": residual(lambda b: losses.EpsilonInsensitive(0.25 * b)),
    "Softmax": Case(
        lambda a, b: np.append(
            losses.Softmax().value(a + ROWS, np.arange(11.0) % 3),
            losses.Softmax().derivative(a + ROWS, np.arange(11.0) % 3),
        ),
        "origin",
        1e-8,
    ),
    # kernels
    "rbf_kernel": Case(
        lambda a, b: kernels.rbf_kernel(a + b * ROWS, a + b * SOME, sigma=1.5 * b),
        "units origin",
        1e-8,
    ),
    "rbf_on_grid": Case(
        lambda a, b: kernels.rbf_on_grid(
            a + b * ROWS[:, :2], ROWS[:, 0], a + b * GRID, a + b * SLOPES, sigma=1.5 * b
        ),
        "units origin",
        1e-8,
    ),
    "gram": Case(lambda a, b: kernels.gram(a + b * ROWS, sigma=1.5 * b), "units origin", 1e-8),
    "linear_kernel": Case(lambda a, b: kernels.linear_kernel(b * ROWS, b * SOME) / b**2),
    "polynomial_kernel": Case(
        lambda a, b: kernels.polynomial_kernel(b * ROWS, degree=3, coef0=b**2) / b**6
    ),
    "center_gram": Case(
        lambda a, b: np.vstack([kernels.center_gram(grams(a, b)[1], grams(a, b)[0])]) / b**2
    ),
    "center_gram, moved": Case(lambda a, b: kernels.center_gram(a + ROWS @ ROWS.T), "origin", 1e-8),
    "alignment": Case(
        lambda a, b: kernels.alignment(b * (ROWS @ ROWS.T), np.sign(ROWS[:, 0] + 0.05)), "units"
    ),
    "alignment, centered": Case(
        lambda a, b: kernels.alignment(
            a + b * (ROWS @ ROWS.T), np.sign(ROWS[:, 0] + 0.05), centered=True
        ),
        "units origin",
        1e-8,
    ),
    "unit_diagonal": Case(lambda a, b: kernels.unit_diagonal(b * (ROWS @ ROWS.T + np.eye(11)))),
    # algebra
    "squared_distances": Case(
        lambda a, b: linalg.squared_distances(a + b * ROWS, a + b * SOME) / b**2,
        "units origin",
        1e-8,
    ),
    "standardize": Case(lambda a, b: linalg.standardize(a + b * V), "units origin", 1e-8),
    "vec": Case(lambda a, b: linalg.vec(b * ROWS) / b),
    "mahalanobis_terms": Case(
        lambda a, b: linalg.mahalanobis_terms(a + b * ROWS, a + b * ROWS.mean(axis=0), b**2 * SPD),
        "units origin",
        1e-8,
    ),
    "pca_project": Case(
        lambda a, b: linalg.pca_project(a + b * ROWS, 2, a + b * SOME) / b, "units origin", 1e-8
    ),
    "incomplete_cholesky": Case(
        lambda a, b: linalg.incomplete_cholesky(a + b * ROWS, sigma=1.5 * b), "units origin", 1e-7
    ),
    "cholesky_append": Case(
        lambda a, b: (
            linalg.cholesky_append(b * np.linalg.cholesky(SPD), b**2 * N[:3] / 9, 5 * b**2) / b
        )
    ),
    "cholesky_update": Case(
        lambda a, b: linalg.cholesky_update(b * np.linalg.cholesky(SPD), b * N[:3]) / b
    ),
    "cholesky_downdate": Case(
        lambda a, b: linalg.cholesky_downdate(b * np.linalg.cholesky(SPD), b * N[:3] / 9) / b
    ),
    "fix_signs": Case(lambda a, b: linalg.fix_signs(b * ROWS) / b),
    "generalized_eigenpairs": Case(
        lambda a, b: (
            np.vstack(linalg.generalized_eigenpairs(b**2 * SPD, 2, np.diag([1.0, 2, 3])))
            / np.array([[b**2], [1.0], [1.0], [1.0]])
        ),
        "units",
        1e-10,
    ),
    "inverse_rank_one": Case(lambda a, b: linalg.inverse_rank_one(SPD / b**2, b * N[:3]) * b**2),
    "inverse_bordered": Case(
        lambda a, b: linalg.inverse_bordered(SPD / b**2, b**2 * N[:3] / 9, 5 * b**2) * b**2
    ),
    "sylvester_symmetric": Case(
        lambda a, b: linalg.sylvester_symmetric(b * SPD, 2 * b * SPD[:2, :2], b * ROWS[:3, :2])
    ),
}

MARGIN = "of a margin, which is one by definition: see the limits below"
CONSTANT = "takes sizes alone"
LAWS = "of distributions: their weights have no unit and no origin"
EXCUSED = {
    **dict.fromkeys(
        [
            "Exponential", "Hinge", "Linear", "Logistic", "Ramp", "SquaredHinge", "SquaredRamp",
            "ZeroOne",
        ],
        MARGIN,
    ),
    "BallBarrier": "of the unit ball",
    "LinearMetric": "counts gradients",
    "RootMetric": "counts gradients",
    "HyperbolicSecant": "its width is one by definition: see the limits below",
    "MultinomialLogit": "the last class has score 0, and scores have no unit: see the limits below",
    "ScoreLoss": "the base of the losses",
    "commutation_matrix": CONSTANT,
    "dual_exponent": CONSTANT,
    "logistic_pair": CONSTANT,
    "p_norm_pair": CONSTANT,
    "entropy_pair": LAWS,
    "BinaryEntropy": LAWS,
    "CappedEntropy": LAWS,
    "ConjugatePair": "stores functions",
    "ConvexFunction": "stores functions",
    "TreeGroups": "groups of indices",
    "SparseL1Ball": "in units of its radius: the test below",
    "spectrum_kernel": "of symbols",
}  # fmt: skip


def names():
    return {name for room in ROOMS for name in tried(room)}


def test_every_public_name_is_listed():
    listed = {name.partition(",")[0] for name in CASES}
    assert not listed & EXCUSED.keys()
    assert names() == listed | EXCUSED.keys()
    assert NAMES.keys() >= set(ROOMS)


def agree(name, a, b):
    """Within the tolerance of the entry, each number beside the largest of the answer."""
    want = np.asarray(CASES[name].call(0.0, 1.0), dtype=float)
    found = np.asarray(CASES[name].call(a, b), dtype=float)
    finite = np.abs(want[np.isfinite(want)])
    size = finite.max(initial=0.0) or 1.0
    np.testing.assert_allclose(found, want, rtol=0, atol=CASES[name].tol * size)


def entries(word):
    return [name for name, case in CASES.items() if word in case.free.split()]


@pytest.mark.parametrize("name", entries("units"))
def test_units_change_no_answer(name):
    for b in UNITS:
        agree(name, 0.0, b)


@pytest.mark.parametrize("name", entries("origin"))
def test_the_origin_changes_no_answer(name):
    for a in ORIGINS:
        agree(name, a, 1.0)


FAR = (30.0, 700.0, 1e6, 1e150)


@pytest.mark.parametrize("s", FAR)
def test_losses_of_margins_meet_their_limits(s):
    """On the right side 0, on the wrong one a line; no overflow but the exponential's own."""
    linear_ones = (losses.Hinge(), losses.Logistic(), losses.HyperbolicSecant())
    for loss, want in zip(linear_ones, (s + 1, s, s + 1)):
        assert loss.value(-s, 1.0) == pytest.approx(want, rel=1e-12)
        assert loss.derivative(-s, 1.0) == pytest.approx(-1.0, rel=1e-12)
    for loss in (losses.Hinge(), losses.SquaredHinge(), losses.Ramp(), losses.SquaredRamp()):
        assert (loss.value(s, 1.0), loss.derivative(s, 1.0)) == (0, 0)
    assert losses.SquaredHinge().value(-s, 1.0) == pytest.approx((s + 1) ** 2 / 2, rel=1e-12)
    assert losses.Ramp().value(-s, 1.0) == 1
    assert losses.SquaredRamp().value(-s, 1.0) == 0.5
    assert losses.Linear().value(-s, 1.0) == -s
    assert (losses.ZeroOne().value(-s, 1.0), losses.ZeroOne().value(s, 1.0)) == (1, 0)
    smooth_ones = (losses.Logistic(), losses.Exponential())
    for loss in smooth_ones:
        tail = math.exp(-s)
        assert loss.value(s, 1.0) == pytest.approx(tail, rel=1e-12)
        assert loss.derivative(s, 1.0) == pytest.approx(-tail, rel=1e-12)
        assert loss.second_derivative(s, 1.0) == pytest.approx(tail, rel=1e-12)


@pytest.mark.parametrize("s", FAR)
def test_losses_of_many_classes_meet_their_limits(s):
    target = np.array([0.0, 1.0, 3.0])
    scores = s * np.array([[1.0, 0.0, -1.0], [2.0, 0.0, -1.0], [-1.0, -1.0, -1.0]])
    loss = losses.MultinomialLogit(4)
    np.testing.assert_allclose(loss.value(scores, target), [0, 2 * s, 0], atol=1e-12)
    found = loss.derivative(scores, target)
    np.testing.assert_allclose(found, [[0, 0, 0], [1, -1, 0], [0, 0, 0]], atol=1e-12)
    assert np.isfinite(loss.second_derivative(scores)).all()


@pytest.mark.parametrize("b", UNITS)
def test_a_sparse_ball_moves_in_units_of_its_radius(b):
    near = SparseL1Ball(5, 1.0)
    far = SparseL1Ball(5, b)
    for indices, delta in (([0, 2], [0.7, -0.9]), ([1, 2], [2.0, 0.4]), ([4], [-1.5])):
        near.step(indices, np.array(delta))
        far.step(indices, b * np.array(delta))
        want = near.values(np.arange(5))
        np.testing.assert_allclose(far.values(np.arange(5)) / b, want, atol=1e-12)


def test_whole_numbers_are_numbers():
    """Ties and squares of bytes, which would overflow."""
    whole = np.array([100, -100, 7, 7, 0, 100])
    for kind in (np.int8, np.int32):
        v = whole.astype(kind)
        for ask in (
            lambda v: prox.soft_threshold(v, 3),
            lambda v: prox.tv_denoise(v, 3),
            lambda v: prox.project_simplex(v, 5),
            lambda v: prox.project_l1_ball(v, 5),
            lambda v: balls.sopopo(v, v, 300).z,
            lambda v: convex.lp_norm(v, 3.0),
            lambda v: convex.Euclidean().value(v),
            lambda v: losses.Huber(2).value(v, v[::-1]),
            lambda v: losses.Squared().value(v, v[::-1]),
            lambda v: kernels.rbf_kernel(v[:, None], sigma=50),
            lambda v: kernels.polynomial_kernel(v[:, None], degree=3),
            lambda v: linalg.squared_distances(v[:, None], v[:3, None]),
            linalg.standardize,
        ):
            np.testing.assert_array_equal(ask(v), ask(whole.astype(float)))
