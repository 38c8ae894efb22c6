"""Arguments and calls of the causal room."""

import numpy as np

from mlcompanion.causal import BootstrapResult, ICALiNGAM
from mlcompanion.datasets import make_lingam
from valid_calls.kinds import Array, Call, Count, Number, Object

_X, _B, _order = make_lingam(60, 3, noise="c", random_state=0)
_rng = np.random.default_rng(1)
_sample = _rng.uniform(size=30)
_positive = {"low": 0, "open_low": True}

INTERNAL = {
    "FunctionRound": "a round of DirectLiNGAM",
    "KernelRound": "a round of DirectLiNGAM",
    "PairwiseRound": "a round of DirectLiNGAM",
    "Round": "a round of DirectLiNGAM",
    "full_statistics": "sums over a round",
    "lazy_statistics": "sums over a round",
}

SHARED = {
    "X": Array(_X, "nd"),
    "y": Array(_X[:, 0] + 0.1 * _rng.normal(size=60), "n"),
    "B": Array(_B, "dd"),
    "W": Array(np.eye(3) + 0.1 * _B, "dd"),
    "x": Array(_sample, "n"),
    "x_i": Array(_sample, "n"),
    "x_j": Array(_sample**2, "n"),
    "order": Array(_order, "d", integer=True),
    "gammas": Array([0.5, 1.0], "g", **_positive),
    "cv": Count(3, low=2),
}

_two_samples = Call(x=Array(_sample, "n"), y=Array(_sample**2 + _rng.uniform(size=30), "n"))

CALLS = {
    "BootstrapResult": Call(
        make=lambda: BootstrapResult(_order[None], _B[None], _B[None]),
        methods={
            name: {"level": Number(0.9, 0, 1, open_low=True, open_high=True)}
            for name in ("interval", "significant")
        },
    ),
    "DirectLiNGAM": Call(
        prior_knowledge=Array(-np.ones((3, 3)), "dd", among=(-1, 0, 1)),
        kappa=Number(0.02, **_positive),
    ),
    "ICALiNGAM": Call(max_iter=Count(200, low=1)),
    "bootstrap_lingam": Call(estimator=Object(ICALiNGAM(random_state=0)), n_boot=Count(2, low=1)),
    "exogenous_candidates": Call(
        knowledge=Array(-np.ones((3, 3)), "dd", among=(-1, 0, 1)),
        unordered=Array([0, 2], "u", low=0, high=2, integer=True),
    ),
    "hsic": Call(**_two_samples.kinds, tol=Number(1e-3, **_positive)),
    "kernel_mi": Call(**_two_samples.kinds, kappa=Number(0.02, **_positive)),
    "kernel_mi_parameters": Call(),
    "nonlinear_correlation": _two_samples,
    "pairwise_likelihood_ratio": _two_samples,
}
