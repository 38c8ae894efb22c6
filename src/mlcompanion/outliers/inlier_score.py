"""``InlierScore``: how much rarer is a point than among clean points? Sugiyama (2016), 38.3."""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._validation import check_array, check_in, check_rng
from mlcompanion.density import RelativeDensityRatio
from mlcompanion.density.contrasts import KLIEP

from .detector import ScoreThreshold, check_contamination, share_threshold

__all__ = ["InlierScore"]

_METHODS = ("kliep", "ulsif", "relative")


class InlierScore(ScoreThreshold):
    r"""Ratio of the density of clean points to that of the points under test, as a score.

    If a share e of the tested points are outliers, the ratio is :math:`1/(1-e)` where outliers
    never fall and 0 where clean points never fall; :math:`(1-e)w(x)` is the probability that a
    tested point at x is clean.

    Parameters
    ----------
    method : {"kliep", "ulsif", "relative"}
        How the ratio is estimated: :class:`mlcompanion.density.contrasts.KLIEP`;
        :class:`mlcompanion.density.RelativeDensityRatio` with beta = 0, or with 0.1, where the
        ratio never exceeds 10.
    sigma : float or array_like, shape (S,), optional
        Width of the kernels, or several to choose from by cross validation; default as of the
        estimators of ratios.
    contamination : "auto" or float
        Share of the tested points that are called outliers, in (0, 0.5]; "auto": where the ratio is
        below one half, so that, while outliers are few, a point is more likely one than not.
    random_state : int, Generator or None
        Draws centres and folds.

    Attributes
    ----------
    ratio_ : estimator
        The fitted ratio, with ``sigma_`` and ``cv_scores_``.
    offset_ : float
        The threshold of the ratio.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Names of the columns, if ``X_num`` has some.

    Notes
    -----
    ``fit`` takes two samples. Cost and memory: those of the ratio's estimator.
    Source: Sugiyama (2016), section 38.3; for the threshold ours.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> clean, test = rng.normal(size=(200, 1)), np.append(rng.normal(size=(95, 1)), [[7.0]] * 5, 0)
    >>> score = InlierScore(random_state=0).fit(clean, test)
    >>> score.score_samples([[0.0], [7.0]]).round(1)
    array([1.3, 0. ])
    """

    def __init__(self, method="kliep", *, sigma=None, contamination="auto", random_state=None):
        self.method = method
        self.sigma = sigma
        self.contamination = contamination
        self.random_state = random_state

    def fit(self, X_num, X_den):
        """Estimate the ratio and place the threshold.

        Parameters
        ----------
        X_num : array_like, shape (n', d)
            Clean points: the numerator.
        X_den : array_like, shape (n, d)
            Points under test: the denominator.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``contamination`` is not in (0, 0.5], or as the ratio's estimator says.
        """
        check_in(self.method, "method", _METHODS)
        share = check_contamination(self.contamination, automatic=True)
        rng = check_rng(self.random_state)
        sigma = self.sigma
        if sigma is not None:
            sigma = check_array(np.atleast_1d(sigma), "sigma")
        if self.method == "kliep":
            ratio = KLIEP(sigma, random_state=rng)
        else:
            beta = 0.1 if self.method == "relative" else 0.0
            ratio = RelativeDensityRatio(beta, sigma, random_state=rng)
        self.ratio_ = ratio.fit(X_num, X_den)
        self.n_features_in_ = self.ratio_.n_features_in_
        if hasattr(self.ratio_, "feature_names_in_"):
            self.feature_names_in_ = self.ratio_.feature_names_in_.copy()
        auto = isinstance(share, str)
        self.offset_ = 0.5 if auto else share_threshold(self.score_samples(X_den), share)
        return self

    def score_samples(self, X):
        """The estimated ratio at rows: near 1 at usual points, near 0 at outliers.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        return self.ratio_.predict(X)
