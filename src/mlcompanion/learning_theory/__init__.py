"""What can be learned, from how much: finite classes, risk bounds, exact risks."""

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
    certificate_horizon,
    corollary4_constants,
    corollary8_bound,
    lemma21_bound,
    lemma22_bound,
    stopping_failure,
    theorem10_bound,
    theorem11_bound,
    theorem12_bound,
    theorem13_bound,
    validation_price,
)
from .separator_risk import SeparatorRisk

__all__ = [
    "Halving",
    "SeparatorRisk",
    "StandardOptimal",
    "ThresholdAdversary",
    "best_threshold",
    "certificate_horizon",
    "corollary4_constants",
    "corollary8_bound",
    "lemma21_bound",
    "lemma22_bound",
    "littlestone_dimension",
    "stopping_failure",
    "theorem10_bound",
    "theorem11_bound",
    "theorem12_bound",
    "theorem13_bound",
    "threshold_class",
    "validation_price",
    "vc_dimension",
]
