"""The running example: the motorcycle crash, and runs on it whose every sweep is kept."""

from functools import cache, lru_cache

import numpy as np

from mlcompanion.bayes.dp_glm import DPGLMRegressor
from mlcompanion.bayes.local_models import LocalPrior
from mlcompanion.bayes.local_models.inputs import log_normal_inputs
from mlcompanion.bayes.local_models.local_regressions import (
    local_regressions,
    log_regression,
    remove_regression,
)
from mlcompanion.bayes.local_models.prior import regression_data
from mlcompanion.datasets import load_mcycle

from .settings import CURVE_PRIOR

__all__ = [
    "GRID",
    "STARTS",
    "choices",
    "crash",
    "dip_races",
    "every_sweep",
    "lines_of",
    "places",
    "tuned",
]

GRID = np.linspace(0, 60, 121)
STARTS = {"one cluster": 1, "25 clusters": 25}


@cache
def crash():
    """Milliseconds after the impact (n, 1), and acceleration of the head in g."""
    bunch = load_mcycle()
    return bunch.data, bunch.target


@cache
def every_sweep(slope, n_clusters_init, n_iter=400):
    """A run whose states are all kept, from the first sweep on."""
    model = DPGLMRegressor(
        prior=CURVE_PRIOR,
        slope=slope,
        n_iter=n_iter,
        burn_in=0,
        thin=1,
        n_clusters_init=n_clusters_init,
        random_state=1,
    )
    return model.fit(*crash())


@lru_cache(maxsize=64)
def tuned(slope, b_y):
    """A shorter run for another noise prior."""
    prior = LocalPrior(**{**CURVE_PRIOR._asdict(), "b_y": b_y})
    model = DPGLMRegressor(
        prior=prior,
        slope=slope,
        n_iter=240,
        burn_in=120,
        thin=6,
        random_state=0,
    )
    return model.fit(*crash())


def lines_of(model, place):
    """Of each cluster of one kept state: the line over its samples' range, as pairs of ends.

    Returns a list of (times, accelerations, size, cluster), largest cluster first, in data units.
    """
    X, _ = crash()
    state = model.states_[place]
    found = []
    for k in np.argsort(-state.sizes):
        times = X[state.labels == k, 0]
        ends = np.array([times.min(), times.max()])
        coef = state.clusters.coefs[k]
        height = np.full(2, coef[0])
        if len(coef) > 1:
            height += coef[1] * (ends - model.x_mean_[0]) / model.x_scale_[0]
        found.append((ends, model.y_mean_ + model.y_scale_ * height, int(state.sizes[k]), k))
    return found


def places(model):
    """Of each cluster of the last state the span of its readings; and a name for a new one."""
    X, _ = crash()
    state = model.states_[-1]
    spans = [X[state.labels == k, 0] for k in range(len(state.sizes))]
    return [*(f"{span.min():.0f} to {span.max():.0f} ms" for span in spans), "a new one"]


def choices(model, i):
    """What reading i weighs when it has left its cluster, in the last state.

    Returns masses, log-densities of its time, and of its acceleration given the time; one entry for
    each cluster, and one for a new cluster.
    """
    X, y = crash()
    rows = (X - model.x_mean_) / model.x_scale_
    state = model.states_[-1]
    labels = state.labels.astype(np.int64)
    n_clusters = len(state.sizes)
    data = regression_data(rows, (y - model.y_mean_) / model.y_scale_)
    clusters = local_regressions(data, labels, model.prior_, n_clusters + 1)
    sizes = np.append(state.sizes, 0)
    own = labels[i]
    labels[i] = -1
    sizes[own] -= 1
    remove_regression(clusters, own, i, sizes[own])
    both = np.array([log_regression(clusters, k, i, s) for k, s in enumerate(sizes)])
    of_time = np.array([log_normal_inputs(clusters.inputs, k, i, s) for k, s in enumerate(sizes)])
    return np.append(sizes[:-1].astype(float), state.alpha), of_time, both - of_time


@cache
def dip_races(n_races, sweeps=5, dip=-94.0):
    """In how many races a chain from 25 clusters is nearer to the dip than one from one cluster."""
    won = 0
    for seed in range(n_races):
        gaps = []
        for start in STARTS.values():
            model = DPGLMRegressor(
                prior=CURVE_PRIOR,
                n_iter=sweeps,
                burn_in=sweeps - 1,
                thin=1,
                n_clusters_init=start,
                random_state=seed,
            ).fit(*crash())
            gaps.append(abs(model.predict([[20.0]])[0] - dip))
        won += gaps[1] < gaps[0]
    return won
