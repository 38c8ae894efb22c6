"""Curved data laid flat: maps of a graph, autoencoders, Boltzmann machines, and stacks of them."""

from .activity import KLActivation, L1Activation
from .autoencoder import Autoencoder, autoencoder_gradients
from .boltzmann import RBM
from .eigenmap import LaplacianEigenmap
from .likelihood import (
    contrastive_divergence,
    free_energy,
    rbm_gradient,
    rbm_log_likelihood,
)
from .stacking import StackedPretraining
from .tied import TiedWeights

__all__ = [
    "RBM",
    "Autoencoder",
    "KLActivation",
    "L1Activation",
    "LaplacianEigenmap",
    "StackedPretraining",
    "TiedWeights",
    "autoencoder_gradients",
    "contrastive_divergence",
    "free_energy",
    "rbm_gradient",
    "rbm_log_likelihood",
]
