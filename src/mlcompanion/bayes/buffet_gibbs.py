"""Gibbs sampling of binary matrices: from the prior, and for the linear-Gaussian model.

Implements Griffiths and Ghahramani (JMLR 12, 2011), section 4.7 (Eq. 17-18) and section 5.2 with
the rank-one updates of Eq. 23-24. Two details make the chain exact where the paper's sketch is a
heuristic: a row's own dishes (those that nobody else takes) are drawn again all together, given its
other bits and these given their old number; and the other columns are visited in a random order.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_count, check_in, check_real, check_rng

from .indian_buffet import check_binary
from .linear_gaussian import _check, log_marginal_likelihood

__all__ = ["gibbs_sweep", "gibbs_sweep_prior"]


class _Priors(NamedTuple):
    """Variances of noise and features, and the log prior of a row's number of own features."""

    noise: float
    scale: float
    own: np.ndarray


class _Draws(NamedTuple):
    """The random numbers of a sweep: all are drawn beforehand, so that both methods use the same.

    Attributes
    ----------
    keys : ndarray, shape (n, room)
        Sorted, they order the visits of a row's bits.
    flips : ndarray, shape (n, room)
        One for each bit.
    news : ndarray, shape (n,)
        One for each row's number of own features.
    """

    keys: np.ndarray
    flips: np.ndarray
    news: np.ndarray


class _Chain(NamedTuple):
    """The state of a sweep, changed in place: bits, and what predicts a row from its bits.

    Attributes
    ----------
    Z : ndarray, shape (n, capacity)
    M : ndarray, shape (capacity, capacity)
        (Z'Z + r I)^-1, in its first columns.
    G : ndarray, shape (capacity, D)
        Z'X.
    m : ndarray, shape (capacity,)
        How many rows have each feature.
    """

    Z: np.ndarray
    M: np.ndarray
    G: np.ndarray
    m: np.ndarray


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
    Z = check_binary(Z)
    rng = check_rng(random_state)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    n = len(Z)
    for i in range(n):
        others = Z.sum(axis=0) - Z[i]
        # columns that row i had alone go: its own are drawn anew, all together
        Z = Z[:, others > 0]
        others = others[others > 0]
        own = np.zeros((n, rng.poisson(alpha / n)), dtype=bool)
        Z[i] = rng.random(len(others)) < others / n
        own[i] = True
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
    rng = check_rng(random_state)
    n = len(X)
    # Poisson(alpha / n) up to a constant, cut at k_max_new
    # log of (alpha / n)^q / q!; the factor exp(-alpha / n) is the same for all q
    prior = np.arange(k_max_new + 1) * np.log(alpha / n)
    prior -= [math.lgamma(q + 1) for q in range(k_max_new + 1)]
    priors = _Priors(sigma_x**2, sigma_a**2, prior)
    sweep = _rank_one_sweep if method == "rank_one" else _naive_sweep
    room = Z.shape[1] + _ROOM * k_max_new
    draws = _Draws(rng.random((n, room)), rng.random((n, room)), rng.random(n))
    X = plain_layout(X)
    while True:
        roomy = np.zeros(draws.keys.shape)
        roomy[:, : Z.shape[1]] = Z
        k = sweep(X, roomy, Z.shape[1], priors, draws)
        if k >= 0:
            return roomy[:, :k].astype(bool)
        # Too many columns: repeat with the same numbers, and more of them.
        keys = np.hstack([draws.keys, rng.random((n, room))])
        flips = np.hstack([draws.flips, rng.random((n, room))])
        draws = _Draws(keys, flips, draws.news)


def _choose(log_weights, uniform):
    """Index drawn with probabilities proportional to ``exp(log_weights)``."""
    weights = np.exp(log_weights - log_weights.max())
    # rounding may leave the last sum below the total
    return min(np.searchsorted(np.cumsum(weights), uniform * weights.sum()), len(weights) - 1)


def _naive_sweep(X, roomy, k, priors, draws):
    """The same sweep with Eq. 26 evaluated from scratch for every decision."""
    n = len(X)
    sigma_x = math.sqrt(priors.noise)
    sigma_a = math.sqrt(priors.scale)
    prior = priors.own
    Z = roomy[:, :k].copy()
    for i in range(n):
        if Z.shape[1] + len(prior) - 1 > roomy.shape[1]:
            return -1
        others = Z.sum(axis=0) - Z[i]
        own = np.zeros((n, max(len(prior) - 1, Z.shape[1])))
        own[i] = 1
        old = own[:, : np.count_nonzero(Z[i, others == 0])]
        Z = Z[:, others > 0]
        others = others[others > 0]
        for place, j in enumerate(np.argsort(draws.keys[i, : len(others)], kind="stable")):
            score = np.empty(2)
            for bit in (0, 1):
                Z[i, j] = bit
                score[bit] = log_marginal_likelihood(X, np.hstack([Z, old]), sigma_x, sigma_a)
            # prior odds of the bit from the other rows, times the likelihood ratio
            logit = np.log(others[j]) - np.log(n - others[j]) + score[1] - score[0]
            Z[i, j] = draws.flips[i, place] < 1 / (1 + np.exp(min(-logit, 700.0)))
        scores = [
            log_marginal_likelihood(X, np.hstack([Z, own[:, :q]]), sigma_x, sigma_a)
            for q in range(len(prior))
        ]
        Z = np.hstack([Z, own[:, : _choose(prior + scores, draws.news[i])]])
    roomy[:, : Z.shape[1]] = Z
    return Z.shape[1]


