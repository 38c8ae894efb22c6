"""Label trees as estimators: one that finds its partitions on a stream, and one that draws them.

Choromanska (2014), sections 4.4 and 4.5.
"""

from itertools import pairwise

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from mlcompanion._classes import decision_values
from mlcompanion._validation import check_count

from .nodes import (
    DEPTH,
    INNER,
    NODES,
    PAIRS,
    empty_nodes,
    empty_pairs,
    grown_nodes,
    grown_pairs,
    has_room,
    open_children,
)
from .rows import RegressorRowsMixin
from .streaming import grow_pass, leaves_of, random_pass

__all__ = ["OnlinePartitionTree", "RandomLabelTree"]


class LabelTreeBase(ClassifierMixin, RegressorRowsMixin, BaseEstimator):
    """What trees over labels share: nodes, descent, leaf labels, guesses.

    A heir runs rows through the tree in ``run_rows(rows, codes)``, which returns how many there was
    room for. ``order_`` holds the class of each code that it uses.
    """

    def begin(self, n_features):
        """Forget everything: a root without children."""
        self.rule_ = self.step_rule()
        self.nodes_ = empty_nodes(64, n_features + 1)
        self.pairs_ = empty_pairs(256)
        self.sizes_ = np.array([1, 0, 0, 0])
        self.order_ = np.arange(len(self.classes_))

    def play(self, X, targets):
        """Run rows that have been checked through the tree."""
        rows = self.regressor_rows(X)
        # place of each class in the order of codes
        codes = np.argsort(self.order_)[targets]
        done = 0
        while done < len(rows):
            self._make_room()
            done += self.run_rows(rows[done:], codes[done:])

    def _make_room(self):
        while not has_room(self.sizes_, self.nodes_, self.pairs_):
            if self.sizes_[NODES] + 2 > len(self.nodes_.parent):
                self.nodes_ = grown_nodes(self.nodes_, self.sizes_[NODES])
            else:
                self.pairs_ = grown_pairs(self.pairs_)

    def apply(self, X):
        """The leaf that each row comes to.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray of int, shape (n,)
            Places in ``children_``; O(d) for each inner node above the leaf.
        """
        rows = self.checked_rows(X)  # which asks first whether there is a tree
        return leaves_of(rows, self.nodes_.weights, self.nodes_.children)

    def _served(self, leaves):
        """The leaves, or their nearest ancestors that examples came to in training."""
        # leaves that no example came to answer with their nearest ancestor's counts
        leaves = leaves.copy()
        while (empty := self.nodes_.examples[leaves] == 0).any():
            leaves[empty] = self.nodes_.parent[leaves[empty]]
        return leaves

    def predict(self, X):
        """The most frequent label of each row's leaf.

        A leaf that no example came to answers with its nearest ancestor's.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray, shape (n,)
        """
        leaves = self._served(self.apply(X))
        labels = self.nodes_.label[leaves]
        return self.classes_[self.order_[labels]]

    def predict_proba(self, X):
        """Shares of the labels among the training examples of each row's leaf.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray, shape (n, n_classes)
            O(n k) of memory, which prediction itself does not need.
        """
        leaves = self._served(self.apply(X))
        places, labels, counts = self._label_lists()
        found = np.zeros((len(leaves), len(self.classes_)))
        for row, leaf in zip(found, leaves):
            here = places[leaf]
            row[self.order_[labels[here]]] = counts[here]
        return found / found.sum(axis=1, keepdims=True)

    def decision_function(self, X):
        """As ``predict_proba``; of two classes the second's lead over the first.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray, shape (n, n_classes) or (n,)
        """
        return decision_values(self.predict_proba(X))

    def _label_lists(self):
        """For each node its labels, the frequent ones first, and their counts: one sort of all."""
        taken = np.flatnonzero(self.pairs_.node >= 0)
        node = self.pairs_.node[taken]
        label = self.pairs_.label[taken]
        count = self.pairs_.count[taken]
        # by node, then by count, then in the order of the classes
        by_node = np.lexsort((self.order_[label], -count, node))
        start = np.searchsorted(node[by_node], np.arange(self.n_nodes_ + 1))
        places = [slice(*pair) for pair in pairwise(start)]
        return places, label[by_node], count[by_node]

    def predict_topk(self, X, n_guesses=5):
        """The most frequent labels of each row's leaf, best first.

        A leaf with fewer labels goes on with those of its parent that are not named yet, and so on
        up to the root; labels that no example had come last.

        Parameters
        ----------
        X : array_like, shape (n, n_features)
        n_guesses : int
            At most the number of classes.

        Returns
        -------
        ndarray, shape (n, n_guesses)
        """
        leaves = self.apply(X)
        n_guesses = check_count(n_guesses, "n_guesses", low=1, high=len(self.classes_))
        places, labels, _ = self._label_lists()
        where, inverse = np.unique(leaves, return_inverse=True)
        lists = [self._named(leaf, n_guesses, places, labels) for leaf in where]
        return self.classes_[self.order_[np.array(lists)[inverse]]]

    def _named(self, node, n_guesses, places, labels):
        """So many labels of a node and its ancestors."""
        named = {}
        # ancestors' labels follow, those not named yet; then all others
        while node >= 0 and len(named) < n_guesses:
            named.update(dict.fromkeys(labels[places[node]].tolist()))
            node = self.nodes_.parent[node]
        named.update(dict.fromkeys(range(len(self.classes_))))
        return [*named][:n_guesses]

    def path_lengths(self, X):
        """Inner products that each row's prediction takes.

        Parameters
        ----------
        X : array_like, shape (n, n_features)

        Returns
        -------
        ndarray of int, shape (n,)
        """
        leaves = self.apply(X)
        return self.nodes_.depth[leaves]

    @property
    def children_(self):
        """Left and right child of each node, -1 at a leaf."""
        return self.nodes_.children[: self.n_nodes_].copy()

    @property
    def weights_(self):
        """Weights of each node's regressor on its features and its constant, in their own units."""
        return self.in_units(self.nodes_.weights[: self.n_nodes_])

    @property
    def n_nodes_(self):
        """Nodes, leaves among them."""
        return int(self.sizes_[NODES])

    @property
    def n_pairs_(self):
        """Pairs of a node and a label whose sums are kept."""
        return int(self.sizes_[PAIRS])

    @property
    def depth_(self):
        """Inner products on the longest path."""
        return int(self.sizes_[DEPTH])


