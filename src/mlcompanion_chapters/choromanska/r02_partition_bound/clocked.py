"""Solvers under a clock: how many passes, and seconds, until a value is reached.

A pass is one evaluation of the criterion and its gradient over all samples, line searches included:
the source's effective passes. A step of the bound is one pass.
"""

import warnings
from contextlib import suppress
from time import process_time
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.finite_sums import (
    bfgs,
    lbfgs,
    newton,
    nonlinear_cg,
    steepest_descent,
)
from mlcompanion.optimize.majorising import majorize
from mlcompanion.teaching import timed

__all__ = ["METHODS", "Arrival", "Clocked", "least_value", "run_to"]

METHODS = {
    "bfgs": bfgs,
    "lbfgs": lbfgs,
    "sd": steepest_descent,
    "cg": nonlinear_cg,
    "newton": newton,
    "bound": majorize,
}
NEVER = 1e6  # passes of a method that did not get there


class Arrival(NamedTuple):
    """Passes and seconds until the goal; 1e6 passes if it was not reached."""

    passes: float
    seconds: float


class Reached(Exception):
    """The goal is reached, or the passes are used up."""


class Clocked:
    """A criterion that counts its passes and ends a run that has reached the goal.

    Parameters
    ----------
    problem : object with ``value_and_gradient``, ``hessian`` and ``touch``
    goal : float
        Value to be reached.
    most : int
        Most passes.
    """

    def __init__(self, problem, goal, most):
        self.problem = problem
        self.goal = goal
        self.most = most
        self.passes = 0
        self.there = False

    def _seen(self, value):
        self.passes += 1
        self.there = value <= self.goal
        if self.there or self.passes >= self.most:
            raise Reached

    def value_and_gradient(self, w):
        """One pass."""
        value, gradient = self.problem.value_and_gradient(w)
        self._seen(value)
        return value, gradient

    def hessian(self, w):
        """Second derivatives, at a point whose pass is already counted."""
        return self.problem.hessian(w)

    def touch(self, w):
        """One pass with the curvature of the bound."""
        touch = self.problem.touch(w)
        self._seen(touch.value)
        return touch


def run_to(problem, method, start, goal, most=2000, repeats=1):
    """Run a method from a start until the value is reached.

    Parameters
    ----------
    problem : object with ``value_and_gradient``, ``hessian`` and ``touch``
    method : str
        One of :data:`METHODS`.
    start : ndarray
    goal : float
    most : int
        Most passes.
    repeats : int
        Runs, of which the shortest time is told: processor seconds on one thread.

    Returns
    -------
    Arrival
    """

    def once():
        clocked = Clocked(problem, goal, most)
        with suppress(Reached):
            METHODS[method](clocked, start, tol=0.0, max_iter=most)
        return clocked

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        seconds, clocked = timed(once, repeats=repeats, clock=process_time)
    return Arrival(float(clocked.passes) if clocked.there else NEVER, seconds)


def least_value(problem, start, method="bfgs", tol=1e-9):
    """The value at which a method ends by itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        run = METHODS[method](problem, start, tol=tol, max_iter=5000)
    return float(np.min(run.objective))
