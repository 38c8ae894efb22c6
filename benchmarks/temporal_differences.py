"""LSTD against two-stage least squares of statsmodels.

With as many instruments as coefficients the two are the same linear equations: rewards are
regressed on the differences of features, and the instruments are the features of the state left,
or what they leave behind as they fade. ``IV2SLS`` is handed a table of moves, which is made from
the walk first, within its time; it also finds the covariance of the coefficients.
"""

import numpy as np
from scipy.signal import lfilter

from _race import duel, equal, peer
from mlcompanion.rl import MRP, sample_trajectories
from mlcompanion.rl.td import LSTD
from mlcompanion.rl.td.batch import sums_of_runs
from mlcompanion_chapters.jmlr12.j26_generalized_td.walks import faithful_walk, walk

TITLE = "Generalized TD learning"
CHAPTER = "jmlr12/26_generalized_td"
GAMMA = 0.95

gmm = peer("statsmodels.sandbox.regression.gmm", "statsmodels")


def by_instruments(states, rewards, Phi, lam=0.0):
    """The coefficients of one walk by ``IV2SLS``."""
    left = Phi[states[:-1]]
    regressors = left - GAMMA * Phi[states[1:]]
    instruments = lfilter([1.0], [1.0, -GAMMA * lam], left, axis=0) if lam else left
    return gmm.IV2SLS(rewards, regressors, instruments).fit().params


def formula(states, rewards, Phi):
    """The coefficients of one walk without any check."""
    A, b = sums_of_runs(states[None], rewards[None], Phi, Phi[None], np.array([0.0, GAMMA]))
    return np.linalg.solve(A, b[:, :, None])


def noisy_walk(T, n, m):
    """One walk among n states with m normal features, and rewards with noise."""
    rng = np.random.default_rng(0)
    states, rewards = sample_trajectories(MRP(walk(n), rng.normal(size=n)), T, 1, random_state=rng)
    return states[0], rewards[0] + rng.normal(size=T), rng.normal(size=(n, m))


def rows():
    """One notebook, many notebooks, long walks with few and with many features, and memory."""
    if not gmm:
        return
    mrp, Phi = faithful_walk()
    books = sample_trajectories(mrp, 500, 500, random_state=0)
    book = [part[0] for part in books]
    long = {m: noisy_walk(100_000, 200, m) for m in (3, 10, 50)}
    asked = [
        ("500 moves, 3 features", *book, Phi, 0.0),
        *((f"100,000 moves, {m} features", *long[m], 0.0) for m in long),
        ("100,000 moves, 10 features, λ = 0.9", *long[10], 0.9),
    ]
    for size, states, rewards, features, lam in asked:
        yield duel(
            "values of one walk" if lam == 0 else "values of one walk, with memory", size,
            lambda s=states, r=rewards, F=features, lam=lam: LSTD(GAMMA, lam).fit(s, r, F).coef_,
            "statsmodels IV2SLS",
            lambda s=states, r=rewards, F=features, lam=lam: by_instruments(s, r, F, lam),
            same=equal(rtol=1e-6, atol=1e-9), note="same coefficients", repeats=20,
            bare=(lambda: formula(*book, Phi)) if len(rewards) == 500 else None,
        )  # fmt: skip
    yield duel(
        "values of many walks", "500 walks of 500 moves, 3 features",
        lambda: LSTD(GAMMA).fit(*books, Phi).coef_,
        "statsmodels IV2SLS, one by one",
        lambda: np.array([by_instruments(*one, Phi) for one in zip(*books)]),
        same=equal(rtol=1e-6, atol=1e-9), note="same coefficients",
    )  # fmt: skip
