"""Chen (2013), sections 5.3 and 5.4: bounds, rates and stages on problems with known solutions.

Settles of chapter chen/05_optimal_rda: cor51-52-bounds, thm54-multistage, own-slopes.

*bound*: a problem, its mean gaps and variances over their bounds, and fitted slopes. *stages*: a
problem in ten stages, with noise and without. *slope*: the worst mean gap over parabolas of all
curvatures, at five lengths of the run.
"""

from ..theory_checks import N_PROBLEMS, bound_row, parabola_row, stage_row

SIZES = {"default": {"problems": N_PROBLEMS}, "paper": {"problems": N_PROBLEMS}}
LENGTHS = (30, 100, 300, 1000, 3000)


def cases(problems):
    """Slopes, then the problems."""
    made = [
        {"experiment": "slope", "told": told, "noisy": noisy, "repeats": 2000}
        for told, noisy in ((False, True), (True, True), (False, False))
    ]
    made += [{"experiment": "bound", "index": k, "repeats": 200} for k in range(problems)]
    made += [
        {"experiment": "stages", "index": k, "repeats": 50, "stages": 10} for k in range(problems)
    ]
    return made


def run(case):
    """The row of a case."""
    if case["experiment"] == "bound":
        return bound_row(case["index"], case["repeats"])
    if case["experiment"] == "stages":
        return stage_row(case["index"], case["repeats"], case["stages"])
    return parabola_row(case["told"], case["noisy"], case["repeats"], LENGTHS)
