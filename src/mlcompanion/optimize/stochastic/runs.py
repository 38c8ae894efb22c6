r"""A stochastic method as an object, and the loop that all of them share.

A method says with ``query_`` where it wants the next gradient, takes it in ``step(g)``, and has in
``x_`` the point for which its convergence is proved. What draws the samples stands outside.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_has,
    check_instance,
    check_real,
)
from mlcompanion.prox import Penalty

__all__ = ["StochasticMethod", "StochasticRun", "follow"]


@dataclass(frozen=True)
class StochasticRun:
    """Where a stochastic method ended.

    Attributes
    ----------
    x : ndarray
        The point for which convergence is proved.
    z : ndarray
        The last point that a proximal step from the averaged gradients gave; ``x`` where a method
        has no other.
    n_iter : int
        Gradients taken.
    """

    x: np.ndarray
    z: np.ndarray
    n_iter: int


class StochasticMethod:
    """Base of the methods: start, penalty and count; a subclass has ``_step(g)``.

    Parameters
    ----------
    start : array_like
        Of any shape: with a penalty of single entries, rows may be independent runs.
    penalty : Penalty, optional
        None by default.

    Attributes
    ----------
    query_ : ndarray
        Where the next gradient is to be taken.
    x_ : ndarray
        The point for which convergence is proved.
    z_ : ndarray
        The last point of the proximal step from the averaged gradients.
    t_ : int
        Gradients taken.
    """

    def __init__(self, start, penalty=None):
        start = check_array(start, "start", min_rows=1)
        self.penalty = Penalty() if penalty is None else penalty
        check_instance(self.penalty, "penalty", Penalty)
        self.start = start.copy()
        self.query_ = start.copy()
        self.x_ = start.copy()
        self.z_ = start.copy()
        self.t_ = 0

    def step(self, g):
        """Take a gradient at ``query_`` and move; return the new ``x_``.

        Parameters
        ----------
        g : array_like of the shape of the start

        Returns
        -------
        ndarray
        """
        self._step(check_array(g, "g", shape=self.start.shape))
        self.t_ += 1
        return self.x_.copy()

    def _step(self, g):
        raise NotImplementedError


def follow(method, gradient, n_iter, callback=None):
    """Run a method for so many gradients.

    Parameters
    ----------
    method : StochasticMethod
        It is changed, and can be run on.
    gradient : callable
        ``gradient(y)`` is a stochastic gradient of the loss at ``y``; it draws its own samples.
    n_iter : int
    callback : callable, optional
        Called with the number of steps and the method after each of them.

    Returns
    -------
    StochasticRun
    """
    check_has(method, "method", "step")
    check_instance(gradient, "gradient", callable, "function")
    check_function(callback, "callback")
    for t in range(check_count(n_iter, "n_iter", low=1)):
        method.step(gradient(method.query_.copy()))
        if callback is not None:
            callback(t + 1, method)
    return StochasticRun(method.x_.copy(), method.z_.copy(), method.t_)


def check_constants(lipschitz, c, mu):
    """Curvature bound, growth of the proximity and strong convexity, not all of them 0."""
    lipschitz = check_real(lipschitz, "lipschitz", low=0)
    c = check_real(c, "c", low=0)
    mu = check_real(mu, "mu", low=0)
    if lipschitz + c + mu == 0:
        raise ValueError("c must be positive if lipschitz and mu are 0: nothing limits the steps")
    return lipschitz, c, mu
