"""The Bayesian committee machine: modules' posteriors at the query points, multiplied.

Tresp (2000), as used by Park, Huang and Ding (2011), section 6.6.
"""

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from scipy.linalg.lapack import dpotri
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_flag, check_in, check_rng

from .learning import fitted_parameters, halved_clusters
from .stitching import TileFit

__all__ = ["BayesianCommitteeMachine"]

_JITTER = 1e-6  # of the process's variance: neighbouring query points are nearly the same


class BayesianCommitteeMachine(RegressorMixin, BaseEstimator):
    r"""Gaussian processes on modules of the data, whose posteriors are multiplied.

    .. math:: C^{-1}=\sum_iC_i^{-1}-(m-1)K_{**}^{-1},\qquad\mu=C\sum_iC_i^{-1}\mu_i

    Parameters
    ----------
    n_module : int
        Data of a module, about.
    covariance : Covariance, optional
        Taken as it is, with ``noise_variance``; by default both are learnt from modules.
    noise_variance : float, optional
        In squared units of the targets; positive.
    n_query : int
        Points that are predicted together.
    by : {"cluster", "random"}
        Modules are clusters of neighbouring data, or random parts.
    n_steps : int
        Steps of the search for hyperparameters, a budget: the likelihood is flat near its top.
    random_state : int, RandomState or None

    Attributes
    ----------
    modules_ : list of TileFit
    hyperparameters_ : Hyperparameters
    mean_ : float

    Notes
    -----
    A prediction depends on the points that it is asked together with. Modules' errors count as
    independent given the values at the query points, so that the variances come out too small where
    neighbouring modules know the same. Cost: O(N M^2) to fit for modules of M; O(N n_query M +
    (N / M) n_query^3) for each ``n_query`` predictions. Source: Tresp (2000); Park, Huang and Ding
    (2011), section 6.6 and Table 1.
    """

    def __init__(
        self, n_module=300, covariance=None, noise_variance=None, *, n_query=200, by="cluster",
        n_steps=50, random_state=None,
    ):  # fmt: skip
        self.n_module = n_module
        self.covariance = covariance
        self.noise_variance = noise_variance
        self.n_query = n_query
        self.by = by
        self.n_steps = n_steps
        self.random_state = random_state

    def fit(self, X, y):
        """Factor the covariance of each module's targets.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        BayesianCommitteeMachine

        Raises
        ------
        ValueError
            If a parameter is out of its range.
        """
        X, y = validate_data(self, X, y, y_numeric=True, dtype=np.float64)
        size = check_count(self.n_module, "n_module", low=1)
        check_count(self.n_query, "n_query", low=1)
        rng = check_rng(self.random_state)
        self.mean_ = float(y.mean())
        y = y - self.mean_
        count = max(1, round(len(X) / size))
        if check_in(self.by, "by", ("cluster", "random")) == "cluster":
            members = halved_clusters(X, count)
        else:
            members = np.array_split(rng.permutation(len(X)), count)
        sets = [(X[rows], y[rows]) for rows in members]
        given = (self.covariance, self.noise_variance)
        self.hyperparameters_ = fitted_parameters(sets, given, self.n_steps, rng)
        self.modules_ = [TileFit.of(*piece, *self.hyperparameters_) for piece in sets]
        return self

    def predict(self, X, return_std=False, *, noisy=False):
        """Mean of the function, with its standard deviation; ``n_query`` points at a time.

        Parameters
        ----------
        X : array_like, shape (n, d)
        return_std : bool
        noisy : bool
            Of new targets, that is with the noise's variance, instead of the function.

        Returns
        -------
        mean : ndarray, shape (n,)
        deviation : ndarray, shape (n,)
            Only if asked for.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        deviation = check_flag(return_std, "return_std")
        noise = self.hyperparameters_.noise_variance * check_flag(noisy, "noisy")
        step = check_count(self.n_query, "n_query", low=1)
        means = np.empty(len(X))
        variances = np.empty(len(X))
        order = np.lexsort(X.T)  # neighbours together: what one module knows, its query shares
        for start in range(0, len(X), step):
            rows = order[start : start + step]
            means[rows], variances[rows] = self._together(X[rows])
        if not deviation:
            return means
        return means, np.sqrt(variances + noise)

    def _together(self, X):
        covariance = self.hyperparameters_.covariance
        prior = covariance(X)
        prior.flat[:: len(X) + 1] += _JITTER * covariance.variances(X)
        # precision -(m - 1) K^-1, since each module's posterior holds the prior once
        precision = -(len(self.modules_) - 1) * _inverse(prior)
        weighted = np.zeros(len(X))
        for module in self.modules_:
            across = covariance(module.X, X)
            explained = module.explained(across)
            own = _inverse(prior - explained.T @ explained)
            precision += own
            weighted += own @ (across.T @ module.dual)
        factor = cho_factor(precision, lower=True, check_finite=False)
        half = solve_triangular(factor[0], np.eye(len(X)), lower=True, check_finite=False)
        variances = np.einsum("ij,ij->j", half, half)
        return self.mean_ + cho_solve(factor, weighted, check_finite=False), variances


def _inverse(K):
    """Inverse of a positive definite matrix: here the precisions themselves are added."""
    lower = dpotri(cho_factor(K, lower=True, check_finite=False)[0], lower=1)[0]
    lower = np.tril(lower)
    return lower + np.tril(lower, -1).T
