"""A topic as its heaviest words."""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_list

__all__ = ["top_words"]


def top_words(weights, words, n=10):
    r"""The heaviest words of each topic, the heaviest first.

    Parameters
    ----------
    weights : array_like, shape (n_topics, n_words)
        Row k holds the weights of topic k; a word is heavy by the size of its weight, whatever
        the sign.
    words : sequence of str, length n_words
    n : int
        How many words a topic at most; words of weight 0 are never told.

    Returns
    -------
    list of list of str
        Words of equal size stand in the order given. A topic of zeros has no words.

    Raises
    ------
    ValueError
        If ``weights`` is not finite, ``words`` has another length, or ``n`` is below 1.

    Notes
    -----
    O(n_topics n_words log n_words).
    """
    weights = check_array(weights, "weights", ndim=2, min_rows=1)
    words = check_list(words, "words")
    if len(words) != weights.shape[1]:
        raise ValueError(
            f"words must have one entry a column of weights ({weights.shape[1]}), got {len(words)}"
        )
    n = check_count(n, "n", low=1)
    sizes = np.abs(weights)
    order = np.argsort(-sizes, axis=1, kind="stable")[:, :n]
    return [[words[j] for j in row if size[j] > 0] for row, size in zip(order, sizes)]
