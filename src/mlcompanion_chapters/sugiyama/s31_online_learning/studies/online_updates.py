"""Sugiyama (2016), chapter 31: are the printed updates the minimisers, and what do they cost?

Settles of chapter sugiyama/31_online_learning: pa-closed-forms, arow-closed-form,
recursive-least-squares, precision-sign, skip-rule and diagonal-cost.

*pa*, *arow*, *sign*, *skip*: a case holds all random states of one dimension and one passiveness
(of *pa* also of one loss) and gives the worst of them, as ``closed_forms`` defines it; of *sign*,
``minus_err`` is the least over states with a change of at least 1 % of the old inverse. *kl*: 50
pairs of normal laws a dimension. *ridge*: ten draws of one size and number of passes at three
penalties; n = 0 is the listing of Fig. 31.9. *cost*: the median of nine rounds of a learner, after
two that compile and warm it, at one dimension, on one thread.
"""

from functools import partial

import numpy as np

from mlcompanion.losses import SquaredHinge
from mlcompanion.online.learners import ArowEngine
from mlcompanion.teaching import repeat, timed

from .. import closed_forms as forms
from .. import ridge_runs as runs

LAMBDAS_PA, D_PA = (0.01, 0.1, 1.0, 10.0, 100.0), (1, 2, 5, 20)
LAMBDAS, D_AROW = (0.1, 1.0, 10.0), (1, 2, 3, 5)
D_COST = {"full": (500, 1000, 2000, 4000), "diag_drop": (100_000, 300_000, 1_000_000, 3_000_000)}
N_RIDGE, D_RIDGE, PASSES = (20, 50, 200), (5, 50), (1, 2, 10, 100)
SKIPS = 500
REPEATS = {"pa": 50, "arow": 20, "sign": 50, "kl": 50, "ridge": 10, "cost": 9}
SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each setting; ``share`` of the repeats."""
    made = [
        {"experiment": "pa", "loss": loss, "d": d, "lam": lam}
        for loss in forms.LOSSES
        for d in D_PA
        for lam in LAMBDAS_PA
    ]
    made += [
        {"experiment": "arow", "task": task, "d": d, "lam": lam}
        for task in ("classification", "regression")
        for d in D_AROW
        for lam in LAMBDAS
    ]
    for name in ("sign", "skip"):
        made += [{"experiment": name, "d": d, "lam": lam} for d in D_AROW for lam in LAMBDAS]
    made += [{"experiment": "kl", "d": d} for d in (1, 2)]
    made += [
        {"experiment": "ridge", "n": n, "d": d, "passes": passes}
        for n, d in [(0, 50), *((n, d) for n in N_RIDGE for d in D_RIDGE)]
        for passes in PASSES
    ]
    made += [
        {"experiment": "cost", "covariance": kind, "d": d} for kind in D_COST for d in D_COST[kind]
    ]
    return [{**case, "share": share} for case in made]


def run(case):
    """The row of a case."""
    row = EXPERIMENTS[case["experiment"]](case)
    return {name: float(value) for name, value in row.items()}


def _count(case):
    return max(1, round(case["share"] * REPEATS[case["experiment"]]))


def _draw(case, function, seed):
    digits = [ord(letter) for letter in f"{sorted(case.items())}"]
    return function(np.random.default_rng([seed, *digits]))


def passive_aggressive(case):
    """Updates of one loss, dimension and passiveness."""
    one = partial(_case_pa, case)
    found = repeat(partial(_draw, case, one), _count(case))
    return {
        "n": len(found["excess"]),
        "excess": found["excess"].max(),
        "beaten": int(np.sum(found["beaten"] > 1e-10)),
        "wrong": int(found["wrong"].sum()),
    }


def _case_pa(case, rng):
    return forms.passive_aggressive_case(case["loss"], case["d"], case["lam"], rng)


def arow(case):
    """Updates of AROW of one task, dimension and passiveness."""
    found = repeat(
        partial(
            _draw, case, lambda rng: forms.arow_case(case["task"], case["d"], case["lam"], rng)
        ),
        _count(case),
    )
    return {"n": len(found["mean_err"]), **{name: found[name].max() for name in found}}


def sign(case):
    """Both signs of the inverse, and the identity under a long input."""
    found = repeat(
        partial(_draw, case, lambda rng: forms.precision_case(case["d"], case["lam"], rng)),
        _count(case),
    )
    large = found["share"] >= 0.01
    broken = repeat(
        partial(_draw, case, lambda rng: forms.identity_breaks(case["d"], case["lam"], rng)),
        _count(case),
    )
    return {
        "n": len(large),
        "n_large": int(large.sum()),
        "plus_err": found["plus_err"].max(),
        "minus_err": found["minus_err"][large].min() if large.any() else np.inf,
        "broken": broken.mean(),
    }


def skip(case):
    """Margins above 1: an equal share of the 500 states a setting."""
    settings = [(d, lam) for d in D_AROW for lam in LAMBDAS]
    at = settings.index((case["d"], case["lam"]))
    n = max(1, round(case["share"] * len(range(at, SKIPS, len(settings)))))
    found = repeat(
        partial(_draw, case, lambda rng: forms.skip_case(case["d"], case["lam"], rng)), n
    )
    worst = {name: found[name].max() for name in ("mean_err", "cov_err")}
    return {"n": n, "worse": int(found["worse"].sum()), **worst}


def divergence(case):
    """The printed divergence of two normal laws."""
    gaps = repeat(
        partial(_draw, case, lambda rng: forms.divergence_gap(rng, case["d"])), _count(case)
    )
    return {"n": len(gaps), "kl_err": gaps.max()}


def ridge(case):
    """Passes of AROW regression beside the ridge solutions."""
    found = {"dev": 0.0, "order": 0.0, "plain": np.inf}
    for seed in range(_count(case)):
        drawn = (
            runs.kernel_rows(seed)
            if not case["n"]
            else runs.random_rows(case["n"], case["d"], seed)
        )
        for lam in LAMBDAS:
            rng = np.random.default_rng([seed, case["passes"]])
            gaps = runs.passes_beside_ridge(*drawn, lam, case["passes"], rng)
            found["dev"] = max(found["dev"], gaps["dev"])
            found["order"] = max(found["order"], gaps["order"])
            found["plain"] = min(found["plain"], gaps["plain"])
    return {"n": _count(case) * len(LAMBDAS), **found}


def cost(case):
    """Seconds of one round: a violated margin, on standard normal rows with random labels."""
    rng = np.random.default_rng(case["d"])
    learner = ArowEngine(case["d"], SquaredHinge(), 1.0, case["covariance"], False)
    seconds = []
    for _ in range(2 + _count(case)):
        x, y = rng.normal(size=(1, case["d"])), rng.choice([-1.0, 1.0], size=1)
        before = learner.n_updates
        spent = timed(lambda x=x, y=y: learner.play(x, y)).seconds
        if learner.n_updates > before:
            seconds.append(spent)
    return {"update_seconds": float(np.median(seconds[2:])), "n": len(seconds[2:])}


EXPERIMENTS = {
    "pa": passive_aggressive,
    "arow": arow,
    "sign": sign,
    "skip": skip,
    "kl": divergence,
    "ridge": ridge,
    "cost": cost,
}
