r"""Local regressions with normal means and log-normal variances (Hannah et al. 2011, section 6.3).

.. math:: \mu_j\sim N(m,s^2),\quad\log\sigma_j^2\sim N,\quad\beta_j\sim N,\quad
    \log\sigma_y^2\sim N

Nothing ties a mean to a variance here, and nothing can be integrated out. Given the variances,
means and coefficients are normal and drawn at once; each log variance moves by a Hamiltonian step.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.linalg.updates import add_to_factor

from ..mixtures.label_sweep import label_sweep
from .chain import Kind
from .explicit import (
    Fresh,
    choose,
    fresh_parameters,
    leave_alone,
    log_normal_density,
    nudges,
    renew,
    show,
    take,
    with_room,
)

__all__ = ["LogNormalClusters", "LogNormalPrior"]

#: Leapfrog steps of one Hamiltonian step.
_LEAPS = 8
_LOG_2PI = math.log(2 * math.pi)


class LogNormalPrior(NamedTuple):
    """Base measure: normal means and coefficients, log-normal variances.

    Attributes
    ----------
    mean_scale : float
        Standard deviation of a cluster's means, about 0.
    log_var_x, log_var_x_scale : float
        Mean and standard deviation of the logarithm of an input's variance within a cluster.
    coef_scale : float
        Standard deviation of each coefficient, about 0.
    log_var_y, log_var_y_scale : float
        Mean and standard deviation of the logarithm of the noise's variance.
    """

    mean_scale: float = 1.0
    log_var_x: float = -2.0
    log_var_x_scale: float = 1.0
    coef_scale: float = 2.0
    log_var_y: float = -3.0
    log_var_y_scale: float = 1.4142135623730951


class LogNormalClusters(NamedTuple):
    """State of the clusters.

    Attributes
    ----------
    rows : ndarray, shape (n, d)
    design : ndarray, shape (n, q)
    y : ndarray, shape (n,)
    labels : ndarray of int, shape (n,)
    theta : ndarray, shape (capacity, 2 d + q + 1)
        Means, log variances, coefficients, log variance of the noise.
    fresh : Fresh
    """

    rows: np.ndarray
    design: np.ndarray
    y: np.ndarray
    labels: np.ndarray
    theta: np.ndarray
    fresh: Fresh


@njit
def residual_at(model, theta, i):
    """What the regression with these parameters leaves of response i."""
    d = model.rows.shape[1]
    rest = model.y[i]
    for a in range(model.design.shape[1]):
        # theta: d means, d log variances, q coefficients, the log variance of the noise
        rest -= theta[2 * d + a] * model.design[i, a]
    return rest


@njit
def log_normals(model, theta, i):
    """Log-density of inputs and response of sample i."""
    d = model.rows.shape[1]
    total = 0.0
    for j in range(d):
        gap = model.rows[i, j] - theta[j]
        # minus twice the log-density, without its constant
        total += theta[d + j] + gap * gap * math.exp(-theta[d + j])
    residual = residual_at(model, theta, i)
    log_var = theta[len(theta) - 1]
    total += log_var + residual * residual * math.exp(-log_var)
    return -0.5 * (total + (d + 1) * _LOG_2PI)


@njit
def add_explicit(model, k, i, size):
    """Let sample i join cluster k, which then has ``size`` samples."""
    if size == 1:
        take(model.fresh, model.theta[k])


@njit
def remove_explicit(model, k, i, size):
    """Let sample i leave cluster k, which keeps ``size`` samples."""
    if size == 0:
        leave_alone(model.fresh, model.theta[k])


@njit
def log_explicit(model, k, i, size):
    """Log-density of sample i given cluster k; of a new cluster, by its candidates."""
    if size > 0:
        return log_normals(model, model.theta[k], i)
    show(model.fresh, i)
    for a in range(len(model.fresh.logs)):
        model.fresh.logs[a] = log_normals(model, model.fresh.candidates[a], i)
    return choose(model.fresh, i)


explicit_sweep = label_sweep("log_normal", add_explicit, remove_explicit, log_explicit)


class LogVariance(NamedTuple):
    """What the law of a log variance knows: samples, their sum of squares, and the prior's."""

    size: int
    squares: float
    mean0: float
    sd0: float


@njit
def potential_of(law, u):
    """Minus the log-density of the log variance, and its slope."""
    gap = (u - law.mean0) / law.sd0
    fit = 0.5 * law.squares * math.exp(-u)
    # u is a log variance: the energy of n squares under a normal law, and the normal prior
    energy = 0.5 * law.size * u + fit + 0.5 * gap * gap
    return energy, 0.5 * law.size - fit + gap / law.sd0


@njit
def hamiltonian_log_variance(law, u, momentum, uniform, length):
    """One Hamiltonian step; its length asks the number of samples only."""
    # size / 2 is the curvature of the likelihood at its peak, whatever the squares are
    step = 0.5 * length / math.sqrt(1 / law.sd0**2 + 0.5 * law.size)
    energy, slope = potential_of(law, u)
    energy += 0.5 * momentum * momentum
    at = u
    # leapfrog: half a kick, a drift, half a kick
    for _leap in range(_LEAPS):
        momentum -= 0.5 * step * slope
        at += step * momentum
        if abs(at) > 700.0:  # an orbit that ran away is refused
            return u
        after, slope = potential_of(law, at)
        momentum -= 0.5 * step * slope
    after += 0.5 * momentum * momentum
    # Metropolis' rule mends what the length of the leaps does to the energy
    return at if math.log(uniform) < energy - after else u


