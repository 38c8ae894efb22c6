"""Park, Huang and Ding (2011), sections 6.5 and 6.6: sparse and piecewise rivals on whole maps.

Settles, with tile_meshes, fig6-fig7-sparse-rivals and fig8-fig9-local-rivals of chapter
jmlr12/17_domain_decomposition_gp. FIC learns inducing points and hyperparameters from 6,000 points;
PIC takes these, or those of the tiles. The default takes corners of the coast and the field, and
fewer settings. Times are processor seconds on one thread.
"""

from ..rivals import local_rows, sparse_rows, stitched_rows

#: Inducing points; the source's tiles; for the committee points of a module and of a query, for
#: bags their number and points, for experts likewise.
FEW = {
    "sparse": [(50, 0), (200, 0)],
    "DDM": [(36, 0), (156, 0), (638, 0)],
    "BCM": [(300, 200)],
    "BGP": [(5, 700)],
    "L-BGP": [(9, 300)],
    "LPR": [(5, 50)],
}
MANY = {
    "DDM": [(m, 0) for m in (36, 56, 110, 156, 266, 638)],
    "sparse": [(m, 0) for m in (50, 100, 150, 200, 300, 400)],
    "BCM": [(m, 200) for m in (100, 150, 200, 250, 300, 600)],
    "BGP": [(5, 700), (10, 700), (20, 900), (30, 900)],
    "L-BGP": [(k, 300) for k in (9, 16, 25, 36, 49, 64)],
    "LPR": [(5, 50), (5, 100), (10, 100)],
}
#: Sides of the maps' corners; 0 is the whole map.
SIZES = {
    "default": {"sides": {"coast": 60, "field": 60}, "settings": FEW},
    "paper": {"sides": {"coast": 0, "fault": 0, "field": 0}, "settings": MANY},
}


def cases(sides, settings):
    """A case for each map, method and setting."""
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
