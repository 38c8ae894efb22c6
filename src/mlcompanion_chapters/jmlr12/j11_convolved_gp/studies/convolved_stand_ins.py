"""Álvarez and Lawrence (2011), sections 4 and 6.2 to 6.4, on data that stand in for the source's.

Settles of chapter jmlr12/11_convolved_gp: table1-genes, table9-thousand-genes, table5-exam,
table7-jura and fig8-jura-sparse. Genes are outputs of one differential equation, schools are
generated, metals are ocean regions. Searches are L-BFGS from the best of three short ones, for at
most ``steps`` steps.

``experiment`` "genes": the full processes. "many": approximations with K = 8. "schools": separate,
mixed and blurred models. "ocean": separate, mixed and blurred, and approximations with K points.
"""

from ..many_genes import many_genes_row
from ..stand_ins import gene_row, mixed_models, ocean_row, school_row

SIZES = {
    "default": {
        "n_genes": 20, "n_many": 50, "n_schools": 6, "n_months": 72, "steps": 25,
        "repeats": 10, "few": 2,
    },
    "paper": {
        "n_genes": 50, "n_many": 1000, "n_schools": 139, "n_months": 359, "steps": 200,
        "repeats": 10, "few": 10,
    },
}  # fmt: skip
SHARES = (50 / 359, 100 / 359, 200 / 359, 1.0)


def cases(n_genes, n_many, n_schools, n_months, steps, repeats, few):
    """Repeat by repeat, all experiments; approximations on the ocean in ``few`` restarts."""
    listed = []
    for seed in range(repeats):
        for direction in (0, 1):
            listed += [
                {"experiment": "genes", "n": n_genes, "model": model, "direction": direction,
                 "seed": seed}
                for model in ("mixed", "blurred")
            ]  # fmt: skip
        listed += [
            {"experiment": "ocean", "n": n_months, "model": model, "seed": seed}
            for model in ("separate", "icm", "slfm", "blurred")
        ]
    for seed in range(few):
        listed += [
            {"experiment": "many", "n": n_many, "model": model, "direction": direction,
             "seed": seed}
            for direction in (0, 1)
            for model in ("dtc", "fitc", "pitc")
        ]  # fmt: skip
        listed += [
            {"experiment": "schools", "n": n_schools, "model": model, "seed": seed}
            for model in ("separate", *mixed_models(1))
        ]
        listed += [
            {"experiment": "ocean", "n": n_months, "model": model, "seed": seed,
             "K": round(share * n_months)}
            for share in SHARES
            for model in ("dtc", "fitc", "pitc")
        ]  # fmt: skip
    return [case | {"steps": steps} for case in listed]


def run(case):
    """The row of a case."""
    seed, n, model, steps = case["seed"], case["n"], case["model"], case["steps"]
    if case["experiment"] == "genes":
        return gene_row(seed, case["direction"], n, model, steps)
    if case["experiment"] == "many":
        return many_genes_row(seed, case["direction"], n, model, steps)
    if case["experiment"] == "schools":
        return school_row(seed, model, n, steps)
    return ocean_row(seed, model, n, steps, case.get("K"))
