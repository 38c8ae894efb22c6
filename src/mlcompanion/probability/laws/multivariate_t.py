"""The multivariate t density: a normal one whose scale is itself in doubt.

It is what remains of a normal law when its covariance is averaged over a Wishart law of the
precision; the predictive densities of the conjugate families are of this form.
"""

import math

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import betaln, gammaln

from mlcompanion._validation import check_array, check_real
from mlcompanion.probability._checks import covariance_root

__all__ = ["multivariate_t_logpdf", "t_log_density"]


def t_log_density(squared, log_det_root, d, nu):
    """Log-density of a t law from squared distances in its own scale; nothing is checked.

    Parameters
    ----------
    squared : float or ndarray
        (x - m)' S^-1 (x - m) of each point.
    log_det_root : float or ndarray
        Half the log-determinant of S.
    d : int
        Number of dimensions.
    nu : float
        Degrees of freedom.

    Returns
    -------
    float or ndarray, the shape of ``squared``

    Notes
    -----
    Gamma((nu + d) / 2) / Gamma(nu / 2) is taken through the beta function: of many degrees of
    freedom the two logarithms are large and alike.
    """
    log_ratio = gammaln(d / 2) - betaln(nu / 2, d / 2)
    log_peak = log_ratio - 0.5 * d * math.log(math.pi * nu) - log_det_root
    return log_peak - 0.5 * (nu + d) * np.log1p(squared / nu)


def multivariate_t_logpdf(x, mean, scale, nu):
    r"""Log-density of the t law in d dimensions.

    .. math:: \frac{\Gamma(\frac{\nu+d}2)}{\Gamma(\frac\nu2)(\nu\pi)^{d/2}|S|^{1/2}}
        \Bigl(1+\frac1\nu(x-m)^\top S^{-1}(x-m)\Bigr)^{-(\nu+d)/2}

    Parameters
    ----------
    x : array_like, shape (..., d)
    mean : array_like, shape (d,)
        The centre m: the mean where nu > 1.
    scale : array_like, shape (d, d)
        The matrix S, symmetric and positive definite; the covariance is nu / (nu - 2) times it.
    nu : float
        Degrees of freedom, positive; a whole number is not needed.

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If a shape does not fit, ``scale`` is not positive definite or ``nu`` not positive.

    Notes
    -----
    Cost: O(d^3) once, O(d^2) a point.

    Examples
    --------
    >>> round(float(multivariate_t_logpdf([0.0], [0.0], [[1.0]], 1.0)), 4)  # Cauchy: -log(pi)
    -1.1447
    """
    mean = check_array(mean, "mean", ndim=1, min_rows=1)
    d = len(mean)
    root = covariance_root(scale, "scale", size=d)[1]
    nu = check_real(nu, "nu", low=0, open_low=True)
    x = check_array(x, "x")
    if x.shape[-1:] != (d,):
        raise ValueError(f"x must have shape (..., {d}), got {x.shape}")
    centred = (x - mean).reshape(-1, d)
    whitened = solve_triangular(root, centred.T, lower=True, check_finite=False)
    squared = np.square(whitened).sum(axis=0).reshape(x.shape[:-1])
    return t_log_density(squared, np.log(np.diag(root)).sum(), d, nu)[()]
