"""The multivariate normal law (Sugiyama 2016, section 6.2), on one Cholesky factor.

The factor draws (it turns round clouds into slanted ones), whitens (it turns them back, by solving
a triangular system), and its diagonal holds the determinant: no inverse is ever formed.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg.blas import dtrsm

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.probability._checks import covariance_root, own
from mlcompanion.probability.vector_law import ContinuousVectorLaw

__all__ = ["MultivariateNormal"]


@dataclass(frozen=True, eq=False)
class MultivariateNormal(ContinuousVectorLaw):
    """The law of T y + mu, where y holds d independent standard normal numbers.

    Parameters
    ----------
    mu : array_like, shape (d,)
        The mean.
    covariance : array_like, shape (d, d)
        The matrix Sigma = T T'; symmetric and positive definite.

    Attributes
    ----------
    root : ndarray, shape (d, d)
        The lower Cholesky factor of the covariance, the T in use.

    Raises
    ------
    ValueError
        If ``mu`` is no finite vector, or the covariance has another size, is not symmetric or not
        positive definite.

    Notes
    -----
    Cost: O(d^3) once; O(d^2) a draw or a log-density. Source: Sugiyama (2016), section 6.2.

    Examples
    --------
    >>> law = MultivariateNormal([0, 0], [[2, 1], [1, 1]])
    >>> float(law.pdf([0, 0]).round(4))
    0.1592
    """

    mu: np.ndarray
    covariance: np.ndarray

    def __post_init__(self):
        mu = check_array(self.mu, "mu", ndim=1, min_rows=1)
        covariance, root = covariance_root(self.covariance, "covariance", size=len(mu))
        for name, value in (("mu", mu), ("covariance", covariance), ("root", root)):
            object.__setattr__(self, name, own(value))

    @property
    def shape(self):
        """``(d,)``."""
        return self.mu.shape

    def mean(self):
        """The vector mu."""
        return self.mu.copy()

    def cov(self):
        """The matrix Sigma."""
        return self.covariance.copy()

    def mahalanobis(self, x):
        """Distance from the mean in standard deviations of the direction in which ``x`` lies.

        The root of (x - mu)' Sigma^-1 (x - mu): the length of the round vector y of x = T y + mu.

        Parameters
        ----------
        x : array_like, shape (..., d)

        Returns
        -------
        float or ndarray, shape (...)

        Raises
        ------
        ValueError
            If ``x`` has another shape or is not finite.
        """
        return np.sqrt(self._squared_distance(self._points(x, "x")))[()]

    def _squared_distance(self, x):
        centred = (x - self.mu).reshape(-1, len(self.mu))
        y = dtrsm(1.0, self.root, centred.T, lower=True, overwrite_b=True).T  # L y = x - mu
        return np.einsum("ij,ij->i", y, y).reshape(x.shape[:-1])

    @cached_property
    def _log_normalizer(self):
        log_det_root = np.log(np.diag(self.root)).sum()  # half the log-determinant of Sigma
        return log_det_root + 0.5 * len(self.mu) * math.log(2 * math.pi)

    def _logpdf(self, x):
        return -0.5 * self._squared_distance(x) - self._log_normalizer

    def _cgf(self, t):
        return t @ self.mu + 0.5 * np.square(t @ self.root).sum(axis=-1)

    def _story(self, size, rng):
        y = rng.standard_normal((*size, *self.shape))
        return y @ self.root.T + self.mu

    def principal_axes(self):
        """Standard deviations along the principal axes, and these axes (Fig. 6.3).

        Returns
        -------
        lengths : ndarray, shape (d,)
            Roots of the eigenvalues of the covariance, the largest first.
        axes : ndarray, shape (d, d)
            Columns are the eigenvectors, of length 1.
        """
        values, vectors = np.linalg.eigh(self.covariance)
        return np.sqrt(values[::-1]), vectors[:, ::-1]  # the longest axis first

    def ellipse(self, k=1.0, m=200):
        """Points of the level line at ``k`` standard deviations, in two dimensions.

        The root turns a circle of radius k into it. A share 1 - exp(-k^2 / 2) of the law lies
        inside: 39 %, 86 % and 99 % for k = 1, 2, 3.

        Parameters
        ----------
        k : float
            Positive.
        m : int
            Number of points, at least 2; the last one is the first.

        Returns
        -------
        ndarray, shape (m, 2)

        Raises
        ------
        ValueError
            If the law has not two dimensions, or ``k`` or ``m`` is out of range.
        """
        if len(self.mu) != 2:
            raise ValueError(f"an ellipse needs a mu of length 2, got {len(self.mu)}")
        k = check_real(k, "k", low=0, open_low=True)
        m = check_count(m, "m", low=2)
        angle = np.linspace(0, 2 * np.pi, m)
        circle = np.column_stack([np.cos(angle), np.sin(angle)])
        return k * circle @ self.root.T + self.mu
