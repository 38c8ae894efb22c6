"""Park, Huang and Ding (2011), sections 6.5 and 6.6: sparse and piecewise rivals on whole maps.

Settles, with tile_meshes, fig6-fig7-sparse-rivals and fig8-fig9-local-rivals of chapter
jmlr12/17_domain_decomposition_gp. FIC learns inducing points and hyperparameters from 6,000 points;
PIC takes these, or those of the tiles. The default takes corners of the larger maps. Times are
processor seconds on one thread.
"""

from ..rivals import local_rows, sparse_rows, stitched_rows

INDUCING = [50, 100, 150, 200, 300, 400]
TILES = [36, 56, 110, 156, 266, 638]
#: Committee: points of a module, of a query; bags: their number and points; experts likewise.
LOCAL = {
    "BCM": [(100, 200), (300, 200), (600, 200)],
    "BGP": [(5, 700), (10, 700), (20, 900)],
    "L-BGP": [(9, 300), (25, 300), (64, 300)],
    "LPR": [(5, 50), (5, 100)],
}
#: Sides of the maps' corners; 0 is the whole map.
CORNERS = {"coast": 0, "fault": 170, "field": 126}
WHOLE = {"coast": 0, "fault": 0, "field": 0}
SIZES = {"default": {"sides": CORNERS}, "paper": {"sides": WHOLE}}


def cases(sides):
    """A case for each map, method and setting."""
    settings = {"sparse": [(m, 0) for m in INDUCING], "DDM": [(m, 0) for m in TILES], **LOCAL}
    return [
        {"map": name, "side": side, "method": method, "a": a, "b": b}
        for name, side in sides.items()
        for method, some in settings.items()
        for a, b in some
    ]


def run(case):
    """Scores and seconds."""
    place = (case["map"], case["side"])
    if case["method"] == "sparse":
        return sparse_rows(*place, case["a"])
    if case["method"] == "DDM":
        return stitched_rows(*place, case["a"])
    return local_rows(*place, case["method"], case["a"], case["b"])
