"""Two maps of the same smooth edge from equally many labels: dives at random, and dives chosen.

The labels of Wang (2011) come without a story; here a label is a dive in a bay of 1 km by 1 km, +1
for seagrass at and above the edge, -1 for sand below it, told wrong at a constant rate.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_in, check_rng
from mlcompanion.learning_theory import fit_smooth_boundary, line_sampler

__all__ = ["MeadowMap", "draw_map", "edge"]

# of the grid on which maps are made
COLUMNS = 32
CELLS = 64


class MeadowMap(NamedTuple):
    """Dives ``points`` (n, 2) and their ``labels``; the map ``height`` at ``x``; km^2 ``wrong``."""

    points: np.ndarray
    labels: np.ndarray
    x: np.ndarray
    height: np.ndarray
    wrong: float


def edge(x):
    """Where the seagrass begins, in km from the shore, at ``x`` km along it."""
    return 0.5 + 0.2 * np.sin(2 * np.pi * np.asarray(x))


def _gains(points, labels):
    """Labels that are right if the edge passes a column at a height, shape (COLUMNS, CELLS + 1)."""
    column, cell = (points * [COLUMNS, CELLS]).astype(int).T
    grass, sand = np.zeros((2, COLUMNS, CELLS))
    np.add.at(grass, (column, cell), labels > 0)
    np.add.at(sand, (column, cell), labels < 0)
    right = np.zeros((COLUMNS, CELLS + 1))
    right[:, 1:] = np.cumsum(sand - grass, axis=1)
    return right + grass.sum(axis=1, keepdims=True)


def draw_map(kind, n_dives, flip=0.1, n_lines=12, random_state=None):
    """Buy labels and draw the edge.

    Parameters
    ----------
    kind : {"random", "lines"}
        Dives anywhere, and the smooth boundary with the most right labels (second derivative at
        most 16); or noisy halving on lines away from the shore, joined by straight pieces.
    n_dives : int
    flip : float
        Rate of wrong labels, below 1/2.
    n_lines : int
    random_state : int or Generator, optional

    Returns
    -------
    MeadowMap
    """
    rng = check_rng(random_state)
    asked = []
    told = []

    def dive(points):
        right = np.where(points[:, 1] >= edge(points[:, 0]), 1, -1)
        labels = np.where(rng.random(len(points)) < flip, -right, right)
        asked.append(points)
        told.append(labels)
        return labels

    if check_in(kind, "kind", {"random", "lines"}) == "random":
        points = rng.random((n_dives, 2))
        steps, _ = fit_smooth_boundary(_gains(points, dive(points)), bend=1, max_slope=4)
        x = (np.arange(COLUMNS) + 0.5) / COLUMNS
        height = steps / CELLS
    else:
        x, height = line_sampler(dive, n_dives, n_lines, CELLS, 0.5 - flip)
    fine = np.linspace(0, 1, 1001)
    wrong = float(np.mean(np.abs(np.interp(fine, x, height) - edge(fine))))
    return MeadowMap(np.vstack(asked), np.concatenate(told), x, height, wrong)
