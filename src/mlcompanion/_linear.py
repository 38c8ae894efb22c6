"""What linear models share: centre the columns, solve, and give the intercept in the data's units.

A constant that no penalty touches is eliminated exactly by taking rows and outputs about their
weighted means. It also keeps the digits: a column of time stamps near 1.7e9 that differ by seconds
is a column of seconds.
"""

import warnings
from numbers import Real
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_flag

__all__ = [
    "Centred",
    "FreeColumns",
    "LinearRegressor",
    "about",
    "all_rows",
    "centred",
    "check_weights",
    "column_means",
    "column_units",
    "counted_rows",
    "note_run",
    "power_of_two",
    "spread_of",
    "warn_stopped",
    "weighted_median",
]


def column_means(X, weights=None):
    """Means of the columns, right to the last digit: the mean of what the first sum left is added.

    Parameters
    ----------
    X : ndarray, shape (n,) or (n, m)
    weights : ndarray, shape (n,), optional
        Not negative, not all zero.

    Returns
    -------
    float or ndarray, shape (m,)
    """
    first = np.average(X, axis=0, weights=weights)
    # what the first sum rounded away is small, and is summed with all its digits
    return first + np.average(X - first, axis=0, weights=weights)


def check_weights(sample_weight, n_samples, name="sample_weight"):
    """Weights of the samples as floats, not negative and not all zero, or None as it is.

    One number weighs all rows alike where scikit-learn's estimators take it.
    """
    if sample_weight is None:
        return None
    if isinstance(sample_weight, Real) and name == "sample_weight":
        sample_weight = np.full(n_samples, sample_weight)
    weights = check_array(sample_weight, name, shape=(n_samples,), low=0)
    if not weights.any():
        raise ValueError(f"{name} is zero for all samples")
    return weights


def counted_rows(sample_weight, X, y):
    """Rows that count, their outputs and weights, and a mask of them: weight 0 is a row left out.

    Returns
    -------
    X, y : ndarray
        As they are where no weight is 0.
    weights : ndarray or None
        Positive.
    counted : ndarray of bool, shape (n_samples,)
    """
    n_samples = X.shape[0]  # a sparse matrix has no length
    weights = check_weights(sample_weight, n_samples)
    if weights is None or (weights > 0).all():
        return X, y, weights, np.ones(n_samples, dtype=bool)
    counted = weights > 0
    return X[counted], None if y is None else y[counted], weights[counted], counted


def all_rows(values, counted):
    """Values of the rows that count, with 0 for the others."""
    if counted.all():
        return values
    spread = np.zeros(len(counted))
    spread[counted] = values
    return spread


def weighted_median(values, weights=None):
    """Medians of the columns, as if each value stood there as often as its weight says.

    Parameters
    ----------
    values : ndarray, shape (n,) or (n, m)
    weights : ndarray, shape (n,), optional
        Not negative, not all zero.

    Returns
    -------
    float or ndarray, shape (m,)

    Notes
    -----
    Cost: O(n m log n); without weights O(n m).
    """
    if weights is None:
        return np.median(values, axis=0)
    order = np.argsort(values, axis=0, kind="stable")
    passed = np.cumsum(weights[order], axis=0)
    half = passed[-1] / 2
    rounding = 4 * np.finfo(float).eps * len(values) * half
    # where the halves meet between two values, the middle of both is the median
    lower = np.argmax(passed >= half - rounding, axis=0)
    upper = np.argmax(passed > half + rounding, axis=0)
    ordered = np.take_along_axis(values, order, axis=0)
    ends = [np.take_along_axis(ordered, place[None], axis=0)[0] for place in (lower, upper)]
    return (0.5 * ends[0] + 0.5 * ends[1])[()]


def power_of_two(size):
    """The power of two above each size, 1 for 0: a unit that rounds nothing when divided by."""
    _, exponents = np.frexp(size)
    return np.ldexp(1.0, exponents)


def spread_of(A):
    """Root of the mean square of all entries, dense or sparse, without overflow."""
    entries = A.data if sparse.issparse(A) else A
    largest = power_of_two(np.abs(entries).max(initial=0.0))
    return float(largest * np.sqrt(np.sum(np.square(entries / largest)) / np.prod(A.shape)))


def column_units(Phi, weights=None):
    """Powers of two near the length of each column, 1 for a column of zeros.

    Dividing by them rounds nothing. Rules that cut what is small beside the largest column are
    asked afterwards, and so do not depend on the columns' units. Weights of the rows, all
    positive, count as copies.
    """
    largest = power_of_two(np.abs(Phi).max(axis=0))
    rows = Phi / largest  # squares neither overflow nor vanish
    if weights is not None:
        rows = np.sqrt(weights)[:, None] * rows
    lengths = np.linalg.norm(rows, axis=0)
    return largest * power_of_two(lengths)


class Centred(NamedTuple):
    """Data about their means, and the means.

    Attributes
    ----------
    X : ndarray, shape (n_samples, n_features)
        A column that is constant but for rounding is exactly zero.
    y : ndarray, shape (n_samples,) or (n_samples, n_outputs)
    centre : ndarray, shape (n_features,)
        What was taken from each column: zeros without an intercept.
    level : float or ndarray, shape (n_outputs,)
        What was taken from the outputs.
    """

    X: np.ndarray
    y: np.ndarray
    centre: np.ndarray
    level: float | np.ndarray

    def intercept(self, coef):
        """The constant that goes with coefficients of shape (n_features,) or (n_outputs, ...)."""
        return self.level - coef @ self.centre

    def weighted(self, weights):
        """The same data, each row times the root of its weight: what least squares is given."""
        if weights is None:
            return self
        root = np.sqrt(weights)
        y = self.y * (root if self.y.ndim == 1 else root[:, None])
        return self._replace(X=self.X * root[:, None], y=y)


