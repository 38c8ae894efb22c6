"""Theorems 4 and 6 by search: which functions of a move have mean zero, and which weight is best.

All sums are written out here; of the library only the chain's own values and law are used.
"""

import numpy as np

from mlcompanion.rl import MRP

__all__ = ["forward_means", "least_variance", "null_space", "random_table", "weight_search"]


def random_table(rng):
    """Errors of 3 to 8 outcomes of a move, of both signs; none if they have one sign only."""
    n_outcomes = rng.integers(3, 9)
    values, gamma = rng.normal(size=10), rng.uniform(0.5, 0.99)
    reached = rng.integers(0, 10, size=n_outcomes)
    errors = values[0] - gamma * values[reached] - rng.normal(size=n_outcomes)
    return errors if errors.min() < 0 < errors.max() else None


def null_space(errors, rng, n_laws=200):
    """What has mean zero under random laws for which the error has: dimension, and 1 - |cosine|."""
    up = errors > 0
    laws = np.zeros((n_laws, len(errors)))
    laws[:, up] = rng.dirichlet(np.ones(up.sum()), size=n_laws)
    laws[:, ~up] = rng.dirichlet(np.ones((~up).sum()), size=n_laws)
    above, below = laws[:, up] @ errors[up], -(laws[:, ~up] @ errors[~up])
    # shares that make the mean error zero
    laws[:, up] *= (below / (above + below))[:, None]
    laws[:, ~up] *= (above / (above + below))[:, None]
    sizes, directions = np.linalg.svd(laws)[1:]
    cosine = abs(directions[-1] @ errors) / np.linalg.norm(errors)
    return int((sizes < 1e-9 * sizes[0]).sum()), 1 - cosine


def forward_means(rng):
    """Mean of w e given the past, over that of |w e|: w of the last two states, and of the next."""
    n, gamma = 5, 0.9
    P, r = rng.dirichlet(np.ones(n), size=n), rng.normal(size=(n, n))
    values = MRP(P, r).value(gamma)
    errors = values[:, None] - gamma * values[None, :] - r
    ratios = []
    # allowed: w[before, here]; not allowed: w[here, after]
    for w in (rng.normal(size=(n, n))[:, :, None], rng.normal(size=(n, n))[None]):
        terms = P[None] * w * errors[None]
        ratios.append(np.abs(terms.sum(axis=2)) / np.abs(terms).sum(axis=2))
    return ratios[0].max(), np.median(ratios[1])


def _covariances(W, law, P, v, zeta):
    """Asymptotic covariances of weights of the last two states, W (k, before, here, m)."""
    joint = law[:, None] * P
    A = np.einsum("kpsi,ps,sj->kij", W, joint, zeta)
    sigma = np.einsum("kpsi,ps,s,kpsj->kij", W, joint, v, W, optimize=True)
    half = np.linalg.solve(A, sigma)
    return np.linalg.solve(A, half.transpose(0, 2, 1))


def _chain(rng):
    """A random chain, its law and features; the mean slope and the squared error of each state."""
    n = rng.integers(3, 9)
    m = rng.integers(1, n)
    P, Phi = rng.dirichlet(np.ones(n), size=n), rng.normal(size=(n, m))
    gamma = rng.uniform(0.5, 0.99)
    values = Phi @ rng.normal(size=m)
    noise = rng.exponential(size=n)
    ahead = P @ values
    v = gamma**2 * (P @ values**2 - ahead**2) + noise
    return P, MRP(P, np.zeros(n)).stationary(), Phi, Phi - gamma * P @ Phi, v


def least_variance(law, zeta, v):
    """The smallest covariance, the inverse of Q (Lemma 7)."""
    return np.linalg.inv((law / v * zeta.T) @ zeta)


def _below(covariances, reference):
    """Smallest eigenvalue of the difference, relative to the trace of the first."""
    gap = covariances - reference
    lowest = np.linalg.eigvalsh((gap + gap.transpose(0, 2, 1)) / 2)[:, 0]
    return (lowest / np.trace(covariances, axis1=1, axis2=2)).min()


def weight_search(seed):
    """50 weights against the optimum of one chain.

    Returns
    -------
    dict
        ``low``, ``lemma5``: smallest eigenvalues of differences; ``slope`` of the excess against
        the size of a deviation; ``excess``: traces of LSTD's and of the residual gradient's
        covariance over the smallest one.
    """
    rng = np.random.default_rng(seed)
    P, law, Phi, zeta, v = _chain(rng)
    n, m = Phi.shape
    best = least_variance(law, zeta, v)
    optimum = zeta / v[:, None]
    away = rng.normal(size=(n, m))
    away *= np.linalg.norm(optimum) / np.linalg.norm(away)
    sizes = np.geomspace(1e-3, 1e-1, 16)
    now = np.concatenate([
        rng.normal(size=(16, n, m)),
        optimum + sizes[:, None, None] * away,
        [Phi, zeta],
    ])  # fmt: skip
    of_state = _covariances(np.broadcast_to(now[:, None], (34, n, n, m)), law, P, v, zeta)
    pairs = rng.normal(size=(16, n, n, m))
    of_pair = _covariances(pairs, law, P, v, zeta)
    before = law[:, None] * P / law[None, :]
    averaged = np.broadcast_to(np.einsum("kpsi,ps->ksi", pairs, before)[:, None], pairs.shape)
    traces = np.trace(of_state, axis1=1, axis2=2) / np.trace(best)
    return {
        "low": min(_below(of_state, best), _below(of_pair, best)),
        "lemma5": _below(of_pair, _covariances(averaged, law, P, v, zeta)),
        "slope": np.polyfit(np.log(sizes), np.log(traces[16:32] - 1), 1)[0],
        "excess": traces[32:] - 1,
    }
