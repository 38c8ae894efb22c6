"""Laws with a name: of counts, of numbers, of vectors and matrices."""

from .bags import Hypergeometric, draw_from_bag
from .categorical import Categorical
from .continuous import Laplace, Normal, Uniform
from .discrete import (
    Bernoulli,
    Binomial,
    DiscreteUniform,
    Geometric,
    NegativeBinomial,
    Poisson,
    generalized_binom,
)
from .further_laws import FivePiece, LogNormal
from .gamma_family import Beta, ChiSquared, Exponential, Gamma
from .grid import GridDistribution
from .heavy_tails import Cauchy, FDist, StudentT
from .multivariate import MultivariateNormal
from .multivariate_t import multivariate_t_logpdf
from .simplex_laws import Dirichlet, Multinomial, simplex_grid
from .wishart import Wishart

__all__ = [
    "Bernoulli",
    "Beta",
    "Binomial",
    "Categorical",
    "Cauchy",
    "ChiSquared",
    "Dirichlet",
    "DiscreteUniform",
    "Exponential",
    "FDist",
    "FivePiece",
    "Gamma",
    "Geometric",
    "GridDistribution",
    "Hypergeometric",
    "Laplace",
    "LogNormal",
    "Multinomial",
    "MultivariateNormal",
    "NegativeBinomial",
    "Normal",
    "Poisson",
    "StudentT",
    "Uniform",
    "Wishart",
    "draw_from_bag",
    "generalized_binom",
    "multivariate_t_logpdf",
    "simplex_grid",
]
