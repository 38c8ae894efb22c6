"""First-order steps from one gradient at a time: mirror descent, RDA, FOBOS, adaptive metrics."""

from .composite import ForwardBackward, RegularizedDualAveraging, StochasticDescent, metric_point
from .mirror_steps import mirror_step

__all__ = [
    "ForwardBackward",
    "RegularizedDualAveraging",
    "StochasticDescent",
    "metric_point",
    "mirror_step",
]
