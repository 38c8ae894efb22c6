"""Mixtures of Student t densities: what is left of Gaussian ones when a posterior is averaged."""

import numpy as np
from scipy.special import gammaln

from mlcompanion.density.mixtures.gaussian_mixture import inverse_roots

__all__ = ["t_terms"]


def t_terms(X, posterior):
    r"""Entry (l, i): the log of w_l t(x_i; h_l, (beta + 1) / (beta u) W_l^-1, u), u = nu - d + 1.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    posterior : VBPosterior

    Returns
    -------
    ndarray, shape (m, n)

    Notes
    -----
    Cost: O(n m d^2 + m d^3). Source: Sugiyama (2016), section 20.1.3.
    """
    alpha, beta, means, inverse_W, nu = posterior
    d = X.shape[1]
    roots, half_log_dets = inverse_roots(inverse_W)
    z = np.einsum("lab,lnb->lna", roots, X[None] - means[:, None])
    squares = np.square(z).sum(axis=2)
    freedom = nu - d + 1
    spread = beta / (beta + 1)
    peaks = gammaln(0.5 * (freedom + d)) - gammaln(0.5 * freedom)
    peaks += 0.5 * d * np.log(spread / np.pi) + half_log_dets
    peaks += np.log(alpha) - np.log(alpha.sum())
    return peaks[:, None] - 0.5 * (freedom + d)[:, None] * np.log1p(spread[:, None] * squares)
