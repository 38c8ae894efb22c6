"""Tuples of a query, a preferred and another document, from labels: Chen (2013), section 8.4.1."""

import numpy as np

from mlcompanion._classes import class_codes
from mlcompanion._validation import check_array, check_count, check_rng

__all__ = ["sample_tuples"]


def checked_labels(y, name, size=None):
    """Labels as an array of one axis, of words or of numbers that are finite."""
    labels = np.asarray(y)
    wanted = (size,) if size is not None else labels.shape[:1]
    if labels.ndim != 1 or labels.shape != wanted:
        expected = "one axis" if size is None else f"shape ({size},)"
        raise ValueError(f"{name} must have {expected} of labels, got shape {labels.shape}")
    return check_array(labels, name, ndim=1) if labels.dtype.kind == "f" else labels


def sample_tuples(y, n_tuples, random_state=None):
    r"""Draw tuples (q, d+, d-): the first two of one class and different, the third of another.

    Each such tuple of the collection is equally likely, so that a class of :math:`n_c` among n
    rows is the query's with a probability in proportion to :math:`n_c(n_c-1)(n-n_c)`.

    Parameters
    ----------
    y : array_like, shape (n,)
        Class labels.
    n_tuples : int
        How many to draw, with replacement.
    random_state : int, Generator or RandomState, optional

    Returns
    -------
    ndarray of int, shape (n_tuples, 3)
        Row numbers of query, preferred and other document.

    Raises
    ------
    ValueError
        If there is one class only, or no class has two rows.

    Notes
    -----
    Cost: O(n log n + n_tuples). Source: Chen (2013), section 8.4.1, which does not say how tuples
    are drawn.

    Examples
    --------
    >>> sample_tuples(["a", "b", "a"], 2, random_state=0)
    array([[0, 2, 1],
           [0, 2, 1]])
    """
    classes, codes = class_codes(checked_labels(y, "y"))
    n_tuples = check_count(n_tuples, "n_tuples", low=1)
    rng = check_rng(random_state)
    sizes = np.bincount(codes).astype(float)
    n = len(codes)
    chances = sizes * (sizes - 1) * (n - sizes)
    if not chances.any():
        raise ValueError("y must have a class with two rows: a query and its preferred document")
    by_class = np.argsort(codes, kind="stable")
    ends = np.cumsum(sizes.astype(np.int64))
    drawn = rng.choice(len(classes), size=n_tuples, p=chances / chances.sum())
    size = sizes[drawn].astype(np.int64)
    first = ends[drawn] - size
    query = _below(rng, size)
    better = _below(rng, size - 1)
    better += better >= query  # the query's own place is stepped over
    other = _below(rng, n - size)
    other += size * (other >= first)  # and so is its class
    return by_class[np.column_stack([first + query, first + better, other])]


def _below(rng, limits):
    """A whole number from 0 up to each limit, without the limit."""
    return np.minimum((rng.random(len(limits)) * limits).astype(np.int64), limits - 1)
