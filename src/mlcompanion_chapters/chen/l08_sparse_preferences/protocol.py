"""The source's comparison on three sets at hand: data, tuples, methods, and their judges.

Chen (2013), section 8.4.1: tuples from class labels, the cosine and matrices that were learned.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, eye_array
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import train_test_split

from mlcompanion.datasets import load_mnist_5k, load_tate_text
from mlcompanion.text.preferences import (
    mean_average_precision,
    pair_error,
    preference_steps,
    sample_tuples,
)

__all__ = [
    "LAM",
    "METHODS",
    "STEPS",
    "Split",
    "judged",
    "last_state",
    "learned",
    "refitted",
    "scores_of",
    "split",
    "unit_rows",
]

METHODS = ("Identity", "Diagonal", "FLR", "DLR", "Sparse", "Sparse-R")
STEPS = {"digits": 30_000, "mnist": 10_000, "titles": 100_000}
#: Penalties, set by the density that they leave on training tuples of another seed: about one half
#: for pixels, as in the source, and 5 to 10 % for words.
LAM = {"digits": 1e-4, "mnist": 1e-6, "titles": 4.5e-5}
FIXED = {"C": 0.01, "schedule": "fixed"}
_N_TEST_TUPLES = 20_000
_N_TRAIN = {"digits": 1198, "mnist": 4000, "titles": 0.6}


class Split(NamedTuple):
    """Rows for training and for judging, their classes, tuples of both, and names of columns."""

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray
    tuples: np.ndarray
    test_tuples: np.ndarray
    words: np.ndarray


def unit_rows(X):
    """Rows of length 1."""
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def _rows(data):
    """All rows with their classes, and names of the columns."""
    if data == "titles":
        titles = load_tate_text(n_media=20)
        return titles.data, np.asarray(titles.target), np.asarray(titles.feature_names)
    images = load_digits() if data == "digits" else load_mnist_5k()
    X = unit_rows(np.asarray(images.data, dtype=float))
    return X, np.asarray(images.target), np.arange(X.shape[1])


def split(data, seed, steps=None):
    """A split of a set, with a tuple for each step, and the test tuples that all methods share.

    Words of titles are those of at least two training titles, weighted by scikit-learn's tf-idf
    (with its smoothed idf) of the training titles.

    Parameters
    ----------
    data : {"digits", "mnist", "titles"}
    seed : int
    steps : int, optional

    Returns
    -------
    Split
    """
    X, y, words = _rows(data)
    train, test = train_test_split(
        np.arange(len(y)), train_size=_N_TRAIN[data], random_state=seed, stratify=y
    )
    rows, held_out = X[train], X[test]
    if data == "titles":
        kept = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]) >= 2)
        words = words[kept]
        weights = TfidfTransformer().fit(rows[:, kept])
        rows, held_out = weights.transform(rows[:, kept]), weights.transform(held_out[:, kept])
    rng = np.random.default_rng([8, seed])
    tuples = sample_tuples(y[train], steps or STEPS[data], rng)
    test_tuples = sample_tuples(y[test], _N_TEST_TUPLES, rng)
    return Split(rows, y[train], held_out, y[test], tuples, test_tuples, words)


def last_state(states):
    """The last of a run's states."""
    *_, state = states
    return state


def learned(part, **options):
    """The matrix that a run leaves."""
    return last_state(preference_steps(part.X, part.tuples, every=len(part.tuples), **options)).W


def refitted(part, W, **options):
    """The matrix after a refit: the support of ``W``, its values as start, the same tuples."""
    return learned(part, start=W, **options)


def scores_of(part, W):
    """Scores of all test rows for all test rows; None stands for the identity."""
    X = csr_array(part.X_test)
    W = eye_array(X.shape[1], format="csr") if W is None else csr_array(W)
    if isinstance(part.X_test, np.ndarray):  # half of W is filled: dense products are faster
        return part.X_test @ (W.toarray() @ part.X_test.T)
    return (X @ W @ X.T).toarray()


def judged(part, W):
    """Mean average precision, test error and density of a matrix."""
    scores = scores_of(part, W)
    size = part.X_test.shape[1]
    filled = size if W is None else W.nnz
    precision = mean_average_precision(scores, part.y_test)
    return precision, pair_error(scores, part.test_tuples), filled / size**2
