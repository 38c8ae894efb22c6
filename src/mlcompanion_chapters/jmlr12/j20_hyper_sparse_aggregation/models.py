"""The six linear models of section 3.1, each with its settings.

Model 2 is missing in the source; eight coefficients of 2 give the numbers that its table prints.
"""

from functools import lru_cache

import numpy as np
from scipy.linalg import block_diag, toeplitz

__all__ = ["COEFFICIENTS", "DENSE", "SPARSE", "WIDE", "draw", "true_coefficients"]

_HIGH = [2.5] * 5 + [1.5] * 5 + [0.5] * 5 + [0.0] * 185

#: Coefficients by the model's name; "2, 0.85" is Model 2 as in the paper that the others are from.
COEFFICIENTS = {
    "1": [3.0, 1.5, 0, 0, 2, 0, 0, 0],
    "2": [2.0] * 8,
    "2, 0.85": [0.85] * 8,
    "3": [5.0] + [0.0] * 7,
    "4": [0.0] * 10 + [2.0] * 10 + [0.0] * 10 + [2.0] * 10,
    "5": _HIGH,
    "6": _HIGH,
}

#: Settings (model, n, sigma): p < n and not all coefficients at work; all at work; p >= n.
SPARSE = (("1", 20, 3.0), ("1", 60, 1.0), ("3", 20, 3.0), ("3", 60, 1.0), ("4", 100, 15.0),
          ("4", 200, 7.0))  # fmt: skip
DENSE = (("2", 20, 3.0), ("2", 60, 1.0))
WIDE = (("5", 50, 3.0), ("5", 100, 1.5), ("5", 200, 0.5), ("6", 50, 1.5), ("6", 100, 1.5),
        ("6", 200, 0.5))  # fmt: skip


def true_coefficients(model):
    """Coefficients of a model, shape (p,)."""
    return np.array(COEFFICIENTS[model])


@lru_cache(maxsize=8)
def _root(model):
    """A root of the covariance of the inputs."""
    p = len(COEFFICIENTS[model])
    if p == 40:
        return np.linalg.cholesky(np.eye(p) + 1.0)  # Z_j + Z
    rho = 0.95 if model == "6" else 0.5
    blocks = (15, 185) if p == 200 else (p,)
    return np.linalg.cholesky(block_diag(*(toeplitz(rho ** np.arange(k)) for k in blocks)))


def draw(model, n, sigma, rng):
    """Inputs and outputs of one sample.

    Returns
    -------
    X : ndarray, shape (n, p)
    y : ndarray, shape (n,)
    """
    root = _root(model)
    X = rng.normal(size=(n, len(root))) @ root.T
    return X, X @ true_coefficients(model) + sigma * rng.normal(size=n)
