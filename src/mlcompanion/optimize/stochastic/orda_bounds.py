r"""What optimal dual averaging guarantees: Chen (2013), sections 5.3 and 5.4.

Bounds of the expected gap, of its variance, with high probability, and of the number of gradients
that the stages take. Each is a function of the number N of gradients and the loss's constants.
"""

import math
from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_instance, check_real

__all__ = [
    "LossConstants",
    "multistage_budget",
    "orda_bound",
    "orda_sum_bound",
    "orda_tail_bound",
    "orda_variance_bound",
]


@dataclass(frozen=True)
class LossConstants:
    r"""Constants of a loss, its gradients and the start.

    Parameters
    ----------
    lipschitz : float
        L, of the smooth part of the loss.
    distance : float
        :math:`V(x^*,x_0)`: half the squared distance from start to solution.
    sigma : float
        Root of the largest variance of a stochastic gradient.
    jump : float
        M, Lipschitz constant of the part of the loss that has kinks.
    mu : float
        Strong convexity, divided by tau.
    tau : float
        Growth of the divergence, at least 1; 1 in Euclidean geometry.
    """

    lipschitz: float
    distance: float
    sigma: float = 0.0
    jump: float = 0.0
    mu: float = 0.0
    tau: float = 1.0

    def __post_init__(self):
        for name in ("lipschitz", "distance", "sigma", "jump", "mu"):
            object.__setattr__(self, name, check_real(getattr(self, name), name, low=0))
        object.__setattr__(self, "tau", check_real(self.tau, "tau", low=1))

    @property
    def noise(self):
        r""":math:`\sigma^2+M^2`."""
        return self.sigma**2 + self.jump**2

    @property
    def best_c(self):
        r""":math:`\sqrt\tau(\sigma+M)/(2\sqrt V)` of Corollary 5.1; 0 if mu is positive."""
        if self.mu > 0:
            return 0.0
        if self.distance == 0:
            raise ValueError("distance must be positive: the best c is infinite at the solution")
        return math.sqrt(self.tau) * (self.sigma + self.jump) / (2 * math.sqrt(self.distance))

    def sums(self, n_iter):
        r"""Schedules of (5.17): :math:`\theta_N\nu_N`, :math:`\theta_N`, :math:`\gamma_{N+1}`, and
        arrays of :math:`\nu_i` and :math:`\eta_i`.
        """
        i = np.arange(n_iter + 1)
        theta = 2 / (i + 2)
        nu = 2 / (i + 1)
        growth = self.best_c * (i + 1) ** 1.5
        # gamma_i / tau - L = growth / tau: taken as it is, it loses no digits
        eta = self.mu / (self.tau * theta) + theta * growth / self.tau
        gamma = self.best_c * (n_iter + 2) ** 1.5 + self.tau * self.lipschitz
        return theta[-1] * nu[-1], theta[-1], gamma, nu, eta


def _check(n_iter, constants):
    """The number of gradients, and constants that are some."""
    check_instance(constants, "constants", LossConstants)
    return check_count(n_iter, "n_iter", low=1)


def orda_bound(n_iter, constants):
    r"""Bound of the expected gap, (5.10) or, if mu is positive, (5.11).

    Parameters
    ----------
    n_iter : int
        N.
    constants : LossConstants

    Returns
    -------
    float
        :math:`\frac{4\tau LV}{N^2}+\frac{8(\sigma+M)\sqrt{\tau V}}{\sqrt N}`, or
        :math:`\frac{4\tau LV}{N^2}+\frac{4\tau(\sigma^2+M^2)}{\mu N}`.

    Examples
    --------
    >>> round(orda_bound(100, LossConstants(lipschitz=1, distance=2, sigma=1, mu=1)), 4)
    0.0408
    """
    N = _check(n_iter, constants)
    k = constants
    smooth = 4 * k.tau * k.lipschitz * k.distance / N**2
    if k.mu > 0:
        return smooth + 4 * k.tau * k.noise / (k.mu * N)
    return smooth + 8 * (k.sigma + k.jump) * math.sqrt(k.tau * k.distance / N)


def orda_sum_bound(n_iter, constants):
    """Bound (5.9) of the expected gap after ``n_iter + 1`` gradients, its sum taken exactly.

    Parameters
    ----------
    n_iter : int
        N, the last index in the source's count from 0.
    constants : LossConstants

    Returns
    -------
    float

    Notes
    -----
    O(N). Constants as in Corollaries 5.1 and 5.2.
    """
    N = _check(n_iter, constants)
    if constants.noise == 0:
        weight, _, gamma = constants.sums(N)[:3]
        return float(weight * gamma * constants.distance)
    weight, _, gamma, nu, eta = constants.sums(N)
    return float(weight * (gamma * constants.distance + constants.noise * np.sum(1 / (eta * nu))))


