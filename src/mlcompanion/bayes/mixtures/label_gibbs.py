"""Collapsed Gibbs sampling of Gaussian mixtures (Sugiyama 2016, section 20.1.3, Fig. 20.5).

Weights, means and precisions are integrated out; what is sampled are the labels alone.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, logsumexp
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.density.mixtures import MixtureModel, MixtureParameters
from mlcompanion.density.mixtures.model import check_samples

from .gaussian_clusters import gather, gaussian_clusters, gaussian_sweep, more_room
from .label_sweep import (
    PartitionPrior,
    dirichlet_partition,
    process_partition,
    run_sweep,
    seats_of,
)
from .prior import log_normalizers, prior_of
from .student import t_terms
from .variational import VBPosterior, check_prior

__all__ = ["CollapsedGibbsGMM", "DPGibbsGMM", "LabelState", "label_states"]


class LabelState(NamedTuple):
    """One state of a chain of labels, frozen: later sweeps do not change it.

    Attributes
    ----------
    labels : ndarray of int, shape (n,)
        Which labels are equal matters; their numbers mean nothing.
    log_joint : float
        Log of the probability of labels and data, parameters integrated out. NaN if the prior is
        improper, as the printed program's is.
    """

    labels: np.ndarray
    log_joint: float


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
    if not (partition.total > 0 and clusters.nu0 > d - 1):
        return math.nan
    held = sizes > 0
    log_det0 = np.log(np.diag(clusters.factor0)).sum()
    before = log_normalizers(clusters.beta0, log_det0, clusters.nu0, d)
    beta = clusters.beta0 + sizes[held]
    nu = clusters.nu0 + sizes[held]
    after = log_normalizers(beta, clusters.log_dets[held], nu, d)
    densities = np.sum(after - before) - 0.5 * n * d * math.log(2 * math.pi)
    return float(densities + log_prob_sizes(sizes, partition))


def chain(rows, labels, prior, partition, rng):
    """Yield (labels, sizes, clusters) after each sweep, all of them the chain's own arrays."""
    capacity = int(min(labels.max() + 2, partition.m))
    seats = seats_of(labels, max(capacity, labels.max() + 1))
    clusters = gaussian_clusters(rows, seats.labels, prior, len(seats.sizes))
    while True:
        yield seats.labels, seats.sizes, clusters
        gather(clusters, len(seats.sizes))  # what rounding left of the last sweep goes
        uniforms = rng.random(len(rows))
        clusters, seats = run_sweep(gaussian_sweep, clusters, seats, partition, uniforms, more_room)


def label_states(X, labels, prior, partition, random_state=None):
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
    >>> states = label_states(X, np.zeros(6, dtype=int), prior, process_partition(0.1), 0)
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
    rng = check_rng(random_state)
    centre = X.mean(axis=0)
    moved = prior._replace(mean0=prior.mean0 - centre)
    return _states(chain(X - centre, labels, moved, partition, rng), partition)


def _states(inner, partition):
    for labels, sizes, clusters in inner:
        yield LabelState(labels.copy(), log_joint(clusters, sizes, partition))


