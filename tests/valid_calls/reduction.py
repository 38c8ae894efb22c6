"""Arguments and calls of the room of fewer dimensions."""

import numpy as np

from mlcompanion.classification import FDA
from mlcompanion.reduction import mi_permutation_test
from mlcompanion.reduction.unfolding import Autoencoder, KLActivation
from valid_calls.kinds import Array, Call, Choice, Count, Free, Number, Object
from valid_calls.reduction_linear import CALLS_LINEAR
from valid_calls.shared import N_ROWS, X

_positive = {"low": 0, "open_low": True}
_K = X @ X.T
_labels = Array(np.arange(N_ROWS) % 2, "n", but={"one axis more", "fraction"})
_rng = np.random.default_rng(36)
_machine = {
    "X": Array(_rng.random((9, 4)), "nd", low=0, high=1),
    "W": Array(_rng.normal(size=(2, 4)), "md"),
    "b": Array(_rng.normal(size=4), "d"),
    "c": Array(_rng.normal(size=2), "m"),
}
_codes = Array(_rng.random((5, 2)), "rm")
_activity = {
    "value": {"Z": Array(_rng.random((5, 2)), "nm", low=0, high=1)},
    "slope": {"Z": Array(_rng.random((5, 2)), "nm", low=0, high=1)},
}
_limits = Free((-9.0, 9.0), bad=[(9.0, -9.0), (0.0, 0.0), 3.0, "no such value", (np.nan, 1.0)])
_pair = {"X_loo": Array(0.5 * X[:9], "md")}

SHARED = {
    "n_components": Count(2, low=1),
    "degree": Count(2, low=1),
    "coef0": Number(1.0, low=0),
    "interpolation": Choice("linear"),
    "learning_rate": Number(0.1, **_positive),
    "batch_size": Count(5, low=1),
    "n_iter": Count(2, low=1),
    "init": Choice("scaled"),
    "visible": Choice("binary"),
    "loss": Choice("cross-entropy"),
    "Z": _codes,
}

CALLS = {
    **CALLS_LINEAR,
    "AffineRenormalizer": Call(methods={"fit": _pair}),
    "Autoencoder": Call(
        max_iter=Count(3, low=1), sparsity=Object(KLActivation(0.1, 0.2)), limits=_limits
    ),
    "GatedRenormalizer": Call(
        classifier=Object(FDA(1.0)),
        baseline=Number(0.4, 0, 1),
        methods={"fit": {"X_loo": Array(0.5 * X, "nd"), "y": _labels}},
    ),
    "HistogramEqualizer": Call(),
    "KLActivation": Call(
        weight=Number(0.1, low=0),
        rho=Number(0.2, 0, 1, open_low=True, open_high=True),
        methods=_activity,
    ),
    "KernelPCA": [
        Call(kernel=Choice("linear")),
        Call(kernel=Choice("rbf"), sigma=Number(1.0, **_positive)),
    ],
    "L1Activation": Call(weight=Number(0.1, low=0), methods=_activity),
    "LaplacianEigenmap": [
        Call(
            n_neighbors=Count(6, low=1, high=N_ROWS - 1),
            affinity=Choice("nearest_neighbors"),
            weights=Choice("heat"),
            width=Number(1.0, **_positive),
        ),
        Call(
            n_neighbors=Free(10),  # not looked at where the graph is given
            affinity=Choice("precomputed"),
            weights=Free("binary"),
            methods={
                name: {"X": Array(np.abs(_K), "nn", low=0)} for name in ("fit", "fit_transform")
            },
        ),
    ],
    "PairTest": Call(
        make=lambda: mi_permutation_test(X, 9, random_state=0),
        methods={"rejected": {"level": Number(0.05, 0, 1)}},
    ),
    "QuantileRenormalizer": Call(methods={"fit": _pair}),
    "RBM": [
        Call(cd=Count(1, low=1), limits=_limits),
        Call(cd=Count(2, low=1), visible=Choice("gaussian")),
    ],
    "StackedPretraining": Call(
        hidden_layer_sizes=Free((3, 2), bad=[(), (3, 0), (1.5,), 3, "no such value"]),
        unit=Object(Autoencoder(max_iter=2)),
    ),
    "autoencoder_gradients": [
        Call(**_machine, sparsity=Object(KLActivation(0.1, 0.2))),
        Call(
            **{**_machine, "X": Array(_machine["X"].value, "nd")},
            target=Array(_rng.random((9, 4)), "nd", low=0, high=1),
        ),
    ],
    "contrastive_divergence": Call(**_machine, n_steps=Count(1, low=1)),
    "first_order_changes": Call(component=Count(1, high=2)),
    "free_energy": Call(**_machine),
    "loo_projections": Call(K=Array(_K, "nn"), n_components=Count(2, low=1, high=N_ROWS - 2)),
    "mi_permutation_test": Call(n_permutations=Count(9, low=1), bins=Count(3, low=1)),
    "orthogonal_factors": Call(sigma=Number(1.0, **_positive)),
    "percentile_width": Call(percent=Number(5.0, 0, 100)),
    "rbm_gradient": Call(**_machine),
    "rbm_log_likelihood": Call(**_machine),
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
