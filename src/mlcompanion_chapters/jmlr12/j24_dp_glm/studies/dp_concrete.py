"""Hannah, Blei and Powell (2011), Table 2: concrete, and whether the chains agree.

Settles of chapter jmlr12/24_dp_glm: table2-dp-rows, table2-rivals, chains-settle.

*search*: the prior that one subset chooses, for lines and for constants. *split*: mean absolute
and squared errors of all methods on one random split. *chains*: split R-hat of the log posterior
of four chains.
"""

import numpy as np

from mlcompanion.bayes.diagnostics import split_rhat
from mlcompanion.bayes.dp_glm import DPGLMRegressor

from .. import local_data
from ..rivals import gaussian_process, plane, tree
from ..settings import SOURCE, chosen_prior, errors

TRAIN = (30, 50, 100, 250, 500)
SIZES = {"default": {"splits": 10}, "paper": {"splits": 10}}


def cases(splits):
    """The searches, the splits, the chains."""
    made = [{"experiment": "search", "slope": slope} for slope in (True, False)]
    for seed in range(splits):
        made += [{"experiment": "split", "n": n, "seed": seed} for n in TRAIN]
    return made + [{"experiment": "chains", "seed": seed} for seed in range(min(3, splits))]


def mixture(slope, seed, **options):
    """Lines or constants at the source's schedule, with the prior that was chosen."""
    prior = chosen_prior(slope)
    return DPGLMRegressor(prior=prior, slope=slope, random_state=seed, **SOURCE, **options)


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "search":
        return {name: float(value) for name, value in chosen_prior(case["slope"])._asdict().items()}
    seed = case["seed"]
    if kind == "chains":
        data = local_data.split(local_data.concrete(), 500, seed)
        paths = []
        for chain, start in enumerate((1, 1, 25, 25)):
            model = mixture(True, 100 * seed + chain, n_clusters_init=start)
            paths.append(model.fit(data.X, data.y).log_posterior_[1001:])
        return {"rhat": float(split_rhat(np.array(paths)))}
    data = local_data.split(local_data.concrete(), case["n"], seed)
    models = {
        "glm": mixture(True, seed),
        "dp": mixture(False, seed),
        "ols": plane(),
        "cart": tree(),
        "gp": gaussian_process(),
    }
    row = {}
    for name, model in models.items():
        row[f"mae_{name}"], row[f"mse_{name}"] = errors(model, data)
    row["clusters_glm"] = float(models["glm"].n_clusters_[1001:].mean())
    return row
