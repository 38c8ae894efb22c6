"""One run of each method of Figure 3.1 on one split, read after given effective passes."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.finite_sums import asgd, lbfgs, olbfgs, sag, sgd
from mlcompanion.optimize.majorising.semistochastic import (
    LinearGrowth,
    LogisticBounds,
    MeasuredGrowth,
    semistochastic_steps,
)

from .stand_ins import rates

__all__ = ["MARKS", "RIVALS", "STEPS", "bound_run", "first_order", "growths", "read"]

#: Effective passes at which every run is read.
MARKS = (1, 5, 20)
CAP = 200  # rows for the curvature, at most
_FLOOR = 1e-16  # an excess below it is rounding


def growths(n_samples, pair, first=(5, 5), decrease=None):
    """Linear growth of both batches by fractions of T; or by measured error of the gradient."""
    gradient_rate, curvature_rate = rates(pair, n_samples)
    curvature = LinearGrowth(first[1], curvature_rate, CAP)
    if decrease is not None:
        return MeasuredGrowth(first[0], decrease, n_samples), curvature
    return LinearGrowth(first[0], gradient_rate, n_samples), curvature


def bound_run(data, grown, marks=MARKS, **options):
    """Excess costs of the bound at the marks, and where it stood at the last one.

    Parameters
    ----------
    data : Split
    grown : tuple
        Growth of both batches.
    marks : tuple of float
        Rising numbers of effective passes.
    **options
        Of ``semistochastic_steps``.

    Returns
    -------
    excess : list of float
        Infinite once the run has left what a float holds.
    w : ndarray of shape (d,)
    work : Work
        Of the iterations up to the last mark, and the one that would pass it.
    """
    problem = data.problem
    bounds = LogisticBounds(problem)
    steps = semistochastic_steps(bounds, np.zeros(problem.n_features), *grown, **options)
    excess = []
    with np.errstate(over="ignore", invalid="ignore"):
        for state in steps:
            finite = np.isfinite(state.w).all() and np.isfinite(state.gradient).all()
            if not finite:
                return excess + [np.inf] * (len(marks) - len(excess)), state.w, state.work
            while state.work.passes(problem.n_samples) > marks[len(excess)] + 1e-9:
                excess.append(max(problem.value(state.w) - data.least, _FLOOR))
                if len(excess) == len(marks):
                    return excess, state.w, state.work
    raise AssertionError("the steps never end by themselves")


def read(run, least, marks=MARKS):
    """Excess of a run at the marks: along straight lines of its logarithm between records.

    A run that ended before a mark keeps its last value if it converged, else it diverged.
    """
    excess = np.log(np.maximum(run.objective - least, _FLOOR))
    found = np.exp(np.interp(marks, run.passes, excess))
    over = np.array(marks) > run.passes[-1] + 1
    return np.where(over & (not run.converged), np.inf, found).tolist()


def _stochastic_gradients(method):
    def run(problem, step, seed, passes):
        return method(problem, step=step, max_passes=passes, random_state=seed)

    return run


def _averaged_gradients(problem, step, seed, passes):
    return sag(problem, step=step, tol=0, max_passes=passes, random_state=seed)


def _searched_gradients(problem, step, seed, passes):
    return sag(problem, line_search=True, tol=0, max_passes=passes, random_state=seed)


def _memory(problem, step, seed, passes):
    return lbfgs(problem, tol=1e-12, max_iter=passes)


def _online_memory(batch):
    def run(problem, step, seed, passes):
        return olbfgs(problem, step=step, batch=batch, max_passes=passes, random_state=seed)

    return run


STEPS = tuple(10.0**k for k in range(-5, 2))
#: Each with a function of problem, step, seed and passes, and the steps that it is tuned over.
RIVALS = {
    "SGD": (_stochastic_gradients(sgd), STEPS),
    "ASGD": (_stochastic_gradients(asgd), STEPS),
    "SAG": (_averaged_gradients, STEPS),
    "SAG search": (_searched_gradients, (None,)),
    "L-BFGS": (_memory, (None,)),
    "online L-BFGS, 20 rows": (_online_memory(20), STEPS[2:]),
    "online L-BFGS, 200 rows": (_online_memory(200), STEPS[2:]),
}


def first_order(name, data, step, seed, marks=MARKS):
    """Excess costs of a rival at the marks, and where it ended."""
    run_method, _ = RIVALS[name]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", ConvergenceWarning)  # a long step is part of the search
        run = run_method(data.problem, step, seed, marks[-1])
    return read(run, data.least, marks), run.w
