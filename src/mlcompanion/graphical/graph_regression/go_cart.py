r"""``GoCART``: a dyadic tree over the covariates whose leaves are graphs.

Chen (2013), section 6.3.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_real

from ..partitions import exact_partition, greedy_partition, prefix_code_length
from .base import ConditionalGraph, constant_column
from .gaussian_leaf import GaussianLeafModel

__all__ = ["GoCART", "tree_penalty"]


def tree_penalty(n_leaves, *, d, n, p, gamma=0.1):
    r"""The penalty :math:`\gamma\,m\sqrt{([[T]]\log2+2\log(np))/n}` of Definition 6.1.

    Parameters
    ----------
    n_leaves : int
        m.
    d, n, p : int
        Covariates, rows, responses.
    gamma : float

    Returns
    -------
    float

    Notes
    -----
    It does not add up over leaves. Source: Chen (2013), Definition 6.1.

    Examples
    --------
    >>> round(tree_penalty(2, d=2, n=1000, p=5), 4)
    0.0291
    """
    bits = prefix_code_length(n_leaves, d)
    n = check_count(n, "n", low=1)
    p = check_count(p, "p", low=1)
    gamma = check_real(gamma, "gamma", low=0)
    return float(gamma * n_leaves * np.sqrt((bits * np.log(2) + 2 * np.log(n * p)) / n))


class GoCART(ConditionalGraph):
    r"""Graph-optimised CART: halve the covariates' box where that explains the responses better.

    Parameters
    ----------
    criterion : {"heldout", "penalized", "bic"}
        How the tree is judged: by the risk of held-out rows (Definition 6.2), by that of the
        training rows with a penalty (Definition 6.1), or by the sum of the leaves' Bayesian
        information criteria. The last two choose the penalty of the lassos by the criterion.
    search : {"greedy", "exact"}
        The exact search fits all :math:`(2^{K+1}-1)^d` cells.
    max_level : int
        K: no side is shorter than :math:`2^{-K}` of the box. The source has 10; an exact search
        needs a small one.
    min_leaf : int
        Least number of training rows of a leaf.
    n_lams : int
        Penalties of a leaf's path.
    judge : {"refit", "lasso", "both"}
        Which matrices of the path compete, see :class:`GaussianLeafModel`.
    gamma : float
        Weight of the penalty of Definition 6.1.
    min_gain : float
        A cut of the greedy search must lower the risk by more.
    bounds : array_like of shape (2,) or (2, d), optional
        Lower and upper ends of the box. The default is the training rows' own: rows outside then
        belong to the nearest cell, while outside of given bounds they are refused.
    validation_fraction : float
        Share of rows held out if ``fit`` is not given any, with ``criterion="heldout"``.
    random_state : int, RandomState, Generator or None
        Which rows these are.

    Attributes
    ----------
    search_ : PartitionSearch
        Tree, a :class:`GaussianLeaf` at each node, losses, gains.
    tree_ : DyadicTree
        Over the unit cube.
    leaves_ : list of GaussianLeaf
        In the order of ``tree_.leaves``.
    bounds_ : ndarray of shape (2, d)
    risk_ : float
        Of the rows that judge, without penalty.
    n_outputs_ : int

    Notes
    -----
    Cost: for each node 2 d paths of lassos of p variables, and O(d p²) a row.
    Source: Chen (2013), Definitions 6.1 and 6.2, section 6.3.1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> x = rng.random((400, 1))
    >>> a, b = rng.normal(size=(2, 400))
    >>> y = np.column_stack([a, np.where(x[:, 0] > 0.5, 0.9, 0.0) * a + b])
    >>> model = GoCART(random_state=0).fit(x, y)
    >>> model.predict_graph([[0.2], [0.8]])[:, 0, 1].tolist()
    [False, True]
    """

    def __init__(
        self,
        criterion="heldout",
        search="greedy",
        *,
        max_level=10,
        min_leaf=10,
        n_lams=20,
        judge="refit",
        gamma=0.1,
        min_gain=0.0,
        bounds=None,
        validation_fraction=0.5,
        random_state=None,
    ):
        self.criterion = criterion
        self.search = search
        self.max_level = max_level
        self.min_leaf = min_leaf
        self.n_lams = n_lams
        self.judge = judge
        self.gamma = gamma
        self.min_gain = min_gain
        self.bounds = bounds
        self.validation_fraction = validation_fraction
        self.random_state = random_state

    def fit(self, X, y, X_val=None, y_val=None):
        """Grow the tree and fit its leaves.

        Parameters
        ----------
        X : array_like of shape (n, d)
            Covariates.
        y : array_like of shape (n, p)
            Responses.
        X_val, y_val : array_like of shape (m, d) and (m, p), optional
            Held-out rows; without them ``validation_fraction`` of the rows is set aside. Only for
            ``criterion="heldout"``.

        Returns
        -------
        GoCART
        """
        criterion = check_in(self.criterion, "criterion", ("heldout", "penalized", "bic"))
        check_in(self.search, "search", ("greedy", "exact"))
        check_real(self.gamma, "gamma", low=0)
        check_real(self.min_gain, "min_gain")
        self._check_split()
        X, Y, X_val, Y_val = self._rows(X, y, X_val, y_val, criterion)
        self._set_bounds(X)
        # sums of squares keep their digits when the responses are near zero
        origin = Y.mean(axis=0)
        data = [self._in_box(X), Y - origin]
        if X_val is not None:
            data += [self._in_box(X_val), Y_val - origin]
        choose = "heldout" if criterion == "heldout" else "bic"
        loss = {"heldout": "heldout", "penalized": "train", "bic": "bic"}[criterion]
        leaf = GaussianLeafModel(choose, loss, self.n_lams, judge=self.judge)
        options = {"max_level": self.max_level, "leaf": leaf}
        options["min_rows"] = min(check_count(self.min_leaf, "min_leaf", low=1), len(X))
        if criterion == "penalized":
            n, p = Y.shape
            options["penalty"] = lambda m: tree_penalty(m, d=X.shape[1], n=n, p=p, gamma=self.gamma)
        if self.search == "greedy":
            self.search_ = greedy_partition(*data, min_gain=self.min_gain, **options)
        else:
            self.search_ = exact_partition(*data, **options)
        if not np.isfinite(self.search_.losses[0]):
            raise constant_column(X)
        self.tree_ = self.search_.tree
        self.leaves_ = [self.search_.models[node] for node in self.tree_.leaves]
        self.risk_ = self.search_.risk
        self._origin = origin
        return self

    def _rows(self, X, y, X_val, y_val, criterion):
        if criterion == "heldout":
            return self._training_rows(X, y, X_val, y_val)
        if X_val is not None or y_val is not None:
            raise ValueError(f'X_val must be left out with criterion="{criterion}"')
        X, Y, _, _ = self._training_rows(X, y, X, y)
        return X, Y, None, None

    def _set_bounds(self, X):
        d = X.shape[1]
        if self.bounds is None:
            low, high = X.min(axis=0), X.max(axis=0)
            high = np.where(high > low, high, low + 1)  # a constant covariate: a side of any length
        else:
            ends = check_array(self.bounds, "bounds")
            if ends.shape not in ((2,), (2, d)):
                raise ValueError(f"bounds must have shape (2,) or (2, {d}), got {ends.shape}")
            low, high = np.broadcast_to(ends.reshape(2, -1), (2, d))
            if (high <= low).any():
                raise ValueError("bounds must rise from the first row to the second")
        self.bounds_ = np.stack([low, high])

    def _in_box(self, X):
        """Covariates as places in the unit cube."""
        low, high = self.bounds_
        if self.bounds is None:
            X = np.clip(X, low, high)  # new rows may lie beyond the training rows' box
        elif ((low > X) | (high < X)).any():
            raise ValueError("X must lie inside bounds, got values outside")
        return np.clip((X - low) / (high - low), 0, 1)

    def apply(self, X):
        """Number of the leaf of each row, a node of ``tree_``."""
        self._laws_at(X)
        return self.tree_.apply(self._in_box(np.asarray(X, dtype=float)))

    def _laws(self, X):
        at = self.tree_.apply(self._in_box(X))
        means = np.zeros((self.tree_.n_nodes, self.n_outputs_))
        precisions = np.zeros((self.tree_.n_nodes, self.n_outputs_, self.n_outputs_))
        for node, leaf in zip(self.tree_.leaves, self.leaves_):
            means[node] = leaf.mean + self._origin
            precisions[node] = leaf.precision
        return means[at], precisions[at]
