"""van Seijen et al. (2011), section 4.4, Table 3 and Figure 10 (right): the maze with noise.

Settles of chapter jmlr12/29_best_match_rl: table3-stochastic-maze, own-threshold.

A row holds fifty runs of one learner, with the threshold of its queue if it is not the usual one.
"""

from ..dyna_runs import TABLE_3, noisy_row

THRESHOLDS = (1e-4, 1e-3, 1e-2, 5e-2)
SIZES = {"default": {"blocks": 4, "others": 2}, "paper": {"blocks": 20, "others": 2}}


def cases(blocks, others):
    """One case for each learner and fifty runs, and for two of them with each threshold."""
    made = [
        {"learner": name, "threshold": 0.0, "runs": 50, "seed": seed}
        for name in TABLE_3
        for seed in range(blocks)
    ]
    return made + [
        {"learner": name, "threshold": threshold, "runs": 50, "seed": 100 + seed}
        for name in ("best-match", "deterministic")
        for threshold in THRESHOLDS
        for seed in range(others)
    ]


def run(case):
    """The row of a case."""
    return noisy_row(case["learner"], case["threshold"], case["runs"], case["seed"])
