"""A density with its first two derivatives: kernel estimates and Gaussian mixtures.

Ozertem and Erdogmus (2011), section 3: the density (1), its gradient and Hessian, the local inverse
covariance (2) and the mean shift (3). Both kinds of density are sums of Gaussians; all ratios that
ridges need are free of the density's scale, so nothing underflows far from the data.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_covariances, check_rng
from mlcompanion.density.mixture import gaussian_terms, log_gaussian_sum

__all__ = ["FieldValues", "GaussianKDEField", "GaussianMixtureField"]

_NEGLIGIBLE = -40.0  # a component e^-40 times the largest is below rounding


@njit
def isotropic_moments(Q, centers, inverse_variances, log_coefficients):
    """Log-density, score, H/p and mean precision at every query, in one pass over the centres."""
    n_queries, n = Q.shape
    m = centers.shape[0]
    columns = np.ascontiguousarray(centers.T)  # the loop over centres reads neighbours in memory
    log_density = np.empty(n_queries)
    score = np.zeros((n_queries, n))
    second = np.zeros((n_queries, n, n))
    precision = np.zeros((n_queries, n, n))
    exponents = np.empty(m)
    u = np.empty(n)
    for a in range(n_queries):
        exponents[:] = 0.0
        for k in range(n):
            for i in range(m):
                gap = columns[k, i] - Q[a, k]
                exponents[i] += gap * gap
        for i in range(m):
            # log of weight times normal density, component by component
            exponents[i] = log_coefficients[i] - 0.5 * inverse_variances[i] * exponents[i]
        top = exponents.max()  # the largest term becomes 1: far from all data nothing underflows
        total = 0.0
        mean_precision = 0.0
        for i in range(m):
            if exponents[i] - top > _NEGLIGIBLE:
                weight = np.exp(exponents[i] - top)
                total += weight
                mean_precision += weight * inverse_variances[i]
                # u = precision (centre - x): score is its mean, the second derivative the mean of
                # u u'
                for k in range(n):
                    u[k] = inverse_variances[i] * (columns[k, i] - Q[a, k])
                    score[a, k] += weight * u[k]
                    for j in range(k + 1):  # symmetric: the lower half is summed, then mirrored
                        second[a, k, j] += weight * u[k] * u[j]
        log_density[a] = top + np.log(total)
        for k in range(n):
            score[a, k] /= total
            precision[a, k, k] = mean_precision / total
            for j in range(k + 1):
                second[a, k, j] /= total
                second[a, j, k] = second[a, k, j]
            second[a, k, k] -= precision[a, k, k]  # H/p is the mean of u u' less the mean precision
    return log_density, score, second, precision


@njit
def full_moments(Q, centers, precisions, log_coefficients):
    """The same for components with full covariances."""
    n_queries, n = Q.shape
    m = centers.shape[0]
    log_density = np.empty(n_queries)
    score = np.zeros((n_queries, n))
    second = np.zeros((n_queries, n, n))
    precision = np.zeros((n_queries, n, n))
    exponents = np.empty(m)
    u = np.zeros((m, n))
    for a in range(n_queries):
        # the same sums with a matrix for each component
        for i in range(m):
            form = 0.0
            for k in range(n):
                u[i, k] = 0.0
                for j in range(n):
                    u[i, k] += precisions[i, k, j] * (centers[i, j] - Q[a, j])
                form += u[i, k] * (centers[i, k] - Q[a, k])
            exponents[i] = log_coefficients[i] - 0.5 * form
        top = exponents.max()
        total = 0.0
        for i in range(m):
            if exponents[i] - top > _NEGLIGIBLE:
                weight = np.exp(exponents[i] - top)
                total += weight
                for k in range(n):
                    score[a, k] += weight * u[i, k]
                    for j in range(n):
                        precision[a, k, j] += weight * precisions[i, k, j]
                        second[a, k, j] += weight * (u[i, k] * u[i, j] - precisions[i, k, j])
        log_density[a] = top + np.log(total)
        score[a] /= total
        second[a] /= total
        precision[a] /= total
    return log_density, score, second, precision


@dataclass(frozen=True)
class FieldValues:
    """A density and its derivatives at some queries, free of the density's scale.

    Attributes
    ----------
    log_density : ndarray, shape (n_queries,)
    score : ndarray, shape (n_queries, n_features)
        Gradient of the log-density, ``g / p``.
    second : ndarray, shape (n_queries, n_features, n_features)
        Hessian over density, ``H / p``.
    precision : ndarray, shape (n_queries, n_features, n_features)
        ``A``, the mean of the components' inverse covariances, weighted by their share of the
        density at the query.
    """

    log_density: np.ndarray
    score: np.ndarray
    second: np.ndarray
    precision: np.ndarray

    @property
    def local_inverse_covariance(self):
        """Minus the Hessian of the log-density: ``-H/p + g g' / p^2`` (2)."""
        return self.score[:, :, None] * self.score[:, None, :] - self.second

    @property
    def shift(self):
        """``m(x) - x``: the mean shift (3) is ``A^-1`` times the score."""
        return np.linalg.solve(self.precision, self.score[:, :, None])[:, :, 0]


