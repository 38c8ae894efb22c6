"""Entropies, divergences and distances of laws."""

from .between_laws import kolmogorov_distance, total_variation
from .divergences import binary_entropy, binary_kl, gaussian_kl, kl_divergence

__all__ = [
    "binary_entropy",
    "binary_kl",
    "gaussian_kl",
    "kl_divergence",
    "kolmogorov_distance",
    "total_variation",
]
