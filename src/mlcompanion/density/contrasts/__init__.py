"""How two densities differ, from samples: fits of Gaussian kernels by least squares."""

from .labels import LabelInformation, lsqmi

__all__ = ["LabelInformation", "lsqmi"]
