"""Images made of a few features that are present or absent (Griffiths and Ghahramani 2011)."""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_feature_images", "make_scenes"]

_BARS = """
.#.... ...### ...... ......
###... ...#.# ...... ......
.#.... ...### ...... ......
...... ...... #..... ...###
...... ...... ##.... ....#.
...... ...... ###... ....#.
"""


def _pictures(text):
    rows = [line.split() for line in text.split("\n") if line]
    return np.array([[c == "#" for row in rows for c in row[k]] for k in range(4)], dtype=float)


def make_feature_images(n=100, sigma=0.5, *, random_state=None):
    """Images of 6 x 6 pixels: four figures, each present with probability 1/2, plus noise.

    The paper draws its figures without naming their pixels (Figure 8); these are a plus sign, a
    box, a triangle and a T, with weight 1.

    Parameters
    ----------
    n : int
        Number of images.
    sigma : float
        Standard deviation of the noise.
    random_state : int, Generator or None

    Returns
    -------
    Bunch
        ``data`` (n, 36), ``Z`` (n, 4) of bool, ``features`` (4, 36), ``shape`` (6, 6).
    """
    n = check_count(n, "n", low=1)
    rng = check_rng(random_state)
    sigma = check_real(sigma, "sigma", low=0)
    features = _pictures(_BARS)
    Z = rng.random((n, 4)) < 0.5
    data = Z @ features + sigma * rng.standard_normal((n, 36))
    return Bunch(data=data, Z=Z, features=features, shape=(6, 6))


def make_scenes(n=100, *, random_state=None):
    """Pictures of 24 x 32 pixels: four objects on a table, each there with probability 1/2.

    They stand in for the paper's photographs (Figure 9): each object stands up to one pixel beside
    its place, and the noise has standard deviation 0.05.

    Parameters
    ----------
    n : int
        Number of pictures.
    random_state : int, Generator or None

    Returns
    -------
    Bunch
        ``data`` (n, 768), ``Z`` (n, 4) of bool, ``features`` (4, 768), ``shape`` (24, 32).
    """
    n = check_count(n, "n", low=1)
    rng = check_rng(random_state)
    shape = (24, 32)
    objects = _objects(shape)
    Z = rng.random((n, 4)) < 0.5
    data = 0.05 * rng.standard_normal((n, *shape))
    for i in range(n):
        shifts = rng.integers(-1, 2, size=(4, 2))
        for k in np.flatnonzero(Z[i]):
            data[i] += np.roll(objects[k], shifts[k], axis=(0, 1))
    features = np.array([item.ravel() for item in objects])
    return Bunch(data=data.reshape(n, -1), Z=Z, features=features, shape=shape)


def _objects(shape):
    """A disc, a box, a cone and a cup, each in its own quarter of the picture."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    disc = (y - 6) ** 2 + (x - 7) ** 2 <= 16
    box = (abs(y - 6) <= 3) & (abs(x - 24) <= 4)
    cone = (y >= 14) & (y <= 21) & (abs(x - 7) <= (y - 13) / 2)
    cup = (abs(y - 18) <= 3) & (abs(x - 24) <= 4) & ~((abs(x - 24) <= 2) & (y <= 19))
    return [item.astype(float) for item in (disc, box, cone, cup)]
