"""Park, Huang and Ding (2011), section 6.2, Figure 1: seams on a line of four pieces.

Settles fig1-seams-1d of chapter jmlr12/17_domain_decomposition_gp, on draws of a process in the
place of the set of 200 points that the source shows.
"""

from ..line import line_rows

SIZES = {"default": {"draws": 20}, "paper": {"draws": 20}}


def cases(draws):
    """One case for each draw."""
    return [{"seed": seed} for seed in range(draws)]


def run(case):
    """Jumps and distances of one draw."""
    return line_rows(case["seed"])
