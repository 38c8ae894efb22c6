"""Chains over binary features, judged: Griffiths and Ghahramani (2011), sections 4.7 and 5.

Exact posteriors on data small enough to enumerate, chains without data, the likelihood against a
general Gaussian routine, and the measures of the demonstrations with images (section 5.3).
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import betaln
from scipy.stats import multivariate_normal, poisson

from mlcompanion._validation import check_array, check_rng
from mlcompanion.bayes import (
    gibbs_sweep,
    gibbs_sweep_prior,
    log_marginal_likelihood,
    match_features,
)
from mlcompanion.linalg import inverse_rank_one

__all__ = [
    "Moments",
    "chain_moments",
    "column_moments",
    "exclusive_or_move",
    "likelihood_gaps",
    "objects_missed",
    "one_visit",
    "picture_weights",
    "prior_moments",
    "settling_time",
    "small_posterior",
    "update_drift",
    "wrong_entries",
]


class Moments(NamedTuple):
    """Means over matrices: features, ones, features with one owner, features of objects 1 and 2."""

    features: float
    ones: float
    single: float
    pair: float


def column_moments(Z):
    """The four counts of one matrix."""
    owners = Z.sum(axis=0)
    return Moments(
        Z.shape[1], int(owners.sum()), int((owners == 1).sum()), int((Z[0] & Z[1]).sum())
    )


def _means(sweep, Z, drop, keep):
    for _ in range(drop):
        Z = sweep(Z)
    total = np.zeros(4)
    for _ in range(keep):
        Z = sweep(Z)
        total += column_moments(Z)
    return Moments(*(total / keep))


def prior_moments(n, alpha, start, *, drop=100, keep=200, random_state=None):
    """Means over one chain without data that starts empty or with twenty columns of fair coins.

    Parameters
    ----------
    n : int
        Objects.
    alpha : float
    start : {"empty", "crowded"}
    drop, keep : int
        Sweeps before and while counting.
    random_state : int, Generator or None

    Returns
    -------
    Moments
    """
    rng = check_rng(random_state)
    Z = rng.random((n, {"empty": 0, "crowded": 20}[start])) < 0.5
    return _means(lambda Z: gibbs_sweep_prior(Z, alpha, random_state=rng), Z, drop, keep)


def chain_moments(X, *, alpha, sigma_x, sigma_a, most, drop=200, keep=4000, random_state=None):
    """Means over one chain with data; a row has at most ``most`` features of its own.

    Returns
    -------
    Moments
    """
    rng = check_rng(random_state)

    def sweep(Z):
        return gibbs_sweep(X, Z, alpha, sigma_x, sigma_a, k_max_new=most, random_state=rng)

    return _means(sweep, np.ones((len(X), 1), dtype=bool), drop, keep)


def small_posterior(X, *, alpha, sigma_x, sigma_a, most):
    """Posterior means by summing over all classes with up to ``most`` columns of each history.

    Counts of histories are independent Poisson variables a priori (section 4.5), and given them the
    columns of ``X`` are Gaussian: neither Eq. 14 nor Eq. 26 is used.

    Parameters
    ----------
    X : array_like, shape (n, D)
        Two or three rows.
    alpha, sigma_x, sigma_a : float
    most : int

    Returns
    -------
    moments : Moments
    edge : float
        Posterior probability of the classes with ``most`` columns of some history: about what
        the classes left out would have.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    n, d = X.shape
    histories = np.array(list(product((0, 1), repeat=n)))[1:]
    counts = np.array(list(product(range(most + 1), repeat=len(histories))))
    m = histories.sum(axis=1)
    log_p = poisson.logpmf(counts, alpha * np.exp(betaln(m, n - m + 1))).sum(axis=1)
    shared = (histories[:, :, None] * histories[:, None, :]).reshape(len(m), n * n)
    covariance = sigma_x**2 * np.eye(n) + sigma_a**2 * (counts @ shared).reshape(-1, n, n)
    log_p -= d / 2 * np.linalg.slogdet(covariance)[1]
    log_p -= np.einsum("id,cij,jd->c", X, np.linalg.inv(covariance), X) / 2
    weights = np.exp(log_p - np.logaddexp.reduce(log_p))
    both = histories[:, 0] * histories[:, 1]
    values = (weights @ (counts @ v) for v in (np.ones_like(m), m, m == 1, both))
    edge = weights[(counts == most).any(axis=1)].sum()
    return Moments(*(float(v) for v in values)), float(edge)


