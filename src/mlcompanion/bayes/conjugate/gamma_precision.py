"""The gamma law of a precision: Eqs (17.6) and (17.7) of Sugiyama (2016)."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_real

from ._normal_variable import NormalVariable, keep, left_over

__all__ = ["GammaPrecision"]


@dataclass(frozen=True)
class GammaPrecision(NormalVariable):
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
        keep(self, "alpha", "beta")

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
        alpha = left_over(self.alpha - 0.5, "alpha")
        return GammaPrecision(alpha, left_over(self.beta - 0.5 * square, "beta"), self.mean)

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
