r"""``TANClassifier``: naive Bayes whose attributes hang on each other along the best tree.

.. math:: P(c,\mathbf x)=\theta_c\prod_iP(x_i\mid x_{\pi(i)},c)

Friedman, Geiger and Goldszmidt (1997), with the scores of Carvalho, Roos, Oliveira and Myllymäki
(2011), sections 4.3 and 5.
"""

from sklearn.base import BaseEstimator

from mlcompanion._validation import check_real

from ..trees.branchings import edmonds_branching
from ..trees.spanning import maximum_spanning_tree
from .base import NetworkClassifierMixin
from .weights import directed_gains, edge_weights, share_of

__all__ = ["TANClassifier", "rooted_parents"]


def rooted_parents(edges, d, root=0):
    """The parent of each node of a tree when one node is its root.

    Parameters
    ----------
    edges : ndarray of int, shape (d - 1, 2)
        Without a direction.
    d : int
    root : int

    Returns
    -------
    list of tuple of int
        Empty for the root.
    """
    near = [[] for _ in range(d)]
    for i, j in edges:
        near[i].append(int(j))
        near[j].append(int(i))
    parents = [()] * d
    seen = {root}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for other in near[node]:
            if other not in seen:
                seen.add(other)
                parents[other] = (node,)
                waiting.append(other)
    return parents


class TANClassifier(NetworkClassifierMixin, BaseEstimator):
    r"""Tree-augmented naive Bayes on codes; its tree is the best one under a decomposable score.

    Parameters
    ----------
    criterion : {"fcll", "ll", "acll"} or float
        What the tree maximises: factorized conditional log-likelihood, likelihood, the
        intermediate approximation, or a number from 0 to 1, the share of the interaction
        information beside that given the class (0 is ``"ll"``, 0.633 ``"fcll"``).
    params : {"ofe", "elr"}
        Frequencies, or weights that climb the conditional likelihood from there.
    alpha : float
        Pseudo-count of each cell for the parameters; under ``"elr"`` of the start. The tree is
        found without it, but for ``"acll"``, which needs it.
    n_states : int or array_like of int, shape (d,), optional
        Numbers of states; give them if later rows may have codes that the first ones lack.
    elr_steps : int
        Most steps of the ascent of ``"elr"``, of which the best number is chosen.
    cv : int
        Folds that choose the number of steps of ``"elr"``.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    parents_ : list of tuple of int
        Of each attribute; empty for the root, attribute 0 but for ``"acll"``. The class is a
        parent of all.
    edges_ : ndarray of int, shape (d - 1, 2)
        Parent and child.
    edge_weights_ : ndarray, shape (d, d)
        In bits a row, see :func:`~mlcompanion.graphical.classifiers.edge_weights`.
    n_states_ : ndarray of int, shape (d,)
    log_priors_ : ndarray, shape (n_classes,)
    log_tables_ : list of ndarray, shape (q_i * r_i, n_classes)
        A row a cell of parent and attribute, the attribute's value running fast.
    n_steps_ : int
        Steps that ``"elr"`` made; 0 for frequencies.
    n_features_in_ : int

    Notes
    -----
    Cost: O(n r²) in products of matrices for the weights, with r the sum of all numbers of states,
    O(d²) for the tree; ``"elr"`` adds O(n d s) a step and fold.
    All scores keep all d - 1 edges, as the source does, also those of negative weight.
    Source: sections 3, 4.3, 4.4 and 5.

    Examples
    --------
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
    >>> TANClassifier().fit(X, [0, 1, 1, 0] * 5).predict(X[:4]).tolist()  # exclusive or
    [0, 1, 1, 0]
    """

    def __init__(
        self, criterion="fcll", *, params="ofe", alpha=0.5, n_states=None, elr_steps=100, cv=5
    ):
        self.criterion = criterion
        self.params = params
        self.alpha = alpha
        self.n_states = n_states
        self.elr_steps = elr_steps
        self.cv = cv

    def find_parents(self, X, codes, n_states):
        """The best tree, rooted.

        Parameters
        ----------
        X, codes, n_states : ndarray of int

        Returns
        -------
        list of tuple of int
        """
        d = X.shape[1]
        if share_of(self.criterion) is None:
            alpha = check_real(self.alpha, "alpha", low=0, open_low=True)
            n_classes = len(self.classes_)
            self.edge_weights_ = directed_gains(X, codes, n_classes, n_states, alpha)
            # aCLL gains depend on the direction: a branching, where symmetric weights need a tree
            above = edmonds_branching(self.edge_weights_, spanning=True)
            return [() if p < 0 else (int(p),) for p in above]
        self.edge_weights_ = edge_weights(X, codes, self.criterion, n_states=n_states)
        return rooted_parents(maximum_spanning_tree(self.edge_weights_).edges, d)
