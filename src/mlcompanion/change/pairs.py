r"""Features of pairs of variables, and the sparse density ratio fitted on them.

Sugiyama (2016), section 39.2.2. A pair (k, k') with :math:`k\ge k'` has a vector of features; the
logarithm of the ratio of two networks is linear in them.
"""

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_memory,
    check_real,
    check_rng,
)
from mlcompanion.prox import project_l1_ball
from mlcompanion.resampling import fold_splits

from ._ball_descent import Ball, descend

__all__ = ["cross_validate_radius", "pair_features"]


def pair_features(X, features=None):
    r"""Features of all pairs of variables, a variable with itself among them.

    Parameters
    ----------
    X : array_like, shape (n, d)
    features : callable, optional
        From two arrays (n,) to their features (n, b), or (n,) for one. Default:
        :math:`-xx'/2`, the Gaussian network.

    Returns
    -------
    ndarray, shape (n, d (d + 1) / 2, b)
        Pairs in the order of ``numpy.tril_indices(d)``.

    Raises
    ------
    ValueError
        If ``X`` is empty, or the features are not finite or of another shape.
    MemoryError
        If they need more memory than the machine has.

    Notes
    -----
    Cost: O(n d^2 b). Source: Sugiyama (2016), section 39.2.2.

    Examples
    --------
    >>> pair_features([[1.0, 2.0]])[0, :, 0]
    array([-0.5, -1. , -2. ])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    if not X.shape[1]:
        raise ValueError("X must have at least one column")
    check_function(features, "features")
    rows, columns = np.tril_indices(X.shape[1])
    check_memory(2 * 8 * len(X) * len(rows), f"features of {len(rows)} pairs of columns (X)")
    if features is None:
        return (-0.5 * X[:, rows] * X[:, columns])[:, :, None]
    values = []
    for k, other in zip(rows, columns):
        value = check_array(features(X[:, k].copy(), X[:, other].copy()), "features' values")
        if value.ndim not in (1, 2) or len(value) != len(X) or not value.size:
            raise ValueError(f"features' values must have a row each, got shape {value.shape}")
        values.append(value.reshape(len(X), -1))
    return np.stack(values, axis=1)


def cross_validate_radius(X_num, X_den, radii, *, folds=5, random_state=None):
    """Held-out criterion of :func:`structural_change`, for several radii: smaller is better.

    Parameters
    ----------
    X_num, X_den : array_like, shapes (n, d) and (n', d)
        Samples of the numerator and of the denominator.
    radii : array_like, shape (R,)
        Candidates for ``C``, positive.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`; each sample is divided by itself.
    random_state : int, Generator or None
        Draws the folds.

    Returns
    -------
    ndarray, shape (R,)
        Mean over the folds.

    Raises
    ------
    ValueError
        If the samples do not match, a radius is not positive, or there are more folds than samples.

    Notes
    -----
    Cost: a fit for each fold and radius.
    """
    F_num, F_den = both_features(X_num, X_den, None)
    radii = check_array(radii, "radii", ndim=1, min_rows=1, low=0, open_low=True)
    rng = check_rng(random_state)
    splits = [fold_splits(folds, F[:, :, 0], random_state=rng) for F in (F_num, F_den)]
    if len(splits[0]) != len(splits[1]):
        raise ValueError("folds must divide both samples into as many parts")
    errors = np.empty((len(splits[0]), len(radii)))
    for row, (num, den) in zip(errors, zip(*splits)):
        held = _criterion(F_num[num[1]], F_den[den[1]])
        for j, radius in enumerate(2 * radii):
            run = fitted_ratio(F_num[num[0]], F_den[den[0]], pair_ball(radius), 1e-6, 10_000)
            row[j] = held(run.point)[0]
    return errors.mean(axis=0)


def both_features(X_num, X_den, features):
    """Features of both samples, which must match."""
    X_num = check_array(X_num, "X_num", ndim=2, min_rows=1)
    X_den = check_array(X_den, "X_den", shape=(None, X_num.shape[1]), min_rows=1)
    if not X_num.shape[1]:
        raise ValueError("X_num must have at least one column")
    F_num = pair_features(X_num, features)
    F_den = pair_features(X_den, features)
    if F_num.shape[2] != F_den.shape[2]:
        raise ValueError("features must return as many columns for both samples")
    return F_num, F_den


def _criterion(F_num, F_den):
    """The Kullback-Leibler criterion, as a function that gives value and gradient."""
    F_den = F_den.reshape(len(F_den), -1)
    # a constant added to a feature changes nothing but rounding
    centre = F_den.mean(axis=0)
    F_den = F_den - centre
    target = F_num.reshape(len(F_num), -1).mean(axis=0) - centre

    def function(alpha):
        exponents = F_den @ alpha
        most = exponents.max()  # taken out, so that no exponential overflows
        weights = np.exp(exponents - most)
        total = weights.sum()
        value = most + np.log(total / len(weights)) - target @ alpha
        return float(value), F_den.T @ weights / total - target

    return function


def fitted_ratio(F_num, F_den, ball, tol, max_iter):
    """The criterion's minimum in a ball."""
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    start = np.zeros(F_num.shape[1] * F_num.shape[2])
    return descend(_criterion(F_num, F_den), ball, start, tol, max_iter)


def pair_ball(radius):
    """The l1 ball of one parameter a pair."""
    return Ball(radius, lambda a: project_l1_ball(a, radius), lambda a: np.abs(a).max())
