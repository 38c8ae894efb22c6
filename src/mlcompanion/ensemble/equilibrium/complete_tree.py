"""Complete trees of binned stumps: all leaves at one depth, so that the class has a known size.

Wang et al. (2011), section 7: three layers, eight leaves, (200 d)^7 trees for d features. How a
tree is grown is not said there. Here every node is the best signed stump for the examples that
reach it, one of 200 d as the count has it; or the upper layers choose by Gini's impurity. In the
last layer both leaves of a node are opposite.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_in

from .binned_stumps import BinnedStumpSearch, BinnedWeakLearner, signed_splits

__all__ = ["CompleteTree", "CompleteTreeSearch", "StumpTree"]

SPLITS = ("error", "gini")


@njit
def _pure_splits(bins, node, n_nodes, n_thresholds, signed):
    """The split of least weighted Gini impurity in each node: feature and threshold's number.

    A side of weight W and signed weight S has the impurity (W^2 - S^2) / (2 W), so the sum over
    both sides of S^2 / W is to be as large as it can be.
    """
    weight = np.zeros(n_nodes)
    total = np.zeros(n_nodes)
    for i in range(len(node)):
        weight[node[i]] += np.abs(signed[i])
        total[node[i]] += signed[i]
    features = np.zeros(n_nodes, dtype=np.int64)
    places = np.zeros(n_nodes, dtype=np.int64)
    best = np.full(n_nodes, -1.0)
    for j in range(bins.shape[0]):
        # signed weight and weight of each bin
        held = np.zeros((n_nodes, n_thresholds + 1, 2))
        row = bins[j]
        for i in range(len(row)):
            cell = held[node[i], row[i]]
            cell[0] += signed[i]
            cell[1] += np.abs(signed[i])
        for g in range(n_nodes):
            below = 0.0
            mass = 0.0
            for t in range(n_thresholds):
                below += held[g, t, 0]
                mass += held[g, t, 1]
                rest = weight[g] - mass
                above = total[g] - below
                value = 0.0
                if mass > 1e-14 * weight[g]:
                    value += below * below / mass
                if rest > 1e-14 * weight[g]:  # what rounding leaves of an empty side is no side
                    value += above * above / rest
                if value > best[g] * (1.0 + 1e-12):
                    best[g] = value
                    features[g] = j
                    places[g] = t
    return features, places


@dataclass(frozen=True, eq=False)
class StumpTree:
    """A complete tree, a function of the rows of ``X`` with values +1 and -1.

    Attributes
    ----------
    features, thresholds : ndarray, shape (2^depth - 1,)
        Of the nodes, layer by layer: the children of node k are 2 k + 1, for values at or below
        the threshold, and 2 k + 2.
    polarities : ndarray, shape (2^(depth - 1),)
        Value above the threshold of each node of the last layer.
    """

    features: np.ndarray
    thresholds: np.ndarray
    polarities: np.ndarray

    def __call__(self, X):
        """Values of the tree, shape (n_samples,)."""
        X = check_array(X, "X", ndim=2)
        if X.shape[1] <= self.features.max():
            raise ValueError(f"X must have a column {self.features.max()}, got shape {X.shape}")
        n_inner = len(self.polarities) - 1
        node = np.zeros(len(X), dtype=np.int64)
        rows = np.arange(len(X))
        # children of node v are 2 v + 1 and 2 v + 2, as in a heap
        while n_inner and node.min(initial=n_inner) < n_inner:
            node = 2 * node + 1 + (X[rows, self.features[node]] > self.thresholds[node])
        above = X[rows, self.features[node]] > self.thresholds[node]
        return np.where(above, 1.0, -1.0) * self.polarities[node - n_inner]


class CompleteTreeSearch(BinnedStumpSearch):
    """Complete trees on one data set, binned once, grown once a round.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    depth : int
        Layers of splits.
    n_thresholds : int
        Thresholds a feature, at equal steps strictly between its extremes.
    split : {"error", "gini"}
        What the splits above the last layer make small.

    Raises
    ------
    ValueError
        If ``X`` is not a finite matrix with at least one row and one column.

    Notes
    -----
    A tree costs O(depth d n + 2^depth d m) for m thresholds.
    """

    def __init__(self, X, depth=3, n_thresholds=100, split="error"):
        super().__init__(X, n_thresholds)
        self._depth = check_count(depth, "depth", low=1, high=7)
        self._split = check_in(split, "split", SPLITS)

    @property
    def log_size(self):
        """``log |H|``: a signed stump in each of ``2^depth - 1`` nodes."""
        return (2**self._depth - 1) * super().log_size

    def best(self, signed_weights):
        """Grow a tree.

        Parameters
        ----------
        signed_weights : array_like, shape (n_samples,)
            ``w_i y_i``: weight times label.

        Returns
        -------
        tree : StumpTree
        correlation : float
            ``sum_i w_i y_i h(x_i)``, never negative.
        """
        signed = plain_layout(check_array(signed_weights, "signed_weights", shape=(len(self.X),)))
        node = self._root
        layers = []
        for layer in range(self._depth - 1):
            choose = signed_splits if self._split == "error" else _pure_splits
            features, places = choose(self._bins, node, 2**layer, self._size, signed)[:2]
            layers.append((features, places))
            above = self._bins[features[node], np.arange(len(node))] > places[node]
            # number within the layer: twice the parent's, plus one above the threshold
            node = (2 * node + above).astype(np.int8)
        last = 2 ** (self._depth - 1)
        features, places, sums = signed_splits(self._bins, node, last, self._size, signed)
        layers.append((features, places))
        features = np.concatenate([feature for feature, _ in layers])
        places = np.concatenate([place for _, place in layers])
        polarities = np.where(sums >= 0, 1, -1)
        tree = StumpTree(features, self._edges[features, places], polarities)
        return tree, float(np.abs(sums).sum())


class CompleteTree(BinnedWeakLearner):
    """A complete tree from a finite class, as an estimator and as a weak learner.

    Parameters
    ----------
    depth : int
        Layers of splits: ``2^depth`` leaves.
    n_thresholds : int
        Thresholds a feature, at equal steps strictly between its extremes in the training data.
    split : {"error", "gini"}
        What the splits above the last layer make small: the weighted error of the node as a signed
        stump, or Gini's impurity. The last layer always takes the error.

    Attributes
    ----------
    hypothesis_ : StumpTree
        Its value +1 stands for ``classes_[1]``.
    edge_ : float
        One half minus the weighted error.
    log_size_ : float
        ``log |H| = (2^depth - 1) log(2 m d)``, an upper bound of the class's size.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    The growth is greedy: the tree need not be the best of its class. Cost O(d n (depth + log m)).
    Source: Wang et al. (2011), section 7.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> CompleteTree(depth=2).fit(X, y).edge_ < CompleteTree(depth=3).fit(X, y).edge_
    True
    """

    def __init__(self, depth=3, n_thresholds=100, split="error"):
        self.depth = depth
        self.n_thresholds = n_thresholds
        self.split = split

    def search(self, X):
        """Return the :class:`CompleteTreeSearch` of the rows of ``X``, for many rounds."""
        return CompleteTreeSearch(X, self.depth, self.n_thresholds, self.split)
