"""The four data sets of section 4.1: the telescope with random features, and two stand-ins.

Each comes as (rows, columns, y): the same matrix twice, as the two kinds of methods like it best.
"""

import numpy as np
from scipy import sparse

from mlcompanion.datasets import load_khan, load_magic

__all__ = ["arcene_like", "duke_like", "khan_pair", "telescope"]

N_NOISE = 1000


def _both(X, y):
    if sparse.issparse(X):
        return X.tocsr(), X.tocsc(), y
    return np.ascontiguousarray(X), np.asfortranarray(X), y


def telescope(kind, n_rows=None, seed=0):
    """MAGIC with 1,000 random features, sparse ("S") or fair signs ("D").

    Parameters
    ----------
    kind : {"S", "D"}
    n_rows : int, optional
        Draw so many of the 19,020 rows.
    seed : int

    Returns
    -------
    rows, columns, y
    """
    bunch = load_magic()
    rng = np.random.default_rng([22, seed])
    real = bunch.data / np.abs(bunch.data).max(axis=0)  # the source does not tell its scaling
    y = np.where(bunch.target == "g", 1.0, -1.0)
    if n_rows is not None:
        rows = rng.choice(len(y), n_rows, replace=False)
        real = real[rows]
        y = y[rows]
    shape = (len(y), N_NOISE)
    if kind == "D":
        return _both(np.hstack([real, np.where(rng.random(shape) < 0.5, -1.0, 1.0)]), y)
    noise = sparse.csr_array((rng.random(shape) < 0.05).astype(float))
    return _both(sparse.hstack([sparse.csr_array(real), noise]), y)


def _expressions(m, d, rng, n_factors=5, n_relevant=100):
    """Rows of two classes: factors that features share, noise, and a shift in some of them."""
    y = np.where(np.arange(m) % 2, 1.0, -1.0)
    factors = rng.normal(size=(m, n_factors))
    X = factors @ rng.normal(size=(n_factors, d)) / np.sqrt(n_factors)
    X += rng.normal(size=(m, d))
    relevant = rng.choice(d, n_relevant, replace=False)
    X[:, relevant] += 0.7 * y[:, None] * rng.choice([-1.0, 1.0], n_relevant)
    return X, y


def duke_like(seed=0):
    """44 rows of 7,129 gene expressions, drawn: in the place of DUKE."""
    X, y = _expressions(44, 7129, np.random.default_rng([44, seed]))
    return _both(X / np.abs(X).max(axis=0), y)


def arcene_like(seed=0):
    """100 rows of 10,000 intensities, 54 % of them positive, drawn: in the place of ARCENE."""
    X, y = _expressions(100, 10_000, np.random.default_rng([100, seed]))
    X = np.maximum(X - np.quantile(X, 0.46), 0)
    X /= np.abs(X).max(axis=0)
    return _both(sparse.csr_array(X), y)


def khan_pair(kind=2):
    """Khan's 63 training tumours, one class (1) against the three others (-1), 2,308 genes."""
    bunch = load_khan()
    X = bunch.data - bunch.data.mean(axis=0)
    y = np.where(bunch.target == kind, 1.0, -1.0)
    return _both(X / np.abs(X).max(axis=0), y)
