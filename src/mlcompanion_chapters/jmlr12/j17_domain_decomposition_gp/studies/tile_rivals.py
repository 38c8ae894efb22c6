"""Park, Huang and Ding (2011), sections 6.5 and 6.6: sparse and piecewise rivals on whole maps.

Settles, with tile_meshes, fig6-fig7-sparse-rivals and fig8-fig9-local-rivals of chapter
jmlr12/17_domain_decomposition_gp. FIC learns inducing points and hyperparameters from 6,000 points;
PIC takes these, or those of the tiles. Times are processor seconds on one thread.
"""

from ..rivals import local_rows, sparse_rows

INDUCING = [50, 100, 150, 200, 300, 400]
#: Committee: points of a module, of a query; bags: their number and points; experts likewise.
LOCAL = {
    "BCM": [(100, 200), (300, 200), (600, 200)],
    "BGP": [(5, 700), (10, 700), (20, 900)],
    "L-BGP": [(9, 300), (25, 300), (64, 300)],
    "LPR": [(5, 50), (5, 100)],
}
MAPS = ("coast", "fault", "field")
SIZES = {"default": {"maps": MAPS}, "paper": {"maps": MAPS}}


def cases(maps):
    """A case for each map, method and setting."""
    sparse = [{"map": name, "method": "sparse", "a": m, "b": 0} for name in maps for m in INDUCING]
    local = [
        {"map": name, "method": method, "a": a, "b": b}
        for name in maps
        for method, settings in LOCAL.items()
        for a, b in settings
    ]
    return sparse + local


def run(case):
    """Scores and seconds."""
    if case["method"] == "sparse":
        return sparse_rows(case["map"], 0, case["a"])
    found = local_rows(case["map"], 0, case["method"], case["a"], case["b"])
    return {k: v for k, v in found.items() if k not in case}