class GaussianMixtureField:
    """A mixture of Gaussians as a density with gradient, Hessian and mean shift.

    Parameters
    ----------
    weights : array_like, shape (n_components,)
        Positive; they are divided by their sum.
    means : array_like, shape (n_components, n_features)
    covariances : float, array_like (n_components,) or (n_components, n_features, n_features)
        Variances of spherical components, or full covariances.

    Raises
    ------
    ValueError
        If shapes do not match, or a weight or covariance is not positive (definite).

    Notes
    -----
    Cost of q queries: O(q m d) spherical, O(q m d^2) full, plus O(q m) exponentials; memory
    O(m d + q d^2). Source: section 3, equations (1)-(3); the weights, implicit there, stand in
    ``c_k = pi_k N(x; mu_k, C_k)``.
    """

    def __init__(self, weights, means, covariances):
        means = check_array(means, "means", ndim=2, min_rows=1)
        self._set(weights, means, check_covariances(covariances, "covariances", means.shape))

    def _set(self, weights, means, covariances):
        """Keep what is checked, and prepare what every evaluation needs."""
        self.means = np.array(means, order="C")
        self.covariances = covariances
        # log coefficients hold weight, determinant and the power of 2 pi
        m, n = means.shape
        self.weights = check_array(weights, "weights", shape=(m,), low=0, open_low=True)
        self.weights = self.weights / self.weights.sum()
        self._inverse, self._log_coefficients = gaussian_terms(self.weights, covariances, n)

    def evaluate(self, Q):
        """Return the :class:`FieldValues` at the rows of ``Q``, shape (n_queries, n_features)."""
        shape = (None, self.means.shape[1])
        Q = plain_layout(check_array(Q, "Q", shape=shape))
        moments = isotropic_moments if self._inverse.ndim == 1 else full_moments
        terms = map(plain_layout, (self.means, self._inverse, self._log_coefficients))
        return FieldValues(*moments(Q, *terms))

    def log_density(self, Q):
        """Logarithm of the density, shape (n_queries,)."""
        Q = check_array(Q, "Q", shape=(None, self.means.shape[1]))
        return log_gaussian_sum(Q, self.means, self._inverse, self._log_coefficients)

    def density(self, Q):
        """The density (1), shape (n_queries,)."""
        return np.exp(self.log_density(Q))

    def gradient(self, Q):
        """Gradient ``g`` of the density, shape (n_queries, n_features)."""
        values = self.evaluate(Q)
        return np.exp(values.log_density)[:, None] * values.score

    def hessian(self, Q):
        """Hessian ``H`` of the density, shape (n_queries, n_features, n_features)."""
        values = self.evaluate(Q)
        return np.exp(values.log_density)[:, None, None] * values.second

    def local_inverse_covariance(self, Q):
        """``Sigma^-1(x)`` of equation (2), shape (n_queries, n_features, n_features)."""
        return self.evaluate(Q).local_inverse_covariance

    def mean_shift(self, Q):
        """``m(x)`` of equation (3), shape (n_queries, n_features)."""
        return check_array(Q, "Q", ndim=2) + self.evaluate(Q).shift

    def sample(self, n_samples, rng):
        """Draw ``n_samples`` rows with a NumPy ``Generator``."""
        n_samples = check_count(n_samples, "n_samples")
        rng = check_rng(rng, "rng")
        part = rng.choice(len(self.weights), size=n_samples, p=self.weights)
        noise = rng.normal(size=(n_samples, self.means.shape[1]))
        if self.covariances.ndim == 1:
            return self.means[part] + np.sqrt(self.covariances[part])[:, None] * noise
        factors = np.linalg.cholesky(self.covariances)
        return self.means[part] + np.einsum("nij,nj->ni", factors[part], noise)


class GaussianKDEField(GaussianMixtureField):
    """A Gaussian kernel density estimate as a density with gradient, Hessian and mean shift.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    bandwidth : float, array_like (n_samples,) or (n_samples, n_features, n_features)
        Width of the kernels in the units of ``X`` (one, or one a sample), or full covariances.
    weights : array_like, shape (n_samples,), optional
        Of the samples; default equal.

    Notes
    -----
    Cost and source as in :class:`GaussianMixtureField`, with the samples as components.
    """

    def __init__(self, X, bandwidth, weights=None):
        X = check_array(X, "X", ndim=2, min_rows=1)
        width = check_covariances(bandwidth, "bandwidth", X.shape)
        weights = np.ones(len(X)) if weights is None else weights
        self._set(weights, X, width.copy() if width.ndim == 3 else width**2)
