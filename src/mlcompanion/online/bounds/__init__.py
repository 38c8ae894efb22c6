"""Regret and mistake bounds, with the constants of the theorems; one module a family."""

from .duality import (
    anytime_lipschitz_bound,
    anytime_self_bounded_bound,
    dual_lower_bound,
    lipschitz_bound,
    path_bound,
    self_bounded_bound,
    slope_scale_bound,
)
from .experts import fixed_share_bound, switching_bound, transition_bound, vote_regret_bound
from .gradient_descent import gradient_descent_bound
from .logarithmic import (
    hinge_ball_radius,
    hinge_subgradient_constant,
    log_regret_bound,
    path_regret_bound,
    progress_gap,
    telescoped_regret_bound,
    wrong_curvature_exponent,
)
from .mistakes import (
    p_norm_bound,
    perceptron_bound,
    r_of_k_bound,
    r_of_k_comparator,
    self_tuned_winnow_bound,
    structured_bound,
)
from .perceptron import bound_frontier, comparator_bounds, margin_bound

__all__ = [
    "anytime_lipschitz_bound",
    "anytime_self_bounded_bound",
    "bound_frontier",
    "comparator_bounds",
    "dual_lower_bound",
    "fixed_share_bound",
    "gradient_descent_bound",
    "hinge_ball_radius",
    "hinge_subgradient_constant",
    "lipschitz_bound",
    "log_regret_bound",
    "margin_bound",
    "p_norm_bound",
    "path_bound",
    "path_regret_bound",
    "perceptron_bound",
    "progress_gap",
    "r_of_k_bound",
    "r_of_k_comparator",
    "self_bounded_bound",
    "self_tuned_winnow_bound",
    "slope_scale_bound",
    "structured_bound",
    "switching_bound",
    "telescoped_regret_bound",
    "transition_bound",
    "vote_regret_bound",
    "wrong_curvature_exponent",
]
