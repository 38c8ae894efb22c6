"""Sugiyama (2016), section 35.4: where gradient ascent on quadratic mutual information ends.

Settles fig35.18-qmi-supervised, fig35.20-qmi-unsupervised, qmi-restarts, qmi-restarts-smoothed of
sugiyama/35_linear_dimensionality_reduction.

*supervised*: a draw of Fig. 35.17 and five random starts: ``angles`` to the first axis, the
information of smoothed densities ``smoothed`` and the least squares estimate ``fitted`` where each
ascent ended, its ``steps``, and whether it ended by the tolerance.

*cloud*, *stripes*: a draw of each data set of Fig. 35.5, one random start: degrees ``diff``
between its end and locality preserving projection, the ``angles`` and threshold errors ``err`` of
both.
"""

import warnings

from sklearn.exceptions import ConvergenceWarning

from mlcompanion.reduction.linear import LPP, QMIReducer, qmi_derivative

from ..clouds import (
    angle_between,
    angle_to_first_axis,
    normal_cloud,
    sine_plane,
    threshold_error,
    two_stripes,
)
from ..experiments import LISTING

SIZES = {
    "default": {"repeats": 20, "n": 500, "n_small": 100},
    "paper": {"repeats": 20, "n": 500, "n_small": 100},
}
EXPERIMENTS = ("supervised", "cloud", "stripes")


def cases(repeats, n, n_small):
    """A case for each draw of each experiment."""
    return [
        {"experiment": name, "n": n if name == "supervised" else n_small, "seed": seed}
        for name in EXPERIMENTS
        for seed in range(repeats)
    ]


def _fit(X, y, n_restarts, seed):
    """As in the listings, the direction at length 1; starts that the data do not share."""
    model = QMIReducer(n_restarts=n_restarts, max_iter=10_000, random_state=10_000 + seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the row says how it ended
        return model.fit(X, y)


def _supervised(case):
    X, y = sine_plane(case["n"], random_state=case["seed"])
    runs = _fit(X, y, 5, case["seed"]).runs_
    ends = [run.path[-1] for run in runs]
    return {
        "angles": [angle_to_first_axis(T) for T in ends],
        "smoothed": [float(run.values[-1]) for run in runs],
        "fitted": [qmi_derivative(X, y, T).fitted for T in ends],
        "steps": [len(run.path) - 1 for run in runs],
        "converged": [run.converged for run in runs],
    }


def run(case):
    """The row of a case."""
    if case["experiment"] == "supervised":
        return _supervised(case)
    if case["experiment"] == "cloud":
        X, upper = normal_cloud(case["n"], random_state=case["seed"]), None
    else:
        X, upper = two_stripes(case["n"], random_state=case["seed"])
    model = _fit(X, None, 1, case["seed"])
    local = LPP(1, **LISTING).fit(X)
    errors = None
    if upper is not None:
        errors = [threshold_error(m.transform(X), upper) for m in (model, local)]
    return {
        "diff": angle_between(model.components_, local.components_),
        "angles": [angle_to_first_axis(m.components_) for m in (model, local)],
        "err": errors,
        "steps": model.n_iter_,
        "converged": bool(model.converged_),
    }
