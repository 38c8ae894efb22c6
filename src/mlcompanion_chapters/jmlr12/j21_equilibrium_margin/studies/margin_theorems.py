"""Wang et al. (2011), Theorems 5 and 6 and Lemma 8: searches for a counterexample.

Settles of chapter jmlr12/21_equilibrium_margin: thm5-sharper-than-minimum-margin, thm6-comparison,
rounding-up-costs-log-two.

*sharper*: samples of positive margins, in fifteen draws. *pairs*: pairs of samples of one size.
*lemma*: the three simpler forms, and the inverse by substitution. *rounding*: the proof's integer
in 50 digits, without any code for the bounds.
"""

from ..printed_step import rounding_excess
from ..random_margins import largest_residual, lemma_violations, pair_counts, sharper_counts

SIZES = {
    "default": {"samples": 3000, "pairs": 5000, "pairs_qu": 20000, "triples": 20000},
    "paper": {"samples": 3000, "pairs": 5000, "pairs_qu": 20000, "triples": 20000},
}
PARTS = 15
N = (100, 1000, 10000)


def cases(samples, pairs, pairs_qu, triples):
    """One case for each part of a search."""
    made = [{"experiment": "lemma", "pairs": pairs_qu, "seed": 0}]
    made += [{"experiment": "rounding", "triples": triples, "seed": 0}]
    made += [
        {"experiment": "sharper", "samples": samples // PARTS, "seed": seed}
        for seed in range(PARTS)
    ]
    # pairs that three sizes do not share out evenly are one more of the first
    shares = [pairs // 3 + (k < pairs % 3) for k in range(3)]
    return made + [
        {"experiment": "pairs", "n": n, "pairs": share, "seed": n} for n, share in zip(N, shares)
    ]


def run(case):
    """Counts of a part."""
    if case["experiment"] == "sharper":
        return sharper_counts(case["samples"], case["seed"])
    if case["experiment"] == "pairs":
        return pair_counts(case["pairs"], case["n"], case["seed"])
    if case["experiment"] == "rounding":
        return rounding_excess(case["triples"], case["seed"])
    return {
        "bad": lemma_violations(case["pairs"], case["seed"]),
        "residual": largest_residual(500, case["seed"]),
    }
