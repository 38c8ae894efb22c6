"""What page and ledger read from the stored studies."""

import numpy as np

from .bounds import PARTS
from .methods import BATCH, STOCHASTIC
from .problems import SETS
from .scaling import SCALED
from .small_clusters import rectangles
from .spectral_splits import LABELLED

__all__ = [
    "CLASSES",
    "accuracy",
    "clusters",
    "growth",
    "log_time",
    "no_penalty",
    "sandwich",
    "scaling",
    "seeding",
    "stochastic",
    "winners",
    "winners_gaps",
]

#: Numbers of classes of the counts.
CLASSES = (8, 16, 32, 64, 128, 256, 512, 1024)
#: The well and the badly conditioned problem, by the least deviation of a column.
CONDITIONS = (1, 0.1)


def _one(study, name, **where):
    return study.column(name, **where)[0].item()


def stochastic(study):
    """Measures of the rates of stochastic methods."""
    names = ("sgd_slope", "sag_bend", "svrg_bend", "sdca_bend")
    found = {name: study.column(name, experiment="rates").astype(float).tolist() for name in names}
    for name in ("first", "late"):
        found[name] = int(study.column(name, experiment="rates").sum())
    return found


def winners(study):
    """Measures of who leads when, for both conditions."""
    found = {}
    for name in ("single_1", "batch_1", "incremental_20"):
        found[name] = [
            int(study.column(name, experiment="leaders", smallest=s).sum()) for s in CONDITIONS
        ]
    found["share_20"] = [
        float(np.median(study.column("share_20", experiment="leaders", smallest=s)))
        for s in CONDITIONS
    ]
    return found


def winners_gaps(study, smallest):
    """Median gaps after 1, 5 and 20 passes, by method."""
    return {
        name: np.median(
            study.column(f"gaps of {name}", experiment="leaders", smallest=smallest), axis=0
        )
        for name in (*BATCH, *STOCHASTIC)
    }


def no_penalty(study):
    """Measures of gradient steps without a penalty."""
    where = {"experiment": "no penalty"}
    return {
        "slope": study.column("slope", **where).tolist(),
        "steps": study.column("steps", **where).tolist(),
    }


def accuracy(study):
    """Passes to an accurate solution, by method, in the order of the sets."""
    keys = {"sag": "SAG", "svrg": "SVRG", "sdca": "SDCA", "sd": "steepest descent",
            "lbfgs": "L-BFGS"}  # fmt: skip
    return {
        short: [float(_one(study, name, experiment="accuracy", data=s)) for s in SETS]
        for short, name in keys.items()
    }


def growth(study):
    """Gaps of the growing batch and of its two ends, in the order of the sets."""
    made = {
        name: np.array([study.column(name, experiment="growth", data=s)[0] for s in SETS])
        for name in ("semi", "full", "sgd")
    }
    return {
        "semi1": made["semi"][:, 0].tolist(),
        "full1": made["full"][:, 0].tolist(),
        "semi50": made["semi"][:, 1].tolist(),
        "sgd50": made["sgd"][:, 1].tolist(),
    }


def scaling(study):
    """Passes of the classical majorizers and of L-BFGS."""
    return {
        name: [int(_one(study, name, experiment="scaling", data=s)) for s in SCALED]
        for name in ("scaling", "uniform", "lbfgs")
    }


def log_time(study):
    """Counted products and updates, and the worst spectral splits."""
    found = {
        name: [float(_one(study, name, experiment="counts", n=n)) for n in CLASSES]
        for name in ("oaa", "tree_test", "tree_train", "prob")
    }
    found["split"] = [float(_one(study, "split", data=s)) for s in LABELLED]
    return found


def sandwich(study):
    """Sums of the counts and largest distances over all models."""
    found = {name: int(study.column(name, experiment="sandwich").sum()) for name in PARTS["sum"]}
    for name in PARTS["max"]:
        found[name] = float(study.column(name, experiment="sandwich").max())
    return found


def clusters(study):
    """Counts over all point sets, and the rectangles."""
    names = ("sets", "viol_pp", "viol_uniform", "viol_doubling")
    found = {name: int(study.column(name, experiment="clusters").sum()) for name in names}
    return found | rectangles()


def seeding(study):
    """Mean ratios over the draws of 25 groups."""
    names = ("pp", "uniform", "lloyd_pp", "lloyd_uniform", "local")
    return {name: float(study.column(name, experiment="seeding").mean()) for name in names}
