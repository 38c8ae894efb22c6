"""Valid calls of the contrasts: ratios, differences and distances of densities."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Number
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}

INTERNAL_CONTRASTS = {
    "KnownGram": "takes three functions of a width: tried through what builds them",
    "RatioProblem": "takes arrays that RelativeDensityRatio checked",
    "fit_contrast": "takes an object with two methods: tried through what builds it",
}

CALLS_CONTRASTS = {
    "gaussian_overlap": Call(
        X=Array(X, "nd"), Y=Array(X[:4], "md"), sigma=Number(0.7, **_positive)
    ),
    "lsqmi": Call(
        labels=Array(np.arange(len(X)) % 2, "n", but={"one axis more", "text", "complex"}),
        sigma=Array([0.5, 1.0], "s", **_positive, but={"one axis fewer"}),
        lam=Array([0.001, 0.01], "l", **_positive, but={"one axis fewer"}),
        centers=Choice("all"),
        folds=Count(2, low=2, high=len(X)),
    ),
    "penalized_solutions": Call(
        G=Array(np.eye(4), "nn"),
        h=Array(np.arange(4.0), "n", but={"one axis more"}),
        lams=Array([0.1, 1.0], "l", **_positive),
    ),
}
