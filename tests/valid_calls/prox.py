"""Arguments and calls of the room of proximal operators."""

import numpy as np

from mlcompanion.prox import TreeGroups
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}
_v = np.array([0.8, -0.6, 0.3, 1.2])
_tree = TreeGroups([-1, 0, 0, 1])

#: With their own iterates, in their innermost loops.
_ASKED_BY_SOLVERS = ("conjugate", "envelope", "feasible", "free", "jacobian_root")


def _asks(dims, but=(), value=_v):
    """What every penalty is asked, at arguments of this shape."""
    kinds = {name: Array(value, dims, but=but) for name in "wvg"}
    return {
        "value": {"w": kinds["w"]},
        "prox": {"v": kinds["v"], "step": Number(0.5, low=0)},
        "metric_prox": {
            "v": kinds["v"],
            "h": Array(np.ones_like(value), dims, **_positive, but={"one axis fewer"}),
            "step": Number(0.5, low=0),
        },
        "dual_norm": {"g": kinds["g"]},
        **dict.fromkeys(_ASKED_BY_SOLVERS),
    }


_ANY_SHAPE = {"empty", "one axis more", "one axis fewer"}
_of_any = {"methods": _asks("n", _ANY_SHAPE)}
_of_lines = {"methods": _asks("n")}
_of_rows = _asks("nm", {"empty"}, X)
_of_trees = {
    **_asks("n", {"one axis more"}),
    "quadratic_weights": {
        "w": Array(_v, "n", but={"one axis more"}),
        "smoothing": Number(0.1, low=0),
    },
}
_of_maps = {
    "value": {"w": Array(_v, "n", but={"one axis more"})},
    "subgradient": {"w": Array(_v, "n", but={"one axis more"})},
    "dual_point": {"w": Array(_v, "n", but={"one axis more"}), "mu": Number(0.1, low=0)},
    "smoothed": {"w": Array(_v, "n", but={"one axis more"}), "mu": Number(0.1, **_positive)},
    "prox_diameter": {"n_columns": Count(1, low=1)},
    "group_norms": {"w": Array(_v, "n", but={"one axis more"})},
}

_of_three_rows = {name: kinds for name, kinds in _of_maps.items() if name != "group_norms"}
_of_three_rows["project"] = {"alpha": Array(np.zeros(3), "r")}
_of_groups = {**_of_maps, "project": {"alpha": Array(np.zeros(5), "r")}}

_COMPILED = "compiled: metric_prox checks for it"
INTERNAL = {
    "cut_levels_by_heap": "compiled: prox_tree checks for it",
    "metric_prox_by_steps": "what metric_prox of any penalty falls back on, which checks",
    "metric_row_prox": _COMPILED,
    "shrink_multiplier": _COMPILED,
}
_ball = Call(radius=Number(1.0, **_positive), **_of_any)

SHARED = {
    "v": Array(_v, "n"),
    "u": Array(_v, "n"),
    "mu": Array(_v, "n"),
    "alpha": Array(np.array([0.6, 0.2, 0.0, 0.2]), "n"),
    "V": Array(X, "nm", but={"empty"}),
    "z": Number(1.0, **_positive),
    "radius": Number(1.0, low=0),
    "gamma": Number(1.0, low=0),
    "eta": Number(1.0, low=0),
    "fuse": Number(0.5, low=0),
    "q": Number(2, 1, but={"infinity"}),
    "tree": Object(_tree, dims="n"),
    "n_features": Count(4, low=4),
    "method": Choice("sort"),
}
_groups = Free([[0, 1], [1, 2, 3]], bad=[[[0, -1]], [[0, 9]], [[0, 0.5]], [[]], [], [[0, 0]], 3.5])
_sets = {"groups": _groups, "thresholds": Array([0.2, 0.3], "g", low=0)}
_parent = Array([-1, 0, 0, 1], "g", low=-1, high=3, integer=True)
_linkage = np.array([[0, 1, 0.1, 2], [2, 3, 0.2, 2], [4, 5, 0.5, 4]])

