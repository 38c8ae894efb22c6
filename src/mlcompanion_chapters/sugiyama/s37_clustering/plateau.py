"""Choosing the number of neighbours by what does not change: ours, beside section 37.4."""

from itertools import groupby

import numpy as np
from sklearn.metrics import adjusted_rand_score

from .spirals import spectral, spiral_draw

__all__ = ["longest_plateau", "plateau_run"]


def longest_plateau(X, n_clusters, most):
    """The clusters that the most numbers of neighbours in a row agree on.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    n_clusters : int
    most : int
        From 1 to so many neighbours are tried.

    Returns
    -------
    labels : ndarray of int, shape (n,)
        Of several runs of one length those of the first.
    first, last : int
        The run of numbers of neighbours.
    """
    found = {k: spectral(X, n_clusters, k).labels_ for k in range(1, most + 1)}
    # labels are numbered in the order in which they appear: equal clusters have equal labels
    runs = [[k for k in group] for _, group in groupby(found, lambda k: found[k].tobytes())]
    longest = max(runs, key=len)
    return found[longest[0]], longest[0], longest[-1]


def plateau_run(random_state, most=40):
    """One draw of the spirals: the longest run, and its agreement with the spirals."""
    X, arm = spiral_draw(random_state=np.random.default_rng(random_state))
    labels, first, last = longest_plateau(X, 2, most)
    return {"ari": float(adjusted_rand_score(arm, labels)), "first": first, "last": last}
