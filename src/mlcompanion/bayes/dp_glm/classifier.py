"""The mixture of local multinomial regressions (Hannah et al. 2011, section 4.1.2)."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_flag, check_real

from ..local_models.chain import ChainState, first_labels, first_seats, run, schedule_of
from ..local_models.class_clusters import CLASSES, ClassDraw, class_clusters, log_probabilities
from ..local_models.concentration import concentration_of
from ..local_models.prior import (
    LocalPrior,
    check_local_prior,
    regression_data,
    with_constant,
)
from .estimator import RunMixin, scales_of
from .prediction import blocks, normalised
from .stacks import log_input_weights, stack_of

__all__ = ["DPGLMClassifier"]


class DPGLMClassifier(RunMixin, ClassifierMixin, BaseEstimator):
    r"""Dirichlet process mixture of local multinomial logistic regressions.

    Parameters
    ----------
    alpha : float
        Concentration of the process; with ``alpha_prior`` only the start.
    alpha_prior : (float, float) or None
        Shape and rate of a gamma prior on the concentration; None keeps ``alpha``.
    prior : LocalPrior or None
        Base measure of the inputs; its numbers for the response are not used.
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
    standardize : bool
        Bring columns to mean 0 and variance 1 first.
    progress : bool
        Show a bar.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    classes_ : ndarray, shape (c,)
    states_ : list
        The kept states: ``labels``, ``sizes``, ``alpha`` and ``clusters``.
    labels_ : ndarray of int, shape (n,)
        Clusters of the last.
    n_clusters_, alphas_, log_posterior_ : ndarray, shape (n_iter + 1,)
        At the start and after each sweep.
    x_mean_, x_scale_ : ndarray, shape (d,)
    n_iter_ : int

    Notes
    -----
    Cost of a sweep: O(n (K + m) (d + c q)) for K clusters, m fresh parameters, c classes and
    q = d + 1; memory O(n m c q). Source: Hannah, Blei and Powell (2011), Eq. (3), after Shahbaba
    and Neal (2009).

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-1, 1, 60)[:, None]
    >>> y = np.where(np.abs(x[:, 0]) < 0.4, "inside", "outside")
    >>> model = DPGLMClassifier(n_iter=300, burn_in=100, random_state=0).fit(x, y)
    >>> print(*model.predict([[-0.9], [0.0], [0.9]]))
    outside inside outside
    """

    def __init__(
        self,
        alpha=1.0,
        *,
        alpha_prior=(1.0, 1.0),
        prior=None,
        coef_scale=2.0,
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
        self.coef_scale = coef_scale
        self.n_auxiliary = n_auxiliary
        self.n_iter = n_iter
        self.burn_in = burn_in
        self.thin = thin
        self.n_clusters_init = n_clusters_init
        self.standardize = standardize
        self.progress = progress
        self.random_state = random_state

    def fit(self, X, y):
        """Sample labels and coefficients.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)
            Classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the data are not finite, there is one class only or a parameter is out of range.
        """
        schedule, rng = schedule_of(self)
        concentration = concentration_of(self.alpha, self.alpha_prior)
        prior = check_local_prior(LocalPrior() if self.prior is None else self.prior)
        scale = check_real(self.coef_scale, "coef_scale", low=0, open_low=True)
        n_auxiliary = check_count(self.n_auxiliary, "n_auxiliary", low=1)
        X, y = validate_data(self, X, y, dtype=float)
        self.classes_, codes = class_codes(y)
        n_classes = len(self.classes_)
        self.x_mean_ = np.zeros(X.shape[1])
        self.x_scale_ = np.ones(X.shape[1])
        if check_flag(self.standardize, "standardize"):
            self.x_mean_, self.x_scale_ = scales_of(X)
        rows = (X - self.x_mean_) / self.x_scale_
        data = regression_data(rows, codes.astype(np.int64))
        seats = first_seats(first_labels(len(rows), schedule.n_clusters, rng))
        capacity = len(seats.sizes)
        theta = scale * rng.standard_normal((capacity, n_classes * (X.shape[1] + 1)))
        base = (prior, scale, n_classes, n_auxiliary)
        model = class_clusters(data, seats.labels, theta, base, capacity)
        state = ChainState(model, seats, concentration)
        self._keep_run(run(CLASSES, state, schedule, rng, self.progress))
        self.prior_ = prior
        return self

    def predict_proba(self, X, *, state=None):
        """Probabilities of the classes at each row.

        Parameters
        ----------
        X : array_like, shape (n, d)
        state : int, optional
            The place of one kept state; default the average over all.

        Returns
        -------
        ndarray, shape (n, c)

        Notes
        -----
        A cluster without samples says 1 / c for each class: the prior does not tell them apart.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        rows = (X - self.x_mean_) / self.x_scale_
        n_classes = len(self.classes_)
        d = rows.shape[1]
        opened = ClassDraw(
            np.full((1, d), self.prior_.centre),
            np.full((1, d), self.prior_.b_x),
            np.zeros((1, n_classes * (d + 1))),
        )
        stack = stack_of(self._chosen(state), opened)
        parts = []
        for block in blocks(len(rows), len(stack.sizes) * n_classes):
            weights = normalised(log_input_weights(rows[block], stack, self.prior_), stack.starts)
            logs = log_probabilities(with_constant(rows[block]), stack.clusters.theta, n_classes)
            parts.append(np.einsum("nc,nck->nk", weights, np.exp(logs)))
        probabilities = np.concatenate(parts)
        return probabilities / probabilities.sum(axis=1, keepdims=True)

    def predict(self, X):
        """The most probable class at each row; of a tie the first.

        Parameters
        ----------
        X : array_like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]
