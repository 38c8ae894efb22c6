"""Many classes from two: Sugiyama (2016), section 26.3: ties, errors and seconds."""

from itertools import combinations
from time import process_time

import numpy as np
from sklearn.base import BaseEstimator

from mlcompanion import datasets
from mlcompanion._validation import check_rng
from mlcompanion.classification import KernelLSClassifier, LSClassifier, OneVsOne, OneVsRest
from mlcompanion.linalg import one_blas_thread
from mlcompanion.regression import sgd_least_squares

__all__ = [
    "SETS",
    "OnePass",
    "balanced_errors",
    "draw_row",
    "random_triples",
    "reduction_seconds",
    "vote_ties",
]

#: Data sets of the comparison, by the names of their loaders.
SETS = ("optdigits", "letter", "satimage", "vowel", "segment")


def draw_row(n=300, gap=4.0, random_state=None):
    """Three normal classes in a row, the same number of each: at -gap, 0 and gap, deviation 1."""
    y = np.arange(n) * 3 // n
    X = check_rng(random_state).normal(size=(n, 2))
    X[:, 0] += gap * (y - 1)
    return X, y


def random_triples(random_state=None, n=300):
    """Three normal classes in the plane with random means, covariances and shares."""
    rng = check_rng(random_state)
    y = rng.choice(3, n, p=rng.dirichlet([3, 3, 3]))
    y[:6] = np.arange(6) % 3
    roots = rng.normal(size=(3, 2, 2))
    means = 2 * rng.normal(size=(3, 2))
    return means[y] + np.einsum("nij,nj->ni", roots[y], rng.normal(size=(n, 2))), y


def vote_ties(repeats=20, side=200):
    """Three-way ties of one against one on random data sets, and ties of two classes.

    Returns
    -------
    dict
        ``tied``: whether the centre of the triangle between the three lines gets a vote for each
        class; ``tied_two``: data sets in which a point of a grid is tied once a class is left out;
        ``err``: share of the samples that the votes miss; ``base``: the same if all are called by
        the largest class.
    """
    tied = []
    tied_two = 0
    err = []
    base = []
    for seed in range(repeats):
        X, y = random_triples(seed)
        model = OneVsOne(LSClassifier()).fit(X, y)
        lines = [(m.coef_, m.intercept_) for m in model.estimators_]
        corners = [
            np.linalg.solve(np.array([a[0], b[0]]), [-a[1], -b[1]])
            for a, b in combinations(lines, 2)
        ]
        tied.append(bool((model.votes(np.mean(corners, axis=0)[None]) == 1).all()))
        err.append(1 - model.score(X, y))
        base.append(1 - np.bincount(y).max() / len(y))
        axes = np.linspace(X.min(axis=0), X.max(axis=0), side).T
        grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
        pairs = (OneVsOne(LSClassifier()).fit(X[y != k], y[y != k]) for k in range(3))
        tied_two += any(pair.tied(grid).any() for pair in pairs)
    return {"tied": tied, "tied_two": tied_two, "err": err, "base": base}


def balanced_errors(name, random_state=None):
    """Mean error, averaged over the two sides, of the problems of both reductions.

    A line with intercept, ridge 0.01 on standardised inputs; half of the data for training.

    Parameters
    ----------
    name : str
        One of ``SETS``.
    random_state : int, Generator or None

    Returns
    -------
    dict of float
        ``one`` against one, and against the ``rest``.
    """
    table = getattr(datasets, f"load_{name}")()
    order = check_rng(random_state).permutation(len(table.data))
    train, test = np.array_split(order, 2)
    X = table.data
    codes = np.unique(table.target, return_inverse=True)[1]
    sd = X[train].std(axis=0)
    X = (X - X[train].mean(axis=0)) / np.where(sd > 0, sd, 1)
    scores = LSClassifier(0.01).fit(X[train], codes[train]).decision_function(X[test])
    rest = [_balanced(s >= 0, codes[test] == k) for k, s in enumerate(scores.T)]
    one = []
    for a, b in combinations(range(codes.max() + 1), 2):
        part, asked = (rows[(codes[rows] == a) | (codes[rows] == b)] for rows in (train, test))
        line = LSClassifier(0.01).fit(X[part], codes[part] == b)
        one.append(_balanced(line.predict(X[asked]), codes[asked] == b))
    return {"one": float(np.mean(one)), "rest": float(np.mean(rest))}


def _balanced(called, true):
    return 0.5 * (np.mean(called[~true]) + np.mean(~called[true]))


class OnePass(BaseEstimator):
    """A line by one pass of stochastic gradient: its time is linear in the number of samples."""

    def fit(self, X, y):
        """Take one step a sample, drawn at random."""
        self.coef_ = sgd_least_squares(X, y, eta=0.01, tol=0, max_iter=len(X), random_state=0).coef
        return self

    def decision_function(self, X):
        """Scores of the rows."""
        return X @ self.coef_


def reduction_seconds(c, seed, cubic=1600, linear=16_000):
    """Seconds of the processor for both reductions of c balanced classes in 20 dimensions.

    Returns
    -------
    dict of float
        ``rest`` and ``one`` with kernel least squares on ``cubic`` samples; ``linear_rest`` and
        ``linear_one`` with one pass of stochastic gradient on ``linear`` samples.
    """
    rng = np.random.default_rng([seed, c])
    found = {}
    kinds = {"": (KernelLSClassifier(5.0, 0.1), cubic), "linear_": (OnePass(), linear)}
    for prefix, (base, n) in kinds.items():
        y = np.arange(n) % c
        X = rng.normal(size=(n, 20)) + 2 * rng.normal(size=(c, 20))[y]
        base.fit(X[:40], np.arange(40) % 2)  # compiled, and in the cache
        for name, model in (("rest", OneVsRest(base)), ("one", OneVsOne(base))):
            with one_blas_thread():
                start = process_time()
                model.fit(X, y)
                found[prefix + name] = process_time() - start
    return found