class _LabelGibbs(MixtureModel):
    """What both samplers share: the chain, and what its last state says of the components."""

    def _low_nu(self, d):
        """What nu0 must be greater than."""
        return d - 1

    def fit(self, X, y=None):
        """Sample the labels.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``X`` is not a finite matrix or has too few samples, a parameter of the prior is out
            of range, or ``W0`` is not given and the covariance of ``X`` is singular.
        """
        n_sweeps = check_count(self.n_sweeps, "n_sweeps", low=1)
        columns, centre, _ = check_samples(self, X)
        prior = prior_of(self, columns, centre, self._low_nu(len(columns)))
        partition = self._partition()
        rng = check_rng(self.random_state)
        rows = np.ascontiguousarray(columns.T)
        states = chain(rows, self._start(len(rows), rng), prior, partition, rng)
        occupied = []
        joints = []
        for _ in progress_bar(range(n_sweeps + 1), self.progress):
            labels, sizes, clusters = next(states)
            occupied.append(np.count_nonzero(sizes))
            joints.append(log_joint(clusters, sizes, partition))
        self.n_occupied_ = np.array(occupied)
        self.log_joint_path_ = np.array(joints)
        self.labels_ = labels.copy()
        self.n_iter_ = n_sweeps
        self._finish(clusters, sizes, prior, centre)
        return self

    def _start(self, n, rng):
        """Labels to start from: those given, or all samples shared out evenly."""
        m = self.n_components
        if self.labels_init is not None:
            return check_array(self.labels_init, "labels_init", shape=(n,), dtype=int, low=0,
                               high=self._largest_label(n))  # fmt: skip
        return rng.permutation(n) % m

    def _finish(self, clusters, sizes, prior, centre):
        """Laws of the components given the last labels, and their means as point estimates."""
        kept = self._kept(sizes)
        count = np.zeros(len(kept))
        inside = kept < len(sizes)
        count[inside] = sizes[kept[inside]]
        m = len(kept)
        means = np.tile(clusters.mean0, (m, 1))
        factors = np.tile(clusters.factor0, (m, 1, 1))
        means[inside] = clusters.centres[kept[inside]]
        factors[inside] = np.tril(clusters.factors[kept[inside]])
        self.prior_ = prior._replace(mean0=prior.mean0 + centre)
        self.posterior_ = VBPosterior(
            self._extra() + count,
            prior.beta0 + count,
            means + centre,
            factors @ factors.transpose(0, 2, 1),
            prior.nu0 + count,
        )
        alpha = self.posterior_.alpha
        covariances = self.posterior_.inverse_W / self.posterior_.nu[:, None, None]
        self._keep(
            MixtureParameters(alpha / alpha.sum(), self.posterior_.means.copy(), covariances)
        )
        self.sizes_ = count.astype(int)


