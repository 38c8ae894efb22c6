"""Gibbs sampling of binary matrices: from the prior, and for the linear-Gaussian model.

Implements Griffiths and Ghahramani (JMLR 12, 2011), section 4.7 (Eq. 17-18) and section 5.2 with
the rank-one updates of Eq. 23-24. Two details make the chain exact where the paper's sketch is a
heuristic: a row's own dishes (those that nobody else takes) are drawn again all together, given its
other bits and these given their old number; and the other columns are visited in a random order.
"""

import math

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_count, check_in, check_real, check_rng

from .indian_buffet import check_binary
from .linear_gaussian import _check, log_marginal_likelihood

__all__ = ["gibbs_sweep", "gibbs_sweep_prior"]

_ROOM = 8  # rows' worth of new columns that a sweep has room for at first


def gibbs_sweep_prior(Z, alpha, *, random_state=None):
    """Visit every row once and draw it from its conditional prior (Eq. 17-18).

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)
    alpha : float
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, K')
        No column is empty.
    """
    Z, rng = check_binary(Z), check_rng(random_state)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    n = len(Z)
    for i in range(n):
        others = Z.sum(axis=0) - Z[i]
        Z, others = Z[:, others > 0], others[others > 0]
        own = np.zeros((n, rng.poisson(alpha / n)), dtype=bool)
        Z[i], own[i] = rng.random(len(others)) < others / n, True
        Z = np.hstack([Z, own])
    return Z


def gibbs_sweep(
    X, Z, alpha, sigma_x, sigma_a, *, k_max_new=4, method="rank_one", random_state=None
):
    """Visit every row once and draw it given the data and the other rows (section 5.2).

    Parameters
    ----------
    X : array_like, shape (n, D)
    Z : array_like of 0 and 1, shape (n, K)
    alpha, sigma_x, sigma_a : float
        Prior mean number of features of a row; standard deviations of noise and features.
    k_max_new : int
        The number of a row's own features is drawn from 0 .. k_max_new.
    method : {"rank_one", "naive"}
        Flip a bit at cost O(K + D), or evaluate Eq. 26 from scratch for each decision. Both
        use the same random numbers, so one seed gives the same draws.
    random_state : int, Generator or None

    Returns
    -------
    ndarray of bool, shape (n, K')
        No column is empty.

    Raises
    ------
    ValueError
        On mismatched or non-binary arrays or parameters out of range.

    Notes
    -----
    Cost of a sweep: O(n K (K D + K + D)) with rank-one updates, O(n^2 K^2 (K + D)) without.
    """
    X, Z, sigma_x, sigma_a = _check(X, Z, sigma_x, sigma_a)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    k_max_new = check_count(k_max_new, "k_max_new", low=1)
    check_in(method, "method", ("rank_one", "naive"))
    n, rng = len(X), check_rng(random_state)
    prior = np.arange(k_max_new + 1) * np.log(alpha / n)
    prior -= [math.lgamma(q + 1) for q in range(k_max_new + 1)]
    sweep = _rank_one_sweep if method == "rank_one" else _naive_sweep
    room = Z.shape[1] + _ROOM * k_max_new
    keys, flips, news = rng.random((n, room)), rng.random((n, room)), rng.random(n)
    X = plain_layout(X)
    while True:
        roomy = np.zeros((n, keys.shape[1]))
        roomy[:, : Z.shape[1]] = Z
        k = sweep(X, roomy, Z.shape[1], sigma_x**2, sigma_a**2, prior, keys, flips, news)
        if k >= 0:
            return roomy[:, :k].astype(bool)
        # Too many columns: repeat with the same numbers, and more of them.
        keys, flips = (np.hstack([u, rng.random((n, room))]) for u in (keys, flips))


def _choose(log_weights, uniform):
    """Index drawn with probabilities proportional to ``exp(log_weights)``."""
    weights = np.exp(log_weights - log_weights.max())
    return min(np.searchsorted(np.cumsum(weights), uniform * weights.sum()), len(weights) - 1)


