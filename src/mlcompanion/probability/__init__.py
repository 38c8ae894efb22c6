"""Probability: laws with one interface, their sums and tails, and how far they are apart."""

from .bags import Hypergeometric
from .continuous import Laplace, Normal, Uniform
from .continuous_law import ContinuousLaw
from .discrete import (
    Bernoulli,
    Binomial,
    DiscreteUniform,
    Geometric,
    NegativeBinomial,
    Poisson,
)
from .discrete_law import DiscreteLaw
from .distances import kolmogorov_distance, total_variation
from .divergences import binary_entropy, binary_kl, kl_divergence
from .gamma_family import Beta, ChiSquared, Exponential, Gamma
from .heavy_tails import Cauchy, FDist, StudentT
from .joint import JointTable
from .law import Law
from .multivariate import MultivariateNormal
from .simplex_laws import Dirichlet, Multinomial
from .wishart import Wishart

__all__ = [
    "Bernoulli",
    "Beta",
    "Binomial",
    "Cauchy",
    "ChiSquared",
    "ContinuousLaw",
    "Dirichlet",
    "DiscreteLaw",
    "DiscreteUniform",
    "Exponential",
    "FDist",
    "Gamma",
    "Geometric",
    "Hypergeometric",
    "JointTable",
    "Laplace",
    "Law",
    "Multinomial",
    "MultivariateNormal",
    "NegativeBinomial",
    "Normal",
    "Poisson",
    "StudentT",
    "Uniform",
    "Wishart",
    "binary_entropy",
    "binary_kl",
    "kl_divergence",
    "kolmogorov_distance",
    "total_variation",
]
