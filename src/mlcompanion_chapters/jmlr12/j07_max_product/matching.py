"""Matching the points of two shapes (section 7.3.1): random points, and outlines of digits."""

import numpy as np
from scipy.ndimage import label, zoom

from mlcompanion.datasets import load_mnist_5k
from mlcompanion.graphical.messages import expected_steps

from .potentials import loop_case

N_NODES = 10
#: Steps around a pixel, clockwise from the left.
AROUND = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))


def distances(points):
    """Euclidean distances between points of the plane."""
    return np.linalg.norm(points[:, None] - points, axis=2)


def potentials_of(template, target):
    """Scores of a closed loop: the closer two distances, the better (McAuley et al. 2008)."""
    between = distances(target)
    wanted = distances(template)
    places = np.arange(len(template))
    near = -((wanted[places, np.roll(places, -1)][:, None, None] - between) ** 2)
    far = -((wanted[places, np.roll(places, -2)][:, None, None] - between) ** 2)
    return near, far


def points_case(n, seed):
    """Ten template points, found again with noise among n random points."""
    rng = np.random.default_rng([seed, n])
    target = rng.random((n, 2))
    template = target[rng.permutation(n)[:N_NODES]] + 0.01 * rng.normal(size=(N_NODES, 2))
    return loop_case(*potentials_of(template, target))


def boundary(shape):
    """Pixels around the largest part of a silhouette, in order (Moore's tracing)."""
    parts, _ = label(shape, np.ones((3, 3)))
    shape = np.pad(parts == 1 + np.bincount(parts[parts > 0]).argmax() - 1, 1)
    first = tuple(np.argwhere(shape)[0])
    here = first
    came = 0
    line = [first]
    while True:
        for turn in range(8):
            side = (came + turn) % 8
            step = AROUND[side]
            there = (here[0] + step[0], here[1] + step[1])
            if shape[there]:
                break
        else:  # a single pixel
            return np.array(line, dtype=float)
        # from there, begin to look behind the pixel that was empty last
        came = (side + 5) % 8
        if there == first and len(line) > 2:
            return np.array(line, dtype=float)
        line.append(there)
        here = there


def outline(image, n):
    """n points at equal steps along the outline of an image, in a square of side 1."""
    line = boundary(zoom(image, 4, order=1) > image.max() / 2)
    closed = np.vstack([line, line[:1]])
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    at = along[-1] * np.arange(n) / n
    points = np.column_stack([np.interp(at, along, axis) for axis in closed.T])
    return points / (4 * len(image))


def digit_pair(seed):
    """Two images of one digit."""
    digits = load_mnist_5k()
    rng = np.random.default_rng(seed)
    chosen = rng.choice(np.flatnonzero(digits.target == seed % 10), 2, replace=False)
    return digits.data[chosen].reshape(2, 28, 28)


def outline_case(n, seed):
    """Ten points of one digit's outline against n of another's."""
    first, second = digit_pair(seed)
    return loop_case(*potentials_of(outline(first, N_NODES), outline(second, n)))


def ratio_to_expected(per_inner, n):
    """Products per inner product over twice Equation 19."""
    return per_inner / (2 * expected_steps(n))