def orda_variance_bound(n_iter, constants, diameter):
    r"""Bound of the variance of the gap, (5.14) or, if mu is positive, (5.15).

    Parameters
    ----------
    n_iter : int
    constants : LossConstants
        ``sigma`` bounds the root of the fourth moment's root here.
    diameter : float
        D, at least the distance of solution and :math:`\hat z_t` at all times.

    Returns
    -------
    float
    """
    N = _check(n_iter, constants)
    k = constants
    D = check_real(diameter, "diameter", low=0)
    smooth = (k.tau * k.lipschitz * k.distance) ** 2 / N**4
    wander = 4 * (D * k.sigma) ** 2 / N
    if k.mu > 0:
        noise = 96 * k.tau**2 * (k.sigma**4 + k.jump**4) / (N * k.mu) ** 2
        return 48 * smooth + noise + wander
    noise = 120 * (k.sigma + k.jump) ** 2 * k.tau * k.distance / N
    return 96 * smooth + noise + wander


def orda_tail_bound(n_iter, delta, constants, diameter, *, exact=False):
    r"""Bound of the gap that fails with probability delta at most, for gradients with light tails.

    Parameters
    ----------
    n_iter : int
    delta : float
        Between 0 and 1.
    constants : LossConstants
        ``sigma`` with :math:`E\exp(\|G-f'\|^2/\sigma^2)\le e`.
    diameter : float
        D, at least the distance of solution and :math:`\hat z_t` at all times.
    exact : bool
        Take the sums of (5.17); else the closed forms (5.18) and (5.19), **corrected**: in (5.18)
        two constants 16 are 32, in (5.19) the third term has a factor tau.

    Returns
    -------
    float

    Notes
    -----
    The chapter shows that the printed closed forms lie below (5.17) in places.
    """
    N = _check(n_iter, constants)
    delta = check_real(delta, "delta", low=0, high=1, open_low=True, open_high=True)
    D = check_real(diameter, "diameter", low=0)
    k = constants
    log = math.log(2 / delta)
    if check_flag(exact, "exact"):
        return _tail_sums(N, log, k, D)
    smooth = 4 * k.tau * k.lipschitz * k.distance / N**2
    wander = 2 * math.sqrt(log / N) * D * k.sigma
    if k.mu > 0:
        steady = 16 * k.tau * k.noise * math.log(N + 2) / (k.mu * N)
        return smooth + steady + 48 * k.tau * k.sigma**2 * log / (k.mu * N) + wander
    root = math.sqrt(k.tau * k.distance)
    steady = 24 * root * (k.sigma + k.jump) / math.sqrt(N)
    rare = 32 * k.sigma * root * (log + math.sqrt(log * math.log(N + 3))) / N
    return smooth + steady + rare + wander


def _tail_sums(N, log, k, D):
    """Bound (5.17), for ``N + 1`` gradients."""
    weight, theta, gamma, nu, eta = k.sums(N)
    drift = weight * gamma * k.distance
    wander = math.sqrt(3 * log) * weight * D * k.sigma * math.sqrt(np.sum(1 / nu**2))
    if k.noise == 0:
        return float(drift)
    kinks = weight * k.jump**2 * np.sum(1 / (eta * nu))
    first = 8 * log / eta[0]
    spread = 16 * math.sqrt(log * np.sum(1 / eta**2))
    noise = theta * k.sigma**2 * (np.sum(1 / eta) + first + spread)
    return float(drift + kinks + noise + wander)


def multistage_budget(accuracy, gap, constants):
    r"""Bound (5.20) of the gradients that the stages need for an expected gap.

    Parameters
    ----------
    accuracy : float
        :math:`\epsilon`, positive and at most ``gap``.
    gap : float
        :math:`\mathcal V_0`, at least the gap at the start.
    constants : LossConstants
        With a positive mu.

    Returns
    -------
    float
        :math:`4\sqrt{\tau L/\mu}\log_2(\mathcal V_0/\epsilon)` and
        :math:`1024\tau(\sigma^2+M^2)/(\mu\epsilon)` together.
        A stage's length is rounded up, which may add one a stage.
    """
    check_instance(constants, "constants", LossConstants)
    gap = check_real(gap, "gap", low=0, open_low=True)
    accuracy = check_real(accuracy, "accuracy", low=0, high=gap, open_low=True)
    k = constants
    if k.mu == 0:
        raise ValueError("constants must have a positive mu")
    steady = 4 * math.sqrt(k.tau * k.lipschitz / k.mu) * math.log2(gap / accuracy)
    return steady + 1024 * k.tau * k.noise / (k.mu * accuracy)
