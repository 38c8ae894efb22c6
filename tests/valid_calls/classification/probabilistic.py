"""Arguments and calls of the probabilistic classifiers."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object
from valid_calls.shared import N_ROWS, SAMPLE_WEIGHT

_labels = Array(np.arange(N_ROWS) % 2, "n", but={"one axis more"})

_rng = np.random.default_rng(28)
_ZETA = Number(1.0, 0, 2, open_low=True, open_high=True)

INTERNAL = {"SoftmaxSurrogate": "the bounds of BoundLogisticRegression, which checks for it"}

CALLS = {
    "log_sum_exp": Call(
        scores=Array(_rng.normal(size=(4, 3)), "nc", but={"one axis fewer", "one axis more"})
    ),
    "stochastic_ascent": Call(
        Phi=Array(_rng.normal(size=(5, 2)), "nb"),
        T=Array(np.eye(3)[[0, 1, 2, 0, 1]], "nc", low=0),
        step=Number(0.1, low=0, open_low=True),
        weights=Array([1.0, 2.0, 0.0, 1.0, 1.0], "n", low=0, bad=(np.zeros(5),)),
        start=Array(np.zeros((2, 3)), "bc"),
        link=Object(lambda scores: scores),
    ),
    "LSPC": Call(
        centers=Choice("own"),
        methods={"fit": {"y": Array(np.arange(N_ROWS) % 2, "n")}},
    ),
    "clip_and_normalize": Call(values=Array(_rng.normal(size=(4, 3)), "nc")),
    "reject_curve": Call(
        proba=Array([[0.2, 0.8], [0.5, 0.5], [0.6, 0.4]], "nc", low=0, high=1),
        y=Array([0, 1, 1], "n", low=0, high=1, integer=True),
        shares=Array([0.0, 0.5], "k", low=0, bad=([1.0],)),
    ),
    "BoundLogisticRegression": Call(
        lam=Number(0.1, low=0),
        zeta=_ZETA,
        rank=Count(2),
        order=Choice("descending"),
        methods={"fit": {"y": _labels, "sample_weight": SAMPLE_WEIGHT}},
    ),
    "LatentLogisticRegression": Call(
        n_hidden=Count(2, low=1),
        lam=Number(0.1, low=0),
        zeta=_ZETA,
        rank=Count(2),
        order=Choice("descending"),
        n_init=Count(1, low=1),
        methods={"fit": {"y": _labels, "sample_weight": SAMPLE_WEIGHT}},
    ),
    "SoftmaxRegression": Call(
        solver=Choice("lbfgs"),
        step=Number(0.1, low=0, open_low=True),
        sigma=Number(1.0, low=0, open_low=True),
        warm_start=Flag(False),
        methods={"fit": {"y": _labels, "sample_weight": SAMPLE_WEIGHT}},
    ),
}
