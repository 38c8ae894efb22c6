"""Arguments and calls of the room of convex analysis."""

import numpy as np

from mlcompanion.convex.barriers import BallBarrier
from mlcompanion.convex.calculus.pairs import half_square_pair
from mlcompanion.convex.calculus.subgradients import absolute
from mlcompanion.convex.cells import Polytope
from valid_calls.kinds import Array, Call, Choice, Count, Free, Number, Object

_positive = {"low": 0, "open_low": True}
_rng = np.random.default_rng(9)
_GRID = np.linspace(-2.0, 2.0, 7)
_SLOPES = np.linspace(-1.0, 1.0, 5)
_w = Array([0.2, -0.3, 0.5], "d")
_weights = Array([0.2, 0.3, 0.5], "d")
_theta = Array([0.5, 1.0, -0.4], "d")
#: Rows of a matrix are taken one by one, a number is a vector of one.
_ROWS = {"but": {"one axis more", "one axis fewer"}}
_FREE_RANK = {"but": {"one axis more"}}
_pair = half_square_pair(2, 3)
_points, _others = (Array(_rng.normal(size=(4, 3)), "md") for _ in range(2))


def _norm(w):
    return float(np.linalg.norm(w))


def _square(w):
    return 0.5 * float(np.dot(w, w))


def _same(w):
    return w


INTERNAL = {
    "GrowingMetric": "the base of DiagonalMetric, BlockMetric and FullMetric",
    "axis_into": "a compiled step",
    "centre_into": "a compiled step",
    "dot": "a compiled step",
    "Barrier": "the base of BallBarrier and PolytopeBarrier",
    "MirrorMap": "the base of Euclidean, Entropy and PNorm",
    "link_into": "a compiled loop; the links of the geometries check for it",
    "maximum": "its functions come one by one; see tests/convex/test_subgradients_lemmas.py",
}

SHARED = {
    "p": Number(3.0, low=1, but={"infinity"}),
    "v": Array([0.5, 1.0, -0.4], "d", **_FREE_RANK),
    "theta": Array([0.5, 1.0, -0.4], "d", **_FREE_RANK),
    "x": Array(_GRID, "n", bad=(_GRID[::-1],)),
    "f": Array(_GRID**2, "n", but={"infinity"}),
    "g": Array(np.abs(_GRID), "n", but={"infinity"}),
    "slopes": Array(_SLOPES, "s", bad=(_SLOPES[::-1],)),
    "dimension": Count(3, low=1),
    "margin": Number(1.0, low=0),
    "value": Object(_square),
    "norm": Object(_norm),
    "dual_norm": Object(_norm),
    "gradient": Object(_same),
    "link": Object(_same),
    "conjugate": Object(_square),
    "b": Number(1.0, low=0),
    "c": Number(1.0, low=0),
    "u": _points,
    "lam": _others,
}

_geometry = {
    "bregman": {"u": _weights, "v": _weights},
    "conjugate": {"theta": _theta},
    "dual_norm": {"x": Array([0.5, 1.0, -0.4], "d", **_ROWS)},
    "gradient": {"w": _weights},
    "link": {"theta": _theta},
    "norm": {"w": Array([0.5, 1.0, -0.4], "d", **_ROWS)},
    "value": {"w": _weights},
}
_example_weights = {
    "conjugate": {"theta": _theta},
    "curvature": {"v": _theta},
    "hessian": {"theta": _theta, "V": Array(_rng.normal(size=(3, 2)), "dt")},
    "link": {"theta": _theta},
    "value": {"w": _weights},
}
_in_pairs = {"u": _points, "v": _others}
_vectors = {"w": Array([0.2, -0.3, 0.5], "d", **_FREE_RANK), "theta": _theta}
_point = Array([0.5], "d")
_offset = Number(0.1, low=0)
_metric = {
    name: {arg: Array([0.5, 1.0, -0.4], "m", bad=([0.5, 1.0],)) for arg in args}
    for name, args in {
        "bregman": "uv",
        "dual_norm": "g",
        "grow": "g",
        "norm": "x",
        "solve": "u",
        "times": "x",
        "value": "x",
    }.items()
}
_block_metric = {**_metric, "rotated": None, "rotated_back": None}
_shape = Free(3, bad=[0, -1, 1.5, "a"])
_psd = np.array([[2.0, 0.5], [0.5, 1.0]])

