"""How dependent are two samples? Measures for DirectLiNGAM.

Kernel mutual information at its low-rank cost (Shimizu et al. 2011, Section 3.1; Bach and Jordan
2002), HSIC and a single nonlinear correlation (both named there as alternatives), and the entropy
approximation behind the pairwise likelihood ratio (Hyvärinen and Smith 2013).
"""

import numpy as np

from .._jit import njit
from .._validation import check_array, check_count, check_flag, check_real
from ..linalg import standardize
from ..linalg.factor import pivoted_gaussian_factor

__all__ = [
    "hsic",
    "kernel_mi",
    "kernel_mi_parameters",
    "maxent_entropy",
    "nonlinear_correlation",
    "pairwise_likelihood_ratio",
]

FLOOR = 1e-12  # least eigenvalue of I - CC' that enters the logarithm

# Constants of Hyvärinen's maximum-entropy approximation (1998).
_K1 = 79.047
_K2 = 7.4129
_GAMMA = 0.37457
_GAUSSIAN_ENTROPY = (1 + np.log(2 * np.pi)) / 2


def _pair(x, y):
    x = standardize(x, "x")
    y = standardize(y, "y")
    return x, check_array(y, "y", shape=x.shape)


def kernel_mi_parameters(n_samples):
    """Return ``(kappa, sigma)``, the defaults of Section 3.1: they change at 1000 samples."""
    n_samples = check_count(n_samples, "n_samples", low=1)
    return (2e-3, 0.5) if n_samples > 1000 else (2e-2, 1.0)


def gaussian_factor(x, sigma, tol, center):
    """Rows of a low-rank factor of the Gram matrix of a vector, centred if asked."""
    G = pivoted_gaussian_factor(x[:, None], sigma, tol, len(x))
    return G - G.mean(axis=1, keepdims=True) if center else G


def whitened_factor(G, c):
    """Rows (Λ + cI)⁻¹ Λ Uᵀ for GᵀG = U Λ Uᵀ.

    Products of two such factors are the matrix C of the low-rank determinant; nothing is divided
    by a small eigenvalue.
    """
    eigenvalues, V = np.linalg.eigh(G @ G.T)
    eigenvalues = np.maximum(eigenvalues, 0)
    return (V * (np.sqrt(eigenvalues) / (eigenvalues + c))).T @ G


def mi_from_factors(F1, F2):
    """Return −½ log det(I − CCᵀ) with C = F₁F₂ᵀ."""
    # the smaller of C C' and C'C has the same eigenvalues but zeros
    C = F1 @ F2.T if len(F1) <= len(F2) else F2 @ F1.T
    canonical = np.linalg.eigvalsh(C @ C.T)
    return -0.5 * float(np.log(np.maximum(1 - canonical, FLOOR)).sum())


class KernelFactor:
    """Turns samples into whitened factors, with one setting of ``kappa``, ``sigma``, ``center``."""

    def __init__(self, n_samples, kappa=None, sigma=None, center=True):
        default_kappa, default_sigma = kernel_mi_parameters(n_samples)
        self.kappa = (
            default_kappa if kappa is None else check_real(kappa, "kappa", low=0, open_low=True)
        )
        self.sigma = (
            default_sigma if sigma is None else check_real(sigma, "sigma", low=0, open_low=True)
        )
        self.center = check_flag(center, "center")
        self.n_samples = n_samples

    def __call__(self, x):
        c = self.n_samples * self.kappa / 2
        # Bach and Jordan's stopping rule: the lost trace is small beside the regulariser.
        G = gaussian_factor(x, self.sigma, 1e-2 * self.n_samples * self.kappa, self.center)
        return whitened_factor(G, c)


def kernel_mi(x, y, *, kappa=None, sigma=None, center=True):
    r"""Kernel estimate of the mutual information of two samples.

    The kernel generalised variance
    :math:`-\frac12\log(\det\mathcal K_\kappa/\det\mathcal D_\kappa)` of Section 3.1, evaluated
    as :math:`-\frac12\log\det(I-CC^\top)` from factors of rank M. Both samples are standardised.

    Parameters
    ----------
    x, y : array_like, shape (n_samples,)
    kappa : float, optional
        Regulariser; default by sample size, see :func:`kernel_mi_parameters`.
    sigma : float, optional
        Kernel width in standard deviations; default by sample size.
    center : bool
        Centre the Gram matrices in feature space, as Bach and Jordan do. ``False`` is the formula
        as Section 3.1 prints it, which adds a large constant.

    Returns
    -------
    float
        At least 0; near 0 for independent samples.

    Raises
    ------
    ValueError
        If a sample is constant, not finite, or the lengths differ.

    Notes
    -----
    Cost: O(n_samples · M² + M³), memory O(n_samples · M); M is about 10 at the defaults for 1000
    samples, 25 for 2000.
    """
    x, y = _pair(x, y)
    factor = KernelFactor(len(x), kappa, sigma, center)
    return mi_from_factors(factor(x), factor(y))


