"""A finite sum as the tests of its solvers see it: small, dense and sparse, with its optimum."""

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum

__all__ = ["DENSE", "LAM", "OPTIMUM", "SIGNS", "SPARSE", "TOTAL", "N", "X", "row_gradient", "slope"]

RNG = np.random.default_rng(3)
N = 40
LAM = 0.05
X = RNG.normal(size=(N, 6)) * (RNG.random((N, 6)) < 0.5)
SIGNS = np.where(X @ [1.0, -1.0, 0.5, 0.0, 2.0, -0.5] + RNG.normal(size=N) > 0, 1.0, -1.0)
DENSE = FiniteSum(X, SIGNS, Logistic(), LAM)
SPARSE = FiniteSum(sparse.csr_array(X), SIGNS, Logistic(), LAM)
TOTAL = FiniteSum(X, SIGNS, Logistic(), N * LAM, average=False)


def printed(w):
    return np.log1p(np.exp(-SIGNS * (X @ w))).mean() + 0.5 * LAM * w @ w


def slope(i, w):
    """Slope of the logistic loss of sample i."""
    return -SIGNS[i] / (1 + np.exp(SIGNS[i] * (X[i] @ w)))


def row_gradient(i, w):
    """Gradient of sample i's function."""
    return slope(i, w) * X[i] + LAM * w


OPTIMUM = minimize(printed, np.zeros(6), method="BFGS", options={"gtol": 1e-9}).x
