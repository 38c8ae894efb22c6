"""Two samples compared: ratios and differences of their densities, and distances between them."""

from ._kliep_steps import (
    kliep_steps,
)
from .differences import (
    DensityDifference,
    difference_form,
    lsdd,
)
from .divergences import (
    kl_ratio_divergence,
    relative_pearson,
)
from .energies import (
    class_distances,
    class_prior_energy,
    energy_distance,
    match_shares,
)
from .kliep import (
    KLIEP,
)
from .labels import (
    LabelInformation,
    lsqmi,
)
from .least_squares import (
    ContrastFit,
    KnownGram,
    fit_contrast,
    gaussian_overlap,
    penalized_solutions,
)
from .mmd import (
    median_distance,
    mmd2,
)
from .ratio_problem import (
    RatioProblem,
)
from .ratios import (
    RelativeDensityRatio,
    relative_importance,
    two_step_ratio,
)

__all__ = [
    "KLIEP",
    "ContrastFit",
    "DensityDifference",
    "KnownGram",
    "LabelInformation",
    "RatioProblem",
    "RelativeDensityRatio",
    "class_distances",
    "class_prior_energy",
    "difference_form",
    "energy_distance",
    "fit_contrast",
    "gaussian_overlap",
    "kl_ratio_divergence",
    "kliep_steps",
    "lsdd",
    "lsqmi",
    "match_shares",
    "median_distance",
    "mmd2",
    "penalized_solutions",
    "relative_importance",
    "relative_pearson",
    "two_step_ratio",
]
