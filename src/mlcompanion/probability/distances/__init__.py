"""Entropies, divergences and distances of laws."""

from .between_laws import kolmogorov_distance, total_variation
from .divergences import binary_entropy, binary_kl, gaussian_kl, kl_divergence
from .inverse_kl import kl_inverse

__all__ = [
    "binary_entropy",
    "binary_kl",
    "gaussian_kl",
    "kl_divergence",
    "kl_inverse",
    "kolmogorov_distance",
    "total_variation",
]
