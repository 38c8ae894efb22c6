"""Park, Huang and Ding (2011), section 7.1: does the loop that refines a mesh come to an end?

Settles own-refinement-ends of chapter jmlr12/17_domain_decomposition_gp: five rounds on the random
field, the coast, and a corner of the fault.
"""

from ..refining import refinement_rows

CORNERS = {"coast": 0, "fault": 170, "field": 126}
SIZES = {"default": {"sides": CORNERS}, "paper": {"sides": CORNERS}}


def cases(sides):
    """A case for each map."""
    return [{"map": name, "side": side} for name, side in sides.items()]


def run(case):
    """A row for each round."""
    return refinement_rows(case["map"], case["side"])
