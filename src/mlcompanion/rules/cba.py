"""``CBAClassifier``: classes told by a short list of association rules.

Hahsler et al. (2011), section 2, name the method (Liu, Hsu and Ma 1998).
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_real

from ._bits import count_bits, count_sets
from ._cuts import class_cuts, range_items, range_names
from .associations import Rules, rule_measures
from .mining import eclat, least_count, least_counts
from .prefix_tree import incidence, levels_of
from .transactions import Transactions

__all__ = ["CBAClassifier"]


class _Candidates:
    """Class rules that pass the thresholds: left sides, classes, counts, best first."""

    def __init__(self, baskets, codes, support, confidence, max_len):
        least = least_count(support, baskets.n_baskets)
        words = baskets.bits()
        found = []
        for c, size in enumerate(np.bincount(codes)):
            if size < least or max_len < 2:
                continue
            own = baskets.take(codes == c)
            frequent = eclat(own, least / size, max_len=max_len - 1)
            for sets, rows in levels_of(frequent.members):
                together = count_sets(words, sets)
                count = frequent.quality["count"][rows]
                for k in np.flatnonzero(count >= least_counts(confidence, together)):
                    found.append((tuple(sets[k].tolist()), c, int(count[k]), int(together[k])))
        # by confidence, then by support, then the shorter one, then in the order of the items
        found.sort(key=lambda r: (-r[2] / r[3], -r[2], len(r[0]), r[0], r[1]))
        self.found = found
        self.words = words

    def covering(self, columns):
        """The baskets that hold a left side, as packed bits."""
        return np.bitwise_and.reduce(self.words[list(columns)], axis=0)


def _cover(candidates, of_class, everyone):
    """Keep the rules that are right on a case that no better rule covers.

    Returns the rules, the cases that each of them covers first, and what is left after all.
    """
    left = everyone.copy()
    kept = []
    for rule in candidates.found:
        covered = candidates.covering(rule[0]) & left
        if (covered & of_class[rule[1]]).any():
            kept.append((rule, covered))
            left &= ~covered
            if not left.any():
                break
    return kept


def _shortest_best(kept, of_class, everyone):
    """How many rules to keep, and the default's class: fewest errors, then fewest rules."""
    left = everyone.copy()
    wrong = 0
    best = None
    for used in range(len(kept) + 1):
        counts = count_bits(of_class & left)
        total = wrong + int(counts.sum() - counts.max())
        if best is None or total < best[0]:
            # where no case is left the default is the commonest class of all
            of_default = counts if counts.any() else count_bits(of_class)
            best = total, used, of_default
        if used < len(kept):
            rule, covered = kept[used]
            wrong += int(count_bits(covered) - count_bits(covered & of_class[rule[1]]))
            left &= ~covered
    _, used, of_default = best
    default = int(np.argmax(of_default))
    return used, default, float(of_default[default] / of_default.sum())


