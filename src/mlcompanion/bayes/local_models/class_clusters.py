r"""Clusters of numbers with a multinomial logistic regression each (Hannah et al. 2011, Eq. 3).

.. math:: P(y=k\mid x)=\frac{\exp(\tilde x^\top\beta_k)}{\sum_\ell\exp(\tilde x^\top\beta_\ell)}

The model of Shahbaba and Neal (2009). The inputs' parameters are integrated out; the coefficients
of a cluster move together by a Hamiltonian step.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

from ..mixtures.label_sweep import label_sweep
from .chain import Kind
from .evidence import normal_evidence
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
    NormalInputs,
    add_normal,
    clear_normal,
    log_normal_inputs,
    normal_inputs,
    remove_normal,
)

__all__ = ["ClassClusters"]

#: Leapfrog steps of one Hamiltonian step.
_LEAPS = 10


class ClassClusters(NamedTuple):
    """State of the clusters.

    Attributes
    ----------
    inputs : NormalInputs
    design : ndarray, shape (n, q)
    y : ndarray of int, shape (n,)
    labels : ndarray of int, shape (n,)
    theta : ndarray, shape (capacity, q * n_classes)
        Coefficients, class by class.
    n_classes : int
    fresh : Fresh
    """

    inputs: NormalInputs
    design: np.ndarray
    y: np.ndarray
    labels: np.ndarray
    theta: np.ndarray
    n_classes: int
    fresh: Fresh


@njit
def score(model, theta, c, i):
    """The linear predictor of class c at sample i."""
    q = model.design.shape[1]
    total = 0.0
    for a in range(q):
        total += theta[c * q + a] * model.design[i, a]
    return total


@njit
def log_class(model, theta, i):
    """Log probability of the class of sample i."""
    # the largest score so far is taken out of the sum
    own = score(model, theta, model.y[i], i)
    total = 0.0
    top = own
    for c in range(model.n_classes):
        value = score(model, theta, c, i)
        if value > top:
            # a running log-sum-exp: no array for the scores
            total = total * math.exp(top - value) + 1.0
            top = value
        else:
            total += math.exp(value - top)
    return own - top - math.log(total)


@njit
def all_log_classes(model):
    """Log probability of all classes."""
    total = 0.0
    for i in range(len(model.labels)):
        total += log_class(model, model.theta[model.labels[i]], i)
    return total


@njit
def add_class(model, k, i, size):
    """Let sample i join cluster k, which then has ``size`` samples."""
    if size == 1:
        take(model.fresh, model.theta[k])
    add_normal(model.inputs, k, i, size)


@njit
def remove_class(model, k, i, size):
    """Let sample i leave cluster k, which keeps ``size`` samples."""
    if size == 0:
        leave_alone(model.fresh, model.theta[k])
        clear_normal(model.inputs, k)
        return
    # otherwise too few digits are left: the cluster is summed anew from those that stay
    if remove_normal(model.inputs, k, i, size):
        return
    clear_normal(model.inputs, k)
    held = 0
    for j in range(len(model.labels)):
        if model.labels[j] == k:  # the sweep has taken the label of i away already
            held += 1
            add_normal(model.inputs, k, j, held)


@njit
def log_with_class(model, k, i, size):
    """Log-density of sample i given cluster k; of a new cluster, by its candidates."""
    of_inputs = log_normal_inputs(model.inputs, k, i, size)
    if size > 0:
        return of_inputs + log_class(model, model.theta[k], i)
    show(model.fresh, i)
    for a in range(len(model.fresh.logs)):
        model.fresh.logs[a] = log_class(model, model.fresh.candidates[a], i)
    return of_inputs + choose(model.fresh, i)


class_sweep = label_sweep("class", add_class, remove_class, log_with_class)


@njit
def gather_inputs(model):
    """Compute all clusters' inputs anew."""
    sizes = np.zeros(len(model.theta), dtype=np.int64)
    for k in range(len(sizes)):
        clear_normal(model.inputs, k)
    for i in range(len(model.labels)):
        k = model.labels[i]
        sizes[k] += 1
        add_normal(model.inputs, k, i, sizes[k])


@njit
def potential(model, members, theta, slope):
    """Minus the log posterior of a cluster's coefficients; its gradient into ``slope``."""
    q = model.design.shape[1]
    n_classes = model.n_classes
    energy = 0.0
    # the normal prior of each coefficient
    for b in range(len(theta)):
        gap = (theta[b] - model.fresh.mean0[b]) / model.fresh.sd0[b]
        energy += 0.5 * gap * gap
        slope[b] = gap / model.fresh.sd0[b]
    scores = np.empty(n_classes)
    for i in members:
        for c in range(n_classes):
            scores[c] = score(model, theta, c, i)
        top = scores.max()
        total = 0.0
        for c in range(n_classes):
            total += math.exp(scores[c] - top)
        energy -= scores[model.y[i]] - top - math.log(total)
        for c in range(n_classes):
            # probability less indicator: the gradient of the softmax loss
            excess = math.exp(scores[c] - top) / total - (c == model.y[i])
            for a in range(q):
                slope[c * q + a] += excess * model.design[i, a]
    return energy