_INSIDE = np.array([[0.2, 0.3], [-0.1, 0.4]])
_far = (np.array([[1.5, 0.0], [0.0, 0.0]]),)
#: Points are rows of any number of axes, also none.
_inner = {"but": {"one axis more", "one axis fewer", "empty"}}
_barrier = {
    "value": {"x": Array(_INSIDE, "pd", **_inner)},
    "gradient": {"x": Array(_INSIDE, "pd", bad=_far, **_inner)},
    "hessian": {"x": Array(_INSIDE, "pd", bad=_far, **_inner)},
    "gauge": {"x": Array(_INSIDE, "pd", **_inner), "direction": Array(_INSIDE, "qd", **_inner)},
    "contains": {"x": Array(_INSIDE, "pd", **_inner), "tolerance": Number(0.1, low=0)},
    "local_norm": {
        "x": Array(_INSIDE, "pd", bad=_far, **_inner),
        "h": Array(_INSIDE, "qd", **_inner),
    },
    "dikin_axes": {"x": Array(_INSIDE[0], "d", bad=(_far[0][0],))},
    "minimize_linear": {
        "cost": Array(_INSIDE[0], "d"),
        "start": Array(_INSIDE[1], "d", bad=(_far[0][0],)),
    },
    "axis": {
        "cost": Array(_INSIDE[0], "d"),
        "x": Array(_INSIDE[1], "d", bad=(_far[0][0],)),
        "i": Count(1, high=1),
    },
}

_TRIANGLE = Polytope.simplex(3)
_sites = Array(np.eye(3), "ld", but={"length"})
_within = {"within": Object(_TRIANGLE)}
_cut = {"normal": Array([1.0, -1.0, 0.0], "d"), "offset": Number(0.1)}
_points_of_any_rank = Array(np.eye(3), "pd", **_inner)
_planes = {
    "normals": Array([[1.0, -1.0, 0.0], [0.0, 1.0, -1.0]], "td"),
    "offsets": Array([0.1, 0.0], "t"),
    "points": Array(np.eye(3), "pd"),
}

