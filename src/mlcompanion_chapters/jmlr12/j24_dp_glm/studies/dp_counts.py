"""Hannah, Blei and Powell (2011), Tables 1 and 3, on stand-ins: mcycle, and generated counts.

Settles of chapter jmlr12/24_dp_glm: table1-cmb, table3-solar.

*search*: what one subset chooses. *mcycle*, *counts*: mean absolute and squared errors of all
methods on one random split.
"""

from mlcompanion.bayes.dp_glm import DPGLMLogNormal

from .. import local_data
from ..rivals import gaussian_process, plane, poisson_rival, tree
from ..settings import SOURCE, chosen_counts, chosen_log_normal, count_mixture, errors

MCYCLE = (30, 50, 100)
COUNTS = (50, 100, 200, 500, 800)
SIZES = {"default": {"splits": 10}, "paper": {"splits": 10}}


def cases(splits):
    """The searches, and the splits of both data sets."""
    made = [{"experiment": "search"}]
    for seed in range(2 * splits):
        made += [{"experiment": "mcycle", "n": n, "seed": seed} for n in MCYCLE]
    for seed in range(splits):
        made += [{"experiment": "counts", "n": n, "seed": seed} for n in COUNTS]
    return made


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "search":
        width, penalty = chosen_counts()
        chosen = chosen_log_normal()._asdict()
        return {"width": width, "penalty": penalty, **{k: float(v) for k, v in chosen.items()}}
    seed = case["seed"]
    if kind == "mcycle":
        data = local_data.split(local_data.mcycle(), case["n"], seed)
        mixture = DPGLMLogNormal(prior=chosen_log_normal(), random_state=seed, **SOURCE)
        models = {"glm": mixture, "ols": plane()}
    else:
        data = local_data.split(local_data.counts(), case["n"], seed)
        width, penalty = chosen_counts()
        models = {"glm": count_mixture(width, seed), "poi": poisson_rival(penalty)}
    models |= {"cart": tree(), "gp": gaussian_process()}
    row = {}
    for name, model in models.items():
        row[f"mae_{name}"], row[f"mse_{name}"] = errors(model, data)
    return row
