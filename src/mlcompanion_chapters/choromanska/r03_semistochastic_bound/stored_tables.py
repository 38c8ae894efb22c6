"""What page and ledger read from the stored studies."""

import numpy as np

from .racing import CAP, STEPS
from .stand_ins import DENSE, SETS, SETS_OF_FIGURE

__all__ = [
    "FIRST",
    "RIVAL_NAMES",
    "chosen_bound",
    "chosen_rival",
    "curvature_after",
    "curvature_work",
    "first_batches",
    "growth_readings",
    "inner_iterations",
    "is_whole",
    "known_sets",
    "measured_growth",
    "online_memory",
    "rate_measures",
    "rising_measures",
    "scale_measures",
    "seeds_of",
    "stationary_measures",
    "step_losses",
    "tested",
    "trained",
]

RIVAL_NAMES = ("L-BFGS", "SGD", "ASGD", "SAG", "SAG search")
FIRST = (5, 20, 50, 100, 200)
_USUAL = SETS_OF_FIGURE["protein"][2:]
_ONLINE = ("online L-BFGS, 20 rows", "online L-BFGS, 200 rows")


def _rows(study, **where):
    """Rows of a study whose fields have these values."""
    return [row for row in study.rows if all(row.get(k) == v for k, v in where.items())]


def _typical(row, name):
    return float(np.median(row[name]))


def _best(rows):
    """The row of the least median excess after 20 passes, among those run on all seeds."""
    whole = [row for row in rows if len(row["excess20"]) == row["seeds"]]
    return min(whole, key=lambda row: _typical(row, "excess20"))


def known_sets(race):
    """Sets whose runs are all stored, in their order: a study may be under way."""
    kinds = [("bound", 36), ("exact", 1), ("measured", 1), ("steps", 21), ("rival", 33)]
    return [
        name
        for name in SETS
        if all(len(_rows(race, experiment=kind, set=name)) >= many for kind, many in kinds)
    ]


def is_whole(study):
    """Whether all cases of a study are stored."""
    return study.provenance["cases"] == study.provenance["expected"]


def seeds_of(study, experiment):
    """Fewest seeds of the rows of an experiment that were chosen."""
    return int(min(row["seeds"] for row in _rows(study, experiment=experiment)))


def chosen_bound(race, name):
    """The tuned run of the bound on a set."""
    return _best(_rows(race, experiment="bound", set=name))


def chosen_rival(race, name, method):
    """The tuned run of a rival on a set."""
    return _best(_rows(race, experiment="rival", set=name, method=method))


def trained(race):
    """Measures of fig31-training."""
    found = {}
    names = known_sets(race)
    for mark in (5, 20):
        column = f"excess{mark}"
        found[f"sqb{mark}"] = [_typical(chosen_bound(race, name), column) for name in names]
        found[f"others{mark}"] = [
            [_typical(chosen_rival(race, name, method), column) for method in RIVAL_NAMES]
            for name in names
        ]
    return found


def tested(race):
    """Measures of fig31-test."""
    found = {"cost": [], "cost_best": [], "error": [], "error_best": []}
    for name in known_sets(race):
        ours = chosen_bound(race, name)
        rivals = [chosen_rival(race, name, method) for method in RIVAL_NAMES]
        for kind in ("cost", "error"):
            column = f"test_{kind}"
            found[kind].append(_typical(ours, column))
            found[f"{kind}_best"].append(min(_typical(row, column) for row in rivals))
    return found


def step_losses(race):
    """Measures of steps-tuning: best steps, and what a wrong one costs."""
    found = {"best_sqb": [], "best_sgd": [], "best_asgd": [], "loss_sqb": [], "loss_sgd": []}
    names = {"bound": "sqb", "SGD": "sgd", "ASGD": "asgd"}
    for name in known_sets(race):
        for method, short in names.items():
            rows = _rows(race, experiment="steps", set=name, method=method)
            excess = [_typical(row, "excess20") for row in rows]
            best = int(np.argmin(excess))
            found[f"best_{short}"].append(rows[best]["step"])
            beside = {"sqb": best - 1, "sgd": best + 1}.get(short)
            if beside is None:
                continue
            inside = 0 <= beside < len(STEPS)
            loss = np.log10(excess[beside] / excess[best]) if inside else 20.0
            found[f"loss_{short}"].append(float(min(loss, 20.0)))
    return found


