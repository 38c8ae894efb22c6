"""Conjugate families of a normal variable: unknown precision, or unknown mean and precision.

``GammaPrecision`` is Eqs (17.6) and (17.7) of Sugiyama (2016). All squares are of differences from
a centre, so that data far from zero lose no digits.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_real
from mlcompanion.probability import Gamma
from mlcompanion.probability.laws.multivariate_t import t_log_density

from .family import ConjugateFamily

__all__ = ["GammaPrecision", "NormalGamma", "NormalInverseGamma"]


def _keep(law, *positive):
    """Store the checked parameters of a frozen law as plain floats."""
    for name in law.__dataclass_fields__:
        low = 0 if name in positive else -math.inf
        value = check_real(getattr(law, name), name, low=low, open_low=name in positive)
        object.__setattr__(law, name, value)


def _left(value, name):
    """What is left of a positive parameter when an observation goes, or that it was never in."""
    if not value > 0:
        raise ValueError(f"x cannot be removed: {name} would become {value:.6g}, not positive")
    return value


class _NormalVariable(ConjugateFamily):
    """What both families share: observations are numbers."""

    def _log_base(self, n):
        return -0.5 * n * math.log(2 * math.pi)

    def precision_law(self):
        """The law of the precision: gamma with shape alpha and rate beta.

        Returns
        -------
        Gamma
        """
        return Gamma(self.alpha, self.beta)

    def _predictive_at(self, x, mean, variance_factor):
        x = check_array(x, "x")
        scale = math.sqrt(self.beta) * math.sqrt(variance_factor / self.alpha)
        z = (x - mean) / scale
        return t_log_density(z * z, math.log(scale), 1, 2 * self.alpha)[()]


@dataclass(frozen=True)
class GammaPrecision(_NormalVariable):
    r"""A gamma law of the precision of normal observations with known mean.

    .. math:: x_i\mid\tau\sim N(m,1/\tau),\quad p(\tau)\propto\tau^{\alpha-1}e^{-\beta\tau}
        \;\Rightarrow\;\tilde\alpha=\alpha+\tfrac n2,\;
        \tilde\beta=\beta+\tfrac12\textstyle\sum_i(x_i-m)^2

    Parameters
    ----------
    alpha : float
        Shape, positive.
    beta : float
        Rate, positive, in the squared units of the observations: large for wide data.
    mean : float
        The known mean m.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Notes
    -----
    Cost: O(n) for a posterior, O(1) for one observation in or out.
    Source: Sugiyama (2016), Eqs (17.6) and (17.7), where m = 0.

    Examples
    --------
    >>> GammaPrecision(1.0, 1.0).posterior([1.0, -2.0])
    GammaPrecision(alpha=2.0, beta=3.5, mean=0.0)
    """

    alpha: float
    beta: float
    mean: float = 0.0

    def __post_init__(self):
        _keep(self, "alpha", "beta")

    @property
    def log_normalizer(self):
        """The logarithm of Gamma(alpha) / beta^alpha."""
        return gammaln(self.alpha) - self.alpha * math.log(self.beta)

    def posterior(self, x):
        """The law after all observations.

        Parameters
        ----------
        x : array_like, shape (n,)

        Returns
        -------
        GammaPrecision

        Raises
        ------
        ValueError
            If ``x`` is no finite vector.
        """
        x = check_array(x, "x", ndim=1)
        squares = np.square(x - self.mean).sum()
        return GammaPrecision(self.alpha + 0.5 * len(x), self.beta + 0.5 * squares, self.mean)

    def add(self, x):
        """The law with one observation more.

        Parameters
        ----------
        x : float

        Returns
        -------
        GammaPrecision
        """
        square = (check_real(x, "x") - self.mean) ** 2
        return GammaPrecision(self.alpha + 0.5, self.beta + 0.5 * square, self.mean)

    def remove(self, x):
        """The law without an observation that is in it.

        Parameters
        ----------
        x : float

        Returns
        -------
        GammaPrecision

        Raises
        ------
        ValueError
            If no proper law would be left: ``x`` was never in.
        """
        square = (check_real(x, "x") - self.mean) ** 2
        alpha = _left(self.alpha - 0.5, "alpha")
        return GammaPrecision(alpha, _left(self.beta - 0.5 * square, "beta"), self.mean)

    def predictive_logpdf(self, x):
        """Log-density of the next observation: t with 2 alpha degrees of freedom.

        Its scale is the root of beta / alpha. No normal law has such tails: the average of the
        model over the posterior is no member of the model.

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
        return self._predictive_at(x, self.mean, 1.0)


@dataclass(frozen=True)
class NormalGamma(_NormalVariable):
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
        _keep(self, "kappa", "alpha", "beta")

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
        kappa = _left(self.kappa - 1, "kappa")
        step = check_real(x, "x") - self.mean
        alpha = _left(self.alpha - 0.5, "alpha")
        beta = _left(self.beta - 0.5 * step * step * (self.kappa / kappa), "beta")
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
        mu = check_array(mu, "mu")
        precision = check_array(precision, "precision", low=0, open_low=True)
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
        mu = check_array(mu, "mu")
        variance = check_array(variance, "variance", low=0, open_low=True)
        return (self._log_density(mu, 1 / variance) - 2 * np.log(variance))[()]
