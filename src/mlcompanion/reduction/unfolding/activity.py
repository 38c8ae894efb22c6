r"""Penalties that keep hidden units mostly silent: Sugiyama (2016), Section 36.3.3.

Each class answers the two questions that a training asks: the value of the penalty on the
activations of a batch, and its slope. Both take means over the samples, so that a batch and its
copy side by side are worth the same.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import rel_entr

from mlcompanion._validation import check_array, check_real

__all__ = ["KLActivation", "L1Activation"]

_LEAST = 1e-12  # of a mean activation: a sigmoid that has run out of digits is not infinitely bad


def _check_activations(Z):
    return check_array(Z, "Z", ndim=2, min_rows=1, low=0, high=1)


@dataclass(frozen=True)
class L1Activation:
    r"""The mean activation of each unit, added up: :math:`\lambda\sum_j\frac1n\sum_i|z_{ij}|`.

    Parameters
    ----------
    weight : float
        :math:`\lambda\ge0`.

    Raises
    ------
    ValueError
        If the weight is negative or not finite.

    Examples
    --------
    >>> L1Activation(2.0).value([[0.0, 1.0], [0.5, 1.0]])
    2.5
    """

    weight: float = 0.1

    def __post_init__(self):
        check_real(self.weight, "weight", low=0)

    def value(self, Z):
        """Of activations ``Z``, shape (n, m), between 0 and 1."""
        return float(self.weight * _check_activations(Z).mean(axis=0).sum())

    def slope(self, Z):
        """Derivative with respect to each entry of ``Z``, of its shape."""
        Z = _check_activations(Z)
        return np.full(Z.shape, self.weight / len(Z))


@dataclass(frozen=True)
class KLActivation:
    r"""Divergence of each unit's mean activation :math:`\bar z_j` from a wanted value :math:`\rho`.

    .. math:: \lambda\sum_j\Bigl(\rho\log\frac\rho{\bar z_j}
              +(1-\rho)\log\frac{1-\rho}{1-\bar z_j}\Bigr),\qquad\bar z_j=\frac1n\sum_iz_{ij}.

    The source prints :math:`z^{(j)}/m` with the number m of units in the place of the mean over
    samples; that is least where a unit is fully active, as soon as :math:`\rho m\ge1`.

    Parameters
    ----------
    weight : float
        :math:`\lambda\ge0`.
    rho : float
        Wanted mean activation, between 0 and 1.

    Raises
    ------
    ValueError
        If the weight is negative or ``rho`` is not inside (0, 1).

    Examples
    --------
    >>> KLActivation(1.0, 0.5).value([[0.2], [0.8]])  # its mean is what is wanted
    0.0
    """

    weight: float = 0.1
    rho: float = 0.05

    def __post_init__(self):
        check_real(self.weight, "weight", low=0)
        check_real(self.rho, "rho", low=0, high=1, open_low=True, open_high=True)

    def _means(self, Z):
        return np.clip(_check_activations(Z).mean(axis=0), _LEAST, 1 - _LEAST)

    def value(self, Z):
        """Of activations ``Z``, shape (n, m), between 0 and 1."""
        means = self._means(Z)
        silent = rel_entr(1 - self.rho, 1 - means)
        return float(self.weight * np.sum(rel_entr(self.rho, means) + silent))

    def slope(self, Z):
        """Derivative with respect to each entry of ``Z``, of its shape."""
        means = self._means(Z)
        by_mean = (1 - self.rho) / (1 - means) - self.rho / means
        return np.tile(self.weight * by_mean / len(Z), (len(Z), 1))
