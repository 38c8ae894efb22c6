"""``DensityThreshold``: outliers lie where a density estimate is low. Sugiyama (2016), 38.1."""

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_has
from mlcompanion.density import KernelDensity

from .detector import OutlierDetector, check_contamination, share_threshold

__all__ = ["DensityThreshold"]


class DensityThreshold(OutlierDetector):
    r"""Call outliers the points of lowest estimated density.

    Parameters
    ----------
    density : estimator, optional
        With ``fit(X)`` and ``score_samples(X)``, as all of :mod:`mlcompanion.density`. Default
        :class:`mlcompanion.density.KernelDensity` of Silverman's width (chosen without a look at
        outliers, which widen it).
    contamination : float
        Share of the training points that are called outliers, in (0, 0.5].

    Attributes
    ----------
    density_ : estimator
        The fitted one.
    offset_ : float
        The threshold of the log-density.
    n_features_in_ : int

    Notes
    -----
    Cost: that of the density at all points, O(n^2 d) for the default. A training point's own bump
    adds the same to all training points, so that their order is that of the density without it.
    Source: Sugiyama (2016), section 38.1.

    Examples
    --------
    >>> X = np.append(np.random.default_rng(0).normal(size=(19, 2)), [[6.0, 0.0]], axis=0)
    >>> DensityThreshold(contamination=0.05).fit_predict(X).argmin()
    np.int64(19)
    """

    def __init__(self, density=None, *, contamination=0.1):
        self.density = density
        self.contamination = contamination

    def fit(self, X, y=None):
        """Fit the density and place the threshold.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``contamination`` is not in (0, 0.5].
        """
        share = check_contamination(self.contamination, automatic=False)
        X = validate_data(self, X, dtype=float)
        density = self.density
        if density is None:
            # a sample without spread has no width of its own: any will do
            varied = len(X) > 1 and np.ptp(X, axis=0).min() > 0
            density = KernelDensity("silverman") if varied else KernelDensity()
        check_has(density, "density", "fit", "score_samples")
        self.density_ = clone(density).fit(X)
        self.offset_ = share_threshold(self.density_.score_samples(X), share)
        return self

    def score_samples(self, X):
        """Log-density of the rows.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return self.density_.score_samples(X)
