r"""``KLIEP``: a density ratio by the Kullback-Leibler divergence. Sugiyama (2016), section 38.3.

The product of a model :math:`w_\alpha` of the ratio with the denominator density :math:`p` should
look like the numerator density :math:`p'`; what is minimised is the generalised divergence between
the two, with means over samples for expectations.
"""

import warnings
from numbers import Number

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import logsumexp
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._compat import check_feature_names
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_memory,
    check_real,
    check_rng,
)
from mlcompanion.resampling import fold_splits

from ._kliep_steps import best_shares, kliep_steps
from .kernel_choices import choose_centers, median_widths
from .least_squares import check_candidates

__all__ = ["KLIEP"]

_LARGEST = np.log(np.finfo(float).max)


class KLIEP(BaseEstimator):
    r"""Ratio of two densities, fitted by the Kullback-Leibler divergence from samples of both.

    The model :math:`w_\alpha(x)=\sum_j\alpha_j\exp(-\|x-c_j\|^2/2\sigma^2)`, with kernels at
    numerator samples, Eq. (38.7), minimises

    .. math:: J(\alpha)=\frac1n\sum_iw_\alpha(x_i)-\frac1{n'}\sum_{i'}\log w_\alpha(x'_{i'})

    over :math:`\alpha\ge0`: :math:`x'` are samples of the numerator, :math:`x` of the denominator.
    Newton's method finds the minimum; the mean ratio over the denominator samples is 1 there, and
    most coefficients are exactly 0.

    Parameters
    ----------
    sigma : float or array_like, shape (S,), optional
        Width of the kernels in the units of the samples; of several the best by cross validation.
        Default: a quarter, half, one, two and four times the median distance between samples.
    nonneg : bool
        Whether coefficients are kept non-negative. Without it J usually has **no minimum**: the
        result is then where the gradient steps of the source's listing
        (:func:`mlcompanion.density.contrasts.kliep_steps`) stop, and may be negative.
    centers : array_like, shape (b, d), optional
        Default: ``n_centers`` of the numerator samples.
    n_centers : int or None
        How many numerator samples, drawn at random, carry a kernel where there are more of them;
        None: all.
    folds : int, splitter, or iterable of pairs (train, test)
        Of the cross validation, as in :func:`mlcompanion.resampling.fold_splits`; each sample is
        divided by itself.
    tol : float
        How far J may be from its minimum, in nats. Not used without ``nonneg``.
    max_iter : int
        Most steps of either method.
    random_state : int, Generator or None
        Draws the centres, the folds, and without ``nonneg`` the first coefficients.

    Attributes
    ----------
    coef_ : ndarray, shape (b,)
        The weights of the kernels.
    centers_ : ndarray, shape (b, d)
    support_ : ndarray of int
        The kernels whose weights are not 0.
    sigma_ : float
        The width chosen.
    cv_scores_ : ndarray, shape (S,) or None
        J on the samples left out, by cross validation: smaller is better. None if there was nothing
        to choose.
    gap_ : float
        Upper bound of how far J is from its minimum; infinite without ``nonneg``.
    converged_ : bool
    n_iter_ : int
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Names of the columns, if ``X_num`` has some; ``X_den`` and points must have the same.

    Notes
    -----
    ``fit`` takes two samples, of densities, instead of inputs and outputs.
    Cost: O((n' + n) b d + n' b^2) a step, some ten steps a fit, and a fit for each width and fold.
    Memory: O((n + n') b). Source: Sugiyama (2016), section 38.3, Fig. 38.7; Sugiyama et al. (2008),
    Nguyen, Wainwright and Jordan (2010).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> clean, test = rng.normal(size=(100, 1)), np.append(rng.normal(size=(99, 1)), [[6.0]], 0)
    >>> model = KLIEP(random_state=0).fit(clean, test)
    >>> int(model.predict(test).argmin()), round(float(model.predict(test).mean()), 6)
    (99, 1.0)
    """

    def __init__(
        self,
        sigma=None,
        *,
        nonneg=True,
        centers=None,
        n_centers=200,
        folds=5,
        tol=1e-8,
        max_iter=10_000,
        random_state=None,
    ):
        self.sigma = sigma
        self.nonneg = nonneg
        self.centers = centers
        self.n_centers = n_centers
        self.folds = folds
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X_num, X_den):
        """Estimate the ratio of two densities.

        Parameters
        ----------
        X_num : array_like, shape (n', d)
            Samples of the numerator; for outliers, the clean points.
        X_den : array_like, shape (n, d)
            Samples of the denominator; for outliers, the points under test.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a sample is empty, columns do not match, a width is not positive or so small that no
            sample is seen from a centre, or there are more folds than samples.
        MemoryError
            If the kernels' values need more memory than the machine has.
        """
        check_feature_names(self, X_num, True)
        check_feature_names(self, X_den, False)
        X_num = check_array(X_num, "X_num", ndim=2, min_rows=1)
        X_den = check_array(X_den, "X_den", shape=(None, X_num.shape[1]), min_rows=1)
        if not X_num.shape[1]:
            raise ValueError(f"X_num must have at least one column, got shape {X_num.shape}")
        self._check_parameters()
        sigmas = median_widths(X_num, X_den) if self.sigma is None else self.sigma
        sigmas = check_candidates(sigmas, "sigma")
        rng = check_rng(self.random_state)
        centers = choose_centers(X_num, self.centers, self.n_centers, rng)
        need = 8 * (len(X_num) + len(X_den)) * len(centers)
        check_memory(3 * need, f"{len(centers)} centers (n_centers)")
        distances = [cdist(X, centers) for X in (X_num, X_den)]
        start = rng.random(len(centers))
        self.cv_scores_ = None
        if len(sigmas) > 1:
            folds = [fold_splits(self.folds, X, random_state=rng) for X in (X_num, X_den)]
            if len(folds[0]) != len(folds[1]):
                raise ValueError("folds must divide both samples into as many parts")
            self.cv_scores_ = np.array([self._held_out(distances, s, folds, start) for s in sigmas])
        best = 0 if self.cv_scores_ is None else self.cv_scores_.argmin()
        self.sigma_ = float(sigmas[best])
        found = self._solve(*(_log_kernels(D, self.sigma_) for D in distances), start)
        self._log_coef, self.coef_, self.gap_, self.n_iter_ = found
        self.support_ = np.flatnonzero(self.coef_)
        self.centers_ = centers
        self.n_features_in_ = X_num.shape[1]
        self.converged_ = self.gap_ <= self.tol if self.nonneg else self.n_iter_ < self.max_iter
        if not self.converged_:
            warnings.warn("KLIEP stopped before tol was met", ConvergenceWarning, stacklevel=2)
        return self

    def _check_parameters(self):
        check_flag(self.nonneg, "nonneg")
        check_real(self.tol, "tol", low=0, open_low=True)
        check_count(self.max_iter, "max_iter", low=1)
        if isinstance(self.folds, (Number, str)):  # also where they are not used
            check_count(self.folds, "folds", low=2)

    def _solve(self, log_num, log_den, start):
        """Logarithms of the coefficients (None where they have signs), coefficients, gap, steps."""
        if not self.nonneg:
            coef, n_iter = kliep_steps(
                np.exp(log_num), np.exp(log_den), start, max_iter=self.max_iter
            )
            return None, coef, np.inf, n_iter
        # a centre that no denominator sample is near has a mean too small for a number, but not
        # for a logarithm
        log_means = logsumexp(log_den, axis=0) - np.log(len(log_den))
        with np.errstate(invalid="ignore"):  # told below
            log_parts = log_num - log_means
        tops = log_parts.max(axis=1, keepdims=True)
        if not (np.isfinite(tops).all() and np.isfinite(log_means).all()):
            raise ValueError("sigma is so small that a sample sees no centers, or they see none")
        # a factor common to a row adds a constant to the log-likelihood
        found = best_shares(np.exp(log_parts - tops), self.tol, self.max_iter)
        with np.errstate(divide="ignore"):
            log_coef = np.log(found.shares) - log_means
        coef = np.exp(np.minimum(log_coef, _LARGEST))
        return log_coef, coef, found.gap, max(found.n_iter, 1)

    def _held_out(self, distances, sigma, folds, start):
        """Mean over the folds of J on the samples left out."""
        num, den = (_log_kernels(D, sigma) for D in distances)
        scores = []
        for (fit_num, out_num), (fit_den, out_den) in zip(*folds):
            log_coef, coef, _, _ = self._solve(num[fit_num], den[fit_den], start)
            above = _log_ratios(num[out_num], log_coef, coef)
            below = _ratios(den[out_den], log_coef, coef)
            scores.append(below.mean() - above.mean())
        # where the ratio is not positive, its logarithm is none, and the width is not chosen
        score = np.mean(scores)
        return np.inf if np.isnan(score) else score

    def predict(self, X):
        """The estimated ratio at points.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        return _ratios(self._log_kernels_at(X), self._log_coef, self.coef_)

    def log_ratio(self, X):
        """Logarithm of the estimated ratio at points, also where the ratio itself underflows.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
            NaN where a ratio without ``nonneg`` is negative.
        """
        return _log_ratios(self._log_kernels_at(X), self._log_coef, self.coef_)

    def _log_kernels_at(self, X):
        check_is_fitted(self)
        check_feature_names(self, X, False)
        X = check_array(X, "X", shape=(None, self.centers_.shape[1]), min_rows=1)
        return _log_kernels(cdist(X, self.centers_), self.sigma_)


def _log_kernels(distances, sigma):
    """Logarithms of the Gaussian kernels; a square beyond all numbers is infinitely far."""
    with np.errstate(over="ignore"):
        return -np.square(distances / sigma) / 2


def _log_ratios(log_kernels, log_coef, coef):
    """Logarithm of the model's sums."""
    if log_coef is None:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.log(np.exp(log_kernels) @ coef)
    used = log_coef > -np.inf  # most coefficients are zero
    return logsumexp(log_kernels[:, used] + log_coef[used], axis=1)


def _ratios(log_kernels, log_coef, coef):
    """The model's sums; where they exceed all numbers, the largest one."""
    if log_coef is None:
        return np.exp(log_kernels) @ coef
    return np.exp(np.minimum(_log_ratios(log_kernels, log_coef, coef), _LARGEST))
