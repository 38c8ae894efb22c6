"""``HillClimbBNC``: parents of attributes by greedy steps, one edge added or removed at a time.

The classifier GHC2 of Carvalho, Roos, Oliveira and Myllymäki (2011), section 5.
"""

import numpy as np
from sklearn.base import BaseEstimator

from mlcompanion._validation import check_count, check_in, check_real

from .base import NetworkClassifierMixin
from .families import CRITERIA, count_family, local_score

__all__ = ["HillClimbBNC"]

#: A gain below this share of the score is rounding.
_ROUNDING = 1e-12


class _Climb:
    """Parents today, the score of each family, and what each change of one edge would gain."""

    def __init__(self, score, d, most):
        self.score = score
        self.most = most
        self.parents = [()] * d
        self.family = np.array([score(i, ()) for i in range(d)])
        self.gain = np.full((d, d), -np.inf)
        self.known = {}
        for child in range(d):
            self.renew(child)

    def local(self, child, parents):
        key = (child, tuple(sorted(parents)))
        if key not in self.known:
            # a climb comes back to the same families: each is counted once
            self.known[key] = self.score(child, key[1])
        return self.known[key]

    def renew(self, child):
        """Gains of all changes above one child: an edge that stands goes, another one comes."""
        now = set(self.parents[child])
        for other in range(len(self.parents)):
            changed = now ^ {other}  # one edge more or one less, whichever it is
            if other == child or len(changed) > self.most:
                self.gain[other, child] = -np.inf
            else:
                self.gain[other, child] = self.local(child, changed) - self.family[child]

    def ancestors(self, node):
        """All nodes above, and the node."""
        found = {node}
        waiting = [node]
        while waiting:
            for parent in self.parents[waiting.pop()]:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return found

    def step(self):
        """Make the best change that closes no cycle; say whether there was one."""
        floor = _ROUNDING * max(np.abs(self.family).sum(), 1.0)
        gain = self.gain
        for place in np.argsort(-gain, axis=None, kind="stable"):
            parent, child = np.unravel_index(place, gain.shape)
            if not gain[parent, child] > floor:
                return False
            standing = set(self.parents[child])
            # to remove is always allowed; to add, unless the child is above its new parent
            if parent in standing or child not in self.ancestors(int(parent)):
                self.family[child] += gain[parent, child]
                self.parents[child] = tuple(sorted(standing ^ {int(parent)}))
                self.renew(child)  # scores are sums over families: no other gain has changed
                return True
        return False


class HillClimbBNC(NetworkClassifierMixin, BaseEstimator):
    """Augmented naive Bayes by greedy hill climbing: an edge is added or removed at a time.

    The climb starts from naive Bayes. The class stays a parent of all: under LL and fCLL to remove
    it can only lose.

    Parameters
    ----------
    criterion : {"fcll", "ll", "acll"}
        What the climb raises.
    max_parents : int
        Most parents of an attribute, the class among them.
    params : {"ofe", "elr"}
        As for :class:`~mlcompanion.graphical.classifiers.TANClassifier`.
    alpha : float
        Pseudo-count of each cell for the parameters; the score has it under ``"acll"`` alone.
    n_states : int or array_like of int, shape (d,), optional
        Numbers of states; by default those up to the largest code.
    elr_steps : int
        Most steps of the ascent of ``"elr"``, of which the best number is chosen.
    cv : int
        Folds that choose the number of steps of ``"elr"``.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    parents_ : list of tuple of int
        Without the class.
    edges_ : ndarray of int, shape (k, 2)
        Parent and child.
    n_states_ : ndarray of int, shape (d,)
    log_priors_ : ndarray, shape (n_classes,)
    log_tables_ : list of ndarray, shape (q_i * r_i, n_classes)
    n_steps_ : int
        Steps that ``"elr"`` made; 0 for frequencies.
    n_features_in_ : int

    Notes
    -----
    Cost: O(n d²) for the first gains, O(n d) and the size of the tables for each step.
    A greedy climb needs no best network: an edge whose two ends both have their parents cannot
    come any more. Under fCLL an edge that loses is left out, which a tree keeps.
    Source: section 5; whether the class counts among the parents is not told there. It does here.

    Examples
    --------
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
    >>> HillClimbBNC().fit(X, [0, 1, 1, 0] * 5).edges_.tolist()
    [[0, 1]]
    """

    def __init__(
        self,
        criterion="fcll",
        *,
        max_parents=2,
        params="ofe",
        alpha=0.5,
        n_states=None,
        elr_steps=100,
        cv=5,
    ):
        self.criterion = criterion
        self.max_parents = max_parents
        self.params = params
        self.alpha = alpha
        self.n_states = n_states
        self.elr_steps = elr_steps
        self.cv = cv

    def find_parents(self, X, codes, n_states):
        """Climb from naive Bayes.

        Parameters
        ----------
        X, codes, n_states : ndarray of int

        Returns
        -------
        list of tuple of int
        """
        criterion = check_in(self.criterion, "criterion", CRITERIA)
        most = check_count(self.max_parents, "max_parents", low=1) - 1
        alpha = check_real(self.alpha, "alpha", low=0, open_low=criterion == "acll")

        def family(child, parents):
            counts = count_family(X, codes, len(self.classes_), child, parents, n_states)
            return local_score(counts, criterion, alpha)

        climb = _Climb(family, X.shape[1], most)
        while climb.step():
            pass
        return climb.parents
