"""What all detectors share: scores that are high where points are usual, and a threshold."""

import numpy as np
from sklearn.base import BaseEstimator, OutlierMixin

from mlcompanion._validation import check_real

__all__ = []


class ScoreThreshold(BaseEstimator):
    """A member has ``fit``, which sets ``offset_``, and ``score_samples``."""

    def decision_function(self, X):
        """Scores of the rows less the threshold: negative at outliers.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        return self.score_samples(X) - self.offset_

    def predict(self, X):
        """Return -1 for the rows that are outliers and 1 for the others.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        return np.where(self.decision_function(X) >= 0, 1, -1)


class OutlierDetector(OutlierMixin, ScoreThreshold):
    """A member learns from one sample, and can tell its outliers by ``fit_predict``."""


def check_contamination(value, automatic):
    """Return a share in (0, 0.5], or "auto" where there is a threshold of that name."""
    if automatic and isinstance(value, str) and value == "auto":
        return value
    return check_real(value, "contamination", low=0, high=0.5, open_low=True)


def share_threshold(scores, contamination):
    """The score below which this share of the scores lies; equal ones stay together above it."""
    # one of the scores, not a number between two: infinite scores have none
    return float(np.quantile(scores, contamination, method="higher"))
