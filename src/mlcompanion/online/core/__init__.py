"""Online learning, the engine: protocol, dual ascent, mirror descent, scales, steps, regret."""

from .any_ascent import hinge_dual, simplex_run
from .dual_steps import hinge_step_entropy, hinge_step_euclidean, hinge_step_line, hinge_step_p_norm
from .mirror_descent import root_steps, strong_steps
from .paths import average_hypothesis, hypothesis_path
from .protocol import Conservative, InducedLoss, LinearLearner, online_convex_programming
from .regret import hindsight_objective
from .self_tuning import doubling_run, slope_scale_run
from .stream_descent import strongly_convex_run
from .tuning import bounded_loss_beta2, hindsight_scale, lipschitz_scale, self_bounded_scale

__all__ = [
    "Conservative",
    "InducedLoss",
    "LinearLearner",
    "average_hypothesis",
    "bounded_loss_beta2",
    "doubling_run",
    "hindsight_objective",
    "hindsight_scale",
    "hinge_dual",
    "hinge_step_entropy",
    "hinge_step_euclidean",
    "hinge_step_line",
    "hinge_step_p_norm",
    "hypothesis_path",
    "lipschitz_scale",
    "online_convex_programming",
    "root_steps",
    "self_bounded_scale",
    "simplex_run",
    "slope_scale_run",
    "strong_steps",
    "strongly_convex_run",
]