def one_visit(X, others, *, alpha, sigma_x, sigma_a, most=10):
    """Chance of a shared bit of the last row: exact, and after a visit that goes two ways.

    Parameters
    ----------
    X : array_like, shape (n, D)
    others : sequence of 0 and 1
        Bits of the other rows on one shared feature.
    alpha, sigma_x, sigma_a : float
    most : int
        Most own features of the last row.

    Returns
    -------
    exact, kept, dropped : float
        The visit starts from the exact law. Kept: the bit is drawn given the old number of own
        features; dropped: given none, as if they had been deleted first.
    """
    n = len(X)
    m = sum(others)
    log_p = np.empty((2, most + 1))
    for bit, q in product((0, 1), range(most + 1)):
        Z = np.zeros((n, 1 + q))
        Z[:, 0] = [*others, bit]
        Z[-1, 1:] = 1
        log_p[bit, q] = log_marginal_likelihood(X, Z, sigma_x, sigma_a)
        log_p[bit, q] += poisson.logpmf(q, alpha / n) + np.log(m / n if bit else 1 - m / n)
    p = np.exp(log_p - np.logaddexp.reduce(log_p, axis=None))
    kept = (p / p.sum(axis=0)) @ p.sum(axis=0)
    return float(p[1].sum()), float(kept[1]), float(p[1, 0] / p[:, 0].sum())


def exclusive_or_move(X, Z, sigma_x, sigma_a, *, random_state=None):
    """Propose to replace a random column a by a XOR b, and accept it by Metropolis' rule.

    Of a class with K columns K!/prod K_h! matrices differ in the order of columns; the target of
    one of them is P([Z]) prod K_h! up to a constant: a factor B(m_k, n - m_k + 1) for each column.

    Returns
    -------
    ndarray of bool, shape of ``Z``
    """
    rng = check_rng(random_state)
    if Z.shape[1] < 2:
        return Z
    a, b = rng.choice(Z.shape[1], 2, replace=False)
    moved = Z.copy()
    moved[:, a] ^= moved[:, b]
    if not moved[:, a].any():
        return Z
    score = [
        betaln(m, len(Z) - m + 1).sum() + log_marginal_likelihood(X, Y, sigma_x, sigma_a)
        for Y, m in ((Y, Y.sum(axis=0)) for Y in (Z, moved))
    ]
    return moved if np.log(rng.random()) < score[1] - score[0] else Z


