"""Chen (2013), sections 4.4.2 and 4.4.3: two simulations over 50 draws, and mice for yeast.

Settles of chapter chen/04_structured_cca: fig42-groups, fig43-pursuit, eqtl-selection.

*groups* and *blocks*: one draw of Simulation 1 or 2, both models tuned by permutations.
*mice*: what three models keep of fatty acids and genes, for one seed of the permutations.
"""

from ..mice import selections
from ..simulations import block_draw, group_draw

SIZES = {
    "default": {"draws": 50, "seeds": 5, "permutations": 5},
    "paper": {"draws": 50, "seeds": 5, "permutations": 25},
}
RUN = {"groups": group_draw, "blocks": block_draw}


def cases(draws, seeds, permutations):
    """All draws of both simulations, and the mice."""
    every = {"groups": draws, "mice": seeds, "blocks": draws}
    return [
        {"experiment": kind, "seed": seed, "permutations": permutations}
        for kind, many in every.items()
        for seed in range(many)
    ]


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "mice":
        return selections(case["permutations"], case["seed"])
    return RUN[kind](case["seed"], case["permutations"])
