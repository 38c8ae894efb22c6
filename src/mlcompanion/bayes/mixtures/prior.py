r"""The prior of a Bayesian Gaussian mixture (Sugiyama 2016, section 20.1.1).

.. math:: w\sim\mathrm{Dir}(\alpha_0),\quad\mu_\ell\mid S_\ell\sim N(m_0,(\beta_0S_\ell)^{-1}),
    \quad S_\ell\sim W(W_0,\nu_0)

What variational inference and the samplers of the labels share: the parameters, their checks, and
the logarithm of the normal-Wishart law's normalizer.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_real, check_square

__all__ = ["MixturePrior"]


class MixturePrior(NamedTuple):
    """Parameters of the prior of a Gaussian mixture.

    Attributes
    ----------
    alpha0 : float
        Concentration of each weight, positive.
    beta0 : float
        How many samples the centre is worth, positive.
    mean0 : ndarray, shape (d,)
        Centre of the means.
    inverse_W0 : ndarray, shape (d, d)
        Inverse of the Wishart law's scale: the scatter that a component has before any sample.
    nu0 : float
        Degrees of freedom of the precisions, greater than d - 1.
    """

    alpha0: float
    beta0: float
    mean0: np.ndarray
    inverse_W0: np.ndarray
    nu0: float


def inverse_of_scale(W0, d):
    """The inverse of a scale matrix that is checked to be symmetric and positive definite."""
    W0 = check_square(W0, "W0", size=d, symmetric=True)
    deviations = np.sqrt(np.abs(np.diag(W0)))
    if not (deviations > 0).all() or np.linalg.eigvalsh(W0).min() <= 0:
        raise ValueError("W0 must be positive definite")
    scale = np.outer(deviations, deviations)
    inverse = np.linalg.inv(W0 / scale) / scale  # inverted in units of its own
    return 0.5 * (inverse + inverse.T)


def prior_of(model, columns, centre, low_nu=None):
    """The checked prior of an estimator, from the centre of the samples on.

    ``columns`` (d, n) are samples from their mean ``centre``. What is not given is taken from them:
    the centre is their mean, the inverse scale their covariance, and nu0 is d.
    """
    d, n = columns.shape
    alpha0 = check_real(model.alpha0, "alpha0", low=0, open_low=True)
    beta0 = check_real(model.beta0, "beta0", low=0, open_low=True)
    nu0 = float(d)
    if model.nu0 is not None:
        low = d - 1 if low_nu is None else low_nu
        nu0 = check_real(model.nu0, "nu0", low=low, open_low=True)
    mean0 = np.zeros(d)
    if model.mean0 is not None:
        mean0 = check_array(model.mean0, "mean0", shape=(d,)) - centre
    if model.W0 is not None:
        inverse = inverse_of_scale(model.W0, d)
    else:
        inverse = columns @ columns.T / (n - 1)
        check_regular(inverse)
    return MixturePrior(alpha0, beta0, mean0, inverse, nu0)


def check_regular(covariance):
    """Refuse a singular covariance of the samples as the prior's inverse scale."""
    deviations = np.sqrt(np.diag(covariance))
    wrong = not (deviations > 0).all()
    if not wrong:
        correlations = covariance / np.outer(deviations, deviations)
        wrong = np.linalg.eigvalsh(correlations)[0] <= len(covariance) * 1e-13
    if wrong:
        raise ValueError(
            "the covariance of X is singular: a feature is constant or a combination of others, or "
            "there are too few samples; give W0"
        )


def log_normalizers(beta, half_log_dets, nu, d):
    """Log normalizers of normal-Wishart laws, from half the log-determinants of W^-1.

    Without the factors of pi that do not depend on the parameters.
    """
    beta = np.asarray(beta, dtype=float)
    nu = np.asarray(nu, dtype=float)
    places = np.arange(d)
    log_gamma = gammaln(0.5 * (nu[..., None] - places)).sum(axis=-1)
    return log_gamma + 0.5 * nu * d * math.log(2) - nu * half_log_dets - 0.5 * d * np.log(beta)