class OnlinePartitionTree(LabelTreeBase):
    r"""A tree that learns on a stream which labels go left and which right, node by node.

    Algorithm 6. At a node with regressor h each label's mean margin is compared with that of all
    examples: above it, the example is a target 1 and goes right, else -1 and left. This climbs
    the objective :math:`J=2\,\mathbb E_i|\mathbb E[h]-\mathbb E[h\mid i]|`, which is large where
    labels are sent whole and both sides are equally heavy.

    Parameters
    ----------
    max_inner : int, optional
        Most nodes with children; 2k by default, where k leaves need k - 1.
    loss : {"absolute", "squared"}
        Of the regressors.
    step : float
        Length of a step on rows of mean squared length 1.
    decay : float
        The n-th example of a node takes a step of ``step / n**decay``. Steps that shrink keep the
        first, arbitrary splits.
    row_length : float, optional
        Root of the mean squared length of a row; that of the first call's rows by default.
    n_epochs : int
        Passes of ``fit`` over the rows.
    forget : float
        0: means of margins are over all examples, as in the source. Otherwise over about the last
        ``1 / forget``, which is ours: margins of labels that come no more then do not keep the
        mean above all labels that do come, so that these are all sent left for ever. With many
        labels 0.03 loses far fewer of them.
    shuffle : bool
        Whether ``fit`` takes the rows in a new random order in each pass.
    random_state : int, Generator or None
        For the orders.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    children_ : ndarray of int, shape (n_nodes, 2)
    weights_ : ndarray, shape (n_nodes, n_features + 1)
        The last one is the constant's.
    depth_, n_nodes_, n_inner_, n_pairs_ : int
        Inner products on the longest path, nodes, nodes with children, and pairs of a node and a
        label in memory.
    row_length_ : float
    t_ : int
        Examples seen.

    Notes
    -----
    O(d) at each node of a path: an example or a prediction costs O(d log k) in a balanced tree. In
    memory O(k d) weights, and O(k log k) sums. Columns of very different sizes should be
    standardised, and their origin not far from zero.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> iris = load_iris()
    >>> X = (iris.data - iris.data.mean(axis=0)) / iris.data.std(axis=0)
    >>> tree = OnlinePartitionTree(n_epochs=20, random_state=0).fit(X, iris.target)
    >>> bool(tree.score(X, iris.target) > 0.8)
    True
    """

    def __init__(
        self,
        max_inner=None,
        loss="absolute",
        step=0.05,
        decay=0.0,
        row_length=None,
        n_epochs=5,
        *,
        forget=0.0,
        shuffle=True,
        random_state=None,
    ):
        self.max_inner = max_inner
        self.loss = loss
        self.step = step
        self.decay = decay
        self.row_length = row_length
        self.n_epochs = n_epochs
        self.forget = forget
        self.shuffle = shuffle
        self.random_state = random_state

    def begin(self, n_features):
        """Forget everything: a root without children."""
        super().begin(n_features)
        most = 2 * len(self.classes_) if self.max_inner is None else self.max_inner
        self.most_inner_ = check_count(most, "max_inner", low=1)

    def run_rows(self, rows, codes):
        """One pass of Algorithm 6; returns how many rows there was room for."""
        stores = self.nodes_, self.pairs_, self.sizes_
        return grow_pass(rows, codes, *stores, self.rule_, self.most_inner_)

    @property
    def n_inner_(self):
        """Nodes with children."""
        return int(self.sizes_[INNER])


