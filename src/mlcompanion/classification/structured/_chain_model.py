"""What the two learners of label strings share: scores, the best string, the share of hits."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion.sequences.viterbi import best_path

from ._strings import check_against, check_inputs


class ChainModel(BaseEstimator):
    """A model with ``coef_`` (k, n_inputs), ``transition_`` (k, k) and ``classes_``.

    Its constructor stores ``first_pair``.
    """

    def scores(self, xs):
        """Scores of all labels at each place, those of the first pair included.

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_inputs)

        Returns
        -------
        list of ndarray, shape (m_i, n_classes)
        """
        strings = self._inputs(xs)
        return strings.cut(self._places(strings))

    def predict(self, xs):
        """The label string with the largest score, for each input: Viterbi's (section 29.2.4).

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_inputs)

        Returns
        -------
        list of ndarray, shape (m_i,)
        """
        trans = self.transition_[None]
        return [self.classes_[best_path(p, trans, _free(p))] for p in self.scores(xs)]

    def score(self, xs, ys):
        """Share of the single labels that :meth:`predict` gets right.

        Parameters
        ----------
        xs : list of array_like, shape (m_i, n_inputs)
        ys : list of array_like, shape (m_i,)

        Returns
        -------
        float
        """
        check_is_fitted(self)
        strings = check_against(xs, ys, self.classes_, self.n_features_in_)
        found = np.concatenate(self.predict(xs))
        return float(np.mean(found == self.classes_[strings.codes]))

    def _inputs(self, xs):
        check_is_fitted(self)
        return check_inputs(xs, self.n_features_in_)

    def _places(self, strings):
        places = strings.rows @ self.coef_.T
        if self.first_pair:
            places[strings.starts] += self.transition_.diagonal()
        return places


def _free(places):
    """No string is forbidden."""
    return np.full(len(places), -1, dtype=np.int64)
