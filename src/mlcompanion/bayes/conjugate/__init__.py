"""Conjugate families: the posterior is of the prior's kind, and its evidence has a formula."""

from .dirichlet import DirichletCategorical
from .empirical import EvidenceChoice, empirical_bayes
from .family import ConjugateFamily
from .gamma_precision import GammaPrecision
from .gaussian_mean import GaussianMeanBayes, evidence_width, log_evidence_gaussian_mean
from .normal_gamma import NormalGamma, NormalInverseGamma
from .normal_wishart import NormalWishart
from .regression import NormalInverseGammaRegression

__all__ = [
    "ConjugateFamily",
    "DirichletCategorical",
    "EvidenceChoice",
    "GammaPrecision",
    "GaussianMeanBayes",
    "NormalGamma",
    "NormalInverseGamma",
    "NormalInverseGammaRegression",
    "NormalWishart",
    "empirical_bayes",
    "evidence_width",
    "log_evidence_gaussian_mean",
]
