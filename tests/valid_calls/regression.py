"""Arguments and calls of the room of regression."""

import numpy as np

from mlcompanion.losses import Huber
from mlcompanion.regression import DesignSVD, Ridge, poly_basis
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Number, Object
from valid_calls.regression_bands import BANDS_CALLS, INTERNAL_BANDS
from valid_calls.regression_smoothing import SMOOTHING_CALLS
from valid_calls.shared import N_ROWS, SAMPLE_WEIGHT, X

_positive = {"low": 0, "open_low": True}
_y = X @ [1.0, -2.0, 0.5] + 0.1 * np.cos(np.arange(N_ROWS))
_x = X[:, 0]
_svd = DesignSVD.of(X)
_rng = np.random.default_rng(5)


def _least_squares(Phi, y):
    return np.linalg.lstsq(Phi, y, rcond=None)[0]


SHARED = {
    "Phi": Array(X, "nm"),
    "A": Array(X, "nm"),
    "x": Array(_x, "n"),
    "w": Array([1.0, 0.0, 2.0], "m"),
    "start": Array([1.0, 0.0, 2.0], "m"),
    "weights": Array(np.ones(N_ROWS), "n", low=0),
    "lams": Array([0.1, 1.0], "l", low=0),
    "sigmas": Array([0.5, 1.0], "h", **_positive),
    "labels": Array(np.arange(N_ROWS) % 3, "n", integer=True, bad=[np.zeros(N_ROWS)]),
    "folds": Count(3, low=2, high=N_ROWS),
    "G": Choice("I"),
    "R": Number(1.0, **_positive),
    "eta": Number(0.1, **_positive),
    "decay": Number(100.0, **_positive, but={"infinity"}),
    "clip": Number(1.0, **_positive, but={"infinity"}),
    "floor": Number(1e-8, **_positive),
    "ridge": Number(1e-6, low=0),
    "record": Free((0, 5), bad=[(5, 0), (-1,), (0.5,), 3.5, "ab"]),
    "estimate": Object(_least_squares),
    "rcond": Number(1e-10, 0, 1),
    "scale": Choice("mad", but={"a number"}),
    "degree": Count(3),
    "order": Count(3),
    "basis": Object(None),
    "frequency": Number(0.5, **_positive),
    "n_inputs": Count(3, low=1),
    "n_units": Count(2, low=1),
    "unit": Choice("gaussian"),
    "max_iter": Count(50, low=1),
    "n_hidden": Count(3, low=1),
    "n_restarts": Count(2, low=1),
    "index": Count(2, high=N_ROWS - 1),
    "svd": Object(_svd, dims="nr"),
}

INTERNAL = {
    **INTERNAL_BANDS,
    "TaskModel": "the base of the estimators of several tasks",
    "shortest_coefficients": "takes arrays that have been checked",
}

_alpha = Array(np.ones(4), "h")
_beta = Array(_rng.normal(size=(4, 4)), "hc")
_units = Array(np.abs(_beta.value), "hc", bad=[-np.abs(_beta.value)])  # widths are positive
_projection = np.diag([1.0, 1.0, 0.0])
_task = np.arange(N_ROWS) % 2
_of_task = Array(_task, "n", low=0, integer=True)
_tasks = {name: {"task": _of_task} for name in ("fit", "predict", "score")}
_similar = {
    "gamma": Array(np.ones((2, 2)), "tt", low=0, but={"one axis fewer"}, bad=[[[1, 2], [0, 1]]]),
    "lam": Array([0.1, 0.2], "t", **_positive, but={"one axis fewer"}),
}
_C = Array(
    [[2.0, -1.0], [-1.0, 2.0]], "tt", bad=[[[1.0, 2.0], [2.0, 1.0]], [[1.0, 2.0], [0.0, 1.0]]]
)
_layers = [_rng.normal(size=(4, 4)), _rng.normal(size=(2, 5)), np.ones(2)]
_wide_layers = _layers[:-1]  # two outputs with offsets
_bad_layers = [
    _layers[1:],
    [_layers[0], np.ones(3)],
    [],
    3.5,
    "ab",
    [np.full((4, 4), np.nan), *_layers[1:]],
]
_weighted = {"fit": {"sample_weight": SAMPLE_WEIGHT}}
_factors = {
    "coefficients": {"y": Array(_y, "n", but={"one axis more"}, bad=[np.ones((1, N_ROWS))])},
    "of": {"Phi": Array(X, "ab")},
    "of_gram": {"K": Array(X.T @ X, "dd", bad=[np.triu(X.T @ X)])},
}

