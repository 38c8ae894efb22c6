"""The normal-gamma law of mean and precision, and its reading in mean and variance."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_real

from ._normal_variable import NormalVariable, keep, left_over

__all__ = ["NormalGamma", "NormalInverseGamma"]


def _pairs(mu, positive, name):
    """Means and what stands beside them, in shapes that fit."""
    mu = check_array(mu, "mu")
    positive = check_array(positive, name, low=0, open_low=True)
    try:
        np.broadcast_shapes(mu.shape, positive.shape)
    except ValueError:
        raise ValueError(
            f"mu and {name} must have shapes that fit, got {mu.shape} and {positive.shape}"
        ) from None
    return mu, positive


@dataclass(frozen=True)
class NormalGamma(NormalVariable):
    r"""A joint law of the mean and the precision of normal observations.

    .. math:: x_i\mid\mu,\tau\sim N(\mu,1/\tau),\quad\mu\mid\tau\sim N(m,1/(\kappa\tau)),
        \quad\tau\sim\mathrm{Ga}(\alpha,\beta)

    Parameters
    ----------
    mean : float
        The centre m of the mean.
    kappa : float
        How many observations the centre is worth; positive.
    alpha : float
        Shape of the precision, positive.
    beta : float
        Rate of the precision, positive.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Notes
    -----
    Cost: O(n) for a posterior, O(1) for one observation in or out.

    Examples
    --------
    >>> NormalGamma(0.0, 1.0, 1.0, 1.0).posterior([3.0])
    NormalGamma(mean=1.5, kappa=2.0, alpha=1.5, beta=3.25)
    """

    mean: float
    kappa: float
    alpha: float
    beta: float

    def __post_init__(self):
        keep(self, "kappa", "alpha", "beta")

    @property
    def log_normalizer(self):
        """The logarithm of Gamma(alpha) / beta^alpha times the root of 2 pi / kappa."""
        of_mean = 0.5 * math.log(2 * math.pi / self.kappa)
        return gammaln(self.alpha) - self.alpha * math.log(self.beta) + of_mean

    def posterior(self, x):
        """The law after all observations.

        Parameters
        ----------
        x : array_like, shape (n,)

        Returns
        -------
        NormalGamma
            Of the class that was asked.

        Raises
        ------
        ValueError
            If ``x`` is no finite vector.
        """
        x = check_array(x, "x", ndim=1)
        n = len(x)
        if n == 0:
            return self
        centre = x.mean()
        squares = np.square(x - centre).sum()
        kappa = self.kappa + n
        step = centre - self.mean
        # squares about the samples' own mean, and the gap of the means: nothing large cancels
        between = step * step * (self.kappa * n / kappa)
        beta = self.beta + 0.5 * (squares + between)
        return type(self)(self.mean + n / kappa * step, kappa, self.alpha + 0.5 * n, beta)

    def add(self, x):
        """The law with one observation more.

        Parameters
        ----------
        x : float

        Returns
        -------
        NormalGamma
            Of the class that was asked.
        """
        kappa = self.kappa + 1
        step = check_real(x, "x") - self.mean
        beta = self.beta + 0.5 * step * step * (self.kappa / kappa)
        return type(self)(self.mean + step / kappa, kappa, self.alpha + 0.5, beta)

    def remove(self, x):
        """The law without an observation that is in it.

        Parameters
        ----------
        x : float

        Returns
        -------
        NormalGamma
            Of the class that was asked.

        Raises
        ------
        ValueError
            If no proper law would be left: ``x`` was never in.
        """
        kappa = left_over(self.kappa - 1, "kappa")
        step = check_real(x, "x") - self.mean
        alpha = left_over(self.alpha - 0.5, "alpha")
        # the step is from the present mean, kappa / (kappa + 1) of that from the mean before
        beta = left_over(self.beta - 0.5 * step * step * (self.kappa / kappa), "beta")
        return type(self)(self.mean - step / kappa, kappa, alpha, beta)

    def predictive_logpdf(self, x):
        """Log-density of the next observation: t with 2 alpha degrees of freedom.

        Parameters
        ----------
        x : float or array_like, any shape

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If ``x`` is not finite.
        """
        return self._predictive_at(x, self.mean, 1 + 1 / self.kappa)

    def logpdf(self, mu, precision):
        """Log-density at means and precisions.

        Parameters
        ----------
        mu : float or array_like, any shape
        precision : float or array_like, of a shape that fits
            Positive.

        Returns
        -------
        float or ndarray

        Raises
        ------
        ValueError
            If an argument is not finite or a precision is not positive.
        """
        mu, precision = _pairs(mu, precision, "precision")
        return self._log_density(mu, precision)[()]

    def _log_density(self, mu, precision):
        squares = self.beta + 0.5 * self.kappa * np.square(mu - self.mean)
        return (self.alpha - 0.5) * np.log(precision) - precision * squares - self.log_normalizer


class NormalInverseGamma(NormalGamma):
    r"""The normal-gamma law, read as a law of mean and *variance*.

    .. math:: \mu\mid\sigma^2\sim N(m,\sigma^2/\kappa),\quad1/\sigma^2\sim\mathrm{Ga}(\alpha,\beta)

    Parameters, posterior, evidence and predictive are those of :class:`NormalGamma`; the density is
    another one by the derivative of the precision with respect to the variance, and so its peak
    lies elsewhere.

    Parameters
    ----------
    mean : float
        The centre m of the mean.
    kappa : float
        How many observations the centre is worth; positive.
    alpha : float
        Shape, positive.
    beta : float
        Scale of the variance, positive.

    Examples
    --------
    >>> NormalInverseGamma(0.0, 1.0, 1.0, 1.0).posterior([3.0])
    NormalInverseGamma(mean=1.5, kappa=2.0, alpha=1.5, beta=3.25)
    """

    def logpdf(self, mu, variance):
        """Log-density at means and variances.

        Parameters
        ----------
        mu : float or array_like, any shape
        variance : float or array_like, of a shape that fits
            Positive.

        Returns
        -------
        float or ndarray

        Raises
        ------
        ValueError
            If an argument is not finite or a variance is not positive.
        """
        mu, variance = _pairs(mu, variance, "variance")
        # the derivative of the precision in the variance is -1 / variance^2
        return (self._log_density(mu, 1 / variance) - 2 * np.log(variance))[()]
