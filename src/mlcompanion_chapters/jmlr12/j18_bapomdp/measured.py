"""From the stored studies to the numbers that the claims ask for, and to the curves."""

import numpy as np

from mlcompanion.rl.bayes_adaptive import HyperBelief, follow_prior
from mlcompanion.teaching import log_slope, mean_se

from .studies.rock_sensors import ERRORS, TRUST, WIDTHS

__all__ = [
    "bound_numbers",
    "curve",
    "follow_numbers",
    "largest_error",
    "rock_cases",
    "rock_numbers",
    "runs_of",
    "time_numbers",
]

FOLLOWERS = {
    "wd": {"agent": "learns", "filter": "weighted distance", "particles": 16},
    "mp": {"agent": "learns", "filter": "most probable", "particles": 64},
    "mc": {"agent": "learns", "filter": "Monte Carlo", "particles": 64},
    "printed": {"agent": "learns", "filter": "Monte Carlo as printed", "particles": 64},
    "mp16": {"agent": "learns", "filter": "most probable", "particles": 16},
    "prior": {"agent": "prior"},
    "known": {"agent": "known"},
}


def runs_of(study, column, first, last, **where):
    """Mean of a column over the episodes ``first`` to ``last``, one a run; both whole tens."""
    tens = study.column(column, **where)
    return tens[:, first // 10 : last // 10].mean(axis=1)


def curve(study, column, **where):
    """Mean and standard error over runs, by tens of episodes."""
    return mean_se(study.column(column, **where))


def largest_error(samples):
    """Largest standard error of a difference of two means, of independent runs."""
    errors = sorted(float(mean_se(sample).error) for sample in samples)
    return float(np.hypot(*errors[-2:]))


def follow_numbers(study):
    """Measurements of fig2-follow; ``who`` says which Monte Carlo filter was the better one."""
    late = {name: runs_of(study, "returns", 70, 100, **who) for name, who in FOLLOWERS.items()}
    error = {
        name: float(runs_of(study, "model_error", 70, 100, **who).mean())
        for name, who in FOLLOWERS.items()
    }
    better = "mc" if late["mc"].mean() >= late["printed"].mean() else "printed"
    prior = follow_prior()
    chosen = {"wd": late["wd"], "mp": late["mp"], "mc": late[better], "prior": late["prior"]}
    numbers = {name: float(sample.mean()) for name, sample in chosen.items()}
    numbers |= {"e_wd": error["wd"], "e_mp": error["mp"], "e_mc": error[better]}
    numbers["se"] = largest_error(chosen.values())
    numbers["e0"] = HyperBelief(prior).model_error(prior.laws_in(prior.world))
    return numbers


def rock_cases(prior, value=0, *, error=-1, leave=0, filter="most probable"):
    """The fields by which a setting of the rover is found."""
    if prior == "known":
        filter = "exact"
    return {"prior": prior, "value": value, "error": error, "exit": leave, "filter": filter}


def rock_numbers(study, leave=0):
    """Measurements of the four claims on RockSample, by their ids."""
    known = runs_of(study, "returns", 0, 100, **rock_cases("known", leave=leave))
    figure3 = {"known": known}
    errors = {}
    for short, name in (("mp", "most probable"), ("wd", "weighted distance")):
        where = rock_cases("vague", leave=leave, filter=name)
        figure3[short] = runs_of(study, "returns", 50, 100, **where)
        spans = ((0, 10), (50, 100))
        errors[f"err_{short}"] = [
            float(runs_of(study, "belief_error", *span, **where).mean()) for span in spans
        ]
    found = {name: float(sample.mean()) for name, sample in figure3.items()}
    numbers = {"fig3-rocksample": found | errors | {"se": largest_error(figure3.values())}}
    if leave:
        return numbers
    centred = [runs_of(study, "returns", 30, 100, **rock_cases("centred", e)) for e in WIDTHS]
    numbers["fig5-centred-priors"] = {
        "late": [float(sample.mean()) for sample in centred],
        "known": found["known"],
    }
    numbers["fig6-beta-priors"] = _beta_numbers(study, known)
    numbers["fig7-noisy-sensor"] = _noisy_numbers(study)
    return numbers


def _beta_numbers(study, known):
    """Measurements of fig6-beta-priors."""
    samples = [known]
    found = {"known": float(known.mean())}
    for span, first, last in (("early", 0, 20), ("late", 80, 100)):
        runs = [runs_of(study, "returns", first, last, **rock_cases("beta", k)) for k in TRUST]
        samples += runs
        found[span] = [float(sample.mean()) for sample in runs]
        found[f"err_{span}"] = [
            float(runs_of(study, "belief_error", first, last, **rock_cases("beta", k)).mean())
            for k in TRUST
        ]
    return found | {"se": largest_error(samples)}


def _noisy_numbers(study):
    """Measurements of fig7-noisy-sensor."""
    runs = [runs_of(study, "returns", 50, 100, **rock_cases("vague", error=e)) for e in ERRORS]
    known = [runs_of(study, "returns", 0, 100, **rock_cases("known", error=e)) for e in ERRORS]
    errors = [
        runs_of(study, "belief_error", 50, 100, **rock_cases("vague", error=e)) for e in ERRORS
    ]
    return {
        "late": [float(sample.mean()) for sample in runs],
        "known": [float(sample.mean()) for sample in known],
        "err": [float(sample.mean()) for sample in errors],
        "se": largest_error(runs),
    }


def time_numbers(study):
    """Measurements of planning-times: medians over the runs."""

    def decision(**where):
        return float(np.median(study.column("decision", **where)))

    def ratio(task, size, other, other_size):
        ours = decision(task=task, filter="weighted distance", particles=size)
        return ours / decision(task=task, filter=other, particles=other_size)

    actions = [k + 5 for k in (2, 3, 4, 5, 6)]
    rocks = [decision(task="rock", n=3, k=k) for k in (2, 3, 4, 5, 6)]
    return {
        "tiger": [ratio("tiger", size, "most probable", size) for size in (2, 8)],
        "follow_mp": ratio("follow", 16, "most probable", 64),
        "follow_mc": ratio("follow", 16, "Monte Carlo", 64),
        "rock_k": float(log_slope(actions, rocks)),
        "rock_n": decision(task="rock", n=6, k=2) / rocks[0],
    }


def bound_numbers(study):
    """Measurements of value-bounds."""
    starts = sum(row["number"] for row in study.rows if row["experiment"] == "caps")
    return {
        "ratio3": float(study.column("ratio").max()),
        "informative": int(study.column("informative").sum()),
        "ratio5": float(study.column("ratio5").max()),
        "ratio6": float(study.column("ratio6").max()),
        "cut": float(study.column("cut").sum() / starts),
    }
