r"""Logistic regression, with or without hidden states, by quadratic bounds: no step size.

Choromanska (2014), sections 2.2.2, 2.2.3 and 2.3.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import counted_rows, note_run
from mlcompanion._validation import check_count, check_flag, check_in, check_real, check_rng
from mlcompanion.optimize.majorising import majorize

from .._columns import Columns
from .bound_fits import SoftmaxSurrogate
from .softmax_fits import log_sum_exp

__all__ = ["BoundLogisticRegression", "LatentLogisticRegression"]

_NEAR_ZERO = 0.1  # size of the random start of the parameters, for columns of size 1


class _BoundClassifier(AllScoresMixin, BaseEstimator):
    """What both models share: columns of one size, steps from bound to bound, and back."""

    def _surrogate(self, X, y, sample_weight, n_hidden=1):
        """Validate everything; return the columns and the bounds in them."""
        lam = check_real(self.lam, "lam", low=0)
        rank = None if self.rank is None else check_count(self.rank, "rank")
        order = check_in(self.order, "order", ("ascending", "descending", "given"))
        intercept = check_flag(self.fit_intercept, "fit_intercept")
        X, y = validate_data(self, X, y, dtype=np.float64)
        X, y, weights, _ = counted_rows(sample_weight, X, y)
        self.classes_, codes = class_codes(y)
        total = len(X) if weights is None else weights.sum()
        # 4, for the curvature of the losses is 1/4 at most
        columns = Columns.of(X, centred=intercept, ridge=4 * lam, weights=weights)
        Phi = np.column_stack([columns.apply(X), np.ones((len(X), int(intercept)))])
        # the same penalty in the columns' units; an intercept pays none
        ridge = np.append(total * lam / columns.unit**2, np.zeros(int(intercept)))
        surrogate = SoftmaxSurrogate(
            Phi, codes, len(self.classes_), ridge,
            n_hidden=n_hidden, weights=weights, rank=rank, order=order,
        )  # fmt: skip
        return columns, surrogate

    def _climb(self, surrogate, start):
        """Step from bound to bound; the caller says whether that ended well."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return majorize(
                surrogate, start, relax=check_real(self.zeta, "zeta", low=0, high=2,
                                                   open_low=True, open_high=True),
                tol=check_real(self.tol, "tol", low=0),
                max_iter=check_count(self.max_iter, "max_iter", low=1),
            )  # fmt: skip

    def _in_data_units(self, columns, theta, n_states):
        """Coefficients, shape (n_features, n_states), and intercepts."""
        W = theta.reshape(n_states, -1).T
        b = len(columns.unit)
        return columns.to_data(W[:b], W[b:].sum(axis=0))  # without an intercept a sum of no rows: 0

    def predict_log_proba(self, X):
        """Logarithms of the class probabilities, shape (n_samples, n_classes)."""
        F = self.scores(X)
        return F - log_sum_exp(F)[:, None]

    def predict_proba(self, X):
        """Class probabilities, shape (n_samples, n_classes)."""
        return np.exp(self.predict_log_proba(X))


