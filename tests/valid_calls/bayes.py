"""Arguments and calls of the Bayesian room."""

import numpy as np

from valid_calls.kinds import Array, Call, Count, Number, Object

_rng = np.random.default_rng(4)
_POSITIVE = {"low": 0, "open_low": True}

Z = (_rng.random((12, 4)) < 0.5).astype(int)

SHARED = {
    "Z": Array(Z, "nk", among=(0, 1)),
    "w": Array([1.0, 2.0, 0.5, 1.5], "k", low=0),
    "alpha": Number(1.0, **_POSITIVE),
    "beta": Number(1.0, **_POSITIVE),
    "sigma_x": Number(0.5, **_POSITIVE),
    "sigma_a": Number(1.0, **_POSITIVE),
    "n": Count(5, low=1),
    "n_classes": Count(4, low=1),
    "n_sticks": Count(10, low=1),
    "k_max_new": Count(2, low=1),
    "labels": Array([0, 0, 1, 2, 1], "n", integer=True),
}

CALLS = {
    "IBPLinearGaussian": Call(n_iter=Count(2, low=1)),
    "binary_matrix_factorization": Call(
        U=Array(Z, "nk", among=(0, 1)),
        W=Array(_rng.normal(size=(4, 2)), "kl"),
        V=Array(Z[:, :2], "ml", among=(0, 1)),
    ),
    "crp_conditional": Call(i=Count(2, high=4)),
    "gibbs_sweep_finite": Call(log_likelihood=Object(np.size)),
    "infinite_ica": Call(
        V=Array(_rng.normal(size=(12, 4)), "nk"), A=Array(_rng.normal(size=(4, 3)), "kd")
    ),
    "latent_feature_links": Call(W=Array(_rng.normal(size=(4, 4)), "kk")),
    "match_features": Call(
        Z_true=Array(Z[:, ::-1].copy(), "nl", among=(0, 1)), Z=Array(Z, "nk", among=(0, 1))
    ),
    "noisy_or": Call(W=Array(_rng.random((4, 3)), "kd", low=0, high=1), baseline=Number(0.1, 0, 1)),
    "sample_beta_process": Call(epsilon=Number(0.1, 0, 1, open_low=True, open_high=True)),
    "sample_ibp_histories": Call(n=Count(5, low=1, high=15)),
}
