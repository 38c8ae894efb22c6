"""Arguments and calls of the quadratic bounds on partition functions."""

import numpy as np

from mlcompanion.graphical.trees import JunctionTree
from mlcompanion.optimize.majorising import LogLinearFactor
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object

_rng = np.random.default_rng(2)
_F = _rng.normal(size=(4, 3))
_MODELS = _rng.normal(size=(5, 4, 3))
_A = _rng.normal(size=(5, 4))
_theta = Array([0.5, -1.0, 0.2], "d")
_order = Choice("descending", bad=([0, 0, 1, 2], [0, 1]))
_rank = Count(2, high=3)
_ridge = Number(0.1, low=0, bad=([0.1, -0.1, 0.2],), but={"text"})
_positive = {"low": 0, "open_low": True}
_share = Number(0.01, 0, 1, open_low=True, open_high=True)
_FACTOR = LogLinearFactor((0, 1), np.ones((2, 2, 3)))
_factors = Object(
    [_FACTOR, LogLinearFactor((1, 2), np.ones((2, 2, 3)))],
    bad=([], [_FACTOR, LogLinearFactor((1,), np.ones((3, 3)))], [3.5]),
)

INTERNAL = {
    "LowRankCurvature": "what low_rank_bound returns, which checks",
}

CALLS = {
    "bound_coefficient": Call(
        log_ratio=Array(
            [0.0, 1.0], "n", but={"empty", "infinity", "one axis fewer", "one axis more"}
        )
    ),
    "compute_bound": Call(
        theta=_theta, F=Array(_F, "nd"), h=Array(np.ones(4), "n", low=0), order=_order
    ),
    "softmax_bound": Call(A=Array(_A, "tn"), order=_order),
    "curvature_limit": Call(r=Number(1.0, low=0), n=Count(5, low=1)),
    "majorization_iterations": Call(
        lam=Number(0.1, **_positive), r=Number(1.0, low=0), n=Count(5, low=1), eps=_share
    ),
    "low_rank_bound": Call(
        theta=_theta, models=Array(_MODELS, "tnd"), rank=_rank, ridge=_ridge, order=_order
    ),
    "softmax_low_rank_bound": Call(
        A=Array(_A, "tn"),
        X=Array(_MODELS[:, 0], "td"),
        rank=Count(2, high=12),
        ridge=Number(0.1, low=0),
        order=_order,
    ),
    "loewner_join": Call(matrices=Array(np.stack([np.eye(3)] * 2), "kdd")),
    "junction_tree_bound": Call(
        theta=_theta,
        factors=_factors,
        tree=Object(None, bad=(JunctionTree(((0,), (1,)), (1, -1)),)),
        merge=Choice("sum"),
        order=Choice("descending"),
    ),
    "chain_bound": Call(
        theta=Array(np.zeros(8), "d"),
        x=Array(np.ones((3, 2)), "mb"),
        n_labels=Count(2, low=1),
        merge=Choice("join"),
        diagonal=Flag(False),
    ),
    "max_entropy": Call(
        F=Array(_F - _F.mean(axis=0), "nd"),
        G=Array(_F[:, :2] - _F[:, :2].mean(axis=0), "ne"),
        h=Array(np.ones(4), "n", low=0, bad=(np.zeros(4),)),
        tol=Number(1e-6, low=0),
        max_iter=Count(200, low=1),
    ),
}
