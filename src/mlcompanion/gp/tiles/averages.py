"""Averages of small Gaussian processes: bagged ones, and experts made for each query.

Chen and Ren (2009) and Urtasun and Darrell (2008), as used by Park, Huang and Ding (2011), section
6.6.
"""

import numpy as np
from scipy.spatial import cKDTree
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_flag, check_rng

from .learning import fitted_parameters, halved_clusters, unit_box
from .stitching import TileFit

__all__ = ["BaggedGP", "LocalExperts"]

_BLOCK = 2**22  # covariances with test points that are held at once


def _answers(fit, X):
    """Mean and variance of the function at points, by one fit."""
    means = np.empty(len(X))
    variances = np.empty(len(X))
    step = max(1, _BLOCK // len(fit.X))
    for k in range(0, len(X), step):
        block = X[k : k + step]
        across = fit.covariance(fit.X, block)
        explained = fit.explained(across)
        means[k : k + step] = across.T @ fit.dual
        left = fit.covariance.variances(block) - np.einsum("ij,ij->j", explained, explained)
        variances[k : k + step] = np.maximum(left, 0.0)
    return means, variances


class BaggedGP(RegressorMixin, BaseEstimator):
    """The average of Gaussian processes, each fitted to a bootstrap sample.

    Parameters
    ----------
    n_bags : int
        Samples K.
    n_bag : int
        Draws of a sample, M, with replacement; at most the number of data.
    local : bool
        Draw each sample from a region of its own; the average is then weighted by how much more
        precise than the prior each prediction is, since far away a region knows nothing.
    covariance : Covariance, optional
        Taken as it is, with ``noise_variance``; by default each sample learns its own.
    noise_variance : float, optional
        In squared units of the targets; positive.
    n_steps : int
        Steps of each search for hyperparameters, a budget: the likelihood is flat near its top.
    random_state : int, RandomState or None

    Attributes
    ----------
    bags_ : list of TileFit
    mean_ : float

    Notes
    -----
    The surface has no seams, as every process answers everywhere. The variance is that of the
    mixture: the mean of the variances and the variance of the means. Regions halve the data at
    medians, where the source clusters by k-means. Cost: O(K M^3) to fit, beside learning; O(K M) a
    prediction, O(K M^2) with its standard deviation. Source: Chen and Ren (2009); Park, Huang and
    Ding (2011), sections 6 and 6.6.
    """

    def __init__(
        self, n_bags=10, n_bag=700, *, local=False, covariance=None, noise_variance=None,
        n_steps=50, random_state=None,
    ):  # fmt: skip
        self.n_bags = n_bags
        self.n_bag = n_bag
        self.local = local
        self.covariance = covariance
        self.noise_variance = noise_variance
        self.n_steps = n_steps
        self.random_state = random_state

    def fit(self, X, y):
        """Draw the samples and fit a process to each.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        BaggedGP

        Raises
        ------
        ValueError
            If a parameter is out of its range.
        """
        X, y = validate_data(self, X, y, y_numeric=True, dtype=np.float64)
        count = check_count(self.n_bags, "n_bags", low=1)
        size = check_count(self.n_bag, "n_bag", low=1)
        rng = check_rng(self.random_state)
        self.mean_ = float(y.mean())
        y = y - self.mean_
        regions = [np.arange(len(X))] * count
        if check_flag(self.local, "local"):
            regions = halved_clusters(X, count)
        self.bags_ = []
        for region in regions:
            rows = rng.choice(region, min(size, len(region)))
            piece = (X[rows], y[rows])
            given = (self.covariance, self.noise_variance)
            theta = fitted_parameters([piece], given, self.n_steps, rng)
            self.bags_.append(TileFit.of(*piece, *theta))
        return self

    def predict(self, X, return_std=False, *, noisy=False):
        """Average of the posterior means, with the standard deviation of the mixture.

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
        noisy = check_flag(noisy, "noisy")
        total = np.zeros((4, len(X)))  # weights, and weighted means, squares and variances
        for bag in self.bags_:
            if self.local or deviation:
                mean, variance = _answers(bag, X)
            else:
                mean, variance = bag.covariance(X, bag.X) @ bag.dual, np.zeros(len(X))
            # weight of what the data taught: where a bag knows no more than the prior, almost
            # none
            weight = _gain(bag, variance, X) if self.local else np.ones(len(X))
            variance = variance + noisy * bag.noise_variance
            total += weight * np.array([np.ones(len(X)), mean, mean**2, variance])
        _, mean, squares, variance = total / total[0]
        if not deviation:
            return self.mean_ + mean
        # total variance: within the bags and between their means
        return self.mean_ + mean, np.sqrt(variance + np.maximum(squares - mean**2, 0.0))


def _precision(fit, variance):
    """One over the variance of a noisy target; of the function's alone it may be infinite."""
    return 1 / (variance + fit.noise_variance)


def _gain(fit, variance, X):
    """Precision of a noisy target less that of the prior; where all know nothing, all count."""
    prior = _precision(fit, fit.covariance.variances(X))
    return np.maximum(_precision(fit, variance) - prior, 0.0) + 1e-12 * prior


class LocalExperts(RegressorMixin, BaseEstimator):
    """For each query a mixture of small processes on the data around its nearest neighbours (LPR).

    Parameters
    ----------
    n_experts : int
        Experts K of a query: one on each of its K nearest training points.
    n_expert : int
        Data M of an expert: the nearest ones of its point.
    n_sites : int
        Random training points R at which hyperparameters are learnt; an expert takes those of the
        nearest site.
    covariance : Covariance, optional
        Taken as it is, with ``noise_variance``; by default both are learnt at the sites.
    noise_variance : float, optional
        In squared units of the targets; positive.
    n_steps : int
        Steps of each search for hyperparameters, a budget: the likelihood is flat near its top.
    random_state : int, RandomState or None

    Attributes
    ----------
    sites_ : list of Hyperparameters
    mean_ : float

    Notes
    -----
    Nearness is judged in units of each column's range. Nothing is factored before a query comes:
    O(R M^3) to learn, and O(K M^3 + K log N) for each prediction. The experts' weights are their
    precisions, the variance is that of the mixture. Source: Urtasun and Darrell (2008); Park, Huang
    and Ding (2011), section 6.6.
    """

    def __init__(
        self, n_experts=5, n_expert=100, n_sites=100, *, covariance=None, noise_variance=None,
        n_steps=50, random_state=None,
    ):  # fmt: skip
        self.n_experts = n_experts
        self.n_expert = n_expert
        self.n_sites = n_sites
        self.covariance = covariance
        self.noise_variance = noise_variance
        self.n_steps = n_steps
        self.random_state = random_state

    def fit(self, X, y):
        """Keep the data, and learn hyperparameters around the sites.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        LocalExperts

        Raises
        ------
        ValueError
            If a parameter is out of its range.
        """
        X, y = validate_data(self, X, y, y_numeric=True, dtype=np.float64)
        rng = check_rng(self.random_state)
        check_count(self.n_experts, "n_experts", low=1)
        size = min(check_count(self.n_expert, "n_expert", low=1), len(X))
        count = min(check_count(self.n_sites, "n_sites", low=1), len(X))
        self.mean_ = float(y.mean())
        self.X_train_ = X.copy()
        self.y_train_ = y - self.mean_
        self.tree_ = cKDTree(unit_box(X))
        places = np.arange(1)
        if self.covariance is None:
            places = rng.choice(len(X), count, replace=False)
        self.sites_ = []
        for place in places:
            rows = self.tree_.query(self.tree_.data[place], [*range(1, size + 1)])[1]
            piece = (X[rows], self.y_train_[rows])
            given = (self.covariance, self.noise_variance)
            self.sites_.append(fitted_parameters([piece], given, self.n_steps, rng))
        self.site_tree_ = cKDTree(self.tree_.data[places])
        return self

    def predict(self, X, return_std=False, *, noisy=False):
        """Precision-weighted mean of the experts, with the standard deviation of the mixture.

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
        noisy = check_flag(noisy, "noisy")
        scaled = unit_box(X, self.X_train_)
        # lists of ranks, so that one neighbour comes as an axis as well
        ranks = [*range(1, min(self.n_experts, len(self.X_train_)) + 1)]
        centers = self.tree_.query(scaled, ranks)[1]
        found = np.empty((2, len(X)))
        for k, point in enumerate(X):
            found[:, k] = self._mixture(centers[k], point[None], noisy)
        if not deviation:
            return self.mean_ + found[0]
        return self.mean_ + found[0], np.sqrt(found[1])

    def _mixture(self, centers, point, noisy):
        ranks = [*range(1, min(self.n_expert, len(self.X_train_)) + 1)]
        members = self.tree_.query(self.tree_.data[centers], ranks)[1]
        sites = self.site_tree_.query(self.tree_.data[centers])[1]
        parts = []
        for rows, site in zip(members, sites):
            theta = self.sites_[site]
            fit = TileFit.of(self.X_train_[rows], self.y_train_[rows], *theta)
            (mean,), (variance,) = _answers(fit, point)
            weight = _precision(fit, variance)
            parts.append((weight, mean, variance + noisy * fit.noise_variance))
        weights, means, variances = np.array(parts).T
        # a mixture with weights of sum 1: its variance is within and between
        weights /= weights.sum()
        mean = weights @ means
        return mean, weights @ variances + weights @ np.square(means - mean)
