"""Arguments and calls of the learners of several kernels."""

import numpy as np

from mlcompanion.kernel_methods import ViewKernels
from valid_calls.kinds import Array, Call, Choice, Count, Free, Number
from valid_calls.shared import N_ROWS, SIGNS, X

_positive = {"low": 0, "open_low": True}
_rng = np.random.default_rng(34)
_STACK = np.array([A @ A.T + np.eye(N_ROWS) for A in _rng.normal(size=(2, N_ROWS, 3))])
_signs = Array(SIGNS, "n", among=(-1, 1))
_stack = Array(_STACK, "pnn", but={"length"})
_y = {"y": _signs}
_C = {"C": Number(1.0, **_positive), "tol": Number(1e-3, **_positive)}
_fit = {"methods": {"fit": {"y": Array(SIGNS, "n")}}}
_steps = {"max_iter": Count(10, low=1)}
_K = Array(_STACK[0], "nn", but={"length"})
_loose = {"but": {"length"}}

INTERNAL = {"gate_slope": "one step of LocalizedMKL, which checks"}

CALLS = {
    "AlignmentMKL": Call(rule=Choice("ratio"), **_C, **_fit),
    "GeneralizedMKL": Call(pull=Number(0.5, low=0), **_C, **_steps, **_fit),
    "GroupLassoMKL": Call(p=Number(1.0, low=1), **_C, **_steps, **_fit),
    "LocalizedMKL": Call(
        gate=Choice("softmax"),
        **_C,
        **_steps,
        methods={
            "fit": {"y": Array(SIGNS, "n"), "Z": Array(X, "nz", but={"empty"})},
            "decision_function": {"X": Array(X, "qd"), "Z": Array(X, "qz", **_loose)},
            "predict": {"X": Array(X, "qd"), "Z": Array(X, "qz", **_loose)},
            "gates": {"Z": Array(X, "gz", **_loose)},
        },
    ),
    "NonlinearMKL": Call(
        p=Count(1, low=1, high=2), radius=Number(1.0, **_positive), **_C, **_steps, **_fit
    ),
    "RuleMKL": Call(rule=Choice("mean"), **_C, **_fit),
    "SOCPMKL": Call(d=Array([1.0, 2.0, 1.0], "p", low=0, open_low=True), **_C, **_steps, **_fit),
    "SimpleMKL": Call(**_C, **_steps, **_fit),
    "ViewKernels": Call(
        make=lambda: ViewKernels([[0], [1, 2]]),
        methods={"__call__": {"X": Array(X, "nd"), "X_train": Array(X[:5], "md")}},
    ),
    "accuracy_weights": Call(
        accuracies=Array([0.9, 0.8], "p", low=0, high=1), threshold=Number(0.5, 0, 1)
    ),
    "alignment_ascent": Call(
        Ks=_stack, **_y, n_steps=Count(3, low=1), learning_rate=Number(1.0, **_positive)
    ),
    "alignment_weights": Call(Ks=_stack, **_y, rule=Choice("ratio")),
    "boosted_kernel": Call(Ks=_stack, **_y, loss=Choice("logistic")),
    "correlation_weights": Call(correlations=Array([0.5, 0.2], "p", low=0, high=1, bad=([0, 0],))),
    "cutting_planes": Call(Ks=_stack, **_y, **_C),
    "difference_kernel": Call(K1=_K, K2=_K, **_y, tau=Number(0.1, low=0), form=Choice("signed")),
    "error_weights": Call(errors=Array([1.0, 2.0], "p", low=0, bad=([0, 0],))),
    "feature_scales": Call(X=Array(X, "nd"), **_y, **_C, lam=Number(1.0, low=0)),
    "feature_space_measure": Call(K=_K, **_y),
    "gated_kernel": Call(
        Ks=Array(_STACK, "pnm"),
        rows=Array(np.ones((2, N_ROWS)), "pn"),
        columns=Array(np.ones((2, N_ROWS)), "pm"),
    ),
    "gates": Call(
        V=Array(np.ones((2, 4)), "pw"), Z=Array(X, "nz", **_loose), gate=Choice("softmax")
    ),
    "group_lasso_weights": Call(
        lengths=Array([1.0, 2.0], "p", low=0, bad=([0, 0],)), p=Number(1.0, low=1)
    ),
    "kandola_weights": Call(Ks=_stack, **_y),
    "label_divergence": Call(K=_K, **_y, noise=Number(0.1, **_positive)),
    "lp_dual": Call(
        Ks=_stack, **_y, alpha=Array(np.ones(N_ROWS), "n", low=0), p=Number(2.0, low=1)
    ),
    "pairwise_kernel": Call(
        K=_K,
        first=Array([[0, 1], [2, 3]], "rx", low=0, high=N_ROWS - 1, integer=True, **_loose),
        second=Array([[0, 1], [2, 3]], "sy", low=0, high=N_ROWS - 1, integer=True, **_loose),
    ),
    "prior_weights": Call(
        Ks=_stack,
        **_y,
        sigma=Array([1.0, 2.0], "p", low=0, open_low=True),
        floor=Array([0.0, 0.1], "p", low=0),
        **_C,
    ),
    "view_kernels": Call(
        views=Free([X, X[:, :2]]),
        train_views=Free(None),
        kernel=Choice("linear"),
        factors=Array([0.5, 1.0], "f", low=0, open_low=True),
    ),
    "weighted_kernel": Call(Ks=Array(_STACK, "pnm"), weights=Array([1.0, 2.0], "p", low=0)),
}