CALLS = {
    "ElasticNet": Call(**_of_any),
    "FusedLasso": Call(**_of_lines),
    "GraphPenalty": Call(
        edges=Array([[0, 1], [1, 2], [2, 3]], "e2", low=0, high=3, integer=True),
        r=Array([1.0, -0.5, 0.3], "e"),
        tau=Object(np.abs),
        methods=_of_three_rows,
    ),
    "GroupNorm": Call(
        groups=Array([0, 0, 1, 1], "n", low=0, integer=True),
        weights=Array([1.0, 2.0], "g", low=0),
        norm=Choice("l2"),
        methods={**_asks("n"), "group_norms": {"w": Array(_v, "n"), "norm": Choice("l2")}},
    ),
    "GroupPenalty": Call(
        groups=_groups, weights=Array([1.0, 2.0], "g", low=0), norm=Choice("l2"), methods=_of_groups
    ),
    "L1": [
        Call(**_of_any),
        Call(
            lam=Array([1.0, 0.0, 2.0, 1.0], "n", low=0, but={*_ANY_SHAPE}),
            methods=_asks("n", {"one axis more"}),
        ),
    ],
    "L1Ball": _ball,
    "L2Ball": _ball,
    "L2Norm": Call(**_of_any),
    "LInfBall": _ball,
    "LInfNorm": Call(**_of_any),
    "LinearPenalty": Call(
        C=Array(np.diff(np.eye(4), axis=0), "rn"),
        methods=_of_three_rows,
    ),
    "NonNegative": Call(penalty=Free(None, bad=[3.5, "l1"]), **_of_any),
    "Penalty": Call(**_of_any),
    "RowNorm": [
        Call(norm=Choice("l2"), methods=_of_rows),
        Call(
            lam=Array(np.ones(len(X)), "n", low=0, but={"one axis fewer"}),
            methods=_asks("nm", (), X),
        ),
    ],
    "SparseL1Ball": Call(
        radius=Number(1.0, **_positive),
        start=Array(_v, "n"),
        n_features=Count(4, low=1),
        methods={
            "step": {
                "indices": Array([0, 3], "k", low=0, high=3, integer=True, but={"empty"}),
                "delta": Array([0.1, 0.2], "k"),
            },
            "values": {"indices": Array([0, 3], "k", low=0, high=3, integer=True, but={"empty"})},
        },
    ),
    "SquaredL2": Call(**_of_any),
    "TotalVariation": Call(**_of_lines),
    "TraceNorm": Call(methods=_asks("nm", (), X)),
    "TreeGroups": Call(
        parent=_parent,
        node=Array([0, 1, 2, 3], "n", low=0, high=3, integer=True),
        weights=Array(np.ones(4), "g", low=0),
        methods={
            "balanced": {
                "branching": Free((2, 1), bad=[(0,), ("a",), 3.5]),
                "weights": Array(np.ones(5), "g", low=0),
            },
            "from_groups": {
                "groups": Free([[0, 1, 2], [1], [2]], bad=[*_groups.bad, [[0, 2]]]),
                "weights": Array(np.ones(3), "g", low=0),
            },
            "from_linkage": {
                "linkage": Array(_linkage, "m4", bad=[_linkage[[0, 0, 2]], -_linkage]),
                "weights": Array(np.ones(7), "g", low=0),
            },
            "group": {"g": Count(1, high=3)},
            "is_rooted": {"support": Array([1, 1, 0, 0], "n", among=(0, 1))},
            "quadtree": {"size": Count(4, low=2, bad=[5]), "levels": Count(1, low=1)},
            "repeated": {"k": Count(2, low=1)},
            "flat": {"n_features": Count(4, low=1)},
            "sparse_group": {
                "labels": Array([0, 0, 1, 1], "l", low=0, integer=True),
                "group_weight": Number(1.0, low=0),
                "single_weight": Number(1.0, low=0),
            },
            "subtree": {"g": Count(1, high=3)},
        },
    ),
    "TreeNorm": Call(norm=Choice("l2"), tied=Flag(False), methods=_of_trees),
    "compose_group_proxes": Call(**_sets),
    "dual_block_ascent": Call(**_sets, max_passes=Count(3, low=1)),
    "entropic_certificate": Call(
        w=Array([0.4, 0.2, 0.2, 0.2], "n", **_positive),
        u=Array([0.8, 0.6, 0.3, 1.2], "n", **_positive),
        floor=Number(0.1, 0, 0.25),
    ),
    "project_elastic_ball": Call(mu=Number(0.5, 0, 1)),
    "project_group_ball": Call(
        groups=Array([0, 0, 1, 1], "n", low=0, integer=True), radius=Number(1.0, **_positive)
    ),
    "project_trace_ball": Call(V=Array(X, "nm"), radius=Number(1.0, **_positive)),
    "project_l2_ball": Call(v=Array(_v, "n", but=_ANY_SHAPE)),
    "project_l1_ball": Call(weights=Array(np.ones(4), "n", **_positive)),
    "project_linf_ball": Call(v=Array(_v, "n", but=_ANY_SHAPE)),
    "project_lq_ball": Call(v=Array(_v, "n", but={"empty"})),
    "project_simplex_entropic": Call(
        u=Array([0.8, 0.6, 0.3, 1.2], "n", low=0), floor=Number(0.1, 0, 0.25)
    ),
    "prox_tree": Call(
        u=Array(_v, "n", but={"one axis more"}), norm=Choice("linf"), method=Choice("auto")
    ),
    "row_norms": Call(norm=Choice("l2")),
    "row_prox": Call(
        thresholds=Array(np.ones(len(X)), "n", low=0, but={"one axis fewer"}), norm=Choice("l2")
    ),
    "simplex_distance": Call(z=Array([0.5, 1.0], "m", low=0, but=_ANY_SHAPE)),
    "soft_threshold": Call(
        v=Array(_v, "n", but=_ANY_SHAPE),
        threshold=Array(np.ones(4), "n", low=0, but={"one axis fewer"}),
    ),
    "sopopo": Call(nu=Array(_v[:2], "m"), cap=Number(1.0, **_positive)),
    "tree_norms": Call(u=Array(_v, "n", but={"one axis more"}), norm=Choice("l2")),
}
