"""Shimizu et al. (2011): how often the order is right, and what an estimated order depends on.

Settles of chapter jmlr12/03_direct_lingam: worked-order (the three-variable example of section 2.1
with uniform, Laplace and Gaussian noise; a row is 25 data sets of one size) and ica-start-and-scale
(section 2.4: dense networks of 10 variables, 500 samples; a row is one data set, with ten starts of
ICA-LiNGAM, one exact rescaling of its unmixing matrix, and DirectLiNGAM on rescaled data).
"""

import numpy as np

from mlcompanion.causal import DirectLiNGAM, ICALiNGAM, best_triangular_order, nonzero_diagonal
from mlcompanion.causal.ica_lingam import order_by_zeroing
from mlcompanion.datasets import make_lingam

WORKED = [[0, 1.5, 0], [0, 0, 0], [0.8, -1.5, 0]]
NOISES = ("uniform", "laplace", "gaussian")
CHUNK = 25
SIZES = {
    "default": {"repeats": 100, "sets": 20, "starts": 10},
    "paper": {"repeats": 100, "sets": 20, "starts": 10},
}


def cases(repeats, sets, starts):
    """Chunks of repeats for each noise and size, then the data sets of section 2.4."""
    worked = [
        {"what": "worked", "noise": noise, "n": n, "seed": first}
        for noise in NOISES
        for n in (100, 300, 1000, 3000)
        for first in range(0, repeats, CHUNK)
    ]
    return worked + [{"what": "units", "starts": starts, "seed": seed} for seed in range(sets)]


def draw(noise):
    """Unit-variance noise of a law, as ``make_lingam`` wants it."""
    if noise == "gaussian":
        return noise
    if noise == "uniform":
        return lambda n, rng: rng.uniform(-np.sqrt(3), np.sqrt(3), n)
    return lambda n, rng: rng.laplace(scale=np.sqrt(0.5), size=n)


def unmixing_order(W):
    """Steps 2 to 5 of ICA-LiNGAM applied to an unmixing matrix."""
    W, _ = nonzero_diagonal(W)
    B = np.eye(len(W)) - W / np.diag(W)[:, None]
    return (best_triangular_order if len(W) < 8 else order_by_zeroing)(B)


def run(case):
    """Counts of one case."""
    if case["what"] == "worked":
        right = 0
        for seed in range(case["seed"], case["seed"] + CHUNK):
            X = make_lingam(case["n"], B=WORKED, noise=draw(case["noise"]), random_state=seed)[0]
            right += DirectLiNGAM(lazy=True).fit(X).causal_order_.tolist() == [1, 0, 2]
        return {"right": right, "of": CHUNK}
    X = make_lingam(500, 10, random_state=case["seed"])[0]
    factors = 10 ** np.random.default_rng(case["seed"]).uniform(-1, 1, 10)
    fits = [ICALiNGAM(refit=False, random_state=s).fit(X) for s in range(case["starts"])]
    W = fits[0].unmixing_
    direct = [DirectLiNGAM(lazy=True).fit(Z).causal_order_.tolist() for Z in (X, X * factors)]
    return {
        "ica_orders": len({tuple(f.causal_order_.tolist()) for f in fits}),
        "ica_scale_changes": list(unmixing_order(W)) != list(unmixing_order(W / factors)),
        "direct_scale_changes": direct[0] != direct[1],
    }
