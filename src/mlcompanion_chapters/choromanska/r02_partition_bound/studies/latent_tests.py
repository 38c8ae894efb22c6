"""Choromanska (2014), Table 2.5 and Figure 2.1: test log-likelihood with hidden variables.

Settles of chapter choromanska/02_partition_bound: table25-latent, fig21-time.

One row a start: for each method the test value at its end, whether it had settled, the seconds to
within 1 % of that value, and for the bound the seconds until it first exceeds the best end of the
others (1e9 if never).
"""

from ..latent_runs import SETS, latent_split, test_run

SIZES = {
    "default": {"splits": 10, "starts": 2, "most": 200},
    "paper": {"splits": 10, "starts": 10, "most": 1000},
}
METHODS = ("bfgs", "sd", "cg", "newton", "bound")


def cases(splits, starts, most):
    """A case for each set, number of hidden states and split."""
    return [
        {"data": name, "m": m, "split": split, "starts": starts, "most": most}
        for name in SETS
        for m in (1, 2, 3, 4)
        for split in range(splits)
    ]


def _first(seconds, hits):
    """When something first was so."""
    return float(seconds[hits.argmax()]) if hits.any() else 1e9


def run(case):
    """One row a start."""
    problems = latent_split(case["data"], case["m"], case["split"])
    most = case["most"] if case["data"] != "srbct" else case["most"] // 3
    rows = []
    for start in range(case["starts"]):
        row = {"start": start}
        runs = {method: test_run(problems, method, start, most) for method in METHODS}
        for method, (seconds, values, fit, settled) in runs.items():
            end = values[-1]
            row[f"test_{method}"] = float(end)
            row[f"fit_{method}"] = float(fit)
            row[f"settled_{method}"] = settled
            near = abs(values - end) <= 0.01 * abs(end)
            row[f"near_{method}"] = _first(seconds, near)
        best = max(METHODS[:-1], key=lambda method: row[f"test_{method}"])
        seconds, values, _, _ = runs["bound"]
        row["best_other"] = best
        row["passed"] = _first(seconds, values > row[f"test_{best}"])
        rows.append(row)
    return rows
