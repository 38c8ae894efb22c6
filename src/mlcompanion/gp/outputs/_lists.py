"""Lists of inputs, one array an output: checked once, stacked, and cut again."""

import numpy as np

from mlcompanion._validation import check_array, check_list

__all__ = []


def check_inputs(X, name, *, n_outputs=None, n_columns=None):
    """A list of D arrays (n_d, p) with the same number of columns, none of them empty."""
    items = check_list(X, name)
    if n_outputs is not None and len(items) != n_outputs:
        raise ValueError(f"{name} must hold {n_outputs} arrays, one an output, got {len(items)}")
    arrays = []
    for item in items:
        arrays.append(check_places(item, name, n_columns=n_columns))
        n_columns = arrays[0].shape[1]
    return arrays


def check_places(X, name, *, n_columns=None):
    """Places (n, p) as rows; a vector stands for one column."""
    X = check_array(X, name)
    if X.ndim == 1:
        X = X[:, None]
    return check_array(X, name, shape=(None, n_columns), min_rows=1)


def check_targets(y, name, X):
    """A list of D arrays, each as long as its inputs."""
    items = check_list(y, name)
    if len(items) != len(X):
        raise ValueError(f"{name} must hold {len(X)} arrays, one an output, got {len(items)}")
    return [check_array(item, name, shape=(len(x),)) for item, x in zip(items, X)]


def cut(stacked, sizes):
    """The list of an array's consecutive parts."""
    return np.split(stacked, np.cumsum(sizes)[:-1])
