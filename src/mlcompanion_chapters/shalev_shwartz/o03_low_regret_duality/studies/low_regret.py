"""Shalev-Shwartz (2007), chapter 3: the searches for counterexamples with all seeds and rounds.

Settles of chapter shalev_shwartz/03_low_regret_duality: dual-sandwich, sqrt-regret,
unknown-horizon and self-tuned-regret.

*sandwich*: one seed, number of rounds and scale in units of the root of the rounds, all four
streams, three geometries and three rules; a row holds the largest excess over either end, and the
largest distance of dual and left end with rule A in Euclidean space. *lipschitz*: Corollary 1 for
one seed and number of rounds, with 50 random vectors, all complexities and both rules; beside the
counts the regret on the streams that have a good competitor. *horizon*: Lemma 2 and Corollaries 2
and 3 at thirty prefixes of 10,000 rounds, for one seed. *tuned*: Corollary 4 and Theorem 2 at six
prefixes of every regression stream, for one seed.
"""

from ..dual_sandwich import sandwich_search
from ..regret_bounds import lipschitz_search, unknown_horizon_search
from ..self_bounded_regret import self_tuned_search

SANDWICH_ROUNDS = (200, 1000)
FACTORS = (0.1, 1.0, 10.0)
HORIZONS = (100, 300, 1000, 3000, 10_000)
LENGTHS = (1000, 2000, 4000, 8000, 16_000, 32_000)
SIZES = {
    "default": {"seeds": 1, "tuned_seeds": 2},
    "paper": {"seeds": 5, "tuned_seeds": 10},
}


def cases(seeds, tuned_seeds):
    """One case for each search and seed, the sandwich for each scale and number of rounds."""
    found = []
    for seed in range(seeds):
        found += [
            {"search": "sandwich", "T": T, "factor": factor, "seed": seed}
            for T in SANDWICH_ROUNDS
            for factor in FACTORS
        ]
        found += [{"search": "lipschitz", "T": T, "seed": seed} for T in HORIZONS]
        found.append({"search": "horizon", "T": HORIZONS[-1], "seed": seed})
    return found + [{"search": "tuned", "seed": seed} for seed in range(tuned_seeds)]


def run(case):
    """The row of a case."""
    search = {"sandwich": sandwich, "lipschitz": lipschitz, "horizon": horizon, "tuned": tuned}
    return search[case["search"]](case)


def sandwich(case):
    """Largest excesses over the two ends of Lemma 1."""
    settings = [(case["T"], case["seed"], case["factor"], True)]
    return sandwich_search(settings)._asdict()


def lipschitz(case):
    """Counts of Corollary 1, and regrets against good competitors by stream."""
    T = case["T"]
    checked, violations, regret = lipschitz_search((T,), (case["seed"],), whole=True)
    names = sorted(name for name, _ in regret)
    return {
        "n_checked": checked,
        "viol": violations,
        "streams": names,
        "regret": [regret[name, T][0] for name in names],
    }


def horizon(case):
    """Counts of Lemma 2 and of Corollaries 2 and 3."""
    return unknown_horizon_search(case["T"], (case["seed"],), whole=True)


def tuned(case):
    """Counts of Corollary 4 and of Theorem 2, and the regret without noise by length."""
    found = self_tuned_search(LENGTHS, (case["seed"],), whole=True)
    return found | {"quiet": found["quiet"][0].tolist()}
