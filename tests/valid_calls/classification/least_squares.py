"""Arguments and calls of least squares classifiers and of reductions to two classes."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Free, Number
from valid_calls.shared import N_ROWS

_labels = Array(np.arange(N_ROWS) % 3, "n")
_points = Array(np.random.default_rng(0).normal(size=(6, 2)), "np")

CALLS = {
    "KernelLSClassifier": Call(
        sigma=Number(1.0, low=0, open_low=True), lam=Number(0.1, low=0),
        methods={"fit": {"y": _labels}},
    ),
    "LSClassifier": Call(
        lam=Number(0.1, low=0), targets=Choice("signs"), methods={"fit": {"y": _labels}}
    ),
    "OneVsOne": Call(estimator=Free(None), methods={"fit": {"y": _labels}}),
    "OneVsRest": Call(estimator=Free(None), methods={"fit": {"y": _labels}}),
    "line_assignments": Call(X=_points),
    "zero_one_lines": Call(
        X=_points, y=Array(np.array([1, -1, 1, 1, -1, -1]), "n", among=(-1, 1)),
    ),
}  # fmt: skip
