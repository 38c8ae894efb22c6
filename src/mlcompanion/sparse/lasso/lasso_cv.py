r"""The lasso with its penalty chosen by cross validation, along one path a fold.

Sugiyama (2016), sections 23.3 and 24.1; the rule of one standard error is Breiman et al.'s (1984).
"""

from numbers import Number

import numpy as np

from mlcompanion._data import validate_data
from mlcompanion._linear import LinearRegressor, centred, check_weights, note_run
from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.resampling import fold_splits, validation_of

from .lasso_estimators import lasso_path

__all__ = ["LassoCV"]

RULES = ("min", "1se")


class LassoCV(LinearRegressor):
    r"""The lasso, its penalty chosen by cross validation along a path.

    Parameters
    ----------
    lams : array_like of shape (n_lams,), optional
        Penalties of :class:`Lasso` for all samples, positive. A fold that trains on a share of the
        samples has that share of the penalty, because the loss is a sum. Default ``n_lams`` values
        in even ratios, from the least with which all coefficients are 0 down to ``ratio`` times it.
    n_lams : int
    ratio : float
    cv : int, splitter, or iterable of pairs (train, test)
        A number draws that many random folds; else as in
        :func:`mlcompanion.resampling.fold_splits`.
    rule : {"min", "1se"}
        The penalty with the least mean of the folds' errors; or the largest whose mean is within
        one standard error of that, a model of fewer columns.
    fit_intercept : bool
    tol, max_iter : float, int
        As in :class:`Lasso`, for each problem.
    random_state : int, RandomState, Generator or None
        Draws the folds where ``cv`` is a number.

    Attributes
    ----------
    lam_ : float
        The penalty chosen.
    lams_ : ndarray of shape (n_lams,)
        All penalties, falling.
    mse_path_ : ndarray of shape (n_lams, n_folds)
        Mean squared errors on the rows that were left out, by scikit-learn's name.
    validation_ : CrossValidation
        The same errors in the form of all cross validations, one column a penalty.
    coef_ : ndarray of shape (n_features,)
        Of the model with ``lam_`` on all samples.
    intercept_, gap_, n_iter_
        As in :class:`ElasticNet`.

    Notes
    -----
    The grid's default begins at a model without columns; a choice at its other end says that less
    penalty may be better still. Sparse X is refused: each fold centres rows of its own, which are
    dense; :class:`Lasso` takes it, for one penalty. Cost: one path a fold and one fit, see
    :func:`lasso_path`; memory: two copies of X.

    Examples
    --------
    >>> rng = np.random.default_rng(2)
    >>> X = rng.normal(size=(60, 10))
    >>> y = 3 * X[:, 2] + rng.normal(size=60)
    >>> model = LassoCV(rule="1se", random_state=0).fit(X, y)
    >>> np.flatnonzero(model.coef_)
    array([2])
    """

    def __init__(self, lams=None, *, n_lams=100, ratio=1e-3, cv=5, rule="min", fit_intercept=True,
                 tol=1e-6, max_iter=10_000, random_state=None):  # fmt: skip
        self.lams = lams
        self.n_lams = n_lams
        self.ratio = ratio
        self.cv = cv
        self.rule = rule
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Choose the penalty, and fit all samples with it.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the squared errors, in fits and where they are judged.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, ensure_min_samples=2)
        y = y.astype(float)
        weights = check_weights(sample_weight, len(y))
        check_in(self.rule, "rule", RULES)
        rng = check_rng(self.random_state)
        if isinstance(self.cv, (Number, str)):
            check_count(self.cv, "cv", low=2, high=len(y))
        self.lams_ = self._grid(X, y, weights)
        splits = fold_splits(self.cv, X, y, random_state=rng, name="cv")
        counts = np.ones(len(y)) if weights is None else weights
        errors = [self._errors(X, y, counts, *split) for split in splits]
        self.mse_path_ = np.column_stack(errors)
        self.validation_ = validation_of(errors, splits)
        self.lam_ = float(self.lams_[self._choice()])
        return self._fit_rows(X, y, weights)

    def _grid(self, X, y, weights):
        """The penalties, falling."""
        n_lams = check_count(self.n_lams, "n_lams", low=1)
        ratio = check_real(self.ratio, "ratio", low=0, high=1, open_low=True, open_high=True)
        if self.lams is not None:
            options = {"ndim": 1, "min_rows": 1, "low": 0, "open_low": True}
            return np.sort(check_array(self.lams, "lams", **options))[::-1].copy()
        rows = centred(X, y, self.fit_intercept, weights).weighted(weights)
        largest = np.abs(rows.X.T @ rows.y).max() or 1.0
        return largest * np.geomspace(1, ratio, n_lams)

    def _errors(self, X, y, counts, train, test):
        """Mean squared errors on the rows left out, one a penalty."""
        share = counts[train].sum() / counts.sum()
        if share == 0 or not counts[test].any():
            raise ValueError("cv must leave rows of positive sample_weight on both sides")
        data = centred(X[train], y[train], self.fit_intercept, counts[train])
        rows = data.weighted(counts[train])
        # the squared error is a sum: fewer rows pull less, so the penalty shrinks with them
        lams = share * self.lams_
        options = {"tol": self.tol, "max_iter": self.max_iter}
        path = lasso_path(rows.X, rows.y, lams, **options)
        predicted = (X[test] - data.centre) @ path.coefs.T + data.level
        return np.average((predicted - y[test, None]) ** 2, axis=0, weights=counts[test])

    def _choice(self):
        """Place of the penalty that the rule takes; all folds count alike."""
        mean = self.mse_path_.mean(axis=1)
        best = int(mean.argmin())
        n_folds = self.mse_path_.shape[1]
        if self.rule == "min" or n_folds == 1:
            return best
        error = self.mse_path_[best].std(ddof=1) / np.sqrt(n_folds)
        # penalties fall: the first place is the sparsest model within one standard error
        return int(np.argmax(mean <= mean[best] + error))

    def _solve(self, A, y):
        run = coordinate_descent(A, y, self.lam_, tol=self.tol, max_iter=self.max_iter)
        self.gap_ = run.gap
        note_run(self, run)
        return run.w
