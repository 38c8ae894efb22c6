r"""How much more common a point is under one density than under another: Sugiyama (2016), 33.2.

The relative importance :math:`w_\beta=p'/(\beta p'+(1-\beta)p)` of a numerator density :math:`p'`
and a denominator density :math:`p`: from known densities, by least squares from samples of both
(section 33.2.4), and, for comparison, as a ratio of two density estimates.
"""

from numbers import Number

import numpy as np
from sklearn.base import BaseEstimator
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
from mlcompanion.kernels import rbf_kernel
from mlcompanion.resampling import fold_splits

from ..estimates import cross_validate_bandwidth, log_kernel_density
from .kernel_choices import choose_centers, median_widths
from .least_squares import check_candidates, fit_contrast
from .ratio_problem import RatioProblem

__all__ = ["RelativeDensityRatio", "relative_importance", "two_step_ratio"]


def relative_importance(log_numerator, log_denominator, beta=0.0):
    r"""Relative importance of points whose two log-densities are known (section 33.2.2).

    .. math:: w_\beta(x)=\frac{p'(x)}{\beta p'(x)+(1-\beta)p(x)}
        =\frac1{\beta+(1-\beta)\,p(x)/p'(x)}\le\frac1\beta

    Parameters
    ----------
    log_numerator, log_denominator : array_like, shape (n,)
        Logarithms of :math:`p'` and of :math:`p` at the points.
    beta : float
        From 0, the ordinary ratio, to 1, which gives weight 1 to all points.

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ValueError
        If ``beta`` is outside [0, 1] or the arrays do not match or are not finite.

    Notes
    -----
    Cost: O(n).

    Examples
    --------
    >>> relative_importance(np.log([0.4, 0.1]), np.log([0.1, 0.4]), beta=0.5).round(2)
    array([1.6, 0.4])
    """
    log_numerator = check_array(log_numerator, "log_numerator", ndim=1)
    log_denominator = check_array(log_denominator, "log_denominator", shape=(len(log_numerator),))
    beta = check_real(beta, "beta", low=0, high=1)
    inverse = np.exp(np.clip(log_denominator - log_numerator, -700, 700))  # p / p'
    return 1 / (beta + (1 - beta) * inverse)