def centred(X, y, fit_intercept=True, weights=None):
    """Take inputs and outputs about their means, or about zero if there is no intercept.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray, shape (n_samples,) or (n_samples, n_outputs)
    fit_intercept : bool
    weights : ndarray, shape (n_samples,), optional
        Of the means; rows of weight zero decide nothing.

    Returns
    -------
    Centred

    Notes
    -----
    Cost: O(n_samples n_features), and a copy of the data.
    """
    if not check_flag(fit_intercept, "fit_intercept"):
        return Centred(X, y, np.zeros(X.shape[1]), np.zeros(y.shape[1:])[()])
    centre = column_means(X, weights)
    level = column_means(y, weights)
    return Centred(about(X, centre, weights), y - level, centre, level)


def about(X, centre, weights=None):
    """Rows about a centre; a column that is constant but for rounding is exactly zero."""
    A = X - centre
    counted = A if weights is None else A[weights > 0]
    spread = np.abs(counted).max(axis=0)
    A[:, spread <= 8 * np.finfo(float).eps * np.abs(centre)] = 0.0
    return A


class FreeColumns(NamedTuple):
    """A design in plain units with its constant last, for losses that know no mean.

    Columns stand about their medians and outputs about theirs: no outlier costs the others digits.

    Attributes
    ----------
    Phi : ndarray, shape (n, m) or, with an intercept, (n, m + 1)
    y : ndarray, shape (n,)
    units, centre : ndarray, shape (m,)
    level : float
    free : bool
        Whether there is an intercept.
    """

    Phi: np.ndarray
    y: np.ndarray
    units: np.ndarray
    centre: np.ndarray
    level: float
    free: bool

    @classmethod
    def of(cls, Phi, y, fit_intercept, weights=None):
        """Take columns and outputs about their medians, if there is an intercept, and scale."""
        free = check_flag(fit_intercept, "fit_intercept")
        data = centred(Phi, y, free, weights)
        if not free:
            units = column_units(Phi, weights)
            return cls(Phi / units, y, units, data.centre, 0.0, free)
        shift = weighted_median(data.X, weights)  # of a constant column 0, to the last digit
        level = float(weighted_median(y, weights))
        units = column_units(data.X, weights)
        columns = np.column_stack([(data.X - shift) / units, np.ones(len(Phi))])
        return cls(columns, y - level, units, data.centre + shift, level, free)

    def in_data_units(self, theta):
        """Parameters for the data as given, the intercept last; one row each of many."""
        if not self.free:
            return theta / self.units
        coef = theta[..., :-1] / self.units
        constant = theta[..., -1:] + self.level - (coef @ self.centre)[..., None]
        return np.concatenate([coef, constant], axis=-1)

    def in_plain_units(self, theta):
        """The inverse of :meth:`in_data_units`."""
        if not self.free:
            return theta * self.units
        constant = theta[-1] - self.level + theta[:-1] @ self.centre
        return np.append(theta[:-1] * self.units, constant)

    def split(self, theta):
        """Coefficients and intercept in the data's units."""
        theta = self.in_data_units(theta)
        return (theta[:-1], float(theta[-1])) if self.free else (theta, 0.0)


def warn_stopped(model, n_iter, stacklevel=3):
    """Say that the steps of a model, or of a function by its name, ended before their goal."""
    name = model if isinstance(model, str) else type(model).__name__
    warnings.warn(
        f"{name} stopped after {n_iter} steps; raise max_iter or tol",
        ConvergenceWarning,
        stacklevel=stacklevel,
    )


def note_run(model, run):
    """Keep in a model the number of steps, and whether they sufficed; warn if not."""
    model.n_iter_ = run.n_iter
    model.converged_ = bool(run.converged)
    if not run.converged:
        warn_stopped(model, run.n_iter, stacklevel=6)


class LinearRegressor(RegressorMixin, BaseEstimator):
    """Base of the linear models of one output.

    A subclass has ``_solve(A, y)``, which returns the coefficients for columns and outputs about
    their means, rows times the roots of their weights; and may have ``_design(X)``, the columns.
    One that names sparse formats in ``_accept_sparse`` fits their rows itself.
    """

    _accept_sparse = False

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = bool(self._accept_sparse)
        return tags

    def _design(self, X):
        return X

    def fit(self, X, y, sample_weight=None):
        r"""Fit to inputs, outputs and weights of the samples.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the squared errors, not negative: a whole number is that many copies.

        Returns
        -------
        self
        """
        formats = self._accept_sparse
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, accept_sparse=formats)
        return self._fit_rows(X, y.astype(float), check_weights(sample_weight, len(y)))

    def _fit_rows(self, X, y, weights):
        """Fit to rows that have been checked."""
        free = getattr(self, "fit_intercept", False)
        data = centred(self._design(X), y, free, weights)
        rows = data.weighted(weights)
        self.coef_ = self._solve(rows.X, rows.y)
        self.intercept_ = float(data.intercept(self.coef_))
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float, accept_sparse=self._accept_sparse)
        return self._design(X) @ self.coef_ + self.intercept_
