"""The data sets of Wang et al. (2011), section 7, that are at hand, each with two classes.

Classes are put in order and the first half of them, rounded down, is one class: the paper tells
this of Letter alone.
"""

import numpy as np

from mlcompanion.datasets import (
    load_german,
    load_letter,
    load_magic,
    load_mfeat,
    load_optdigits,
    load_penbased,
    load_pima,
    load_satimage,
    load_segment,
    load_spambase,
    load_vehicle,
    load_wisconsin,
)

__all__ = ["LARGE", "SMALL", "two_classes"]


def _mfeat():
    bunch = load_mfeat()
    return bunch.views["fac"], bunch.target


def _wdbc():
    from sklearn.datasets import load_breast_cancer

    return load_breast_cancer(return_X_y=True)


def _of(load):
    def rows():
        bunch = load()
        return bunch.data, bunch.target

    return rows


_LARGE = {
    "Image": _of(load_segment),
    "Letter": _of(load_letter),
    "Magic04": _of(load_magic),
    "Mfeat-fac": _mfeat,
    "Optdigits": _of(load_optdigits),
    "Pendigits": _of(load_penbased),
    "Satimage": _of(load_satimage),
    "Spambase": _of(load_spambase),
}
_SMALL = {
    "Breast": _of(load_wisconsin),
    "Diabetes": _of(load_pima),
    "German": _of(load_german),
    "Vehicle": _of(load_vehicle),
    "Wdbc": _wdbc,
}
LARGE = tuple(_LARGE)
SMALL = tuple(_SMALL)


def two_classes(name):
    """Rows and classes -1 and 1 of a set by the paper's name for it.

    Parameters
    ----------
    name : str
        One of ``LARGE`` or ``SMALL``.

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray of -1 and 1, shape (n,)
        1 for the first half of the classes.
    """
    X, target = (_LARGE | _SMALL)[name]()
    classes = np.unique(target)
    first = classes[: len(classes) // 2]
    return np.asarray(X, dtype=float), np.where(np.isin(target, first), 1, -1)
