"""Cutting a column of numbers where the classes change: what turns it into items."""

from itertools import pairwise

import numpy as np
from scipy.special import xlogy

__all__ = []


def _entropies(counts):
    """Entropy in bits of the classes in each row of counts; 0 for a row of none."""
    totals = counts.sum(axis=-1)
    sums = xlogy(counts, counts).sum(axis=-1)
    return (xlogy(totals, totals) - sums) / np.where(totals > 0, totals, 1) / np.log(2)


def _best_cut(values, below):
    """Where to cut sorted values, or None if that costs more bits than it saves.

    ``below[i]`` counts the classes of the first i of them. The criterion is Fayyad and Irani's
    (1993): the place of the cut and the classes of both parts have to be told as well.
    """
    n = len(values)
    places = np.flatnonzero(values[1:] > values[:-1]) + 1
    if len(places) == 0:
        return None
    whole = below[-1] - below[0]
    left = below[places] - below[0]
    right = whole - left
    of_left = _entropies(left)
    of_right = _entropies(right)
    after = (places * of_left + (n - places) * of_right) / n
    best = int(np.argmin(after))
    before = float(_entropies(whole))
    classes = [np.count_nonzero(counts) for counts in (whole, left[best], right[best])]
    told = classes[0] * before - classes[1] * of_left[best] - classes[2] * of_right[best]
    cost = (np.log2(n - 1) + np.log2(3.0 ** classes[0] - 2) - told) / n
    return places[best] if before - after[best] > cost else None


def class_cuts(x, codes, n_classes):
    """Values between which a column's classes differ, by minimum description length.

    Parameters
    ----------
    x : ndarray, shape (n,)
    codes : ndarray of int, shape (n,)
    n_classes : int

    Returns
    -------
    ndarray
        Rising; none if the column tells nothing. A cut lies midway between two values, and
        belongs to the lower part.

    Notes
    -----
    Cost: O(n log n + d n c) time for depth d and c classes, O(n c) memory.
    """
    order = np.argsort(x, kind="stable")
    values = x[order]
    hits = codes[order][:, None] == np.arange(n_classes)
    below = np.vstack([np.zeros(n_classes, dtype=np.int64), np.cumsum(hits, axis=0)])
    cuts = []
    waiting = [(0, len(x))]
    while waiting:
        start, stop = waiting.pop()
        place = _best_cut(values[start:stop], below[start : stop + 1])
        if place is None:
            continue
        place += start
        low = values[place - 1]
        high = values[place]
        middle = low / 2 + high / 2
        # of neighbouring numbers the middle may round to the upper one
        cuts.append(middle if low <= middle < high else low)
        waiting += [(start, place), (place, stop)]
    return np.sort(np.array(cuts, dtype=float))


def _told_apart(cuts):
    """The cuts as text, with as many digits as tell them apart."""
    for digits in range(3, 18):
        words = [f"{cut:.{digits}g}" for cut in cuts]
        if len(set(words)) == len(words):
            break
    return words


def range_names(name, cuts):
    """Names of the ranges into which cuts divide a column."""
    if len(cuts) == 0:
        return []
    words = _told_apart(cuts)
    inner = [f"{a} < {name} <= {b}" for a, b in pairwise(words)]
    return [f"{name} <= {words[0]}", *inner, f"{name} > {words[-1]}"]


def range_items(X, cuts):
    """Which range each number lies in, as 0/1 columns; a column without cuts gives none."""
    parts = [np.zeros((len(X), 0), dtype=bool)]
    for x, edges in zip(X.T, cuts):
        if len(edges):
            place = np.searchsorted(edges, x, side="left")
            parts.append(place[:, None] == np.arange(len(edges) + 1))
    return np.hstack(parts)
