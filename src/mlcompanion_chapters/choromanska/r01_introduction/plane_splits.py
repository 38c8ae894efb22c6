"""Straight splits of four groups in the plane: Choromanska (2014), Figure 1.2."""

import numpy as np
from scipy.special import entr

__all__ = [
    "DIAGONAL",
    "VERTICAL",
    "best_split",
    "entropy_of",
    "figure_splits",
    "four_groups",
    "share",
    "two_levels",
]

#: Splits as angle of the normal and offset: the line x cos(a) + y sin(a) = b.
VERTICAL = (0.0, 0.5)
DIAGONAL = (-np.pi / 4, 0.0)
ANGLES = np.linspace(-np.pi / 2, np.pi / 2, 24, endpoint=False)
OFFSETS = np.linspace(-1.2, 1.7, 59)


def four_groups(samples, rng):
    """Points around the corners of the unit square with deviation 0.1, and their corners."""
    labels = rng.integers(4, size=samples)
    corners = np.column_stack([labels % 2, labels // 2])
    return corners + 0.1 * rng.normal(size=(samples, 2)), labels


def side(X, split):
    """Whether points lie above a split."""
    angle, offset = split
    return X @ [np.cos(angle), np.sin(angle)] > offset


def share(X, split):
    """Share of the points above a split."""
    return float(np.mean(side(X, split)))


def _counts(X, labels):
    """Classes above every line of the grid, shape (angles, offsets, 4)."""
    heights = X @ np.array([np.cos(ANGLES), np.sin(ANGLES)])
    counts = np.empty((len(ANGLES), len(OFFSETS), 4))
    for k in range(4):
        for a in range(len(ANGLES)):
            own = np.sort(heights[labels == k, a])
            counts[a, :, k] = len(own) - np.searchsorted(own, OFFSETS, side="right")
    return counts


def entropy_of(above, below):
    """Entropy of the classes in bits, weighted by the sizes of the two sides."""
    total = 0.0
    for part in (above, below):
        size = part.sum(axis=-1, keepdims=True)
        p = np.divide(part, size, out=np.zeros_like(part), where=size > 0)
        total = total + size[..., 0] * entr(p).sum(axis=-1) / np.log(2)
    return total / (above.sum(axis=-1) + below.sum(axis=-1))


def best_split(X, labels, by="entropy"):
    """The line of the grid with the least weighted entropy, or the fewest majority errors."""
    above = _counts(X, labels)
    below = np.bincount(labels, minlength=4) - above
    if by == "entropy":
        cost = entropy_of(above, below.astype(float))
    else:
        cost = len(X) - above.max(axis=-1) - below.max(axis=-1)
    a, b = np.unravel_index(cost.argmin(), cost.shape)
    return float(ANGLES[a]), float(OFFSETS[b])


def _majority(labels):
    return np.bincount(labels, minlength=4).argmax()


def two_levels(X, labels, fresh, truth, first):
    """Error on fresh points below a first split, each side split once more, leaves by majority."""
    predicted = np.empty(len(truth), int)
    for half in (False, True):
        here, there = side(X, first) == half, side(fresh, first) == half
        second = best_split(X[here], labels[here], by="errors")
        for quarter in (False, True):
            inside = side(X[here], second) == quarter
            leaf = _majority(labels[here][inside]) if inside.any() else _majority(labels[here])
            reached = np.flatnonzero(there)[side(fresh[there], second) == quarter]
            predicted[reached] = leaf
    return float(np.mean(predicted != truth))


def figure_splits(seed, samples=2000):
    """Shares and errors of the vertical, the diagonal and the freely chosen split: one draw."""
    rng = np.random.default_rng(seed)
    X, labels = four_groups(samples, rng)
    fresh, truth = four_groups(samples, rng)
    free = best_split(X, labels)
    found = {}
    for name, split in (("green", VERTICAL), ("red", DIAGONAL), ("free", free)):
        found[f"p_{name}"] = share(X, split)
        found[f"err_{name}"] = two_levels(X, labels, fresh, truth, split)
    return found
