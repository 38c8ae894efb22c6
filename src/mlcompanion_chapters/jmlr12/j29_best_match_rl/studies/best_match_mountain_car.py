"""van Seijen et al. (2011), section 6.2, Table 5: the mountain car with ten tilings.

Settles of chapter jmlr12/29_best_match_rl: table5-mountain-car, own-car-stuck, own-car-start.

The learning rate decays by episodes, is stored with the sample and is not divided by the tilings;
tilings are pushed anew for each run. A row holds a hundred runs of one learner; the default has
1,000 runs, the paper's size 5,000.
"""

from ..car_runs import LEARNERS, TABLE_5, car_row

SIZES = {"default": {"blocks": 10}, "paper": {"blocks": 50}}


def cases(blocks):
    """One case for each learner, start and hundred runs."""
    kinds = [(name, "anywhere") for name in LEARNERS] + [(name, "valley") for name in TABLE_5[:3]]
    return [
        {"learner": name, "start": start, "runs": 100, "seed": seed}
        for seed in range(blocks)
        for name, start in kinds
    ]


def run(case):
    """The row of a case."""
    return car_row(case["learner"], case["start"], case["runs"], case["seed"])
