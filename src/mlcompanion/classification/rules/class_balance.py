r"""Classification where the shares of the classes have changed: Sugiyama (2016), section 33.3.

The classes look as they did in training, :math:`p(x|y)`, but their shares are :math:`p'(y)` in
place of :math:`p(y)`. Least squares with the ratio of shares as weights, and the shares themselves
from test inputs without classes: by the energy distance, or by likelihood.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import centred
from mlcompanion._validation import check_array, check_count, check_flag, check_real
from mlcompanion.density import class_prior_energy
from mlcompanion.regression.linear.least_squares import shortest_solution

from ._checks import check_priors

__all__ = ["ClassBalanceLS", "em_class_prior"]


def em_class_prior(posterior, priors, *, tol=1e-8, max_iter=10_000):
    r"""Shares of the classes among test inputs, from a classifier's probabilities for them.

    Under shares :math:`\pi` the probability of a class is
    :math:`\pi_y\hat p(y|x)/p(y)`, up to a factor. Their mean over the test inputs gives new shares,
    and so on:

    .. math:: \pi_y\leftarrow\frac1{n'}\sum_{i'}\frac{\pi_y\,\hat p(y|x'_{i'})/p(y)}
        {\sum_{\tilde y}\pi_{\tilde y}\,\hat p(\tilde y|x'_{i'})/p(\tilde y)}

    That is the EM algorithm for the shares of a mixture: it maximises the likelihood of the test
    inputs, and so matches the mixture by the Kullback-Leibler divergence.

    Parameters
    ----------
    posterior : array_like, shape (n', c)
        Probabilities :math:`\hat p(y|x')` under the training shares; rows sum to 1.
    priors : array_like, shape (c,)
        Training shares :math:`p(y)`, positive.
    tol : float
        Stop when no share changes by more.
    max_iter : int

    Returns
    -------
    ndarray, shape (c,)

    Raises
    ------
    ValueError
        If probabilities do not sum to 1, a training share is not positive, or shapes do not match.

    Notes
    -----
    Cost: O(n' c) a step. Source: Saerens, Latinne and Decaestecker (2002); the divergence is named
    in Sugiyama (2016), section 33.3.2.

    Examples
    --------
    >>> em_class_prior([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]], [0.5, 0.5])
    array([0.25, 0.75])
    """
    posterior = check_array(posterior, "posterior", ndim=2, min_rows=1, low=0)
    if np.abs(posterior.sum(axis=1) - 1).max() > 1e-6:
        raise ValueError("posterior must have rows that sum to 1")
    priors = check_priors(priors, posterior.shape[1], open_low=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    likelihood = posterior / priors  # p(x|y), up to a factor that all classes share
    shares = priors
    for _ in range(max_iter):
        joint = likelihood * shares
        updated = (joint / joint.sum(axis=1, keepdims=True)).mean(axis=0)
        change = np.abs(updated - shares).max()
        shares = updated
        if change <= tol:
            return shares
    warnings.warn(
        f"em_class_prior stopped after max_iter={max_iter} steps, the last of {change:.1e}",
        ConvergenceWarning,
        stacklevel=2,
    )
    return shares


class ClassBalanceLS(LargestScoreMixin, BaseEstimator):
    r"""Linear least squares classifier with the samples of a class weighted by its change.

    .. math:: \min_\theta\ \tfrac12\sum_i\frac{p'(y_i)}{p(y_i)}\,(f_\theta(x_i)-y_i)^2

    Parameters
    ----------
    priors : array_like, shape (n_classes,), optional
        Shares :math:`p'(y)` of the classes in use, in the order of the sorted labels. Default:
        estimated from the test inputs given to ``fit`` by the energy distance; without test inputs,
        the shares of the training samples, which is ordinary least squares.
    fit_intercept : bool
    self_distances : bool
        See :func:`~mlcompanion.density.class_prior_energy`.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    priors_ : ndarray, shape (n_classes,)
        The shares :math:`p'(y)` used.
    train_priors_ : ndarray, shape (n_classes,)
        Shares :math:`p(y)` of the training samples.
    coef_ : ndarray, shape (n_scores, n_features)
        One score for two classes, else one a class.
    intercept_ : ndarray, shape (n_scores,)

    Notes
    -----
    Neither the origin nor the units of a column change a prediction. Cost: O(n d^2), and
    O(n (n + n') d) for estimated shares. Source: Sugiyama (2016), section
    33.3.1 and Fig. 33.13; for more than two classes one against the rest.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(100, 2)), np.repeat([0, 1], [90, 10])
    >>> X[y == 1] += 4
    >>> X_test = rng.normal(size=(100, 2)) + 4 * (np.arange(100) < 80)[:, None]
    >>> ClassBalanceLS().fit(X, y, X_test).priors_.round(1)
    array([0.2, 0.8])
    """

    def __init__(self, priors=None, *, fit_intercept=True, self_distances=False):
        self.priors = priors
        self.fit_intercept = fit_intercept
        self.self_distances = self_distances

    def fit(self, X, y, X_test=None):
        """Fit to training samples, and to the shares of the classes in use.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        X_test : array_like, shape (n_test, n_features), optional
            Test inputs, without classes; not read where ``priors`` are given.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there is a single class, ``priors`` has another length than there are classes, or
            the columns of ``X_test`` have other names, or stand in another order.
        """
        X, y = validate_data(self, X, y, dtype=float)
        check_flag(self.self_distances, "self_distances")
        self.classes_, of_class = class_codes(y)
        self.train_priors_ = np.bincount(of_class) / len(y)
        self.priors_ = self._shares(X, of_class, X_test)
        weights = (self.priors_ / self.train_priors_)[of_class]
        n_classes = len(self.classes_)
        positive = np.array([1]) if n_classes == 2 else np.arange(n_classes)
        targets = np.where(of_class[:, None] == positive, 1.0, -1.0)
        data = centred(X, targets, self.fit_intercept, weights)
        rows = data.weighted(weights)
        self.coef_ = shortest_solution(rows.X, rows.y).T
        self.intercept_ = data.intercept(self.coef_)
        return self

    def _shares(self, X, of_class, X_test):
        """The shares in use: given, estimated, or those of the training samples."""
        if self.priors is not None:
            return check_priors(self.priors, len(self.classes_))
        if X_test is None:
            return self.train_priors_
        X_test = validate_data(self, X_test, dtype=float, reset=False)
        return class_prior_energy(X, of_class, X_test, self_distances=self.self_distances)

    def decision_function(self, X):
        """Scores f(x): shape (n,) for two classes, (n, n_classes) for more."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        scores = X @ self.coef_.T + self.intercept_
        return scores[:, 0] if len(self.classes_) == 2 else scores
