"""Kernels and embeddings learned from pairs of points."""

from .constraints import (
    pairs_matrix,
    pairs_of_labels,
    pairwise_constraints,
    rand_accuracy,
    select_active,
)
from .dual import DualState, SpectralDual, ascend, pair_loss
from .patterns import DistancePatterns, EntryPatterns, TripletPatterns
from .simple_npkl import SimpleNPKL, pair_problem, rank_bound
from .spectral import KernelSize, SpectralKernel, closed_form_kernel, positive_eigenpairs
from .structure import StructurePreservingEmbedding
from .unfolding import ColoredMVU, MinimumVolumeEmbedding

__all__ = [
    "ColoredMVU",
    "DistancePatterns",
    "DualState",
    "EntryPatterns",
    "KernelSize",
    "MinimumVolumeEmbedding",
    "SimpleNPKL",
    "SpectralDual",
    "SpectralKernel",
    "StructurePreservingEmbedding",
    "TripletPatterns",
    "ascend",
    "closed_form_kernel",
    "pair_loss",
    "pair_problem",
    "pairs_matrix",
    "pairs_of_labels",
    "pairwise_constraints",
    "positive_eigenpairs",
    "rand_accuracy",
    "rank_bound",
    "select_active",
]