class CBAClassifier(AllScoresMixin, BaseEstimator):
    r"""Classification based on association rules.

    Columns are cut into ranges where the classes change. Rules "ranges => class" above two
    thresholds are ranked by confidence, then support, then shortness. A rule is kept if it is
    right on a training case that no better one covers; the list is cut where it makes the fewest
    errors together with a default class for what no rule covers.

    Parameters
    ----------
    support : float
        Least share of all cases that a rule is right on, in [0, 1].
    confidence : float
        Least share of right ones among the cases that a rule covers, in [0, 1].
    max_len : int
        Most items of a rule, its class among them; 3 allows two conditions.

    Attributes
    ----------
    rules_ : Rules
        The list, in the order in which it is asked.
    default_ : object
        The class of cases that no rule covers.
    cuts_ : list of ndarray
        Where each column is cut; nowhere if it tells nothing of the classes.
    classes_ : ndarray
    n_features_in_ : int

    Notes
    -----
    Cost: that of mining each class (:func:`~mlcompanion.rules.eclat`) and O(r n / 64) for r rules
    and n cases; d columns of c ranges give up to (d c)^2 / 2 rules of two conditions. Memory:
    O(d c n / 64 + r). Only the order of numbers counts, so units and origins do not.
    Source: section 2 names it; in the form of Liu, Hsu and Ma (1998), without their pruning by
    pessimistic errors, with cuts by description length as they had.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [3.0], [10.0], [11.0], [12.0], [13.0]]
    >>> model = CBAClassifier().fit(X, ["low"] * 4 + ["high"] * 4)
    >>> print(model.rules_.inspect())
    {x0 <= 6.5} => {class=low}  4 baskets, supp 0.500000000, conf 1.0000000, lift 2.000000
    >>> model.default_
    'high'
    """

    def __init__(self, support=0.01, confidence=0.5, *, max_len=3):
        self.support = support
        self.confidence = confidence
        self.max_len = max_len

    def fit(self, X, y):
        """Find the list of rules.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)
            Classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument is out of its range, or there is one class only.
        """
        support = check_real(self.support, "support", low=0, high=1)
        confidence = check_real(self.confidence, "confidence", low=0, high=1)
        max_len = check_count(self.max_len, "max_len", low=1)
        X, y = validate_data(self, X, y, dtype=float)
        self.classes_, codes = class_codes(y)
        n_classes = len(self.classes_)
        self.cuts_ = [class_cuts(x, codes, n_classes) for x in X.T]
        names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])])
        self._items = [word for n, cuts in zip(names, self.cuts_) for word in range_names(n, cuts)]
        classes = Transactions(codes[:, None] == np.arange(n_classes))
        of_class = classes.bits()
        everyone = np.bitwise_or.reduce(of_class, axis=0)
        kept = []
        if self._items:
            baskets = Transactions(range_items(X, self.cuts_))
            candidates = _Candidates(baskets, codes, support, confidence, max_len)
            kept = _cover(candidates, of_class, everyone)
        used, default, self._default_share = _shortest_best(kept, of_class, everyone)
        self.default_ = self.classes_.tolist()[default]
        self._default = default
        self._left = [rule[0] for rule, _ in kept[:used]]
        self._right = np.array([rule[1] for rule, _ in kept[:used]], dtype=int)
        self.rules_ = self._table([rule for rule, _ in kept[:used]], np.bincount(codes))
        return self

    def _table(self, rules, class_counts):
        """The list of rules as a table, the classes as items beside the ranges."""
        n = len(self._items)
        items = (*self._items, *(f"class={label}" for label in self.classes_.tolist()))
        left = [np.array([columns], dtype=int) for columns, *_ in rules]
        right = np.array([c for _, c, *_ in rules], dtype=int)
        count = np.array([count for *_, count, _ in rules], dtype=int)
        together = np.array([total for *_, total in rules], dtype=int)
        total = int(class_counts.sum())
        return Rules(
            items=items,
            n_baskets=total,
            quality=rule_measures(count, together, class_counts[right], total),
            lhs=incidence(left, len(items)),
            rhs=incidence([right[:, None] + n], len(items)),
        )

    def deciding_rule(self, X):
        """Which rule decides about each row: its place in ``rules_``, -1 for the default.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray of int, shape (n,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        held = range_items(X, self.cuts_)
        answers = np.full(len(X), -1)
        # from the last rule to the first, so that the first one stays
        for k, columns in reversed(list(enumerate(self._left))):
            answers[held[:, list(columns)].all(axis=1)] = k
        return answers

    def scores(self, X):
        """Of the rule that decides, its confidence in the column of its class; 0 elsewhere.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n, n_classes)
            By default the share of the default class among the cases that no rule covered.
        """
        deciding = self.deciding_rule(X)
        classes = np.append(self._right, self._default)[deciding]
        shares = np.append(self.rules_.quality["confidence"], self._default_share)[deciding]
        answers = np.zeros((len(deciding), len(self.classes_)))
        answers[np.arange(len(deciding)), classes] = shares
        return answers
