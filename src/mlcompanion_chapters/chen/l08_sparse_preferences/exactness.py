"""What can be checked to rounding: thresholds in a row, lazy shrinkage, the signs of a step.

Chen (2013), section 8.3.1. The sweeps stand here in plain NumPy, apart from the library's loops.
"""

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_array, random_array

from mlcompanion.prox import soft_threshold
from mlcompanion.text.preferences import sample_tuples
from mlcompanion.text.preferences.descent import PairDescent, StepRule

__all__ = [
    "forgetful_matrix",
    "lazy_gaps",
    "minimiser_gap",
    "sign_check",
    "sparse_bytes",
    "swept_matrix",
    "threshold_case",
]


def threshold_case(seed):
    """Shrink several times, once by the sum, and once by T times the last threshold.

    Returns
    -------
    tuple of two floats
        Greatest difference of the first two, in units of the sum; of the first and the third.
    """
    rng = np.random.default_rng([80, seed])
    T = int(rng.integers(1, 201))
    decaying = rng.uniform(0.1, 10) / np.sqrt(np.arange(1, T + 1))
    thresholds = decaying if seed % 2 else rng.exponential(size=T)
    total = thresholds.sum()
    W = rng.normal(scale=total, size=(6, 6))
    # entries that become zero exactly at some step
    W[0] = np.resize(np.cumsum(thresholds) * rng.choice([-1, 1]), 6)
    one_by_one = W
    for threshold in thresholds:
        one_by_one = np.sign(one_by_one) * np.maximum(np.abs(one_by_one) - threshold, 0)
    at_once = soft_threshold(W, total)
    by_last = soft_threshold(W, T * thresholds[-1])
    gap = np.abs(one_by_one - at_once).max() / total
    return float(gap), float(np.abs(one_by_one - by_last).max())


def minimiser_gap(n_entries=200, seed=0):
    """Greatest difference between Eq. (8.7) and a general minimiser of (8.6), entry by entry."""
    rng = np.random.default_rng([81, seed])
    gaps = []
    for value, threshold in zip(rng.normal(size=n_entries), rng.exponential(size=n_entries)):
        found = minimize_scalar(
            lambda w, v=value, c=threshold: 0.5 * (w - v) ** 2 + c * abs(w),
            bounds=(-4, 4), method="bounded", options={"xatol": 1e-9},
        )  # fmt: skip
        gaps.append(abs(found.x - soft_threshold(np.array([value]), threshold)[0]))
    return float(max(gaps))


def swept_matrix(X, tuples, rule):
    """Algorithm 8.1 from the identity with its sweeps over the whole matrix."""
    W = np.eye(X.shape[1])
    owed = 0.0
    for t, (q, better, worse) in enumerate(tuples, start=1):
        rate = rule.rates(t, t + 1)[0]
        difference = X[better] - X[worse]
        if X[q] @ W @ difference < 1:
            W += rate * np.outer(X[q], difference)
        owed += rule.lam * rate
        if t % rule.T == 0:
            W = soft_threshold(W, owed)
            owed = 0.0
    return soft_threshold(W, owed)


def forgetful_matrix(X, tuples, rule):
    """As with T = 1, but an entry that is met is shrunk by the last threshold alone."""
    W = np.eye(X.shape[1])
    for t, (q, better, worse) in enumerate(tuples, start=1):
        rate = rule.rates(t, t + 1)[0]
        difference = X[better] - X[worse]
        met = np.outer(X[q], difference) != 0
        if X[q] @ W @ difference < 1:
            W += rate * np.outer(X[q], difference)
        W[met] = soft_threshold(W[met], rule.lam * rate)
    return W


def lazy_gaps(seed, spacings):
    """Sweeps against the lazy form on a random problem, in both of its stores.

    Returns
    -------
    gap : float
        Greatest difference over spacings and stores, divided by the largest entry.
    forgotten : float
        Greatest difference between sweeps at each step and the forgetful form.
    zeros : float
        Mean share of zero entries of the swept matrices.
    """
    rng = np.random.default_rng([82, seed])
    X = rng.normal(size=(40, 30)) * (rng.random((40, 30)) < 0.3)
    tuples = sample_tuples(np.arange(40) % 4, 300, rng)
    rule = StepRule(1.0, "sqrt", 0.01, 1, np.ones(30))
    if seed % 2:
        rule = rule._replace(C=0.05, schedule="fixed", lam=0.02)
    gaps = []
    zeros = []
    for T in spacings:
        want = swept_matrix(X, tuples, rule._replace(T=T))
        zeros.append(np.mean(want == 0))
        for hashed in (False, True):
            run = PairDescent(30, rule._replace(T=T), hashed=hashed)
            got = run.advance(csr_array(X), tuples).matrix().toarray()
            gaps.append(np.abs(got - want).max() / np.abs(want).max())
    plain = swept_matrix(X, tuples, rule)
    forgotten = np.abs(forgetful_matrix(X, tuples, rule) - plain).max()
    return max(gaps), float(forgotten), float(np.mean(zeros))


def sign_check(n_tuples=10, size=20, rate=0.01, seed=0):
    """Finite differences of the loss (8.2), and steps against and along the subgradient (8.4)."""
    rng = np.random.default_rng([85, seed])
    W = rng.normal(size=(size, size))
    found = {"fd": 0.0, "down": 0, "up": 0, "active": 0}
    for _ in range(n_tuples):
        q, better, worse = rng.normal(size=(3, size))
        q = q / np.linalg.norm(q)
        difference = better / np.linalg.norm(better) - worse / np.linalg.norm(worse)

        def loss(W, q=q, difference=difference):
            return max(0.0, 1.0 - q @ W @ difference)

        is_active = q @ W @ difference < 1
        slope = -np.outer(q, difference) * is_active
        numeric = np.empty_like(W)
        for place in np.ndindex(W.shape):
            step = np.zeros_like(W)
            step[place] = 1e-6
            numeric[place] = (loss(W + step) - loss(W - step)) / 2e-6
        found["fd"] = max(found["fd"], float(np.abs(numeric - slope).max()))
        if is_active:
            found["active"] += 1
            found["down"] += int(loss(W - rate * slope) < loss(W))
            found["up"] += int(loss(W + rate * slope) < loss(W))
    return found


def sparse_bytes(size, density):
    """Bytes of all arrays of a random sparse matrix."""
    W = random_array((size, size), density=density, format="csr", rng=np.random.default_rng(86))
    return W.data.nbytes + W.indices.nbytes + W.indptr.nbytes