def likelihood_gaps(cases=500, *, random_state=None):
    """Largest relative gaps of the closed form: to a Gaussian density, and with empty columns.

    Random matrices of 2 to 30 rows and 0 to 12 columns, some repeated and some empty, with data of
    1 to 10 coordinates and scales between 0.1 and 3.

    Returns
    -------
    density_gap, empty_gap : float
    """
    rng = check_rng(random_state)
    gaps = np.zeros(2)
    for _ in range(cases):
        n = rng.integers(2, 31)
        k = rng.integers(0, 13)
        d = rng.integers(1, 11)
        sigma_x, sigma_a = rng.uniform(0.1, 3, 2)
        X = rng.standard_normal((n, d))
        Z = rng.random((n, k)) < rng.random()
        Z[:, k - k // 4 :] = Z[:, : k // 4]
        covariance = sigma_x**2 * np.eye(n) + sigma_a**2 * (Z.astype(float) @ Z.T)
        direct = multivariate_normal(np.zeros(n), covariance).logpdf(X.T).sum()
        ours = log_marginal_likelihood(X, Z[:, Z.any(axis=0)], sigma_x, sigma_a)
        padded = np.hstack([Z, np.zeros((n, rng.integers(1, 6)), dtype=bool)])
        empty = log_marginal_likelihood(X, padded, sigma_x, sigma_a)
        gaps = np.maximum(gaps, [abs(ours - direct) / abs(direct), abs(empty - ours) / abs(ours)])
    return tuple(gaps.tolist())


def update_drift(steps=1000, *, n=30, k=6, ridge=0.25, random_state=None):
    """Relative error of the inverse after so many removals and additions of rows (Eq. 23-24).

    Each step takes a random row out and puts one with new bits in its place.

    Returns
    -------
    float
    """
    rng = check_rng(random_state)
    Z = (rng.random((n, k)) < 0.5).astype(float)
    M = np.linalg.inv(Z.T @ Z + ridge * np.eye(k))
    for i in rng.integers(0, n, steps):
        M = inverse_rank_one(M, Z[i], -1.0)
        Z[i] = rng.random(k) < 0.5
        M = inverse_rank_one(M, Z[i])
    direct = np.linalg.inv(Z.T @ Z + ridge * np.eye(k))
    return float(np.abs(M - direct).max() / np.abs(direct).max())


def wrong_entries(truth, Z):
    """Best matching of true and found columns, and the share of wrong entries that is left.

    A missing or a surplus column counts with its ones.

    Parameters
    ----------
    truth : array_like of 0 and 1, shape (n, K)
    Z : array_like of 0 and 1, shape (n, L)

    Returns
    -------
    pairs : list of (int, int)
        True and found column.
    wrong : float
        Of the n K entries.
    """
    truth, Z = (
        check_array(v, name, ndim=2, among=(0, 1)) for v, name in ((truth, "truth"), (Z, "Z"))
    )
    size = max(truth.shape[1], Z.shape[1])
    wide = [np.pad(v, ((0, 0), (0, size - v.shape[1]))) for v in (truth, Z)]
    cost = (wide[0][:, :, None] != wide[1][:, None, :]).sum(axis=0)
    rows, columns = linear_sum_assignment(cost)
    pairs = [
        (int(i), int(j)) for i, j in zip(rows, columns) if i < truth.shape[1] and j < Z.shape[1]
    ]
    return pairs, float(cost[rows, columns].sum() / truth.size)


def objects_missed(truth, Z):
    """For each object, pictures in which its best match among the four commonest features errs.

    Features are matched one to one, each as it stands or negated.

    Returns
    -------
    ndarray of int, shape (K,)
    """
    common = Z[:, np.argsort(-Z.sum(axis=0), kind="stable")[:4]]
    return np.round(match_features(truth, common)[1] * len(truth)).astype(int)


def settling_time(trace, *, window=50, tail=500, within=1.0):
    """First iteration after which the running mean stays near the mean over the tail.

    Parameters
    ----------
    trace : array_like, shape (T,)
    window : int
        Iterations that the running mean looks back on.
    tail : int
    within : float

    Returns
    -------
    int
        At least ``window``.
    """
    trace = check_array(trace, "trace", ndim=1, min_rows=window)
    running = np.convolve(trace, np.full(window, 1 / window), mode="valid")
    far = np.flatnonzero(np.abs(running - trace[-tail:].mean()) > within)
    return window + (int(far[-1]) + 1 if far.size else 0)


def picture_weights(pictures, components=99):
    """Pictures as weights on their mean picture and on principal components (section 5.3).

    The mean picture is one direction of length one, the components of what is left the others, so
    that distances between pictures are kept; all weights are divided by one number, the root mean
    square of the weights on components, to be of the scale at which the paper's chain starts.

    Parameters
    ----------
    pictures : array_like, shape (n, pixels)
    components : int

    Returns
    -------
    weights : ndarray, shape (n, 1 + components)
    basis : ndarray, shape (1 + components, pixels)
        ``weights @ basis`` are the pictures again.
    """
    pictures = check_array(pictures, "pictures", ndim=2, min_rows=2)
    mean = pictures.mean(axis=0)
    direction = mean / np.linalg.norm(mean)
    along = pictures @ direction
    rest = pictures - along[:, None] * direction
    axes = np.linalg.svd(rest, full_matrices=False)[2][:components]
    scores = rest @ axes.T
    unit = np.sqrt((scores**2).mean())
    return np.column_stack([along, scores]) / unit, np.vstack([direction, axes]) * unit
