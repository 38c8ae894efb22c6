"""Random indices for judging a method by the data it was made from, many samples at once.

Folds of cross validation (Sugiyama 2016, Section 23.3), bootstrap samples (Section 9.3) and the
permutations and splits behind permutation tests (Section 10.5). Everything is a matrix with one
resample a row, so that a statistic of all resamples is a few array operations.
"""

import numpy as np

from ._validation import check_count, check_rng

__all__ = ["bootstrap_counts", "bootstrap_indices", "fold_labels", "permutations", "random_splits"]


def fold_labels(n_samples, folds=5, random_state=None):
    """A random fold 0, ..., folds - 1 for each sample; sizes differ by one at most."""
    n_samples = check_count(n_samples, "n_samples", low=2)
    folds = check_count(folds, "folds", low=2, high=n_samples)
    return check_rng(random_state).permutation(n_samples) % folds


def bootstrap_indices(n_samples, repeats, random_state=None):
    """Draw from ``n_samples`` values with replacement, as often as there are values.

    Parameters
    ----------
    n_samples, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray of int, shape (repeats, n_samples)
        ``np.median(x[indices], axis=1)`` is the median of every bootstrap sample of ``x``.

    Notes
    -----
    Cost: O(repeats · n_samples) time and memory. For sums and moments see
    :func:`bootstrap_counts`. Source: Sugiyama (2016), Section 9.3.
    """
    n_samples = check_count(n_samples, "n_samples", low=1)
    repeats = check_count(repeats, "repeats", low=1)
    return check_rng(random_state).integers(n_samples, size=(repeats, n_samples))


def bootstrap_counts(n_samples, repeats, random_state=None):
    """How often each value occurs in each bootstrap sample: rows are multinomial.

    Parameters
    ----------
    n_samples, repeats : int
    random_state : int, Generator or None
        From the same seed come the samples of :func:`bootstrap_indices`.

    Returns
    -------
    ndarray of float, shape (repeats, n_samples)
        Whole numbers; each row sums to ``n_samples``. ``counts @ x / len(x)`` is the mean of every
        bootstrap sample of ``x``, and ``counts @ X.T / len(x)`` those of many samples, the rows of
        ``X``: one matrix product.

    Notes
    -----
    Cost: O(repeats · n_samples) time and memory; nothing of ``x`` is copied.
    """
    indices = bootstrap_indices(n_samples, repeats, random_state)
    repeats, n_samples = indices.shape
    cells = (indices + n_samples * np.arange(repeats)[:, None]).ravel()
    counts = np.bincount(cells, minlength=repeats * n_samples).reshape(repeats, n_samples)
    return counts.astype(float)  # else every product would convert them again


def permutations(n_samples, repeats, random_state=None):
    """Random orders of ``n_samples`` values, all equally likely.

    Parameters
    ----------
    n_samples, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray of int, shape (repeats, n_samples)
        Each row is a permutation of 0, ..., n_samples - 1: ``y[orders]`` breaks whatever ties ``y``
        to its partner.

    Notes
    -----
    Cost: O(repeats · n_samples) time and memory.
    """
    n_samples = check_count(n_samples, "n_samples", low=1)
    rows = np.tile(np.arange(n_samples), (check_count(repeats, "repeats", low=1), 1))
    return check_rng(random_state).permuted(rows, axis=1, out=rows)


def random_splits(n_first, n_second, repeats, random_state=None):
    """Random divisions of a pooled sample into two groups of given sizes.

    Parameters
    ----------
    n_first, n_second, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (repeats, n_first + n_second)
        True for the ``n_first`` values of the first group: ``splits @ pooled`` is its sum.

    Notes
    -----
    Cost: O(repeats · (n_first + n_second)) time and memory.
    """
    n_first = check_count(n_first, "n_first", low=1)
    n_second = check_count(n_second, "n_second", low=1)
    return permutations(n_first + n_second, repeats, random_state) < n_first
