"""The normal-Wishart law: mean vector and precision matrix of normal observations.

The inverse W^-1 of the Wishart law's scale is kept as its Cholesky factor. An observation that
comes or goes changes it by rank one, so no matrix is ever inverted on the way.
"""

import math
from functools import cached_property

import numpy as np
from scipy.linalg import solve_triangular

from mlcompanion._validation import check_array, check_real, check_square, read_only
from mlcompanion.linalg.updates import add_to_factor, take_from_factor
from mlcompanion.probability.laws.multivariate_t import t_log_density
from mlcompanion.probability.laws.wishart import log_gamma_d

from .family import ConjugateFamily

__all__ = ["NormalWishart"]


def _root_of_inverse(W):
    """The lower Cholesky factor of W^-1, or that W is not positive definite."""
    W = check_square(W, "W", symmetric=True)
    try:
        upper = np.linalg.cholesky(W[::-1, ::-1])[::-1, ::-1]  # W = U U', U an upper triangle
    except np.linalg.LinAlgError as error:
        raise ValueError("W must be positive definite") from error
    return np.ascontiguousarray(solve_triangular(upper, np.eye(len(W))).T)


class NormalWishart(ConjugateFamily):
    r"""A joint law of the mean and the precision matrix of normal observations.

    .. math:: x_i\mid\mu,\Lambda\sim N(\mu,\Lambda^{-1}),\quad
        \mu\mid\Lambda\sim N(m,(\kappa\Lambda)^{-1}),\quad\Lambda\sim\mathcal W(W,\nu)

    Parameters
    ----------
    mean : array_like, shape (d,)
        The centre m of the mean.
    kappa : float
        How many observations the centre is worth; positive.
    nu : float
        Degrees of freedom of the precision, greater than d - 1; a whole number is not needed.
    W : array_like, shape (d, d)
        Scale of the precision, symmetric and positive definite: its mean is nu W.

    Attributes
    ----------
    root : ndarray, shape (d, d)
        The lower Cholesky factor of the inverse of ``W``.

    Raises
    ------
    ValueError
        If a shape does not fit or a parameter is out of range.

    Notes
    -----
    Cost: O(n d^2 + d^3) for a posterior, O(d^2) for one observation in or out, and O(d^2) for a
    predictive density. An observation that dwarfs all others leaves its rounding behind when it is
    removed, as any running sum of squares does.

    Examples
    --------
    >>> after = NormalWishart([0, 0], 1, 2, [[1, 0], [0, 1]]).posterior([[2, 0], [4, 0]])
    >>> after.mean.round(3), after.kappa, after.nu
    (array([2., 0.]), 3.0, 4.0)
    """

    def __init__(self, mean, kappa, nu, W):
        mean = check_array(mean, "mean", ndim=1, min_rows=1)
        d = len(mean)
        kappa = check_real(kappa, "kappa", low=0, open_low=True)
        nu = check_real(nu, "nu", low=d - 1, open_low=True)
        W = check_array(W, "W", shape=(d, d))
        self._keep(mean.copy(), kappa, nu, _root_of_inverse(W))

    def _keep(self, mean, kappa, nu, root):
        read_only(mean, root)
        self.mean = mean
        self.kappa = kappa
        self.nu = nu
        self.root = root

    @classmethod
    def _of(cls, mean, kappa, nu, root):
        """The law of parameters that were computed."""
        law = cls.__new__(cls)
        law._keep(mean, kappa, nu, root)
        return law

    def __repr__(self):
        return f"NormalWishart(d={len(self.mean)}, kappa={self.kappa:g}, nu={self.nu:g})"

    @cached_property
    def W(self):
        """The scale of the precision, by inversion: O(d^3) the first time."""
        inverse = solve_triangular(self.root, np.eye(len(self.mean)), lower=True)
        W = inverse.T @ inverse
        read_only(W)
        return W

    @cached_property
    def _log_det_root(self):
        return np.log(np.diag(self.root)).sum()

    @property
    def log_normalizer(self):
        """The Wishart law's, and the part of the mean's normal law that depends on kappa."""
        d = len(self.mean)
        of_precision = log_gamma_d(self.nu / 2, d) + self.nu * (
            0.5 * d * math.log(2) - self._log_det_root
        )
        return of_precision + 0.5 * d * math.log(2 * math.pi / self.kappa)

    def _log_base(self, n):
        return -0.5 * n * len(self.mean) * math.log(2 * math.pi)

    def posterior(self, X):
        """The law after all observations.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        NormalWishart

        Raises
        ------
        ValueError
            If ``X`` is no finite matrix with d columns.
        """
        X = check_array(X, "X", shape=(None, len(self.mean)))
        n = len(X)
        if n == 0:
            return self
        centre = X.mean(axis=0)
        kappa = self.kappa + n
        step = centre - self.mean
        between = math.sqrt(self.kappa * n / kappa) * step
        # The factor of a sum of squares is the triangle of a QR decomposition: no square is formed.
        triangle = np.linalg.qr(np.vstack([self.root.T, X - centre, between]), mode="r")
        # QR leaves signs open: a Cholesky factor has a positive diagonal
        root = (triangle * np.where(np.diag(triangle) < 0, -1.0, 1.0)[:, None]).T
        mean = self.mean + n / kappa * step
        return self._of(mean, kappa, self.nu + n, np.ascontiguousarray(root))

    def _step_to(self, x):
        return check_array(x, "x", shape=self.mean.shape) - self.mean

    def add(self, x):
        """The law with one observation more.

        Parameters
        ----------
        x : array_like, shape (d,)

        Returns
        -------
        NormalWishart

        Raises
        ------
        ValueError
            If ``x`` has another shape or is not finite.
        """
        step = self._step_to(x)
        kappa = self.kappa + 1
        root = self.root.copy()
        add_to_factor(root, math.sqrt(self.kappa / kappa) * step)
        return self._of(self.mean + step / kappa, kappa, self.nu + 1, root)

    def remove(self, x):
        """The law without an observation that is in it.

        Parameters
        ----------
        x : array_like, shape (d,)

        Returns
        -------
        NormalWishart

        Raises
        ------
        ValueError
            If no proper law would be left: ``x`` was never in.
        """
        step = self._step_to(x)
        kappa = self.kappa - 1
        nu = self.nu - 1
        if not (kappa > 0 and nu > len(step) - 1):
            raise ValueError(
                f"x cannot be removed: kappa would become {kappa:.6g} and nu {nu:.6g}, where they "
                f"must be greater than 0 and {len(step) - 1}"
            )
        root = self.root.copy()
        if not take_from_factor(root, math.sqrt(self.kappa / kappa) * step):
            raise ValueError("x cannot be removed: the inverse of W would not be positive definite")
        return self._of(self.mean - step / kappa, kappa, nu, root)

    def predictive_logpdf(self, x):
        """Log-density of the next observation: t with nu - d + 1 degrees of freedom.

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
        x = check_array(x, "x")
        d = len(self.mean)
        if x.shape[-1:] != (d,):
            raise ValueError(f"x must have shape (..., {d}), got {x.shape}")
        freedom = self.nu - d + 1
        factor = (1 + 1 / self.kappa) / freedom
        centred = (x - self.mean).reshape(-1, d)
        whitened = solve_triangular(self.root, centred.T, lower=True, check_finite=False)
        squared = np.square(whitened).sum(axis=0).reshape(x.shape[:-1]) / factor
        log_det_root = self._log_det_root + 0.5 * d * math.log(factor)
        return t_log_density(squared, log_det_root, d, freedom)[()]
