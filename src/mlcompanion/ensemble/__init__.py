"""Many weak hypotheses, one strong one: boosting."""

from .boosting import DualBooster
from .boosting_bounds import (
    boosting_bound,
    edge_product,
    edge_sum_bound,
    fixed_step_bound,
    rounds_to_separate,
)
from .dual_boosting import (
    RULES,
    BoostingRun,
    arc_gv_step,
    boost,
    coordinate_step,
    corrective_step,
    dual_objective,
    fixed_step,
    gentle_step,
    primal_objective,
)
from .edge_oracle import EdgeOracle
from .margins import best_margin
from .stumps import DecisionStump, Stump, StumpSearch

__all__ = [
    "RULES",
    "BoostingRun",
    "DecisionStump",
    "DualBooster",
    "EdgeOracle",
    "Stump",
    "StumpSearch",
    "arc_gv_step",
    "best_margin",
    "boost",
    "boosting_bound",
    "coordinate_step",
    "corrective_step",
    "dual_objective",
    "edge_product",
    "edge_sum_bound",
    "fixed_step",
    "fixed_step_bound",
    "gentle_step",
    "primal_objective",
    "rounds_to_separate",
]