@njit
def hamiltonian_classes(model, sizes, moves):
    """One Hamiltonian step of the coefficients of every cluster with samples.

    The steps' lengths come from a bound on the curvature that asks labels and inputs only, so that
    an orbit can be run backwards.
    """
    n_samples, q = model.design.shape
    p = model.theta.shape[1]
    slope = np.empty(p)
    steps = np.empty(p)
    for k in range(len(model.theta)):
        if sizes[k] == 0:
            continue
        members = np.empty(sizes[k], dtype=np.int64)
        found = 0
        for i in range(n_samples):
            if model.labels[i] == k:
                members[found] = i  # gathered once: each leap reads them
                found += 1
        for b in range(p):
            curvature = 1 / model.fresh.sd0[b] ** 2
            for i in members:
                curvature += 0.25 * model.design[i, b % q] ** 2  # 1/4 bounds p (1 - p)
            steps[b] = moves.lengths[k] / math.sqrt(q * curvature)
        theta = model.theta[k].copy()
        momentum = moves.normals[k].copy()  # standard normal: the steps hold the masses
        energy = potential(model, members, theta, slope) + 0.5 * np.sum(momentum * momentum)
        for _leap in range(_LEAPS):
            # leapfrog: half a kick, a drift, half a kick: it can be run backwards
            momentum -= 0.5 * steps * slope
            theta += steps * momentum
            after = potential(model, members, theta, slope)
            momentum -= 0.5 * steps * slope
        after += 0.5 * np.sum(momentum * momentum)
        # Metropolis mends what the length of the steps does to the energy
        if math.log(moves.uniforms[k, 0]) < energy - after:
            model.theta[k] = theta


def class_clusters(data, labels, theta, prior, capacity):
    """The clusters of labelled samples; ``data`` has classes from 0 as responses.

    ``prior`` is (LocalPrior, standard deviation of a coefficient, classes, fresh parameters).
    """
    local, coef_scale, n_classes, n_auxiliary = prior
    n, q = data.design.shape
    mean0 = np.zeros(q * n_classes)
    model = ClassClusters(
        normal_inputs(data.rows, local, capacity),
        data.design,
        data.y,
        labels,
        with_room(theta, capacity),
        n_classes,
        fresh_parameters(n, n_auxiliary, mean0, np.full(len(mean0), float(coef_scale))),
    )
    gather_inputs(model)
    return model


def more_classes(model, capacity):
    """The same clusters with room for more."""
    d = model.inputs.rows.shape[1]
    inputs = model.inputs._replace(
        centres=np.empty((capacity, d)),
        spreads=np.empty((capacity, d)),
        half_logs=np.empty(capacity),
    )
    grown = model._replace(inputs=inputs, theta=with_room(model.theta, capacity))
    gather_inputs(grown)
    return grown


def _prepare(model, capacity, rng):
    gather_inputs(model)  # what rounding left of removals goes
    renew(model.fresh, rng)


def _move(model, sizes, rng):
    hamiltonian_classes(model, sizes, nudges(*model.theta.shape, rng))


def log_probabilities(design, theta, n_classes):
    """Log probabilities of the classes (n, K, n_classes) at rows (n, q), of coefficients (K, p)."""
    betas = theta.reshape(len(theta), n_classes, -1)
    scores = np.einsum("nq,kcq->nkc", design, betas)
    scores -= scores.max(axis=2, keepdims=True)  # no overflow
    return scores - np.log(np.exp(scores).sum(axis=2, keepdims=True))


def _log_density(model, sizes):
    places = np.flatnonzero(sizes)
    of_inputs = normal_evidence(model.inputs, places, sizes[places]).sum()
    of_theta = log_normal_density(model.theta[places], model.fresh.mean0, model.fresh.sd0)
    return of_inputs + all_log_classes(model) + of_theta


class ClassDraw(NamedTuple):
    """Clusters as a state keeps them."""

    centres: np.ndarray
    spreads: np.ndarray
    theta: np.ndarray


def _draw(model, places):
    return ClassDraw(
        model.inputs.centres[places], model.inputs.spreads[places], model.theta[places]
    )


CLASSES = Kind(class_sweep, more_classes, _prepare, _move, _log_density, _draw)
