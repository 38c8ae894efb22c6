"""What every fitted Gaussian mixture answers, and where a fit starts."""

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_array,
    check_count,
    check_covariances,
    check_in,
    check_rng,
)

from ..protocol import DensityEstimator
from .gaussian_mixture import MixtureParameters, SingularCovariance, columns_from, e_step

__all__ = ["MixtureModel", "match_components", "start_from_means"]


class MixtureModel(DensityEstimator):
    """Base of the estimators of a Gaussian mixture with full covariances.

    A member sets ``weights_`` (m,), ``means_`` (m, d) and ``covariances_`` (m, d, d) in ``fit``.
    """

    def _keep(self, theta):
        """Store fitted parameters."""
        m, d = theta.means.shape
        self.weights_ = theta.weights
        self.means_ = theta.means
        self.covariances_ = theta.covariances
        self.n_params_ = m * (1 + d + d * (d + 1) // 2) - 1

    def _best_of(self, runs):
        """The best of the regular runs, or of all if there is none; what became of them is kept."""
        regular = [run for run in runs if not run.singular]
        best = max(regular or runs, key=lambda run: run.log_likelihoods[-1])
        self.n_singular_ = len(runs) - len(regular)
        self.converged_ = bool(best.converged)
        self.singular_ = best.singular
        return best

    def parameters(self):
        """Return a copy of the fitted parameters.

        Returns
        -------
        MixtureParameters
        """
        check_is_fitted(self)
        return MixtureParameters(self.weights_.copy(), self.means_.copy(), self.covariances_.copy())

    def _answers(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return e_step(*columns_from(X, self.parameters()))

    def score_samples(self, X):
        """Return the log-density of each row of ``X``.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        return self._answers(X)[1]

    def predict_proba(self, X):
        """Return the responsibility of each component for each row of ``X``.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n, m)
        """
        return np.ascontiguousarray(self._answers(X)[0].T)

    def predict(self, X):
        """Return the most responsible component for each row of ``X``; of equals the first.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray of int, shape (n,)
        """
        return self._answers(X)[0].argmax(axis=0)

    def sample(self, n_samples=1, random_state=None):
        """Draw rows from the fitted density, in random order of the components.

        Parameters
        ----------
        n_samples : int
        random_state : int, Generator, RandomState or None

        Returns
        -------
        ndarray, shape (n_samples, d)
        """
        theta = self.parameters()
        n = check_count(n_samples, "n_samples", low=1)
        rng = check_rng(random_state)
        chosen = rng.choice(len(theta.weights), size=n, p=theta.weights)
        scale = np.sqrt(np.diagonal(theta.covariances, axis1=1, axis2=2))
        correlations = theta.covariances / (scale[:, :, None] * scale[:, None, :])
        # by correlations: a covariance of very different units has no reliable factor of its own
        factors = scale[:, :, None] * np.linalg.cholesky(correlations)
        normal = rng.normal(size=(n, theta.means.shape[1]))
        return theta.means[chosen] + np.einsum("iab,ib->ia", factors[chosen], normal)


def check_samples(model, X):
    """Checked samples as columns from their mean, the mean, and the spread of each feature."""
    X = validate_data(model, X, dtype=float, ensure_min_samples=2)
    n = len(X)
    m = check_count(model.n_components, "n_components", low=1)
    if m > n:
        raise ValueError(f"n_components must be at most n_samples = {n}, got {m}")
    centre = X.mean(axis=0)
    columns = np.ascontiguousarray((X - centre).T)
    return columns, centre, np.sqrt((columns**2).mean(axis=1))


def first_start(columns, n_components, init, rng):
    """Responsibilities (m, n), or means (m, d), of a random start."""
    check_in(init, "init", ("random", "samples"))
    n = columns.shape[1]
    if init == "random":
        shares = rng.random((n, n_components)).T
        # shares at random: all components begin near the common mean, yet not equal
        return np.ascontiguousarray(shares / shares.sum(axis=0))
    return columns[:, rng.choice(n, n_components, replace=False)].T  # different samples as means


def check_means(means_init, centre, n_components):
    """The means of a start that is handed in, from the centre of the samples."""
    shape = (n_components, len(centre))
    return check_array(means_init, "means_init", shape=shape) - centre


def around_means(columns, means):
    """Equal weights, these means, and the covariance of all samples for every component."""
    m, d = means.shape
    centred = columns - columns.mean(axis=1, keepdims=True)
    common = centred @ centred.T / columns.shape[1]
    return MixtureParameters(np.full(m, 1 / m), means, np.broadcast_to(common, (m, d, d)).copy())


def start_from_means(X, means):
    """Parameters to start from: these means, equal weights, the covariance of all samples.

    Parameters
    ----------
    X : array_like, shape (n, d)
    means : array_like, shape (m, d)
        Rows of ``X``, or the centres of a clustering.

    Returns
    -------
    MixtureParameters

    Raises
    ------
    ValueError
        If shapes do not match, or the covariance of ``X`` is singular.

    Notes
    -----
    Cost: O(n d^2).
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    means = check_array(means, "means", shape=(None, X.shape[1]), min_rows=1)
    centre = X.mean(axis=0)
    columns = np.ascontiguousarray((X - centre).T)
    theta = around_means(columns, means - centre)
    try:
        e_step(columns[:, :1], theta)
    except SingularCovariance as error:
        raise ValueError(f"the covariance of X is singular: {error}") from None
    return theta._replace(means=means.copy())


def match_components(means_true, covariances_true, means):
    """Match true components to found ones, with the least sum of squared distances.

    Parameters
    ----------
    means_true : array_like, shape (k, d)
    covariances_true : float, array_like (k,) or (k, d, d)
        Of the true components: distances are Mahalanobis distances by them.
    means : array_like, shape (m, d)
        Of the found components.

    Returns
    -------
    match : ndarray of int, shape (k,)
        The found component of each true one, each at most once; -1 where there are too few.
    distance : ndarray, shape (k,)
        The Mahalanobis distance between the two means; infinite where there is no match.

    Raises
    ------
    ValueError
        If shapes do not match, or a covariance is not positive definite.

    Notes
    -----
    Cost: O(k m d^2) and an assignment problem. Labels of components have no meaning of their own:
    compare a fit with a truth only after matching.

    Examples
    --------
    >>> match_components([[0.0], [9.0]], 4.0, [[9.0], [50.0], [1.0]])
    (array([2, 0]), array([0.5, 0. ]))
    """
    means_true = check_array(means_true, "means_true", ndim=2, min_rows=1)
    k, d = means_true.shape
    covariances = check_covariances(covariances_true, "covariances_true", (k, d))
    means = check_array(means, "means", shape=(None, d), min_rows=1)
    if covariances.ndim == 1:
        covariances = covariances[:, None, None] * np.eye(d)
    gaps = means[None] - means_true[:, None]
    solved = np.linalg.solve(covariances, gaps.transpose(0, 2, 1)).transpose(0, 2, 1)
    squares = np.sum(gaps * solved, axis=2)
    match = np.full(k, -1)
    distance = np.full(k, np.inf)
    rows, columns = linear_sum_assignment(squares)
    match[rows] = columns
    distance[rows] = np.sqrt(np.maximum(squares[rows, columns], 0.0))
    return match, distance
