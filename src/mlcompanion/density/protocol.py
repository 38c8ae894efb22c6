"""What every density estimator answers: the log-density of rows, and how many numbers it fitted."""

from sklearn.base import BaseEstimator, DensityMixin

__all__ = ["DensityEstimator"]


class DensityEstimator(DensityMixin, BaseEstimator):
    """Base of the estimators of a density.

    A member has ``fit(X)``, ``score_samples(X)``, the logarithm of the density at each row, and
    after fitting ``n_params_``, the number of free parameters (what a model selection criterion
    charges for).
    """

    def score(self, X, y=None):
        """Return the mean log-density of the rows of ``X``; larger is better.

        Parameters
        ----------
        X : array_like, shape (m, d)
        y : ignored

        Returns
        -------
        float
        """
        return float(self.score_samples(X).mean())
