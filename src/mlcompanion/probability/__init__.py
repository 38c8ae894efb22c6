"""Probability: laws with one interface, their sums and tails, and how far they are apart."""

from .continuous_law import ContinuousLaw
from .discrete_law import DiscreteLaw
from .distances.between_laws import kolmogorov_distance, total_variation
from .distances.divergences import binary_entropy, binary_kl, kl_divergence
from .joint.tables import JointTable
from .law import Law
from .laws.bags import Hypergeometric
from .laws.continuous import Laplace, Normal, Uniform
from .laws.discrete import (
    Bernoulli,
    Binomial,
    DiscreteUniform,
    Geometric,
    NegativeBinomial,
    Poisson,
)
from .laws.gamma_family import Beta, ChiSquared, Exponential, Gamma
from .laws.heavy_tails import Cauchy, FDist, StudentT
from .laws.multivariate import MultivariateNormal
from .laws.simplex_laws import Dirichlet, Multinomial
from .laws.wishart import Wishart

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
