"""A classifier from any density estimate: one density a class (Sugiyama 2016, section 11.4).

What is estimated is how each class generates its patterns, p(x|y), and how common it is, p(y);
Bayes' theorem turns that into p(y|x). The quadratic classifier (Gaussian densities), the kernel
and the nearest-neighbour classifier are settings of this one class.
"""

import numpy as np
from scipy.special import log_softmax
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_has
from mlcompanion.density import GaussianDensity

from ._checks import check_priors
from .bayes_rule import bayes_rule

__all__ = ["GenerativeClassifier"]


class GenerativeClassifier(ClassifierMixin, BaseEstimator):
    r"""Fit a density to each class, then choose the class with the highest posterior probability.

    .. math:: \hat y=\operatorname*{argmax}_y\hat p(x|y)\,\hat p(y),\qquad \hat p(y)=n_y/n

    Parameters
    ----------
    density : estimator, optional
        With ``fit(X)`` and ``score_samples(X)``, the log-density of each row; a copy is fitted to
        the samples of each class. Default: ``GaussianDensity()``, the quadratic classifier.
    priors : array_like, shape (n_classes,), optional
        Class-prior probabilities in the order of the sorted labels. Default: the shares n_y/n of
        the training samples, Eq. (11.4).

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    priors_ : ndarray, shape (n_classes,)
    densities_ : list
        One fitted density a class.

    Raises
    ------
    ValueError
        If ``y`` has a single class, a prior is not positive, the priors do not sum to 1, or the
        density cannot be fitted to a class (which is named).

    Notes
    -----
    Cost: c fits, and c evaluations a pattern. All is computed in logarithms. Where no class gives a
    pattern any density (or several give it an infinite one), the priors decide between them.
    Source: Sugiyama (2016), section 11.4.
    """

    def __init__(self, density=None, priors=None):
        self.density = density
        self.priors = priors

    def fit(self, X, y):
        """Fit one density a class.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        density = GaussianDensity() if self.density is None else self.density
        check_has(density, "density", "fit", "score_samples")
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, of_class = class_codes(y)
        self.priors_ = (
            np.bincount(of_class) / len(y)
            if self.priors is None
            else check_priors(self.priors, len(self.classes_), open_low=True)
        )
        self.densities_ = [
            _fitted(density, X[of_class == i], label) for i, label in enumerate(self.classes_)
        ]
        return self

    def log_joint(self, X):
        """Log of the prior-weighted class densities, log p(x|y) + log p(y).

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)

        Returns
        -------
        ndarray, shape (n_samples, n_classes)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        log_densities = [density.score_samples(X) for density in self.densities_]
        return np.column_stack(log_densities) + np.log(self.priors_)

    def predict_log_proba(self, X):
        """Logarithms of the posterior probabilities p(y|x), shape (n_samples, n_classes)."""
        log_joint = self.log_joint(X)
        best = log_joint.max(axis=1, keepdims=True)
        # no density anywhere, or several infinite ones: the priors decide among the best
        undecided = np.where(log_joint == best, np.log(self.priors_), -np.inf)
        return log_softmax(np.where(np.isinf(best), undecided, log_joint), axis=1)

    def predict_proba(self, X):
        """Posterior probabilities p(y|x), shape (n_samples, n_classes)."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X, loss=None):
        """The label of least expected loss for each row.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        loss : array_like, shape (n_classes, n_classes), optional
            The first index is the true class, the second the decision. Default: all errors cost
            the same, so that the label of the highest posterior probability is chosen.

        Returns
        -------
        ndarray, shape (n_samples,)
            Of equally good labels the first one.
        """
        posterior = self.predict_proba(X)
        if loss is not None:
            loss = check_array(loss, "loss", shape=(len(self.classes_),) * 2)
        return self.classes_[bayes_rule(posterior, loss)]


def _fitted(density, X, label):
    """A copy of the density, fitted to the samples of one class."""
    try:
        return clone(density).fit(X)
    except ValueError as error:
        raise ValueError(f"density, samples X of class {label}: {error}") from error
