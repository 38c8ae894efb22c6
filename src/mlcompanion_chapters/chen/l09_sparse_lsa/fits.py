"""Where the two steps end: densities, starts, tolerance (section 9.2.3, Table 9.2)."""

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.text.topics import SparseLSA

from .corpora import stories, titles, zipf_rows

__all__ = ["fit_row", "ordered_rows"]

CORPORA = {"stories": stories, "titles": titles}


def ordered_rows(corpus, order):
    """Documents by words in a random order, 0 the order as they come; "zipf" are drawn anew."""
    if corpus == "zipf":
        return zipf_rows(order)
    X = CORPORA[corpus]().X
    if order == 0:
        return X
    return sparse.csr_array(X[np.random.default_rng(order).permutation(X.shape[0])])


def fit_row(corpus, D, nonnegative=False, init="identity", order=0, tol=0.01, lam=0.05):
    """What one fit ends with.

    Returns
    -------
    dict
        ``density`` of A in per cent, ``nonzero`` entries, ``objective``, ``rounds``, ``converged``.
    """
    X = ordered_rows(corpus, order)
    model = SparseLSA(D, lam, nonnegative=nonnegative, init=init, tol=tol, max_iter=20_000,
                      random_state=order)  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X)
    nonzero = model.components_.nnz
    return {
        "density": 100 * nonzero / (D * X.shape[1]),
        "nonzero": nonzero,
        "objective": float(model.objective_path_[-1]),
        "rounds": model.n_iter_,
        "converged": int(model.converged_),
    }
