"""The methods of the chapter by name, and their gaps after so many passes through the data."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize import finite_sums as F

__all__ = ["BATCH", "INCREMENTAL", "SINGLE", "STOCHASTIC", "first_below", "gaps", "run"]

#: Methods that see all samples before they move.
BATCH = {
    "steepest descent": F.steepest_descent,
    "conjugate gradients": F.nonlinear_cg,
    "BFGS": F.bfgs,
    "L-BFGS": F.lbfgs,
}
#: Methods that remember or correct each sample's gradient.
INCREMENTAL = {"SAG": F.sag, "SVRG": F.svrg, "SDCA": F.sdca, "MISO": F.miso}
#: Methods that move after a sample or a few.
STOCHASTIC = {
    "SGD": F.sgd,
    "ASGD": F.asgd,
    **INCREMENTAL,
    "gain adaptation": F.smd,
    "online L-BFGS": F.olbfgs,
    "growing batch": F.growing_batch,
}
#: Of these, the ones that move after each single sample.
SINGLE = ("SGD", "ASGD", "SAG", "SVRG", "SDCA", "MISO", "gain adaptation")


def run(name, problem, passes, seed=0, **options):
    """Run a method for so many passes, whatever it reaches."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        if name in BATCH:
            return BATCH[name](problem, tol=1e-15, max_iter=passes, **options)
        if name == "MISO" and problem.lam > 0:
            options = {"bound": "lower"} | options
        return STOCHASTIC[name](problem, max_passes=passes, tol=0, random_state=seed, **options)


def gaps(name, problem, least, passes, seed=0, **options):
    """Objective less optimum after each number of passes, not below rounding."""
    reached = run(name, problem, int(max(passes)), seed, **options).objective_after(passes)
    return np.maximum(reached - least, 1e-16)


def first_below(made, level):
    """The number of passes at which a run's gap falls to a level, between records on a log scale.

    Parameters
    ----------
    made : tuple of ndarray
        Passes, and gaps above 0, of a run.
    level : float

    Returns
    -------
    float
        Infinity if it does not.
    """
    passes, gap = made
    below = np.flatnonzero(gap <= level)
    if not below.size:
        return np.inf
    k = below[0]
    if k == 0:
        return float(passes[0])
    share = np.log(gap[k - 1] / level) / np.log(gap[k - 1] / gap[k])
    return float(passes[k - 1] + share * (passes[k] - passes[k - 1]))
