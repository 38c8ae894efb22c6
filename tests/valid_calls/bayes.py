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

_x = Array([0.5, -1.0, 2.0], "n", but={"empty"})
_at = Array([0.5, -1.0, 2.0], "n", but={"empty", "one axis more", "one axis fewer"})
_point = {"x": Number(0.2)}
_positive = Array([0.5, 1.0, 2.0], "n", **_POSITIVE, but={"empty", "one axis more"})
_single = {
    "posterior": {"x": _x},
    "add": _point,
    "remove": _point,
    "predictive_logpdf": {"x": _at},
    "log_evidence": None,
    "log_evidence_since": None,
}
_W = Array(np.array([[2.0, 0.5], [0.5, 1.0]]), "dd", bad=(-np.eye(2), [[1.0, 0.5], [0.2, 1.0]]))
_rows = Array(np.array([[0.2, 0.1], [0.5, -0.5], [0.3, 0.0]]), "nd", but={"empty"})
_row = {"x": Array(np.array([0.2, 0.1]), "d")}
_labels = {"but": {"empty"}, "low": 0, "high": 1, "integer": True}

INTERNAL = {"ConjugateFamily": "abstract: tried through its members"}

CALLS = {
    "GammaPrecision": Call(
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        mean=Number(0.5),
        methods=_single,
    ),
    "NormalGamma": Call(
        mean=Number(0.5),
        kappa=Number(2.0, **_POSITIVE),
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        methods={**_single, "logpdf": {"mu": _at, "precision": _positive}},
    ),
    "NormalInverseGamma": Call(
        mean=Number(0.5),
        kappa=Number(2.0, **_POSITIVE),
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        methods={**_single, "logpdf": {"mu": _at, "variance": _positive}},
    ),
    "NormalWishart": Call(
        mean=Array(np.zeros(2), "d"),
        kappa=Number(2.0, **_POSITIVE),
        nu=Number(2.5, low=1, open_low=True),
        W=_W,
        methods={
            **_single,
            "posterior": {"X": _rows},
            "add": _row,
            "remove": _row,
            "predictive_logpdf": {
                "x": Array(_rows.value, "nd", but={"empty", "one axis more", "one axis fewer"})
            },
        },
    ),
    "NormalInverseGammaRegression": Call(
        mean=Array(np.zeros(2), "d"),
        precision=_W,
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        methods={
            **_single,
            "posterior": {"X": _rows, "y": _x},
            "add": {**_row, "y": Number(0.1)},
            "remove": {**_row, "y": Number(0.1)},
            "predictive_logpdf": {"x": _rows, "y": _x},
        },
    ),
    "DirichletCategorical": Call(
        alpha=Array([1.5, 2.0], "d", **_POSITIVE),
        methods={
            **_single,
            "posterior": {"x": Array([0, 1, 0], "n", **_labels)},
            "add": {"x": Count(1, high=1)},
            "remove": {"x": Count(1, high=1)},
            "predictive_logpdf": {
                "x": Array(
                    [0, 1, 0],
                    "n",
                    **{**_labels, "but": {"empty", "one axis more", "one axis fewer"}},
                )
            },
        },
    ),
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
