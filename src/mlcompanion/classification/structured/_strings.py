"""Label strings as the estimators take them: lists checked, laid end to end, labels as codes."""

from typing import NamedTuple

import numpy as np

from mlcompanion._classes import class_codes
from mlcompanion._validation import check_array, check_list


class Strings(NamedTuple):
    """Strings end to end.

    Attributes
    ----------
    rows : ndarray, shape (n_places, n_inputs)
    ends : ndarray of int, shape (n_strings,)
        Where each string ends.
    codes : ndarray of int, shape (n_places,)
        Labels as numbers from 0; empty if there are none.
    """

    rows: np.ndarray
    ends: np.ndarray
    codes: np.ndarray

    @property
    def starts(self):
        """Where each string begins."""
        return np.append(0, self.ends[:-1])

    def cut(self, values):
        """A list with the entries of each string."""
        return np.split(values, self.ends[:-1])


def check_inputs(xs, n_inputs=None):
    """Return a list of arrays of one width, each with a row at least, end to end."""
    xs = [
        check_array(x, f"xs[{i}]", ndim=2, min_rows=1) for i, x in enumerate(check_list(xs, "xs"))
    ]
    width = xs[0].shape[1] if n_inputs is None else n_inputs
    if width == 0:
        raise ValueError("xs[0] must have a column at least, got none")
    for i, x in enumerate(xs):
        if x.shape[1] != width:
            raise ValueError(f"xs[{i}] must have {width} column(s), got {x.shape[1]}")
    ends = np.cumsum([len(x) for x in xs])
    return Strings(np.concatenate(xs), ends, np.empty(0, dtype=np.int64))


def _flat_labels(strings, ys):
    """The labels of all strings, end to end, one for each row."""
    ys = [np.asarray(y) for y in check_list(ys, "ys")]
    lengths = np.diff(strings.ends, prepend=0)
    if len(ys) != len(lengths):
        raise ValueError(f"ys must hold a string for each of {len(lengths)} in xs, got {len(ys)}")
    for i, (y, length) in enumerate(zip(ys, lengths)):
        if y.shape != (length,):
            raise ValueError(f"ys[{i}] must have shape ({length},) as xs[{i}], got {y.shape}")
        if y.dtype.kind in "fc" and not np.isfinite(y).all():
            raise ValueError(f"ys[{i}] contains NaN or infinity")
    return np.concatenate(ys)


def check_labelled(xs, ys):
    """Return the classes that occur, and the strings with their labels as codes."""
    strings = check_inputs(xs)
    labels = _flat_labels(strings, ys)
    try:
        classes, codes = class_codes(labels)
    except ValueError as error:
        raise ValueError(f"ys: {error}") from error
    return classes, strings._replace(codes=codes.astype(np.int64))


def check_against(xs, ys, classes, n_inputs):
    """Return strings whose labels must be among those that were learnt."""
    strings = check_inputs(xs, n_inputs)
    labels = _flat_labels(strings, ys)
    known = np.isin(labels, classes)
    if not known.all():
        raise ValueError(f"ys holds {labels[~known][0]!r}, which is none of the labels of fit")
    return strings._replace(codes=np.searchsorted(classes, labels).astype(np.int64))
