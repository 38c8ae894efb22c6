"""Sparse estimation: penalties that select variables, groups, trees and graphs."""

from .constrained import (
    ConstrainedGroupLasso,
    ConstrainedLasso,
    ConstrainedTraceNorm,
)
from .dal_estimators import (
    DALLogisticRegression,
    DALRegressor,
)
from .greedy_selection import (
    backward_elimination,
    best_subset,
    forward_selection,
)
from .huber_lasso import (
    HuberLasso,
)
from .lasso import (
    ElasticNet,
    Lasso,
    admm_lasso,
    lasso_path,
)
from .sparse_cca import (
    sparse_cca,
)
from .spg import (
    StructuredProblem,
    spg,
    spg_path,
)
from .structured import (
    FusedLasso,
    GroupLasso,
    TraceNormRegression,
)
from .structured_regression import (
    GraphFusedLasso,
    MultiTaskGraphFusedLasso,
    OverlappingGroupLasso,
)
from .structured_rivals import (
    fobos,
    structured_admm,
)
from .tree_dictionary import (
    TreeDictionaryLearning,
)
from .tree_lasso import (
    TreeLasso,
    TreeLogistic,
)
from .truncated_gradient import (
    truncated_sgd,
)
from .wavelet_denoising import (
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
