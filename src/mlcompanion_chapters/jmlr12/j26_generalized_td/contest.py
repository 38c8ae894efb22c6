"""Figures 4 to 6: five estimators on the same trajectories.

The online ones begin with the first ten steps, solved in one batch with 0.01 on the diagonal of
the matrix; how the source regularizes its start is not told.
"""

import warnings
from itertools import product
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.rl import sample_trajectories
from mlcompanion.rl.td import GLSTD, LSTD, OnlineTD, StepSchedule

__all__ = [
    "LOST",
    "METHODS",
    "SCHEDULES",
    "TUNED",
    "Trial",
    "best_schedule",
    "five",
    "online",
    "paired_z",
    "pooled",
    "schedule_errors",
    "schedule_of",
    "squared",
    "trial_of",
]

METHODS = ("TD", "Accelerated-TD", "Optimal-TD", "LSTD", "gLSTD")
#: What a run counts that left the numbers, or went further.
LOST = 1e100
#: The grid of section 7: first step and delay of the decrease.
SCHEDULES = tuple(
    product((0.05, 0.1, 0.2, 0.3, 0.4), (10, 50, 100, 150, 200, 250, 300, 400, 500, 1000))
)
#: The pair that section 7 selects.
TUNED = (0.3, 200)
START = 10


class Trial(NamedTuple):
    """Trajectories and what is known of them: features, discount, true values by state."""

    runs: tuple
    Phi: np.ndarray
    gamma: float
    values: np.ndarray


def trial_of(mrp, Phi, gamma, T, *, n_runs=500, seed=0):
    """Draw trajectories of T steps from the stationary law."""
    runs = sample_trajectories(mrp, T, n_runs, random_state=seed)
    return Trial(tuple(runs), Phi, gamma, mrp.value(gamma))


def schedule_of(first, delay):
    r"""The step :math:`\alpha_0(n_0+1)/(n_0+t)`."""
    return StepSchedule(first, 1 / (delay + 1))


def online(trial, method, checkpoints=None, *, step=None, start=START):
    """Coefficients of an online rule, shape (n_checkpoints, n_runs, m)."""
    model = OnlineTD(trial.gamma, method, step=step, warm_start=start)
    with warnings.catch_warnings():
        # runs that are lost are counted, not hidden
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(*trial.runs, trial.Phi, checkpoints=checkpoints)
    return model.path_


def five(trial, checkpoints=None, *, tuned=TUNED):
    """Coefficients of the five estimators, each of shape (n_checkpoints, n_runs, m)."""
    states, rewards = trial.runs
    if checkpoints is None:
        checkpoints = [rewards.shape[1]]
    found = {
        "TD": online(trial, "td", checkpoints, step=schedule_of(*tuned)),
        "Accelerated-TD": online(trial, "accelerated", checkpoints),
        "Optimal-TD": online(trial, "optimal", checkpoints),
    }
    for name, model in (("LSTD", LSTD(trial.gamma)), ("gLSTD", GLSTD(trial.gamma))):
        path = [model.fit(states[:, : T + 1], rewards[:, :T], trial.Phi).coef_ for T in checkpoints]
        found[name] = np.array(path)
    return found


def squared(coef, trial=None, truth=None):
    """Squared error of every run: of the values, mean over states; or of the coefficients."""
    with np.errstate(over="ignore", invalid="ignore"):
        if truth is None:
            errors = ((coef @ trial.Phi.T - trial.values) ** 2).mean(axis=-1)
        else:
            errors = ((coef - truth) ** 2).sum(axis=-1)
    return np.minimum(np.where(np.isfinite(errors), errors, LOST), LOST)


def paired_z(first, second):
    """Mean of ``first - second`` in standard errors, over runs."""
    gap = first - second
    return gap.mean() / (gap.std(ddof=1) / np.sqrt(len(gap)))


def schedule_errors(trial, schedules=SCHEDULES):
    """Mean squared error of the values of TD, one for each schedule."""
    return np.array(
        [squared(online(trial, "td", step=schedule_of(*s))[0], trial).mean() for s in schedules]
    )


def best_schedule(trial):
    """The pair of the grid whose mean squared error is least."""
    return SCHEDULES[int(np.argmin(schedule_errors(trial)))]


def pooled(study, figure, features):
    """Errors of all walks of a panel of the stored study: a dictionary by method.

    Parameters
    ----------
    study : StoredStudy
        Of ``td_walks``.
    figure, features : int

    Returns
    -------
    dict of str to ndarray, shape (n_walks,)
    """
    rows = [r for r in study.rows if (r["figure"], r["features"]) == (figure, features)]
    return {name: np.concatenate([row[name] for row in rows]) for name in METHODS}
