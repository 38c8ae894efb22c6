"""Straight cuts of groups in the plane: the exclusive-or arrangement, and the page's knife."""

import numpy as np

from mlcompanion.trees import mixed_share, right_share, split_objective

__all__ = ["TOWNS", "cut", "search_cuts", "towns"]

SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
OPPOSITE = np.array([0, 1, 1, 0])
_RING = 2 * np.pi * (np.arange(8) + 0.5) / 8
#: Places of four and of eight towns.
TOWNS = {4: SQUARE, 8: 1.2 * np.column_stack([np.cos(_RING), np.sin(_RING)])}


def towns(k, per_town, seed, spread=0.2):
    """Points around four or eight places in the plane, and their towns."""
    labels = np.arange(k).repeat(per_town)
    rng = np.random.default_rng(seed)
    return TOWNS[k][labels] + spread * rng.normal(size=(len(labels), 2)), labels


def cut(X, labels, angle, offset):
    """Shares of the labels and what lies on the right of the line x cos a + y sin a = offset."""
    right = X @ [np.cos(angle), np.sin(angle)] > offset
    k_t = np.bincount(labels)
    return k_t / len(X), np.bincount(labels[right], minlength=len(k_t)) / k_t


def _balanced_and_pure(pi, P):
    p = right_share(pi, P)
    return int(np.sum((p >= 0.4) & (p <= 0.6) & (mixed_share(pi, P) <= 0.1)))


def _by_label(right, labels):
    """Shares of each label on the right, a row a cut; ``right`` has a column a cut."""
    kinds = np.unique(labels)
    return np.array([right[labels == label].mean(axis=0) for label in kinds]).T


def search_cuts(cuts, seed=0):
    """Measures of the exclusive-or claim: the four corners themselves, and a noisy version."""
    rng = np.random.default_rng(seed)
    masks = (np.arange(1, 15)[:, None] >> np.arange(4)) & 1
    # a line cuts off every set of corners but the two diagonals
    masks = masks[~((masks[:, 0] == masks[:, 3]) & (masks[:, 1] == masks[:, 2]))]
    P = _by_label(masks.T, OPPOSITE)
    pi = np.full(P.shape, 0.5)
    J = split_objective(pi, P)
    corner = np.arange(4).repeat(1000)
    X = SQUARE[corner] + 0.2 * rng.normal(size=(4000, 2))
    both, blobs = 0, 0.0
    for _ in range(cuts // 1000):
        angles = rng.uniform(0, 2 * np.pi, 1000)
        heights = X @ np.array([np.cos(angles), np.sin(angles)])
        right = heights > rng.uniform(-1.5, 1.5, 1000)
        by_corner = _by_label(right, corner)
        two = (by_corner[:, [0, 1]] + by_corner[:, [3, 2]]) / 2
        both += _balanced_and_pure(np.full(two.shape, 0.5), two)
        blobs = max(blobs, float(split_objective(np.full(by_corner.shape, 0.25), by_corner).max()))
    return {
        "best": float(J.max()),
        "both": _balanced_and_pure(pi, P),
        "two": float(J[masks.sum(axis=1) == 2].max()),
        "noisy": both,
        "blobs": blobs,
    }
