"""Section 8.1: how estimates scatter when the model does not fit; Lemma 11 with and without memory.

The walks of the erratum on the transpose draw a byte a step, from chains whose probabilities are
multiples of 1/256: a table then says where each byte leads, and no code of the library is used.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl import MRP, sample_trajectories
from mlcompanion.rl.td import LSTD, asymptotic_law, faithful_process

__all__ = [
    "GAMMA",
    "correlated_chain",
    "fitting_leftover",
    "lopsided_chain",
    "measured_spread",
    "memory_spread",
    "transpose_gaps",
]

GAMMA = 0.8
BATCH = 50


def _chain(rng):
    """Six states that tend to stay, rewards by both states of a move, two features."""
    P = 0.5 * np.eye(6) + 0.5 * rng.dirichlet(np.ones(6), size=6)
    return MRP(P, rng.normal(size=(6, 6))), rng.normal(size=(6, 2))


def _plain(law):
    """Covariance without correlations between different times."""
    inverse = np.linalg.inv(law.A)
    return inverse @ law.sigma0 @ inverse.T


def correlated_chain(rng, lam=0.0, factor=1.5):
    """A chain whose trace with correlations is at least so many times that without."""
    while True:
        mrp, Phi = _chain(rng)
        law = asymptotic_law(mrp, Phi, GAMMA, lam=lam)
        if np.trace(law.covariance) >= factor * np.trace(_plain(law)):
            return mrp, Phi


def _estimates(mrp, Phi, T, n_runs, rng, lam=0.0):
    """LSTD of many runs, a batch at a time so that the walks stay in the cache."""
    model = LSTD(GAMMA, lam)
    return np.concatenate([
        model.fit(*sample_trajectories(mrp, T, BATCH, random_state=rng), Phi).coef_
        for _ in range(n_runs // BATCH)
    ])  # fmt: skip


def measured_spread(seed, T=5000, n_runs=1000):
    """T times the measured trace, over the exact one with and without correlations."""
    rng = np.random.default_rng(seed)
    mrp, Phi = correlated_chain(rng)
    law = asymptotic_law(mrp, Phi, GAMMA)
    trace = T * _estimates(mrp, Phi, T, n_runs, rng).var(axis=0, ddof=1).sum()
    return trace / np.trace(law.covariance), trace / np.trace(_plain(law))


def fitting_leftover(seed):
    """Largest entry of the summed covariances if the reward fits, relative to sigma0."""
    rng = np.random.default_rng(seed)
    mrp, Phi = correlated_chain(rng)
    law = asymptotic_law(faithful_process(mrp.P, Phi, GAMMA, rng.normal(size=2)), Phi, GAMMA)
    return np.abs(law.lagged + law.lagged.T).max() / np.abs(law.sigma0).max()


def memory_spread(seed, lam=0.7, T=2000, n_runs=1000):
    """The same of LSTD(lambda): spread, distance of the mean from the limit, trace without."""
    rng = np.random.default_rng(seed)
    mrp, Phi = _chain(rng)
    law = asymptotic_law(mrp, Phi, GAMMA, lam=lam)
    coef = _estimates(mrp, Phi, T, n_runs, rng, lam)
    trace = T * coef.var(axis=0, ddof=1).sum()
    away = np.linalg.norm(coef.mean(axis=0) - law.coef)
    single = np.sqrt(((coef - law.coef) ** 2).sum(axis=1).mean())
    ratio = trace / np.trace(_plain(law))
    return trace / np.trace(law.covariance), away / single, max(ratio, 1 / ratio)


def _byte_table(rng):
    """Where each byte leads from each state, (6, 256); and the moves' probabilities."""
    shares = rng.multinomial(128, rng.dirichlet(np.ones(6), size=6))
    counts = shares + 128 * np.eye(6, dtype=int)
    table = np.array([np.repeat(np.arange(6), row) for row in counts], dtype=np.uint8)
    return table, counts / 256


def lopsided_chain(rng, lopsided=0.15):
    """A chain in bytes whose summed covariances are far from symmetric."""
    while True:
        table, P = _byte_table(rng)
        mrp, Phi = MRP(P, rng.normal(size=(6, 6))), rng.normal(size=(6, 2))
        law = asymptotic_law(mrp, Phi, GAMMA)
        sigma = law.sigma0 + law.lagged + law.lagged.T
        if abs(law.lagged[0, 1] - law.lagged[1, 0]) >= lopsided * np.abs(sigma).max():
            return table, mrp, Phi, law


@njit
def _summed(starts, draws, table, terms):
    """Sum of the terms of all moves of each walk, (n_runs, 2)."""
    n_runs, T = draws.shape
    sums = np.zeros((n_runs, 2))
    for run in range(n_runs):
        here = starts[run]
        for t in range(T):
            after = table[here, draws[run, t]]
            sums[run, 0] += terms[here, after, 0]
            sums[run, 1] += terms[here, after, 1]
            here = after
    return sums


def transpose_gaps(seed, T=1000, n_runs=20_000):
    """The simulated covariance of the scaled sum against both forms of Lemma 11.

    Returns
    -------
    tuple of float
        Largest entry of the gap to the symmetric form, and to the printed one, both relative to
        the largest entry of the symmetric one; largest relative gap of their quadratic forms.
    """
    rng = np.random.default_rng(seed)
    table, mrp, Phi, law = lopsided_chain(rng)
    values = Phi @ law.coef
    errors = values[:, None] - GAMMA * values[None, :] - mrp.r
    terms = errors[:, :, None] * Phi[:, None, :]
    starts = rng.choice(6, size=n_runs, p=mrp.stationary()).astype(np.uint8)
    sums = np.concatenate([
        _summed(part, rng.integers(0, 256, (len(part), T), dtype=np.uint8), table, terms)
        for part in np.split(starts, 20)
    ])  # fmt: skip
    simulated = np.cov(sums.T) / T
    right = law.sigma0 + law.lagged + law.lagged.T
    printed = law.sigma0 + 2 * law.lagged
    directions = rng.normal(size=(100, 2))
    forms = [np.einsum("ki,ij,kj->k", directions, form, directions) for form in (right, printed)]
    scale = np.abs(right).max()
    gaps = [np.abs(simulated - form).max() / scale for form in (right, printed)]
    return *gaps, np.abs(forms[1] / forms[0] - 1).max()
