"""EM for Gaussian mixtures from the same responsibilities, against scikit-learn.

Both start at the M-step from the same random responsibilities and run the same number of rounds;
their weights must then be equal.
"""

import warnings
from functools import partial
from itertools import islice

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from _race import duel, equal, least, row
from mlcompanion.datasets import make_two_bells
from mlcompanion.density.mixtures import em_rounds
from mlcompanion.teaching import log_slope

TITLE = "Gaussian mixtures by EM"
CHAPTER = "sugiyama/15_gaussian_mixtures"
ROUNDS = 20


def clouds(n, d, m, seed=0):
    """Samples of m overlapping normal clouds in d dimensions."""
    rng = np.random.default_rng(seed)
    centres = 3 * rng.normal(size=(m, d))
    return centres[rng.integers(m, size=n)] + rng.normal(size=(n, d))


def start(n, m):
    """The responsibilities that scikit-learn draws from seed 0."""
    uniform = np.random.RandomState(0).uniform(size=(n, m))
    return uniform / uniform.sum(axis=1, keepdims=True)


def ours(X, eta, n_rounds):
    """Weights after so many rounds."""
    return next(islice(em_rounds(X, eta), n_rounds, None)).theta.weights


def theirs(X, m, n_rounds):
    """Weights of scikit-learn after so many rounds."""
    model = GaussianMixture(
        m, init_params="random", reg_covar=0, tol=0, max_iter=n_rounds, random_state=0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X).weights_


def rows():
    """The listing's data after 1, 2, 5 and 100 rounds; wider and longer data; slopes."""
    X = make_two_bells(random_state=0).data
    eta = start(len(X), 5)
    ours(X, eta, 2)  # compiles
    for n_rounds in (1, 2, 5, 100):
        yield duel(
            f"EM, {n_rounds} rounds", "n = 150, d = 2, m = 5",
            partial(ours, X, eta, n_rounds), "scikit-learn", partial(theirs, X, 5, n_rounds),
            same=equal(rtol=0, atol=1e-8), note="equal weights",
        )  # fmt: skip
    for n, d, m in ((20_000, 2, 5), (20_000, 5, 10), (10_000, 20, 10)):
        X = clouds(n, d, m)
        yield duel(
            f"EM, {ROUNDS} rounds", f"n = {n:,}, d = {d}, m = {m}",
            partial(ours, X, start(n, m), ROUNDS), "scikit-learn", partial(theirs, X, m, ROUNDS),
            same=equal(rtol=0, atol=1e-8), note="equal weights",
        )  # fmt: skip
    sizes = (5000, 10_000, 20_000, 40_000)
    seconds = [least(partial(ours, clouds(n, 2, 5), start(n, 5), ROUNDS))[0] for n in sizes]
    yield row("slope in n", "d = 2, m = 5", seconds[-1], "none", None,
              f"exponent {log_slope(sizes, seconds):.2f}")  # fmt: skip
    counts = (10, 20, 40, 80)
    X = clouds(20_000, 2, 5)
    seconds = [least(partial(ours, X, start(len(X), m), 5))[0] for m in counts]
    yield row("5 rounds: slope in m", "n = 20,000, d = 2", seconds[-1], "none", None,
              f"exponent {log_slope(counts, seconds):.2f}")  # fmt: skip
