"""The mixture of local regressions with log-normal variances (Hannah et al. 2011, section 6.3)."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_instance, check_real

from ..local_models.chain import ChainState, first_labels, first_seats, run, schedule_of
from ..local_models.concentration import concentration_of
from ..local_models.log_normal_clusters import (
    LOG_NORMALS,
    LogNormalPrior,
    base_of,
    log_normal_clusters,
)
from ..local_models.prior import regression_data, with_constant
from .estimator import LocalMixtureMixin
from .prediction import LocalTerms, normalised
from .stacks import Stack

__all__ = ["DPGLMLogNormal"]

#: Nodes by which a normal log variance is integrated out.
_NODES = 24


def hermite_nodes(mean, sd):
    """Nodes and weights of the law N(mean, sd^2)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    return mean + sd * nodes, weights / weights.sum()


def log_normal(gap, log_var):
    """Normal log-density."""
    return -0.5 * (log_var + np.square(gap) * np.exp(-log_var) + np.log(2 * np.pi))


def check_log_normal_prior(prior):
    """The prior, its numbers checked by name."""
    check_instance(prior, "prior", LogNormalPrior)
    checked = {}
    for name, value in prior._asdict().items():
        free = name in ("log_var_x", "log_var_y")
        low = {} if free else {"low": 0, "open_low": True}
        checked[name] = check_real(value, f"prior.{name}", **low)
    return LogNormalPrior(**checked)


