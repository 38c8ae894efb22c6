"""The mixture of local Poisson regressions on categories (Hannah et al. 2011, section 6.5)."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_list, check_real

from ..local_models.chain import ChainState, first_labels, first_seats, run, schedule_of
from ..local_models.concentration import concentration_of
from ..local_models.count_clusters import COUNTS, CategoryDraw, CountPrior, count_clusters
from .estimator import RunMixin
from .prediction import blocks, normalised
from .stacks import log_category_weights, stack_of

__all__ = ["DPGLMPoisson"]


class DPGLMPoisson(RunMixin, RegressorMixin, BaseEstimator):
    r"""Dirichlet process mixture of local Poisson regressions, for counts and categories.

    Parameters
    ----------
    alpha : float
        Concentration of the process; with ``alpha_prior`` only the start.
    alpha_prior : (float, float) or None
        Shape and rate of a gamma prior on the concentration; None keeps ``alpha``, as the source
        does here.
    categories : list of array_like or None
        What each column may hold; None is what ``fit`` sees.
    extra : float
        Parameter of the Dirichlet laws of the categories; 1 is flat.
    coef_scale : float
        Standard deviation of each coefficient.
    n_auxiliary : int
        Fresh parameters that a sample is shown (Algorithm 8).
    n_iter : int
        Sweeps.
    burn_in, thin : int
        After so many sweeps, every so many-th state is kept.
    n_clusters_init : int
        Clusters that the samples are shared out to at the start, at random.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    categories_ : list of ndarray
        What each column holds.
    states_ : list
        The kept states: ``labels``, ``sizes``, ``alpha`` and ``clusters``.
    labels_ : ndarray of int, shape (n,)
        Of the last.
    n_clusters_, alphas_, log_posterior_ : ndarray, shape (n_iter + 1,)
        At the start and after each sweep.
    n_iter_ : int

    Notes
    -----
    Every different number in a column is a category of its own. The intercept's prior has the
    logarithm of the mean count as its mean. Cost of a sweep: O(n (K + m) d + n m p + K p) for K
    clusters, m fresh parameters and p categories in all columns together; memory O(n m p). Source:
    Hannah, Blei and Powell (2011), Eq. (4), section 6.5; Neal (2000), Algorithm 8.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (20, 1))
    >>> y = 1 + 8 * (X[:, 0] == X[:, 1])
    >>> model = DPGLMPoisson(n_iter=500, burn_in=100, random_state=0).fit(X, y)
    >>> model.predict([[0, 0], [0, 1]]).round()
    array([9., 2.])
    """

    def __init__(
        self,
        alpha=1.0,
        *,
        alpha_prior=None,
        categories=None,
        extra=1.0,
        coef_scale=0.5,
        n_auxiliary=3,
        n_iter=2000,
        burn_in=1000,
        thin=5,
        n_clusters_init=25,
        progress=False,
        random_state=None,
    ):
        self.alpha = alpha
        self.alpha_prior = alpha_prior
        self.categories = categories
        self.extra = extra
        self.coef_scale = coef_scale
        self.n_auxiliary = n_auxiliary
        self.n_iter = n_iter
        self.burn_in = burn_in
        self.thin = thin
        self.n_clusters_init = n_clusters_init
        self.progress = progress
        self.random_state = random_state

    def _prior(self, y):
        above_zero = {"low": 0, "open_low": True}
        extra = check_real(self.extra, "extra", **above_zero)
        scale = check_real(self.coef_scale, "coef_scale", **above_zero)
        n_auxiliary = check_count(self.n_auxiliary, "n_auxiliary", low=1)
        # without any event: as if half of one had been seen
        return CountPrior(extra, np.log(max(y.mean(), 0.5 / len(y))), scale, n_auxiliary)

    def fit(self, X, y):
        """Sample labels and coefficients.

        Parameters
        ----------
        X : array_like, shape (n, d)
            Categories, as numbers.
        y : array_like of int, shape (n,)
            Counts.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a count is negative or not whole, or a parameter is out of range.
        """
        schedule, rng = schedule_of(self)
        concentration = concentration_of(self.alpha, self.alpha_prior)
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        y = check_array(y, "y", shape=(len(X),), low=0)
        if (y != np.floor(y)).any():
            raise ValueError("y must hold counts, got a number that is not whole")
        prior = self._prior(y)
        self.categories_ = self._known(X)
        self._widths = np.array([len(found) for found in self.categories_])
        rows = self._places(X)
        seats = first_seats(first_labels(len(rows), schedule.n_clusters, rng))
        capacity = len(seats.sizes)
        theta = prior.coef_scale * rng.standard_normal((capacity, 1 + self._widths.sum()))
        theta[:, 0] += prior.coef_mean
        data = (rows, self._widths, y)
        model = count_clusters(data, seats.labels, theta, prior, capacity)
        state = ChainState(model, seats, concentration)
        self._keep_run(run(COUNTS, state, schedule, rng, self.progress))
        self.prior_ = prior
        return self

    def _known(self, X):
        """What each column may hold, sorted."""
        if self.categories is None:
            return [np.unique(column) for column in X.T]
        known = check_list(self.categories, "categories")
        if len(known) != X.shape[1]:
            raise ValueError(
                f"categories must have one entry for each of {X.shape[1]} columns, got {len(known)}"
            )
        return [
            np.unique(check_array(values, "categories", ndim=1, min_rows=1)) for values in known
        ]

    def _places(self, X):
        """Places of categories in one list of all columns' categories."""
        firsts = np.append(0, np.cumsum(self._widths)[:-1])
        rows = np.empty(X.shape, dtype=np.int64)
        for j, found in enumerate(self.categories_):
            # beyond the last category there is no place; what stands there is compared next
            places = np.minimum(np.searchsorted(found, X[:, j]), len(found) - 1)
            unknown = found[places] != X[:, j]
            if unknown.any():
                raise ValueError(
                    f"X must hold known categories: column {j} has "
                    f"{X[unknown, j][0]:g}, known are {found[:9]}"
                )
            rows[:, j] = firsts[j] + places
        return rows

    def predict(self, X, *, state=None):
        """Mean count at each row.

        Parameters
        ----------
        X : array_like, shape (n, d)
        state : int, optional
            The place of one kept state; default the average over all.

        Returns
        -------
        ndarray, shape (n,)

        Raises
        ------
        ValueError
            If a category is not known.
        """
        check_is_fitted(self)
        rows = self._places(validate_data(self, X, dtype=float, reset=False))
        prior = self.prior_
        n_categories = self._widths.sum()
        # E exp of a sum of normal coefficients: half their variances are added
        theta0 = np.zeros((1, 1 + n_categories))
        theta0[0, 0] = prior.coef_mean + 0.5 * prior.coef_scale**2 * (1 + rows.shape[1])
        opened = CategoryDraw(np.full((1, n_categories), prior.extra), theta0)
        stack = stack_of(self._chosen(state), opened)
        means = []
        for block in blocks(len(rows), len(stack.sizes) * rows.shape[1]):
            places = rows[block]
            logs = log_category_weights(places, stack, prior.extra, self._widths)
            theta = stack.clusters.theta
            etas = theta[:, :1] + theta[:, 1 + places].sum(axis=2)
            means.append(np.einsum("nc,cn->n", normalised(logs, stack.starts), np.exp(etas)))
        return np.concatenate(means)
