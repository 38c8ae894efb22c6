"""``NNDensity``: how far must one go to meet k samples? (Sugiyama 2016, section 16.4.1)"""

from scipy.spatial import cKDTree
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count

from .estimates import log_ball_density
from .protocol import DensityEstimator

__all__ = ["NNDensity"]


class NNDensity(DensityEstimator):
    r"""The share k/n of the samples, divided by the volume of the ball that holds k of them.

    .. math:: \hat p(x)=\frac{k\,\Gamma(d/2+1)}{n\,\pi^{d/2}\,r_k(x)^d}

    Here r is the distance from x to its k-th nearest sample, Eq. (16.8).

    Parameters
    ----------
    k : int, optional
        Number of neighbours; default the square root of the number of samples, rounded.

    Attributes
    ----------
    k_ : int
    n_params_ : int
        n d: every sample is kept. Criteria that charge for parameters do not apply; use
        :func:`likelihood_cv`.

    Notes
    -----
    No density: its integral diverges. At a sample the nearest neighbour is the sample itself, so
    that the log-density is infinite there for k = 1, and wherever k samples coincide. Cost of a
    point: O(k log n) in few dimensions, O(n d) in many.
    """

    def __init__(self, k=None):
        self.k = k

    def fit(self, X, y=None):
        """Keep the samples in a tree.

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
            If ``k`` is not between 1 and the number of samples.
        """
        X = validate_data(self, X, dtype=float)
        n = len(X)
        if self.k is None:
            self.k_ = round(n**0.5)
        else:
            self.k_ = check_count(self.k, "k", low=1, high=n)
        self._tree = cKDTree(X)
        self.n_params_ = X.size
        return self

    def radius(self, X):
        """Distance from each row of ``X`` to its k-th nearest sample, shape (m,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return self._tree.query(X, k=[self.k_])[0][:, 0]  # a list: only this neighbour is returned

    def score_samples(self, X):
        """Return the logarithm of the estimate at each row of ``X``.

        Parameters
        ----------
        X : array_like, shape (m, d)

        Returns
        -------
        ndarray, shape (m,)
        """
        radius = self.radius(X)
        return log_ball_density(self.k_, self._tree.n, radius, self.n_features_in_)