class RelativeDensityRatio(BaseEstimator):
    r"""Least squares estimate of the relative density ratio, from samples of both densities.

    The model :math:`w_\alpha(x)=\sum_j\alpha_j\exp(-\|x-c_j\|^2/2\sigma^2)` is fitted to
    :math:`w_\beta` under the weight :math:`\beta p'+(1-\beta)p`. What is unknown in that squared
    error are expectations, and samples give them:

    .. math::
        \hat\alpha&=(\hat G+\lambda I)^{-1}\hat h,\qquad
        \hat h=\tfrac1{n'}\sum_{i'}\psi(x'_{i'}),\\
        \hat G&=\tfrac\beta{n'}\sum_{i'}\psi(x'_{i'})\psi(x'_{i'})^\top
        +\tfrac{1-\beta}n\sum_i\psi(x_i)\psi(x_i)^\top

    Parameters
    ----------
    beta : float
        In [0, 1). 0 is the ordinary ratio (the method is then known as uLSIF); the true ratio never
        exceeds ``1 / beta``.
    sigma : float or array_like, shape (S,), optional
        Width of the kernels in the units of the samples; of several the best by cross validation.
        Default: a quarter, half, one, two and four times the median distance between samples.
    lam : float or array_like, shape (L,)
        Penalty, positive; of several the best by cross validation.
    centers : array_like, shape (b, d), optional
        Default: ``n_centers`` of the numerator samples.
    n_centers : int or None
        How many numerator samples, drawn at random, carry a kernel where there are more of them;
        None: all. The cost grows with its cube, the estimate hardly gains beyond a few hundred.
    nonnegative : bool
        Whether predictions below zero are raised to zero. The book leaves them.
    folds : int, splitter, or iterable of pairs (train, test)
        Of the cross validation, as in :func:`mlcompanion.resampling.fold_splits`; each sample is
        divided by itself. Pairs serve for two samples of one length.
    random_state : int, Generator or None
        Draws the centres and the folds.

    Attributes
    ----------
    coef_ : ndarray, shape (b,)
        The weights of the kernels.
    centers_ : ndarray, shape (b, d)
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Names of the columns, if ``X_num`` has some; ``X_den`` and points must have the same.
    sigma_, lam_ : float
        The width and the penalty chosen.
    cv_scores_ : ndarray, shape (S, L) or None
        Squared error up to a constant, by cross validation: smaller is better. None if there was
        nothing to choose.

    Notes
    -----
    ``fit`` takes two samples, of densities, instead of inputs and outputs.
    Cost: O((n + n') b^2 + b^3), and b^3 for each of S L folds trials of the choice; with the rank r
    in place of b where the kernels are so wide that their values span r = 48 dimensions only.
    Memory: O((n + n') b + b^2).
    Source: Sugiyama (2016), section 33.2.4 and Fig. 33.9.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> x_num, x_den = rng.normal(2, 0.5, (200, 1)), rng.normal(1, 0.5, (200, 1))
    >>> model = RelativeDensityRatio(beta=0.1, random_state=0).fit(x_num, x_den)
    >>> w = model.predict([[0.5], [2.5]])
    >>> bool(w[0] < 1 < w[1])
    True
    """

    def __init__(
        self,
        beta=0.1,
        sigma=None,
        lam=(0.001, 0.01, 0.1),
        *,
        centers=None,
        n_centers=200,
        nonnegative=True,
        folds=5,
        random_state=None,
    ):
        self.beta = beta
        self.sigma = sigma
        self.lam = lam
        self.centers = centers
        self.n_centers = n_centers
        self.nonnegative = nonnegative
        self.folds = folds
        self.random_state = random_state

    def fit(self, X_num, X_den):
        """Estimate the ratio of two densities.

        Parameters
        ----------
        X_num : array_like, shape (n', d)
            Samples of the numerator, for covariate shift the test inputs.
        X_den : array_like, shape (n, d)
            Samples of the denominator, the training inputs.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a sample is empty, the columns do not match, ``beta`` is outside [0, 1), a width or
            penalty is not positive, or there are more folds than samples to choose with.
        MemoryError
            If the kernels' values need more memory than the machine has.
        """
        check_feature_names(self, X_num, True)
        check_feature_names(self, X_den, False)
        X_num = check_array(X_num, "X_num", ndim=2, min_rows=1)
        X_den = check_array(X_den, "X_den", shape=(None, X_num.shape[1]), min_rows=1)
        beta = check_real(self.beta, "beta", low=0, high=1, open_high=True)
        check_flag(self.nonnegative, "nonnegative")
        lams = check_candidates(self.lam, "lam")
        sigmas = median_widths(X_num, X_den) if self.sigma is None else self.sigma
        sigmas = check_candidates(sigmas, "sigma")
        rng = check_rng(self.random_state)
        centers = choose_centers(X_num, self.centers, self.n_centers, rng)
        need = 8 * (len(X_num) + len(X_den) + len(centers)) * len(centers)
        check_memory(2 * need, f"{len(centers)} centers (n_centers)")
        folds = None
        if isinstance(self.folds, (Number, str)):  # also where they are not used
            check_count(self.folds, "folds", low=2)
        if len(sigmas) * len(lams) > 1:
            folds = [fold_splits(self.folds, X, random_state=rng) for X in (X_num, X_den)]
            if len(folds[0]) != len(folds[1]):
                raise ValueError("folds must divide both samples into as many parts")
        problem = RatioProblem(X_num, X_den, centers, beta, folds)
        chosen = fit_contrast(problem, sigmas, lams)
        self.coef_ = problem.basis @ chosen.coef
        self.sigma_ = chosen.sigma
        self.lam_ = chosen.lam
        self.cv_scores_ = chosen.cv_scores
        self.centers_ = centers
        self.n_features_in_ = X_num.shape[1]
        return self

    def predict(self, X):
        """The estimated ratio at points.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        check_feature_names(self, X, False)
        X = check_array(X, "X", shape=(None, self.centers_.shape[1]), min_rows=1)
        ratio = rbf_kernel(X, self.centers_, sigma=self.sigma_) @ self.coef_
        return np.maximum(ratio, 0.0) if self.nonnegative else ratio


def two_step_ratio(points, X_num, X_den, bandwidths, beta=0.0, folds=5, random_state=None):
    """Ratio of two kernel density estimates, each with its bandwidth by cross validation.

    Parameters
    ----------
    points : array_like, shape (m, d)
    X_num, X_den : array_like, shapes (n', d) and (n, d)
        Samples of the numerator and of the denominator.
    bandwidths : array_like, shape (H,)
        Candidates, positive.
    beta : float
        As in :func:`relative_importance`.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.

    Returns
    -------
    ndarray, shape (m,)

    Raises
    ------
    ValueError
        If shapes do not match, or an argument is out of its range.

    Notes
    -----
    Cost: O((m + H n) n). It divides by an estimate that may be next to zero; prefer
    :class:`RelativeDensityRatio`. Source: Sugiyama (2016), section 33.2.4.
    """
    X_num = check_array(X_num, "X_num", ndim=2, min_rows=2)
    X_den = check_array(X_den, "X_den", shape=(None, X_num.shape[1]), min_rows=2)
    rng = check_rng(random_state)
    logs = []
    for X in (X_num, X_den):
        scores = cross_validate_bandwidth(X, bandwidths, folds, rng)
        logs.append(log_kernel_density(points, X, np.asarray(bandwidths)[scores.argmax()]))
    return relative_importance(*logs, beta)
