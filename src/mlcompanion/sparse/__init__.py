"""Sparse estimation: penalties that select variables, groups, trees and graphs."""

from .constrained import ConstrainedGroupLasso, ConstrainedLasso, ConstrainedTraceNorm
from .dal_estimators import DALLogisticRegression, DALRegressor
from .greedy_selection import SubsetPath, backward_elimination, best_subset, forward_selection
from .huber_lasso import HuberLasso
from .lasso import ElasticNet, Lasso, LassoPath, admm_lasso, lasso_path
from .lp_balls import lp_norm, lp_sphere, touching_point
from .sparse_cca import SparseCCARun, largest_in_l1_l2_ball, sparse_cca
from .spg import (
    SmoothedFit,
    SPGRun,
    StructuredProblem,
    iteration_bound,
    spg,
    spg_path,
)
from .structured import FusedLasso, GroupLasso, TraceNormRegression, norm_gap
from .structured_regression import (
    GraphFusedLasso,
    MultiTaskGraphFusedLasso,
    OverlappingGroupLasso,
    correlation_graph,
)
from .structured_rivals import fobos, structured_admm
from .tree_dictionary import TreeDictionaryLearning, tree_codes, update_atoms
from .tree_lasso import TreeLasso, TreeLogistic, reweighted_least_squares, ward_tree
from .truncated_gradient import TruncatedRun, truncated_sgd
from .wavelet_denoising import (
    SHRINKAGES,
    inverse_wavelet2,
    oracle_shrinkage,
    psnr,
    shrink_wavelets,
    universal_lambda,
    wavelet2,
    wavelet_tree_denoise,
)

__all__ = [
    "SHRINKAGES",
    "DALLogisticRegression",
    "DALRegressor",
    "ElasticNet",
    "FusedLasso",
    "GraphFusedLasso",
    "GroupLasso",
    "Lasso",
    "LassoPath",
    "MultiTaskGraphFusedLasso",
    "OverlappingGroupLasso",
    "SPGRun",
    "SmoothedFit",
    "SparseCCARun",
    "StructuredProblem",
    "SubsetPath",
    "TraceNormRegression",
    "TreeDictionaryLearning",
    "TreeLasso",
    "TreeLogistic",
    "TruncatedRun",
    "admm_lasso",
    "backward_elimination",
    "best_subset",
    "correlation_graph",
    "fobos",
    "forward_selection",
    "inverse_wavelet2",
    "iteration_bound",
    "largest_in_l1_l2_ball",
    "lasso_path",
    "lp_norm",
    "lp_sphere",
    "norm_gap",
    "oracle_shrinkage",
    "psnr",
    "reweighted_least_squares",
    "shrink_wavelets",
    "sparse_cca",
    "spg",
    "spg_path",
    "structured_admm",
    "touching_point",
    "tree_codes",
    "truncated_sgd",
    "universal_lambda",
    "update_atoms",
    "ward_tree",
    "wavelet2",
    "wavelet_tree_denoise",
]
