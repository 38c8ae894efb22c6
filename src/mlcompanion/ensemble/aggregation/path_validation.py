r"""Cross-validation over the share of the l1 norm along a path, on a grid or exactly.

Between two knots of any fold all predictions move along lines, so the error is a parabola there,
and its minimum that of a segment. Gaïffas and Lecué (2011), section 3.2, cross-validate as R's
``lars`` does, on a grid of 100 shares.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count
from mlcompanion.resampling import fold_splits

from .path_dictionary import lasso_path_dictionary
from .segments import segment_minimum

__all__ = ["FractionSearch", "fraction_search"]


class FractionSearch(NamedTuple):
    """What :func:`fraction_search` returns.

    Attributes
    ----------
    fraction : float
        Share of the largest l1 norm on the path, between 0 and 1.
    ridge : float
        Ridge parameter of the path.
    error : float
        Mean over folds of the mean squared errors.
    coef : ndarray of shape (n_features,)
        On the path of all samples, at that share.
    intercept : float
    """

    fraction: float
    ridge: float
    error: float
    coef: np.ndarray
    intercept: float


class _Path(NamedTuple):
    """A path by shares of its norm, rising from 0 to 1."""

    shares: np.ndarray
    values: np.ndarray

    @classmethod
    def of(cls, path, values):
        """Values at the knots, one row each, by the knots' shares."""
        norms = np.maximum.accumulate(path.l1_norm)  # rounding must not let a share fall
        largest = norms[-1] or 1.0
        return cls(norms / largest, values)

    def at(self, shares):
        """Values at given shares, one row each: on the line between two knots."""
        last = len(self.shares) - 1
        if last == 0:
            return np.repeat(self.values, len(shares), axis=0)
        right = np.clip(np.searchsorted(self.shares, shares), 1, last)
        left = right - 1
        width = self.shares[right] - self.shares[left]
        lam = np.where(width > 0, (shares - self.shares[left]) / np.where(width > 0, width, 1), 1)
        lam = np.clip(lam, 0, 1)[:, None]
        return (1 - lam) * self.values[left] + lam * self.values[right]


def fraction_search(X, y, folds=10, ridges=(0.0,), *, grid=None, random_state=None):
    r"""The share of the l1 norm with the least cross-validated error.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`; ``n_samples`` leaves one out.
    ridges : array_like of shape (n_ridges,)
        As in :func:`lasso_path_dictionary`; the best of all paths is returned.
    grid : int, optional
        Number of shares to try, evenly spaced from 0 to 1, R's way with 100. Default: the exact
        minimum over all shares.
    random_state : int, RandomState, Generator or None
        Draws the folds.

    Returns
    -------
    FractionSearch
        Of equal ones the smallest share.

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: one path a fold and ridge parameter; then O(n_samples) for each share on the grid, or
    each knot of each fold. Source: Gaïffas and Lecué (2011), section 3.2.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(40, 3))
    >>> found = fraction_search(X, X[:, 0] + 0.1 * rng.normal(size=40), random_state=0)
    >>> (found.coef.round(1) + 0.0).tolist()
    [1.0, 0.0, 0.0]
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    y = check_array(y, "y", shape=X.shape[:1])
    ridges = check_array(ridges, "ridges", ndim=1, min_rows=1, low=0)
    if grid is not None:
        grid = check_count(grid, "grid", low=2)
    splits = fold_splits(folds, X, y, random_state=random_state)
    best = None
    for ridge in ridges:
        held_out = []
        for train, test in splits:
            path = lasso_path_dictionary(X[train], y[train], (ridge,))
            held_out.append(_Path.of(path, path.predictions(X[test]) - y[test]))
        share, error = _on_grid(held_out, grid) if grid else _exactly(held_out)
        if best is None or error < best[0]:
            best = (error, share, ridge)
    error, share, ridge = best
    path = lasso_path_dictionary(X, y, (ridge,))
    values = np.column_stack([path.coef, path.intercept])
    chosen = _Path.of(path, values).at(np.array([share]))[0]
    return FractionSearch(share, float(ridge), error, chosen[:-1], float(chosen[-1]))


def _on_grid(held_out, grid):
    """Best share of an even grid, and its error."""
    shares = np.linspace(0, 1, grid)
    errors = _errors(held_out, shares)
    best = int(np.argmin(errors))
    return float(shares[best]), float(errors[best])


def _errors(held_out, shares):
    """Mean over folds of the mean squared errors, one a share."""
    return np.mean([np.mean(fold.at(shares) ** 2, axis=1) for fold in held_out], axis=0)


def _exactly(held_out):
    """Best share of all, and its error: the best of the segments between neighbouring knots."""
    shares = np.unique(np.concatenate([fold.shares for fold in held_out]))
    if len(shares) == 1:
        return float(shares[0]), float(_errors(held_out, shares)[0])
    risks = np.zeros(len(shares))
    distances = np.zeros(len(shares) - 1)
    for fold in held_out:
        errors = fold.at(shares)
        risks += np.mean(errors**2, axis=1) / len(held_out)
        distances += np.mean(np.diff(errors, axis=0) ** 2, axis=1) / len(held_out)
    # all folds move along lines between neighbouring shares: the mean risk is one parabola
    lam, least = segment_minimum(risks[:-1], risks[1:], distances)
    best = int(np.argmin(least))
    share = lam[best] * shares[best] + (1 - lam[best]) * shares[best + 1]
    return float(share), float(least[best])
