"""Exact tails of sums beside their bounds, and the formulas that the bounds come from.

Sugiyama (2016), Section 8.4. Variables take values 0, 0.05, ..., 1; laws of sums come from direct
convolution, never from an FFT, whose rounding would drown a small tail.
"""

import math
from functools import reduce

import numpy as np
from scipy.optimize import brentq, minimize_scalar
from scipy.special import logsumexp
from scipy.stats import binom

from mlcompanion._validation import check_array, check_rng
from mlcompanion.probability.bounds.concentration import (
    bennett,
    bennett_log_mgf,
    bennett_t,
    bernstein,
    hoeffding,
    hoeffding_log_mgf,
    hoeffding_t,
)
from mlcompanion.probability.sums.convolutions import convolve_pmf, nfold

__all__ = [
    "average_tails",
    "best_t_gaps",
    "binomial_tail",
    "crossover",
    "exponent_shares",
    "formula_excess",
    "random_settings",
    "rare_coin",
    "search_sums",
    "sum_gaps",
]

_STEPS = 20  # points of a variable: multiples of 1/20
_T = np.geomspace(1e-2, 1e3, 1000)


def binomial_tail(n, p, eps):
    """``Pr(mean - p >= eps)`` of n coins with probability p; arrays broadcast.

    A threshold within 1e-9 of a whole number of heads counts as that number.
    """
    n = check_array(n, "n", low=1, dtype=int)
    p = check_array(p, "p", low=0, high=1)
    heads = np.ceil(n * (p + check_array(eps, "eps")) - 1e-9)
    return binom.sf(heads - 1, n, p)


def rare_coin(var):
    """The ``p < 1/2`` with ``p (1 - p) = var``."""
    var = check_array(var, "var", low=0, high=0.25)
    return 2 * var / (1 + np.sqrt(1 - 4 * var))


def crossover(n, largest):
    """The deviation at which the bounds of Bernstein and Hoeffding cross, if variance = deviation.

    Parameters
    ----------
    n : int
    largest : callable
        The bound a on the centred variable, as a function of the deviation.

    Returns
    -------
    float
    """

    def gap(eps):
        return bernstein(eps, n, eps, largest(eps)).log - hoeffding(eps, n).log

    return brentq(gap, 0.01, 0.249, xtol=1e-12)


def average_tails(masses, n_variables, eps):
    """Tails of averages: ``Pr(mean - E >= eps)`` for several numbers of variables.

    Parameters
    ----------
    masses : array_like, shape (m,)
        On m equally spaced points from 0 to 1.
    n_variables : sequence of int
    eps : float

    Returns
    -------
    tails, variances : ndarray, shape (k,)
        The variances are those of the laws that the convolution gave.
    """
    masses = check_array(masses, "masses", ndim=1, low=0)
    mean = masses @ np.linspace(0, 1, len(masses))
    found = []
    for n in n_variables:
        law = nfold(masses, n, method="squaring")
        averages = np.linspace(0, 1, len(law))
        tail = law[averages >= mean + eps - 1e-9].sum()
        found.append((tail, law @ (averages - mean) ** 2))
    return tuple(np.transpose(found))


def _random_variables(n, rng):
    """Points (n, 3) on the grid, in steps, and masses; two points have a third mass of 0."""
    if rng.random() < 0.25:
        p = 0.5 * 0.02 ** rng.random()
        return np.tile([0, _STEPS, 1], (n, 1)), np.tile([1 - p, p, 0.0], (n, 1))
    x = np.argsort(rng.random((n, _STEPS + 1)), axis=1)[:, :3]
    masses = rng.dirichlet(np.full(3, 0.7), size=n)
    masses[rng.random(n) < 0.5, 2] = 0.0
    return x, masses / masses.sum(axis=1, keepdims=True)


def _convolved(x, masses):
    dense = np.zeros((len(x), _STEPS + 1))
    np.put_along_axis(dense, x, masses, axis=1)
    return reduce(convolve_pmf, dense)


