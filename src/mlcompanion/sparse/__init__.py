"""Sparse estimation: penalties that select variables, groups, trees and graphs."""

from .lasso.constrained import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    ConstrainedTraceNorm,
)
from .lasso.dal_estimators import (
    DALLogisticRegression,
    DALRegressor,
)
from .lasso.greedy_selection import (
    backward_elimination,
    best_subset,
    forward_selection,
)
from .lasso.huber_lasso import (
    HuberLasso,
)
from .lasso.lasso_estimators import (
    ElasticNet,
    Lasso,
    admm_lasso,
    lasso_path,
)
from .lasso.truncated_gradient import (
    truncated_sgd,
)
from .structured.penalties import (
    FusedLasso,
    GroupLasso,
    TraceNormRegression,
)
from .structured.sparse_cca import (
    sparse_cca,
)
from .structured.spg import (
    StructuredProblem,
    spg,
    spg_path,
)
from .structured.structured_regression import (
    GraphFusedLasso,
    MultiTaskGraphFusedLasso,
    OverlappingGroupLasso,
)
from .structured.structured_rivals import (
    fobos,
    structured_admm,
)
from .tree.tree_dictionary import (
    TreeDictionaryLearning,
)
from .tree.tree_lasso import (
    TreeLasso,
    TreeLogistic,
)
from .tree.wavelet_denoising import (
    wavelet_tree_denoise,
)

__all__ = [
    "ConstrainedGroupLasso",
    "ConstrainedLasso",
    "ConstrainedTraceNorm",
    "DALLogisticRegression",
    "DALRegressor",
    "ElasticNet",
    "FusedLasso",
    "GraphFusedLasso",
    "GroupLasso",
    "HuberLasso",
    "Lasso",
    "MultiTaskGraphFusedLasso",
    "OverlappingGroupLasso",
    "StructuredProblem",
    "TraceNormRegression",
    "TreeDictionaryLearning",
    "TreeLasso",
    "TreeLogistic",
    "admm_lasso",
    "backward_elimination",
    "best_subset",
    "fobos",
    "forward_selection",
    "lasso_path",
    "sparse_cca",
    "spg",
    "spg_path",
    "structured_admm",
    "truncated_sgd",
    "wavelet_tree_denoise",
]
