"""Park, Huang and Ding (2011), section 6.4, Figure 5: a map without and with holes.

Settles fig5-holes of chapter jmlr12/17_domain_decomposition_gp on a corner of the elevations;
the holes are smaller in proportion. The whole map at the source's size is among the cases of
tile_meshes.
"""

from ..holes import hole_rows
from ..maps import MESHES

SIZES = {"default": {"seeds": 1, "side": 120}, "paper": {"seeds": 3, "side": 344}}


def cases(seeds, side):
    """A case for each draw, mesh, and with and without holes."""
    return [
        {"seed": seed, "m": m, "holes": holes, "side": side}
        for seed in range(seeds)
        for m in sorted(MESHES, reverse=True)
        for holes in (0, 1)
    ]


def run(case):
    """A row apart, a row for each of two stitches."""
    return hole_rows("clouds", case["seed"], case["m"], case["side"], bool(case["holes"]))
