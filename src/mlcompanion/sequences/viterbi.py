"""The best string of a chain: Viterbi's dynamic program, and the best string but one.

Scores of symbols and of neighbours add up, Shalev-Shwartz (2007), equation 5.20.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array

__all__ = ["viterbi"]


@njit
def best_path(places, trans, other_than):
    """Dynamic program of :func:`viterbi`; ``other_than[0] = -1`` forbids nothing."""
    m, k = places.shape
    back = np.full((m, k), -1, dtype=np.int64)
    # of prefixes that differ from other_than
    best = np.empty(k)
    new = np.empty(k)
    same = places[0, other_than[0]] if other_than[0] >= 0 else -np.inf
    for s in range(k):
        best[s] = places[0, s] if s != other_than[0] else -np.inf
    for i in range(1, m):
        step = trans[min(i, len(trans)) - 1]
        new[:] = -np.inf
        for r in range(k):  # s inside: neighbours in memory
            for s in range(k):
                value = best[r] + step[r, s]
                if value > new[s]:
                    new[s] = value
                    back[i, s] = r
        if same > -np.inf:
            for s in range(k):
                value = same + step[other_than[i - 1], s]  # leaves the forbidden string here
                if s != other_than[i] and value > new[s]:
                    new[s] = value
                    back[i, s] = -1  # the prefix is that of other_than
            same += step[other_than[i - 1], other_than[i]] + places[i, other_than[i]]
        for s in range(k):
            best[s] = new[s] + places[i, s]
    path = other_than.copy()  # the way back may end in its prefix
    s = np.argmax(best)
    for i in range(m - 1, -1, -1):
        path[i] = s
        s = back[i, s]
        if s < 0:
            break
    return path


def viterbi(init, trans, other_than=None, places=None):
    """The string with the largest score ``init[y_1] + sum_i trans[i, y_i, y_{i+1}]`` (5.20).

    Parameters
    ----------
    init : array_like, shape (k,)
        Scores of the first symbol.
    trans : array_like, shape (m - 1, k, k) or (k, k)
        Scores of neighbours; one matrix if they are the same everywhere (then give ``places``).
    other_than : array_like of int, shape (m,), optional
        A string to leave out: the best of all others is returned.
    places : array_like, shape (m - 1, k), optional
        Scores of the second and later symbols, added to those of neighbours.

    Returns
    -------
    ndarray of int, shape (m,)

    Raises
    ------
    ValueError
        On wrong shapes, infinite scores, or symbols outside ``0 .. k - 1``.

    Notes
    -----
    O(m k^2) time, O(m k) memory, with or without a forbidden string: the program keeps one more
    number, the score of the prefix that still agrees with it.
    """
    init = check_array(init, "init", ndim=1, min_rows=1)
    k = len(init)
    trans = check_array(trans, "trans")
    shared = trans.ndim == 2 and places is not None
    trans = check_array(trans[None] if shared else trans, "trans", shape=(None, k, k))
    if places is None:
        places = np.zeros((len(trans), k))
    places = check_array(places, "places", shape=(None if shared else len(trans), k))
    m = len(places) + 1
    if other_than is None:
        forbidden = np.full(m, -1, dtype=np.int64)
    else:
        forbidden = check_string(other_than, "other_than", k, m)
        if k == 1:
            raise ValueError("other_than leaves no string: there is only one symbol")
    return best_path(np.vstack([init, places]), plain_layout(trans), forbidden)


def check_string(y, name, k, m=None):
    """A copy of ``y`` as a string of ``m`` symbols between 0 and ``k - 1``."""
    return check_array(y, name, shape=(m,), min_rows=1, dtype=np.int64, low=0, high=k - 1).copy()
