"""Random indices for judging a method by the data it was made from, many samples at once.

Folds of cross validation (Sugiyama 2016, Section 23.3), bootstrap samples (Section 9.3) and the
permutations and splits behind permutation tests (Section 10.5). Everything is a matrix with one
resample a row, so that a statistic of all resamples is a few array operations.
"""

from numbers import Integral
from typing import NamedTuple

import numpy as np

from ._classes import unlabeled_mask
from ._validation import check_array, check_count, check_flag, check_list, check_rng

__all__ = [
    "CrossValidation",
    "LabeledKFold",
    "bootstrap_counts",
    "bootstrap_indices",
    "fold_labels",
    "fold_splits",
    "labeled_accuracy",
    "permutations",
    "random_splits",
]


class LabeledKFold:
    """Folds for semi-supervised learners: what is held out has labels, the rest always trains.

    Rows of label -1 stand in every training set and in no test set, so that ``cross_val_score`` and
    ``GridSearchCV`` judge a model by what is known. Each class is spread over the folds.

    Parameters
    ----------
    n_splits : int
        Folds, at least 2; no class with a label may have fewer rows.
    random_state : int, RandomState or None
        Orders the labelled rows; None leaves them in their order.

    Notes
    -----
    Cost: O(n) a fold.

    Examples
    --------
    >>> for train, test in LabeledKFold(2).split(np.zeros((6, 1)), [0, -1, 1, 1, -1, 0]):
    ...     print(train, test)
    [1 3 4 5] [0 2]
    [0 1 2 4] [3 5]
    """

    def __init__(self, n_splits=5, *, random_state=None):
        self.n_splits = check_count(n_splits, "n_splits", low=2)
        check_rng(random_state)
        is_whole = isinstance(random_state, Integral)
        self.random_state = int(random_state) if is_whole else random_state

    def get_n_splits(self, X=None, y=None, groups=None):
        """The number of folds."""
        return self.n_splits

    def split(self, X, y, groups=None):
        """Yield the rows to train on and the rows to test on.

        Parameters
        ----------
        X : array_like, shape (n, ...)
            Only its length is read, by scikit-learn.
        y : array_like, shape (n,)
            Labels; -1 marks an unlabelled row.
        groups : None
            Ignored.

        Yields
        ------
        tuple of ndarray of int

        Raises
        ------
        ValueError
            If a class has fewer labelled rows than there are folds.
        """
        from sklearn.model_selection import StratifiedKFold  # half a second to import

        y = np.asarray(y)
        folds = self.get_n_splits()
        unlabeled = unlabeled_mask(y)
        known = np.flatnonzero(~unlabeled)
        sizes = np.unique(y[known], return_counts=True)[1]
        if not len(known) or sizes.min() < folds:
            least = sizes.min(initial=len(y)) if len(known) else 0
            raise ValueError(
                f"n_splits={folds} needs as many labelled rows of each class in y, one has {least}"
            )
        shuffle = self.random_state is not None
        each = StratifiedKFold(folds, shuffle=shuffle, random_state=self.random_state)
        for _, test in each.split(known, y[known]):
            out = known[test]
            yield np.setdiff1d(np.arange(len(y)), out), out


def labeled_accuracy(estimator, X, y):
    """Share of right answers among the rows that have a label: a scorer for scikit-learn.

    Parameters
    ----------
    estimator : classifier
        Fitted.
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels; rows of label -1 are not asked.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If no row has a label.

    Notes
    -----
    Cost: a prediction of all rows.
    """
    y = np.asarray(y)
    known = ~unlabeled_mask(y)
    if not known.any():
        raise ValueError("y must have a label other than -1")
    return float(np.mean(estimator.predict(X)[known] == y[known]))


class CrossValidation(NamedTuple):
    """What every function that cross-validates returns with ``full=True``.

    Attributes
    ----------
    mean : float or ndarray, shape (...)
        Mean of the folds' numbers, each fold counting alike; one a candidate.
    by_fold : ndarray, shape (n_folds, ...)
        The number of each fold, a mean over its rows.
    splits : list of (ndarray, ndarray)
        Rows that were fitted and rows that were judged, one pair a fold.
    """

    mean: float | np.ndarray
    by_fold: np.ndarray
    splits: list


