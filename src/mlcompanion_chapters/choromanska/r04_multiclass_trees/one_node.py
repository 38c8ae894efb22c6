"""One node of Algorithm 6 while a stream of towns goes by: the page's second widget."""

from typing import NamedTuple

import numpy as np

from mlcompanion.trees import OnlinePartitionTree

from .plane_cuts import towns

__all__ = ["Moment", "moments"]


class Moment(NamedTuple):
    """The node after so many examples.

    Attributes
    ----------
    weights : ndarray, shape (3,)
        Of the regressor, the constant's last.
    leads : ndarray, shape (k,)
        Mean margin of each town less that of all, NaN before its first example.
    """

    weights: np.ndarray
    leads: np.ndarray


def moments(k, stops, seed, step):
    """The node after each of the stops; the stream is one order of 60 examples a town."""
    X, y = towns(k, 60, seed)
    order = np.random.default_rng(seed).permutation(len(X))
    length = float(np.sqrt(np.mean(np.sum(X**2, axis=1))))
    node = OnlinePartitionTree(max_inner=1, step=step, row_length=length)
    found, done = {}, 0
    for stop in stops:
        rows = order[done:stop]
        if len(rows):
            node.partial_fit(X[rows], y[rows], classes=np.arange(k))
        done = stop
        if not done:
            found[stop] = Moment(np.zeros(3), np.full(k, np.nan))
            continue
        leads = np.full(k, np.nan)
        here = node.pairs_.node == 0
        leads[node.pairs_.label[here]] = node.pairs_.margin[here] - node.nodes_.margin[0]
        found[stop] = Moment(node.weights_[0], leads)
    return found
