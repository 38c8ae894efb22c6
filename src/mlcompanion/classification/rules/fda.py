r"""Fisher's linear discriminant analysis: one covariance for all classes (Sugiyama 2016, 12.4).

With a common covariance the quadratic terms of the log-posteriors cancel, and each class is scored
by a linear function of the pattern. One Cholesky factor of the pooled covariance does all the
work: it whitens, so that nearest mean is the rule, and it is never inverted.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg.blas import dtrsm
from scipy.special import log_softmax
from sklearn.base import BaseEstimator
from sklearn.utils import assert_all_finite
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, decision_values
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_flag, check_real
from mlcompanion.linalg.factor import scaled_cholesky

from ._checks import check_priors

__all__ = ["FDA", "Hyperplane", "fda_leave_one_out"]

SINGULAR = "; fewer samples than features, or constant features: set ridge > 0"


class Hyperplane(NamedTuple):
    """The points with a'x + b = 0; the first of two classes lies where a'x + b is positive."""

    a: np.ndarray
    b: float


class FDA(LargestScoreMixin, BaseEstimator):
    r"""Linear classifier from Gaussian densities with a common covariance.

    .. math:: \log\hat p(y|x)=x^\top\hat\Sigma^{-1}\hat\mu_y
              -\tfrac12\hat\mu_y^\top\hat\Sigma^{-1}\hat\mu_y+\log\hat p(y)+C

    Parameters
    ----------
    ridge : float
        Added to the diagonal of the pooled covariance, in squared units of ``X``. Needed where
        there are fewer samples than features, or features that never change.
    priors : array_like, shape (n_classes,), optional
        Class-prior probabilities in the order of the sorted labels. Default: the shares n_y/n of
        the training samples.
    unbiased : bool
        Divide the pooled scatter by n - n_classes instead of n. For classes of equal size this is
        the mean of the unbiased class covariances, as in the listing of Fig. 12.13.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    means_ : ndarray, shape (n_classes, n_features)
    covariance_ : ndarray, shape (n_features, n_features)
        The pooled covariance, Eq. (12.5), without the ridge.
    priors_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (n_classes, n_features)
        Slopes of the scores, Eq. (12.6), relative to those at the mean of all class means: only
        their differences matter.
    intercept_ : ndarray, shape (n_classes,)

    Raises
    ------
    ValueError
        If ``y`` has a single class, a prior is not positive, or the covariance with its ridge is
        singular.

    Notes
    -----
    Cost: O(n d^2) for the scatter, O(d^3) for its factor, O(c d) a prediction. Features are
    reckoned from the mean of the class means: a large offset of the data costs no digits. Source:
    Sugiyama (2016), section 12.4.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> float(FDA().fit(X, y).score(X, y))
    0.98
    """

    def __init__(self, ridge=0.0, priors=None, unbiased=False):
        self.ridge = ridge
        self.priors = priors
        self.unbiased = unbiased

    def fit(self, X, y):
        """Estimate class means and the pooled covariance, and factor it once.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        check_real(self.ridge, "ridge", low=0)
        check_flag(self.unbiased, "unbiased")
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, of_class = np.unique(y, return_inverse=True)
        sizes = np.bincount(of_class)
        self.priors_ = _checked_priors(self.priors, sizes)
        # 1. class means, and the scatter around them
        self.means_ = _class_means(X, of_class, sizes)
        centred = X - self.means_[of_class]
        divisor = _divisor(len(y), len(sizes), self.unbiased)
        self.covariance_ = centred.T @ centred / divisor
        # 2. whiten the means: L z = mean, where L L' is the covariance
        origin = self.means_.mean(axis=0)
        factor = _factor(self.covariance_, self.ridge)
        white = dtrsm(1.0, factor, (self.means_ - origin).T, lower=True)
        # 3. slopes L'^-1 z and intercepts of the scores
        self.coef_ = dtrsm(1.0, factor, white, lower=True, trans_a=True).T
        lengths = np.square(white).sum(axis=0)
        self.intercept_ = np.log(self.priors_) - 0.5 * lengths - self.coef_ @ origin
        return self

    def discriminant(self, X):
        """Scores of the classes, Eq. (12.6): log-posteriors up to a number common to a row.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)

        Returns
        -------
        ndarray, shape (n_samples, n_classes)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return X @ self.coef_.T + self.intercept_

    def decision_function(self, X):
        """Log-odds of the second of two classes, shape (n_samples,); of more the discriminants."""
        return decision_values(self.discriminant(X))

    def boundary(self, first=None, second=None):
        """The hyperplane on which two classes are equally probable.

        Parameters
        ----------
        first, second : labels, optional
            Default: the two classes, in their order. The first class lies on the positive side.

        Returns
        -------
        Hyperplane
            With fields ``a``, shape (n_features,), and ``b``.

        Raises
        ------
        ValueError
            If a label is unknown, both are the same, or none is named among several classes.
        """
        check_is_fitted(self)
        if first is None and second is None and len(self.classes_) == 2:
            first, second = self.classes_
        i, j = (self._place(*pair) for pair in ((first, "first"), (second, "second")))
        if i == j:
            raise ValueError(f"first and second must be different classes, got {first!r} twice")
        return Hyperplane(
            self.coef_[i] - self.coef_[j], float(self.intercept_[i] - self.intercept_[j])
        )

    def predict_log_proba(self, X):
        """Logarithms of the posterior probabilities, shape (n_samples, n_classes)."""
        return log_softmax(self.discriminant(X), axis=1)

    def predict_proba(self, X):
        """Posterior probabilities, shape (n_samples, n_classes)."""
        return np.exp(self.predict_log_proba(X))

    def _place(self, label, name):
        found = np.flatnonzero(self.classes_ == label)
        if len(found) != 1:
            raise ValueError(f"{name} must be one of {self.classes_.tolist()}, got {label!r}")
        return found[0]


def fda_leave_one_out(X, y, *, ridge=0.0, priors=None, unbiased=False):
    r"""Scores of each sample by the classifier that was fitted to all others.

    Without sample i the pooled scatter loses :math:`\frac{n_y}{n_y-1}rr^\top`, where r is the
    sample's distance from its class mean, and that mean moves by :math:`-r/(n_y-1)`. Both changes
    are of rank one, so that one factor of the whole scatter serves all samples.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
    ridge, priors, unbiased
        As for :class:`FDA`.

    Returns
    -------
    scores : ndarray, shape (n, c)
        Log-posteriors of the classes in their sorted order, up to a number common to a row.

    Raises
    ------
    ValueError
        If a class has a single sample, or the covariance without some sample is singular.

    Notes
    -----
    Cost: O(n d^2 + d^3) in all, against O(n^2 d^2 + n d^3) of n fits. Source: the update of
    Sugiyama (2016), Fig. 23.12, applied to Eq. (12.5).
    """
    ridge = check_real(ridge, "ridge", low=0)
    check_flag(unbiased, "unbiased")
    X = check_array(X, "X", ndim=2, min_rows=2)
    y = np.asarray(y)
    if y.shape != X.shape[:1]:
        raise ValueError(f"y must hold a label for each row of X, got shape {y.shape}")
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    classes, of_class = np.unique(y, return_inverse=True)
    sizes = np.bincount(of_class)
    if sizes.min() < 2:
        label = classes[sizes.argmin()]
        raise ValueError(f"y needs at least two samples of each class, class {label!r} has one")
    log_priors = _log_priors_without(priors, sizes, of_class)
    means = _class_means(X, of_class, sizes)
    centred = X - means[of_class]
    divisor = _divisor(len(y) - 1, len(sizes), unbiased)
    # all in coordinates in which the scatter of the whole sample is the identity
    factor = _factor(centred.T @ centred / divisor, ridge)
    rows, white = (dtrsm(1.0, factor, (A - means[0]).T, lower=True).T for A in (X, means))
    gaps = rows[:, None, :] - white  # (n, c, d): from each class mean
    own = np.arange(len(y)), of_class
    r = gaps[own]  # a copy: gaps changes next
    n_own = sizes[of_class]
    gaps[own] *= (n_own / (n_own - 1))[:, None]  # the own mean has moved away
    loss = n_own / (n_own - 1) / divisor  # times r r', what the covariance loses
    left = 1 - loss * np.square(r).sum(axis=1)  # the determinant's share that stays
    if left.min() <= 1e-12:
        raise ValueError("X: the covariance without some sample is singular" + SINGULAR)
    along = np.einsum("ncd,nd->nc", gaps, r)
    # the inverse after the loss of rank one, by Sherman and Morrison
    distances = np.square(gaps).sum(axis=2) + (loss / left)[:, None] * along**2
    return log_priors - 0.5 * distances


def _class_means(X, of_class, sizes):
    members = of_class == np.arange(len(sizes))[:, None]
    return members.astype(float) @ X / sizes[:, None]


def _checked_priors(priors, sizes):
    if len(sizes) < 2:
        raise ValueError(f"y must have at least two classes, got {len(sizes)} class")
    if priors is None:
        return sizes / sizes.sum()
    return check_priors(priors, len(sizes), open_low=True)


def _log_priors_without(priors, sizes, of_class):
    """Log-priors that hold when a sample is left out, shape (n, c)."""
    checked = _checked_priors(priors, sizes)
    if priors is not None:
        return np.broadcast_to(np.log(checked), (len(of_class), len(sizes)))
    left = np.tile(sizes, (len(of_class), 1))
    left[np.arange(len(of_class)), of_class] -= 1
    return np.log(left / (sizes.sum() - 1))


def _divisor(n, n_classes, unbiased):
    divisor = n - n_classes if unbiased else n
    if divisor < 1:
        raise ValueError(f"X needs more samples than classes, got {n} for {n_classes} classes")
    return divisor


def _factor(covariance, ridge):
    """The lower Cholesky factor of the covariance with its ridge, or what is wrong with it."""
    try:
        return scaled_cholesky(covariance + ridge * np.eye(len(covariance)))
    except np.linalg.LinAlgError as error:
        raise ValueError("X gives a singular pooled covariance" + SINGULAR) from error
