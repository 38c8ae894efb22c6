"""What the page computes for its errata and its own lines."""

import numpy as np
from scipy.special import logsumexp

from mlcompanion.optimize.majorising import (
    LogLinearFactor,
    compute_bound,
    junction_tree_bound,
    low_rank_bound,
)
from mlcompanion.teaching import log_slope

from .printed import (
    all_states,
    chain_by_states,
    enumerated_curvature,
    printed_low_rank,
    printed_woodbury,
)

__all__ = [
    "chain_traces",
    "growth",
    "join_slope",
    "lemma_13_by_hand",
    "misprints",
    "products_by_hand",
    "rank_excess",
    "tightens",
    "tree_curvature",
]

KINDS = ("Hessian", "all strings", "sums", "joins")


def tightens():
    """Ten labels, the first the heaviest: both quadratics beside log Z at a displaced point."""
    n = 10
    log_h = np.array([0.0, *[-3.0] * (n - 1)])
    bound = compute_bound(np.zeros(n), np.eye(n), np.exp(log_h), "given")
    uniform = 0.5 * (np.eye(n) - 1 / n)
    move = 2 * np.array([-1.0, *[1 / 9] * 9])
    line = bound.log_z + move @ bound.mu
    return {
        "top": float(np.linalg.eigvalsh(bound.Sigma)[-1]),
        "alg1": float(line + 0.5 * move @ bound.Sigma @ move),
        "bohning": float(line + 0.5 * move @ uniform @ move),
        "logz": float(logsumexp(log_h + move)),
    }


def _random_chain(rng, K, d=3, m=2):
    return rng.normal(size=(K - 1, m, m, d)), np.zeros((K - 1, m, m)), rng.normal(size=d)


def _factors(pairs):
    return [LogLinearFactor((k, k + 1), F) for k, F in enumerate(pairs)]


def chain_traces(K, seed):
    """Traces of four curvatures on one chain of K two-state variables, and an agreement.

    Returns
    -------
    traces : list of float
        In the order of :data:`KINDS`.
    agree : float
        Relative difference of z and mu between the recursion and all strings.
    """
    pairs, logs, theta = _random_chain(np.random.default_rng(1000 * K + seed), K)
    scores, features = all_states(pairs, logs, theta)
    log_z, mu, Sigma = enumerated_curvature(scores, features)
    p = np.exp(scores - log_z)
    hessian = np.sum(p[:, None] * (features - mu) ** 2)
    chain_z, chain_mu, chain_Sigma = chain_by_states(pairs, logs, theta)
    agree = max(abs(np.expm1(chain_z - log_z)), abs(chain_mu - mu).max() / abs(mu).max())
    joined = junction_tree_bound(theta, _factors(pairs), merge="join").Sigma
    traces = [hessian, np.trace(Sigma), np.trace(chain_Sigma), np.trace(joined)]
    return [float(trace) for trace in traces], float(agree)


def growth(lengths, traces):
    """Factor by which a trace grows with each variable, fitted on a log scale."""
    return float(np.exp(np.polyfit(lengths, np.log(traces), 1)[0]))


def tree_curvature(found, lengths):
    """Measures of erratum-tree-curvature from ``found[K]``, a list of :func:`chain_traces`."""
    traces = np.array([[traces for traces, _ in found[K]] for K in lengths])
    differ = abs(traces[:, :, 2] - traces[:, :, 1]) / traces[:, :, 1]
    factors = [
        [growth(lengths, traces[:, chain, kind]) for chain in range(traces.shape[1])]
        for kind in (2, 0)
    ]
    return {
        "differ": float(differ.min()),
        "agree": max(agree for K in lengths for _, agree in found[K]),
        "growth": float(np.median(factors[0])),
        "hessian": float(np.median(factors[1])),
    }


def join_slope(lengths=(10, 20, 40, 80), chains=20):
    """Median over chains of the slope of log trace against log length, with joins."""
    slopes = []
    for seed in range(chains):
        pairs, _, theta = _random_chain(np.random.default_rng(seed), max(lengths))
        traces = [
            np.trace(junction_tree_bound(theta, _factors(pairs[: K - 1]), merge="join").Sigma)
            for K in lengths
        ]
        slopes.append(log_slope(lengths, traces))
    return float(np.median(slopes))


