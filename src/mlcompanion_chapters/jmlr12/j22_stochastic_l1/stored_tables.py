"""What page and ledger read from the stored studies."""

import numpy as np

from mlcompanion.teaching import log_slope

__all__ = [
    "descent_measures",
    "dimension_measures",
    "guarantee_measures",
    "magic_strong",
    "magic_weak",
    "one",
    "runtime_measures",
    "step_measures",
    "table1_measures",
    "wide_strong",
    "wide_weak",
]

FOUR = ("scd", "gcd", "smidas", "trunc")
WIDE = ("duke", "arcene")


def one(study, data, lam, method):
    """The row of a method on a data set."""
    rows = [
        row
        for row in study.rows
        if row["data"] == data and row["lam"] == lam and row["method"] == method
    ]
    return rows[0]


def finals(study, data, lam, method):
    """Final objectives, one a seed."""
    return np.array(one(study, data, lam, method)["objective"], dtype=float)


def magic_weak(study):
    """Measures of fig34-magic-weak."""
    found = {}
    leads = {}
    for kind in ("D", "S"):
        scd, smidas, trunc = (finals(study, kind, 1e-6, m) for m in ("scd", "smidas", "trunc"))
        if kind == "D":
            found["dense"] = int(np.sum((smidas < scd) & (scd < trunc)))
            found["dense_pair"] = int(np.sum(smidas < trunc))
            leads["lead_d"] = float(np.mean((trunc - smidas) / smidas))
        else:
            found["sparse"] = int(np.sum((trunc < smidas) & (smidas < scd)))
            found["sparse_pair"] = int(np.sum(trunc < smidas))
            leads["lead_s"] = float(np.mean((smidas - trunc) / trunc))
    return found | leads


def magic_strong(study):
    """Measures of fig78-magic-strong."""
    found = {}
    for kind in ("S", "D"):
        rows = [one(study, kind, 1e-2, method) for method in FOUR]
        found[f"acc_{kind.lower()}"] = [float(np.mean(row["reached"])) for row in rows]
        if kind == "D":
            found["nnz_d"] = [float(np.mean(row["nonzeros"])) for row in rows]
    lower = finals(study, "D", 1e-2, "smidas") < finals(study, "D", 1e-2, "trunc")
    return found | {"pair_d": int(lower.sum())}


def table1_measures(study):
    """Measures of table1-steps."""
    cells = (("S", 1e-6), ("S", 1e-2), ("D", 1e-6), ("D", 1e-2))
    return {
        method: [float(one(study, kind, lam, method)["eta"]) for kind, lam in cells]
        for method in ("smidas", "trunc")
    }


def cyclic_measures(magic, wide):
    """Measures of cyclic: four settings of the telescope, four wide ones."""
    places = [(magic, kind, lam) for kind in ("S", "D") for lam in (1e-6, 1e-2)]
    places += [(wide, kind, lam) for kind in WIDE for lam in (1e-6, 1e-2)]
    return {"diff": [float(one(study, kind, lam, "scd")["cyclic"]) for study, kind, lam in places]}


def _means(study, data, lam, name):
    return [float(np.mean(one(study, data, lam, method)[name])) for method in FOUR]


def wide_weak(study, data=WIDE):
    """Measures of fig12-wide-weak."""
    values = np.array([_means(study, kind, 1e-6, "objective") for kind in data])
    counts = np.array([_means(study, kind, 1e-6, "nonzeros") for kind in data])
    return {
        "scd": values[:, 0].tolist(),
        "gcd": values[:, 1].tolist(),
        "smidas": values[:, 2].tolist(),
        "trunc": values[:, 3].tolist(),
        "nnz_smidas": counts[:, 2].tolist(),
        "nnz_rest": np.minimum(counts[:, 0], counts[:, 3]).tolist(),
    }


