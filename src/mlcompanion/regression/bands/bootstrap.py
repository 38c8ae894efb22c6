"""How much a prediction moves when its data are drawn again: Sugiyama (2016), Section 32.2."""

from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_rng,
)
from mlcompanion.resampling import bootstrap_indices

__all__ = ["BootstrapBand", "bootstrap_predict", "refit"]


class BootstrapBand(NamedTuple):
    """Predictions of refits, one resample a row.

    Attributes
    ----------
    predictions : ndarray, shape (B, m)
        In the units of the outputs.
    """

    predictions: np.ndarray

    @property
    def mean(self):
        """Means over the resamples, shape (m,)."""
        return self.predictions.mean(axis=0)

    @property
    def std(self):
        """Standard deviations over the resamples, shape (m,)."""
        return self.predictions.std(axis=0, ddof=1)

    def interval(self, level=0.95):
        """Quantiles of the refits that leave out (1 - level) / 2 on each side.

        Parameters
        ----------
        level : float
            Between 0 and 1, both left out.

        Returns
        -------
        low, high : ndarray, shape (m,)
        """
        level = check_array(level, "level", ndim=0, low=0, high=1, open_low=True, open_high=True)
        outside = (1 - level) / 2
        return tuple(np.quantile(self.predictions, [outside, 1 - outside], axis=0))


def refit(model, X, y, rows, *, together=False, rng=None):
    """A copy of an estimator, fitted to the rows of a resample.

    Parameters
    ----------
    model : estimator
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
    rows : ndarray of int, shape (n,)
        Which samples the resample holds, some of them more than once.
    together : bool
        Hand ``rows`` on to ``fit`` as ``groups``: copies stay in one fold.
    rng : Generator
        Gives the copy its own ``random_state``, if it has such a parameter.

    Returns
    -------
    estimator
    """
    copy = clone(model)
    if rng is not None and "random_state" in copy.get_params(deep=False):
        copy.set_params(random_state=int(rng.integers(2**31)))
    if together:
        return copy.fit(X[rows], y[rows], groups=rows)
    return copy.fit(X[rows], y[rows])


def bootstrap_predict(model, X, y, X_test, n_resamples=100, *, together=False, random_state=None):
    """Refit to samples drawn with replacement, and predict by each refit.

    Parameters
    ----------
    model : estimator or callable
        An estimator is cloned, fitted and asked to predict. A function is called as ``model(X, y,
        X_test, rows)`` with the drawn rows of ``X`` and ``y`` and their indices, and returns
        predictions of shape (m,).
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
    X_test : array_like, shape (m, d)
    n_resamples : int
        Number B of resamples, at least 2.
    together : bool
        For estimators whose ``fit`` takes ``groups``: copies of one sample stay in one fold of a
        cross-validation inside. Dealt out, as in the source, they let it judge by what it has seen.
    random_state : int, Generator or None
        Draws the resamples, and a seed for each copy of an estimator that takes one.

    Returns
    -------
    BootstrapBand

    Raises
    ------
    ValueError
        If shapes disagree, there are fewer than two resamples, or a function returns other than m
        numbers.

    Notes
    -----
    The spread is that over new samples of inputs and outputs, and includes what the choice of
    tuning parameters inside adds; a bias that all refits share is in no spread.
    Cost: B fits, 8 B m bytes. Source: Sugiyama (2016), Section 32.2, Fig. 32.3.

    Examples
    --------
    >>> from mlcompanion.regression import LeastSquares
    >>> x = np.arange(20.0)[:, None]
    >>> y = 2 * x[:, 0] + np.cos(np.arange(20))
    >>> band = bootstrap_predict(LeastSquares(), x, y, [[10.0], [100.0]], random_state=0)
    >>> bool(band.std[1] > 5 * band.std[0])
    True
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),))
    X_test = check_array(X_test, "X_test", shape=(None, X.shape[1]), min_rows=1)
    repeats = check_count(n_resamples, "n_resamples", low=2)
    together = check_flag(together, "together")
    rng = check_rng(random_state)
    function = callable(model)
    if not function:
        check_has(model, "model", "fit", "predict", "get_params")
    predictions = np.empty((repeats, len(X_test)))
    for place, rows in enumerate(bootstrap_indices(len(y), repeats, rng)):
        if function:
            made = model(X[rows], y[rows], X_test, rows)
        else:
            made = refit(model, X, y, rows, together=together, rng=rng).predict(X_test)
        predictions[place] = check_array(made, "model", shape=(len(X_test),))
    return BootstrapBand(predictions)