def rank_excess(ranks=(1, 3, 5, 15), repeats=20, d=30):
    """Mean ratio of the traces of the low-rank and the full curvature."""
    ratios = []
    for seed in range(repeats):
        models = np.random.default_rng(seed).normal(size=(20, 10, d))
        full = sum(np.trace(compute_bound(np.zeros(d), F).Sigma) for F in models)
        ratios.append([low_rank_bound(np.zeros(d), models, k)[2].trace() / full for k in ranks])
    return np.mean(ratios, axis=0).tolist()


def products_by_hand():
    """The printed low-rank box on the vector (1, 1), V at first the first axis."""

    class FirstAxis:
        """Draws that turn into the first axis."""

        def normal(self, size):
            """The axis itself."""
            return np.eye(*size)

    r = np.array([[1.0, 1.0]])
    return float(np.linalg.eigvalsh(printed_low_rank(r, 1, FirstAxis()) - r.T @ r)[0])


def lemma_13_by_hand():
    """Tops of -z²/2 + z and of -2z² + z over z <= 1/4, the second divided by 1/4."""
    z = 0.25  # both parabolas rise up to here
    return {"left": -(z**2) / 2 + z, "right": (-2 * z**2 + z) / 0.25}


def misprints(repeats=100, d=30, rank=5):
    """Three printed formulas and their mended forms: smallest and largest relative errors."""
    rng = np.random.default_rng(2)
    errors = {k: [] for k in ("plus", "minus", "assign", "add", "printed", "divided")}
    for _ in range(repeats):
        V = np.linalg.qr(rng.normal(size=(d, rank)))[0].T
        S = rng.uniform(0.5, 2, size=rank)
        D = rng.uniform(0.5, 2, size=d)
        right = np.linalg.inv(V.T @ (S[:, None] * V) + np.diag(D))
        for name, sign in (("plus", 1), ("minus", -1)):
            wrong = printed_woodbury(V, S, D, sign) - right
            errors[name].append(np.linalg.norm(wrong) / np.linalg.norm(right))
        pairs = rng.normal(size=(3, 3, 3, 2))
        logs = rng.normal(size=(3, 3, 3))
        theta = rng.normal(size=2)
        log_z = logsumexp(all_states(pairs, logs, theta)[0])
        for name, add in (("assign", False), ("add", True)):
            found = chain_by_states(pairs, logs, theta, add)[0]
            errors[name].append(abs(np.expm1(found - log_z)))
        printed, divided = _hessians(rng)
        errors["printed"].append(printed)
        errors["divided"].append(divided)
    return {
        "inv_plus": min(errors["plus"]),
        "inv_minus": max(errors["minus"]),
        "z_assign": min(errors["assign"]),
        "z_add": max(errors["add"]),
        "h_printed": min(errors["printed"]),
        "h_divided": max(errors["divided"]),
    }


def _hessians(rng):
    """Errors of the printed curvature, and of it divided by Z; Z is above 2."""
    F = rng.normal(size=(5, 2))
    theta = rng.normal(size=2)
    while np.exp(F @ theta).sum() < 2:
        theta = rng.normal(size=2)
    alpha = np.exp(F @ theta)
    mu = alpha @ F / alpha.sum()
    printed = (F - mu).T @ (alpha[:, None] * (F - mu))
    step = 1e-4 * np.eye(2)
    numeric = np.array([[_second(F, theta, a, b) for b in step] for a in step])
    size = np.linalg.norm(numeric)
    return tuple(np.linalg.norm(M - numeric) / size for M in (printed, printed / alpha.sum()))


def _second(F, theta, a, b):
    """A second difference of log Z."""
    corners = [logsumexp(F @ (theta + s * a + t * b)) * s * t for s in (1, -1) for t in (1, -1)]
    return sum(corners) / 4e-8
