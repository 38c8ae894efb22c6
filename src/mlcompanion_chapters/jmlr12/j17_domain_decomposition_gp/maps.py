"""The maps of the chapter: the source's random field at its size, and two elevation maps.

Park, Huang and Ding (2011), section 6.1; the satellite data of ozone and clouds are not at hand,
and elevations stand in for both.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import load_terrain, make_gaussian_field
from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.tiles import Hyperparameters

__all__ = ["MESHES", "TRUTH", "MapData", "cut_holes", "make_map", "mesh_shape"]

#: The covariance that the field is drawn from, and its noise.
TRUTH = Hyperparameters(SquaredExponential(4 / np.sqrt(2), np.sqrt(8.0)), 4.0)
#: Points of each map: the source's ozone set has as many as are drawn of the fault.
SIZES = {"field": 63001, "fault": 48331, "clouds": 64800, "coast": 10920}
#: The source's numbers of tiles for some 57,000 training points, as rows and columns.
MESHES = {36: (6, 6), 56: (7, 8), 110: (10, 11), 156: (12, 13), 266: (14, 19), 638: (22, 29)}
#: Two more, for the bargain of error and time.
MORE = {80: (8, 10), 420: (20, 21)}


class MapData(NamedTuple):
    """Training and test points of a map; ``truth`` is the test points' field without noise."""

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray
    truth: np.ndarray


def _points(name, seed, rng):
    """Coordinates in steps of the grid, values, and values without noise where they are known."""
    if name == "field":
        field = make_gaussian_field(random_state=seed)
        return field.data, field.target, field.clean
    terrain = load_terrain("coast" if name == "coast" else "fault")
    rows, columns = terrain.shape
    places = np.indices((rows, columns)).reshape(2, -1).T.astype(float)
    heights = (terrain.target - terrain.target.mean()) / terrain.target.std()
    kept = rng.permutation(len(heights))[: SIZES[name]]
    return places[kept], heights[kept], heights[kept]


def make_map(name, seed, size=None):
    """Draw a map and split it, nine parts for training and one for testing.

    Parameters
    ----------
    name : {"field", "fault", "clouds", "coast"}
        The random field; the fault, at as many points as the source's map of ozone, or of clouds;
        the coast.
    seed : int
        Draws the field, the points of the fault and the split.
    size : int, optional
        Side of a smaller field, in the upper left corner.

    Returns
    -------
    MapData
        Heights are in units of their standard deviation, places in steps of the grid.
    """
    rng = np.random.default_rng([seed, 17])
    X, y, truth = _points(name, seed, rng)
    if size is not None:
        inside = (size > X).all(axis=1)
        X, y, truth = X[inside], y[inside], truth[inside]
    order = rng.permutation(len(X))
    test, train = np.split(order, [len(X) // 10])
    return MapData(X[train], y[train], X[test], y[test], truth[test])


def cut_holes(data, seed, n_holes=20, radius=(5.0, 8.0)):
    """Remove the training points of round holes; the test points stay.

    Returns
    -------
    MapData
    inside : ndarray of bool
        Which test points lie in a hole.
    """
    rng = np.random.default_rng([seed, 20])
    low = data.X.min(axis=0)
    high = data.X.max(axis=0)
    centers = rng.uniform(low, high, size=(n_holes, 2))
    radii = rng.uniform(*radius, size=n_holes)

    def covered(X):
        squares = ((X[:, None, :] - centers) ** 2).sum(axis=2)
        return (squares < radii**2).any(axis=1)

    kept = ~covered(data.X)
    return data._replace(X=data.X[kept], y=data.y[kept]), covered(data.X_test)


def mesh_shape(m, n):
    """Rows and columns of the mesh whose tiles have as many points as the source's m have.

    Parameters
    ----------
    m : int
        The source's number of tiles, for 56,701 training points.
    n : int
        Training points at hand.
    """
    known = {**MESHES, **MORE}
    rows, columns = known[m]
    scale = np.sqrt(n / (0.9 * SIZES["field"]))
    if scale > 0.8:
        return rows, columns
    return max(1, round(rows * scale)), max(1, round(columns * scale))