class RandomLabelTree(LabelTreeBase):
    """A tree whose nodes halve their labels at random: the baseline of the partition tree.

    The regressors are trained on the paths of their labels, as in the partition tree; what they
    have to tell apart was not chosen so that they can.

    Parameters
    ----------
    loss : {"absolute", "squared"}
        Of the regressors.
    step, decay : float
        As of :class:`OnlinePartitionTree`.
    row_length : float, optional
        Root of the mean squared length of a row; that of the first call's rows by default.
    n_epochs : int
        Passes of ``fit`` over the rows.
    shuffle : bool
        Whether ``fit`` takes the rows in a new random order in each pass.
    random_state : int, Generator or None
        For the halves, and the orders.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    order_ : ndarray of int, shape (n_classes,)
        Places in ``classes_`` of the leaves' labels, from left to right.
    children_, weights_, depth_, n_nodes_, n_pairs_, row_length_, t_
        As of :class:`OnlinePartitionTree`; the depth is log2 k, rounded up.

    Examples
    --------
    >>> import numpy as np
    >>> tree = RandomLabelTree(random_state=0).fit(np.eye(8), np.arange(8))
    >>> tree.depth_, tree.n_nodes_
    (3, 15)
    """

    def __init__(
        self,
        loss="absolute",
        step=0.05,
        decay=0.0,
        row_length=None,
        n_epochs=5,
        *,
        shuffle=True,
        random_state=None,
    ):
        self.loss = loss
        self.step = step
        self.decay = decay
        self.row_length = row_length
        self.n_epochs = n_epochs
        self.shuffle = shuffle
        self.random_state = random_state

    def begin(self, n_features):
        """Forget everything, and halve the labels anew down to single ones."""
        super().begin(n_features)
        n_classes = len(self.classes_)
        self.order_ = self.drawing().permutation(n_classes)
        self.nodes_ = empty_nodes(2 * n_classes + 1, n_features + 1)
        self.middles_ = np.zeros(2 * n_classes + 1, dtype=int)
        # the list grows while it is walked: spans of labels still to be halved
        spans = [(0, 0, n_classes)]
        for v, first, end in spans:
            if end - first == 1:
                continue
            middle = (first + end) // 2
            self.middles_[v] = middle
            open_children(v, self.nodes_, self.sizes_)
            left, right = self.nodes_.children[v].tolist()
            spans += [(left, first, middle), (right, middle, end)]

    def run_rows(self, rows, codes):
        """One pass down the labels' paths; returns how many rows there was room for."""
        stores = self.nodes_, self.pairs_, self.sizes_
        return random_pass(rows, codes, *stores, self.rule_, self.middles_)
