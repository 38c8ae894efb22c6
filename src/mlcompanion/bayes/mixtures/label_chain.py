"""Chains of labels: collapsed Gibbs sampling, a few sweeps at a time (Sugiyama 2016, Eq. 20.6)."""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_count, check_instance, check_rng

from .gaussian_clusters import gather, gaussian_clusters, gaussian_sweep, more_room
from .label_sweep import PartitionPrior, run_sweeps, seats_of
from .prior import log_normalizers
from .variational import check_prior

__all__ = ["LabelState", "label_states"]


class LabelState(NamedTuple):
    """One state of a chain of labels, frozen: later sweeps do not change it.

    Attributes
    ----------
    labels : ndarray of int, shape (n,)
        Which labels are equal matters; their numbers mean nothing.
    log_joint : float
        Log of the probability of labels and data, parameters integrated out. NaN if the prior is
        improper, as the printed program's is.
    n_occupied : ndarray of int
        How many clusters had samples: after each of the sweeps since the last state.
    """

    labels: np.ndarray
    log_joint: float
    n_occupied: np.ndarray


def log_prob_sizes(sizes, partition):
    """Log probability of a partition with these sizes; of labels, if there are finitely many."""
    sizes = sizes[sizes > 0]
    n = sizes.sum()
    if partition.m == np.inf:
        tables = len(sizes) * math.log(partition.total) + gammaln(sizes).sum()
    else:
        tables = gammaln(sizes + partition.extra).sum() - len(sizes) * gammaln(partition.extra)
    return float(tables + gammaln(partition.total) - gammaln(n + partition.total))


def log_joint(clusters, sizes, partition):
    """Log probability of labels and rows, from the clusters' factors; cost O(K d)."""
    n, d = clusters.rows.shape
    if not (partition.total > 0 and clusters.nu0 > d - 1):  # the book's rule has no joint law
        return math.nan
    held = sizes > 0
    log_det0 = np.log(np.diag(clusters.factor0)).sum()
    before = log_normalizers(clusters.beta0, log_det0, clusters.nu0, d)
    beta = clusters.beta0 + sizes[held]
    nu = clusters.nu0 + sizes[held]
    after = log_normalizers(beta, clusters.log_dets[held], nu, d)
    densities = np.sum(after - before) - 0.5 * n * d * math.log(2 * math.pi)
    return float(densities + log_prob_sizes(sizes, partition))


class Link(NamedTuple):
    """State of a chain after some sweeps, the chain's own arrays; and clusters after each sweep."""

    labels: np.ndarray
    sizes: np.ndarray
    clusters: object
    trace: np.ndarray


def chain(rows, labels, prior, partition, rng, thin=1):
    """Yield a :class:`Link` at the start and after each ``thin`` sweeps, without end."""
    capacity = int(min(labels.max() + 2, partition.m))  # one empty place to open
    seats = seats_of(labels, max(capacity, labels.max() + 1))
    clusters = gaussian_clusters(rows, seats.labels, prior, len(seats.sizes))
    trace = np.array([np.count_nonzero(seats.sizes)])
    while True:
        yield Link(seats.labels, seats.sizes, clusters, trace)
        gather(clusters, len(seats.sizes))  # what rounding left of the last sweep goes
        uniforms = rng.random(thin * len(rows))
        clusters, seats, trace = run_sweeps(
            gaussian_sweep, clusters, seats, partition, uniforms, more_room
        )


def label_states(X, labels, prior, partition, *, thin=1, random_state=None):
    """Run collapsed Gibbs sampling of the labels, a sweep at a time.

    Parameters
    ----------
    X : array_like, shape (n, d)
    labels : array_like of int, shape (n,)
        To start from; the first state.
    prior : MixturePrior
        Of the components; its ``alpha0`` is not used.
    partition : PartitionPrior
        Of the labels: :func:`dirichlet_partition` or :func:`process_partition`.
    thin : int
        Sweeps between two states.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    iterator of LabelState
        Without end.

    Raises
    ------
    ValueError
        If shapes do not match, a label is negative or none of the finitely many, or ``prior`` is
        out of range.

    Notes
    -----
    Cost of a sweep: O(n K d^2) for K clusters with samples. Source: Sugiyama (2016), Eq. (20.6)
    with the right weight, centre and scale.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.bayes.mixtures import MixturePrior, process_partition
    >>> X = np.array([[0.0], [0.1], [0.2], [90.0], [90.1], [90.2]])
    >>> prior = MixturePrior(1.0, 0.01, np.zeros(1), np.eye(1), 3.0)
    >>> partition = process_partition(0.1)
    >>> states = label_states(X, [0] * 6, prior, partition, random_state=0)
    >>> for _ in range(5):
    ...     state = next(states)
    >>> state.labels[:3] == state.labels[3:]
    array([False, False, False])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    prior = check_prior(prior, X.shape[1])
    check_instance(partition, "partition", PartitionPrior)
    high = len(X) - 1 if partition.m == np.inf else int(partition.m) - 1
    labels = check_array(labels, "labels", shape=(len(X),), dtype=int, low=0, high=high)
    thin = check_count(thin, "thin", low=1)
    rng = check_rng(random_state)
    centre = X.mean(axis=0)
    moved = prior._replace(mean0=prior.mean0 - centre)
    return _states(chain(X - centre, labels, moved, partition, rng, thin), partition)


def _states(inner, partition):
    for labels, sizes, clusters, trace in inner:
        yield LabelState(labels.copy(), log_joint(clusters, sizes, partition), trace)
