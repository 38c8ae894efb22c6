"""The data of Sugiyama (2016), chapter 35, and three ways to judge a direction found in them.

The listings of Figs 35.5 (two clouds without labels), 35.11 (two classes), 35.15 (two labels among
200 points), 35.17 (a curve over a plane) and 35.21 (a matrix with holes).
"""

import numpy as np

from mlcompanion._validation import check_rng

__all__ = [
    "CLOUDS",
    "angle_between",
    "angle_to_first_axis",
    "direction",
    "few_labels",
    "matrix_with_holes",
    "nearest_neighbour_error",
    "normal_cloud",
    "sine_plane",
    "threshold_error",
    "two_classes",
    "two_stripes",
]


def normal_cloud(n=100, random_state=None):
    """Points with standard deviations 2 and 1, centred; Fig. 35.5, its first data set."""
    rng = check_rng(random_state)
    X = rng.normal(size=(n, 2)) * [2.0, 1.0]
    return X - X.mean(axis=0)


def two_stripes(n=100, random_state=None):
    """Two clusters above each other, wider than they are apart; Fig. 35.5, its second data set.

    Parameters
    ----------
    n : int
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (n, 2)
        Centred.
    upper : ndarray of int, shape (n,)
        1 in the upper cluster.
    """
    rng = check_rng(random_state)
    across = 2 * rng.normal(size=n)
    upper = (rng.random(n) >= 0.5).astype(int)
    up = 2 * upper - 1 + rng.normal(size=n) / 3
    X = np.column_stack([across, up])
    return X - X.mean(axis=0), upper


def two_classes(split, n=100, random_state=None):
    """Two classes of unit normal clouds, centred; Fig. 35.11.

    Parameters
    ----------
    split : bool
        Whether the first class stands on both sides of the second, at -4 and 4 of 0; else the
        classes stand at -4 and 4.
    n : int
        A multiple of four.
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (n, 2)
    y : ndarray of int, shape (n,)
        1 and 2.
    """
    rng = check_rng(random_state)
    X = rng.normal(size=(n, 2))
    centres = (-4.0, 4.0, 0.0, 0.0) if split else (-4.0, -4.0, 4.0, 4.0)
    X[:, 0] += np.repeat(centres, n // 4)
    return X - X.mean(axis=0), np.repeat([1, 2], n // 2)


def few_labels(moved, random_state=None):
    """Two labelled points among 200 unlabelled ones; Fig. 35.15.

    Parameters
    ----------
    moved : bool or float
        How far the first labelled point is moved up; True: by 5.
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (202, 2)
    y : ndarray of int, shape (202,)
        1, 2, and -1 for the others.
    """
    rng = check_rng(random_state)
    labelled = 0.1 * rng.normal(size=(2, 2)) + [[3.0, 0.0], [-3.0, 0.0]]
    labelled[0, 1] += 5.0 * moved
    others = rng.normal(size=(200, 2)) * [1.0, 2.0]
    others[:, 0] += np.repeat([-3.0, 3.0], 100)
    return np.concatenate([labelled, others]), np.r_[1, 2, np.full(200, -1)]


def sine_plane(n=500, random_state=None):
    """Inputs uniform on [-10, 10]², the output sin(pi x1 / 10); Fig. 35.17."""
    X = check_rng(random_state).uniform(-10, 10, size=(n, 2))
    return X, np.sin(np.pi * X[:, 0] / 10)


def matrix_with_holes(random_state=None, shape=(20, 10), rank=3, seen=100):
    """A product of normal factors, and where it is observed; Fig. 35.21.

    Parameters
    ----------
    random_state : int, Generator or None
    shape : (int, int)
    rank : int
    seen : int
        Entries that are observed.

    Returns
    -------
    X : ndarray, shape (d1, d2)
    mask : ndarray of bool, shape (d1, d2)
    """
    rng = check_rng(random_state)
    X = rng.normal(size=(shape[0], rank)) @ rng.normal(size=(rank, shape[1]))
    return X, (rng.permutation(X.size) < seen).reshape(shape)


def _classes(split):
    return lambda n=100, random_state=None: two_classes(split, n, random_state)


def _cloud(n=100, random_state=None):
    return normal_cloud(n, random_state), np.zeros(n, dtype=int)


#: Points and groups by name, for pictures.
CLOUDS = {
    "one cloud": _cloud,
    "two stripes": two_stripes,
    "two classes": _classes(False),
    "split class": _classes(True),
}


def direction(angle):
    """The unit vector at an angle, in degrees, to the first axis."""
    return np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])


def angle_between(a, b):
    """Degrees between the lines along two vectors, from 0 to 90."""
    a, b = np.ravel(a), np.ravel(b)
    # by both parts: a cosine alone has no digits near 0
    across = a[0] * b[1] - a[1] * b[0]
    return float(np.degrees(np.arctan2(abs(across), abs(a @ b))))


def angle_to_first_axis(T):
    """Degrees between a line and the first axis."""
    return angle_between(T, [1.0, 0.0])


def threshold_error(z, truth):
    """Share of points on the wrong side of the best single threshold.

    Parameters
    ----------
    z : array_like, shape (n,) or (n, 1)
    truth : array_like of int, shape (n,)
        0 and 1; which of them is the upper side is left to the threshold.

    Returns
    -------
    float
    """
    truth = np.asarray(truth)[np.argsort(np.ravel(z), kind="stable")]
    # wrong with the first k points called 0 and the others 1
    below = np.concatenate([[0], np.cumsum(truth)])
    wrong = below + np.arange(len(truth), -1, -1) - (below[-1] - below)
    return float(min(wrong.min(), len(truth) - wrong.max()) / len(truth))


def nearest_neighbour_error(Z, y):
    """Share of points whose nearest other point is of another class."""
    Z = np.reshape(Z, (len(y), -1))
    gaps = ((Z[:, None] - Z) ** 2).sum(axis=2)
    np.fill_diagonal(gaps, np.inf)
    return float(np.mean(y[gaps.argmin(axis=1)] != y))
