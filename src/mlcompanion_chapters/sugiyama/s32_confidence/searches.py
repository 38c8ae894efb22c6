"""Sugiyama (2016), Section 32.3.2: searches for a maximum, and for a width and a penalty."""

from functools import cache

import numpy as np
from scipy.special import ndtr

from mlcompanion.gp import BayesianOptimizer, GPRegressor, SquaredExponential
from mlcompanion.regression import cross_validate_grid
from mlcompanion.resampling import fold_splits

from .sinc_bands import sample_of

__all__ = [
    "LOG_LAMS",
    "LOG_WIDTHS",
    "PLACES",
    "RULES",
    "first_within",
    "hits",
    "printed_improvement",
    "random_function",
    "search",
    "surrogate",
    "tuning_errors",
]

PLACES = np.linspace(0, 1, 200)[:, None]
LENGTH = 0.1
LOG_WIDTHS = np.linspace(np.log(0.03), np.log(3), 15)
LOG_LAMS = np.linspace(np.log(1e-4), np.log(100), 15)


def printed_improvement(mean, std, best, k=0.05):
    """Probability of reaching (1 + k) times the best value, as printed."""
    gain = mean - (1 + k) * best
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(std > 0, ndtr(gain / std), gain >= 0)


#: What :class:`BayesianOptimizer` is told, by the rule's name.
RULES = {
    "greedy": {"acquisition": "ucb", "k": 0.0},
    "bound": {"acquisition": "ucb", "k": 2.0},
    "bold bound": {"acquisition": "ucb", "k": 5.0},
    "probability": {"acquisition": "pi", "margin": 0.05},
    "probability, as printed": {"acquisition": printed_improvement},
    "expected": {"acquisition": "ei"},
}


@cache
def _factor():
    covariance = SquaredExponential(LENGTH)(PLACES)
    return np.linalg.cholesky(covariance + 1e-8 * np.eye(len(PLACES)))


def random_function(seed):
    """Values of a smooth random function at 200 places on [0, 1]."""
    return _factor() @ np.random.default_rng(seed).normal(size=len(PLACES))


def surrogate(mean=False):
    """A Gaussian process of the functions' own length, for values without noise."""
    return GPRegressor(SquaredExponential(LENGTH), 1e-6, fit_parameters=False, fit_mean=mean)


def search(values, rule, seed, further=15, mean=False):
    """Three random starts and further trials by a rule; a place may be tried again.

    Parameters
    ----------
    values : ndarray, shape (200,)
        Of the function at the places.
    rule : str
        A key of :data:`RULES`.
    seed : int
        Draws the starts.
    further : int
    mean : bool
        Let the surrogate subtract the mean of what it has seen.

    Returns
    -------
    SearchTrace
    """
    optimizer = BayesianOptimizer(
        surrogate(mean), n_starts=3, again=True, random_state=seed, **RULES[rule]
    )
    spacing = PLACES[1, 0]
    return optimizer.maximize(
        lambda z: float(values[round(z[0] / spacing)]), 3 + further, candidates=PLACES
    )


def hits(values, trace):
    """Whether the best trial is within 2 % of the function's range of its maximum."""
    return bool(values.max() - trace.best_value <= 0.02 * np.ptp(values))


def tuning_errors(seed):
    """Cross-validation errors on the 15 x 15 grid of widths and penalties, folds fixed."""
    X, y = sample_of("even", seed)
    splits = fold_splits(5, X, y, random_state=seed)
    return cross_validate_grid(X, y, np.exp(LOG_WIDTHS), np.exp(LOG_LAMS), splits)


def first_within(values, goal):
    """Number of the first trial whose error is at most ``goal``, from 1; 225 if none is."""
    reached = np.flatnonzero(np.asarray(values) <= goal)
    return int(reached[0]) + 1 if len(reached) else len(LOG_WIDTHS) * len(LOG_LAMS)
