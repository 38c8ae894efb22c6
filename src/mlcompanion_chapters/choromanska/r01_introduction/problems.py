"""The logistic problems of the chapter: generated ones of known condition, and six real sets."""

import numpy as np

from mlcompanion import datasets
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, newton

__all__ = ["SETS", "generated", "optimum", "real", "separable"]

#: The real two-class sets, in the order of the claims.
SETS = ("magic", "spambase", "ring", "twonorm", "phoneme", "pima")


def generated(seed, lam=0.01, smallest=0.1, t=2000, d=20):
    """Two-class logistic regression; columns have deviations from 1 down to ``smallest``."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(t, d)) * np.geomspace(1.0, smallest, d)
    w = 2 * rng.normal(size=d)
    y = np.where(rng.random(t) < 1 / (1 + np.exp(-X @ w)), 1.0, -1.0)
    return FiniteSum(X, y, Logistic(), lam)


def separable(seed, lam=0.0, t=200, d=5):
    """Two classes on both sides of a hyperplane through zero."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(t, d))
    y = np.where(X @ rng.normal(size=d) > 0, 1.0, -1.0)
    return FiniteSum(X, y, Logistic(), lam)


def real(name):
    """A real set: columns standardized, a constant column, penalty 1/t."""
    data = getattr(datasets, f"load_{name}")()
    X = np.asarray(data.data, float)
    X = X[:, X.std(axis=0) > 0]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    X = np.column_stack([X, np.ones(len(X))])
    target = np.asarray(data.target)
    first = np.unique(target)[0]
    y = np.where(target == first, -1.0, 1.0)
    return FiniteSum(X, y, Logistic(), 1 / len(X))


def optimum(problem):
    """The least value, and where: Newton's steps to the last digit."""
    run = newton(problem, tol=1e-13, max_iter=100)
    return run.objective.min(), run.w