class BoundLogisticRegression(_BoundClassifier):
    r"""Multiclass logistic regression by the quadratic bound on its partition function.

    .. math:: \min_\theta\ \frac1t\sum_{j=1}^t\Bigl[\log\sum_ye^{\theta_y^\top x_j}
        -\theta_{y_j}^\top x_j\Bigr]+\frac\lambda2\sum_y\|\theta_y\|^2

    Each step minimises a quadratic that lies above the criterion and touches it: there is no step
    size, no line search, and the criterion never rises.

    Parameters
    ----------
    lam : float
        Penalty :math:`\lambda` of the *mean* loss, not negative: 1/(C n_samples) of scikit-learn
        for more than two classes, which penalises two classes half as much. An intercept is free.
    zeta : float
        Factor of the steps, between 0 and 2; the criterion falls with any.
    rank : int, optional
        Keep the curvature to this rank plus a diagonal. Default: full matrices.
    order : {"descending", "ascending", "given"}
        How the labels are visited, see :func:`softmax_bound`.
    fit_intercept : bool
        Add a free constant to every score.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at zero, for
        columns of mean 0 (with an intercept) and of size 1.
    max_iter : int
        Most steps. With little regularization hundreds may be needed, as steps shrink by a rate.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (n_features, n_classes)
    intercept_ : ndarray, shape (n_classes,)
    history_ : ndarray, shape (n_iter_ + 1,)
        The criterion times n_samples, at zero and after every step.
    n_features_in_ : int
    n_iter_ : int
    converged_ : bool

    Raises
    ------
    ValueError
        If there is a single class.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the search before ``tol`` was reached.

    See Also
    --------
    SoftmaxRegression : The same model by L-BFGS or Newton's method.

    Notes
    -----
    Cost a step: O(n_samples n_features² n_classes² + (n_features n_classes)³) time and
    O((n_features n_classes)²) memory; with ``rank`` k O(n_samples n_classes (k² p + k³)) and
    O(k p) for the p = n_features n_classes parameters. Source: Choromanska (2014), Algorithms 2
    and 4.

    Examples
    --------
    >>> model = BoundLogisticRegression(lam=0.1).fit([[0.0], [1.0], [2.0], [3.0]], list("aabb"))
    >>> model.predict([[0.5], [2.5]]).tolist()
    ['a', 'b']
    """

    def __init__(self, lam=0.01, zeta=1.0, *, rank=None, order="descending", fit_intercept=True,
                 tol=1e-4, max_iter=1000):  # fmt: skip
        self.lam = lam
        self.zeta = zeta
        self.rank = rank
        self.order = order
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y, sample_weight=None):
        """Fit to labels.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the samples' losses, not negative: a whole number is that many copies.

        Returns
        -------
        self
        """
        columns, surrogate = self._surrogate(X, y, sample_weight)
        start = np.zeros(surrogate.n_states * len(surrogate.ridge))
        run = self._climb(surrogate, start)
        self.coef_, self.intercept_ = self._in_data_units(columns, run.w, surrogate.n_states)
        self.history_ = run.objective
        note_run(self, run)
        return self

    def scores(self, X):
        """The linear scores of all classes, shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return X @ self.coef_ + self.intercept_


class LatentLogisticRegression(_BoundClassifier):
    r"""Logistic regression in which every class has hidden states, by bounds on both sums.

    .. math:: p(y|x)=\frac{\sum_me^{\theta_{ym}^\top x+\nu_{ym}}}
        {\sum_{y',m}e^{\theta_{y'm}^\top x+\nu_{y'm}}}

    The numerator is bounded by Jensen's inequality, as in the EM algorithm, the denominator by
    the quadratic of :func:`softmax_bound`. The criterion falls with every step; it has several
    minima.

    Parameters
    ----------
    n_hidden : int
        States of each class; with 1 the model is :class:`BoundLogisticRegression`.
    lam : float
        Penalty of the mean loss, not negative. The source uses 0, at which separable data have no
        optimum.
    zeta, rank, order, fit_intercept
        As in :class:`BoundLogisticRegression`.
    n_init : int
        Random starts, of which the one with the least criterion stays.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at the start.
    max_iter : int
        Most steps of each start.
    random_state : int, RandomState, Generator or None
        Of the starts, which are normal draws of size 0.1 for columns of size 1.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (n_classes, n_hidden, n_features)
    intercept_ : ndarray, shape (n_classes, n_hidden)
    history_ : ndarray, shape (n_iter_ + 1,)
        The criterion times n_samples along the best start.
    n_features_in_ : int
    n_iter_ : int
        Steps of the best start.
    converged_ : bool
        Whether it reached ``tol``.

    Raises
    ------
    ValueError
        If there is a single class.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the best start before ``tol`` was reached.

    Notes
    -----
    Cost a step: that of :class:`BoundLogisticRegression` with n_classes n_hidden classes. Source:
    Choromanska (2014), section 2.2.3.

    Examples
    --------
    Two labels that alternate on a line, which one linear score cannot tell apart:

    >>> X = np.linspace(0, 3.9, 40)[:, None]
    >>> y = np.floor(X[:, 0]).astype(int) % 2
    >>> model = LatentLogisticRegression(2, lam=1e-4, n_init=5, random_state=0).fit(X, y)
    >>> model.score(X, y) > 0.9
    True
    """

    def __init__(self, n_hidden=2, lam=0.01, zeta=1.0, *, rank=None, order="descending",
                 fit_intercept=True, n_init=1, tol=1e-4, max_iter=1000,
                 random_state=None):  # fmt: skip
        self.n_hidden = n_hidden
        self.lam = lam
        self.zeta = zeta
        self.rank = rank
        self.order = order
        self.fit_intercept = fit_intercept
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to labels.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the samples' losses, not negative: a whole number is that many copies.

        Returns
        -------
        self
        """
        n_hidden = check_count(self.n_hidden, "n_hidden", low=1)
        n_init = check_count(self.n_init, "n_init", low=1)
        rng = check_rng(self.random_state)
        columns, surrogate = self._surrogate(X, y, sample_weight, n_hidden)
        size = surrogate.n_states * len(surrogate.ridge)
        runs = [
            self._climb(surrogate, rng.normal(scale=_NEAR_ZERO, size=size)) for _ in range(n_init)
        ]
        best = min(runs, key=lambda run: run.objective[-1])
        coef, intercept = self._in_data_units(columns, best.w, surrogate.n_states)
        self.coef_ = coef.T.reshape(len(self.classes_), n_hidden, -1)
        self.intercept_ = intercept.reshape(len(self.classes_), n_hidden)
        self.history_ = best.objective
        note_run(self, best)
        return self

    def scores(self, X):
        """Logarithms of the sums over hidden states, shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        F = np.tensordot(X, self.coef_, axes=(1, 2)) + self.intercept_
        return log_sum_exp(F.reshape(-1, F.shape[2])).reshape(F.shape[:2])
