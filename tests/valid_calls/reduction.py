"""Arguments and calls of the room of fewer dimensions."""

import numpy as np

from mlcompanion.classification import FDA
from mlcompanion.reduction import mi_permutation_test
from valid_calls.kinds import Array, Call, Choice, Count, Number, Object
from valid_calls.reduction_linear import CALLS_LINEAR
from valid_calls.shared import N_ROWS, X

_positive = {"low": 0, "open_low": True}
_K = X @ X.T
_labels = Array(np.arange(N_ROWS) % 2, "n", but={"one axis more", "fraction"})
_pair = {"X_loo": Array(0.5 * X[:9], "md")}

SHARED = {
    "n_components": Count(2, low=1),
    "degree": Count(2, low=1),
    "coef0": Number(1.0, low=0),
    "interpolation": Choice("linear"),
}

CALLS = {
    **CALLS_LINEAR,
    "AffineRenormalizer": Call(methods={"fit": _pair}),
    "GatedRenormalizer": Call(
        classifier=Object(FDA(1.0)),
        baseline=Number(0.4, 0, 1),
        methods={"fit": {"X_loo": Array(0.5 * X, "nd"), "y": _labels}},
    ),
    "HistogramEqualizer": Call(),
    "KernelPCA": [
        Call(kernel=Choice("linear")),
        Call(kernel=Choice("rbf"), sigma=Number(1.0, **_positive)),
    ],
    "PairTest": Call(
        make=lambda: mi_permutation_test(X, 9, random_state=0),
        methods={"rejected": {"level": Number(0.05, 0, 1)}},
    ),
    "QuantileRenormalizer": Call(methods={"fit": _pair}),
    "first_order_changes": Call(component=Count(1, high=2)),
    "loo_projections": Call(K=Array(_K, "nn"), n_components=Count(2, low=1, high=N_ROWS - 2)),
    "mi_permutation_test": Call(n_permutations=Count(9, low=1), bins=Count(3, low=1)),
    "orthogonal_factors": Call(sigma=Number(1.0, **_positive)),
    "percentile_width": Call(percent=Number(5.0, 0, 100)),
    "spike_overlap": Call(
        n_samples=Array(
            [10.0, 100.0], "s", **_positive, but={"empty", "one axis more", "one axis fewer"}
        ),
        n_features=Count(50, low=1),
        signal=Number(1.0, low=0),
        noise=Number(0.5, **_positive),
    ),
    "spike_threshold": Call(
        n_features=Count(50, low=1),
        signal=Number(1.0, **_positive),
        noise=Number(0.5, low=0),
    ),
}
