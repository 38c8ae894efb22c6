"""The data sets of the source's Table 1 that are at hand, divided and cut as its section 5 says.

Continuous attributes are cut by the entropy of the class inside each training part, incomplete rows
are removed, and all learners see the same divisions.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_iris
from sklearn.model_selection import StratifiedKFold

from mlcompanion import datasets
from mlcompanion.graphical.classifiers import MDLDiscretizer

__all__ = [
    "AT_HAND",
    "CUT_SETS",
    "HOLD_OUT",
    "Division",
    "divisions",
    "entries",
    "rows_of",
]

#: Sizes of training and test part where the source does not cross-validate.
HOLD_OUT = {
    "chess": (2130, 1066),
    "letter": (15_000, 5000),
    "mofn-3-7-10": (300, 1024),
    "satimage": (4435, 2000),
    "segment": (1540, 770),
    "waveform-21": (300, 4700),
}
AT_HAND = (
    *("australian", "breast", "chess", "corral", "german", "glass", "glass2", "heart"),
    *("hepatitis", "iris", "letter", "lymphography", "mofn-3-7-10", "pima", "satimage"),
    *("segment", "vehicle", "vote", "waveform-21"),
)
#: Cross-validated sets with continuous attributes.
CUT_SETS = (
    *("australian", "breast", "german", "glass", "glass2", "heart", "hepatitis", "iris"),
    *("pima", "vehicle"),
)
#: Columns that are measured; of the sets not named all are, or none.
MEASURED = {
    "australian": (1, 2, 6, 9, 12, 13),
    "heart": (0, 3, 4, 7, 9, 10, 11),
    "hepatitis": (0, 13, 14, 15, 16, 17),
}
NOMINAL = ("chess", "corral", "lymphography", "mofn-3-7-10", "vote")
LOADERS = {"breast": "wisconsin", "vote": "housevotes", "glass2": "glass"}


def entries(values):
    """Numbers of the sets at hand, as the source lists them: pima stands there twice."""
    return [values[name] for name in AT_HAND] + [values["pima"]]


def rows_of(name, seed=0):
    """Columns, labels, and which columns are measured; complete rows only."""
    if name == "iris":
        X, y = load_iris(return_X_y=True)
    elif name == "corral":
        bunch = datasets.make_corral()
        X, y = bunch.data, bunch.target
    elif name == "mofn-3-7-10":
        train = datasets.make_mofn(300, random_state=seed)
        test = datasets.make_mofn()
        X = np.vstack([train.data, test.data])
        y = np.concatenate([train.target, test.target])
    elif name == "waveform-21":
        bunch = datasets.make_waveforms(5000, random_state=seed)
        X, y = bunch.data, bunch.target
    else:
        bunch = getattr(datasets, "load_" + LOADERS.get(name, name))()
        X, y = bunch.data, bunch.target
        if name == "german":
            return _marked_columns(bunch)
    X = np.asarray(X, dtype=float)
    keep = np.isfinite(X).all(axis=1)
    if name == "glass2":
        keep &= y <= 3
    X = X[keep]
    measured = np.full(X.shape[1], name not in NOMINAL)
    if name in MEASURED:
        measured[:] = False
        measured[list(MEASURED[name])] = True
    for j in np.flatnonzero(~measured):
        X[:, j] = np.unique(X[:, j], return_inverse=True)[1]
    y = np.unique(y[keep], return_inverse=True)[1]
    if name == "glass2":  # window glass that was floated, classes 1 and 3, or was not, class 2
        y = (y == 1).astype(int)
    return X, y, measured


def _marked_columns(bunch):
    """German credit: columns of zeros and ones become one code for each attribute again."""
    groups = {}
    for j, title in enumerate(bunch.feature_names):
        groups.setdefault(title.split("=")[0], []).append(j)
    measured = np.array([len(columns) == 1 for columns in groups.values()])
    X = [
        bunch.data[:, columns[0]] if len(columns) == 1 else bunch.data[:, columns].argmax(axis=1)
        for columns in groups.values()
    ]
    return np.column_stack(X).astype(float), bunch.target, measured


class Division(NamedTuple):
    """Codes of one training and one test part.

    Attributes
    ----------
    X, y : ndarray
        Training part.
    X_test, y_test : ndarray
    n_states : ndarray of int
    """

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray
    n_states: np.ndarray


def parts(name, y, seed):
    """Indices of training and test parts: five stratified folds, or the printed sizes."""
    if name == "mofn-3-7-10":  # the test part is every pattern once
        return [(np.arange(300), np.arange(300, len(y)))]
    if name in HOLD_OUT:
        first, last = HOLD_OUT[name]
        order = np.random.default_rng(seed).permutation(len(y))
        return [(order[:first], order[first : first + last])]
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    return list(folds.split(np.zeros(len(y)), y))


@lru_cache(maxsize=4)
def divisions(name, seed=0, cut_with_all=False):
    """Divisions of a set, with its cut points from the training part, or from all rows."""
    X, y, measured = rows_of(name, seed)
    nominal = X[:, ~measured].astype(int)
    n_states = np.empty(X.shape[1], dtype=int)
    n_states[~measured] = nominal.max(axis=0, initial=0) + 1
    made = []
    for train, test in parts(name, y, seed):
        codes = np.empty(X.shape, dtype=int)
        codes[:, ~measured] = nominal
        if measured.any():
            seen = slice(None) if cut_with_all else train
            cutter = MDLDiscretizer().fit(X[seen][:, measured], y[seen])
            codes[:, measured] = cutter.transform(X[:, measured])
            n_states[measured] = cutter.n_bins_
        made.append(Division(codes[train], y[train], codes[test], y[test], n_states.copy()))
    return made
