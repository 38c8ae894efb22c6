r"""What network classifiers share: from parents to tables, from tables to a decision.

.. math:: \hat c=\operatorname*{argmax}_c\log\theta_c+\sum_i\log\theta_{ijck}

Carvalho, Roos, Oliveira and Myllymäki (2011), section 3.
"""

import warnings

import numpy as np
from scipy.special import log_softmax
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_real

from ..trees.pairs import check_codes
from .discriminative import cross_tuned_steps, discriminative_tables
from .tables import log_joint, log_tables

__all__ = ["NetworkClassifierMixin"]


class NetworkClassifierMixin(AllScoresMixin):
    """A network of codes whose class is a parent of all; a subclass has ``find_parents``.

    ``find_parents(X, codes, n_states)`` returns a list with the parents of each attribute, and may
    keep what it found on the way.
    """

    def fit(self, X, y):
        """Find the structure, then the parameters.

        Parameters
        ----------
        X : array_like of int, shape (n, d)
            Codes from 0.
        y : array_like, shape (n,)
            Labels.

        Returns
        -------
        self
        """
        params = check_in(self.params, "params", ("ofe", "elr"))
        alpha = check_real(self.alpha, "alpha", low=0)
        elr_steps = check_count(self.elr_steps, "elr_steps", low=1)
        cv = check_count(self.cv, "cv", low=2)
        X, y = validate_data(self, X, y, dtype=float)
        X, self.n_states_ = self._codes(X, self.n_states)
        self.classes_, codes = class_codes(y)
        self.parents_ = self.find_parents(X, codes, self.n_states_)
        # the class is a parent of all: edges are told among attributes only
        pairs = [(p, i) for i, above in enumerate(self.parents_) for p in above]
        self.edges_ = np.array(pairs, dtype=int).reshape(-1, 2)
        self.log_priors_, self.log_tables_ = log_tables(
            X, codes, len(self.classes_), self.parents_, self.n_states_, alpha
        )
        self.n_steps_ = 0
        if params == "elr":
            self._discriminate(X, codes, elr_steps, cv)
        return self

    def _discriminate(self, X, codes, elr_steps, cv):
        """Parameters that climb the conditional likelihood, stopped by cross tuning."""
        if self.alpha == 0:
            raise ValueError(
                "alpha must be positive for params='elr', which starts from logarithms"
            )
        network = (self.parents_, self.n_states_, len(self.classes_), self.alpha)
        steps = cross_tuned_steps(X, codes, network, cv, elr_steps)
        run = discriminative_tables(X, codes, network, steps)
        self.log_priors_, self.log_tables_, self.n_steps_ = run
        if steps == elr_steps:  # the best was the last that was tried: there may be a better one
            warnings.warn(
                f"{type(self).__name__}: held-out rows were told best after all {steps} steps; "
                "raise elr_steps",
                ConvergenceWarning,
                stacklevel=3,
            )

    @staticmethod
    def _codes(X, n_states):
        if X.min() < 0:
            raise ValueError("Negative values in data passed to X: it must hold codes from 0")
        return check_codes(X, n_states)

    def scores(self, X):
        """Logarithm of the joint probability of each row with each class, in nats.

        Parameters
        ----------
        X : array_like of int, shape (m, d)
            Codes below ``n_states_``.

        Returns
        -------
        ndarray, shape (m, n_classes)
            With ``params="elr"`` up to a number for each row.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        X, _ = self._codes(X, self.n_states_)
        return log_joint(X, self.parents_, self.n_states_, self.log_priors_, self.log_tables_)

    def predict_log_proba(self, X):
        """Logarithms of the posterior probabilities, shape (m, n_classes).

        Parameters
        ----------
        X : array_like of int, shape (m, d)

        Returns
        -------
        ndarray
        """
        return log_softmax(self.scores(X), axis=1)

    def predict_proba(self, X):
        """Posterior probabilities, shape (m, n_classes).

        Parameters
        ----------
        X : array_like of int, shape (m, d)

        Returns
        -------
        ndarray
        """
        return np.exp(self.predict_log_proba(X))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.positive_only = True
        return tags