def wide_strong(study):
    """Measures of fig56-wide-strong, from the mean curves."""
    made = {"obj": [], "acc": [], "nnz": []}
    for kind in WIDE:
        rows = [one(study, kind, 1e-2, method) for method in FOUR]
        goal = 1.05 * min(min(row["curve_objective"]) for row in rows)
        reached = []
        for row in rows:
            met = np.flatnonzero(np.array(row["curve_objective"]) <= goal)
            reached.append(row["curve_entries"][met[0]] if len(met) else row["budget"])
        made["obj"].append(_means(study, kind, 1e-2, "objective"))
        made["acc"].append(reached)
        made["nnz"].append(_means(study, kind, 1e-2, "nonzeros"))
    return made


def khan_measures(study):
    """Measures of own-khan."""
    return {
        "weak": _means(study, "khan", 1e-6, "objective"),
        "nnz": _means(study, "khan", 1e-2, "nonzeros"),
    }


def _accesses(study, order, loss, **where):
    return float(study.column(order, experiment="accesses", loss=loss, **where).mean())


def runtime_measures(study, features, examples):
    """Measures of runtime-linear, and the means behind them."""
    slopes = {"d": [], "m": [], "g": []}
    means = {}
    for loss in ("squared", "logistic"):
        by_d = [_accesses(study, "random", loss, m=1000, d=d) for d in features]
        by_m = [_accesses(study, "random", loss, m=m, d=400) for m in examples]
        greedy = [_accesses(study, "greedy", loss, m=1000, d=d) for d in features]
        slopes["d"].append(log_slope(features, by_d))
        slopes["m"].append(log_slope(examples, by_m))
        slopes["g"].append(log_slope(features, greedy))
        means[loss] = {"d": by_d, "m": by_m, "greedy": greedy}
    return {f"slope_{k}": float(max(v)) for k, v in slopes.items()}, means


def dimension_measures(study):
    """Measures of dimension, and the numbers of features that were run."""
    dims = sorted(set(study.column("d", experiment="fresh").astype(int).tolist()))
    steps = {
        method: [float(study.column("steps", experiment="fresh", method=method, d=d)[0])
                 for d in dims]
        for method in ("smidas", "trunc")
    }  # fmt: skip
    found = {f"slope_{m}": float(log_slope(dims, v)) for m, v in steps.items()}
    return found | {"ratio": steps["trunc"][-1] / steps["smidas"][-1]}, dims, steps


def step_measures(study):
    """Measures of own-column-curvature and own-wrong-step."""
    ratios = {}
    for kind in ("S", "D"):
        column, whole = (
            [
                study.column(name, experiment="curvature", data=kind, lam=lam)[0]
                for lam in (1e-2, 3e-3)
            ]
            for name in ("column", "global")
        )
        ratios[f"ratio_{kind.lower()}"] = (np.array(column) / whole).tolist()

    def value(name, kind, method):
        return float(study.column(name, experiment="step", data=kind, method=method)[0])

    off = [
        max(value(name, kind, method) for name in ("short", "long")) / value("best", kind, method)
        for method in ("smidas", "trunc")
        for kind in ("S", "D")
    ]
    between = []
    for kind in ("S", "D"):
        pair = [value("best", kind, method) for method in ("smidas", "trunc")]
        between.append(max(pair) / min(pair))
    return ratios, {"loss": off, "between": between}


def descent_measures(study):
    """What thm1-thm2-scd takes from the study."""
    worst = study.column("worst", experiment="descent")
    return {
        "worst": float(worst.max()),
        "share": float(study.column("share", experiment="descent").min()),
        "rises": int(study.column("rises", experiment="descent").sum()),
        "rises_long": int(study.column("rises_long", experiment="descent").sum()),
    }


def guarantee_measures(study):
    """Largest ratio to its bound for each part, and the median slope of the first."""

    def worst(part):
        return float(study.column("worst", experiment="guarantee", part=part).max())

    slope = np.median(study.column("slope", experiment="guarantee", part="one"))
    return {part: worst(part) for part in ("one", "half", "two", "tight", "four")}, float(slope)
