"""Hyperparameters, chosen on one subset for the mixture and its rivals alike."""

from functools import cache

import numpy as np

from mlcompanion.bayes.dp_glm import DPGLMLogNormal, DPGLMPoisson, DPGLMRegressor
from mlcompanion.bayes.local_models import LocalPrior, LogNormalPrior

from . import local_data
from .rivals import poisson_rival

__all__ = [
    "CURVE_PRIOR",
    "SOURCE",
    "chosen_counts",
    "chosen_log_normal",
    "chosen_prior",
    "count_mixture",
    "errors",
]

#: The source's schedule: every fifth of the second thousand of sweeps.
SOURCE = {"n_iter": 2000, "burn_in": 1000, "thin": 5}
SHORT = {"n_iter": 500, "burn_in": 250, "thin": 5}
#: For curves with one useful input, fixed before any of them was run.
CURVE_PRIOR = LocalPrior(b_x=0.1, b_y=0.05, coef_scale=2.0)
#: Four orders of magnitude for each scale.
DECADES = (0.001, 0.01, 0.1, 1.0, 10.0)
SUBSET_SEED = 10_000


def errors(model, data):
    """Mean absolute and mean squared error of a model fitted to the training part."""
    gap = model.fit(data.X, data.y).predict(data.X_new) - data.y_new
    return float(np.abs(gap).mean()), float(np.square(gap).mean())


def best_by_coordinates(start, grids, error, rounds=2):
    """Change one number at a time to the best of its grid, twice through all of them."""
    best = dict(start)
    least = error(best)
    for _ in range(rounds):
        for name, grid in grids.items():
            for value in grid:
                tried = {**best, name: value}
                if value == best[name]:
                    continue
                found = error(tried)
                if found < least:
                    least = found
                    best = tried
    return best


def subset(data, n):
    """Twice n rows: to fit, and to judge by."""
    both = local_data.split(data, 2 * n, SUBSET_SEED)
    return local_data.Split(both.X[:n], both.y[:n], both.X[n:], both.y[n:])


@cache
def chosen_prior(slope):
    """The conjugate prior for concrete, on one subset of 100 rows judged by 100 others."""
    data = subset(local_data.concrete(), 100)
    grids = {
        "b_y": DECADES,
        "b_x": DECADES,
        "coef_scale": (0.1, 0.3, 1.0, 3.0, 10.0),
        "nu": DECADES,
    }
    start = {"b_y": 0.1, "b_x": 1.0, "coef_scale": 1.0, "nu": 0.1}

    def error(numbers):
        model = DPGLMRegressor(prior=LocalPrior(**numbers), slope=slope, random_state=0, **SHORT)
        return errors(model, data)[0]

    return LocalPrior(**best_by_coordinates(start, grids, error))


@cache
def chosen_log_normal():
    """The log-normal prior for mcycle, on one subset of 66 rows judged by the others."""
    data = subset(local_data.mcycle(), 66)
    grids = {
        "log_var_y": (-5.0, -4.0, -3.0, -2.0, -1.0),
        "log_var_x": (-6.0, -4.0, -2.0, 0.0),
        "coef_scale": (0.3, 1.0, 3.0, 10.0),
    }
    start = {"log_var_y": -3.0, "log_var_x": -2.0, "coef_scale": 3.0}

    def error(numbers):
        model = DPGLMLogNormal(prior=LogNormalPrior(**numbers), random_state=0, **SHORT)
        return errors(model, data)[0]

    return LogNormalPrior(**best_by_coordinates(start, grids, error, rounds=1))


def count_mixture(width, seed, schedule=SOURCE):
    """The mixture of Poisson regressions, concentration 1, all categories known."""
    known = [np.arange(width) for width in local_data.WIDTHS]
    return DPGLMPoisson(categories=known, coef_scale=width, random_state=seed, **schedule)


@cache
def chosen_counts():
    """Width of the coefficients' prior, and the rival's penalty, on one subset of 200 rows."""
    data = subset(local_data.counts(), 200)
    widths = (0.03, 0.1, 0.3, 1.0, 3.0)
    found = [errors(count_mixture(width, 0, SHORT), data)[0] for width in widths]
    penalties = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    rival = [errors(poisson_rival(penalty), data)[0] for penalty in penalties]
    return widths[int(np.argmin(found))], penalties[int(np.argmin(rival))]
