"""Labels of two classes or more, as every classifier takes them."""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

__all__ = ["class_codes"]


def class_codes(y):
    """Return the labels that occur, sorted, and the place of each sample's among them.

    Parameters
    ----------
    y : array_like, shape (n,)

    Returns
    -------
    classes : ndarray, shape (c,)
    codes : ndarray of int, shape (n,)

    Raises
    ------
    ValueError
        If ``y`` holds no labels but measurements, or fewer than two classes.
    """
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y must have at least two classes, got {len(classes)} class")
    return classes, codes
