"""Noise whose neighbours agree: stationary autoregressive and moving-average series.

De Brabanter et al. (2011), Sections 2, 4.1 and 4.2, has AR(1), AR(5) and MA(1).
"""

import numpy as np
from scipy.linalg import solve_discrete_lyapunov

from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

__all__ = ["arma_autocovariance", "make_ar_noise"]


def _filtered(b, a, z, state):
    """The difference equation, run over the innovations from a state."""
    from scipy.signal import lfilter  # dear to import, and needed here alone

    return lfilter(b, a, z, zi=state)[0]


def _noise_filter(ar, ma):
    """Coefficients of the difference equation, padded to one length: ``(b, a)`` of ``lfilter``."""
    ar = np.atleast_1d(check_array(ar, "ar"))
    ma = np.atleast_1d(check_array(ma, "ma"))
    if ar.ndim > 1 or ma.ndim > 1:
        raise ValueError(f"ar and ma must be numbers or vectors, got {ar.shape} and {ma.shape}")
    length = 1 + max(len(ar), len(ma), 1)
    b = np.zeros(length)
    a = np.zeros(length)
    b[: len(ma) + 1] = [1.0, *ma]
    a[: len(ar) + 1] = [1.0, *-ar]
    if np.abs(np.roots(a)).max(initial=0.0) >= 1 - 1e-9:
        raise ValueError(f"ar must be stationary: a root of {ar.tolist()} is not inside the circle")
    return b, a


def _stationary_state(b, a):
    """What ``lfilter`` remembers: its step, what one innovation adds, and its covariance.

    The state s of the transposed direct form gives the noise as innovation + s[0].
    """
    size = len(a) - 1
    step = np.eye(size, k=1)
    step[:, 0] -= a[1:]
    push = b[1:] - a[1:]
    return step, push, solve_discrete_lyapunov(step, np.outer(push, push))


def make_ar_noise(
    n_samples=200,
    ar=0.5,
    ma=(),
    variance=1.0,
    *,
    innovation_variance=None,
    start="stationary",
    random_state=None,
):
    r"""Draw noise :math:`e_t=\sum_k\phi_ke_{t-k}+z_t+\sum_k\theta_kz_{t-k}`, normal and stationary.

    Parameters
    ----------
    n_samples : int
    ar : float or array_like, shape (p,)
        :math:`\phi_1,\dots,\phi_p`; stationary.
    ma : float or array_like, shape (q,)
        :math:`\theta_1,\dots,\theta_q`.
    variance : float
        Of the noise itself.
    innovation_variance : float, optional
        Of the innovations :math:`z_t`, in place of ``variance``.
    start : {"stationary", "unit"}
        Draw the past from the stationary law; or, as the source does for AR(5), draw the first
        p values from the standard normal law and go on from them.
    random_state : int or Generator
        The same seed draws the same innovations whatever the coefficients, and so noises that
        differ by their correlation alone.

    Returns
    -------
    ndarray, shape (n_samples,)

    Notes
    -----
    Cost: O(n (p + q)). The correlation :math:`e^{-\alpha|x_i-x_j|}` at n places on an interval of
    length one is AR(1) with :math:`\phi=e^{-\alpha/n}`.
    Source: De Brabanter et al. (2011), Sections 2 and 4.
    """
    n = check_count(n_samples, "n_samples", low=1)
    variance = check_real(variance, "variance", low=0)
    if innovation_variance is not None:
        innovation_variance = check_real(innovation_variance, "innovation_variance", low=0)
    check_in(start, "start", ("stationary", "unit"))
    b, a = _noise_filter(ar, ma)
    rng = check_rng(random_state)
    P = _stationary_state(b, a)[2]
    scale = innovation_variance
    if scale is None:
        scale = variance / (1 + P[0, 0])
    z = np.sqrt(scale) * rng.standard_normal(n)  # first: the same for all orders
    past = rng.standard_normal(len(a) - 1)
    if start == "unit":
        return _from_unit_values(past[: np.size(ar)], z, np.atleast_1d(ar), b, a)
    values, vectors = np.linalg.eigh(P)
    state = vectors @ (np.sqrt(np.maximum(values, 0) * scale) * past)
    return _filtered(b, a, z, state)


def _from_unit_values(first, z, ar, b, a):
    """The series that goes on from given first values, whose innovations are not asked for."""
    p = min(len(first), len(z))
    if p == len(z):
        return first[:p].copy()
    z = z.copy()
    z[:p] = first[:p]
    for t in range(p):  # the innovations that would have made these values
        z[t] -= sum(ar[k] * first[t - 1 - k] for k in range(t))
    if np.any(b[1:]):
        raise ValueError('start="unit" takes no ma: the innovations before the start are unknown')
    return _filtered(b, a, z, np.zeros(len(b) - 1))


def arma_autocovariance(n_lags, ar=0.5, ma=(), variance=1.0):
    r"""Covariances of autoregressive noise at lags 0, 1, ...

    Parameters
    ----------
    n_lags : int
        How many, lag 0 included.
    ar, ma : float or array_like
        Coefficients as in :func:`make_ar_noise`.
    variance : float
        Of the noise itself, lag 0.

    Returns
    -------
    ndarray, shape (n_lags,)
        In the units of ``variance``.

    Notes
    -----
    Cost: O(n_lags r^2) for r coefficients. For AR(1) :math:`\gamma_k=\sigma^2\phi^k`.
    """
    n_lags = check_count(n_lags, "n_lags", low=1)
    variance = check_real(variance, "variance", low=0)
    step, push, P = _stationary_state(*_noise_filter(ar, ma))
    gamma = np.empty(n_lags)
    gamma[0] = 1 + P[0, 0]
    # the state one step on, given today's value: its first entry is tomorrow's expected value
    state = step @ P[:, 0] + push
    for k in range(1, n_lags):
        gamma[k] = state[0]
        state = step @ state
    return variance * gamma / gamma[0]
