"""Learning to align from few examples: one or more passes of the self-tuned structured learner.

Shalev-Shwartz (2007), Section 9.3: Figure 5.4 on the features of an alignment, and one weight
vector in the end: the last, as the source has it, or the average of all.
"""

from functools import partial

import numpy as np

from mlcompanion._validation import check_count, check_in, check_instance, check_list, check_real
from mlcompanion.online.structured import StringLearner, check_pairs

from .costs import mean_deviation, tenfold_cost
from .features import AlignmentFeatures

__all__ = ["AlignmentLearner"]


class AlignmentLearner:
    """Aligner that learns the weights of its features from examples.

    Parameters
    ----------
    features : AlignmentFeatures
        Such as ``SpeechFeatures`` or ``MusicFeatures``.
    U : float
        Complexity ``|u|^2 / 2`` to compete with.
    eps : float
        Frames by which a start may be off at no cost.
    n_pass : int
        With several, the weights of the pass with the smallest training error are kept.
    weights : {"average", "last"}
        The mean of the weights of all rounds so far, or those after the last one (the source's).

    Attributes
    ----------
    coef_ : ndarray, shape (features.size,)
    last_, average_ : ndarray, shape (features.size,)
        Both kinds of weights, after all passes.
    costs_ : ndarray
        Cost of every prediction of the passes, before its update.
    errors_ : ndarray, shape (n_pass,)
        Mean deviation on the training examples after every pass, in frames; empty for one pass.

    Notes
    -----
    An alignment costs O(K T L) by the envelope, a pass one for each example, and one more if there
    are several passes. The tables of the examples are kept while it learns.
    """

    def __init__(self, features, U=1.0, eps=1.0, n_pass=1, weights="average"):
        self.features = check_instance(features, "features", AlignmentFeatures)
        self.U = check_real(U, "U", low=0, open_low=True)
        self.eps = check_real(eps, "eps", low=0)
        self.n_pass = check_count(n_pass, "n_pass", low=1)
        self.weights = check_in(weights, "weights", {"average", "last"})

    def fit(self, signals, events, starts):
        """Learn from signals with known events and starts.

        Parameters
        ----------
        signals, events : list
            What the features take.
        starts : list of array_like of int, shapes (K,)
            Frames, from 0.

        Returns
        -------
        AlignmentLearner
        """
        signals, events = check_pairs(signals, events, ("signals", "events"))
        starts = check_list(starts, "starts")
        signals, starts = check_pairs(signals, starts, ("signals", "starts"))
        return self.fit_tables([*map(self.features.tables, signals, events)], starts)

    def fit_tables(self, tables, starts):
        """The same from tables that stand ready.

        Parameters
        ----------
        tables : list of AlignmentTables
        starts : list of array_like of int, shapes (K,)

        Returns
        -------
        AlignmentLearner
        """
        tables, starts = check_pairs(tables, starts, ("tables", "starts"))
        # all at the door, so that a bad one stops nothing halfway
        starts = [self.features.answer(x, y) for x, y in zip(tables, starts)]
        engine = StringLearner(self.features, self.U, partial(tenfold_cost, eps=self.eps))
        kept = []
        errors = []
        for _ in range(self.n_pass):
            engine.partial_fit(tables, starts)
            w = engine.average_ if self.weights == "average" else engine.coef_
            kept.append(w)
            if self.n_pass > 1:
                guesses = [self.features.predict(w, x) for x in tables]
                errors.append(np.mean([mean_deviation(y, z) for y, z in zip(starts, guesses)]))
        self.errors_ = np.array(errors)
        self.coef_ = kept[int(np.argmin(errors)) if errors else 0]
        self.last_ = engine.coef_
        self.average_ = engine.average_
        self.costs_ = engine.costs_
        return self

    def predict(self, signals, events):
        """Starts of the events in each signal.

        Parameters
        ----------
        signals, events : list

        Returns
        -------
        list of ndarray of int, shapes (K,)
        """
        if not hasattr(self, "coef_"):
            raise ValueError("fit must be called before predict")
        signals, events = check_pairs(signals, events, ("signals", "events"))
        tables = map(self.features.tables, signals, events)
        return [self.features.predict(self.coef_, x) for x in tables]
