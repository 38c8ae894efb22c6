"""Stand-ins for four data sets of Table 4 in Tomioka, Suzuki and Sugiyama (2011), and their paths.

The files of section 7.3.1 cannot be had. What is kept: far more columns than rows or the reverse,
sparse or dense, all cubic products of some genes; what is not: the data.
"""

from itertools import combinations
from time import process_time
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.datasets import make_classification

from mlcompanion._validation import check_in, check_rng
from mlcompanion.datasets import load_khan
from mlcompanion.losses import Logistic
from mlcompanion.optimize import StandardizedOperator, log_barrier
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1

from .dal_races import RIVAL_COLUMNS, GapRule, WatchedFit, run_rival

__all__ = ["STAND_INS", "Split", "benchmark_paths", "cubic_features", "stand_in"]

SHARES = np.geomspace(0.5, 0.001, 20)
#: Data that stand in for the source's four sets, by name.
STAND_INS = ("arcene", "dorothea", "madelon", "gene")
LOGISTIC = Logistic()


class Split(NamedTuple):
    """Two thirds to learn from, standardised (an operator if sparse), and how to score the rest."""

    A: object
    y: np.ndarray
    test: object
    signs: np.ndarray
    mean: np.ndarray
    scale: np.ndarray

    def accuracy(self, w, b=0.0):
        """Share of right signs on the test set, in per cent."""
        u = w / self.scale
        scores = self.test @ u - self.mean @ u + b
        return 100 * float(np.mean(np.where(scores >= 0, 1, -1) == self.signs))


def cubic_features(X):
    """Powers to the third, x y, x² y, x y² for pairs and x y z for triples (section 7.3.1)."""
    i, j = np.array(list(combinations(range(X.shape[1]), 2))).T
    a, b, c = np.array(list(combinations(range(X.shape[1]), 3))).T
    x = X[:, i]
    y = X[:, j]
    triples = X[:, a] * X[:, b] * X[:, c]
    return np.hstack([X, X**2, X**3, x * y, x**2 * y, x * y**2, triples])


def _arcene(rng, m, n):
    """Columns that follow thirty hidden factors, as spectra do; few factors decide."""
    hidden = rng.standard_normal((m, 30))
    X = hidden @ rng.standard_normal((30, n)) + 2 * rng.standard_normal((m, n))
    return X, np.sign(hidden[:, :5].sum(axis=1) + rng.standard_normal(m))


def _dorothea(rng, m, n):
    """Rare binary columns; one sample in ten is positive."""
    X = sparse.random(m, n, 0.01, format="csc", random_state=rng, data_rvs=np.ones)
    scores = X @ np.where(rng.random(n) < 0.05, rng.standard_normal(n), 0)
    scores = scores + 0.5 * rng.standard_normal(m)
    return X, np.where(scores > np.quantile(scores, 0.9), 1.0, -1.0)


def _madelon(rng, m, n):
    """Scikit-learn's generator, adapted from Madelon's."""
    X, y = make_classification(
        m, n, n_informative=5, n_redundant=15, n_clusters_per_class=16,
        random_state=int(rng.integers(2**31)),
    )  # fmt: skip
    return X, 2.0 * y - 1


def _gene(rng, m, n):
    """Cubic products of the ``n`` most variable genes of ``m`` of Khan's tumours."""
    khan = load_khan()
    rows = rng.permutation(len(khan.data))[:m]
    genes = np.argsort(-khan.data.std(axis=0))[:n]
    X = khan.data[:, genes]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return cubic_features(X)[rows], np.where(khan.target == 2, 1.0, -1.0)[rows]


MAKERS = {"arcene": _arcene, "dorothea": _dorothea, "madelon": _madelon, "gene": _gene}


def stand_in(name, m, n, split):
    """Draw a stand-in, the same one for every split, and divide it.

    Parameters
    ----------
    name : str
        One of :data:`STAND_INS`.
    m, n : int
        Samples in all and columns; for "gene" the number of genes.
    split : int

    Returns
    -------
    Split
    """
    X, y = MAKERS[check_in(name, "name", STAND_INS)](check_rng(0), m, n)
    order = check_rng(split).permutation(m)
    train = order[: 2 * m // 3]
    test = order[2 * m // 3 :]
    if sparse.issparse(X):
        X = X.tocsr()
        A = StandardizedOperator(X[train])
        return Split(A, y[train], X[test], y[test], A.mean, A.scale)
    mean = X[train].mean(axis=0)
    scale = X[train].std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    A = np.asfortranarray((X[train] - mean) / scale)
    return Split(A, y[train], X[test], y[test], mean, scale)


def _dal_path(split, lams, bias):
    """Warm-started DAL, conservative: seconds and best accuracy."""
    w = None
    alpha = None
    best = 0.0
    seconds = 0.0
    for lam in lams:
        start = process_time()
        run = dal(split.A, split.y, LOGISTIC, L1(lam), eta0="conservative", start=w, alpha=alpha,
                  bias=bias, solver="pcg")  # fmt: skip
        seconds += process_time() - start
        w = run.w
        alpha = run.alpha
        best = max(best, split.accuracy(w, run.b))
    return seconds, best


def _rival_path(name, split, lams, limit):
    """A warm-started rival: seconds, best accuracy, and whether the limit ever stopped it."""
    fit = WatchedFit(split.A, split.y, LOGISTIC)
    w = np.zeros(split.A.shape[1])
    best = 0.0
    seconds = 0.0
    stopped = False
    for lam in lams:
        start = process_time()
        rule = GapRule(fit, lam, 1e-3)
        run = run_rival(name, fit, lam, w, stop=rule, max_iter=limit)
        seconds += process_time() - start
        w = run.w
        stopped = stopped or not run.converged
        best = max(best, split.accuracy(w))
    return seconds, best, stopped


def _barrier_path(split, lams):
    """The interior point with an intercept, each weight from the start."""
    A = split.A
    if isinstance(A, StandardizedOperator):
        A = np.asfortranarray(A.columns(np.arange(A.shape[1])))
    fit = WatchedFit(A, split.y, LOGISTIC)
    best = 0.0
    seconds = 0.0
    for lam in lams:
        start = process_time()
        run = log_barrier(fit, lam, bias=True, tol=1e-3)
        seconds += process_time() - start
        best = max(best, split.accuracy(run.w, run.b))
    return seconds, best


def benchmark_paths(name, m, n, split, slow=True, limit=2000):
    """Seconds and best test accuracy of the paths of section 7.3 on one split.

    Parameters
    ----------
    name, m, n, split
        As in :func:`stand_in`.
    slow : bool
        Run SpaRSA as well.
    limit : int
        Steps of a first-order method at one weight.

    Returns
    -------
    dict
        ``t_*`` seconds and ``a_*`` per cent for "dal", "dalb", "fista", "owlqn", "sparsa", "ip";
        ``stopped`` counts the rivals that met their limit somewhere. The clock of FISTA and of
        SpaRSA includes the norm of the design, once a path.
    """
    data = stand_in(name, m, n, split)
    lams = SHARES * float(np.abs(data.A.T @ data.y).max())
    row = {"stopped": 0}
    row["t_dal"], row["a_dal"] = _dal_path(data, lams, False)
    row["t_dalb"], row["a_dalb"] = _dal_path(data, lams, True)
    for rival, key in RIVAL_COLUMNS.items():
        if rival == "SpaRSA" and not slow:
            continue
        row[f"t_{key}"], row[f"a_{key}"], stopped = _rival_path(rival, data, lams, limit)
        row["stopped"] += stopped
    row["t_ip"], row["a_ip"] = _barrier_path(data, lams)
    return row
