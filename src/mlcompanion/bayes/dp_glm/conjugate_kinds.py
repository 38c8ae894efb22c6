"""The two kinds of local models whose parameters are integrated out, and what they predict.

Inputs independent within a cluster and a regression (Hannah, Blei and Powell 2011, section 6.4); or
inputs and response jointly normal with all covariances (section 5.3.1), which is a regression too:
:math:`\\beta=\\Sigma_x^{-1}b`.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from ..local_models.chain import Kind
from ..local_models.evidence import evidence_of
from ..local_models.local_regressions import (
    gather_regressions,
    local_regressions,
    more_regressions,
    regression_sweep,
)
from ..mixtures.gaussian_clusters import gather, gaussian_clusters, gaussian_sweep, more_room
from ..mixtures.label_chain import log_joint, log_prob_sizes
from ..mixtures.label_sweep import process_partition
from ..mixtures.prior import MixturePrior
from .prediction import LocalTerms, normalised
from .stacks import log_input_weights

__all__ = ["JointClusters", "RegressionClusters"]


class RegressionClusters(NamedTuple):
    """Clusters with a regression each, as a state keeps them.

    Attributes
    ----------
    centres, spreads : ndarray, shape (K, d)
        Of the inputs: centre, and scale b of the variance.
    coefs : ndarray, shape (K, q)
    roots : ndarray, shape (K, q, q)
        Lower Cholesky factors of the coefficients' precision, in units of the noise.
    noises : ndarray, shape (K,)
        Scale b of the noise's variance.
    """

    centres: np.ndarray
    spreads: np.ndarray
    coefs: np.ndarray
    roots: np.ndarray
    noises: np.ndarray


class JointClusters(NamedTuple):
    """Clusters of inputs and response together, as a state keeps them.

    Attributes
    ----------
    centres : ndarray, shape (K, d + 1)
    roots : ndarray, shape (K, d + 1, d + 1)
        Lower Cholesky factors of the scatter; the response is last.
    """

    centres: np.ndarray
    roots: np.ndarray


def _nothing(model, sizes, rng):
    """No parameter is left to draw."""


def _tidy_regressions(model, capacity, rng):
    gather_regressions(model, capacity)


def _tidy_joint(clusters, capacity, rng):
    gather(clusters, capacity)


def _regression_density(model, sizes):
    places = np.flatnonzero(sizes)
    parts = evidence_of(model, places, sizes[places])
    return parts.inputs.sum() + parts.responses.sum()


def _joint_density(clusters, sizes):
    partition = process_partition(1.0)
    # any partition will do: its share is taken off again
    return log_joint(clusters, sizes, partition) - log_prob_sizes(sizes, partition)


def _regressions_in(model, places):
    return RegressionClusters(
        model.inputs.centres[places],
        model.inputs.spreads[places],
        model.coefs[places],
        np.tril(model.roots[places]),
        model.noises[places],
    )


def _joint_in(clusters, places):
    return JointClusters(clusters.centres[places], np.tril(clusters.factors[places]))


REGRESSIONS = Kind(
    regression_sweep, more_regressions, _tidy_regressions, _nothing,
    _regression_density, _regressions_in,
)  # fmt: skip
JOINT = Kind(gaussian_sweep, more_room, _tidy_joint, _nothing, _joint_density, _joint_in)


def joint_prior(prior, d):
    """A normal-Wishart prior under which each variance has the inverse-gamma law of ``prior``."""
    scatters = np.append(np.full(d, 2 * prior.b_x), 2 * prior.b_y)
    centre = np.append(np.full(d, float(prior.centre)), 0.0)
    return MixturePrior(1.0, prior.nu, centre, np.diag(scatters), 2 * prior.a_x + d)


def start_regressions(data, labels, prior, capacity):
    """The clusters of labelled data, ready for a chain."""
    return local_regressions(data, labels, prior, capacity)


def start_joint(data, labels, prior, capacity):
    """The clusters of labelled data, inputs and response in one row."""
    rows = np.column_stack([data.rows, data.y])
    return gaussian_clusters(rows, labels, joint_prior(prior, data.rows.shape[1]), capacity)


def opened_regression(prior, d, q):
    """A cluster without samples."""
    return RegressionClusters(
        np.full((1, d), float(prior.centre)),
        np.full((1, d), float(prior.b_x)),
        np.zeros((1, q)),
        np.eye(q)[None] / prior.coef_scale,
        np.array([float(prior.b_y)]),
    )


def opened_joint(prior, d):
    """A cluster without samples."""
    full = joint_prior(prior, d)
    return JointClusters(full.mean0[None], np.sqrt(full.inverse_W0)[None])


def regression_terms(rows, design, stack, prior):
    """The response's law at each row."""
    weights = normalised(log_input_weights(rows, stack, prior), stack.starts)
    clusters = stack.clusters
    shapes = prior.a_y + 0.5 * stack.sizes
    inverses = np.linalg.inv(clusters.roots)
    spreads = np.empty_like(weights)
    for c, inverse in enumerate(inverses):
        spreads[:, c] = 1 + np.square(design @ inverse.T).sum(axis=1)
    scales = np.sqrt(spreads * (clusters.noises / shapes))
    return LocalTerms(weights, design @ clusters.coefs.T, scales, 2 * shapes)


def joint_terms(rows, stack, prior):
    """The response's law at each row: a t density given part of its vector is a t density."""
    n, d = rows.shape
    full = joint_prior(prior, d)
    beta = full.beta0 + stack.sizes
    freedoms = full.nu0 + stack.sizes - d  # of the joint density
    factor = (beta + 1) / (beta * freedoms)
    n_clusters = len(beta)
    logs = np.empty((n, n_clusters))
    centres = np.empty_like(logs)
    scales = np.empty_like(logs)
    for c, (centre, root) in enumerate(zip(stack.clusters.centres, stack.clusters.roots)):
        # the leading block of a Cholesky factor is the inputs' own factor
        z = np.linalg.solve(root[:d, :d], (rows - centre[:d]).T)
        # the factor's last row regresses the response on the whitened inputs
        centres[:, c] = centre[d] + root[d, :d] @ z
        squares = np.square(z).sum(axis=0) / factor[c]
        logs[:, c] = -0.5 * (freedoms[c] + d) * np.log1p(squares / freedoms[c])
        logs[:, c] -= np.log(np.diag(root)[:d]).sum()
        spread = (freedoms[c] + squares) / (freedoms[c] + d)
        scales[:, c] = root[d, d] * np.sqrt(factor[c] * spread)
    heights = gammaln(0.5 * (freedoms + d)) - gammaln(0.5 * freedoms)
    heights -= 0.5 * d * np.log(np.pi * freedoms * factor)
    weights = normalised(logs + heights + stack.log_masses, stack.starts)
    return LocalTerms(weights, centres, scales, freedoms + d)
