"""Arguments and calls of the approximations of an evidence."""

import numpy as np

from mlcompanion.bayes.evidence import exact_mixture_posterior, laplace_approximation
from valid_calls.kinds import Array, Call, Count, Number, Object

_POSITIVE = {"low": 0, "open_low": True}
_eta = Array([[0.5, 0.5], [0.2, 0.8], [1.0, 0.0]], "nm", low=0, bad=([[0.5, 0.4]] * 3,))
_logs = Array(
    np.log([[0.5, 0.5], [0.2, 0.8], [0.9, 0.1]]),
    "nm",
    bad=([[-np.inf, -np.inf]] + [[0.0, 0.0]] * 2,),
)
_prior = Array([1.0, 2.0], "m", but={"one axis fewer"}, **_POSITIVE)  # one number serves for all
_of_weights = {"log_densities": _logs, "alpha0": _prior}
_of_peak = {"start": Array([0.5, 0.2], "b"), "max_iter": Count(50, low=1)}


def _bell(theta):
    return -0.5 * float(theta @ theta)


_peak = laplace_approximation(_bell, [0.5, 0.2])

CALLS_EVIDENCE = {
    "best_label_law": Call(expected_log_joint=_logs),
    "best_weight_law": Call(eta=_eta, alpha0=_prior),
    "dirichlet_kl": Call(alpha=Array([1.5, 2.5], "m", **_POSITIVE), alpha0=_prior),
    "expected_log_weights": Call(alpha=Array([1.5, 2.5], "m", **_POSITIVE)),
    "exact_mixture_evidence": Call(**_of_weights),
    "exact_mixture_posterior": Call(**_of_weights),
    "label_bound": Call(eta=_eta, log_joint=_logs),
    "laplace_approximation": Call(
        log_density=Object(_bell, bad=(lambda theta: np.nan, lambda theta: -np.inf)), **_of_peak
    ),
    "laplace_evidence": Call(log_likelihood=Object(_bell), log_prior=Object(_bell), **_of_peak),
    "LaplaceApproximation": Call(
        make=lambda: _peak, methods={"log_density": {"theta": Array([[0.1, 0.2]], "mb")}}
    ),
    "MixturePosterior": Call(
        make=lambda: exact_mixture_posterior(_logs.value),
        methods={
            "marginal_pdf": {
                "w": Array([0.2, 0.6], "g", low=0, high=1, open_low=True),
                "component": Count(1, high=1),
            }
        },
    ),
    "variational_free_energy": Call(
        eta=_eta, alpha=Array([1.5, 2.5], "m", **_POSITIVE), **_of_weights
    ),
    "vbem_rounds": Call(start=Array([1.5, 2.5], "m", **_POSITIVE), **_of_weights),
    "VBMixtureWeights": Call(alpha0=Number(1.0, **_POSITIVE), tol=Number(1e-3, low=0)),
}
