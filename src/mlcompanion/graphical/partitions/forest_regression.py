r"""``FoCART``: a tree over covariates with a forest of discrete responses in each of its cells.

Chen (2013), chapter 7: the estimators of definitions 7.1 and 7.2, the latter by the greedy search
of section 7.4. The risk is minus a mean log-probability; equations (7.6), (7.8), (7.9) leave the
minus out.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

from ..forests.chow_liu import forest_of_edges
from .dyadic import tree_of_splits
from .forest_cells import BETAS, cell_forest, forest_tree_penalty, path_lengths
from .forest_rows import PairCounts, check_known, gain_errors, rows_of_nodes, state_marks, states_of
from .greedy import greedy_partition

__all__ = ["FoCART"]


class FoCART(BaseEstimator):
    r"""Forests of discrete responses that change with covariates, cell by cell of a dyadic tree.

    The unit cube of the covariates is halved again and again; in each cell the thresholded
    Chow–Liu forest of the responses is learned, and a cut is made where it helps to predict
    held-out rows.

    Parameters
    ----------
    min_leaf : int
        Least number of training rows of a cell.
    max_level : int
        K: no side of a cell is shorter than :math:`2^{-K}`.
    betas : array_like
        An edge is kept if its information is at least :math:`n_1^{-\beta}` nats, with *all*
        training rows :math:`n_1`; the best exponent for the held-out rows is taken in each cell.
    smoothing : float
        Further rows, spread evenly over all joint states, for the probabilities.
    criterion : {"heldout", "penalized"}
        Definition 7.2, or 7.1: a penalty in place of held-out rows, and training rows choose the
        exponent.
    gamma : float
        Weight :math:`\gamma_n` of the penalty.
    min_gain : float
        By how much a cut has to lower the risk, in nats a row.
    min_errors : float
        How many standard errors a cut has to gain; the source asks for nothing, 2 leaves out cuts
        that are luck. Held-out rows only.
    n_states : int or array_like of int, shape (d,), optional
        Numbers of states; by default a response has those up to its largest code.
    random_state : int, Generator or None
        Chooses the half of the rows that is held out where none are given.

    Attributes
    ----------
    tree_ : DyadicTree
        Its nodes stand level by level.
    cells_ : tuple of CellForest
        One a node, inner nodes too: the forest that it would have as a leaf.
    laws_ : tuple of ForestDistribution
        One a node.
    gains_ : ndarray, shape (m,)
        By how much the best cut of each node lowers the risk, in nats a row; minus infinity where
        none was allowed.
    gain_errors_ : ndarray, shape (m,)
        Standard errors of the gains of the cuts that were made; else NaN.
    n_train_, n_held_out_ : ndarray of int, shape (m,)
        Rows of each node.
    risk_ : float
        Of the tree, in nats a row, without penalty.
    n_states_ : ndarray of int, shape (d,)
    n_features_in_ : int
        Number of covariates.

    Notes
    -----
    Cost: a node of m rows takes O(b m r²) for its pair counts and 2 b forests of O(r²), with b
    covariates and r the sum of all numbers of states. Memory O(n r).
    Source: Chen (2013), sections 7.3 and 7.4.

    Examples
    --------
    >>> x = np.linspace(0, 1, 80)[:, None]
    >>> first, other = np.random.default_rng(0).integers(0, 2, (2, 80))
    >>> Y = np.column_stack([first, np.where(x[:, 0] <= 0.5, first, other)])
    >>> model = FoCART().fit(x[::2], Y[::2], x[1::2], Y[1::2])
    >>> [len(edges) for edges in model.edges([[0.2], [0.8]])]
    [1, 0]
    """

    def __init__(self, *, min_leaf=10, max_level=10, betas=BETAS, smoothing=2.0,
                 criterion="heldout", gamma=1.0, min_gain=0.0, min_errors=0.0, n_states=None,
                 random_state=None):  # fmt: skip
        self.min_leaf = min_leaf
        self.max_level = max_level
        self.betas = betas
        self.smoothing = smoothing
        self.criterion = criterion
        self.gamma = gamma
        self.min_gain = min_gain
        self.min_errors = min_errors
        self.n_states = n_states
        self.random_state = random_state

    def fit(self, X, y, X_val=None, y_val=None):
        """Search for the tree, and learn the forest of each cell.

        Parameters
        ----------
        X : array_like, shape (n, b)
            Covariates in [0, 1].
        y : array_like of int, shape (n, d)
            Codes from 0.
        X_val, y_val : array_like, shape (n_out, b) and (n_out, d), optional
            Held-out rows; without them a random half of the rows is held out, if the criterion
            asks for it.

        Returns
        -------
        FoCART
        """
        X, y, X_val, y_val = self._rows(X, y, X_val, y_val)
        betas = check_array(self.betas, "betas", ndim=1, min_rows=1, low=0, high=1)
        thresholds = float(len(X)) ** -betas
        smoothing = check_real(self.smoothing, "smoothing", low=0)
        errors = check_real(self.min_errors, "min_errors", low=0)
        marks = state_marks(y, self.n_states_)
        marks_out = None if y_val is None else state_marks(y_val, self.n_states_)
        pairs = PairCounts(self.n_states_)

        def leaf(train, out):
            counts = pairs.of(train)
            judged = counts if out is None else pairs.of(out)
            return cell_forest(counts, judged, pairs.starts, thresholds, smoothing=smoothing)

        options = {"max_level": self.max_level, "min_gain": self.min_gain}
        options["min_rows"] = check_count(self.min_leaf, "min_leaf", low=1)
        options["penalty"] = self._penalty(len(X))
        found = greedy_partition(X, marks, X_val, marks_out, leaf=leaf, **options)
        self._keep(found, found.tree, np.arange(found.tree.n_nodes), X, y)
        self.gain_errors_ = np.full(self.tree_.n_nodes, np.nan)
        if y_val is not None:
            self.gain_errors_ = gain_errors(self.tree_, self.laws_, X_val, y_val)
        if errors and y_val is not None:
            self._cut_short(found, errors, X, y)
        return self

    def _rows(self, X, y, X_val, y_val):
        """Training and held-out rows, checked."""
        check_in(self.criterion, "criterion", ("heldout", "penalized"))
        rng = check_rng(self.random_state)
        X = check_array(validate_data(self, X, dtype=float), "X", low=0, high=1)
        y = check_array(y, "y", shape=(len(X), None), dtype=np.int64, low=0)
        if not y.shape[1]:
            raise ValueError(f"y must have a column, got shape {y.shape}")
        if (X_val is None) != (y_val is None):
            raise ValueError("X_val and y_val must be given together")
        self.n_states_ = states_of(y, self.n_states)
        if self.criterion == "penalized":
            if X_val is not None:
                raise ValueError('X_val needs criterion="heldout": the penalty stands for it')
            return X, y, None, None
        if X_val is None:
            order = rng.permutation(len(X))
            kept, out = np.array_split(order, 2)
            return X[kept], y[kept], X[out], y[out]
        wanted = (None, X.shape[1])
        X_val = check_array(X_val, "X_val", shape=wanted, min_rows=1, low=0, high=1)
        y_val = check_array(y_val, "y_val", shape=(len(X_val), y.shape[1]), dtype=np.int64, low=0)
        if self.n_states is None:
            self.n_states_ = np.maximum(self.n_states_, y_val.max(axis=0) + 1)
        check_known(y_val, self.n_states_, "y_val")
        return X, y, X_val, y_val

    def _penalty(self, n):
        gamma = check_real(self.gamma, "gamma", low=0)
        if self.criterion == "heldout":
            return None
        d = len(self.n_states_)
        return lambda m: gamma * forest_tree_penalty(m, n, d, self.n_features_in_)

    def _keep(self, found, tree, nodes, X, y):
        """Store what a search found at these of its nodes, and the law of each."""
        self.tree_ = tree
        self.cells_ = tuple(found.models[node] for node in nodes)
        self.gains_ = found.gains[nodes]
        self.n_train_ = found.n_train[nodes]
        self.n_held_out_ = found.n_held_out[nodes]
        judged = len(X) if not self.n_held_out_[0] else self.n_held_out_[0]
        self.risk_ = float(found.losses[nodes][tree.leaves].sum() / judged)
        self.laws_ = tuple(
            forest_of_edges(y[rows], cell.edges, n_states=self.n_states_, smoothing=self.smoothing)
            for cell, rows in zip(self.cells_, rows_of_nodes(tree, X))
        )

    def _cut_short(self, found, errors, X, y):
        """Make a leaf of each node whose cut gains too few standard errors."""
        feature = self.tree_.feature
        worth = (feature >= 0) & (self.gains_ >= errors * self.gain_errors_)
        cells = np.stack([self.tree_.levels, self.tree_.places], axis=2).tolist()
        cells = [tuple(map(tuple, cell)) for cell in cells]
        number = {cell: node for node, cell in enumerate(cells)}
        splits = {cells[node]: int(feature[node]) for node in np.flatnonzero(worth)}
        # cuts below a leaf are not reached from the root: they fall away by themselves
        tree = tree_of_splits(splits, self.n_features_in_)
        pairs = np.stack([tree.levels, tree.places], axis=2).tolist()
        nodes = np.array([number[tuple(map(tuple, cell))] for cell in pairs])
        known = np.where(tree.feature >= 0, self.gain_errors_[nodes], np.nan)
        self._keep(found, tree, nodes, X, y)
        self.gain_errors_ = known

    def apply(self, X):
        """Number of the leaf that holds each point.

        Parameters
        ----------
        X : array_like, shape (m, b)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        check_is_fitted(self)
        return self.tree_.apply(validate_data(self, X, reset=False, dtype=float))

    def edges(self, X):
        """The forest at each point.

        Parameters
        ----------
        X : array_like, shape (m, b)

        Returns
        -------
        list of ndarray of int, shape (k, 2)
            Pairs of responses, the strongest first.
        """
        return [self.cells_[leaf].edges.copy() for leaf in self.apply(X)]

    def path_lengths(self, X, u, v):
        """How many edges apart two responses are at each point.

        Parameters
        ----------
        X : array_like, shape (m, b)
        u, v : int
            Responses.

        Returns
        -------
        ndarray, shape (m,)
            Infinite where they are in different trees.
        """
        leaves = self.apply(X)
        d = len(self.n_states_)
        u = check_count(u, "u", high=d - 1)
        v = check_count(v, "v", high=d - 1)
        lengths = {leaf: path_lengths(self.cells_[leaf].edges, d)[u, v] for leaf in set(leaves)}
        return np.array([lengths[leaf] for leaf in leaves])

    def log_prob(self, X, y):
        """Log-probability of each row of responses given its covariates.

        Parameters
        ----------
        X : array_like, shape (m, b)
        y : array_like of int, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        leaves = self.apply(X)
        wanted = (len(leaves), len(self.n_states_))
        y = check_array(y, "y", shape=wanted, dtype=np.int64, low=0)
        check_known(y, self.n_states_, "y")
        scores = np.empty(len(leaves))
        for leaf in np.unique(leaves):
            inside = leaves == leaf
            scores[inside] = self.laws_[leaf].log_prob(y[inside])
        return scores

    def score(self, X, y):
        """Mean log-probability of the responses given their covariates; larger is better.

        Parameters
        ----------
        X : array_like, shape (m, b)
        y : array_like of int, shape (m, d)

        Returns
        -------
        float
        """
        return float(self.log_prob(X, y).mean())
