"""``KDERidge``: principal curves and surfaces of data as ridges of a kernel density estimate.

Ozertem and Erdogmus (2011), section 3: KDE-SCMS with the bandwidths of sections 3.1.3 and 4.1.1.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count
from mlcompanion.density import knn_bandwidth, knn_covariances, loo_ml_bandwidth

from .density_field import GaussianKDEField
from .ridges import scms

__all__ = ["KDERidge"]


class KDERidge(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Principal curve or surface of any dimension: the ridge of a kernel density estimate.

    Parameters
    ----------
    dim : int
        Dimension of the ridge: 0 modes, 1 curves, 2 surfaces; less than the number of features.
    bandwidth : "loo", "variable", "anisotropic", float or array_like
        ``"loo"``: one width by leave-one-out maximum likelihood. ``"variable"``: widths
        proportional to the distance to the nearest ``n^(1/4)`` points. ``"anisotropic"``:
        covariances of the nearest points; the factor of both by leave-one-out likelihood as well.
        Or numbers in the units of ``X``: one, one a sample, or one covariance a sample.
    step, stop, tol, max_iter
        As in :func:`mlcompanion.manifold.scms`.
    progress : bool
        Show progress bars.

    Attributes
    ----------
    bandwidth_ : float or ndarray
        Width(s) in the units of ``X``, or covariances.
    field_ : GaussianKDEField
        The density estimate.
    ridge_ : ndarray, shape (n_samples, n_features)
        The training data projected: the picture of the curve or surface.
    result_ : RidgeResult
        How each training point ended.
    n_iter_ : int
        Sweeps until the last training point arrived.

    Notes
    -----
    Cost of ``fit``: O(n^2 d^2 + n d^3) a sweep, O(n d^2) memory; of the bandwidth: O(n^2 d) an
    evaluation. Source: Table 1.

    Examples
    --------
    >>> import numpy as np
    >>> angle = np.linspace(0, 6, 80)
    >>> circle = np.column_stack([np.cos(angle), np.sin(angle)])
    >>> ridge = KDERidge(bandwidth=0.2).fit(circle)
    >>> np.linalg.norm(ridge.project([[0.6, 0.6]]), axis=1).round(2)
    array([0.98])
    """

    def __init__(
        self,
        dim=1,
        bandwidth="loo",
        *,
        step="constrained",
        stop="gradient",
        tol=1e-6,
        max_iter=500,
        progress=False,
    ):
        self.dim = dim
        self.bandwidth = bandwidth
        self.step = step
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter
        self.progress = progress

    def fit(self, X, y=None, *, weights=None):
        """Estimate the density and project the training data.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : ignored
        weights : array_like, shape (n_samples,), optional
            Of the samples in the estimate, for example grey values of pixels. Bandwidth selection
            does not use them.

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        dim = check_count(self.dim, "dim")
        if dim >= X.shape[1]:
            raise ValueError(
                f"dim must be less than the number of features, got dim={dim} and "
                f"{X.shape[1]} feature(s)"
            )
        self.bandwidth_ = self._select(X)
        self.field_ = GaussianKDEField(X, self.bandwidth_, weights)
        self.result_ = self._project(X)
        self.ridge_, self.n_iter_ = self.result_.points, int(self.result_.n_iter.max())
        self.converged_ = bool(np.all(self.result_.converged))
        if not self.converged_:
            left = int(np.sum(~self.result_.converged))
            warnings.warn(
                f"KDERidge stopped after max_iter={self.max_iter} steps with {left} points moving",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _select(self, X):
        """The bandwidth in numbers."""
        named = isinstance(self.bandwidth, str)
        if not named:
            return check_array(self.bandwidth, "bandwidth")[()]
        if self.bandwidth == "loo":
            return loo_ml_bandwidth(X)
        if self.bandwidth == "variable":
            widths = knn_bandwidth(X)
            return loo_ml_bandwidth(X, widths) * widths
        if self.bandwidth == "anisotropic":
            shapes = knn_covariances(X)
            # shapes are covariances, squares of widths
            return loo_ml_bandwidth(X, shapes) ** 2 * shapes
        raise ValueError(
            f"bandwidth must be 'loo', 'variable', 'anisotropic' or numbers, got {self.bandwidth!r}"
        )

    def _project(self, Q):
        return scms(
            self.field_,
            Q,
            dim=self.dim,
            step=self.step,
            stop=self.stop,
            tol=self.tol,
            max_iter=self.max_iter,
            progress=self.progress,
        )

    def transform(self, X):
        """Project points on the ridge, shape (n_queries, n_features)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return self._project(X).points

    def project(self, Y):
        """Project points on the ridge: the same as :meth:`transform`."""
        return self.transform(Y)

    def score_samples(self, X):
        """Log-density of the estimate at points, shape (n_queries,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return np.asarray(self.field_.log_density(X))