def _naive_sweep(X, roomy, k, noise, scale, prior, keys, flips, news):
    """The same sweep with Eq. 26 evaluated from scratch for every decision."""
    n, sigma_x, sigma_a = len(X), math.sqrt(noise), math.sqrt(scale)
    Z = roomy[:, :k].copy()
    for i in range(n):
        if Z.shape[1] + len(prior) - 1 > roomy.shape[1]:
            return -1
        others = Z.sum(axis=0) - Z[i]
        own = np.zeros((n, max(len(prior) - 1, Z.shape[1])))
        own[i] = 1
        old = own[:, : np.count_nonzero(Z[i, others == 0])]
        Z, others = Z[:, others > 0], others[others > 0]
        for place, j in enumerate(np.argsort(keys[i, : len(others)], kind="stable")):
            score = np.empty(2)
            for bit in (0, 1):
                Z[i, j] = bit
                score[bit] = log_marginal_likelihood(X, np.hstack([Z, old]), sigma_x, sigma_a)
            logit = np.log(others[j]) - np.log(n - others[j]) + score[1] - score[0]
            Z[i, j] = flips[i, place] < 1 / (1 + np.exp(min(-logit, 700.0)))
        scores = [
            log_marginal_likelihood(X, np.hstack([Z, own[:, :q]]), sigma_x, sigma_a)
            for q in range(len(prior))
        ]
        Z = np.hstack([Z, own[:, : _choose(prior + scores, news[i])]])
    roomy[:, : Z.shape[1]] = Z
    return Z.shape[1]


def _rank_one_sweep(X, Z, k, noise, scale, prior, keys, flips, news):
    """One sweep, in place; ``Z`` has room for new columns; returns their number, -1 without room.

    A full inverse once a sweep keeps rounding errors of the updates from adding up.
    """
    capacity, used = Z.shape[1], np.ascontiguousarray(Z[:, :k])
    M, G = np.zeros((capacity, capacity)), np.zeros((capacity, X.shape[1]))
    M[:k, :k] = np.linalg.inv(used.T @ used + noise / scale * np.eye(k))
    G[:k] = used.T @ X
    order = np.argsort(keys, axis=1, kind="stable")
    return _sweep_rows(X, Z, k, M, G, Z.sum(axis=0), noise, scale, prior, order, flips, news)


@njit
def _sweep_rows(X, Z, k, M, G, m, noise, scale, prior, order, flips, news):
    """Draw every row's bits.

    With row i left out, M = (Z'Z + r I)^-1 and G = Z'X give the prediction of x_i from its bits:
    mean z M G and variance noise (1 + z M z') + q scale with q features of its own.
    """
    for i in range(X.shape[0]):
        if k + prior.size - 1 > Z.shape[1]:
            return -1
        k, dropped = _leave_out(i, X[i], Z, k, M, G, m)
        visit = order[i][order[i] < k]
        spread, error = _draw_bits(i, X[i], Z, visit, M, G, m, noise, dropped * scale, flips[i])
        own = _draw_own(prior, noise * (1.0 + spread), scale, error, X.shape[1], news[i])
        k = _put_back(i, X[i], Z, k, own, M, G, m, noise / scale)
    return k


@njit
def _leave_out(i, x, Z, k, M, G, m):
    """Take row i out of M, G and the counts m (Eq. 23), and its own columns out of everything.

    Without the row its own columns are empty, so M is block diagonal. Returns the number of columns
    that stay, and of those dropped: until they are drawn again they only widen the prediction.
    """
    d = x.size
    z = Z[i, :k].copy()
    w = np.zeros(k)
    for a in range(k):
        for b in range(k):
            w[a] += M[a, b] * z[b]
    rest = 1.0 - np.sum(z * w)
    for a in range(k):
        m[a] -= z[a]
        for b in range(k):
            M[a, b] += w[a] * w[b] / rest
        for c in range(d):
            G[a, c] -= z[a] * x[c]
    kept = np.nonzero(m[:k] > 0.5)[0]
    for a in range(kept.size):
        m[a] = m[kept[a]]
        for c in range(d):
            G[a, c] = G[kept[a], c]
        for b in range(kept.size):
            M[a, b] = M[kept[a], kept[b]]
        for row in range(Z.shape[0]):
            Z[row, a] = Z[row, kept[a]]
    return kept.size, np.sum(z) - np.sum(z[kept])


