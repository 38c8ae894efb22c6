"""The mixture of local linear regressions as an estimator (Hannah, Blei and Powell 2011)."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

from mlcompanion._data import validate_data
from mlcompanion._validation import check_flag, check_in

from ..local_models.chain import ChainState, first_labels, first_seats, run, schedule_of
from ..local_models.concentration import concentration_of
from ..local_models.prior import LocalPrior, check_local_prior, design_of, regression_data
from .conjugate_kinds import (
    JOINT,
    REGRESSIONS,
    joint_terms,
    opened_joint,
    opened_regression,
    regression_terms,
    start_joint,
    start_regressions,
)
from .estimator import LocalMixtureMixin
from .stacks import stack_of

__all__ = ["DPGLMRegressor"]


class DPGLMRegressor(LocalMixtureMixin, RegressorMixin, BaseEstimator):
    r"""Dirichlet process mixture of local linear regressions, by collapsed Gibbs sampling.

    Inputs and response are modelled together: a cluster is a place in the inputs and a line. How
    many there are, the data say. The mean bends where one line hands over to the next, and the band
    is wide where the lines' noise is large.

    Parameters
    ----------
    alpha : float
        Concentration of the process; with ``alpha_prior`` only the start.
    alpha_prior : (float, float) or None
        Shape and rate of a gamma prior on the concentration; None keeps ``alpha``.
    prior : LocalPrior or None
        Base measure; None is ``LocalPrior()``. With ``standardize`` its numbers are for inputs and
        responses of mean 0 and variance 1.
    slope : bool
        Whether the local models have slopes. Without, this is the plain Dirichlet process mixture:
        a constant in each cluster.
    covariance : {"diagonal", "full"}
        Inputs independent within a cluster, or jointly normal with the response; the second needs
        ``slope``, has ``a_y`` equal to ``a_x`` and does not use ``coef_scale``.
    n_iter : int
        Sweeps.
    burn_in, thin : int
        After so many sweeps, every so many-th state is kept.
    n_clusters_init : int
        Clusters that the samples are shared out to at the start, at random. From one cluster a
        chain may stay there for long.
    standardize : bool
        Bring columns and responses to mean 0 and variance 1 first.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    states_ : list
        The kept states: ``labels``, ``sizes``, ``alpha`` and ``clusters``, the last in the units of
        the prior.
    labels_ : ndarray of int, shape (n,)
        Of the last.
    n_clusters_, alphas_, log_posterior_ : ndarray, shape (n_iter + 1,)
        At the start and after each sweep.
    x_mean_, x_scale_ : ndarray, shape (d,)
    y_mean_, y_scale_ : float
    n_iter_ : int

    Notes
    -----
    Cost of a sweep: O(n K (d + q^2)) time for K clusters with q = d + 1 coefficients (1 without
    slope), O(K (d + q^2)) memory beside the data; of a prediction O(M K (d + q^2)) a row for M kept
    states. Source: Hannah, Blei and Powell (2011), section 4, Algorithm 1 with all parameters
    integrated out; section 5.3.1 for full covariance.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-1, 1, 40)[:, None]
    >>> model = DPGLMRegressor(n_iter=200, burn_in=100, random_state=0).fit(x, np.abs(x[:, 0]))
    >>> model.predict([[-0.5], [0.5]]).round(1)
    array([0.5, 0.5])
    """

    def __init__(
        self,
        alpha=1.0,
        *,
        alpha_prior=(1.0, 1.0),
        prior=None,
        slope=True,
        covariance="diagonal",
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
        self.slope = slope
        self.covariance = covariance
        self.n_iter = n_iter
        self.burn_in = burn_in
        self.thin = thin
        self.n_clusters_init = n_clusters_init
        self.standardize = standardize
        self.progress = progress
        self.random_state = random_state

    def fit(self, X, y):
        """Sample the labels.

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
        full = check_in(self.covariance, "covariance", ("diagonal", "full")) == "full"
        slope = check_flag(self.slope, "slope")
        if full and not slope:
            raise ValueError("slope must be True with full covariance, which gives a slope")
        prior = check_local_prior(LocalPrior() if self.prior is None else self.prior)
        concentration = concentration_of(self.alpha, self.alpha_prior)
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        rows, z = self._standard(X, np.asarray(y, dtype=float))
        data = regression_data(rows, z, slope)
        seats = first_seats(first_labels(len(rows), schedule.n_clusters, rng))
        kind, start = (JOINT, start_joint) if full else (REGRESSIONS, start_regressions)
        model = start(data, seats.labels, prior, len(seats.sizes))
        state = ChainState(model, seats, concentration)
        self._keep_run(run(kind, state, schedule, rng, self.progress))
        self.prior_ = prior
        return self

    def _stack(self, kept):
        d = len(self.x_mean_)
        if self.covariance == "full":
            return stack_of(kept, opened_joint(self.prior_, d))
        return stack_of(kept, opened_regression(self.prior_, d, d + 1 if self.slope else 1))

    def _terms(self, rows, stack):
        if self.covariance == "full":
            return joint_terms(rows, stack, self.prior_)
        return regression_terms(rows, design_of(rows, self.slope), stack, self.prior_)
