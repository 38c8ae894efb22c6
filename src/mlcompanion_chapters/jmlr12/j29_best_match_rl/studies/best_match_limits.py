"""van Seijen et al. (2011), Theorems 10 and 12, Lemma 9: errors after up to a million steps.

Settles of chapter jmlr12/29_best_match_rl: thm10-convergence, thm12-any-model-size.

Random processes of 5 states and 2 actions, an agent that acts at random; a row for each learner,
process and seed, and for each of 50 models the contraction of full sweeps.
"""

from ..limits import LAST_VISIT, SPARSE, contraction_row, last_visit_row, sparse_row

SIZES = {
    "default": {"processes": 10, "seeds": 5, "models": 50},
    "paper": {"processes": 10, "seeds": 5, "models": 50},
}


def cases(processes, seeds, models):
    """One case for each learner, process and seed, and for each model."""
    made = [
        {"check": check, "learner": name, "process": process, "seed": seed}
        for check, learners in (("last", LAST_VISIT), ("sparse", SPARSE))
        for process in range(processes)
        for seed in range(seeds)
        for name in learners
    ]
    empty = {"check": "contraction", "learner": "", "process": 0}
    return made + [{**empty, "seed": seed} for seed in range(models)]


def run(case):
    """The row of a case."""
    if case["check"] == "contraction":
        return contraction_row(case["seed"])
    row = {"last": last_visit_row, "sparse": sparse_row}[case["check"]]
    return row(case["learner"], case["process"], case["seed"])