class CollapsedGibbsGMM(_LabelGibbs):
    r"""Bayesian Gaussian mixture by collapsed Gibbs sampling of its labels.

    Parameters
    ----------
    n_components : int
        Number m of components.
    alpha0 : float
        Concentration of the weights.
    beta0 : float
        How many samples the prior's centre is worth.
    mean0 : array_like, shape (d,), optional
        Centre of the means; default the mean of the samples. The source has 0.
    W0 : array_like, shape (d, d), optional
        Scale of the precisions' Wishart law; default the inverse of the samples' covariance.
    nu0 : float, optional
        Degrees of freedom, greater than d - 1; default d. With ``book_rule`` greater than d - 2:
        the source's program has 1 in the plane.
    n_sweeps : int
    book_rule : bool
        Weigh a component by alpha0 + n - 1 and an empty one by 0, as the source's program does: a
        component that is empty once is empty for ever, and the chain's law is not the posterior.
    labels_init : array_like of int, shape (n,), optional
        Default: all samples shared out evenly, at random.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    labels_ : ndarray of int, shape (n,)
        After the last sweep.
    sizes_ : ndarray of int, shape (m,)
        Samples of each component.
    n_occupied_ : ndarray of int, shape (n_sweeps + 1,)
        Components with samples, at the start and after each sweep.
    log_joint_path_ : ndarray, shape (n_sweeps + 1,)
        Log probability of labels and data; NaN if the prior is improper.
    weights_, means_, covariances_ : ndarray
        Given the last labels: posterior means of weights and means, inverses of those of the
        precisions.
    posterior_ : VBPosterior
        The laws of the parameters given the last labels.
    prior_ : MixturePrior
    n_iter_ : int
    n_params_ : int

    Notes
    -----
    Cost of a sweep: O(n K d^2) for K components with samples; the source's program recomputes every
    component for every sample, O(n^2 m d^2). Source: Sugiyama (2016), Eq. (20.6), Fig. 20.5. One
    state is one draw: judge by the path, not by the last.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [0.1], [0.2], [90.0], [90.1], [90.2]])
    >>> model = CollapsedGibbsGMM(2, beta0=0.01, W0=[[1.0]], nu0=3, random_state=0).fit(X)
    >>> np.sort(model.means_.ravel()).round(1)
    array([ 0.3, 90. ])
    """

    def __init__(
        self,
        n_components=1,
        *,
        alpha0=1.0,
        beta0=1.0,
        mean0=None,
        W0=None,
        nu0=None,
        n_sweeps=100,
        book_rule=False,
        labels_init=None,
        progress=False,
        random_state=None,
    ):
        self.n_components = n_components
        self.alpha0 = alpha0
        self.beta0 = beta0
        self.mean0 = mean0
        self.W0 = W0
        self.nu0 = nu0
        self.n_sweeps = n_sweeps
        self.book_rule = book_rule
        self.labels_init = labels_init
        self.progress = progress
        self.random_state = random_state

    def _low_nu(self, d):
        return d - 2 if check_flag(self.book_rule, "book_rule") else d - 1

    def _partition(self):
        if self.book_rule:
            return PartitionPrior(self.alpha0 - 1.0, 0.0, float(self.n_components))
        return dirichlet_partition(self.alpha0, self.n_components)

    def _largest_label(self, n):
        return self.n_components - 1

    def _extra(self):
        return self.alpha0

    def _kept(self, sizes):
        return np.arange(self.n_components)

    def predictive_logpdf(self, X):
        """Log-density of rows given the last labels, parameters averaged: a mixture of t densities.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return logsumexp(t_terms(X, self.posterior_), axis=0)


class DPGibbsGMM(_LabelGibbs):
    r"""Dirichlet process mixture of Gaussians, by collapsed Gibbs sampling of its labels.

    The limit of :class:`CollapsedGibbsGMM` with alpha0 = alpha / m for ever more components: an
    existing cluster attracts a sample by its size, a new one by alpha.

    Parameters
    ----------
    alpha : float
        Concentration of the process: about alpha log n clusters before any data.
    beta0 : float
        How many samples the prior's centre is worth.
    mean0 : array_like, shape (d,), optional
        Centre of the means; default the mean of the samples.
    W0 : array_like, shape (d, d), optional
        Scale of the precisions' Wishart law; default the inverse of the samples' covariance.
    nu0 : float, optional
        Degrees of freedom, greater than d - 1; default d.
    n_sweeps : int
    labels_init : array_like of int, shape (n,), optional
        Default: one cluster.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    labels_ : ndarray of int, shape (n,)
        After the last sweep, numbered from 0 without gaps.
    sizes_ : ndarray of int, shape (K,)
    n_occupied_ : ndarray of int, shape (n_sweeps + 1,)
        Clusters, at the start and after each sweep.
    log_joint_path_ : ndarray, shape (n_sweeps + 1,)
    weights_, means_, covariances_ : ndarray
        Of the clusters with samples, given the last labels.
    posterior_ : VBPosterior
        The laws of their parameters.
    prior_ : MixturePrior
    n_iter_ : int
    n_params_ : int

    Notes
    -----
    Cost of a sweep: O(n K d^2) for K clusters. Source: Sugiyama (2016), end of section 20.1.3; the
    rule of the limit is not written out there.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [0.1], [0.2], [90.0], [90.1], [90.2]])
    >>> model = DPGibbsGMM(0.1, beta0=0.01, W0=[[1.0]], nu0=3, random_state=0).fit(X)
    >>> model.labels_
    array([0, 0, 0, 1, 1, 1])
    """

    def __init__(
        self,
        alpha=1.0,
        *,
        beta0=1.0,
        mean0=None,
        W0=None,
        nu0=None,
        n_sweeps=100,
        labels_init=None,
        progress=False,
        random_state=None,
    ):
        self.alpha = alpha
        self.beta0 = beta0
        self.mean0 = mean0
        self.W0 = W0
        self.nu0 = nu0
        self.n_sweeps = n_sweeps
        self.labels_init = labels_init
        self.progress = progress
        self.random_state = random_state

    #: One cluster to start from; the finite mixture's prior, which the limit does not have.
    n_components = 1
    alpha0 = 1.0

    def _partition(self):
        return process_partition(self.alpha)

    def _largest_label(self, n):
        return n - 1

    def _extra(self):
        return 0.0

    def _kept(self, sizes):
        kept = np.flatnonzero(sizes)
        self.labels_ = np.searchsorted(kept, self.labels_)
        return kept

    def predictive_logpdf(self, X):
        """Log-density of rows given the last labels; a row may open a cluster of its own.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        n = self.sizes_.sum()
        alpha = check_real(self.alpha, "alpha", low=0, open_low=True)
        prior = self.prior_
        new = VBPosterior(
            np.ones(1), np.array([prior.beta0]), prior.mean0[None], prior.inverse_W0[None],
            np.array([prior.nu0]),
        )  # fmt: skip
        known = logsumexp(t_terms(X, self.posterior_), axis=0) + math.log(n)
        opened = t_terms(X, new)[0] + math.log(alpha)
        return np.logaddexp(known, opened) - math.log(n + alpha)