def _rank_one_sweep(X, Z, k, priors, draws):
    """One sweep, in place; ``Z`` has room for new columns; returns their number, -1 without room.

    A full inverse once a sweep keeps rounding errors of the updates from adding up.
    """
    capacity = Z.shape[1]
    used = np.ascontiguousarray(Z[:, :k])
    M = np.zeros((capacity, capacity))
    M[:k, :k] = np.linalg.inv(used.T @ used + priors.noise / priors.scale * np.eye(k))
    G = np.zeros((capacity, X.shape[1]))
    G[:k] = used.T @ X
    # a random order for each row; keys of columns that are not there are passed over
    order = np.argsort(draws.keys, axis=1, kind="stable")
    chain = _Chain(Z, M, G, Z.sum(axis=0))
    return _sweep_rows(X, chain, k, priors, order, draws.flips, draws.news)


@njit
def _sweep_rows(X, chain, k, priors, order, flips, news):
    """Draw every row's bits.

    With row i left out, M = (Z'Z + r I)^-1 and G = Z'X give the prediction of x_i from its bits:
    mean z M G and variance noise (1 + z M z') + q scale with q features of its own.
    """
    noise, scale, prior = priors
    for i in range(X.shape[0]):
        # a row may add so many columns: without room for them the sweep stops before it
        if k + prior.size - 1 > chain.Z.shape[1]:
            return -1
        k, dropped = _leave_out(i, X[i], chain, k)
        visit = order[i][order[i] < k]
        spread, error = _draw_bits(i, X[i], chain, visit, noise, dropped * scale, flips[i])
        own = _draw_own(prior, noise * (1.0 + spread), scale, error, X.shape[1], news[i])
        k = _put_back(i, X[i], chain, k, own, noise / scale)
    return k


@njit
def _leave_out(i, x, chain, k):
    """Take row i out of M, G and the counts m (Eq. 23), and its own columns out of everything.

    Without the row its own columns are empty, so M is block diagonal. Returns the number of columns
    that stay, and of those dropped: until they are drawn again they only widen the prediction.
    """
    Z, M, G, m = chain
    d = x.size
    z = Z[i, :k].copy()
    w = np.zeros(k)
    for a in range(k):
        for b in range(k):
            w[a] += M[a, b] * z[b]
    # Sherman and Morrison: without row i the inverse grows by w w' / rest
    rest = 1.0 - np.sum(z * w)
    for a in range(k):
        m[a] -= z[a]
        for b in range(k):
            M[a, b] += w[a] * w[b] / rest
        for c in range(d):
            G[a, c] -= z[a] * x[c]
    # columns that only row i had go; what stays moves up
    kept = np.nonzero(m[:k] > 0.5)[0]
    for a in range(kept.size):
        m[a] = m[kept[a]]
        for c in range(d):
            G[a, c] = G[kept[a], c]
        for b in range(kept.size):
            # in place: kept[a] >= a, so that nothing is read after it was written
            M[a, b] = M[kept[a], kept[b]]
        for row in range(Z.shape[0]):
            Z[row, a] = Z[row, kept[a]]
    return kept.size, np.sum(z) - np.sum(z[kept])


@njit
def _draw_bits(i, x, chain, visit, noise, widening, flips):
    """Draw the bits of row i one by one, in the order ``visit``, from their conditionals.

    Returns z M z' and the squared error of the prediction with the bits drawn.
    """
    Z, M, G, m = chain
    n = Z.shape[0]
    d = x.size
    k = visit.size
    z = Z[i, :k].copy()
    B = np.zeros((k, d))  # M G: the features' means
    gap = x.copy()
    w = np.zeros(k)
    for a in range(k):
        for b in range(k):
            w[a] += M[a, b] * z[b]
            for c in range(d):
                B[a, c] += M[a, b] * G[b, c]
    # what the bits leave of the row
    for a in range(k):
        for c in range(d):
            gap[c] -= z[a] * B[a, c]
    spread = np.sum(z * w)
    error = np.sum(gap * gap)
    for place in range(k):
        j = visit[place]
        sign = 1.0 - 2.0 * z[j]
        # z M z' after one flip, from w = M z: O(1), where the form itself costs O(K^2)
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
            z[j] = bit
            spread = new_spread
            error = new_error
            for c in range(d):
                gap[c] -= sign * B[j, c]
            for a in range(k):
                w[a] += sign * M[a, j]  # keeps w = M z
    Z[i, :k] = z
    return spread, error


@njit
def _draw_own(prior, variance, scale, error, d, uniform):
    """Draw the number of a row's own features, all at once."""
    scores = prior.copy()
    for q in range(prior.size):
        scores[q] += _log_normal(error, variance + q * scale, d)
    weights = np.exp(scores - scores.max())
    # inverse transform on unnormalised weights
    target = uniform * weights.sum()
    own = 0
    total = weights[0]
    while total < target and own < prior.size - 1:
        own += 1
        total += weights[own]
    return own


@njit
def _put_back(i, x, chain, k, own, ridge):
    """Put row i back, with ``own`` new columns (Eq. 24); returns the number of columns."""
    Z, M, G, m = chain
    for a in range(k, k + own):
        Z[:, a] = 0.0
        Z[i, a] = 1.0
        m[a] = 0.0
        G[a] = 0.0
        M[a, : k + own] = 0.0
        M[: k + own, a] = 0.0
    for a in range(k, k + own):
        M[a, a] = 1.0 / ridge  # of an empty column the prior is left
    k += own
    # Sherman and Morrison: the row enters, and the inverse falls by w w' / whole
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
