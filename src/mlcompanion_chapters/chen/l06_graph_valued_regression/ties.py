"""A law that two trees fit perfectly, neither of which refines the other (section 6.4)."""

import numpy as np

from mlcompanion.graphical.graph_regression import merged_excess

from .theory_runs import _overlaps

__all__ = ["excess_on"]


def excess_on(tree, covariances):
    """Excess risk of the best fit on a tree, where the upper right quarter has the second law."""
    quarters = np.array([[[a / 2, (a + 1) / 2], [b / 2, (b + 1) / 2]] for a, b in np.ndindex(2, 2)])
    laws = np.array([0, 0, 0, 1])
    total = 0.0
    for shares in _overlaps(tree.boxes()[tree.leaves], quarters):
        inside = shares > 0
        means = np.zeros((np.count_nonzero(inside), len(covariances[0])))
        total += merged_excess(shares[inside], means, covariances[laws[inside]])
    return total
