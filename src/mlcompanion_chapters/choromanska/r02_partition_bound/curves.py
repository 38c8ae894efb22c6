"""How far from the optimum two methods are after each pass."""

import numpy as np

from .clocked import run_to

__all__ = ["gap_curves"]


class _Watched:
    """A problem that notes the value of every pass."""

    def __init__(self, problem):
        self.problem = problem
        self.values = []

    def value_and_gradient(self, w):
        """One pass."""
        found = self.problem.value_and_gradient(w)
        self.values.append(found[0])
        return found

    def touch(self, w):
        """One pass, with the bound."""
        touch = self.problem.touch(w)
        self.values.append(touch.value)
        return touch


def gap_curves(problem, methods, most):
    """Relative gaps after each pass from zero, the best value so far against the best of all.

    Parameters
    ----------
    problem : object with ``value_and_gradient`` and ``touch``
    methods : list of str
    most : int
        Passes.

    Returns
    -------
    dict of ndarray
        Cut off at 1e-8.
    """
    start = np.zeros(problem.n_states * problem.Phi.shape[1])
    values = {}
    for method in methods:
        watched = _Watched(problem)
        run_to(watched, method, start, -np.inf, most=most)
        values[method] = np.minimum.accumulate(watched.values)
    least = min(v.min() for v in values.values())
    gaps = {method: (v - least) / abs(least) for method, v in values.items()}
    return {method: g[: int(np.argmax(g < 1e-8)) or len(g)] for method, g in gaps.items()}