CALLS = {
    "BlockMetric": Call(
        sizes=Free([1, 2], bad=[[], [0, 3], [1.5, 1.5], ["a"], 3.5]),
        delta=_offset,
        shape=Free(3, bad=[0, -1, 2, 1.5, "a"]),
        methods=_block_metric,
    ),
    "DiagonalMetric": Call(shape=_shape, delta=_offset, methods=_metric),
    "FullMetric": Call(shape=_shape, delta=_offset, methods=_block_metric),
    "LinearMetric": Call(
        shape=_shape, slope=Number(0.5, **_positive), delta=_offset, methods=_metric
    ),
    "RootMetric": Call(shape=_shape, methods=_metric),
    "best_diagonal_cost": Call(
        gradients=Array(_rng.normal(size=(4, 3)), "td"), total=Number(1.0, **_positive)
    ),
    "best_matrix_cost": Call(A=Array(_psd, "dd", bad=(-_psd,)), total=Number(1.0, **_positive)),
    "psd_root": Call(A=Array(_psd, "dd", bad=(-_psd,))),
    "Polytope": Call(
        vertices=Array(np.eye(3), "md"),
        on_facet=Array(1 - np.eye(3), "mf", among=(0, 1)),
        methods={
            "simplex": {"n": Count(3, low=1)},
            "hull": {"points": Array(np.eye(3), "pc")},
            "clip": _cut,
            "heights": _cut,
            "volume": None,
        },
    ),
    "LaguerreDiagram": Call(
        sites=_sites,
        weights=Array([0.1, 0.0, 0.2], "l"),
        methods={
            "from_hyperplanes": _planes,
            "from_upper_envelope": {"slopes": _sites, "intercepts": Array([0.1, 0, 0.2], "l")},
            "scores": {"points": _points_of_any_rank},
            "locate": {"points": _points_of_any_rank},
            "scaled": {"gamma": Number(0.5, **_positive)},
            "wall": {"cell": Count(1, high=2), "other": Count(2, high=2)},
            "cells": _within,
            "neighbours": _within,
        },
    ),
    "simplex_grid": Call(n=Count(3, low=1), steps=Count(4, low=1)),
    "BallBarrier": Call(n=Count(2, low=1), methods=_barrier),
    "PolytopeBarrier": Call(
        A=Array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]], "md"),
        b=Array(np.ones(4), "m"),
        methods={**_barrier, "cube": {"n": Count(2, low=1)}, "simplex": {"n": Count(2, low=1)}},
    ),
    "minkowski_function": Call(
        barrier=Object(BallBarrier(2)),
        x=Array(_INSIDE, "pd", bad=_far, **_inner),
        y=Array(_INSIDE, "qd", **_inner),
    ),
    "BinaryEntropy": Call(methods=_example_weights),
    "CappedEntropy": Call(methods=_example_weights),
    "ConjugatePair": Call(
        make=lambda: _pair,
        methods={"supremum": {"theta": _theta, "box": Number(5.0, **_positive)}},
    ),
    "ConvexFunction": Call(
        value=Object(absolute().value),
        corners=Object(absolute().corners),
        methods={
            "__call__": {"w": _point},
            "subgradient": {"w": _point},
            "scale": {"alpha": Number(2.0, **_positive)},
            "affine": {"A": Array([[1.0, 2.0]], "dn"), "b": Array([1.0], "d")},
        },
    ),
    "Entropy": Call(methods=_geometry),
    "Euclidean": Call(radius=Number(2.0, **_positive), methods=_geometry),
    "PNorm": Call(p=Number(3.0, low=2), methods=_geometry),
    "RelativeEntropy": Call(methods={**_geometry, **_example_weights}),
    "SquaredDistance": Call(methods=_example_weights),
    "conjugate_numeric": Call(
        f=Object(_square),
        theta=_theta,
        domain=Choice("space"),
        box=Number(50.0, **_positive),
    ),
    "conjugate_polyhedral": Call(
        A=Array(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), "md"),
        b=Array([0.0, 0.5, 1.0], "m"),
        theta=Array([0.2, 0.1], "d"),
        box=Number(5.0, **_positive),
    ),
    "definition_slack": Call(**_in_pairs, alpha=Array([0.1, 0.5, 0.0, 1.0], "m", low=0, high=1)),
    "fenchel_dual": Call(
        loss_conjugates=Object([_square] * 4, dims="m"), weight=Number(2.0, **_positive)
    ),
    "fenchel_young_gap": Call(**_vectors),
    "hessian_ratio": Call(hessian=Object(lambda w: np.eye(3)), w=_points, x=_others),
    "hinge_pair": Call(x=Array([1.0, -2.0, 0.5], "d", bad=(np.zeros(3),))),
    "label_ranking_pair": Call(
        x=Array([1.0, -0.5], "d", bad=(np.zeros(2),)),
        relevant=Array([0, 2], "r", low=0, high=3, integer=True, bad=([0, 1, 2, 3],)),
        n_labels=Count(4, low=2),
    ),
    "legendre_dense": Call(block=Count(10, low=1)),
    "linear": Call(slope=_w, offset=Number(1.0)),
    "link_lipschitz_ratio": Call(theta1=_points, theta2=_others),
    "max_of_hinge_pair": Call(
        X=Array(_rng.normal(size=(2, 3)), "kd"), b=Array([1.0, 0.5], "k", low=0)
    ),
    "obtuse_angle": Call(theta=_others),
    "p_norm_pair": Call(p=Number(3.0, low=2)),
    "root_inequality_bound": Call(),
    "scaled_conjugate": Call(a=Number(2.0, **_positive), b=Number(1.0)),
    "smoothness_ratio": Call(theta=_points),
    "strong_convexity_modulus": Call(**_in_pairs),
    "strong_convexity_ratio": Call(**_in_pairs),
    "subgradient_slack": Call(value=Object(_square), w=_w, subgradient=_w, points=_points),
}