@njit
def _draw_bits(i, x, Z, visit, M, G, m, noise, widening, flips):
    """Draw the bits of row i one by one, in the order ``visit``, from their conditionals.

    Returns z M z' and the squared error of the prediction with the bits drawn.
    """
    n, d, k = Z.shape[0], x.size, visit.size
    z = Z[i, :k].copy()
    B = np.zeros((k, d))  # M G: the features' means
    gap = x.copy()
    w = np.zeros(k)
    for a in range(k):
        for b in range(k):
            w[a] += M[a, b] * z[b]
            for c in range(d):
                B[a, c] += M[a, b] * G[b, c]
    for a in range(k):
        for c in range(d):
            gap[c] -= z[a] * B[a, c]
    spread = np.sum(z * w)
    error = np.sum(gap * gap)
    for place in range(k):
        j = visit[place]
        sign = 1.0 - 2.0 * z[j]
        new_spread = spread + sign * 2.0 * w[j] + M[j, j]
        new_error = 0.0
        for c in range(d):
            new_error += (gap[c] - sign * B[j, c]) ** 2
        gain = _log_normal(new_error, noise * (1.0 + new_spread) + widening, d) - _log_normal(
            error, noise * (1.0 + spread) + widening, d
        )
        logit = math.log(m[j]) - math.log(n - m[j]) + sign * gain
        bit = 1.0 if flips[place] < 1.0 / (1.0 + math.exp(min(-logit, 700.0))) else 0.0
        if bit != z[j]:
            z[j], spread, error = bit, new_spread, new_error
            for c in range(d):
                gap[c] -= sign * B[j, c]
            for a in range(k):
                w[a] += sign * M[a, j]
    Z[i, :k] = z
    return spread, error


@njit
def _draw_own(prior, variance, scale, error, d, uniform):
    """Draw the number of a row's own features, all at once."""
    scores = prior.copy()
    for q in range(prior.size):
        scores[q] += _log_normal(error, variance + q * scale, d)
    weights = np.exp(scores - scores.max())
    target, own = uniform * weights.sum(), 0
    total = weights[0]
    while total < target and own < prior.size - 1:
        own += 1
        total += weights[own]
    return own


@njit
def _put_back(i, x, Z, k, own, M, G, m, ridge):
    """Put row i back, with ``own`` new columns (Eq. 24); returns the number of columns."""
    for a in range(k, k + own):
        Z[:, a] = 0.0
        Z[i, a] = 1.0
        m[a] = 0.0
        G[a] = 0.0
        M[a, : k + own] = 0.0
        M[: k + own, a] = 0.0
    for a in range(k, k + own):
        M[a, a] = 1.0 / ridge
    k += own
    w = np.zeros(k)
    whole = 1.0
    for a in range(k):
        for b in range(k):
            w[a] += M[a, b] * Z[i, b]
    for a in range(k):
        whole += w[a] * Z[i, a]
    for a in range(k):
        m[a] += Z[i, a]
        for b in range(k):
            M[a, b] -= w[a] * w[b] / whole
        for c in range(x.size):
            G[a, c] += Z[i, a] * x[c]
    return k


@njit
def _log_normal(squared_error, variance, d):
    """Log density of ``d`` independent normals, up to a constant."""
    return -0.5 * (d * math.log(variance) + squared_error / variance)
