"""Checks of groups of variables: as one label a variable, or as one set of indices a group."""

import numpy as np

from mlcompanion._validation import check_array, check_list


def check_labels(labels, name):
    """Return the group 0, 1, ... of each variable and the number of groups.

    Labels may have gaps, as what is left of a table has them: groups keep the labels' order.
    """
    labels = check_array(labels, name, ndim=1, min_rows=1, dtype=np.intp, low=0)
    present, places = np.unique(labels, return_inverse=True)
    return places, len(present)


def check_members(groups, name, n_features=None):
    """Return index arrays, one a group, each of different variables 0, 1, ... below n_features."""
    options = {"ndim": 1, "min_rows": 1, "dtype": np.intp, "low": 0}
    members = [check_array(group, name, **options) for group in check_list(groups, name)]
    check_below(max(group.max() for group in members), name, n_features)
    if any(len(np.unique(group)) < len(group) for group in members):
        raise ValueError(f"{name} must not repeat a variable within a group")
    return members


def check_below(largest, name, n_features):
    """Refuse numbers of variables that do not exist, if it is known how many there are."""
    if n_features is not None and largest >= n_features:
        raise ValueError(f"{name} must lie below n_features = {n_features}, got {largest}")
