"""What the study of the printed updates runs for one of its cases.

A case is a dictionary with the name of its experiment, its setting, and the ``share`` of the
repeats that are run. Each function returns one row of the table.
"""

from functools import partial
from time import process_time

import numpy as np

from mlcompanion.online.learners.arow_engine import diagonal_step, full_step
from mlcompanion.teaching import repeat, timed

from . import arow_checks, normal_states, passive_checks, ridge_runs

__all__ = ["D_AROW", "EXPERIMENTS", "LAMBDAS", "REPEATS", "SKIPS", "repeats_of"]

LAMBDAS = (0.1, 1.0, 10.0)
D_AROW = (1, 2, 3, 5)
SKIPS = 500  # states of *skip*, over all its cases
REPEATS = {"pa": 50, "arow": 20, "sign": 50, "kl": 50, "ridge": 10, "cost": 9}
WARM = 2  # steps that compile and warm up, before one is timed


def repeats_of(case):
    """How many states, draws or rounds a case takes; *skip* deals its 500 out to its settings."""
    if case["experiment"] == "skip":
        settings = [(d, lam) for d in D_AROW for lam in LAMBDAS]
        full = len(range(settings.index((case["d"], case["lam"])), SKIPS, len(settings)))
    else:
        full = REPEATS[case["experiment"]]
    return max(1, round(case["share"] * full))


def over_states(case, one):
    """The results of ``one(rng)``; case and number of the state alone decide what is drawn."""
    digits = [ord(letter) for letter in f"{sorted(case.items())}"]
    return repeat(lambda seed: one(np.random.default_rng([seed, *digits])), repeats_of(case))


def passive_aggressive(case):
    """Updates of one loss, dimension and passiveness."""
    setting = case["loss"], case["d"], case["lam"]
    found = over_states(case, lambda rng: passive_checks.passive_aggressive_case(*setting, rng))
    return {
        "n": len(found["excess"]),
        "excess": found["excess"].max(),
        "beaten": int(np.sum(found["beaten"] > 1e-10)),
        "wrong": int(found["wrong"].sum()),
    }


def arow(case):
    """Updates of AROW of one task, dimension and passiveness."""
    setting = case["task"], case["d"], case["lam"]
    found = over_states(case, lambda rng: arow_checks.arow_case(*setting, rng))
    return {"n": len(found["mean_err"]), **{name: found[name].max() for name in found}}


def sign(case):
    """Both signs of the inverse, and the identity under a long input."""
    setting = case["d"], case["lam"]
    found = over_states(case, lambda rng: arow_checks.precision_case(*setting, rng))
    broken = over_states(case, lambda rng: arow_checks.identity_breaks(*setting, rng))
    large = found["share"] >= 0.01
    return {
        "n": len(large),
        "n_large": int(large.sum()),
        "plus_err": found["plus_err"].max(),
        "minus_err": found["minus_err"][large].min() if large.any() else np.inf,
        "broken": broken.mean(),
    }


def skip(case):
    """Margins above 1: what leaving the covariance costs."""
    setting = case["d"], case["lam"]
    found = over_states(case, lambda rng: arow_checks.skip_case(*setting, rng))
    worst = {name: found[name].max() for name in ("mean_err", "cov_err")}
    return {"n": len(found["worse"]), "worse": int(found["worse"].sum()), **worst}


def divergence(case):
    """The printed divergence of two normal laws."""
    gaps = over_states(case, lambda rng: normal_states.divergence_gap(rng, case["d"]))
    return {"n": len(gaps), "kl_err": gaps.max()}


def ridge(case):
    """Passes of AROW regression beside the ridge solutions, over draws and penalties."""
    gaps = []
    for seed in range(repeats_of(case)):
        if case["n"]:
            drawn = ridge_runs.random_rows(case["n"], case["d"], seed)
        else:
            drawn = ridge_runs.kernel_rows(seed)
        for lam in LAMBDAS:
            rng = np.random.default_rng([seed, case["passes"]])
            gaps.append(ridge_runs.passes_beside_ridge(*drawn, lam, case["passes"], rng))
    return {
        "runs": len(gaps),
        "dev": max(gap["dev"] for gap in gaps),
        "order": max(gap["order"] for gap in gaps),
        "plain": min(gap["plain"] for gap in gaps),
    }


def cost(case):
    """The processor's seconds for a step: violated margins, standard normal rows, random labels."""
    d = case["d"]
    full = case["covariance"] == "full"
    rng = np.random.default_rng(d)
    mean = np.zeros(d)
    spread = np.eye(d) if full else np.ones(d)
    room = np.empty(d)
    seconds = []
    while len(seconds) < WARM + repeats_of(case):
        x = rng.normal(size=d)
        y = rng.choice([-1.0, 1.0])
        missing = 1 - y * (mean @ x)
        if missing <= 0:
            continue
        if full:
            step = partial(full_step, x, y * missing, 1.0, mean, spread, room)
        else:
            step = partial(diagonal_step, x, y * missing, 1.0, False, mean, spread)
        seconds.append(timed(step, clock=process_time).seconds)
    return {"update_seconds": np.median(seconds[WARM:]), "n": len(seconds[WARM:])}


EXPERIMENTS = {
    "pa": passive_aggressive,
    "arow": arow,
    "sign": sign,
    "skip": skip,
    "kl": divergence,
    "ridge": ridge,
    "cost": cost,
}
