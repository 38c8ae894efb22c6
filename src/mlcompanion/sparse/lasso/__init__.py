"""The lasso and its kin, in every form of the problem."""

from .constrained import ConstrainedGroupLasso, ConstrainedLasso, ConstrainedTraceNorm
from .dal_estimators import DALLogisticRegression, DALRegressor
from .greedy_selection import SubsetPath, backward_elimination, best_subset, forward_selection
from .huber_lasso import HuberLasso
from .lasso_cv import LassoCV
from .lasso_estimators import ElasticNet, Lasso, LassoPath, admm_lasso, lasso_path
from .lp_balls import lp_norm, lp_sphere, touching_point
from .truncated_gradient import TruncatedRun, truncated_sgd

__all__ = [
    "ConstrainedGroupLasso",
    "ConstrainedLasso",
    "ConstrainedTraceNorm",
    "DALLogisticRegression",
    "DALRegressor",
    "ElasticNet",
    "HuberLasso",
    "Lasso",
    "LassoCV",
    "LassoPath",
    "SubsetPath",
    "TruncatedRun",
    "admm_lasso",
    "backward_elimination",
    "best_subset",
    "forward_selection",
    "lasso_path",
    "lp_norm",
    "lp_sphere",
    "touching_point",
    "truncated_sgd",
]
