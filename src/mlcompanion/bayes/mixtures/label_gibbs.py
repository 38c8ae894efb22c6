"""Collapsed Gibbs sampling of Gaussian mixtures (Sugiyama 2016, section 20.1.3, Fig. 20.5).

Weights, means and precisions are integrated out; what is sampled are the labels alone.
"""

import math

import numpy as np
from scipy.special import logsumexp
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_array, check_count, check_flag, check_real, check_rng
from mlcompanion.density.mixtures import MixtureModel, MixtureParameters
from mlcompanion.density.mixtures.model import check_samples

from .label_chain import chain, log_joint
from .label_sweep import PartitionPrior, dirichlet_partition, process_partition
from .prior import prior_of
from .student import t_terms
from .variational import VBPosterior

__all__ = ["CollapsedGibbsGMM", "DPGibbsGMM"]


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
            labels, sizes, clusters, trace = next(states)
            occupied.append(trace[-1])
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
        return rng.permutation(n) % m  # sizes differ by one at most

    def _finish(self, clusters, sizes, prior, centre):
        """Laws of the components given the last labels, and their means as point estimates."""
        kept = self._kept(sizes)
        count = np.zeros(len(kept))
        inside = kept < len(sizes)  # places beyond are empty: they keep the prior's laws
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
    array([ 0.2, 90. ])
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
        self.labels_ = np.searchsorted(kept, self.labels_)  # labels without gaps
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
