"""Park, Huang and Ding (2011), section 6.2, Figure 2: degrees of freedom and control points.

Settles fig2-control-points of chapter jmlr12/17_domain_decomposition_gp on the source's random
field at its size, 156 tiles; beside it the fault with as many points as its map of ozone.
"""

from ..protocols import control_rows

SIZES = {"default": {"maps": ("field", "fault")}, "paper": {"maps": ("field", "fault")}}


def cases(maps):
    """One case for each map."""
    return [{"map": name, "seed": 0} for name in maps]


def run(case):
    """A row for each pair of p and q."""
    return control_rows(case["map"], case["seed"])
