"""Theorem 4 by search: no parameters beat relative frequencies; and the two signs of the scan."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import xlogy

from mlcompanion.datasets import make_corral
from mlcompanion.graphical.classifiers import family_score
from mlcompanion.graphical.classifiers.approximations import ALPHA, BETA, LAMBDA

__all__ = ["eq14", "eq22_parts", "frequency_search", "random_tables", "sign_of_eq22", "unbounded"]


def random_tables(count, seed=0):
    """Counts (q, 2, r) with 1 to 6 configurations, 2 to 4 values and counts up to 20."""
    rng = np.random.default_rng(seed)
    made = []
    while len(made) < count:
        shape = (int(rng.integers(1, 7)), 2, int(rng.integers(2, 5)))
        counts = rng.integers(0, 21, shape)
        if counts.sum(axis=2).min() > 0:
            made.append(counts)
    return made


def frequencies(counts):
    """Relative frequencies of the values, given configuration and class."""
    return counts / counts.sum(axis=2, keepdims=True)


def eq14(counts, theta, sign=1.0):
    """Equation (14) with lambda 1, in bits, for parameters (..., q, 2, r).

    With ``sign`` -1 the denominator is the one that equation (22) prints.
    """
    rows = counts.sum(axis=2, keepdims=True) * theta
    with np.errstate(divide="ignore", invalid="ignore"):
        share = rows / (rows + sign * rows[..., ::-1, :])
        logs = np.log2(share) - np.log2(_class_shares(counts))
        # where a cell was never seen its logarithm does not count
        return np.where(counts > 0, counts * logs, 0.0).sum(axis=(-3, -2, -1))


def _class_shares(counts):
    of_class = counts.sum(axis=2, keepdims=True)
    return of_class / of_class.sum(axis=1, keepdims=True)


def eq22_parts(counts, theta, priors):
    """Equation (22) of one family and the class, with a plus sign, without constants."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(counts > 0, counts * np.log2(theta), 0.0).sum(axis=(-3, -2, -1))
    of_class = counts.sum(axis=(0, 2))
    logs = np.log2(priors)
    first = first + (of_class * logs).sum(axis=-1)
    third = -BETA * LAMBDA * (of_class * logs).sum(axis=-1)
    return (ALPHA + BETA) * first - BETA * LAMBDA * eq14(counts, theta) + third


def _best_of_starts(counts, starts, rng):
    """Largest eq. (14) that L-BFGS finds from random starts, all climbed side by side."""
    of_class = counts.sum(axis=2, keepdims=True)
    pooled = counts.sum(axis=1, keepdims=True)
    shape = (starts, *counts.shape)
    n = counts.sum()

    def law(flat):
        w = flat.reshape(shape)
        raised = np.exp(w - w.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True)

    def loss(flat):
        theta = law(flat)
        rows = of_class * theta
        share = rows / rows.sum(axis=2, keepdims=True)
        slope = counts - pooled * share
        slope = slope - theta * slope.sum(axis=-1, keepdims=True)
        return -xlogy(counts, share).sum() / n, -slope.ravel() / n

    start = 0.3 * rng.normal(size=np.prod(shape))  # far out the slopes vanish
    options = {"maxiter": 1000, "ftol": 1e-15, "gtol": 1e-9}
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options=options)
    return eq14(counts, law(found.x))


def frequency_search(tables, alternatives, starts=5, seed=0):
    """Alternatives that beat frequencies, share of those below, gap of the optimizer.

    Returns
    -------
    beat : int
        Pairs of a table and an alternative, for equation (14) or (22).
    lower : float
        Share of the random alternatives strictly below, for equation (14).
    gap : float
        Largest relative difference between the optimizer's best value and that at frequencies.
    """
    rng = np.random.default_rng(seed)
    beat = 0
    below = 0
    gap = 0.0
    for counts in tables:
        hat = frequencies(counts)
        share = counts.sum(axis=(0, 2)) / counts.sum()
        size = 10.0 ** rng.uniform(-2, 0, (alternatives, 1, 1, 1))
        other = rng.dirichlet(np.ones(counts.shape[2]), (alternatives, *counts.shape[:2]))
        theta = (1 - size) * hat + size * other
        near = size[:, :, 0, 0]
        priors = (1 - near) * share + near * rng.dirichlet(np.ones(2), alternatives)
        best = eq14(counts, hat)
        whole = eq22_parts(counts, hat, share)
        values = eq14(counts, theta)
        wholes = eq22_parts(counts, theta, priors)
        climbed = _best_of_starts(counts, starts, rng)
        slack = 1e-9 * max(abs(best), 1.0)
        beat += int(np.count_nonzero(np.concatenate([values, climbed]) > best + slack))
        beat += int(np.count_nonzero(wholes > whole + 1e-9 * abs(whole)))
        below += int(np.count_nonzero(values < best))
        gap = max(gap, abs(climbed.max() - best) / max(abs(best), 1.0))
    return beat, below / (len(tables) * alternatives), float(gap)


def unbounded(samples, n=50, seed=0):
    """Samples of corral in which some one-parent family has no finite aCLL, and no finite fCLL."""
    corral = make_corral()
    rng = np.random.default_rng(seed)
    lost = np.zeros(2, dtype=int)
    for _ in range(samples):
        rows = rng.choice(128, n, replace=False)
        X = corral.data[rows]
        y = corral.target[rows]
        values = [
            [family_score(counts, criterion) for criterion in ("acll", "fcll")]
            for counts in _one_parent_tables(X, y)
        ]
        lost += ~np.isfinite(values).all(axis=0)
    return lost.tolist()


def _one_parent_tables(X, y):
    d = X.shape[1]
    for child in range(d):
        for parent in range(d):
            if parent != child:
                counts = np.zeros((2, 2, 2))
                np.add.at(counts, (X[:, parent], y, X[:, child]), 1)
                yield counts


def sign_of_eq22(tables):
    """Share of tables where the printed sign leaves no number, and the plus sign's deviation.

    The second sum of equation (24) is N I(C; X | Pi), here from entropies.
    """
    undefined = 0
    worst = 0.0
    for counts in tables:
        hat = frequencies(counts)
        undefined += not np.isfinite(eq14(counts, hat, sign=-1.0))
        by_entropy = _entropy_sum(counts.sum(axis=2)) + _entropy_sum(counts.sum(axis=1))
        by_entropy -= _entropy_sum(counts) + _entropy_sum(counts.sum(axis=(1, 2)))
        value = eq14(counts, hat)
        worst = max(worst, abs(value - by_entropy) / max(abs(by_entropy), 1e-12))
    return undefined / len(tables), float(worst)


def _entropy_sum(counts):
    """N times the entropy of counts, without N log N, in bits."""
    return -float(xlogy(counts, counts).sum()) / np.log(2)
