r"""Clusters of categories with a Poisson regression each (Hannah, Blei and Powell 2011, Eq. 4).

.. math:: y\mid x\sim\mathrm{Poisson}(\lambda),\qquad
    \lambda=\exp\Bigl(\beta_0+\sum_j\beta_{j,x_j}\Bigr)

Section 6.5 prints the sum without the exponential. The probabilities of the categories are
integrated out; the coefficients move by Metropolis steps, one a category: of the data such a step
asks two sums only, and all categories of a column and all clusters move at once, since no sample is
in two of them.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._jit import njit

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
from .inputs import (
    CategoryInputs,
    category_inputs,
    clear_categories,
    count_categories,
    log_categories,
)

__all__ = ["CountClusters", "CountPrior"]


class CountPrior(NamedTuple):
    """Base measure of counts: a Dirichlet law for each column, normal coefficients.

    Attributes
    ----------
    extra : float
        The Dirichlet laws' parameter.
    coef_mean : float
        Of the intercept; the other coefficients have mean 0.
    coef_scale : float
        Standard deviation of each coefficient.
    n_auxiliary : int
        Fresh parameters that a sample is shown.
    """

    extra: float
    coef_mean: float
    coef_scale: float
    n_auxiliary: int


class CountClusters(NamedTuple):
    """State of the clusters.

    Attributes
    ----------
    inputs : CategoryInputs
    widths : ndarray of int, shape (d,)
    y : ndarray, shape (n,)
    log_factorials : ndarray, shape (n,)
    labels : ndarray of int, shape (n,)
    theta : ndarray, shape (capacity, 1 + n_categories)
    fresh : Fresh
    """

    inputs: CategoryInputs
    widths: np.ndarray
    y: np.ndarray
    log_factorials: np.ndarray
    labels: np.ndarray
    theta: np.ndarray
    fresh: Fresh


@njit
def log_rate(rows, theta, i):
    """The linear predictor of sample i."""
    eta = theta[0]
    for j in range(rows.shape[1]):
        eta += theta[1 + rows[i, j]]
    return eta


@njit
def log_count(model, theta, i):
    """Log probability of count i."""
    eta = log_rate(model.inputs.rows, theta, i)
    # cut: a rate beyond 1e304 has no chance, yet must not become infinite
    return model.y[i] * eta - math.exp(min(eta, 700.0)) - model.log_factorials[i]


@njit
def add_count(model, k, i, size):
    """Let sample i join cluster k, which then has ``size`` samples."""
    if size == 1:
        take(model.fresh, model.theta[k])
    count_categories(model.inputs, k, i, 1)


@njit
def remove_count(model, k, i, size):
    """Let sample i leave cluster k, which keeps ``size`` samples."""
    if size == 0:
        leave_alone(model.fresh, model.theta[k])
        clear_categories(model.inputs, k)
        return
    count_categories(model.inputs, k, i, -1)


@njit
def log_with_count(model, k, i, size):
    """Log probability of sample i given cluster k; of a new cluster, by its candidates."""
    of_inputs = log_categories(model.inputs, k, i, size)
    if size > 0:
        return of_inputs + log_count(model, model.theta[k], i)
    show(model.fresh, i)
    for a in range(len(model.fresh.logs)):
        model.fresh.logs[a] = log_count(model, model.fresh.candidates[a], i)
    return of_inputs + choose(model.fresh, i)


count_sweep = label_sweep("count", add_count, remove_count, log_with_count)


@njit
def metropolis_column(model, column, first, width, etas, moves):
    """Move the coefficients of one column's categories, of all clusters; O(n + capacity width).

    ``column`` is -1 for the intercept, as if it were a column with one category.
    """
    capacity = len(model.theta)
    events = np.zeros((capacity, width))
    rates = np.zeros((capacity, width))
    for i in range(len(model.y)):
        # column -1 is the intercept: one category for all samples
        c = 0 if column < 0 else model.inputs.rows[i, column] + 1 - first
        events[model.labels[i], c] += model.y[i]
        rates[model.labels[i], c] += math.exp(min(etas[i], 700.0))
    steps = np.zeros((capacity, width))
    for k in range(capacity):
        for c in range(width):
            b = first + c
            mean = model.fresh.mean0[b]
            precision = 1 / model.fresh.sd0[b] ** 2
            # 2.4 deviations of a normal law are the best step; it asks y and labels only, so that
            # the way back is as likely as the way there
            step = 2.4 / math.sqrt(precision + events[k, c] + 0.5) * moves.normals[k, b]
            # all samples of a category shift by one step: two sums tell their likelihood
            gain = events[k, c] * step - rates[k, c] * math.expm1(min(step, 700.0))
            # half the difference of the prior's two squares, without taking it
            gain -= precision * step * (model.theta[k, b] - mean + 0.5 * step)
            if math.log(moves.uniforms[k, b]) < gain:
                model.theta[k, b] += step
                steps[k, c] = step
    for i in range(len(model.y)):
        c = 0 if column < 0 else model.inputs.rows[i, column] + 1 - first
        etas[i] += steps[model.labels[i], c]  # up to date for the next column


@njit
def metropolis_counts(model, moves):
    """One Metropolis step of every coefficient of every cluster; O(n d) in all."""
    etas = np.empty(len(model.y))
    for i in range(len(etas)):
        etas[i] = log_rate(model.inputs.rows, model.theta[model.labels[i]], i)
    metropolis_column(model, -1, 0, 1, etas, moves)
    first = 1
    for j in range(len(model.widths)):
        metropolis_column(model, j, first, model.widths[j], etas, moves)
        first += model.widths[j]


def count_clusters(data, labels, theta, prior, capacity):
    """The clusters of labelled samples.

    ``data`` is (rows, widths, y): places of categories in one list, numbers of categories, counts.
    """
    rows, widths, y = data
    mean0 = np.zeros(1 + widths.sum())
    mean0[0] = prior.coef_mean
    sd0 = np.full(len(mean0), float(prior.coef_scale))
    model = CountClusters(
        category_inputs(rows, widths, prior.extra, capacity),
        widths,
        y,
        gammaln(y + 1),  # once: the sweep needs them at every cluster
        labels,
        with_room(theta, capacity),
        fresh_parameters(len(y), prior.n_auxiliary, mean0, sd0),
    )
    recount(model)
    return model


def recount(model):
    """Count the categories of all clusters anew."""
    model.inputs.counts[:] = model.inputs.extra
    # add.at, for rows of one cluster meet in the same place
    np.add.at(model.inputs.counts, (model.labels[:, None], model.inputs.rows), 1.0)


def more_counts(model, capacity):
    """The same clusters with room for more."""
    inputs = model.inputs._replace(
        counts=np.full((capacity, model.inputs.counts.shape[1]), float(model.inputs.extra))
    )
    inputs.counts[: len(model.theta)] = model.inputs.counts
    return model._replace(inputs=inputs, theta=with_room(model.theta, capacity))


def _prepare(model, capacity, rng):
    renew(model.fresh, rng)


def _move(model, sizes, rng):
    metropolis_counts(model, nudges(*model.theta.shape, rng))


def _log_density(model, sizes):
    held = sizes > 0
    extra = model.inputs.extra
    of_inputs = np.sum(gammaln(model.inputs.counts[held]) - gammaln(extra))
    totals = extra * model.widths
    of_inputs -= np.sum(gammaln(sizes[held][:, None] + totals) - gammaln(totals))
    theta = model.theta[model.labels]
    etas = theta[:, 0] + np.take_along_axis(theta, model.inputs.rows + 1, axis=1).sum(axis=1)
    of_counts = np.sum(model.y * etas - np.exp(etas) - model.log_factorials)
    of_theta = log_normal_density(model.theta[held], model.fresh.mean0, model.fresh.sd0)
    return of_inputs + of_counts + of_theta


class CategoryDraw(NamedTuple):
    """Clusters as a state keeps them: counts of categories, prior included, and coefficients."""

    counts: np.ndarray
    theta: np.ndarray


def _draw(model, places):
    return CategoryDraw(model.inputs.counts[places], model.theta[places])


COUNTS = Kind(count_sweep, more_counts, _prepare, _move, _log_density, _draw)
