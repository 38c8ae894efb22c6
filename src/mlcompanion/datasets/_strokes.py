"""Pictures drawn from the path of a pen."""

import numpy as np

from .._validation import check_array, check_count

__all__ = ["stroke_images"]


def stroke_images(coordinates, side=16, cells=None):
    """Draw the path of a pen as straight strokes on a grid.

    Parameters
    ----------
    coordinates : array_like, shape (n, 2 k)
        k points of each path, x and y in turn, from 0 to 100: rows of :func:`load_penbased`.
    side : int
        Pixels of the grid, along each axis.
    cells : int, optional
        Add up square blocks so that this many are left along each axis; it divides ``side``.
        Default: no blocks.

    Returns
    -------
    ndarray, shape (n, cells ** 2)
        How many pixels of each cell the pen has met, the top row first.

    Notes
    -----
    Cost: O(n k side). A reconstruction: how the bitmaps of the pen digits' views STA4, STA8 and
    STA16 were drawn is not published in full.

    Examples
    --------
    >>> stroke_images([[0, 0, 100, 0]], side=4).reshape(4, 4)[-1]
    array([1., 1., 1., 1.])
    """
    coordinates = check_array(coordinates, "coordinates", ndim=2, min_rows=1, low=0, high=100)
    if coordinates.shape[1] < 4 or coordinates.shape[1] % 2:
        raise ValueError(
            f"coordinates must hold two or more points a row, got shape {coordinates.shape}"
        )
    side = check_count(side, "side", low=1)
    cells = side if cells is None else check_count(cells, "cells", low=1)
    if side % cells:
        raise ValueError(f"cells must divide side, got {cells} and {side}")
    n = len(coordinates)
    points = coordinates.reshape(n, -1, 2)
    along = np.linspace(0, 1, 2 * side + 1)[:, None, None, None]  # steps of half a cell at most
    path = (1 - along) * points[:, :-1] + along * points[:, 1:]
    column, row = np.minimum(path * side / 100, side - 1).astype(int).transpose(3, 0, 1, 2)
    images = np.zeros((n, side, side))
    # rows of a picture count downwards, the pen's upwards
    images[np.broadcast_to(np.arange(n)[:, None], row.shape), side - 1 - row, column] = 1
    block = side // cells
    return images.reshape(n, cells, block, cells, block).sum(axis=(2, 4)).reshape(n, -1)
