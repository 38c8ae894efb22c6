"""Park, Huang and Ding (2011), sections 6.3 and 6.4: meshes from 36 to 638 tiles.

Settles fig3-mesh-size, fig4-stationary and fig4-nonstationary of chapter
jmlr12/17_domain_decomposition_gp. The random field has the source's size; elevations stand in for
its two satellite maps. Piecewise and common hyperparameters are learnt from at most 200 points of a
tile, in at most 20 steps. Times are processor seconds on one thread; run it with one worker.
"""

from ..protocols import mesh_rows

TILES = [36, 56, 110, 156, 266, 638]
FURTHER = [80, 420]  # for the bargain of error and time
FEW = {"coast": 1, "field": 1}
DRAWS = {"coast": 1, "field": 3, "fault": 1, "clouds": 3, "clouds holes": 3}
SIZES = {"default": {"draws": FEW}, "paper": {"draws": DRAWS}}


def cases(draws):
    """A case for each map, draw and mesh: first draws and small tiles first."""
    return [
        {"map": name, "seed": seed, "m": m}
        for seed in range(max(draws.values()))
        for name in draws
        for m in sorted(TILES + FURTHER * (seed == 0 and "clouds" not in name), reverse=True)
        if seed < draws[name]
    ]


def run(case):
    """Six rows: apart and two stitches, common and piecewise hyperparameters."""
    return mesh_rows(case["map"], case["seed"], case["m"])
