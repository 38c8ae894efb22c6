"""The Wishart law of scatter matrices, and the d-dimensional gamma function (Sugiyama 2016, 6.4).

Draws take d (d + 1) / 2 random numbers by Bartlett's decomposition, however many vectors the
scatter matrix stands for.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.linalg import commutation_matrix
from mlcompanion.probability._checks import covariance_root, own
from mlcompanion.probability.vector_law import ContinuousVectorLaw

__all__ = ["Wishart", "log_gamma_d"]


def log_gamma_d(a, d):
    """Logarithm of the d-dimensional gamma function, what normalizes the Wishart density.

    Parameters
    ----------
    a : float or array_like, any shape
        Greater than (d - 1) / 2, where its integral (6.2) converges.
    d : int
        At least 1; for d = 1 it is the ordinary gamma function.

    Returns
    -------
    float or ndarray, the shape of ``a``

    Raises
    ------
    ValueError
        If ``a`` is too small or ``d`` is less than 1.

    Notes
    -----
    pi^(d (d - 1) / 4) times the product of Gamma(a + (1 - j) / 2) over j = 1, ..., d, of the
    *ordinary* gamma function. Source: Sugiyama (2016), section 6.4.
    """
    d = check_count(d, "d", low=1)
    a = check_array(a, "a", low=(d - 1) / 2, open_low=True)
    halves = np.arange(d) / 2
    return (d * (d - 1) / 4 * math.log(math.pi) + gammaln(a[..., None] - halves).sum(axis=-1))[()]


@dataclass(frozen=True, eq=False)
class Wishart(ContinuousVectorLaw):
    """The law of the scatter matrix of n normal vectors with mean zero.

    Parameters
    ----------
    covariance : array_like, shape (d, d)
        The covariance Sigma of the vectors; symmetric and positive definite.
    n : int or float
        Number of vectors, greater than d - 1: with fewer the scatter matrix has no inverse, and no
        density. The law exists for any such real number, the story for whole ones alone.

    Attributes
    ----------
    root : ndarray, shape (d, d)
        The lower Cholesky factor of the covariance.

    Raises
    ------
    ValueError
        If the covariance is not symmetric or not positive definite, or n <= d - 1.

    Notes
    -----
    The density is that of the d (d + 1) / 2 entries on and below the diagonal. Cost: O(d^3) a draw
    or density, d (d + 1) / 2 random numbers a draw; the story takes n d.
    Source: Sugiyama (2016), section 6.4; the draws, Bartlett (1933).

    Examples
    --------
    >>> Wishart([[1, 0], [0, 1]], 5).cov().diagonal()
    array([10.,  5.,  5., 10.])
    """

    covariance: np.ndarray
    n: float

    def __post_init__(self):
        covariance, root = covariance_root(self.covariance, "covariance")
        n = check_real(self.n, "n", low=len(covariance) - 1, open_low=True)
        n = int(n) if n.is_integer() else n
        for name, value in (("covariance", own(covariance)), ("root", own(root)), ("n", n)):
            object.__setattr__(self, name, value)

    @property
    def shape(self):
        """``(d, d)``."""
        return self.covariance.shape

    def mean(self):
        """The matrix n Sigma."""
        return self.n * self.covariance

    def cov(self):
        """The covariance of ``vec(S)``: n (I + K) (Sigma kron Sigma).

        K is the commutation matrix. Entry by entry, the covariance of S_ij and S_kl is
        n (Sigma_ik Sigma_jl + Sigma_il Sigma_jk). The source prints 2 n Sigma kron Sigma.
        """
        d = len(self.covariance)
        either_way = np.eye(d * d) + commutation_matrix(d)
        return self.n * either_way @ np.kron(self.covariance, self.covariance)

    def _logpdf(self, x):
        d = len(self.covariance)
        matrices = x.reshape(-1, d, d)
        squares = np.diagonal(matrices, axis1=1, axis2=2)
        # symmetric and positive definite up to rounding, judged on correlations
        units = np.sqrt(np.where(squares > 0, squares, 1.0))  # entries of all units look alike
        alike = matrices / units[:, :, None] / units[:, None, :]
        skewed = abs(alike - np.swapaxes(alike, 1, 2)).max(axis=(1, 2), initial=0.0)
        inside = (squares > 0).all(axis=1) & (skewed <= 1e-8)
        inside[inside] = np.linalg.eigvalsh(alike[inside])[:, 0] > 1e-15
        log_density = np.full(len(matrices), -np.inf)
        log_density[inside] = self._log_density_inside(matrices[inside])
        return log_density.reshape(x.shape[:-2])

    def _log_density_inside(self, S):
        """Of symmetric, positive definite matrices; tr(Sigma^-1 S) is a squared length."""
        n = self.n
        d = len(self.covariance)
        C = np.linalg.cholesky(S)
        columns = np.moveaxis(C, 0, 2).reshape(d, -1)  # of all matrices: one triangular solve
        # tr(Sigma^-1 S) = |L^-1 C|²
        whitened = solve_triangular(self.root, columns, lower=True, check_finite=False)
        trace = np.square(whitened).reshape(d * d, -1).sum(axis=0)
        log_det_S = 2 * np.log(np.diagonal(C, axis1=1, axis2=2)).sum(axis=1)
        log_det_2_sigma = d * math.log(2) + 2 * np.log(np.diag(self.root)).sum()
        constant = 0.5 * n * log_det_2_sigma + log_gamma_d(n / 2, d)
        return 0.5 * (n - d - 1) * log_det_S - 0.5 * trace - constant

    def _cgf(self, t):
        symmetric = 0.5 * (t + np.swapaxes(t, -1, -2))
        # log det of I - 2 L' t L; minus infinity of it means that the mean does not exist
        inner = np.eye(len(self.root)) - 2 * self.root.T @ symmetric @ self.root
        values = np.linalg.eigvalsh(inner)
        finite = values[..., 0] > 0
        safe = np.where(finite[..., None], values, 1.0)
        return np.where(finite, -0.5 * self.n * np.log(safe).sum(axis=-1), np.inf)

    def _rvs(self, size, rng):
        """Bartlett: a triangular A, roots of chi-squared numbers above normal ones; S = (LA)(LA)'.

        Row j of the n white vectors' triangular factor is normal left of the diagonal; on it stands
        the length of what n - j + 1 dimensions are left.
        """
        d = len(self.root)
        A = np.zeros((*size, d, d))
        rows, columns = np.tril_indices(d, -1)
        A[..., rows, columns] = rng.standard_normal((*size, len(rows)))
        freedom = self.n - np.arange(d)
        diagonal = np.arange(d)
        A[..., diagonal, diagonal] = np.sqrt(rng.chisquare(freedom, (*size, d)))
        B = self.root @ A
        return B @ np.swapaxes(B, -1, -2)

    def _story(self, size, rng):
        if not isinstance(self.n, int):
            raise ValueError(f"n must be whole for a story of n vectors, got {self.n}; rvs draws")
        X = rng.standard_normal((*size, self.n, len(self.root))) @ self.root.T
        return np.swapaxes(X, -1, -2) @ X
