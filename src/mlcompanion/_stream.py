"""Rows of a stream: an engine that takes one row a call asks first whether it is plainly right.

The questions take a microsecond; the full checks, for which a doubt is left, ten and more.
"""

import math

import numpy as np
from scipy.sparse import csr_array, hstack

__all__ = ["is_plain", "is_plain_row", "plain_csr"]


def is_plain(array, shape):
    """Whether something is an array of finite floats of a shape; no may also be an overflow.

    It asks in a microsecond what :func:`check_array` asks in ten.
    """
    if type(array) is not np.ndarray or array.dtype != np.float64 or array.shape != shape:
        return False
    entries = array.ravel()
    return math.isfinite(entries.dot(entries))  # one product finds any NaN or infinity


def is_plain_row(model, X):
    """Whether ``X`` is one plainly right row for a model that has seen rows."""
    known = vars(model)
    return "feature_names_in_" not in known and is_plain(X, (1, known.get("n_features_in_")))


def plain_csr(X, constant=False):
    """Sparse rows as CSR without duplicate entries, on demand with a constant 1 as last entry.

    The caller's array stays as it is.
    """
    rows = csr_array(X, dtype=float)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    if constant:
        rows = csr_array(hstack([rows, np.ones((rows.shape[0], 1))], format="csr"))
    return rows
