r"""Lasso and elastic-net paths as dictionaries: every knot is a function.

Gaïffas and Lecué (2011), section 3.2. Knots by scikit-learn's least angle regression; columns are
centred and scaled to length one, as in R's ``lars`` and ``enet``.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn import config_context
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._linear import centred
from mlcompanion._validation import check_array, check_flag, check_instance, check_real

__all__ = ["PathDictionary", "lasso_path_dictionary", "mallows_cp"]


class PathDictionary(NamedTuple):
    """What :func:`lasso_path_dictionary` returns: M linear functions.

    Attributes
    ----------
    coef : ndarray of shape (n_functions, n_features)
        In the units of the data; the first of each path is zero.
    intercept : ndarray of shape (n_functions,)
    ridge : ndarray of shape (n_functions,)
        Ridge parameter of each function's path.
    l1_norm : ndarray of shape (n_functions,)
        Of the coefficients of columns of length one: rises along each path.
    """

    coef: np.ndarray
    intercept: np.ndarray
    ridge: np.ndarray
    l1_norm: np.ndarray

    def predictions(self, X):
        """Outputs of all functions, shape (n_functions, n_samples).

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features)
        """
        X = check_array(X, "X", shape=(None, self.coef.shape[1]), min_rows=1)
        return self.coef @ X.T + self.intercept[:, None]


def lasso_path_dictionary(X, y, ridges=(0.0,), *, rescale=True):
    r"""All knots of lasso paths, one path for each ridge parameter.

    Between two knots the lasso's coefficients move along a line, so that the knots tell all.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    ridges : array_like of shape (n_ridges,)
        Weights :math:`\lambda_2` of the squared coefficients of columns of length one; 0 is the
        lasso.
    rescale : bool
        Multiply the coefficients by :math:`1+\lambda_2`, as the elastic net is defined; if not, it
        is the naive one.

    Returns
    -------
    PathDictionary

    Raises
    ------
    ValueError
        On wrong shapes or values, or a negative ridge parameter.

    Notes
    -----
    A constant column is never used. A path ends where least angle regression meets columns that it
    cannot tell apart; a shorter path is a dictionary all the same. Cost: a least squares fit a
    path, or a few where columns leave and return.
    Source: Gaïffas and Lecué (2011), section 3.2; Efron et al. (2004), Zou and Hastie (2005).

    Examples
    --------
    >>> X = np.array([[1.0, 0], [-1, 0], [0, 2], [0, -2]])
    >>> lasso_path_dictionary(X, [3.0, -3, 1, -1]).coef.round(6)
    array([[0. , 0. ],
           [2. , 0. ],
           [3. , 0.5]])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    if X.shape[1] == 0:
        raise ValueError(f"X must have at least one column, got shape {X.shape}")
    y = check_array(y, "y", shape=X.shape[:1])
    ridges = check_array(ridges, "ridges", ndim=1, min_rows=1, low=0)
    check_flag(rescale, "rescale")
    data = centred(X, y)
    largest = np.abs(data.X).max(axis=0)
    largest[largest == 0] = 1.0
    lengths = largest * np.linalg.norm(data.X / largest, axis=0)  # squares neither over nor under
    moves = np.flatnonzero(lengths)
    size = float(np.abs(data.y).max()) * len(y) or 1.0  # LARS stops at correlations of 1e-7
    A = data.X[:, moves] / lengths[moves]
    r = data.y / size * len(y)
    parts = []
    for ridge in ridges:
        knots = _knots(A, r, ridge) * (size / len(y))
        # undoes what the ridge shrinks beside the lasso, as the elastic net does
        parts.append(knots * (1 + ridge) if rescale else knots)
    scaled = np.vstack(parts)
    coef = np.zeros((len(scaled), X.shape[1]))
    coef[:, moves] = scaled / lengths[moves]
    ridge = np.repeat(ridges, [len(part) for part in parts])
    return PathDictionary(coef, data.intercept(coef), ridge, np.abs(scaled).sum(axis=1))


def _knots(A, r, ridge):
    """Coefficients at the knots of one path, one row each; columns of length one."""
    from sklearn.linear_model import lars_path, lars_path_gram  # half a second to import

    n, p = A.shape
    if p == 0 or not r.any():
        return np.zeros((1, p))
    with warnings.catch_warnings(), config_context(skip_parameter_validation=True):
        warnings.simplefilter("ignore", ConvergenceWarning)  # the path ended early: see above
        if ridge > 0 or p < n:
            gram = A.T @ A
            gram[np.diag_indices(p)] += ridge  # stands for p more rows of samples
            path = lars_path_gram(A.T @ r, gram, n_samples=n, method="lasso")
        else:
            path = lars_path(A, r, method="lasso", Gram=None)
    return path[2].T


def mallows_cp(path, X, y, *, sigma=None):
    r"""Mallows' criterion of every function: :math:`|y-X\beta|^2/\sigma^2-n+2\,\mathrm{df}`.

    Parameters
    ----------
    path : PathDictionary
    X : array_like of shape (n_samples, n_features)
        The sample that the path was fitted to.
    y : array_like of shape (n_samples,)
    sigma : float, optional
        Standard deviation of the noise; default from least squares on all columns, as in R's
        ``lars``, which needs more samples than columns and a constant.

    Returns
    -------
    ndarray of shape (n_functions,)

    Raises
    ------
    ValueError
        On wrong shapes or values, or if the noise cannot be estimated.

    Notes
    -----
    Degrees of freedom are the coefficients that are not 0, and one for the intercept. Cost:
    O(n_functions n_samples n_features). Source: Gaïffas and Lecué (2011), section 3.2; Efron et
    al. (2004).
    """
    check_instance(path, "path", PathDictionary)
    X = check_array(X, "X", shape=(None, path.coef.shape[1]), min_rows=1)
    y = check_array(y, "y", shape=X.shape[:1])
    n, p = X.shape
    if sigma is not None:
        sigma = check_real(sigma, "sigma", low=0, open_low=True)
    elif n <= p + 1:
        raise ValueError(f"sigma must be given for {n} samples of {p} columns")
    else:
        data = centred(X, y)
        fitted = np.linalg.lstsq(data.X, data.y, rcond=None)[0]
        sigma = float(np.sqrt(np.sum((data.y - data.X @ fitted) ** 2) / (n - p - 1)))
        stored = np.abs(y).max() + np.abs(X).max(axis=0) @ np.abs(fitted)
        rounding = np.finfo(np.float64).eps * (2 * stored + 64 * np.abs(data.y).max())
        if sigma <= rounding:
            raise ValueError("sigma must be given where least squares leaves no residuals")
    residuals = (path.predictions(X) - y) / sigma
    free = np.count_nonzero(path.coef, axis=1) + 1
    return np.sum(residuals**2, axis=1) - n + 2 * free
