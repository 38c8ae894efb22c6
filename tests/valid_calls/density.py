"""Arguments and calls of the density room."""

import numpy as np

from mlcompanion.density import GaussianDensity
from mlcompanion.density.mixtures import MixtureParameters, responsibilities
from valid_calls.density_contrasts import CALLS_CONTRASTS, INTERNAL_CONTRASTS
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object
from valid_calls.shared import N_ROWS, SAMPLE_WEIGHT, X

_positive = {"low": 0, "open_low": True}

INTERNAL = {
    **INTERNAL_CONTRASTS,
    "DensityEstimator": "abstract: tried through its members",
    "MixtureModel": "abstract: tried through its members",
}

SHARED = {
    "k": Count(3, low=1, high=N_ROWS - 1),
    "shrinkage": Number(0.1, 0, 1, open_low=True),
    "scale": Number(0.5, **_positive),
    "shape": Array(np.linspace(0.5, 1.5, N_ROWS), "n", **_positive, but={"one axis fewer"}),
    "weights": Array(np.linspace(0.5, 1.5, N_ROWS), "n", **_positive),
    "grid": Array([0.2, 0.4, 0.8], "g", **_positive),
}

_samples = {"X_num": Array(X[:7] + 0.1, "ad"), "X_den": Array(X, "bd")}
_of_class = Array(np.arange(N_ROWS) % 2, "n", but={"one axis more"})
_test_inputs = {"X_test": Array(X[:5] + 0.1, "md"), "self_distances": Flag(True)}
_logs = Array(np.linspace(-2.0, 0.0, N_ROWS), "n", but={"empty"})

_copies = Array(np.arange(N_ROWS) % 3, "n", low=0, bad=(np.zeros(N_ROWS),))
_mean = Array(np.zeros(X.shape[1]), "d")
_covariance = Array(np.eye(X.shape[1]), "dd", bad=(-np.eye(X.shape[1]),))
_points = Array(X[:4] + 0.1, "md", but={"empty"})

_theta = MixtureParameters(
    np.array([0.4, 0.6]), X[:2].copy(), np.array([np.eye(3), 0.5 * np.eye(3)])
)
_shares = np.ascontiguousarray(responsibilities(X, _theta)[0])
_eta = Array(_shares, "nk", low=0, bad=(2 * _shares,))
_of_theta = {"X": Array(X, "nd", bad=(X[:, :2],)), "theta": Object(_theta)}
_start = {
    "n_components": Count(2, low=1, high=N_ROWS),
    "n_init": Count(1, low=1),
    "means_init": Array(X[:2], "kd"),
}

_values = np.exp(-((X - 0.1) ** 2))
_H = np.diag([0.5, 1.0, 1.5]) + 0.1

