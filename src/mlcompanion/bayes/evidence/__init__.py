"""Evidences: by a Gaussian at the peak, by a lower bound, and by adding up every labelling."""

from .labellings import MixturePosterior, exact_mixture_evidence, exact_mixture_posterior
from .laplace import LaplaceApproximation, laplace_approximation
from .laplace_evidence import LaplaceEvidence, laplace_evidence
from .mixture_weights import VBMixtureWeights, VBState, vbem_rounds
from .trial_laws import (
    best_label_law,
    best_weight_law,
    dirichlet_kl,
    expected_log_weights,
    label_bound,
    variational_free_energy,
)

__all__ = [
    "LaplaceApproximation",
    "LaplaceEvidence",
    "MixturePosterior",
    "VBMixtureWeights",
    "VBState",
    "best_label_law",
    "best_weight_law",
    "dirichlet_kl",
    "exact_mixture_evidence",
    "exact_mixture_posterior",
    "expected_log_weights",
    "label_bound",
    "laplace_approximation",
    "laplace_evidence",
    "variational_free_energy",
    "vbem_rounds",
]
