"""Choromanska (2014), Figure 3.1: the semi-stochastic bound against its rivals on six stand-ins.

Settles of chapter choromanska/03_semistochastic_bound: fig31-training, fig31-test, steps-tuning,
few-inner-iterations, own-growth, own-first-curvature, own-measured-growth, own-curvature-work,
own-online-lbfgs.

Each row has lists with one number a seed: excess training costs after 1, 5 and 20 effective passes
(or after the passes that the row names), test cost and test error at the end, and curvature rows
over gradient rows. *bound*: the method by inner iterations, step and printed rates. *exact*: the
same with systems solved exactly. *rival*: one method by its step. *measured*: growth by measured
error. *first*: other first curvature batches. *literal*: rates as rows an iteration, or as
fractions, after 50 passes. *steps*: columns as they come, over powers of ten.

What is tuned is tuned on the first three seeds, and the best run on all.
"""

from statistics import median

from ..racing import MARKS, RIVALS, STEPS, bound_run, first_order, growths
from ..stand_ins import PRINTED_RATES, SETS, SETS_OF_FIGURE, split

SIZES = {"default": {"seeds": 10, "few": 5}, "paper": {"seeds": 10, "few": 5}}
USUAL = SETS_OF_FIGURE["protein"][2:]
DIVERGED = 1e30
TUNING = 3
FIRST = (5, 20, 50, 100, 200)


def cases(seeds, few):
    """Runs in groups that share a data set."""
    made = []
    for name in SETS:
        own = {"set": name, "seeds": seeds}
        for step in (1.0, 0.1):
            made += [{"experiment": "bound", "inner": n, "step": step, **own} for n in (5, 10, 20)]
        made += [{"experiment": "exact", **own}, {"experiment": "measured", **own}]
        made += [{"experiment": "rival", "method": method, **own} for method in RIVALS]
        made += [
            {"experiment": "steps", "method": method, "set": name, "seeds": few}
            for method in ("bound", "SGD", "ASGD")
        ]
    for name in ("magic", "spambase"):
        made.append({"experiment": "first", "set": name, "seeds": seeds})
        made += [
            {"experiment": "literal", "rates": rates, "set": name, "seeds": few}
            for rates in ("rcv1", "protein")
        ]
    return made


def plain(value):
    """A number as a table holds it: six digits, and a large one for a run that diverged."""
    return float(f"{min(value, DIVERGED):.6g}") if value == value else DIVERGED


def gathered(runs, marks=MARKS):
    """One list a measure, one entry a seed."""
    row = {
        f"excess{mark}": [plain(run["excess"][k]) for run in runs] for k, mark in enumerate(marks)
    }
    for name in ("test_cost", "test_error", "share"):
        if name in runs[0]:
            row[name] = [plain(run[name]) for run in runs]
    return row


def bound_row(case, grown, scaling="standard", marks=MARKS, seeds=None, **options):
    """The bound on every seed; ``grown(n_samples)`` gives the growth of both batches."""
    runs = []
    for seed in range(seeds or case["seeds"]):
        data = split(case["set"], seed, scaling)
        excess, w, work = bound_run(
            data, grown(data.problem.n_samples), marks, random_state=seed, **options
        )
        runs.append(
            {
                "excess": excess,
                "test_cost": data.test_cost(w),
                "test_error": data.test_error(w),
                "share": work.curvature_samples / work.gradient_samples,
            }
        )
    return gathered(runs, marks)


def rival_row(case, step, scaling="standard", seeds=None):
    """A rival with one step on every seed."""
    runs = []
    for seed in range(seeds or case["seeds"]):
        data = split(case["set"], seed, scaling)
        excess, w = first_order(case["method"], data, step, seed)
        runs.append(
            {"excess": excess, "test_cost": data.test_cost(w), "test_error": data.test_error(w)}
        )
    return gathered(runs)


def tuned(row_of, settings, every=lambda setting: False):
    """Rows of all settings on a few seeds, and of the best one, and some others, on all.

    Parameters
    ----------
    row_of : callable
        ``row_of(setting, seeds)``, None for all seeds.
    settings : list
    every : callable
        Whether a setting is run on all seeds in any case.
    """
    rows = [row_of(setting, None if every(setting) else TUNING) for setting in settings]
    last = f"excess{MARKS[-1]}"
    best = min(range(len(rows)), key=lambda k: median(rows[k][last][:TUNING]))
    if not every(settings[best]):
        rows[best] = row_of(settings[best], None)
    return rows


def bound(case):
    """One row a pair of printed rates; with steps of 0.1 those that other claims ask for."""
    options = {"step": case["step"], "inner": case["inner"]}

    def row_of(pair, seeds):
        row = bound_row(case, lambda n: growths(n, pair), seeds=seeds, **options)
        return {"gradient_rate": pair[0], "curvature_rate": pair[1], **row}

    def every(pair):
        return case["step"] == 0.1 and (case["inner"] == 5 or pair == USUAL)

    return tuned(row_of, PRINTED_RATES, every)


def rival(case):
    """One row a step."""
    _, steps_tried = RIVALS[case["method"]]
    return tuned(
        lambda step, seeds: {"step": step, **rival_row(case, step, seeds=seeds)}, steps_tried
    )


def steps(case):
    """One row a step, columns as they come."""
    rows = []
    for step in STEPS:
        if case["method"] == "bound":
            row = bound_row(case, lambda n: growths(n, USUAL), "largest", step=step)
        else:
            row = rival_row(case, step, "largest")
        rows.append({"step": step, **row})
    return rows


def literal(case):
    """Both readings of the rates, after 50 passes."""
    pair = SETS_OF_FIGURE[case["rates"]][2:]
    readings = {
        "fractions": lambda n: growths(n, pair),
        "rows": lambda n: growths(n, (pair[0] / n, pair[1] / n)),
    }
    return [
        {"reading": name, **bound_row(case, grown, marks=(50,), step=0.1)}
        for name, grown in readings.items()
    ]


def run(case):
    """One row a setting."""
    kind = case["experiment"]
    if kind in KINDS:
        return KINDS[kind](case)
    if kind == "exact":
        return bound_row(case, lambda n: growths(n, USUAL), step=0.1, solver="exact")
    if kind == "measured":
        return bound_row(case, lambda n: growths(n, USUAL, decrease=0.1), step=0.1)
    return [
        {"first": first, **bound_row(case, lambda n, f=first: growths(n, USUAL, (5, f)))}
        for first in FIRST
    ]


KINDS = {"bound": bound, "rival": rival, "literal": literal, "steps": steps}