class DPGLMLogNormal(LocalMixtureMixin, RegressorMixin, BaseEstimator):
    r"""Dirichlet process mixture of local regressions with normal means and log-normal variances.

    For small data with uneven noise: a cluster's place is not tied to its width, as it is under the
    conjugate prior of :class:`DPGLMRegressor`.

    Parameters
    ----------
    alpha : float
        Concentration of the process; with ``alpha_prior`` only the start.
    alpha_prior : (float, float) or None
        Shape and rate of a gamma prior on the concentration; None keeps ``alpha``.
    prior : LogNormalPrior or None
        Base measure; None is ``LogNormalPrior()``. With ``standardize`` its numbers are for inputs
        and responses of mean 0 and variance 1.
    n_auxiliary : int
        Fresh parameters that a sample is shown (Algorithm 8).
    n_iter : int
        Sweeps.
    burn_in, thin : int
        After so many sweeps, every so many-th state is kept.
    n_clusters_init : int
        Clusters that the samples are shared out to at the start, at random.
    standardize : bool
        Bring columns and responses to mean 0 and variance 1 first.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    states_ : list
        The kept states: ``labels``, ``sizes``, ``alpha`` and ``clusters``.
    labels_ : ndarray of int, shape (n,)
        Of the last.
    n_clusters_, alphas_, log_posterior_ : ndarray, shape (n_iter + 1,)
        At the start and after each sweep.
    x_mean_, x_scale_ : ndarray, shape (d,)
    y_mean_, y_scale_ : float
    n_iter_ : int

    Notes
    -----
    Cost of a sweep: O(n (K + m) (d + q) + n q^2) for K clusters, m fresh parameters and q = d + 1
    coefficients; memory O(n m (d + q)). Source: Hannah, Blei and Powell (2011), section 6.3; Neal
    (2000), Algorithm 8.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-1, 1, 40)[:, None]
    >>> model = DPGLMLogNormal(n_iter=200, burn_in=100, random_state=0).fit(x, np.abs(x[:, 0]))
    >>> model.predict([[-0.5], [0.5]]).round(1)
    array([0.5, 0.5])
    """

    def __init__(
        self,
        alpha=1.0,
        *,
        alpha_prior=(1.0, 1.0),
        prior=None,
        n_auxiliary=3,
        n_iter=2000,
        burn_in=1000,
        thin=5,
        n_clusters_init=25,
        standardize=True,
        progress=False,
        random_state=None,
    ):
        self.alpha = alpha
        self.alpha_prior = alpha_prior
        self.prior = prior
        self.n_auxiliary = n_auxiliary
        self.n_iter = n_iter
        self.burn_in = burn_in
        self.thin = thin
        self.n_clusters_init = n_clusters_init
        self.standardize = standardize
        self.progress = progress
        self.random_state = random_state

    def fit(self, X, y):
        """Sample labels and parameters.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the data are not finite, shapes do not match or a parameter is out of range.
        """
        schedule, rng = schedule_of(self)
        prior = check_log_normal_prior(LogNormalPrior() if self.prior is None else self.prior)
        n_auxiliary = check_count(self.n_auxiliary, "n_auxiliary", low=1)
        concentration = concentration_of(self.alpha, self.alpha_prior)
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        rows, z = self._standard(X, np.asarray(y, dtype=float))
        data = regression_data(rows, z)
        seats = first_seats(first_labels(len(rows), schedule.n_clusters, rng))
        mean0, sd0 = base_of(prior, data.rows.shape[1], data.design.shape[1])
        theta = rng.normal(mean0, sd0, (len(seats.sizes), len(mean0)))
        model = log_normal_clusters(
            data, seats.labels, theta, (prior, n_auxiliary), len(seats.sizes)
        )
        LOG_NORMALS.move(model, seats.sizes, rng)
        state = ChainState(model, seats, concentration)
        self._keep_run(run(LOG_NORMALS, state, schedule, rng, self.progress))
        self.prior_ = prior
        return self

    def _stack(self, kept):
        """All clusters of all states; a new one stands as so many as its noise has nodes."""
        nodes, weights = hermite_nodes(self.prior_.log_var_y, self.prior_.log_var_y_scale)
        d = len(self.x_mean_)
        opened = np.zeros((_NODES, 3 * d + 2))
        opened[:, -1] = nodes
        theta = np.concatenate([part for state in kept for part in (state.clusters.theta, opened)])
        sizes = np.concatenate([np.append(s.sizes, np.zeros(_NODES, dtype=int)) for s in kept])
        # the new cluster's mass alpha, shared out over the nodes of its noise
        masses = np.concatenate([np.append(s.sizes, s.alpha * weights) for s in kept])
        lengths = [len(state.sizes) + _NODES for state in kept]
        return Stack(theta, sizes, np.log(masses), np.append(0, np.cumsum(lengths)[:-1]))

    def _terms(self, rows, stack):
        d = rows.shape[1]
        theta = stack.clusters
        design = with_constant(rows)
        log_var_y = np.tile(theta[:, -1], (len(rows), 1))
        logs = np.zeros(log_var_y.shape)
        for j in range(d):
            logs += log_normal(rows[:, j, None] - theta[:, j], theta[:, d + j])
        opened = stack.sizes == 0
        logs[:, opened] = self._log_new(rows)[:, None]
        # a new cluster's coefficients are integrated out too: their spread adds to the noise
        spread = self.prior_.coef_scale**2 * np.square(design).sum(axis=1)
        variances = np.exp(log_var_y) + np.where(opened, spread[:, None], 0.0)
        weights = normalised(logs + stack.log_masses, stack.starts)
        centres = design @ theta[:, 2 * d : -1].T
        return LocalTerms(weights, centres, np.sqrt(variances), np.full(len(theta), np.inf))

    def _log_new(self, rows):
        """Log-density of rows in a cluster without samples."""
        prior = self.prior_
        nodes, weights = hermite_nodes(prior.log_var_x, prior.log_var_x_scale)
        log_vars = np.log(prior.mean_scale**2 + np.exp(nodes))
        logs = log_normal(rows[:, :, None], log_vars) + np.log(weights)
        top = logs.max(axis=2, keepdims=True)
        return (top[:, :, 0] + np.log(np.exp(logs - top).sum(axis=2))).sum(axis=1)
