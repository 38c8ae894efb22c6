"""What can be learned, from how much: finite classes, risk bounds, exact risks."""

from .active.agnostic import A2, DHM, line_sampler, probabilistic_bisection
from .active.disagreement import (
    disagreement_coefficient,
    doubt_radius,
    label_complexity,
    label_exponents,
)
from .active.smooth_boundaries import fit_smooth_boundary, highest_boundary
from .finite_classes import BoundaryClass
from .learnability import (
    Halving,
    StandardOptimal,
    ThresholdAdversary,
    best_threshold,
    littlestone_dimension,
    threshold_class,
    vc_dimension,
)
from .risk_bounds import (
    bernstein_risk_bound,
    block_validation_bound,
    bounded_loss_constants,
    certificate_horizon,
    mean_risk_bound,
    online_loss_bound,
    optimistic_mean_risk_bound,
    random_stopping_bound,
    risk_certificate,
    stopping_failure,
    validation_price,
)
from .separator_risk import SeparatorRisk

__all__ = [
    "A2",
    "DHM",
    "BoundaryClass",
    "Halving",
    "SeparatorRisk",
    "StandardOptimal",
    "ThresholdAdversary",
    "bernstein_risk_bound",
    "best_threshold",
    "block_validation_bound",
    "bounded_loss_constants",
    "certificate_horizon",
    "disagreement_coefficient",
    "doubt_radius",
    "fit_smooth_boundary",
    "highest_boundary",
    "label_complexity",
    "label_exponents",
    "line_sampler",
    "littlestone_dimension",
    "mean_risk_bound",
    "online_loss_bound",
    "optimistic_mean_risk_bound",
    "probabilistic_bisection",
    "random_stopping_bound",
    "risk_certificate",
    "stopping_failure",
    "threshold_class",
    "validation_price",
    "vc_dimension",
]
