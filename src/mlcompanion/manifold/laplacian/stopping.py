"""When to stop the conjugate gradients: Melacci and Belkin (2011), Section 4.

Classical rules watch norms and the objective; the paper's rules watch the classifier's decisions.
A rule is called with each state of the solver and answers whether to stop. Rules remember: make a
new one for each run.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

__all__ = [
    "GradientCheck",
    "MixedCheck",
    "ObjectiveCheck",
    "StabilityCheck",
    "ValidationCheck",
    "check_interval",
]


def check_interval(n):
    r"""Iterations between two checks: :math:`\theta=\sqrt n/2`, rounded, at least 1.

    Examples
    --------
    >>> [check_interval(n) for n in (364, 1408, 11902)]
    [10, 19, 55]
    """
    return max(1, round(np.sqrt(check_count(n, "n", low=1)) / 2))


class StabilityCheck:
    r"""Algorithm 2: stop when the decisions on the unlabelled points no longer change.

    Every ``theta`` iterations, stop if :math:`100\,\|d-d^{old}\|_1/u<\eta` with decisions
    :math:`d\in\{-1,1\}^u`. A point that changes sides adds 2 to the norm, so :math:`\eta=1.5`
    tolerates 0.75 % of the points. The first check never stops, because :math:`d^{old}=0` then.

    Parameters
    ----------
    points : array_like of bool, shape (n,)
        Which points to watch: the unlabelled ones.
    theta : int
    eta : float
        In percent.
    """

    def __init__(self, points, theta, eta=1.5):
        self.points = check_array(points, "points", ndim=1, dtype=bool)
        if not self.points.any():
            raise ValueError("points must hold at least one True")
        self.theta = check_count(theta, "theta", low=1)
        self.eta = check_real(eta, "eta", low=0)
        self.old = np.zeros(self.points.sum())

    def __call__(self, state):
        """Tell whether to stop at this state."""
        if state.t == 0 or state.t % self.theta:
            return False
        decisions = np.where(state.f[self.points] > 0, 1.0, -1.0)
        tau = 100 * np.abs(decisions - self.old).sum() / len(decisions)
        self.old = decisions
        return bool(tau < self.eta)


class ValidationCheck:
    """Algorithm 3: stop unless one more validation example is right than at the last check.

    The paper compares percentages, with a tolerance of one example; we count, because equal
    percentages may differ in their last bit.

    Parameters
    ----------
    K_val : array_like, shape (v, n)
        Kernel between validation and training points.
    y_val : array_like, shape (v,)
        Labels -1 or +1.
    theta : int

    Notes
    -----
    Cost of a check: O(v n).
    """

    def __init__(self, K_val, y_val, theta):
        self.y_val = check_array(y_val, "y_val", ndim=1, min_rows=1, among=(-1, 1))
        self.K_val = check_array(K_val, "K_val", shape=(len(self.y_val), None))
        self.theta = check_count(theta, "theta", low=1)
        self.old = len(self.y_val)

    def __call__(self, state):
        """Tell whether to stop at this state."""
        if state.t == 0 or state.t % self.theta:
            return False
        f = self.K_val @ state.alpha + state.b
        wrong = int(((f > 0) != (self.y_val > 0)).sum())
        stop = wrong > self.old - 1
        self.old = wrong
        return stop


class MixedCheck:
    """Stop when all of several rules say so at the same iteration (end of Section 4.1)."""

    def __init__(self, *rules):
        self.rules = [check_instance(rule, "rules", callable, "rule") for rule in rules]

    def __call__(self, state):
        """Tell whether to stop at this state."""
        return all([rule(state) for rule in self.rules])  # a list: each rule must see each state


class GradientCheck:
    r"""Stop when a norm of the gradient falls below ``tol`` times its first value.

    Parameters
    ----------
    norm : {"gradient", "preconditioned", "mixed_product"}
        :math:`\|\nabla\|`, :math:`\|\hat\nabla\|` or :math:`\sqrt{\hat\nabla^\top\nabla}`.
    tol : float
    """

    def __init__(self, norm="mixed_product", tol=1e-3):
        self.norm = check_in(norm, "norm", ("gradient", "preconditioned", "mixed_product"))
        self.tol = check_real(tol, "tol", low=0)
        self.first = None

    def __call__(self, state):
        """Tell whether to stop at this state."""
        value = getattr(state, self.norm)
        self.first = value if self.first is None else self.first
        return bool(value <= self.tol * self.first)


class ObjectiveCheck:
    """Stop when the objective decreases by less than ``tol`` times its last value."""

    def __init__(self, tol=1e-3):
        self.tol = check_real(tol, "tol", low=0)
        self.old = None

    def __call__(self, state):
        """Tell whether to stop at this state."""
        old = self.old
        self.old = state.objective
        return old is not None and bool(old - state.objective <= self.tol * abs(old))
