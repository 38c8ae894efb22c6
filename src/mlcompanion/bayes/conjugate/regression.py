"""The normal-inverse-gamma law of a linear regression: coefficients and variance of the noise."""

import math

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_real, check_square, read_only
from mlcompanion.linalg.updates import add_to_factor, take_from_factor
from mlcompanion.probability.laws.multivariate_t import t_log_density

from .family import ConjugateFamily

__all__ = ["NormalInverseGammaRegression"]


class NormalInverseGammaRegression(ConjugateFamily):
    r"""A joint law of the coefficients and the noise variance of a linear model.

    .. math:: y_i\mid w,\sigma^2\sim N(x_i^\top w,\sigma^2),\quad
        w\mid\sigma^2\sim N(m,\sigma^2A^{-1}),\quad1/\sigma^2\sim\mathrm{Ga}(\alpha,\beta)

    An intercept is a column of ones.

    Parameters
    ----------
    mean : array_like, shape (p,)
        The centre m of the coefficients.
    precision : array_like, shape (p, p)
        The matrix A, in units of the noise; symmetric and positive definite.
    alpha : float
        Shape, positive.
    beta : float
        Scale of the noise variance, positive.

    Attributes
    ----------
    root : ndarray, shape (p, p)
        The lower Cholesky factor of the precision.

    Raises
    ------
    ValueError
        If a shape does not fit or a parameter is out of range.

    Notes
    -----
    Cost: O(n p^2 + p^3) for a posterior, O(p^2) for one observation in or out.

    Examples
    --------
    >>> prior = NormalInverseGammaRegression([0.0], [[1.0]], 1.0, 1.0)
    >>> prior.posterior([[1.0], [2.0]], [1.0, 2.0]).mean.round(4)
    array([0.8333])
    """

    def __init__(self, mean, precision, alpha, beta):
        mean = check_array(mean, "mean", ndim=1, min_rows=1)
        precision = check_square(precision, "precision", size=len(mean), symmetric=True)
        alpha = check_real(alpha, "alpha", low=0, open_low=True)
        beta = check_real(beta, "beta", low=0, open_low=True)
        try:
            root = np.linalg.cholesky(precision)
        except np.linalg.LinAlgError as error:
            raise ValueError("precision must be positive definite") from error
        self._keep(mean.copy(), root, alpha, beta)

    def _keep(self, mean, root, alpha, beta):
        read_only(mean, root)
        self.mean = mean
        self.root = root
        self.alpha = alpha
        self.beta = beta

    @classmethod
    def _of(cls, mean, root, alpha, beta):
        """The law of parameters that were computed."""
        law = cls.__new__(cls)
        law._keep(mean, root, alpha, beta)
        return law

    def __repr__(self):
        p = len(self.mean)
        return f"NormalInverseGammaRegression(p={p}, alpha={self.alpha:g}, beta={self.beta:g})"

    @property
    def precision(self):
        """The matrix A."""
        return self.root @ self.root.T

    @property
    def log_normalizer(self):
        """Gamma(alpha) / beta^alpha and the determinant of the normal law, in logarithms."""
        log_det_root = np.log(np.diag(self.root)).sum()
        return gammaln(self.alpha) - self.alpha * math.log(self.beta) - log_det_root

    def _log_base(self, n):
        return -0.5 * n * math.log(2 * math.pi)

    def posterior(self, X, y):
        """The law after all observations.

        Parameters
        ----------
        X : array_like, shape (n, p)
        y : array_like, shape (n,)

        Returns
        -------
        NormalInverseGammaRegression

        Raises
        ------
        ValueError
            If the shapes do not fit or an entry is not finite.
        """
        p = len(self.mean)
        X = check_array(X, "X", shape=(None, p))
        y = check_array(y, "y", shape=(len(X),))
        if len(y) == 0:
            return self
        # The prior stands as p further rows: one QR gives the factor, the step and the residual.
        residual = np.append(np.zeros(p), y - X @ self.mean)
        stacked = np.column_stack([np.vstack([self.root.T, X]), residual])
        triangle = np.linalg.qr(stacked, mode="r")
        triangle *= np.where(np.diag(triangle) < 0, -1.0, 1.0)[:, None]
        step = solve_triangular(triangle[:p, :p], triangle[:p, p])
        root = np.ascontiguousarray(triangle[:p, :p].T)
        # the triangle's last corner is the residual's length
        beta = self.beta + 0.5 * triangle[p, p] ** 2
        return self._of(self.mean + step, root, self.alpha + 0.5 * len(y), float(beta))

    def _row(self, x, y):
        x = check_array(x, "x", shape=self.mean.shape)
        return x, check_real(y, "y") - x @ self.mean

    def add(self, x, y):
        """The law with one observation more.

        Parameters
        ----------
        x : array_like, shape (p,)
        y : float

        Returns
        -------
        NormalInverseGammaRegression

        Raises
        ------
        ValueError
            If ``x`` has another shape, or an entry is not finite.
        """
        x, residual = self._row(x, y)
        gain, length = self._gain(self.root, x)
        root = self.root.copy()
        add_to_factor(root, x.copy())
        mean = self.mean + gain * (residual / (1 + length))
        beta = self.beta + 0.5 * residual * residual / (1 + length)
        return self._of(mean, root, self.alpha + 0.5, float(beta))

    def remove(self, x, y):
        """The law without an observation that is in it.

        Parameters
        ----------
        x : array_like, shape (p,)
        y : float

        Returns
        -------
        NormalInverseGammaRegression

        Raises
        ------
        ValueError
            If no proper law would be left: the observation was never in.
        """
        x, residual = self._row(x, y)
        root = self.root.copy()
        if not take_from_factor(root, x.copy()):
            raise ValueError("x cannot be removed: the precision would not be positive definite")
        gain, length = self._gain(root, x)
        before = residual * (1 + length)  # what the residual was without this observation
        alpha = self.alpha - 0.5
        beta = self.beta - 0.5 * residual * before
        if not (alpha > 0 and beta > 0):
            raise ValueError(
                f"y cannot be removed: alpha would become {alpha:.6g} and beta {beta:.6g}, where "
                "both must be positive"
            )
        return self._of(self.mean - gain * residual, root, alpha, float(beta))

    @staticmethod
    def _gain(root, x):
        """A^-1 x, and x' A^-1 x: how far x is from what the other rows tell about it."""
        half = solve_triangular(root, x, lower=True, check_finite=False)
        return solve_triangular(root, half, lower=True, trans=1, check_finite=False), half @ half

    def predictive_logpdf(self, x, y):
        """Log-density of the next response: t with 2 alpha degrees of freedom.

        Parameters
        ----------
        x : array_like, shape (m, p) or (p,)
        y : array_like, shape (m,) or float

        Returns
        -------
        float or ndarray, shape (m,)

        Raises
        ------
        ValueError
            If the shapes do not fit or an entry is not finite.
        """
        x = check_array(x, "x")
        if x.ndim not in (1, 2) or x.shape[-1] != len(self.mean):
            raise ValueError(f"x must have shape (m, {len(self.mean)}), got {x.shape}")
        y = check_array(y, "y", shape=x.shape[:-1])
        half = solve_triangular(self.root, np.atleast_2d(x).T, lower=True, check_finite=False)
        spread = 1 + np.square(half).sum(axis=0).reshape(y.shape)
        scale = np.sqrt(spread) * math.sqrt(self.beta / self.alpha)
        z = (y - x @ self.mean) / scale
        return t_log_density(z * z, np.log(scale), 1, 2 * self.alpha)[()]
