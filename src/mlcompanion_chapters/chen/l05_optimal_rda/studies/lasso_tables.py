"""Chen (2013), section 5.6.1: Tables 5.2 and 5.3, their figures, and mini-batches.

Settles of chapter chen/05_optimal_rda: table52-lasso, table53-elastic-net, fig512-fast-group,
fig53-stages, first-prox-support, erratum-f1, own-minibatch.

*lambda*: ORDA, tuned, for penalties on a grid of 0.01: the source does not print its own. *method*:
all step constants of a method at the penalty that was so found, 100 runs of 500 steps on the same
samples; a row for each constant, the best with its mean curve. *batch*: ORDA with a ridge,
batches of 1 to 64 samples.
"""

from ..lasso_stream import METHODS, batch_row, tuning_rows

SIZES = {"default": {"runs": 100}, "paper": {"runs": 100}}
#: Penalties at which ORDA's mean objective is nearest to the printed 20.56 and 20.97.
PENALTIES = {0.0: 0.55, 1.0: 0.4}
GRIDS = {0.0: range(50, 61), 1.0: range(35, 46)}
WITH_RIDGE = ("RDA", "RDA, mu", "AC-RDA", "AC-SA", "FOBOS", "FOBOS, 1/t", "SAGE", "ORDA", "M_ORDA")
BATCHES = (1, 2, 4, 8, 16, 32, 64)


def cases(runs):
    """Penalties, methods, batches."""
    made = [
        {"experiment": "lambda", "rho": rho, "lam": k / 100, "method": "ORDA", "runs": runs}
        for rho, grid in GRIDS.items()
        for k in grid
    ]
    for rho, names in ((0.0, METHODS), (1.0, WITH_RIDGE)):
        made += [
            {"experiment": "method", "rho": rho, "lam": PENALTIES[rho], "method": m, "runs": runs}
            for m in names
        ]
    made += [{"experiment": "batch", "batch": b, "lam": PENALTIES[1.0]} for b in BATCHES]
    return made


def run(case):
    """The rows of a case."""
    if case["experiment"] == "batch":
        return batch_row(case["batch"], 1.0, case["lam"], 20)
    rows = tuning_rows(case["method"], case["rho"], case["lam"], case["runs"])
    if case["experiment"] == "method":
        return rows
    best = min(rows, key=lambda row: row["obj"])
    return {name: best[name] for name in ("constant", "obj", "obj_sd")}
