"""Partial rankings: what a chain is, and how a collection of them is kept.

Ukkonen (2011), section 2.1. A chain orders some of m items and says nothing of the others. The
items are numbers from 0; a collection is one matrix of items, padded with -1 where a chain ends.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_list,
    check_rng,
    read_only,
)

__all__ = ["Chains"]


class Chains:
    """Partial rankings of ``n_items`` items: each puts two or more items into an order.

    Parameters
    ----------
    sequences : list of sequences of int, or array_like of int, shape (n, l_max)
        Each chain's items, the first one first. Of a matrix, -1 fills the rows of shorter chains.
    n_items : int, optional
        ``m``; items are 0 to m - 1. Default: one more than the largest item.

    Attributes
    ----------
    items : ndarray of int, shape (n, l_max)
        Padded with -1.
    lengths : ndarray of int, shape (n,)
        Items of each chain.
    n_items : int

    Raises
    ------
    ValueError
        If a chain repeats an item, has fewer than two, or an item outside the range.

    Notes
    -----
    Neither array can be written to. Indexed by a whole number, a collection gives that chain's
    items; by a slice, a mask or an array of numbers, a collection of these chains.
    Cost: O(n l log l) for the checks; memory O(n l_max). Source: Ukkonen (2011), section 2.1.

    Examples
    --------
    >>> D = Chains([[0, 3, 4], [1, 2]])
    >>> len(D), D.n_items, D.lengths.tolist(), D[1].tolist()
    (2, 5, [3, 2], [1, 2])
    """

    def __init__(self, sequences, n_items=None):
        items = _padded(sequences)
        held = items >= 0
        if n_items is None:
            n_items = int(items.max()) + 1
        m = check_count(n_items, "n_items", low=2)
        if items.max() >= m:
            raise ValueError(
                f"sequences must hold items from 0 to {m - 1} for n_items={m}, got {items.max()}"
            )
        lengths = held.sum(axis=1)
        short = np.flatnonzero(lengths < 2)
        if short.size:
            raise ValueError(
                f"sequences must hold chains of at least 2 items, chain {short[0]} "
                f"has {lengths[short[0]]}"
            )
        ordered = np.sort(items, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
        if twice.any():
            row, place = np.argwhere(twice)[0]
            raise ValueError(
                f"sequences must hold each item once a chain, chain {row} "
                f"repeats item {ordered[row, place]}"
            )
        self.items = items[:, : lengths.max()].copy()  # the caller keeps the own array
        self.lengths = lengths
        self.n_items = m
        read_only(self.items, self.lengths)

    @classmethod
    def from_scores(cls, scores, *, descending=True, random_state=None):
        """Chains from numbers: each row orders the columns that have one.

        Parameters
        ----------
        scores : array_like, shape (n, m)
            NaN where a row says nothing of an item.
        descending : bool
            Whether the largest score comes first.
        random_state : int, Generator, RandomState or None
            Orders equal scores at random; None leaves the earlier column first.

        Returns
        -------
        Chains

        Raises
        ------
        ValueError
            If a row has fewer than two numbers, or an infinite one.

        Notes
        -----
        Cost O(n m log m).
        """
        scores = _scores(scores)
        order = -scores if check_flag(descending, "descending") else scores
        known = np.isfinite(scores)
        columns = np.arange(scores.shape[1])
        if random_state is None:
            ties = np.broadcast_to(columns, scores.shape)
        else:
            ties = check_rng(random_state).random(scores.shape)
        places = np.lexsort((ties, order), axis=1)  # NaN comes last
        items = np.where(np.take_along_axis(known, places, axis=1), places, -1)
        return cls(items, scores.shape[1])

    def __len__(self):
        return len(self.items)

    def __getitem__(self, which):
        if isinstance(which, (int, np.integer)):
            return self.items[which, : self.lengths[which]].copy()
        if not len(self.items[which]):
            raise ValueError("which must leave at least one chain")
        return self._of(self.items[which], self.lengths[which])

    def __iter__(self):
        return (self[j] for j in range(len(self)))

    def __repr__(self):
        return f"Chains({len(self)} chains of {self.n_items} items)"

    def reordered(self, items):
        """The same item sets in other orders: rows of ``items`` permute those of this collection.

        Parameters
        ----------
        items : array_like of int, shape (n, l_max)

        Returns
        -------
        Chains

        Raises
        ------
        ValueError
            If a row is no permutation of the chain's items.
        """
        items = check_array(items, "items", shape=self.items.shape, dtype=np.int64)
        if not np.array_equal(np.sort(items, axis=1), np.sort(self.items, axis=1)):
            raise ValueError("items must hold the items of each chain, each once")
        pads = np.arange(items.shape[1]) >= self.lengths[:, None]
        if not np.array_equal(items < 0, pads):
            raise ValueError("items must hold -1 behind each chain's last item only")
        return self._of(items, self.lengths)

    def _of(self, items, lengths):
        """A collection of chains that were checked before."""
        made = object.__new__(type(self))
        made.items = np.array(items)
        made.lengths = np.array(lengths)
        made.n_items = self.n_items
        read_only(made.items, made.lengths)
        return made


def check_chains(value, name="chains", n_items=None):
    """Return ``value`` if it is :class:`Chains`, of ``n_items`` items if that is given."""
    check_instance(value, name, Chains)
    if n_items is not None and value.n_items != n_items:
        raise ValueError(f"{name} must be of {n_items} items, got {value.n_items}")
    return value


def _padded(sequences):
    """A matrix of whole numbers, -1 behind the last item of each row."""
    if isinstance(sequences, np.ndarray) and sequences.ndim == 2:
        items = check_array(sequences, "sequences", dtype=np.int64, min_rows=1, low=-1)
    else:
        rows = [
            check_array(row, f"sequences[{j}]", ndim=1, dtype=np.int64, low=0)
            for j, row in enumerate(check_list(sequences, "sequences"))
        ]
        items = np.full((len(rows), max(map(len, rows))), -1, dtype=np.int64)
        for target, row in zip(items, rows):
            target[: len(row)] = row
    if items.shape[1] < 2:
        raise ValueError(
            f"sequences must hold chains of at least 2 items, the longest has {items.shape[1]}"
        )
    if ((items[:, :-1] < 0) & (items[:, 1:] >= 0)).any():
        raise ValueError("sequences must hold -1 behind a chain's last item only")
    return items


def _scores(scores):
    """Numbers or NaN in two dimensions."""
    try:
        scores = np.asarray(scores, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"scores must be an array of numbers: {error}") from error
    if scores.ndim != 2 or not scores.size:
        raise ValueError(f"scores must have 2 dimensions and a row, got shape {scores.shape}")
    if np.isinf(scores).any():
        raise ValueError("scores contains infinity")
    if scores.shape[1] < 2:
        raise ValueError("scores needs 2 items, got 1 feature(s)")
    few = np.flatnonzero(np.isfinite(scores).sum(axis=1) < 2)
    if few.size:
        raise ValueError(f"scores must have at least 2 numbers in each row, row {few[0]} has fewer")
    return scores