def validation_of(by_fold, splits, mean=None):
    """The record of a cross validation from the folds' numbers, shape (n_folds, ...)."""
    by_fold = np.array(by_fold)
    mean = by_fold.mean(axis=0) if mean is None else mean
    return CrossValidation(mean, by_fold, splits)


def fold_labels(n_samples, folds=5, random_state=None):
    """A random fold 0, ..., folds - 1 for each sample; sizes differ by one at most."""
    n_samples = check_count(n_samples, "n_samples", low=2)
    folds = check_count(folds, "folds", low=2, high=n_samples)
    return check_rng(random_state).permutation(n_samples) % folds


def fold_splits(folds, X, y=None, *, random_state=None, once=False, name="folds"):
    """The divisions of a cross validation, from whatever says which rows are fitted and judged.

    Parameters
    ----------
    folds : int, splitter, or iterable of pairs (train, test)
        A number draws that many random folds; a splitter, such as scikit-learn's, has ``split(X,
        y)``; train and test are indices of rows, or Boolean masks.
    X : array_like, shape (n, ...)
        Its length counts; a splitter may look at more.
    y : array_like, shape (n,), optional
        For splitters that want it, as stratified ones do.
    random_state : int, Generator or None
        Draws the folds where ``folds`` is a number.
    once : bool
        Demand that every row is judged exactly once.
    name : str
        The argument's name as the caller knows it, for messages.

    Returns
    -------
    list of (ndarray, ndarray)
        Indices of the rows that are fitted and of those that are judged, one pair a fold.

    Raises
    ------
    ValueError
        If a number is below 2 or above n, or a set of rows is empty, holds a row that does not
        exist, or one that is fitted and judged; with ``once`` if a row is judged never or twice.
    TypeError
        If ``folds`` is nothing of this.

    Notes
    -----
    Cost: O(n) a fold in time and memory.

    Examples
    --------
    >>> for train, test in fold_splits([([0, 1], [2]), ([2], [0, 1])], [[5.0], [6.0], [7.0]]):
    ...     print(train, test)
    [0 1] [2]
    [2] [0 1]
    """
    n = len(X)
    once = check_flag(once, "once")
    if isinstance(folds, str):
        raise TypeError(
            f"{name} must be a number, a splitter or pairs (train, test), got {folds!r}"
        )
    if not (hasattr(folds, "split") or np.iterable(folds)):
        labels = fold_labels(n, folds, random_state)
        return [(np.flatnonzero(labels != f), np.flatnonzero(labels == f)) for f in range(folds)]
    given = folds.split(X, y) if hasattr(folds, "split") else folds
    splits = [_checked_split(pair, n, name) for pair in check_list(given, name)]
    judged = np.bincount(np.concatenate([test for _, test in splits]), minlength=n)
    if once and (judged != 1).any():
        row = int(np.argmax(judged != 1))
        raise ValueError(
            f"{name} must judge every row once, row {row} is judged {judged[row]} times"
        )
    return splits


def _checked_split(pair, n, name):
    """A pair of sets of rows as indices, or what is wrong with it."""
    pair = check_list(pair, name)
    if len(pair) != 2:
        raise ValueError(f"{name} must hold pairs (train, test), got {len(pair)} item(s)")
    train, test = (_rows(rows, n, name) for rows in pair)
    if np.intersect1d(train, test).size:
        raise ValueError(f"{name} must judge other rows than they fit")
    return train, test


def _rows(rows, n, name):
    if np.asarray(rows).dtype == bool:
        rows = np.flatnonzero(check_array(rows, name, shape=(n,), dtype=bool))
    return check_array(rows, name, ndim=1, min_rows=1, dtype=int, low=0, high=n - 1)


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
    # numbers of its own for each sample: one count serves all
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
    # the places that the first n_first values take in a random order
    return permutations(n_first + n_second, repeats, random_state) < n_first
