r"""The variational free energy of a Gaussian mixture, term by term (Sugiyama 2016, section 20.1.2).

.. math:: F(q,r)=E\bigl[\log q(Z)+\log r(W,M,S)-\log p(D\mid Z,M,S)-\log p(Z\mid W)
    -\log p(W)-\log p(M,S)\bigr]

The source names the sum and refers to Bishop (2006), section 10.2.2, for its terms. -F is a lower
bound of the log marginal likelihood for every q and r.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import digamma, gammaln, xlogy

from mlcompanion._validation import check_array
from mlcompanion.density.mixtures.gaussian_mixture import check_responsibilities, inverse_roots

from .prior import log_normalizers
from .variational import check_posterior, check_prior

__all__ = ["FreeEnergy", "mixture_free_energy"]


class FreeEnergy(NamedTuple):
    """The six expectations under q and r of which the free energy consists.

    Attributes
    ----------
    log_q : float
        Of the shares: minus their entropy.
    log_r : float
        Of the laws of the parameters: minus their entropy.
    log_data : float
        E log p(D | Z, M, S).
    log_labels : float
        E log p(Z | W).
    log_weights : float
        E log p(W).
    log_components : float
        E log p(M, S).
    """

    log_q: float
    log_r: float
    log_data: float
    log_labels: float
    log_weights: float
    log_components: float

    @property
    def value(self):
        """The free energy F: what is added, less what is taken away."""
        of_trial = self.log_q + self.log_r
        of_model = self.log_data + self.log_labels + self.log_weights + self.log_components
        return of_trial - of_model


def mixture_free_energy(X, eta, posterior, prior):
    """The free energy of any shares and any laws of the parameters, in its six terms.

    Parameters
    ----------
    X : array_like, shape (n, d)
    eta : array_like, shape (n, m)
        Shares; rows of sum 1.
    posterior : VBPosterior
    prior : MixturePrior

    Returns
    -------
    FreeEnergy
        Its ``value`` is the sum.

    Raises
    ------
    ValueError
        If shapes do not match or a parameter is out of range.

    Notes
    -----
    Cost: O(n m d^2 + m d^3). Source: Sugiyama (2016), end of section 20.1.2.
    """
    posterior = check_posterior(posterior)
    alpha, beta, means, inverse_W, nu = posterior
    m, d = means.shape
    X = check_array(X, "X", shape=(None, d), min_rows=1)
    eta = check_responsibilities(eta, "eta", (len(X), m))
    prior = check_prior(prior, d)
    roots, half_log_dets = inverse_roots(inverse_W)
    W = roots.transpose(0, 2, 1) @ roots
    log_w = digamma(alpha) - digamma(alpha.sum())
    log_det_S = digamma(0.5 * (nu[:, None] - np.arange(d))).sum(axis=1)
    log_det_S += d * math.log(2) + 2 * half_log_dets
    masses = eta.sum(axis=0)
    gaps = X[:, None] - means
    squares = np.einsum("lab,nlb->nla", roots, gaps)
    # the mean precision is nu W; the spread of the component's mean adds d / beta
    distances = nu * np.square(squares).sum(axis=2) + d / beta
    log_2pi = math.log(2 * math.pi)
    log_data = 0.5 * np.sum(eta * (log_det_S - d * log_2pi - distances))
    return FreeEnergy(
        log_q=float(xlogy(eta, eta).sum()),
        log_r=float(_log_dirichlet(alpha, log_w) + _log_own(posterior, half_log_dets, log_det_S)),
        log_data=float(log_data),
        log_labels=float(masses @ log_w),
        log_weights=float(_log_dirichlet(np.full(m, prior.alpha0), log_w)),
        log_components=float(_log_prior(posterior, prior, W, log_det_S)),
    )


def _log_dirichlet(alpha, log_w):
    """E log Dir(w; alpha), from the expected logarithms of the weights."""
    return gammaln(alpha.sum()) - gammaln(alpha).sum() + (alpha - 1) @ log_w


def _log_own(posterior, half_log_dets, log_det_S):
    """Expected log-densities of the normal-Wishart laws under themselves, summed."""
    d = posterior.means.shape[1]
    normalizers = log_normalizers(posterior.beta, -half_log_dets, posterior.nu, d)
    normalizers += _log_of_pi(d)
    kernels = 0.5 * (posterior.nu - d) * log_det_S - 0.5 * d - 0.5 * posterior.nu * d
    return np.sum(kernels - normalizers)


def _log_prior(posterior, prior, W, log_det_S):
    """Expected log-densities of the prior's normal-Wishart law, summed over components."""
    m, d = posterior.means.shape
    first = -inverse_roots(prior.inverse_W0[None])[1][0]
    normalizer = log_normalizers(prior.beta0, first, prior.nu0, d) + _log_of_pi(d)
    gaps = posterior.means - prior.mean0
    pulled = posterior.nu * np.einsum("la,lab,lb->l", gaps, W, gaps) + d / posterior.beta
    traces = posterior.nu * np.einsum("ab,lba->l", prior.inverse_W0, W)
    kernels = 0.5 * (prior.nu0 - d) * log_det_S - 0.5 * (prior.beta0 * pulled + traces)
    return np.sum(kernels) - m * normalizer


def _log_of_pi(d):
    """The factors of pi in the normalizer of a normal-Wishart law."""
    return 0.25 * d * (d - 1) * math.log(math.pi) + 0.5 * d * math.log(2 * math.pi)
