r"""Checks on Sugiyama (2016), sections 26.1 and 26.2: spirals, Fisher's direction, assignments."""

from itertools import product

import numpy as np
from scipy import sparse
from scipy.optimize import linprog
from scipy.spatial.distance import pdist
from scipy.special import ndtr

from mlcompanion._validation import check_rng
from mlcompanion.classification import KernelLSClassifier, LSClassifier
from mlcompanion.datasets import make_two_spirals
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.constrained import kernel_weights
from mlcompanion.teaching.measure import log_slope

__all__ = [
    "discriminant_checks",
    "excess_errors",
    "kernel_assignments",
    "separable_assignments",
    "spiral_errors",
]


def spiral_errors(repeats=10, sigma=1.0, lam=0.01):
    """Errors on a fresh draw of the spirals, of the kernel model and of a line, seeds 0, 1, ….

    Returns
    -------
    kernel, line : ndarray, shape (repeats,)
    """
    errors = []
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        train, test = (make_two_spirals(random_state=rng) for _ in range(2))
        models = KernelLSClassifier(sigma, lam), LSClassifier(lam)
        errors.append(
            [1 - m.fit(train.data, train.target).score(test.data, test.target) for m in models]
        )
    return np.array(errors).T


def _random_classes(rng):
    """Inputs, skewed and heavy-tailed, with a mean of zero, and which of them are positive."""
    d = rng.integers(2, 11)
    n = rng.integers(20, 201)
    positive = np.arange(n) < max(2, round(rng.uniform(0.1, 0.9) * n))
    raw = rng.exponential(size=(n, d)) + rng.standard_t(3, size=(n, d))
    X = raw @ rng.normal(size=(d, d)) + positive[:, None] * rng.normal(size=d)
    return X - X.mean(axis=0), positive


def _fisher(X, positive):
    """The discriminant from class means and the pooled covariance of the classes."""
    sides = X[positive], X[~positive]
    scatter = sum(len(S) * np.cov(S.T, bias=True) for S in sides)
    return np.linalg.solve(scatter, sides[0].mean(axis=0) - sides[1].mean(axis=0))


def _cosine(a, b):
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def discriminant_checks(repeats=200, random_state=None):
    r"""Least squares on targets :math:`1/n_+,-1/n_-` beside Fisher's discriminant.

    Returns
    -------
    dict of list
        ``cos_c``: cosine of the two directions, inputs of mean zero; ``cos_u``: inputs moved by 1
        to 5 standard deviations; ``cos_i``: the same with an intercept; ``ratio``: length of the
        solution over that of the printed formula; ``sizes``.
    """
    rng = check_rng(random_state)
    found = {name: [] for name in ("cos_c", "cos_u", "cos_i", "ratio", "sizes")}
    for _ in range(repeats):
        X, positive = _random_classes(rng)
        n = len(X)
        n_plus = positive.sum()
        target = np.where(positive, 1 / n_plus, -1 / (n - n_plus))
        away = rng.normal(size=X.shape[1])
        moved = X + rng.uniform(1, 5) * away / np.linalg.norm(away) * X.std(axis=0)
        fisher = _fisher(X, positive)
        fits = {"cos_c": X, "cos_u": moved, "cos_i": np.column_stack([moved, np.ones(n)])}
        for name, rows in fits.items():
            w = np.linalg.lstsq(rows, target, rcond=None)[0][: X.shape[1]]
            found[name].append(_cosine(w, fisher))
        w = np.linalg.lstsq(X, target, rcond=None)[0]
        gap = X[positive].mean(axis=0) - X[~positive].mean(axis=0)
        printed = np.linalg.solve(X.T @ X / n, gap)
        found["ratio"].append(float(np.linalg.norm(w) / np.linalg.norm(printed)))
        found["sizes"].append(n)
    return found


def excess_errors(sizes=(100, 1000, 10_000), repeats=100, random_state=None):
    """What a learned line errs more than the best one, for two normal classes in 5 dimensions.

    Equal shares, one covariance, means 2 of its standard deviations apart; errors are exact.

    Returns
    -------
    dict
        ``excess``, one a size; ``bayes``; ``slope`` of the logarithms.
    """
    rng = check_rng(random_state)
    root = np.tril(rng.normal(size=(5, 5))) + 2 * np.eye(5)
    gap = root @ np.array([2.0, 0, 0, 0, 0])
    bayes = float(ndtr(-1.0))
    excess = []
    for n in sizes:
        y = np.arange(n) < n // 2
        errors = []
        for _ in range(repeats):
            X = rng.normal(size=(n, 5)) @ root.T + y[:, None] * gap
            line = LSClassifier(targets="shares").fit(X, y)
            sd = np.linalg.norm(root.T @ line.coef_)
            low = line.intercept_ / sd
            high = (line.coef_ @ gap + line.intercept_) / sd
            errors.append(0.5 * (ndtr(low) + ndtr(-high)))
        excess.append(float(np.mean(errors) - bayes))
    return {"excess": excess, "bayes": bayes, "slope": float(log_slope(sizes, excess))}


def kernel_assignments(n=8, ridge=1e-3, random_state=None):
    """How many of the label assignments of n random points a kernel model reproduces."""
    X = check_rng(random_state).normal(size=(n, 2))
    K = rbf_kernel(X, sigma=pdist(X).min() / 2)
    Y = np.array(list(product((-1.0, 1.0), repeat=n))).T
    return int((np.sign(K @ kernel_weights(K, Y, ridge)) == Y).all(axis=0).sum())


def separable_assignments(n, random_state=None):
    """How many label assignments of n random points a line can produce: one programme for each.

    The programmes, to make the least margin as large as possible up to 1, have nothing in common,
    so that they are solved as one with as many blocks.
    """
    X = check_rng(random_state).normal(size=(n, 2))
    Y = np.array(list(product((-1.0, 1.0), repeat=n)))
    Y = Y[Y[:, 0] > 0]  # an assignment and its opposite have the same lines
    rows = np.column_stack([X, np.ones(n)])
    blocks = [np.column_stack([-y[:, None] * rows, np.ones(n)]) for y in Y]
    cost = np.tile([0.0, 0, 0, -1], len(Y))
    bounds = [(None, None)] * 3 + [(None, 1)]
    found = linprog(
        cost, sparse.block_diag(blocks, format="csr"), np.zeros(n * len(Y)), bounds=bounds * len(Y)
    )
    return 2 * int((found.x[3::4] > 0.5).sum())
