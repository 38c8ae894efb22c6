"""What stitching does beside the cuts, inside the tiles and in holes, by three corrections.

Settles own-equal-hyperparameters and own-bounded-correction of chapter
jmlr12/17_domain_decomposition_gp: the source's random field, with the covariance that it was drawn
from, judged against the field without noise. The default takes a corner of 126 by 126 points and
tiles of as many points as the source's; twenty holes there are a larger share of the map.
"""

from ..maps import MESHES
from ..protocols import true_rows

SIZES = {"default": {"seeds": 3, "side": 126}, "paper": {"seeds": 3, "side": 0}}


def cases(seeds, side):
    """A case for each field, mesh, and with and without holes."""
    return [
        {"seed": seed, "m": m, "holes": holes, "side": side}
        for seed in range(seeds)
        for m in sorted(MESHES, reverse=True)
        for holes in (0, 1)
    ]


def run(case):
    """A row for each correction."""
    return true_rows(case["seed"], case["m"], bool(case["holes"]), case["side"])
