"""The source's formulas as printed, and plain recursions that use nothing of the library."""

from itertools import product

import numpy as np

__all__ = [
    "all_states",
    "alternating_curvatures",
    "chain_by_states",
    "enumerated_curvature",
    "plain_coefficient",
    "printed_low_rank",
    "printed_woodbury",
    "update_run",
]


def plain_coefficient(x):
    """tanh(x/2) / (2x), and 1/4 at 0."""
    return 0.25 if abs(x) < 1e-9 else np.tanh(x / 2) / (2 * x)


def printed_low_rank(terms, rank, rng):
    """Algorithm 4's inner block as printed, over vectors r; the start of V is orthonormal.

    Returns
    -------
    ndarray, shape (d, d)
        V' S V + D.
    """
    d = terms.shape[1]
    V = np.linalg.qr(rng.normal(size=(d, rank)))[0].T
    S = np.zeros(rank)
    D = np.zeros(d)
    for r in terms:
        p = V @ r
        g = r - V.T @ p
        S, Q = np.linalg.eigh(np.diag(S) + np.outer(p, p))
        V = Q.T @ V
        size = g @ g
        least = int(np.argmin(S))
        if S[least] < size:
            D += S[least] * abs(V[least]).sum() * abs(V[least])
            S[least] = size
            V[least] = g / np.sqrt(size)
        else:
            D += abs(g).sum() * abs(g)
    return V.T @ (S[:, None] * V) + np.diag(D)


def printed_woodbury(V, S, D, sign):
    """The inverse of V' S V + D by the printed formula, with this sign between its two terms."""
    left = V.T / D[:, None]
    inner = np.linalg.inv(np.diag(1 / S) + (V / D) @ V.T)
    return np.diag(1 / D) + sign * left @ inner @ left.T


def enumerated_curvature(scores, features):
    """Algorithm 1 over all labels in index order; log z, slope and curvature."""
    log_z = scores[0]
    mu = features[0].copy()
    Sigma = np.zeros((len(mu), len(mu)))
    for alpha, f in zip(scores[1:], features[1:]):
        l = f - mu  # noqa: E741 - the source's name
        Sigma += plain_coefficient(alpha - log_z) * np.outer(l, l)
        log_z = np.logaddexp(log_z, alpha)
        mu = mu + np.exp(alpha - log_z) * l
    return log_z, mu, Sigma


def chain_by_states(pairs, log_weights, theta, add=True):
    """Algorithm 3 on a chain, from its last pair to the first, states in index order.

    Parameters
    ----------
    pairs : ndarray, shape (K - 1, m, m, d)
        Features of neighbours.
    log_weights : ndarray, shape (K - 1, m, m)
    theta : ndarray, shape (d,)
    add : bool
        Whether the three updates add up, or assign as the box prints them.

    Returns
    -------
    log_z, mu, Sigma
    """
    _, m, _, d = pairs.shape
    below = [(0.0, np.zeros(d), np.zeros((d, d))) for _ in range(m)]
    for F, logs in zip(pairs[::-1], log_weights[::-1]):
        scores = F @ theta + logs
        below = [
            _sweep([(scores[u, v], F[u, v], below[v]) for v in range(m)], add) for u in range(m)
        ]
    return _sweep([(0.0, np.zeros(d), message) for message in below], add)


def _sweep(states, add):
    log_z = -np.inf
    mu = 0.0
    Sigma = 0.0
    for score, f, (below_z, below_mu, below_Sigma) in states:
        alpha = score + below_z
        l = f + below_mu - mu  # noqa: E741 - the source's name
        first = not np.isfinite(log_z)
        weight = 0.0 if first else plain_coefficient(alpha - log_z)
        share = 1.0 if first else np.exp(alpha - np.logaddexp(log_z, alpha))
        gain = below_Sigma + weight * np.outer(l, l)
        Sigma = Sigma + gain if add else gain
        mu = mu + share * l if add else share * l
        log_z = np.logaddexp(log_z, alpha) if add else alpha
    return log_z, mu, Sigma


def all_states(pairs, log_weights, theta):
    """Scores and features of all strings of a chain."""
    K = len(pairs) + 1
    strings = np.array(list(product(range(pairs.shape[1]), repeat=K)))
    features = 0.0
    scores = 0.0
    for k in range(K - 1):
        features = features + pairs[k, strings[:, k], strings[:, k + 1]]
        scores = scores + log_weights[k, strings[:, k], strings[:, k + 1]]
    return scores + features @ theta, features


def alternating_curvatures(n):
    """Curvature of labels +1 and -1 in turn, each six times as heavy as all before; two orders.

    Returns
    -------
    rising, falling : float
    """
    logs = [0.0]
    total = 0.0
    for _ in range(n - 1):
        logs.append(total + np.log(6))
        total = np.logaddexp(total, logs[-1])
    signs = np.resize([1.0, -1.0], n)
    rising = enumerated_curvature(np.array(logs), signs[:, None])[2][0, 0]
    falling = enumerated_curvature(np.array(logs[::-1]), signs[::-1, None])[2][0, 0]
    return float(rising), float(falling)


def update_run(n, lam, eps, start, order):
    """Iterations of the plain update in one dimension until a share eps of the gain is left.

    Labels are +1 and -1 in turn, each six times as heavy as all before but the last, which is e^50
    times as heavy and observed: the optimum is 0 up to e^-50.
    """
    logs = np.empty(n)
    logs[0] = total = 0.0
    for i in range(1, n):
        logs[i] = total + (50.0 if i == n - 1 else np.log(6))
        total = np.logaddexp(total, logs[i])
    signs = np.resize([1.0, -1.0], n)
    visits = range(n) if order == "rising" else range(n - 1, -1, -1)
    visits = np.array(list(visits))
    theta = start
    first = None
    for iteration in range(100_000):
        scores = logs + theta * signs
        log_z, mu, Sigma = _line_sweep(scores[visits], signs[visits])
        loss = log_z - scores[-1] + lam / 2 * theta**2
        first = loss if first is None else first
        if loss <= eps * first:
            return iteration
        theta -= (mu - signs[-1] + lam * theta) / (Sigma + lam)
    return 100_000


def _line_sweep(scores, signs):
    """The recursion in one dimension."""
    log_z = float(scores[0])
    mu = float(signs[0])
    Sigma = 0.0
    for alpha, f in zip(scores[1:].tolist(), signs[1:].tolist()):
        x = alpha - log_z
        l = f - mu  # noqa: E741 - the source's name
        Sigma += plain_coefficient(x) * l * l
        log_z = max(log_z, alpha) + float(np.log1p(np.exp(-abs(x))))
        mu += float(np.exp(alpha - log_z)) * l
    return log_z, mu, Sigma