@njit
def draw_coefficients(model, members, theta, normals):
    """Coefficients of a cluster given its noise, by a factor of their precision; O(n q^2)."""
    d = model.rows.shape[1]
    q = model.design.shape[1]
    fresh = model.fresh
    width = math.exp(-0.5 * theta[len(theta) - 1])
    root = np.zeros((q, q))
    # z gathers the precision times the mean
    z = np.empty(q)
    row = np.empty(q)
    for a in range(q):
        root[a, a] = 1 / fresh.sd0[2 * d + a]  # the factor starts from the prior's precision
        z[a] = fresh.mean0[2 * d + a] / fresh.sd0[2 * d + a] ** 2
    for i in members:
        for a in range(q):
            # in units of the noise each row adds x x' to the precision
            row[a] = width * model.design[i, a]
            z[a] += row[a] * width * model.y[i]
        add_to_factor(root, row)
    # forward substitution: z becomes L^-1 (precision times mean)
    for a in range(q):
        for b in range(a):
            z[a] -= root[a, b] * z[b]
        z[a] /= root[a, a]
    # the mean is L^-T z, a draw about it L^-T (z + noise)
    for a in range(q):
        z[a] += normals[2 * d + a]
    # back substitution, column by column
    for a in range(q - 1, -1, -1):
        z[a] /= root[a, a]
        for b in range(a):
            z[b] -= root[a, b] * z[a]
        theta[2 * d + a] = z[a]


@njit
def move_cluster(model, members, theta, normals, uniforms, length):
    """All parameters of one cluster: means and coefficients drawn, log variances moved."""
    d = model.rows.shape[1]
    fresh = model.fresh
    n = len(members)
    for j in range(d):
        total = 0.0
        for i in members:
            total += model.rows[i, j]
        weight = math.exp(-theta[d + j])
        precision = n * weight + 1 / fresh.sd0[j] ** 2
        # precisions add, and weigh the two means
        mean = (total * weight + fresh.mean0[j] / fresh.sd0[j] ** 2) / precision
        theta[j] = mean + normals[j] / math.sqrt(precision)
        squares = 0.0
        for i in members:
            squares += (model.rows[i, j] - theta[j]) ** 2  # about the mean just drawn
        law = LogVariance(n, squares, fresh.mean0[d + j], fresh.sd0[d + j])
        theta[d + j] = hamiltonian_log_variance(
            law, theta[d + j], normals[d + j], uniforms[j], length
        )
    draw_coefficients(model, members, theta, normals)
    squares = 0.0
    for i in members:
        squares += residual_at(model, theta, i) ** 2
    last = len(theta) - 1
    law = LogVariance(n, squares, fresh.mean0[last], fresh.sd0[last])
    theta[last] = hamiltonian_log_variance(law, theta[last], normals[last], uniforms[last], length)


@njit
def move_clusters(model, sizes, moves):
    """All parameters of all clusters with samples; O(n (capacity + d + q^2))."""
    for k in range(len(model.theta)):
        if sizes[k] == 0:
            continue
        members = np.empty(sizes[k], dtype=np.int64)
        found = 0
        for i in range(len(model.labels)):
            if model.labels[i] == k:
                members[found] = i
                found += 1
        move_cluster(
            model, members, model.theta[k], moves.normals[k], moves.uniforms[k], moves.lengths[k]
        )


def base_of(prior, d, q):
    """Means and standard deviations of all entries of theta."""
    means = np.concatenate([np.zeros(d), np.full(d, prior.log_var_x), np.zeros(q)])
    scales = np.concatenate(
        [
            np.full(d, prior.mean_scale),
            np.full(d, prior.log_var_x_scale),
            np.full(q, prior.coef_scale),
        ]
    )
    return np.append(means, prior.log_var_y), np.append(scales, prior.log_var_y_scale)


def log_normal_clusters(data, labels, theta, prior, capacity):
    """The clusters of labelled samples; ``prior`` is (LogNormalPrior, fresh parameters)."""
    base, n_auxiliary = prior
    n, q = data.design.shape
    mean0, sd0 = base_of(base, data.rows.shape[1], q)
    fresh = fresh_parameters(n, n_auxiliary, mean0, sd0)
    return LogNormalClusters(*data, labels, with_room(theta, capacity), fresh)


def more_explicit(model, capacity):
    """The same clusters with room for more."""
    return model._replace(theta=with_room(model.theta, capacity))


def _prepare(model, capacity, rng):
    renew(model.fresh, rng)


def _move(model, sizes, rng):
    move_clusters(model, sizes, nudges(*model.theta.shape, rng))


@njit
def all_log_normals(model):
    """Log-density of all samples."""
    total = 0.0
    for i in range(len(model.labels)):
        total += log_normals(model, model.theta[model.labels[i]], i)
    return total


def _log_density(model, sizes):
    held = model.theta[sizes > 0]
    return all_log_normals(model) + log_normal_density(held, model.fresh.mean0, model.fresh.sd0)


class ThetaDraw(NamedTuple):
    """Clusters as a state keeps them."""

    theta: np.ndarray


def _draw(model, places):
    return ThetaDraw(model.theta[places])


LOG_NORMALS = Kind(explicit_sweep, more_explicit, _prepare, _move, _log_density, _draw)
