"""From regret to risk: the bounds of online-to-batch conversion, with the theorems' constants.

Shalev-Shwartz (2007), Appendix B: equations B.5 to B.7, Theorems 10 to 13, Lemmas 21 to 23 and
Corollary 8. ``risk`` is the least risk ``risk(h*)`` in the class, ``T`` the number of examples.
Lemmas 21 and 22 and Theorems 11 and 13 want a loss with values in [0, 1]: divide by its largest.
"""

import numpy as np
from scipy.stats import binom

from mlcompanion._validation import check_array, check_count, check_flag, check_instance, check_real

__all__ = [
    "bernstein_risk_bound",
    "block_validation_bound",
    "bounded_loss_constants",
    "certificate_horizon",
    "mean_risk_bound",
    "online_loss_bound",
    "optimistic_mean_risk_bound",
    "random_stopping_bound",
    "risk_certificate",
    "stopping_failure",
    "validation_price",
]


def _log_inverse(delta):
    """``ln(1 / delta)``, for one delta in (0, 1) or an array of them."""
    return -np.log(check_array(delta, "delta", low=0, high=1, open_low=True, open_high=True))


def bounded_loss_constants(L, U, beta1=1.0):
    """``mu`` and ``nu`` with which Corollary 4 has the form B.7.

    Parameters
    ----------
    L : float
        Self-bounding constant of the loss, in [0, 1] after scaling.
    U : float
        Largest complexity of a hypothesis.
    beta1 : float
        Of the learner's scale; no loss exceeds it, and it is at least 1.

    Returns
    -------
    mu, nu : float
        ``3.4 sqrt(L U)`` and ``3.4 sqrt(L U beta1) + 11.4 L U``.
    """
    L = check_real(L, "L", low=0, open_low=True)
    U = check_real(U, "U", low=0, open_low=True)
    beta1 = check_real(beta1, "beta1", low=1)
    return float(3.4 * np.sqrt(L * U)), float(3.4 * np.sqrt(L * U * beta1) + 11.4 * L * U)


def mean_risk_bound(risk, regret, T):
    """Theorem 10: the hypotheses' expected mean risk is at most ``risk + B(T) / T``.

    Parameters
    ----------
    risk : float or array_like
    regret : float or array_like
        ``B(T)`` of equation B.5.
    T : int or array_like

    Returns
    -------
    float or ndarray
    """
    risk = check_array(risk, "risk", low=0)
    regret = check_array(regret, "regret", low=0)
    return (risk + regret / check_array(T, "T", low=1))[()]


def bernstein_risk_bound(risk, T, delta):
    """Lemma 21: with probability ``1 - delta``, ``min_h sum_t loss(h, Z_t) / T`` is at most this.

    ``risk + sqrt(2 ln(1/delta) risk / T) + 2 ln(1/delta) / (3 T)``; Bernstein's inequality for
    the one hypothesis ``h*``.

    Parameters
    ----------
    risk : float or array_like
        In [0, 1].
    T : int or array_like
    delta : float or array_like

    Returns
    -------
    float or ndarray
    """
    risk = check_array(risk, "risk", low=0, high=1)
    T = check_array(T, "T", low=1)
    log = _log_inverse(delta)
    return (risk + np.sqrt(2 * log * risk / T) + 2 * log / (3 * T))[()]


def online_loss_bound(risk, mu, nu, T, delta):
    """Lemma 22: with probability ``1 - delta``, the mean online loss ``M_T`` is at most this.

    Parameters
    ----------
    risk : float or array_like
        In [0, 1].
    mu, nu : float or array_like
        Constants of the regret bound B.7.
    T : int or array_like
    delta : float or array_like

    Returns
    -------
    float or ndarray
        ``risk + mu1 sqrt(risk / T) + mu2 / T``.
    """
    risk = check_array(risk, "risk", low=0, high=1)
    T = check_array(T, "T", low=1)
    log = _log_inverse(delta)
    mu = check_array(mu, "mu", low=0)
    nu = check_array(nu, "nu", low=0)
    mu1 = np.sqrt(2) * (mu + np.sqrt(log))
    mu2 = nu + 3 * log + mu * np.sqrt(3 * log)
    return (risk + mu1 * np.sqrt(risk / T) + mu2 / T)[()]


def optimistic_mean_risk_bound(risk, mu, nu, T):
    """Theorem 11: the hypotheses' expected mean risk under a regret bound of the form B.7.

    ``risk + (mu + e) sqrt(2 risk / T) + (nu + e (sqrt(3) mu + 3)) / T``: of order 1 / T if some
    hypothesis has no risk.

    Parameters
    ----------
    risk : float or array_like
        In [0, 1].
    mu, nu : float
    T : int or array_like

    Returns
    -------
    float or ndarray
    """
    risk = check_array(risk, "risk", low=0, high=1)
    T = check_array(T, "T", low=1)
    mu = check_real(mu, "mu", low=0)
    nu = check_real(nu, "nu", low=0)
    slow = (mu + np.e) * np.sqrt(2 * risk / T)
    return (risk + slow + (nu + np.e * (np.sqrt(3) * mu + 3)) / T)[()]


