"""The data sets of the source's experiments, and the regularised logistic problems on them."""

from functools import cache

import numpy as np
from sklearn.datasets import load_digits, load_wine
from sklearn.utils import Bunch

from mlcompanion.classification.linear.bound_fits import SoftmaxSurrogate
from mlcompanion.datasets import (
    load_bupa,
    load_heart,
    load_hepatitis,
    load_ionosphere,
    load_khan,
)

__all__ = ["SMALL", "codes_of", "in_span", "logistic_problem", "starts", "table"]

#: Table 2.1, in its order.
SMALL = ("bupa", "wine", "heart", "ionosphere", "hepatitis")
NEAR_ZERO = 0.01  # size of the random starts


def _khan():
    """All 83 tumours: the 63 that were learnt from, and the 20 that were tested."""
    khan = load_khan()
    return Bunch(
        data=np.vstack([khan.data, khan.test_data]),
        target=np.append(khan.target, khan.test_target),
    )


_LOADERS = {
    "bupa": load_bupa,
    "wine": load_wine,
    "heart": load_heart,
    "ionosphere": load_ionosphere,
    "hepatitis": load_hepatitis,
    "srbct": _khan,
    "digits": load_digits,
}


def codes_of(y):
    """Labels as numbers from 0."""
    return np.unique(y, return_inverse=True)[1]


@cache
def table(name):
    """Columns of mean 0 and deviation 1, missing values the mean, constant ones left out; labels.

    Parameters
    ----------
    name : str
        One of :data:`SMALL`, "srbct", "digits".

    Returns
    -------
    X : ndarray, shape (n, d)
    codes : ndarray of int, shape (n,)
    """
    data = _LOADERS[name]()
    X = np.array(data.data, float)
    X = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
    spread = X.std(axis=0)
    varies = spread > 0
    X = (X[:, varies] - X[:, varies].mean(axis=0)) / spread[varies]
    return X, codes_of(data.target)


def in_span(X, learn):
    """Rows of X in axes of the span of the samples that are learnt from.

    Parameters that start in that span stay there under every method, and a ridge does not see the
    turn: 2,308 genes become as many columns as there are samples.
    """
    axes = np.linalg.svd(learn, full_matrices=False)[2]
    return X @ axes.T


def logistic_problem(X, codes, lam, **options):
    """Criterion (2.1) with minus sign: a constant column, the penalty times the samples on all.

    Parameters
    ----------
    X : ndarray, shape (t, d)
    codes : ndarray of int, shape (t,)
    lam : float
        Multiplied by t.
    **options
        Of :class:`SoftmaxSurrogate`: ``rank``, ``order``, ``n_hidden``.

    Returns
    -------
    SoftmaxSurrogate
    """
    Phi = np.column_stack([X, np.ones(len(X))])
    ridge = np.full(Phi.shape[1], lam * len(X))
    return SoftmaxSurrogate(Phi, codes, int(codes.max()) + 1, ridge, **options)


def starts(problem, n_starts, seed=0):
    """Random starts near 0, the same for all methods."""
    rng = np.random.default_rng(seed)
    size = problem.n_states * problem.Phi.shape[1]
    return [NEAR_ZERO * rng.normal(size=size) for _ in range(n_starts)]
