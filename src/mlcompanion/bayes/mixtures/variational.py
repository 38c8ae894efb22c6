r"""Variational inference for Gaussian mixtures (Sugiyama 2016, section 20.1.2, Fig. 20.2).

The posterior of labels and parameters is approximated by a product q(Z) r(W, M, S). Each half is
then of a known kind: shares of the samples, and a Dirichlet and m normal-Wishart laws.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import digamma, gammaln, xlogy

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_real, check_square
from mlcompanion.density.mixtures.gaussian_mixture import (
    check_responsibilities,
    inverse_roots,
    moments,
    normalise,
    weighted_log_densities,
)

from .prior import MixturePrior, log_normalizers

__all__ = ["VBPosterior", "VBState", "variational_responsibilities", "vb_rounds"]


class VBPosterior(NamedTuple):
    """The laws of the parameters: a Dirichlet law and, for each component, a normal-Wishart law.

    Attributes
    ----------
    alpha : ndarray, shape (m,)
        Of the Dirichlet law of the weights.
    beta : ndarray, shape (m,)
    means : ndarray, shape (m, d)
        The centres h of the means.
    inverse_W : ndarray, shape (m, d, d)
        Inverses of the Wishart laws' scales.
    nu : ndarray, shape (m,)
    """

    alpha: np.ndarray
    beta: np.ndarray
    means: np.ndarray
    inverse_W: np.ndarray
    nu: np.ndarray


class VBState(NamedTuple):
    """One state of a run, frozen: later rounds do not change it.

    Attributes
    ----------
    posterior : VBPosterior
        The laws of the parameters that are best for ``eta``.
    eta : ndarray, shape (n, m)
        Shares of the components in each sample.
    free_energy : float
        Of the two together; it never rises from state to state.
    """

    posterior: VBPosterior
    eta: np.ndarray
    free_energy: float


def check_prior(value, d):
    """Return ``value`` as a checked :class:`MixturePrior`, or say what is wrong with it."""
    if not isinstance(value, tuple | list) or len(value) != 5:
        raise TypeError("prior must be MixturePrior(alpha0, beta0, mean0, inverse_W0, nu0)")
    positive = {"low": 0, "open_low": True}
    alpha0 = check_real(value[0], "prior.alpha0", **positive)
    beta0 = check_real(value[1], "prior.beta0", **positive)
    mean0 = check_array(value[2], "prior.mean0", shape=(d,))
    inverse = check_square(value[3], "prior.inverse_W0", size=d, symmetric=True)
    if np.linalg.eigvalsh(inverse)[0] <= 0:
        raise ValueError("prior.inverse_W0 must be positive definite")
    nu0 = check_real(value[4], "prior.nu0", low=d - 1, open_low=True)
    return MixturePrior(alpha0, beta0, mean0, inverse, nu0)


def check_posterior(value):
    """Return ``value`` as a checked :class:`VBPosterior`, or say what is wrong with it."""
    if not isinstance(value, tuple | list) or len(value) != 5:
        raise TypeError("posterior must be VBPosterior(alpha, beta, means, inverse_W, nu)")
    positive = {"low": 0, "open_low": True}
    means = check_array(value[2], "posterior.means", ndim=2, min_rows=1)
    m, d = means.shape
    alpha = check_array(value[0], "posterior.alpha", shape=(m,), **positive)
    beta = check_array(value[1], "posterior.beta", shape=(m,), **positive)
    inverse = check_array(value[3], "posterior.inverse_W", shape=(m, d, d))
    nu = check_array(value[4], "posterior.nu", shape=(m,), low=d - 1, open_low=True)
    return VBPosterior(alpha, beta, means, inverse, nu)


def vb_e_step(columns, posterior, roots, half_log_dets):
    r"""Shares (m, n) that are best for these laws, and log sums of rho (n,), columns checked.

    ``roots`` R with W = R' R, and half the log-determinants of W.

    .. math:: \log\rho_{i\ell}=\psi(\alpha_\ell)-\psi(\textstyle\sum\alpha)
        +\frac12\sum_{j=1}^d\psi\Bigl(\frac{\nu_\ell+1-j}2\Bigr)+\frac12\log\det W_\ell
        -\frac d{2\beta_\ell}-\frac{\nu_\ell}2(x_i-h_\ell)^\top W_\ell(x_i-h_\ell)
    """
    alpha, beta, means, _, nu = posterior
    d = len(columns)
    log_weights = digamma(alpha) - digamma(alpha.sum())
    log_volumes = 0.5 * digamma(0.5 * (nu[:, None] - np.arange(d))).sum(axis=1)
    # d / (2 beta) is what the spread of the component's mean costs
    constants = log_weights + log_volumes + half_log_dets - 0.5 * d / beta
    constants += 0.5 * d * (math.log(2) - math.log(2 * math.pi))
    # nu W = (sqrt(nu) R)' (sqrt(nu) R): the loop of EM does the rest
    widths = np.sqrt(nu)[:, None, None]
    shares = weighted_log_densities(columns, plain_layout(means), widths * roots, constants)
    log_sums = normalise(shares)
    return shares, log_sums


def vb_m_step(columns, shares, prior):
    r"""The laws of the parameters that are best for these shares (m, n).

    .. math:: \alpha=\alpha_0+\gamma,\;\beta=\beta_0+\gamma,\;\nu=\nu_0+\gamma,\;
        h=\frac{\beta_0m_0+\gamma c}\beta,\;
        W^{-1}=W_0^{-1}+\sum_i\eta_i(x_i-c)(x_i-c)^\top
        +\frac{\beta_0\gamma}\beta(c-m_0)(c-m_0)^\top
    """
    masses, centres, covariances = moments(columns, shares)
    beta = prior.beta0 + masses
    steps = centres - prior.mean0
    steps[masses == 0] = 0.0  # no samples: the prior's mean stays
    means = prior.mean0 + (masses / beta)[:, None] * steps
    between = (prior.beta0 * masses / beta)[:, None, None] * steps[:, :, None] * steps[:, None]
    scatter = masses[:, None, None] * covariances
    return VBPosterior(
        prior.alpha0 + masses,
        beta,
        means,
        prior.inverse_W0 + scatter + between,
        prior.nu0 + masses,
    )


def free_energy_after_m_step(shares, posterior, half_log_dets, before):
    """F at these shares (m, n) and the laws that are best for them: sums over components only.

    Then -F is the entropy of the shares plus, with soft counts, the logarithm of the joint
    probability of data and labels: a ratio of normalizers for each component and the Dirichlet's.
    ``half_log_dets`` are of the W^-1, ``before`` the prior's part, :func:`log_prior_constant`.
    """
    d = posterior.means.shape[1]
    n = shares.shape[1]
    after = log_normalizers(posterior.beta, half_log_dets, posterior.nu, d).sum()
    log_weights = gammaln(posterior.alpha).sum() - gammaln(posterior.alpha.sum())
    entropy = -xlogy(shares, shares).sum()
    return -float(after + log_weights + entropy - before - 0.5 * n * d * math.log(2 * math.pi))


def log_prior_constant(prior, m):
    """Log normalizers of the prior of m components and of their weights."""
    d = len(prior.mean0)
    half_log_det = -inverse_roots(prior.inverse_W0[None])[1][0]
    of_one = log_normalizers(prior.beta0, half_log_det, prior.nu0, d)
    return m * (of_one + gammaln(prior.alpha0)) - gammaln(m * prior.alpha0)


def rounds(columns, shares, prior):
    """Yield (posterior, shares, free energy) after each M-step, without end."""
    before = log_prior_constant(prior, len(shares))
    while True:
        posterior = vb_m_step(columns, shares, prior)
        roots, log_roots = inverse_roots(posterior.inverse_W)  # of W, and half its log-determinants
        free_energy = free_energy_after_m_step(shares, posterior, -log_roots, before)
        yield posterior, shares, free_energy
        shares, _ = vb_e_step(columns, posterior, roots, log_roots)


def vb_rounds(X, eta, prior):
    """Run variational inference from given shares, a state at a time.

    Parameters
    ----------
    X : array_like, shape (n, d)
    eta : array_like, shape (n, m)
        Shares to start from; rows of sum 1.
    prior : MixturePrior

    Returns
    -------
    iterator of VBState
        Without end. The first has the laws that are best for ``eta``.

    Raises
    ------
    ValueError
        If shapes do not match, rows of ``eta`` do not sum to 1 or ``prior`` is out of range.

    Notes
    -----
    Cost of a state: O(n m d^2 + m d^3) time, O(n m) memory. Source: Sugiyama (2016), Fig. 20.2.

    Examples
    --------
    >>> import numpy as np
    >>> from itertools import islice
    >>> X = np.array([[0.0], [1.0], [9.0], [10.0]])
    >>> eta = np.array([[0.9, 0.1], [0.8, 0.2], [0.2, 0.8], [0.1, 0.9]])
    >>> prior = MixturePrior(1.0, 0.1, np.array([5.0]), np.eye(1), 2.0)
    >>> [round(state.free_energy, 2) for state in islice(vb_rounds(X, eta, prior), 4)]
    [19.54, 14.72, 13.66, 13.66]
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    prior = check_prior(prior, X.shape[1])
    eta = check_responsibilities(eta, "eta", (len(X), None))
    centre = X.mean(axis=0)
    # from the mean: a far origin would cost the scatter its digits
    columns = np.ascontiguousarray((X - centre).T)
    moved = prior._replace(mean0=prior.mean0 - centre)
    return _states(rounds(columns, np.ascontiguousarray(eta.T), moved), centre)


def _states(inner, centre):
    for posterior, shares, free_energy in inner:
        moved = posterior._replace(means=posterior.means + centre)
        yield VBState(moved, shares.T.copy(), free_energy)


def variational_responsibilities(X, posterior):
    """VB-E step: the shares of the components that are best for these laws of the parameters.

    Parameters
    ----------
    X : array_like, shape (n, d)
    posterior : VBPosterior

    Returns
    -------
    ndarray, shape (n, m)
        Rows sum to 1.

    Raises
    ------
    ValueError
        If shapes do not match or a parameter is out of range.

    Notes
    -----
    Cost: O(n m d^2 + m d^3). Source: Sugiyama (2016), Fig. 20.2, step 2.
    """
    posterior = check_posterior(posterior)
    X = check_array(X, "X", shape=(None, posterior.means.shape[1]), min_rows=1)
    centre = posterior.means.mean(axis=0)
    columns = np.ascontiguousarray((X - centre).T)
    moved = posterior._replace(means=posterior.means - centre)
    shares, _ = vb_e_step(columns, moved, *inverse_roots(posterior.inverse_W))
    return np.ascontiguousarray(shares.T)
