"""Laws along trees with hidden nodes: normal, discrete, and of one hidden class.

Choi, Tan, Anandkumar and Willsky (2011).
"""

from .discrete import DiscreteLatentTree
from .fitting import TreeFit, fit_tree_law
from .gaussian import GaussianLatentTree, observed_signs, tree_correlations
from .latent_class import LatentClassModel
from .law import LatentTreeLaw
from .regularized import regularized_grouping
from .samples import sample_gaussian_tree, sample_symmetric_tree

__all__ = [
    "DiscreteLatentTree",
    "GaussianLatentTree",
    "LatentClassModel",
    "LatentTreeLaw",
    "TreeFit",
    "fit_tree_law",
    "observed_signs",
    "regularized_grouping",
    "sample_gaussian_tree",
    "sample_symmetric_tree",
    "tree_correlations",
]
