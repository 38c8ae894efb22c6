"""Table 8.3 on titles: are the words that a row of the matrix names of the query word's topic?"""

import numpy as np
from scipy.sparse import csc_array

from mlcompanion.text.preferences import related_features

__all__ = ["class_bound_words", "class_counts", "topic_shares"]

_N_QUERIES = 50
_N_WORDS = 5
_N_DRAWS = 100
_LEAST_TITLES = 5


def class_counts(X, y):
    """In how many rows of each class each word stands, shape (n_classes, n_words)."""
    present = csc_array(X) != 0
    return np.array([present[np.flatnonzero(y == c)].sum(axis=0) for c in np.unique(y)])


def class_bound_words(X, y, n_words=_N_QUERIES):
    """Words of at least five rows whose most frequent class has the largest share of them.

    Equal shares stand in falling order of the number of rows.
    """
    counts = class_counts(X, y)
    total = counts.sum(axis=0)
    share = counts.max(axis=0) / np.maximum(total, 1)
    candidates = np.flatnonzero(total >= _LEAST_TITLES)
    order = np.lexsort((-total[candidates], -share[candidates]))
    return candidates[order[:n_words]]


def topic_shares(part, W, seed):
    """Three shares over the most class-bound words as queries.

    Of the strongest five words of a row, how many have the query word's most frequent class, in
    titles that were not used for training; the same of five words drawn by frequency; and how
    many queries have their own word among the five.

    Parameters
    ----------
    part : Split
    W : sparse matrix
    seed : int

    Returns
    -------
    list of three floats
    """
    counts = class_counts(part.X_test, part.y_test)
    topic = np.where(counts.sum(axis=0) > 0, counts.argmax(axis=0), -1)
    queries = class_bound_words(part.X, part.y)
    queries = queries[topic[queries] >= 0]
    frequency = np.asarray((part.X != 0).sum(axis=0)).ravel().astype(float)
    rng = np.random.default_rng([83, seed])
    size = (len(queries), _N_DRAWS, _N_WORDS)
    drawn = rng.choice(len(frequency), size=size, p=frequency / frequency.sum())
    chance = np.mean(topic[drawn] == topic[queries][:, None, None])
    near = [related_features(W, int(i), _N_WORDS) for i in queries]
    same = np.concatenate([topic[found] == topic[i] for i, found in zip(queries, near)])
    own = [i in found for i, found in zip(queries, near)]
    return [float(np.mean(same)), float(chance), float(np.mean(own))]