def _least_exponents(points, masses, sums):
    """Chernoff: the least over many t of ``log E[exp(t sum)] - t s``, for each s."""
    top = np.where(masses > 0, points, 0.0).max(axis=1, keepdims=True)
    scaled = np.minimum(points - top, 0.0) * _T[:, None, None]  # no power of e above 1
    cgf = np.log((masses * np.exp(scaled)).sum(axis=2)).sum(axis=1) + _T * top.sum()
    return (cgf[:, None] - np.outer(_T, sums)).min(axis=0)


def sum_gaps(n, random_state):
    """Logarithms of the exact tails of one random sum, and of the four bounds.

    Parameters
    ----------
    n : int
        Number of variables; their laws differ, or they are equal coins.
    random_state : int or Generator

    Returns
    -------
    log_tail : ndarray, shape (k,)
        At every attainable sum above the mean whose tail is at least 1e-12; k may be 0.
    log_bounds : ndarray, shape (4, k)
        Chernoff, Hoeffding, Bernstein, Bennett.
    """
    rng = check_rng(random_state)
    x, masses = _random_variables(n, rng)
    law = _convolved(x, masses)
    points = x / _STEPS
    means = (points * masses).sum(axis=1)
    centred = np.where(masses > 0, points - means[:, None], 0.0)
    var = (masses * centred**2).sum(axis=1).mean()
    a = np.abs(centred).max()
    width = np.sqrt(np.mean(np.ptp(centred, axis=1) ** 2))
    tail = np.cumsum(law[::-1])[::-1]
    sums = np.arange(len(law)) / _STEPS
    wanted = (law > 0) & (tail >= 1e-12) & (sums > means.sum() + 1e-9)
    sums, eps = sums[wanted], (sums[wanted] - means.sum()) / n
    if not len(sums):
        return np.empty(0), np.empty((4, 0))
    bounds = [hoeffding(eps, n, width), bernstein(eps, n, var, a), bennett(eps, n, var, a)]
    logs = [_least_exponents(points, masses, sums), *(bound.log for bound in bounds)]
    return np.log(tail[wanted]), np.array(logs)


def exponent_shares():
    """The exact exponent over that of each bound, where a bound has nearly all of it.

    Sums of equally many coins of two kinds, far out in the tail: fair coins that pay 1 and 1/2, for
    Chernoff and Hoeffding; rare coins with probabilities 0.01 and 0.03, for Bernstein at a
    deviation of half the variance and for Bennett at twice the variance.

    Returns
    -------
    ndarray, shape (4,)
        Log of the exact tail over log of the bound, in the order of :func:`sum_gaps`: 1 and a few
        per cent, since the bounds lack a factor of about one over the root of the exponent.
    """
    pays = np.array([1.0, 0.5])
    p = np.array([0.5, 0.5])
    log_tail, eps = _tail_of_two_kinds(2000, pays, p, 0.1)
    points = np.stack([0 * pays, pays], axis=1)
    masses = np.stack([1 - p, p], axis=1)
    pair_sum = np.array([pays @ p + 2 * eps])
    chernoff = 2000 * _least_exponents(points, masses, pair_sum)[0]
    width = np.sqrt(np.mean(pays**2))
    shares = [log_tail / chernoff, log_tail / hoeffding(eps, 4000, width).log]

    pays = np.array([1.0, 1.0])
    p = np.array([0.01, 0.03])
    var = np.mean(p * (1 - p))
    a = 0.99
    for bound, n, times in ((bernstein, 20_000, 0.5), (bennett, 8000, 2.0)):
        log_tail, eps = _tail_of_two_kinds(n, pays, p, times * var)
        shares.append(log_tail / bound(eps, 2 * n, var, a).log)
    return np.array(shares)


def _tail_of_two_kinds(n, pays, p, eps):
    """Log of the exact tail of n coins of each kind, and the average's deviation there."""
    laws = []
    for steps, chance in zip((2 * pays).astype(int), p, strict=True):  # in halves of 1
        law = np.zeros(steps * n + 1)
        law[::steps] = binom.pmf(np.arange(n + 1), n, chance)
        laws.append(law)
    law = convolve_pmf(*laws)
    mean = 2 * n * (pays @ p)
    first = math.ceil(mean + 4 * n * eps - 1e-9)
    return math.log(law[first:].sum()), (first - mean) / (4 * n)


