"""Valid calls of the contrasts: ratios, differences and distances of densities."""

import numpy as np

from mlcompanion.density.contrasts import DensityDifference
from valid_calls.kinds import Array, Call, Choice, Count, Number, Seed
from valid_calls.shared import X

_positive = {"low": 0, "open_low": True}

INTERNAL_CONTRASTS = {
    "KnownGram": "takes three functions of a width: tried through what builds them",
    "RatioProblem": "takes arrays that RelativeDensityRatio checked",
    "fit_contrast": "takes an object with two methods: tried through what builds it",
}

_Y = Array(X[:7] + 0.1, "md")
_folds = Count(3, low=2, high=7)
_widths = Array([0.5, 1.0], "s", **_positive, but={"one axis fewer"})
_penalties = Array([0.1, 1.0], "l", **_positive, but={"one axis fewer"})

CALLS_CONTRASTS = {
    "DensityDifference": Call(
        make=lambda: DensityDifference(0.0, 0.0, np.ones(1), X[:1].copy(), 1.0, 0.1, None),
        methods={"__call__": {"points": Array(X[:4], "md", bad=(X[:, :2],))}},
    ),
    "difference_form": Call(points=Array(X, "nd"), lam=Number(0.1, **_positive)),
    "kl_ratio_divergence": Call(
        X_num=Array(X[:7] + 0.1, "ad"), X_den=Array(X, "bd"), sigma=_widths, folds=_folds
    ),
    "lsdd": Call(
        X=Array(X, "nd"),
        Y=_Y,
        sigma=_widths,
        lam=_penalties,
        centers=Array(X[:3], "cd"),
        folds=_folds,
    ),
    "median_distance": Call(X=Array(X, "nd"), Y=_Y),
    "mmd2": Call(X=Array(X, "nd"), Y=_Y),
    "relative_pearson": Call(
        X_num=Array(X[:7] + 0.1, "ad"),
        X_den=Array(X, "bd"),
        beta=Number(0.5, 0, 1, open_high=True),
        sigma=_widths,
        lam=_penalties,
        random_state=Seed(0),
        folds=_folds,
    ),
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
