r"""``MDLDiscretizer``: cut points that tell of the class, accepted if they shorten a description.

.. math:: \mathrm{gain}>\frac{\log(N-1)+\Delta}{N},\qquad
    \Delta=\log(3^k-2)-\bigl(kH(S)-k_1H(S_1)-k_2H(S_2)\bigr)

Fayyad and Irani (1993); section 5 of Carvalho, Roos, Oliveira and Myllymäki (2011) cuts all its
continuous attributes so. Logarithms are binary.
"""

import numpy as np
from scipy.special import xlogy
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import class_codes
from mlcompanion._data import validate_data

__all__ = ["MDLDiscretizer"]


def _entropies(counts):
    """Entropy of each row of counts, in bits."""
    n = counts.sum(axis=-1)
    return (xlogy(n, n) - xlogy(counts, counts).sum(axis=-1)) / (np.log(2) * np.maximum(n, 1))


def _best_cut(x, below, first, last):
    """The cut of rows first, ..., last - 1 that tells most of the class, or None.

    ``below[m]`` counts the classes of the first m rows in the order of ``x``.
    """
    # a cut needs two different values side by side
    ends = first + 1 + np.flatnonzero(x[first + 1 : last] > x[first : last - 1])
    if not len(ends):
        return None
    n = last - first
    whole = below[last] - below[first]
    left = below[ends] - below[first]
    right = whole - left
    h_left = _entropies(left)
    h_right = _entropies(right)
    inside = ((ends - first) * h_left + (last - ends) * h_right) / n
    at = int(np.argmin(inside))
    h = float(_entropies(whole))
    k = np.count_nonzero(whole)
    k_left = np.count_nonzero(left[at])
    k_right = np.count_nonzero(right[at])
    # log2(3^k - 2), which has no room for 3^k if the classes are many
    delta = k * np.log2(3.0) + np.log2(1 - 2 * 3.0**-k)
    delta -= k * h - k_left * h_left[at] - k_right * h_right[at]
    return int(ends[at]) if h - inside[at] > (np.log2(n - 1) + delta) / n else None


def _between(a, b):
    """A number not below ``a`` and below ``b``: their middle, where that is a number of its own."""
    middle = a / 2 + b / 2  # halves first: the sum may overflow
    return middle if a <= middle < b else a


def _cuts(x, codes, n_classes):
    """Cut points of one column, in rising order."""
    order = np.argsort(x, kind="stable")
    x = x[order]
    below = np.zeros((len(x) + 1, n_classes), dtype=np.int64)
    np.cumsum(codes[order, None] == np.arange(n_classes), axis=0, out=below[1:])
    found = []
    waiting = [(0, len(x))]
    while waiting:
        first, last = waiting.pop()
        cut = _best_cut(x, below, first, last)
        if cut is not None:
            found.append(_between(x[cut - 1], x[cut]))
            # each side is judged by its own number of rows
            waiting += [(first, cut), (cut, last)]
    return np.sort(found)


class MDLDiscretizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Cut continuous columns where the classes change, as often as a short description allows.

    Attributes
    ----------
    cuts_ : list of ndarray
        Cut points of each column, rising; none where no cut pays.
    n_bins_ : ndarray of int, shape (n_features,)
        One more than cut points: the numbers of states of the codes.
    n_features_in_ : int

    Notes
    -----
    Cost: a sort of each column, and O(n s) for each level of cuts.
    The best cut of a part is found by the entropy of the class on its two sides, and tried against
    the length of the cut's own description; then both sides are cut in turn.
    Source: Fayyad and Irani (1993).

    Examples
    --------
    >>> X = [[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]]
    >>> cutter = MDLDiscretizer().fit(X, [0, 0, 0, 1, 1, 1])
    >>> cutter.cuts_[0].tolist(), cutter.transform([[4.0], [6.0]]).ravel().tolist()
    ([5.0], [0, 1])
    """

    def fit(self, X, y):
        """Find the cut points.

        Parameters
        ----------
        X : array_like, shape (n, n_features)
        y : array_like, shape (n,)
            Labels.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        classes, codes = class_codes(y)
        self.cuts_ = [_cuts(column, codes, len(classes)) for column in X.T]
        self.n_bins_ = np.array([len(cuts) + 1 for cuts in self.cuts_])
        return self

    def transform(self, X):
        """Codes 0, 1, ...: how many cut points lie below.

        Parameters
        ----------
        X : array_like, shape (m, n_features)

        Returns
        -------
        ndarray of int, shape (m, n_features)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return np.column_stack([np.searchsorted(c, x) for c, x in zip(self.cuts_, X.T)])

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = []  # codes are whole numbers
        return tags
