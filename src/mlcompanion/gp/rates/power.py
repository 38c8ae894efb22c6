"""Powers of the frequency: prior and truth of given smoothness, their risk and its rate.

Source: van der Vaart and van Zanten (2011), Theorem 5 and Equation 5, in the sequence model.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._validation import check_array, check_count, check_real

from .risk import sequence_risk, spectral_modes

__all__ = [
    "ScaleChoice",
    "local_slopes",
    "matern_exponent",
    "oracle_scale",
    "power_sequence_risk",
    "rate_slope",
]


def _smoothness(value, name):
    return check_real(value, name, low=0, open_low=True)


def power_sequence_risk(alpha, beta, n, noise_variance=1.0, *, dimension=1):
    r"""Risk of a prior of smoothness ``alpha`` for a truth of smoothness ``beta``.

    Prior variances :math:`k^{-(2\alpha+d)/d}`, squared coefficients :math:`k^{-(2\beta+d)/d}`,
    :math:`k=1,2,\dots` without end: what a Matérn prior and a truth of just that smoothness
    are in a basis of waves, whose k-th frequency is about :math:`k^{1/d}`.

    Parameters
    ----------
    alpha, beta : float
        Smoothness of prior and truth; from 0.02 up.
    n : float or array_like
        Sample sizes, up to 1e16.
    noise_variance : float
    dimension : int
        The d above.

    Returns
    -------
    RiskParts
        Arrays of the shape of ``n``.

    Raises
    ------
    ValueError
        On a smoothness, size or variance that is out of range.

    Notes
    -----
    Cost: about 12,000 operations for each sample size. Source: Theorem 5.
    """
    alpha = check_real(alpha, "alpha", low=0.02)
    beta = check_real(beta, "beta", low=0.02)
    dimension = check_count(dimension, "dimension", low=1)
    k, weight = spectral_modes()
    with np.errstate(under="ignore"):
        prior_variances = k ** -(2 * alpha / dimension + 1)
        squares = k ** -(2 * beta / dimension + 1)
    return sequence_risk(prior_variances, squares, n, noise_variance, multiplicity=weight)


def matern_exponent(alpha, beta, dimension=1):
    r"""Power of n with which the squared error falls: :math:`-2\min(\alpha,\beta)/(2\alpha+d)`.

    Parameters
    ----------
    alpha, beta : float
        Smoothness of prior and truth; positive.
    dimension : int

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a smoothness is not positive.

    Notes
    -----
    Theorem 5 states the rate of the norm, half of this power. At beta = alpha it is the best power
    that any method can have, Equation 5.
    """
    alpha = _smoothness(alpha, "alpha")
    beta = _smoothness(beta, "beta")
    return -2 * min(alpha, beta) / (2 * alpha + check_count(dimension, "dimension", low=1))


def _logs(n, risk):
    sizes = check_array(n, "n", ndim=1, min_rows=2, low=0, open_low=True)
    risk = check_array(risk, "risk", shape=sizes.shape, low=0, open_low=True)
    if not (np.diff(sizes) > 0).all():
        raise ValueError("n must rise strictly")
    return np.log(sizes), np.log(risk)


def rate_slope(n, risk, *, last=None):
    """Power of n with which a risk falls: the least squares slope of log risk against log n.

    Parameters
    ----------
    n : array_like, shape (m,)
        Sample sizes, rising.
    risk : array_like, shape (m,)
        Positive.
    last : int, optional
        Fit only the last so many points: early ones may not know their power yet.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        On fewer than two points, sizes that do not rise, or a risk that is not positive.
    """
    x, y = _logs(n, risk)
    last = len(x) if last is None else check_count(last, "last", low=2, high=len(x))
    x = x[-last:] - x[-last:].mean()
    return float(x @ y[-last:] / (x @ x))


def local_slopes(n, risk):
    """Slopes of log risk against log n between neighbours: they show whether a power has settled.

    Parameters
    ----------
    n : array_like, shape (m,)
        Sample sizes, rising.
    risk : array_like, shape (m,)
        Positive.

    Returns
    -------
    ndarray, shape (m - 1,)

    Raises
    ------
    ValueError
        On fewer than two points, sizes that do not rise, or a risk that is not positive.
    """
    x, y = _logs(n, risk)
    return np.diff(y) / np.diff(x)


class ScaleChoice(NamedTuple):
    """The best scale of a squared exponential prior, and its risk; see :func:`oracle_scale`.

    Attributes
    ----------
    scale : float
        The factor A of the prior draws f(Ax): one over a length.
    risk : RiskParts
    """

    scale: float
    risk: object


#: Scales that are tried before the best is refined, as powers of e around one over a frequency.
_TRIED = np.linspace(-7, 30, 149)


def oracle_scale(frequencies, squares, n, noise_variance=1.0, *, multiplicity=None):
    r"""The scale A with the least risk, where prior variances are
    :math:`A^{-1}e^{-\omega^2/(4A^2)}`.

    It knows the truth, so it is a yardstick and no method.

    Parameters
    ----------
    frequencies : array_like, shape (m,)
        The :math:`\omega` of each coordinate; not negative, not all zero.
    squares : array_like, shape (m,)
        Squared coefficients of the truth.
    n : float
        Sample size.
    noise_variance : float
    multiplicity : array_like, shape (m,), optional

    Returns
    -------
    ScaleChoice

    Raises
    ------
    ValueError
        On an entry out of range or lengths that differ.

    Notes
    -----
    Cost: about 180 risks of O(m). Source: remark before Theorem 8, there with a prior on A.
    """
    frequencies = check_array(frequencies, "frequencies", ndim=1, min_rows=1, low=0)
    if not frequencies.any():
        raise ValueError("frequencies must not all be zero")
    n = check_real(n, "n", low=0, open_low=True)
    smallest = frequencies[frequencies > 0].min()

    def risk(log_scale):
        scale = smallest * np.exp(log_scale)
        with np.errstate(under="ignore"):
            variances = np.exp(-((0.5 * frequencies / scale) ** 2)) / scale
        return sequence_risk(variances, squares, n, noise_variance, multiplicity=multiplicity)

    best = _TRIED[int(np.argmin([risk(t).total for t in _TRIED]))]
    width = _TRIED[1] - _TRIED[0]
    found = minimize_scalar(
        lambda t: risk(t).total,
        bounds=(best - width, best + width),
        method="bounded",
        options={"xatol": 1e-6},
    )
    return ScaleChoice(float(smallest * np.exp(found.x)), risk(found.x))