def random_stopping_bound(risk, alpha, delta):
    """Lemma 23 and Corollary 8: with probability ``1 - delta``, the risk of ``h_r``, r uniform.

    Markov's inequality for an excess of mean at most ``alpha``: ``risk + alpha / delta``.
    """
    _log_inverse(delta)
    risk = check_array(risk, "risk", low=0)
    alpha = check_array(alpha, "alpha", low=0)
    return (risk + alpha / np.asarray(delta))[()]


def block_validation_bound(risk, regret, T, n_blocks):
    """Theorem 12: the risk of the best of ``s`` candidates, with probability ``1 - exp(-s)``.

    Parameters
    ----------
    risk : float
    regret : callable
        ``B``, a function of the number of rounds.
    T : int
        Examples of all blocks together.
    n_blocks : int
        s; the learner starts anew in each block of ``T / s`` examples.

    Returns
    -------
    float
        ``risk + e s B(T / s) / T``.
    """
    risk = check_real(risk, "risk", low=0)
    s = check_count(n_blocks, "n_blocks", low=1)
    T = check_count(T, "T", low=s)
    check_instance(regret, "regret", callable, "function of the number of rounds")
    return risk + np.e * s * float(regret(T / s)) / T


def validation_price(risk, n_candidates, n_validation, delta):
    """What choosing on a validation set may add (after Theorem 12), up to the unnamed factor C.

    ``sqrt(risk q) + q`` with ``q = (ln s ln m + ln(1/delta)) / m``.

    Parameters
    ----------
    risk : float
        Of the best candidate.
    n_candidates, n_validation : int
        s and m.
    delta : float

    Returns
    -------
    float
    """
    s = check_count(n_candidates, "n_candidates", low=1)
    m = check_count(n_validation, "n_validation", low=1)
    q = (np.log(s) * np.log(m) + _log_inverse(delta)) / m
    return float(np.sqrt(check_array(risk, "risk", low=0, high=1) * q) + q)


def risk_certificate(M_T, T, delta):
    """Theorem 13: a certificate for the average hypothesis, from the stream alone.

    With probability ``1 - delta`` its risk, and the hypotheses' mean risk, is at most
    ``M_T + (3 ln((T + 3) / delta) + 2 sqrt(T M_T ln((T + 3) / delta))) / T``.

    Parameters
    ----------
    M_T : float or array_like
        Mean online loss, in [0, 1].
    T : int or array_like
    delta : float or array_like

    Returns
    -------
    float or ndarray
    """
    M_T = check_array(M_T, "M_T", low=0, high=1)
    T = check_array(T, "T", low=1)
    log = np.log(T + 3) + _log_inverse(delta)
    return (M_T + (3 * log + 2 * np.sqrt(T * M_T * log)) / T)[()]


def certificate_horizon(M_T, delta, target):
    """Least T for which :func:`risk_certificate` is at most ``target``, at a fixed ``M_T``.

    Raises
    ------
    ValueError
        If ``target`` does not exceed ``M_T``: then no T is enough.
    """
    M_T = check_real(M_T, "M_T", low=0, high=1)
    target = check_real(target, "target")
    if target <= M_T:
        raise ValueError(f"target must exceed M_T = {M_T}, got {target}")
    low = 1
    high = 2
    while risk_certificate(M_T, high, delta) > target:
        high *= 2
    while low < high:
        middle = (low + high) // 2
        if risk_certificate(M_T, middle, delta) > target:
            low = middle + 1
        else:
            high = middle
    return low


def stopping_failure(p, T, delta, stop=True):
    """Exact probability that Theorem 13 fails for a learner that plays against it.

    Losses are 0 or 1. The learner keeps a hypothesis of risk ``p`` until the certificate is broken,
    and then plays one without risk, so that it stays broken. With ``stop=False`` it never
    changes.

    Parameters
    ----------
    p : float
        In [0, 1].
    T : int
    delta : float
    stop : bool

    Returns
    -------
    float

    Notes
    -----
    O(T^2): one pass over the law of the number of losses a round.
    """
    p = check_real(p, "p", low=0, high=1)
    T = check_count(T, "T", low=1)
    stop = check_flag(stop, "stop")
    log = float(np.log(T + 3) + _log_inverse(delta))
    counts = np.arange(T + 1)
    allowed = counts + 3 * log + 2 * np.sqrt(counts * log)  # T times the certificate
    if not stop:
        return float(binom.pmf(counts[p * T > allowed], T, p).sum())
    law = np.zeros(T + 1)
    failed = 0.0
    law[0] = 1.0
    for t in range(1, T + 1):
        law[1:] = (1 - p) * law[1:] + p * law[:-1]
        law[0] *= 1 - p
        broken = p * t > allowed
        failed += law[broken].sum()
        law[broken] = 0.0  # failed once is failed for good
    return float(failed)