CALLS = {
    **CALLS_CONTRASTS,
    "GaussianDensity": Call(covariance=Choice("diag"), ridge=Number(0.1, low=0)),
    "loo_gaussian": Call(
        X=Array(X, "nd", but={"one axis more", "length"}, bad=(X[:4], np.ones((9, 2))))
    ),
    "likelihood_cv": Call(estimator=Object(GaussianDensity()), folds=Count(3, low=2, high=N_ROWS)),
    "gaussian_gradients": Call(mean=_mean, covariance=_covariance),
    "gaussian_log_likelihood": Call(mean=_mean, covariance=_covariance),
    "log_kernel_density": Call(points=_points, h=Number(0.5, **_positive), weights=_copies),
    "knn_density": Call(points=_points, k=Count(3, low=1, high=N_ROWS)),
    "cross_validate_bandwidth": Call(
        bandwidths=Array([0.2, 0.4], "g", **_positive), folds=Count(3, low=2, high=N_ROWS)
    ),
    "cross_validate_neighbours": Call(
        ks=Array([2, 4], "g", integer=True, low=1, bad=([2, 9],)),
        folds=Count(3, low=2, high=N_ROWS),
        further=Count(1),
    ),
    "Histogram": Call(width=Number(0.5, **_positive), origin=Number(0.1)),
    "ParzenWindow": Call(bandwidth=Number(0.5, **_positive)),
    "KernelDensity": [
        Call(
            bandwidth=Number(0.5, **_positive),
            methods={"fit": {"sample_weight": SAMPLE_WEIGHT}},
        ),
        Call(bandwidth=Array(np.full(X.shape[1], 0.5), "d", **_positive, but={"one axis fewer"})),
        Call(bandwidth=Array(_H, "dd", but={"one axis fewer"}, bad=(np.ones_like(_H),))),
    ],
    "RelativeDensityRatio": [
        Call(
            beta=Number(0.1, 0, 1, open_high=True),
            sigma=Number(1.0, **_positive),
            lam=Number(0.1, **_positive),
            centers=Array(X[:3], "cd"),
            n_centers=Count(200, low=1),
            folds=Count(3, low=2),
            methods={"fit": _samples},
        ),
        Call(
            beta=Number(0.0, 0, 1, open_high=True),
            sigma=Array([0.5, 1.0], "s", **_positive, but={"one axis fewer"}),
            lam=Array([0.1, 1.0], "l", **_positive, but={"one axis fewer"}),
            n_centers=Count(4, low=1),
            folds=Count(3, low=2, high=7),
            methods={"fit": _samples},
        ),
    ],
    "KLIEP": [
        Call(
            sigma=Number(1.0, **_positive),
            nonneg=Flag(True),
            centers=Array(X[:3], "cd"),
            n_centers=Count(200, low=1),
            folds=Count(3, low=2),
            tol=Number(1e-8, **_positive),
            max_iter=Count(100, low=1),
            methods={"fit": _samples},
        ),
        Call(
            sigma=Array([0.5, 1.0], "s", **_positive, but={"one axis fewer"}),
            n_centers=Count(4, low=1),
            folds=Count(3, low=2, high=7),
            methods={"fit": _samples},
        ),
    ],
    "kliep_steps": Call(
        K_num=Array(_values, "bc"),
        K_den=Array(_values[:4], "ac"),
        start=Array([0.2, 0.5, 0.9], "c"),
        step=Number(1e-3, **_positive),
        tol=Number(1e-3, low=0),
        max_iter=Count(20, low=1),
        clip=Flag(True),
    ),
    "relative_importance": Call(log_numerator=_logs, log_denominator=_logs, beta=Number(0.1, 0, 1)),
    "two_step_ratio": Call(
        points=_points,
        **_samples,
        bandwidths=Array([0.2, 0.4], "g", **_positive),
        beta=Number(0.1, 0, 1),
        folds=Count(3, low=2, high=7),
    ),
    "energy_distance": Call(X=Array(X, "nd"), Y=Array(X[:5] + 0.1, "md")),
    "class_distances": Call(y=_of_class, **_test_inputs),
    "class_prior_energy": Call(y=_of_class, **_test_inputs),
    "match_shares": Call(
        A=Array([[1.0, 3.0], [3.0, 1.0]], "cc", low=0, bad=([[1.0, 3.0], [2.0, 1.0]],)),
        b=Array([1.5, 2.5], "c", low=0),
    ),
    "silverman_bandwidth": Call(X=Array(X, "nd", bad=(np.ones_like(X), X[:1])), weights=_copies),
    "NNDensity": Call(k=Count(3, low=1, high=N_ROWS)),
    "component_log_densities": Call(**_of_theta),
    "responsibilities": Call(**_of_theta),
    "mixture_log_likelihood": Call(**_of_theta),
    "mixture_gradients": Call(**_of_theta),
    "em_lower_bound": Call(**_of_theta, eta=_eta),
    "m_step": Call(eta=_eta, reg_covar=Number(0.0, low=0)),
    "em_rounds": Call(start=_eta, reg_covar=Number(0.0, low=0)),
    "start_from_means": Call(means=Array(X[:2], "kd")),
    "match_components": Call(
        means_true=Array(X[:2], "kd"),
        covariances_true=Array([0.5, 1.5], "k", **_positive, but={"one axis fewer"}),
        means=Array(X[:4], "md"),
    ),
    "plain_ascent": Call(
        X=Array(X, "nd", bad=(X[:, :2],)),
        start=Object(_theta),
        step=Number(1e-3, **_positive),
        target=Number(0.0),
    ),
    "GaussianMixtureEM": Call(
        **_start,
        reg_covar=Number(0.0, low=0),
        init=Choice("random"),
        stop=Choice("likelihood"),
    ),
    "GaussianMixtureGD": Call(
        **_start,
        step=Number(0.02, **_positive),
        schedule=Choice("constant"),
        decay=Number(0.01, 0, 1, open_high=True),
        stochastic=Flag(False),
        init=Choice("samples"),
        methods={"step_of": {"p": Count(3)}},
    ),
    "log_gaussian_mixture": Call(
        points=_points,
        weights=Array([0.4, 0.6], "k", **_positive),
        means=Array(X[:2], "kd"),
        covariances=Array([0.5, 1.5], "k", **_positive, but={"one axis fewer"}),
    ),
}
