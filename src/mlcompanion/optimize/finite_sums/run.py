"""What every solver of a finite sum returns, and how it keeps watch over its passes."""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_function,
    check_instance,
    check_real,
)

from .finite_sum import FiniteSum
from .work import Work

__all__ = ["SumRun"]


class SumRun(NamedTuple):
    """What a solver of a finite sum returns.

    Attributes
    ----------
    w : ndarray of shape (d,)
        Where the run ended.
    converged : bool
        Whether no entry of the gradient exceeds ``tol`` times the largest one at the start.
    work : Work
        What it cost, with the objective at the start and after every pass or step.
    n_samples : int
        Samples of the sum; 1 for a function that is no sum.
    dual : ndarray of shape (n_samples,), optional
        Of :func:`sdca`: one variable a sample.
    """

    w: np.ndarray
    converged: bool
    work: Work
    n_samples: int
    dual: np.ndarray | None = None

    @property
    def objective(self):
        """The objective at every record, the start first."""
        return self.work.curve().objective

    @property
    def passes(self):
        """Effective passes at every record: gradients and evaluations over ``n_samples``."""
        curve = self.work.curve()
        return (curve.gradient_samples + curve.evaluations) / self.n_samples

    def objective_after(self, passes):
        """The objective at the last record that cost no more than so many passes.

        Parameters
        ----------
        passes : float or array_like
            Not negative.

        Returns
        -------
        float or ndarray
        """
        passes = check_array(passes, "passes", low=0)
        last = np.searchsorted(self.passes, passes + 1e-9, side="right") - 1
        found = self.objective[last]
        return found if found.ndim else float(found)


class Watch:
    """Looks at a run after every pass: records the objective, and says when to stop.

    Parameters
    ----------
    problem : FiniteSum
    start : array_like or None
        None for zero.
    tol : float
    max_passes : int
    track : bool
        Whether the objective and its gradient are computed after every pass, which is not counted
        as work; else the solver's own estimate of the gradient decides.
    callback : callable or None
        ``callback(w)`` after every pass.
    """

    def __init__(self, problem, start, tol, max_passes, track, callback):
        self.problem = check_instance(problem, "problem", FiniteSum)
        self.w = check_start(start, problem.n_features)
        self.tol = check_real(tol, "tol", low=0)
        self.max_passes = check_count(max_passes, "max_passes", low=1)
        self.track = check_flag(track, "track")
        self.callback = check_function(callback, "callback")
        self.work = Work()
        self.converged = False
        self.diverged = False
        self._last = self.w.copy()
        self._whole = 0
        value, gradient = problem.value_and_gradient(self.w)
        self._goal = self.tol * np.abs(gradient).max()
        self.work.record(value)

    def passes(self):
        """Numbers of passes, until the work of ``max_passes`` is done."""
        n = self.problem.n_samples
        while self.work.passes(n) < self.max_passes - 1e-9:
            yield int(self.work.passes(n))

    def steps(self, n_steps, entries=None, evaluations=0):
        """Count single-sample gradients; by default the rows' mean number of entries each."""
        if entries is None:
            entries = round(n_steps * self.problem.n_entries / self.problem.n_samples)
        self.work.add(gradient_samples=n_steps, entries=entries, evaluations=evaluations)

    def stop(self, w, estimate=None):
        """Whether the run is over at ``w``; ``estimate`` is a gradient known to the solver."""
        if not np.all(np.isfinite(w)):
            self.diverged = True
            return True
        if self.track:
            with np.errstate(over="ignore", invalid="ignore"):
                value, estimate = self.problem.value_and_gradient(w)
            if not np.isfinite(value):
                self.diverged = True
                return True
            self.work.record(value)
        self._last = w.copy()
        if self.callback is not None:
            self.callback(w)
        if estimate is not None and self.tol > 0 and np.abs(estimate).max() <= self._goal:
            if not self.track:  # an estimate of old gradients may meet it before the function does
                estimate = self.problem.gradient(w)
            self.converged = bool(np.abs(estimate).max() <= self._goal)
        return self.converged

    def due(self, n_steps):
        """Whether so many steps more would pass a whole number of passes that has no record."""
        n = self.problem.n_samples
        after = self.work.passes(n) + n_steps / n - 1e-9
        if after <= self._whole + 1:
            return False
        self._whole = int(np.ceil(after)) - 1
        return True

    def result(self, name, dual=None):
        """The :class:`SumRun`; a run that fell short of ``tol`` warns."""
        if not self.track:
            value, gradient = self.problem.value_and_gradient(self._last)
            self.work.record(value)
            self.converged = bool(self.tol > 0 and np.abs(gradient).max() <= self._goal)
        if self.diverged:
            tell(f"{name} diverged: its step is too long for this problem", stacklevel=4)
        elif self.tol > 0 and not self.converged:
            tell(f"{name} made {self.max_passes} passes and did not meet tol={self.tol:g}", 4)
        return SumRun(self._last, self.converged, self.work, self.problem.n_samples, dual)


def check_start(start, n_features):
    """A start as an array of its own; zero if there is none."""
    if start is None:
        return np.zeros(n_features)
    return np.array(check_array(start, "start", shape=(n_features,)), float)


def tell(message, stacklevel=3):
    """Warn that a search failed."""
    warnings.warn(message, ConvergenceWarning, stacklevel=stacklevel)
