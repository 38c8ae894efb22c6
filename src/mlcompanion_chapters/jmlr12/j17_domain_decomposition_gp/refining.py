"""The loop that is to balance the errors of tiles, run for some rounds.

Park, Huang and Ding (2011), section 7.1.
"""

import numpy as np

from mlcompanion.gp.tiles import rectangle_mesh, refine_mesh, tile_errors

from .maps import make_map
from .protocols import N_CONTROL, fixed, learnt

__all__ = ["refinement_rows"]


def refinement_rows(name, side, n_rounds=5):
    """Sum of the error estimates and test error, round by round.

    Parameters
    ----------
    name : str
        A map.
    side : int
        Side of its corner; 0 is the whole map.
    n_rounds : int

    Returns
    -------
    list of dict
        A row for the first mesh and for each round: ``tiles``, ``eta``, ``mse``; and one, with
        ``round`` -1, for a regular mesh with at least as many tiles as the last.
    """
    data = make_map(name, 0, side or None)
    mesh = rectangle_mesh(data.X, 4)
    (theta, *_), _ = learnt(mesh, data, False, 0)
    rows = []
    for k in range(n_rounds + 1):
        mesh = mesh.merged([len(members) for members in mesh.members(data.X)])
        model, mse = _stitched(mesh, theta, data)
        errors = tile_errors(model)
        rows.append({"round": k, "tiles": mesh.n_tiles, "eta": errors.sum(), "mse": mse})
        if k < n_rounds:
            mesh = refine_mesh(mesh, errors)
    regular = rectangle_mesh(data.X, int(np.ceil(np.sqrt(mesh.n_tiles))))
    _, mse = _stitched(regular, theta, data)
    rows.append({"round": -1, "tiles": regular.n_tiles, "eta": -1.0, "mse": mse})
    return rows


def _stitched(mesh, theta, data):
    model, _ = fixed(mesh, [theta] * mesh.n_tiles, data)
    model.stitch(N_CONTROL)
    return model, np.mean((model.predict(data.X_test) - data.y_test) ** 2)
