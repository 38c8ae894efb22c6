"""Sets of baskets as packed bits: 64 baskets a word, intersections by a bitwise and."""

import numpy as np

__all__ = []

WORD = 64
_BLOCK = 2**21  # words that one step holds: 16 MB


def pack_columns(X):
    """Pack the columns of a 0/1 matrix: bit ``r % 64`` of word ``r // 64`` is row r.

    Parameters
    ----------
    X : csc_array, shape (m, n)
        With sorted rows and without stored zeros.

    Returns
    -------
    ndarray of uint64, shape (n, ceil(m / 64))

    Notes
    -----
    Cost: O(ones + n m / 64) time and memory.
    """
    m, n = X.shape
    width = -(-m // WORD)
    words = np.zeros(n * width, dtype=np.uint64)
    if X.nnz == 0:
        return words.reshape(n, width)
    rows = X.indices.astype(np.int64)
    columns = np.repeat(np.arange(n), np.diff(X.indptr))
    bits = np.left_shift(np.uint64(1), (rows % WORD).astype(np.uint64))
    # rows are sorted within a column, so that the ones of a word stand side by side
    places = columns * width + rows // WORD
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    words[places[starts]] = np.bitwise_or.reduceat(bits, starts)
    return words.reshape(n, width)


def count_bits(words):
    """Ones along the last axis."""
    return np.bitwise_count(words).sum(axis=-1, dtype=np.int64)


def count_sets(words, sets):
    """In how many baskets all items of a set stand, for sets of one size.

    Parameters
    ----------
    words : ndarray of uint64, shape (n, w)
        Packed rows of the items.
    sets : ndarray of int, shape (q, k)
        Items of each set, k at least 1.

    Returns
    -------
    ndarray of int, shape (q,)

    Notes
    -----
    Cost: O(q k w) time, 32 MB beside the answer.
    """
    counts = np.empty(len(sets), dtype=np.int64)
    step = max(1, _BLOCK // max(words.shape[1], 1))
    for start in range(0, len(sets), step):
        block = sets[start : start + step]
        together = words[block[:, 0]]
        for column in block.T[1:]:
            together &= words[column]
        counts[start : start + step] = count_bits(together)
    return counts


def unpack(words, m):
    """The m baskets of one packed row, as True and False."""
    return np.unpackbits(words.view(np.uint8), count=m, bitorder="little").astype(bool)
