"""Local and stitched processes on a corner of a map, without and with holes in the data.

Park, Huang and Ding (2011), section 6.4, Figure 5.
"""

from .maps import cut_holes, make_map
from .protocols import STITCHES, filled_mesh, fixed, judged, learnt

__all__ = ["hole_rows"]


def hole_rows(name, seed, m, side, holes):
    """Scores with piecewise hyperparameters, apart and stitched in two ways.

    Parameters
    ----------
    name : str
        A map.
    seed, m : int
        Draws the points and the holes; the source's number of tiles.
    side : int
        Side of the map's corner.
    holes : bool
        Cut twenty round holes of radius 2 to 4 out of the training points.

    Returns
    -------
    list of dict
        A row for each stitch: ``q`` 0 or 8, ``correction`` source or posterior.
    """
    data = make_map(name, seed, side)
    if holes:
        data, _ = cut_holes(data, seed, radius=(2.0, 4.0))
    mesh = filled_mesh(data, m)
    thetas, _ = learnt(mesh, data, True, seed)
    model, _ = fixed(mesh, thetas, data)
    return [
        {"q": q, "correction": kind, **judged(model.stitch(q, correction=kind), data)}
        for q, kind in STITCHES
    ]