def search_sums(n_sums, random_state, n_variables=(1, 2, 5, 20, 100)):
    """Largest exact tail over each bound, and over each bound with its exponent doubled.

    Parameters
    ----------
    n_sums : int
        Shared out over ``n_variables``.
    random_state : int or Generator
    n_variables : sequence of int

    Returns
    -------
    worst, control : ndarray, shape (4,)
        In the order of :func:`sum_gaps`.
    n_cases : int
        Sums times thresholds.
    """
    rng = check_rng(random_state)
    cases = 0
    worst, control = np.full((2, 4), -np.inf)
    for k in range(n_sums):
        tail, bounds = sum_gaps(n_variables[k % len(n_variables)], rng)
        if len(tail):
            worst = np.maximum(worst, (tail - bounds).max(axis=1))
            control = np.maximum(control, (tail - 2 * bounds).max(axis=1))
            cases += len(tail)
    return np.exp(worst), np.exp(control), cases


def formula_excess(n_laws, random_state):
    """By how much a log moment-generating function exceeds the formulas' bounds.

    Parameters
    ----------
    n_laws : int
        Laws of 2 to 6 points on [0, 1], a third of them two points with one probability down to
        0.001; each at 40 values of t from 0.01 to 20.
    random_state : int or Generator

    Returns
    -------
    excess, control : ndarray, shape (2,)
        Largest for Hoeffding's and for Bennett's formula; then with 9 in place of 8, and with 95 %
        of the variance.
    """
    rng = check_rng(random_state)
    points = rng.random((n_laws, 6))
    masses = rng.dirichlet(np.ones(6), size=n_laws)
    masses[np.arange(6) >= rng.integers(2, 7, size=(n_laws, 1))] = 0.0
    two = n_laws // 3
    p = 0.5 * 0.002 ** rng.random(two)
    masses[:two] = 0.0
    masses[:two, 0] = p
    masses[:two, 1] = 1 - p
    masses /= masses.sum(axis=1, keepdims=True)
    z = points - (points * masses).sum(axis=1, keepdims=True)
    z = np.where(masses > 0, z, 0.0)  # 0 lies between the other points
    t = np.geomspace(0.01, 20, 40)
    with np.errstate(divide="ignore"):
        exact = logsumexp(t[:, None, None] * z, axis=2, b=masses)
    var = (masses * z**2).sum(axis=1)
    width = np.ptp(z, axis=1)
    a = np.abs(z).max(axis=1)
    hoeffding_side = hoeffding_log_mgf(t[:, None], width)
    bennett_side = bennett_log_mgf(t[:, None], var, a)
    pairs = (hoeffding_side, bennett_side), (hoeffding_side * 8 / 9, bennett_side * 0.95)
    return tuple(np.array([(exact - side).max() for side in sides]) for sides in pairs)


def random_settings(n_settings, random_state):
    """Random (n, variance, a, eps): variances up to the a^2 that the range allows, eps below a.

    Returns
    -------
    n, var, a, eps : ndarray, shape (n_settings,)
    """
    rng = check_rng(random_state)
    size = n_settings
    a = 10 ** rng.uniform(-2, 2, size)
    return (
        rng.integers(1, 1001, size),
        a**2 * 10 ** rng.uniform(-4, 0, size),
        a,
        a * rng.random(size),
    )


def best_t_gaps(n_settings, random_state):
    """Largest relative difference between the printed t and a numerical minimizer.

    Returns
    -------
    ndarray, shape (2,)
        Hoeffding with width 2a, Bennett.
    """
    worst = np.zeros(2)
    for _, var, a, eps in zip(*random_settings(n_settings, random_state)):
        pairs = (
            (hoeffding_t(eps, 2 * a), lambda t, a=a: hoeffding_log_mgf(t, 2 * a)),
            (bennett_t(eps, var, a), lambda t, v=var, a=a: bennett_log_mgf(t, v, a)),
        )
        for k, (printed, log_mgf) in enumerate(pairs):
            found = minimize_scalar(
                lambda t, f=log_mgf, eps=eps: f(t) - t * eps,
                bounds=(0, 50 / a),
                method="bounded",
                options={"xatol": 1e-10 / a, "maxiter": 500},
            )
            worst[k] = max(worst[k], math.fabs(found.x / printed - 1))
    return worst
