"""What bounds a tail or an expectation."""

from .concentration import (
    bennett,
    bennett_h,
    bennett_log_mgf,
    bennett_t,
    bernstein,
    bernstein_g,
    hoeffding,
    hoeffding_log_mgf,
    hoeffding_t,
    radius,
    sample_size,
)
from .expectation_inequalities import Sides, holder, jensen, kantorovich, minkowski
from .inequalities import (
    TailBound,
    cantelli,
    chebyshev,
    chebyshev_interval,
    chernoff,
    chernoff_t,
    markov,
    union_bound,
)

__all__ = [
    "Sides",
    "TailBound",
    "bennett",
    "bennett_h",
    "bennett_log_mgf",
    "bennett_t",
    "bernstein",
    "bernstein_g",
    "cantelli",
    "chebyshev",
    "chebyshev_interval",
    "chernoff",
    "chernoff_t",
    "hoeffding",
    "hoeffding_log_mgf",
    "hoeffding_t",
    "holder",
    "jensen",
    "kantorovich",
    "markov",
    "minkowski",
    "radius",
    "sample_size",
    "union_bound",
]
