"""What page and ledger read from the stored studies."""

import numpy as np

from .latent_runs import SETS
from .tables import SMALL

__all__ = ["FIVE", "chains", "genes", "latent", "orders", "race", "searches", "small_lambda"]

FIVE = ("bfgs", "sd", "cg", "newton", "bound")
LAMBDAS = (1.0, 100.0, 10_000.0)
#: Hidden states of the panels of Figure 2.1: the values in bold in Table 2.5.
BOLD = {"ionosphere": 3, "bupa": 2, "hepatitis": 2, "wine": 3, "srbct": 4}


def _mean(study, name, **where):
    return float(np.mean(study.column(name, **where)))


def race(study, what="seconds"):
    """Mean seconds or passes of the five methods and L-BFGS: 15 numbers each, set by set."""
    cells = [{"experiment": "table21", "data": n, "lam": lam} for n in SMALL for lam in LAMBDAS]
    return {m: [_mean(study, f"{what}_{m}", **cell) for cell in cells] for m in (*FIVE, "lbfgs")}


def small_lambda(study):
    """Measures of own-small-lambda."""
    return {
        f"{method}_{word}": [
            _mean(study, f"passes_{method}", experiment="passes", data=n, lam=lam) for n in SMALL
        ]
        for method in ("bound", "lbfgs")
        for word, lam in (("small", 0.001), ("one", 1.0))
    }


def orders(study):
    """Measures of order-effect."""
    cells = [("wine", lam) for lam in LAMBDAS] + [("srbct", 10.0), ("digits", 1.0)]
    words = {"given": "given", "rising": "ascending", "falling": "descending"}
    words["shuffled"] = "shuffled"
    return {
        word: [_mean(study, name, experiment="order", data=d, lam=lam) for d, lam in cells]
        for word, name in words.items()
    }


def genes(study):
    """Measures of table22-srbct."""
    methods = ("lbfgs", "sd", "cg", "bound")
    return {
        "passes": [_mean(study, f"passes_{m}") for m in methods],
        "seconds": [float(np.median(study.column(f"seconds_{m}"))) for m in methods],
    }


def chains(study, penalty="t lambda"):
    """Measures of tables23-24-crf, and the passes with sums."""
    sets = sorted({int(k) for k in study.column("labels")})
    rows = {
        name: [_mean(study, column, labels=k, penalty=penalty) for k in sets]
        for name, column in (
            ("lbfgs", "passes_lbfgs"), ("cg", "passes_cg"), ("bound", "passes_bound"),
            ("t_lbfgs", "seconds_lbfgs"), ("t_bound", "seconds_bound"), ("sum", "passes_sum"),
        )
    }  # fmt: skip
    return rows | {"iis": _mean(study, "passes_iis", labels=9, penalty=penalty)}


def latent(study):
    """Measures of table25-latent and fig21-time."""
    bound, other, passed, near = [], [], [], []
    for name in SETS:
        cells = [{"data": name, "m": m} for m in (1, 2, 3, 4)]
        bound += [_mean(study, "test_bound", **cell) for cell in cells]
        means = {
            method: [_mean(study, f"test_{method}", **cell) for cell in cells]
            for method in FIVE[:-1]
        }
        other.append(max(max(values) for values in means.values()))
        bold = {"data": name, "m": BOLD[name]}
        best = max(means, key=lambda method: means[method][bold["m"] - 1])
        passed.append(float(np.median(study.column("passed", **bold))))
        near.append(float(np.median(study.column(f"near_{best}", **bold))))
    return {"bound": bound, "other": other}, {"t_bound": passed, "t_other": near}


def searches(study):
    """All columns of the searches, one dictionary a search."""
    return {row["search"]: row for row in study.rows}
