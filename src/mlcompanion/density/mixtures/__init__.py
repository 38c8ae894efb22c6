"""Gaussian mixtures: densities and responsibilities, fits by EM and by gradient ascent."""

from .em import EMState, GaussianMixtureEM, em_rounds
from .gaussian_mixture import (
    MixtureParameters,
    component_log_densities,
    em_lower_bound,
    m_step,
    mixture_log_likelihood,
    responsibilities,
)
from .gradient import Ascent, GaussianMixtureGD, mixture_gradients, plain_ascent
from .model import MixtureModel, match_components, start_from_means

__all__ = [
    "Ascent",
    "EMState",
    "GaussianMixtureEM",
    "GaussianMixtureGD",
    "MixtureModel",
    "MixtureParameters",
    "component_log_densities",
    "em_lower_bound",
    "em_rounds",
    "m_step",
    "match_components",
    "mixture_gradients",
    "mixture_log_likelihood",
    "plain_ascent",
    "responsibilities",
    "start_from_means",
]
