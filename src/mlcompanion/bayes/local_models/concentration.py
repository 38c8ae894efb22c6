r"""The concentration of a Dirichlet process, given how many clusters there are.

Escobar and West (1995): with :math:`\eta\mid\alpha\sim\mathrm{Beta}(\alpha+1,n)` the
conditional law of :math:`\alpha` is a mixture of two gamma laws. Hannah, Blei and Powell (2011)
give it a Gamma(1, 1) prior and move it by Hamiltonian steps; this needs no tuning.
"""

import math
from typing import NamedTuple

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["sample_concentration"]


class Concentration(NamedTuple):
    """A concentration and its gamma prior; without shape it stays as it is."""

    alpha: float
    shape: float | None = None
    rate: float = 1.0

    def moved(self, n_clusters, n, rng):
        """The next state."""
        if self.shape is None:
            return self
        return self._replace(alpha=draw(self, n_clusters, n, rng))

    @property
    def log_prior(self):
        """Log-density of the prior at the concentration; 0 where it is fixed."""
        if self.shape is None:
            return 0.0
        kernel = (self.shape - 1) * math.log(self.alpha) - self.rate * self.alpha
        return kernel + self.shape * math.log(self.rate) - math.lgamma(self.shape)


def draw(state, n_clusters, n, rng):
    """A draw of the concentration: first the auxiliary variable, then one of two gamma laws."""
    rate = state.rate - math.log(rng.beta(state.alpha + 1, n))
    odds = (state.shape + n_clusters - 1) / (n * rate)
    more = rng.random() * (1 + odds) < odds
    shape = state.shape + n_clusters - (not more)
    return max(rng.gamma(shape) / rate, 1e-300)  # 0 would never open a cluster again


def concentration_of(alpha, alpha_prior):
    """The concentration of an estimator, checked: fixed, or the start of one with a prior."""
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    if alpha_prior is None:
        return Concentration(alpha)
    if not isinstance(alpha_prior, tuple | list) or len(alpha_prior) != 2:
        raise ValueError(f"alpha_prior must be None or (shape, rate), got {alpha_prior!r}")
    shape = check_real(alpha_prior[0], "alpha_prior[0]", low=0, open_low=True)
    rate = check_real(alpha_prior[1], "alpha_prior[1]", low=0, open_low=True)
    return Concentration(alpha, shape, rate)


def sample_concentration(alpha, n_clusters, n, *, shape=1.0, rate=1.0, random_state=None):
    """One Gibbs step of the concentration of a Dirichlet process with a gamma prior.

    Parameters
    ----------
    alpha : float
        Where the chain is, positive.
    n_clusters : int
        Clusters among the samples.
    n : int
        Samples.
    shape, rate : float
        Of the prior.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a parameter is out of range, or there are more clusters than samples.

    Notes
    -----
    Cost: O(1). Source: Escobar and West (1995), section 6.

    Examples
    --------
    >>> round(sample_concentration(1.0, 5, 100, random_state=0), 2)
    1.08
    """
    above_zero = {"low": 0, "open_low": True}
    alpha = check_real(alpha, "alpha", **above_zero)
    n = check_count(n, "n", low=1)
    n_clusters = check_count(n_clusters, "n_clusters", low=1, high=n)
    shape = check_real(shape, "shape", **above_zero)
    rate = check_real(rate, "rate", **above_zero)
    return float(draw(Concentration(alpha, shape, rate), n_clusters, n, check_rng(random_state)))
