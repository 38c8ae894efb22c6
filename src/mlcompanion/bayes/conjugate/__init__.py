"""Conjugate families: the posterior is of the prior's kind, and its evidence has a formula."""

from .dirichlet import DirichletCategorical
from .family import ConjugateFamily
from .normal_wishart import NormalWishart
from .one_variable import GammaPrecision, NormalGamma, NormalInverseGamma
from .regression import NormalInverseGammaRegression

__all__ = [
    "ConjugateFamily",
    "DirichletCategorical",
    "GammaPrecision",
    "NormalGamma",
    "NormalInverseGamma",
    "NormalInverseGammaRegression",
    "NormalWishart",
]
