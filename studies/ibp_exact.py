"""Griffiths and Ghahramani (2011), Sections 4.7 and 5.2: is the Gibbs sampler exact?

Settles of chapter jmlr12/02_indian_buffet: gibbs-prior (``what`` "prior": chains without data,
whose law must be the buffet's) and posterior-exact (``what`` "posterior": chains on three small
data sets whose posterior is summed up exactly, over all classes with up to ``most`` columns of each
history).

A row is one chain: its mean numbers of ``features``, ``ones``, features with a ``single`` owner,
and features of the first two objects (``pair``). Rows of "posterior" also carry the exact values
``exact`` in this order and ``edge``, the probability of classes with ``most`` columns of a history.
"""

import numpy as np

from mlcompanion.bayes import sample_ibp
from mlcompanion.experiments.buffet_chains import chain_moments, prior_moments, small_posterior

SETTINGS = ((6, 2.0), (12, 1.0), (20, 3.0))  # objects, alpha
DATA = ((2, 1, 6), (3, 1, 4), (3, 2, 4))  # objects, coordinates, most columns of a history
SCALES = {"alpha": 1.0, "sigma_x": 0.5, "sigma_a": 1.0}
SIZES = {
    "default": {"chains": 60, "drop": 100, "keep": 200, "posterior_keep": 6000},
    "paper": {"chains": 60, "drop": 100, "keep": 200, "posterior_keep": 6000},
}


def cases(chains, drop, keep, posterior_keep):
    """One case for each setting and start, or for each data set; its chains are its rows."""
    prior = [
        {"what": "prior", "n": n, "alpha": alpha, "start": start, "drop": drop, "keep": keep}
        for n, alpha in SETTINGS
        for start in ("empty", "crowded")
    ]
    posterior = [
        {"what": "posterior", "n": n, "d": d, "most": most, "drop": drop, "keep": posterior_keep}
        for n, d, most in DATA
    ]
    every = [*prior, *posterior]
    return [{**case, "chains": chains, "seed": seed} for seed, case in enumerate(every)]


def data_set(n, d, seed):
    """Data drawn from the model itself."""
    rng = np.random.default_rng(seed)
    Z = sample_ibp(n, SCALES["alpha"], random_state=rng)
    A = SCALES["sigma_a"] * rng.standard_normal((Z.shape[1], d))
    return Z @ A + SCALES["sigma_x"] * rng.standard_normal((n, d))


def run(case):
    """The chains of one case."""
    seeds = np.random.default_rng(case["seed"]).spawn(case["chains"])
    length = {"drop": case["drop"], "keep": case["keep"]}
    if case["what"] == "prior":
        setting = case["n"], case["alpha"], case["start"]
        return [prior_moments(*setting, **length, random_state=rng)._asdict() for rng in seeds]
    X, settings = data_set(case["n"], case["d"], case["seed"]), SCALES | {"most": case["most"]}
    exact, edge = small_posterior(X, **settings)
    means = [chain_moments(X, **settings, **length, random_state=rng) for rng in seeds]
    return [m._asdict() | {"exact": list(exact), "edge": edge} for m in means]