def inner_iterations(race):
    """Measures of few-inner-iterations."""
    found = {"early_few": [], "early_exact": [], "final_few": [], "final_exact": []}
    usual = {"gradient_rate": _USUAL[0], "curvature_rate": _USUAL[1], "step": 0.1}
    for name in known_sets(race):
        rows = {
            inner: _rows(race, experiment="bound", set=name, inner=inner, **usual)[0]
            for inner in (5, 10, 20)
        }
        exact = _rows(race, experiment="exact", set=name)[0]
        found["early_few"].append(_typical(rows[5], "excess1"))
        found["early_exact"].append(_typical(exact, "excess1"))
        found["final_few"].append(min(_typical(row, "excess20") for row in rows.values()))
        found["final_exact"].append(_typical(exact, "excess20"))
    return found


def measured_growth(race):
    """Measures of own-measured-growth."""
    found = {"grown": [], "best": [], "worst": []}
    for name in known_sets(race):
        pairs = _rows(race, experiment="bound", set=name, inner=5, step=0.1)
        excess = [_typical(row, "excess20") for row in pairs]
        found["best"].append(min(excess))
        found["worst"].append(max(excess))
        grown = _rows(race, experiment="measured", set=name)[0]
        found["grown"].append(_typical(grown, "excess20"))
    return found


def first_batches(race):
    """Measures of own-first-curvature."""
    found = {}
    for name, short in (("spambase", "spam"), ("magic", "control")):
        rows = [_rows(race, experiment="first", set=name, first=first)[0] for first in FIRST]
        found[short] = [_typical(row, "excess20") for row in rows]
    return found


def curvature_work(race):
    """Measures of own-curvature-work."""
    return {"share": [_typical(chosen_bound(race, name), "share") for name in known_sets(race)]}


def online_memory(race):
    """Measures of own-online-lbfgs."""
    online = []
    for name in known_sets(race):
        rows = [chosen_rival(race, name, method) for method in _ONLINE]
        online.append(min(_typical(row, "excess20") for row in rows))
    return {"sqb": trained(race)["sqb20"], "online": online}


def curvature_after(passes, gradient_rate, curvature_rate, n_samples, first=5):
    """Rows of the curvature batch after some passes; rates in rows an iteration, by arithmetic."""
    k = 0
    spent = 0.0
    while spent < passes * n_samples:
        # all iterations of one gradient batch at once, else ten million turns of a loop
        size = min(first + np.floor(k * gradient_rate + 0.5), n_samples)
        until = np.inf if size == n_samples else np.ceil((size - first + 0.5) / gradient_rate)
        many = max(1, min(until - k, np.ceil((passes * n_samples - spent) / size)))
        k += many
        spent += many * size
    return int(min(CAP, first + np.floor((k - 1) * curvature_rate + 0.5)))


def growth_readings(race):
    """Measures of own-growth."""
    found = {"cap_literal": [], "cap_fraction": [], "excess_literal": [], "excess_fraction": []}
    for n, share, gradient, curvature in SETS_OF_FIGURE.values():
        T = round(share * n)
        found["cap_literal"].append(curvature_after(50, gradient, curvature, T))
        found["cap_fraction"].append(curvature_after(50, gradient * T, curvature * T, T))
    for name in ("magic", "spambase"):
        for rates in ("rcv1", "protein"):
            for reading, short in (("rows", "literal"), ("fractions", "fraction")):
                where = {"set": name, "rates": rates, "reading": reading}
                row = _rows(race, experiment="literal", **where)[0]
                found[f"excess_{short}"].append(_typical(row, "excess50"))
    return found


def stationary_measures(theory, bias):
    """Measures of thm3-stationary, with the bias by enumeration."""
    names = {
        "slope_convex": {"kind": "logistic", "falling": True},
        "slope_hidden": {"kind": "hidden", "falling": True},
        "slope_constant": {"kind": "logistic", "falling": False},
    }
    found = {
        name: theory.column("slope", experiment="stationary", **where).tolist()
        for name, where in names.items()
    }
    return found | bias


def rate_measures(theory, batches=(10, 20, 40, 80, 160, 320)):
    """Measures of thm4-rate, and the median floor of each batch."""
    rows = _rows(theory, experiment="rate")
    floors = np.median([row["floors"] for row in rows], axis=0)
    measures = {
        "pairs": sum(row["pairs"] for row in rows),
        "viol38": sum(row["viol38"] for row in rows),
        "viol39": sum(row["viol39"] for row in rows),
        "floor_slope": float(np.polyfit(np.log(batches), np.log(floors), 1)[0]),
        "drift": [row["drift"] for row in rows],
        "gain": [row["gain"] for row in rows],
    }
    return measures, floors


def rising_measures(theory):
    """Measures of own-rising-steps."""
    names = ("share5", "share20", "share200", "share_all")
    return {
        name: [theory.column(name, experiment="rising", set=one)[0] for one in DENSE]
        for name in names
    }


def scale_measures(theory):
    """Measures of own-column-scales."""
    return {
        name: float(np.median(theory.column(name, experiment="scales"))) for name in ("sqb", "sgd")
    }
