"""Which labels to send right, were every partition of the labels possible: the ideal split.

By Lemma 6 of Choromanska (2014) labels are best sent whole. Then J is 4p(1-p): the best partition
is the one whose halves weigh most nearly the same.
"""

import numpy as np

from mlcompanion._validation import check_count

from .splits import label_split

__all__ = ["best_label_partition"]


def _all_partitions(pi):
    """The flags of the most even partition, the first label left; all 2^(k - 1) are tried."""
    sums = np.zeros(1)
    for share in pi[1:]:
        # bit j of a place says whether label j + 1 goes right
        sums = np.concatenate([sums, sums + share])
    # of equally even ones the first, whatever rounding says
    uneven = np.abs(sums - 0.5)
    place = int(np.flatnonzero(uneven <= uneven.min() + 1e-12)[0])
    return np.array([False, *((place >> j) & 1 for j in range(len(pi) - 1))], dtype=bool)


def _greedy(pi):
    """Flags: labels from the largest down, each to the side that weighs less."""
    right = np.zeros(len(pi), dtype=bool)
    heavier = 0.0  # left less right
    for label in np.argsort(-pi, kind="stable"):
        right[label] = heavier > 0
        heavier += -pi[label] if right[label] else pi[label]
    return right


def best_label_partition(pi, most_tried=16):
    """Labels that go right in the split of the largest objective among those that cut no label.

    Parameters
    ----------
    pi : array_like, shape (k,)
        Shares of the labels, with a sum of 1.
    most_tried : int
        Up to so many labels all partitions are tried; of more, each label from the largest down
        goes to the lighter side.

    Returns
    -------
    ndarray of bool, shape (k,)
        The first label goes left if all partitions are tried, else the largest.

    Notes
    -----
    O(2^k) in time and memory for up to ``most_tried`` labels, else O(k log k).

    Examples
    --------
    >>> best_label_partition([0.5, 0.2, 0.3]).tolist()
    [False, True, True]
    """
    pi, _ = label_split(pi, np.zeros(np.shape(pi)))
    if pi.ndim != 1:
        raise ValueError(f"pi must have 1 dimension(s), got shape {pi.shape}")
    most_tried = check_count(most_tried, "most_tried", high=24)
    return _all_partitions(pi) if len(pi) <= most_tried else _greedy(pi)
