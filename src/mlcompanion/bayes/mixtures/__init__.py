"""Bayesian Gaussian mixtures: variational inference, and Gibbs sampling of labels."""

from .free_energy import FreeEnergy, mixture_free_energy
from .label_chain import LabelState, label_states
from .label_gibbs import CollapsedGibbsGMM, DPGibbsGMM
from .label_sweep import (
    PartitionPrior,
    Seats,
    dirichlet_partition,
    label_sweep,
    process_partition,
    run_sweeps,
    seats_of,
)
from .prior import MixturePrior
from .variational import VBPosterior, VBState, variational_responsibilities, vb_rounds
from .vb_mixture import VBGaussianMixture

__all__ = [
    "CollapsedGibbsGMM",
    "DPGibbsGMM",
    "FreeEnergy",
    "LabelState",
    "MixturePrior",
    "PartitionPrior",
    "Seats",
    "VBGaussianMixture",
    "VBPosterior",
    "VBState",
    "dirichlet_partition",
    "label_states",
    "label_sweep",
    "mixture_free_energy",
    "process_partition",
    "run_sweeps",
    "seats_of",
    "variational_responsibilities",
    "vb_rounds",
]
