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

from ..race_rows import bound_row, rival_row, tuned
from ..racing import RIVALS, STEPS, growths
from ..stand_ins import PRINTED_RATES, SETS, SETS_OF_FIGURE

SIZES = {"default": {"seeds": 10, "few": 5}, "paper": {"seeds": 10, "few": 5}}
USUAL = SETS_OF_FIGURE["protein"][2:]
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
