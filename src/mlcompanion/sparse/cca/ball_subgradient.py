r"""Projected subgradient steps, the plain rival of the excessive-gap method.

Chen (2013), section 4.4.1 ("Grad"): steps of :math:`\eta/\sqrt t` with
:math:`\eta=0.1/\sqrt p`, each followed by the projection onto the unit ball.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

from .ball_problem import BallProblem, project_unit_ball

__all__ = ["BallSubgradientRun", "ball_subgradient"]


class BallSubgradientRun(NamedTuple):
    """What :func:`ball_subgradient` returns.

    Attributes
    ----------
    v : ndarray of shape (n_features,)
        The best point.
    best : float
        Its objective; there is no dual value, and so no certificate.
    n_iter : int
    converged : bool
        Whether the target was reached.
    """

    v: np.ndarray
    best: float
    n_iter: int
    converged: bool


def ball_subgradient(beta, penalty, target, *, eta=None, start=None, max_iter=20_000):
    r"""Minimise (4.3) by projected subgradient steps until a target value is reached.

    Parameters
    ----------
    beta : array_like of shape (n_features,)
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
    target : float
        Stop once the objective is at most this: the method itself cannot tell when it is done.
    eta : float, optional
        First step; default :math:`0.1/\sqrt p`.
    start : array_like of shape (n_features,), optional
        Default zeros.
    max_iter : int

    Returns
    -------
    BallSubgradientRun

    Raises
    ------
    ValueError
        If shapes do not fit or a parameter is out of range.

    Notes
    -----
    The error falls like :math:`1/\sqrt t` at best. Cost: O(n_features + non-zeros of C) a step.
    Source: Chen (2013), section 4.4.1.
    """
    problem = BallProblem(beta, penalty)
    p = len(problem.beta)
    target = check_real(target, "target")
    eta = 0.1 / np.sqrt(p) if eta is None else check_real(eta, "eta", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    start = np.zeros(p) if start is None else check_array(start, "start", shape=(p,))
    v = project_unit_ball(start)
    best = problem.primal(v)
    best_v = v
    t = 0
    while best > target and t < max_iter:
        t += 1
        slope = v - problem.beta + penalty.subgradient(v)
        v = project_unit_ball(v - eta / np.sqrt(t) * slope)
        value = problem.primal(v)
        if value < best:  # subgradient steps may rise: the best point is the result
            best = value
            best_v = v
    return BallSubgradientRun(best_v, best, t, bool(best <= target))
