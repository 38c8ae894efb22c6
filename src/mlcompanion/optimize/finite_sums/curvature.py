r"""Second-order terms of the additive update: what stands for G, and how it is learnt.

Choromanska (2014), section 1.1.3; Nocedal and Wright (2006), sections 5.2, 6.1 and 7.2.
"""

from collections import deque

import numpy as np
from scipy import linalg

from .finite_sum import FiniteSum
from .work import Work

__all__ = []

#: A pair of a step and the gradient's change is kept if the cosine between them is above this.
_LEAST_COSINE = 1e-10


class Identity:
    """G is the identity: downhill, with first trial steps as long as the last gain suggests."""

    flatness = 0.5
    unit_step = False

    def __init__(self):
        self.work = Work()

    def direction(self, w, gradient):
        """Minus the gradient."""
        return -gradient

    def learn(self, step, change, gradient):
        """Nothing to learn."""


class Hessian(Identity):
    """G is the Hessian at the point."""

    unit_step = True

    def __init__(self, problem):
        super().__init__()
        self.problem = problem

    def direction(self, w, gradient):
        """Newton's direction, by a Cholesky factor; along the gradient where H is singular."""
        if isinstance(self.problem, FiniteSum):
            n = self.problem.n_samples
            self.work.add(curvature_samples=n, entries=self.problem.n_entries, products=1)
        H = np.asarray(self.problem.hessian(w))
        try:
            return -linalg.cho_solve(linalg.cho_factor(H), gradient)
        except linalg.LinAlgError:
            return -gradient


class Conjugate(Identity):
    """Polak and Ribière's conjugate directions, restarted where they would turn back."""

    flatness = 0.1  # conjugacy needs a nearly exact search

    def __init__(self):
        super().__init__()
        self._last = None
        self._turn = 0.0

    def direction(self, w, gradient):
        """The gradient's, bent by the last direction."""
        p = -gradient
        if self._last is not None:
            p = p + self._turn * self._last
        if np.vdot(p, gradient) >= 0:
            p = -gradient
        self._last = p
        return p

    def learn(self, step, change, gradient):
        """The share of the last direction that the next one keeps, not negative."""
        before = gradient - change
        self._turn = max(0.0, np.vdot(gradient, change) / np.vdot(before, before))


class FullMemory(Identity):
    """BFGS: an approximate inverse Hessian, d by d."""

    flatness = 0.9
    unit_step = True

    def __init__(self):
        super().__init__()
        self._inverse = None

    def direction(self, w, gradient):
        """Minus the approximate inverse times the gradient."""
        return -gradient if self._inverse is None else -self._inverse @ gradient

    def learn(self, step, change, gradient):
        """The update that makes the inverse map ``change`` to ``step``."""
        if not tells_curvature(step, change):
            return
        curvature = step @ change
        if self._inverse is None:
            self._inverse = curvature / (change @ change) * np.eye(len(step))
        # (I - s y'/s'y) H (I - y s'/s'y) + s s'/s'y, multiplied out: no product of matrices
        turned = self._inverse @ change
        mixed = np.outer(turned, step)
        along = (1 + change @ turned / curvature) / curvature
        self._inverse += along * np.outer(step, step) - (mixed + mixed.T) / curvature


class LimitedMemory(Identity):
    """L-BFGS: the last few pairs of steps and changes of the gradient."""

    flatness = 0.9
    unit_step = True

    def __init__(self, memory):
        super().__init__()
        self.pairs = deque(maxlen=memory)

    def direction(self, w, gradient):
        """The two loops over the pairs."""
        return -inverse_times(self.pairs, gradient)

    def learn(self, step, change, gradient):
        """Keep the pair."""
        if tells_curvature(step, change):
            self.pairs.append((step, change))


def tells_curvature(step, change):
    """Whether the gradient's change along a step is more than rounding, and upwards."""
    return np.vdot(step, change) > _LEAST_COSINE * np.linalg.norm(step) * np.linalg.norm(change)


def inverse_times(pairs, gradient):
    """The inverse Hessian that the pairs (step, change) tell of, times a gradient; O(m d)."""
    q = gradient.copy()
    shares = []
    for step, change in reversed(pairs):
        share = np.vdot(step, q) / np.vdot(step, change)
        q -= share * change
        shares.append(share)
    if pairs:
        step, change = pairs[-1]
        q *= np.vdot(step, change) / np.vdot(change, change)
    for (step, change), share in zip(pairs, reversed(shares)):
        q += (share - np.vdot(change, q) / np.vdot(step, change)) * step
    return q
