"""Judging a mesh: seams, error estimates, the bargain of error and time; and refining it.

Park, Huang and Ding (2011), sections 6.1, 6.3 and 7.1.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_has, check_instance, check_real

from .boundary import control_points
from .mesh import TileMesh

__all__ = ["boundary_mismatch", "marginal_loss", "refine_mesh", "tile_errors"]


def boundary_mismatch(model, n_points=32):
    """Mean squared difference of the predictions of both tiles along all faces (MSM).

    Parameters
    ----------
    model : object
        A fitted model of tiles: it has ``mesh_`` and ``predict_from(tile, X)``.
    n_points : int
        Points on each face, along each of its axes. They lie between the control points, where the
        match is worst, unless their number is an odd multiple of the control points'.

    Returns
    -------
    float
        In squared units of the targets; 0 if there is one tile.

    Raises
    ------
    TypeError
        If the model does not tell the predictions of its tiles.

    Notes
    -----
    Cost: a prediction for each point and side. Source: Park, Huang and Ding (2011), section 6.1.
    """
    check_has(model, "model", "predict_from")
    mesh = check_instance(model.mesh_, "model", TileMesh)
    n_points = check_count(n_points, "n_points", low=1)
    at = {tile: [] for tile in range(mesh.n_tiles)}
    faces = mesh.faces()
    for face in faces:
        points = control_points(face, n_points)
        at[face.first].append(points)
        at[face.second].append(points)
    # one call a tile: a call a face would factor nothing, but check everything twice
    found = {
        tile: iter(np.split(model.predict_from(tile, np.concatenate(some)), len(some)))
        for tile, some in at.items()
        if some
    }
    gaps = [next(found[face.first]) - next(found[face.second]) for face in faces]
    return float(np.mean(np.square(gaps))) if gaps else 0.0


def tile_errors(model, n_points=5):
    r"""The integral of the predictive variance over each tile, :math:`\hat\eta_j`.

    Parameters
    ----------
    model : object
        A fitted model of tiles, with ``mesh_`` and ``predict_from(tile, X, return_std=True)``.
    n_points : int
        Points along each axis of each cell.

    Returns
    -------
    ndarray, shape (n_tiles,)
        In squared units of the targets times the volume of a tile.

    Notes
    -----
    The source adds the variances at as many points in every tile; the mean of them times the
    volume lets tiles of different size be compared. Source: Park, Huang and Ding (2011), section
    7.1.
    """
    check_has(model, "model", "predict_from")
    mesh = check_instance(model.mesh_, "model", TileMesh)
    shares = (np.arange(check_count(n_points, "n_points", low=1)) + 0.5) / n_points
    errors = np.zeros(mesh.n_tiles)
    for cell, tile in np.ndenumerate(mesh.labels):
        lows = np.array([cuts[k] for cuts, k in zip(mesh.cuts, cell)])
        sides = np.array([cuts[k + 1] for cuts, k in zip(mesh.cuts, cell)]) - lows
        grid = np.stack(np.meshgrid(*[shares] * len(sides), indexing="ij"), axis=-1)
        points = lows + grid.reshape(-1, len(sides)) * sides
        deviation = model.predict_from(tile, points, return_std=True)[1]
        errors[tile] += np.mean(deviation**2) * np.prod(sides)
    return errors


def refine_mesh(mesh, errors, share=0.2):
    """Halve the tiles with the largest errors: one round of the error-balancing strategy.

    Parameters
    ----------
    mesh : TileMesh
    errors : array_like, shape (n_tiles,)
        Not negative.
    share : float
        Share of the tiles that are halved, in (0, 1]; at least one tile is.

    Returns
    -------
    TileMesh

    Raises
    ------
    ValueError
        If there is not one error a tile.

    Notes
    -----
    Ties are broken by the order of the tiles. Source: Park, Huang and Ding (2011), section 7.1.
    """
    check_instance(mesh, "mesh", TileMesh)
    errors = check_array(errors, "errors", shape=(mesh.n_tiles,), low=0)
    share = check_real(share, "share", low=0, high=1, open_low=True)
    count = max(1, int(share * mesh.n_tiles))
    return mesh.split(np.argsort(-errors, kind="stable")[:count])


def marginal_loss(errors, seconds, sizes):
    r"""How much error each mesh size gives up for a second saved (*marginal MSE loss*).

    .. math:: \max\Bigl\{0,\frac{e(B)-e(B^*)}{1+t(B^*)-t(B)}\Bigr\},
        \quad\text{added for the largest and the smallest }B^*.

    Parameters
    ----------
    errors : array_like, shape (k,)
        Mean squared errors e.
    seconds : array_like, shape (k,)
        Times t.
    sizes : array_like, shape (k,)
        Points a tile, B.

    Returns
    -------
    ndarray, shape (k,)
        Infinite where a denominator is zero and the errors differ.

    Raises
    ------
    ValueError
        If the lengths differ.

    Notes
    -----
    One second stands in the denominator, so that other units of time give another order. Against
    the smallest size both differences are negative as a rule, and the quotient changes its sign
    where a run takes just a second longer. Source: Park, Huang and Ding (2011), section 6.3.
    """
    errors = check_array(errors, "errors", ndim=1, min_rows=1, low=0)
    seconds = check_array(seconds, "seconds", shape=errors.shape, low=0)
    sizes = check_array(sizes, "sizes", shape=errors.shape, low=0)
    total = np.zeros(len(errors))
    for best in (np.argmax(sizes), np.argmin(sizes)):
        gained = errors - errors[best]
        saved = 1 + seconds[best] - seconds
        with np.errstate(divide="ignore", invalid="ignore"):
            quotient = np.where(gained == 0, 0.0, gained / saved)
        total += np.maximum(quotient, 0.0)
    return total