def hsic(x, y, *, sigma=1.0, tol=1e-4):
    r"""Hilbert–Schmidt independence criterion :math:`\operatorname{tr}(KHLH)/n^2` (biased form).

    Parameters
    ----------
    x, y : array_like, shape (n_samples,)
    sigma : float
        Kernel width in standard deviations; both samples are standardised.
    tol : float
        Trace lost by the low-rank factors, per sample.

    Returns
    -------
    float
        At least 0.

    Notes
    -----
    Cost: O(n_samples · M²). Source: Gretton et al. (2005), named in Section 3.1.
    """
    x, y = _pair(x, y)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0, open_low=True)
    G1, G2 = (gaussian_factor(z, sigma, tol * len(z), True) for z in (x, y))
    return float(((G1 @ G2.T) ** 2).sum()) / len(x) ** 2


def nonlinear_correlation(x, y):
    """Sum of the absolute correlations of (tanh x, y) and (x, tanh y), x and y standardised.

    The cheapest measure named in Section 3.1 (Hyvärinen 1998): one nonlinearity, O(n_samples).
    Symmetric laws can be dependent and still score 0.
    """
    x, y = _pair(x, y)
    u = standardize(np.tanh(x))
    v = standardize(np.tanh(y))
    return float(abs(u @ y) + abs(x @ v)) / len(x)


@njit
def residual_entropy(x, y, rho, scale):
    """Approximate entropy of ``(x - rho * y) / scale``, which has mean 0 and variance 1.

    Both expectations in one pass. The logarithms of ``1 + exp(-2|u|)`` are taken 512 at a time:
    their product stays below 2**512.
    """
    n = x.shape[0]
    log_cosh = 0.0
    gauss = 0.0
    product = 1.0
    for k in range(n):
        u = (x[k] - rho * y[k]) / scale
        size = abs(u)
        log_cosh += size
        product *= 1.0 + np.exp(-2.0 * size)
        gauss += u * np.exp(-0.5 * u * u)
        if k % 512 == 511:
            log_cosh += np.log(product)
            product = 1.0
    log_cosh = (log_cosh + np.log(product)) / n - np.log(2.0)
    gauss /= n
    return _GAUSSIAN_ENTROPY - _K1 * (log_cosh - _GAMMA) ** 2 - _K2 * gauss**2


def maxent_entropy(x):
    r"""Hyvärinen's (1998) approximation of the differential entropy of a standardised sample.

    :math:`\mathrm H(\nu)-k_1(\E\log\cosh u-\gamma)^2-k_2(\E\,u\,e^{-u^2/2})^2`, with
    :math:`\nu` standard normal: the Gaussian has the largest value.

    Parameters
    ----------
    x : array_like, shape (n_samples,)
        Standardised before use.

    Returns
    -------
    float
        In nats.
    """
    x = standardize(x)
    return residual_entropy(x, x, 0.0, 1.0)


def pairwise_likelihood_ratio(x, y):
    r"""Log-likelihood ratio per sample of ``x -> y`` against ``y -> x``.

    :math:`R=\mathrm H(y)+\mathrm H(r_x/\hat\sigma)-\mathrm H(x)-\mathrm H(r_y/\hat\sigma)` on
    standardised samples, where :math:`r_x` is the residual of ``x`` on ``y``; it equals
    :math:`I(y;r_x)-I(x;r_y)`, because the terms in the residual variances cancel.

    Parameters
    ----------
    x, y : array_like, shape (n_samples,)

    Returns
    -------
    float
        Positive if ``x`` is the better cause; antisymmetric in its arguments.

    Notes
    -----
    Cost: O(n_samples). Source: Hyvärinen and Smith (2013), equations 8-10.
    """
    x, y = _pair(x, y)
    rho = float(x @ y) / len(x)
    scale = np.sqrt(max(1 - rho**2, FLOOR))
    return (
        residual_entropy(y, y, 0.0, 1.0)
        + residual_entropy(x, y, rho, scale)
        - residual_entropy(x, x, 0.0, 1.0)
        - residual_entropy(y, x, rho, scale)
    )
