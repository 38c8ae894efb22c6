"""First-order steps from one gradient at a time: mirror descent, RDA, FOBOS, adaptive metrics.

And whole runs: optimal regularised dual averaging, in stages or not, with its rivals and bounds.
"""

from .accelerated import SAGE, AcceleratedApproximation, AcceleratedDualAveraging
from .composite import ForwardBackward, RegularizedDualAveraging, StochasticDescent, metric_point
from .mirror_steps import mirror_step
from .optimal_averaging import (
    OptimalDualAveraging,
    Stage,
    StagedDualAveraging,
    multistage_orda,
    orda,
    stage_schedule,
)
from .orda_bounds import (
    LossConstants,
    multistage_budget,
    orda_bound,
    orda_sum_bound,
    orda_tail_bound,
    orda_variance_bound,
)
from .rivals import (
    AveragedDualAveraging,
    ProximalDescent,
    ac_rda,
    ac_sa,
    rda,
    sage,
    stochastic_fobos,
)
from .runs import StochasticMethod, StochasticRun, follow

__all__ = [
    "SAGE",
    "AcceleratedApproximation",
    "AcceleratedDualAveraging",
    "AveragedDualAveraging",
    "ForwardBackward",
    "LossConstants",
    "OptimalDualAveraging",
    "ProximalDescent",
    "RegularizedDualAveraging",
    "Stage",
    "StagedDualAveraging",
    "StochasticDescent",
    "StochasticMethod",
    "StochasticRun",
    "ac_rda",
    "ac_sa",
    "follow",
    "metric_point",
    "mirror_step",
    "multistage_budget",
    "multistage_orda",
    "orda",
    "orda_bound",
    "orda_sum_bound",
    "orda_tail_bound",
    "orda_variance_bound",
    "rda",
    "sage",
    "stage_schedule",
    "stochastic_fobos",
]
