"""Entropies and divergences of laws, in nats.

Those of a coin stand in Chernoff's bound (Sugiyama 2016, Section 8.2) and in the regret of
algorithms that track the best expert (Choromanska 2014, Theorem 8); those of densities say how far
a fitted model is from the truth (Sugiyama 2016, Section 14.2).
"""

import numpy as np
from scipy.special import entr, rel_entr

from mlcompanion._validation import check_array, check_instance

from ..continuous_law import ContinuousLaw, closed_kl

__all__ = ["binary_entropy", "binary_kl", "gaussian_kl", "kl_divergence"]


def binary_entropy(p):
    """``H(p) = -p log p - (1 - p) log(1 - p)``, in nats; zero at both ends.

    Parameters
    ----------
    p : float or array_like
        In [0, 1].

    Returns
    -------
    float or ndarray
    """
    p = check_array(p, "p", low=0, high=1)
    return (entr(p) + entr(1 - p))[()]


def binary_kl(p, q):
    """``D(p || q)`` of two coins, in nats; infinite where ``q`` forbids what ``p`` does.

    Parameters
    ----------
    p, q : float or array_like
        Probabilities of heads, in [0, 1]; shapes broadcast.

    Returns
    -------
    float or ndarray
    """
    p = check_array(p, "p", low=0, high=1)
    q = check_array(q, "q", low=0, high=1)
    return (rel_entr(p, q) + rel_entr(1 - p, 1 - q))[()]


def kl_divergence(p, q):
    """``KL(p || q) = E_p[log p(x) - log q(x)]``: what it costs to take q for the truth p.

    Parameters
    ----------
    p, q : ContinuousLaw

    Returns
    -------
    float
        Zero for equal laws, else positive; infinite where ``q`` forbids what ``p`` does.

    Notes
    -----
    Cost: one quadrature; of two gamma or two beta laws a closed form, which keeps its digits at
    small shapes. Source: Sugiyama (2016), Eq. (14.1).

    Examples
    --------
    >>> from mlcompanion.probability import Normal
    >>> there, back = Normal(0.0, 1.0), Normal(0.0, 4.0)
    >>> print(f"{kl_divergence(there, back):.3f} {kl_divergence(back, there):.3f}")
    0.318 0.807
    """
    check_instance(p, "p", ContinuousLaw)
    check_instance(q, "q", ContinuousLaw)
    if p.support[0] < q.support[0] or p.support[1] > q.support[1]:
        return np.inf  # q forbids what p does
    closed = closed_kl(p, q)
    if closed is not None:
        return closed
    return p.expect(lambda x: p.logpdf(x) - q.logpdf(x))


def gaussian_kl(mu, covariance, mu_hat, covariance_hat):
    r"""The divergence from one normal law in d dimensions to another, in closed form.

    .. math:: \tfrac12\Bigl[\operatorname{tr}(\hat\Sigma^{-1}\Sigma)
        +(\hat\mu-\mu)^\top\hat\Sigma^{-1}(\hat\mu-\mu)-d
        +\log\frac{\det\hat\Sigma}{\det\Sigma}\Bigr]

    Parameters
    ----------
    mu : array_like, shape (..., d)
        Mean of the truth; leading axes of all four broadcast.
    covariance : array_like, shape (..., d, d)
    mu_hat : array_like, shape (..., d)
        Mean of what stands in for the truth.
    covariance_hat : array_like, shape (..., d, d)

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If the lengths differ, or a covariance is not symmetric and positive definite.

    Notes
    -----
    Cost: O(d^3) a pair. Source: Eq. (14.1) of Sugiyama (2016), worked out for normal laws.

    Examples
    --------
    >>> float(gaussian_kl([0, 0], [[1, 0], [0, 1]], [1, 0], [[1, 0], [0, 1]]))
    0.5
    """
    mu = check_array(mu, "mu", min_rows=1)
    d = mu.shape[-1]
    mu_hat = check_array(mu_hat, "mu_hat", min_rows=1)
    if mu_hat.shape[-1] != d:
        raise ValueError(f"mu_hat must have {d} entries like mu, got shape {mu_hat.shape}")
    root = _roots(covariance, "covariance", d)
    root_hat = _roots(covariance_hat, "covariance_hat", d)
    # the trace is the squared size of L_hat^-1 L: nothing is inverted
    trace = np.square(np.linalg.solve(root_hat, root)).sum(axis=(-2, -1))
    gap = np.linalg.solve(root_hat, (mu_hat - mu)[..., None])
    ratio = _log_diagonal(root_hat) - _log_diagonal(root)  # half the log-ratio of determinants
    return (0.5 * (trace + np.square(gap).sum(axis=(-2, -1)) - d) + ratio)[()]


def _roots(covariances, name, d):
    """Lower Cholesky factors of matrices along the last two axes."""
    covariances = check_array(covariances, name)
    if covariances.shape[-2:] != (d, d):
        raise ValueError(f"{name} must have {d} rows and columns, got shape {covariances.shape}")
    skew = abs(covariances - np.swapaxes(covariances, -1, -2)).max(initial=0.0)
    if skew > 1e-8 * abs(covariances).max(initial=0.0):
        raise ValueError(f"{name} must be symmetric")
    try:
        return np.linalg.cholesky(covariances)
    except np.linalg.LinAlgError as error:
        raise ValueError(f"{name} must be positive definite") from error


def _log_diagonal(root):
    return np.log(np.diagonal(root, axis1=-2, axis2=-1)).sum(axis=-1)