CALLS = {
    **BANDS_CALLS,
    **SMOOTHING_CALLS,
    "effective_sample_size": Call(
        weights=Array(np.ones(N_ROWS), "n", low=0, bad=(np.zeros(N_ROWS),))
    ),
    "importance_weighted_cv": Call(
        estimator=Object(Ridge()),
        X=Array(X, "nd"),
        y=Array(_y, "n"),
        fit_weights=Free(None),  # Ridge takes none
        loss=Choice("squared"),
    ),
    "importance_weighted_ls": Call(
        y=Array(_y, "n"), weights=Array(np.ones(N_ROWS), "n", low=0, bad=(np.zeros(N_ROWS),))
    ),
    "Additive": Call(basis=Object(poly_basis)),
    "Multiplicative": Call(basis=Object(poly_basis)),
    "DesignSVD": Call(make=lambda: _svd, methods=_factors),
    "HuberRegressor": [
        Call(methods=_weighted),
        Call(scale=Number(1.0, **_positive)),
    ],
    "KernelLeastSquares": Call(methods=_weighted),
    "KernelSGDRegressor": Call(
        step=Choice("constant"), init=Choice("zero"), stop=Choice("step"), average=Flag(False)
    ),
    "LADRegressor": [Call(method=Choice(way), methods=_weighted) for way in ("lp", "irls")],
    "LeastSquares": Call(
        solver=Choice("qr"),
        basis=Object(lambda X: X),
        methods=_weighted,
    ),
    "MultioutputRidge": Call(
        **_similar, methods={"fit": {"Y": Array(np.column_stack([_y, -_y]), "nt")}}
    ),
    "MultitaskRidge": Call(**_similar, form=Choice("samples"), methods=_tasks),
    "Ridge": Call(G=Array(np.eye(3), "dd", bad=[-np.eye(3), np.triu(np.ones((3, 3)))])),
    "SparseHuber": Call(start=Choice("ls")),
    "SubspaceLeastSquares": Call(P=Array(_projection, "dd", bad=[2 * np.eye(3)])),
    "TukeyRegressor": [
        Call(start=Choice("lad", but={"a number"}), methods=_weighted),
        Call(start=Array(np.zeros(4), "e"), scale=Number(1.0, **_positive)),
    ],
    "backprop_gradients": Call(x=Array(X[0], "d"), y=Number(1.0), alpha=_alpha, beta=_beta),
    "breakdown_curve": Call(
        counts=Free((0, 2), bad=[(-1,), (N_ROWS + 1,), (0.5,), (), 3]), outlier=Number(1e3)
    ),
    "fit_units": Call(beta=_units),
    "gaussian_basis": Call(
        x=Array(_x, "n", but={"one axis more"}, bad=[np.ones((2, 2, 2))]),
        centres=Array(_x[:4], "c", but={"one axis more"}, bad=[np.ones((2, 2))]),
    ),
    "gaussian_efficiency": Call(loss=Object(Huber(1.0))),
    "generalized_ridge": Call(G=Array(np.eye(3), "mm", bad=[-np.eye(3), np.triu(np.ones((3, 3)))])),
    "hidden_outputs": Call(beta=_units, unit=Choice("gaussian")),
    "irls_rescaled": Call(loss=Object(Huber)),
    "loo_residuals": Call(lam=Array([0.1, 1.0], "l", low=0, but={"empty", "one axis fewer"})),
    "loo_grid": Call(X=Array(X, "nd", but={"one axis fewer"})),
    "cross_validate_grid": Call(X=Array(X, "nd", but={"one axis fewer"})),
    "mad_scale": Call(residuals=Array(_y, "n"), center=Number(0.0)),
    "learn_similarity": Call(
        X=Array(X, "nd"),
        task=_of_task,
        eta=Number(1.0, low=0),
        kappa=Number(1.0, low=0),
        start=Array(np.ones((2, 2)), "tt", low=0, but={"one axis fewer"}, bad=[[[1, 2], [0, 1]]]),
        lam=Number(0.1, **_positive),
    ),
    "multitask_parameters": Call(task=_of_task, C=_C),
    "multitask_weights": Call(K=Array(X @ X.T, "nn"), task=_of_task, C=_C),
    "layer_scores": Call(layers=Free(_layers, bad=_bad_layers)),
    "network_gradients": [
        Call(layers=Free(_layers, bad=_bad_layers), loss=Choice("squared")),
        Call(
            layers=Free(_wide_layers, bad=_bad_layers),
            loss=Choice("cross-entropy"),
            y=Array(np.eye(2)[np.arange(N_ROWS) % 2], "nk", low=0),
        ),
    ],
    "network_jacobian": Call(alpha=_alpha, beta=_units),
    "network_output": Call(alpha=_alpha, beta=_beta),
    "poly_basis": Call(scale=Number(1.0, **_positive)),
    "random_layers": Call(widths=Free([3, 2, 1], bad=[[3], [3, 0], [3, 1.5], "no such value", 3])),
    "ridge_dual": Call(R=Number(1.0, low=0)),
    "sensitivity_curve": Call(values=Array([0.0, 1.0], "v")),
    "sgd_least_squares": Call(
        step=Choice("constant"), stop=Choice("step"), eta=Number(0.05, **_positive)
    ),
    "task_penalty": Call(**_similar, n_tasks=Count(2, low=1)),
    "threshold_of_efficiency": Call(loss=Object(Huber), efficiency=Number(0.9, 0.7, 0.999)),
    "train_layers": Call(
        layers=Free(_layers, bad=_bad_layers),
        loss=Choice("squared"),
        momentum=Number(0.5, 0, 1, open_high=True),
        n_steps=Count(3, low=1),
    ),
    "train_network": Call(alpha=_alpha, beta=_beta),
    "weighted_least_squares": Call(solver=Choice("svd")),
}
