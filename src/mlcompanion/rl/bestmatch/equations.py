"""The best-match equations themselves: their weights, one sweep, the fixed point.

van Seijen, Whiteson, van Hasselt and Wiering (2011), Definitions 4, 5 and 11, Lemma 9,
Equations 12 and 13.
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
)
from mlcompanion.rl.models import MDP, check_gamma

__all__ = [
    "BestMatchSolution",
    "LastVisitModel",
    "best_match_sweep",
    "induced_mdp",
    "sample_weights",
    "solve_best_match",
]


class LastVisitModel(NamedTuple):
    r"""The last sample of every pair, and what came before it.

    Attributes
    ----------
    next_states : array_like of int, shape (S, A)
        S': -1 where a pair was never visited.
    rewards : array_like, shape (S, A)
        R'.
    model_free : array_like, shape (S, A)
        :math:`Q^{mf}`: values that hold all samples but the last ones.
    steps : array_like, shape (S, A)
        Step sizes of the last samples, in [0, 1].
    gamma : float
        Discount, in [0, 1).
    """

    next_states: np.ndarray
    rewards: np.ndarray
    model_free: np.ndarray
    steps: np.ndarray
    gamma: float

    def checked(self):
        """The same with arrays; raise a ValueError if something does not fit."""
        after = check_array(self.next_states, "model.next_states", ndim=2, low=-1, dtype=int)
        if after.size == 0 or after.max() >= len(after):
            raise ValueError(f"model.next_states must be below {len(after)}")
        parts = [
            check_array(part, f"model.{name}", shape=after.shape, dtype=np.float64, **options)
            for name, part, options in (
                ("rewards", self.rewards, {}),
                ("model_free", self.model_free, {}),
                ("steps", self.steps, {"low": 0, "high": 1}),
            )
        ]
        return LastVisitModel(after, *parts, check_gamma(self.gamma, "model.gamma"))


class BestMatchSolution(NamedTuple):
    """Best-match values.

    Attributes
    ----------
    Q : ndarray, shape (S, A)
    n_iter : int
        Sweeps done.
    converged : bool
    """

    Q: np.ndarray
    n_iter: int
    converged: bool


def _sweep(Q, model):
    ahead = model.rewards + model.gamma * Q.max(axis=1)[model.next_states]
    matched = (1 - model.steps) * model.model_free + model.steps * ahead
    return np.where(model.next_states < 0, model.model_free, matched)


def best_match_sweep(Q, model):
    r"""One best-match update of every pair at a time (Lemma 9).

    Parameters
    ----------
    Q : array_like, shape (S, A)
    model : LastVisitModel

    Returns
    -------
    ndarray, shape (S, A)

    Raises
    ------
    ValueError
        If the shapes differ, or a step is outside [0, 1].

    Notes
    -----
    O(S A). It brings any values closer to the best-match values, by a factor of at most
    :math:`\alpha\gamma` with the largest of the step sizes.
    """
    check_instance(model, "model", LastVisitModel)
    model = model.checked()
    return _sweep(check_array(Q, "Q", shape=model.rewards.shape, dtype=np.float64), model)


def solve_best_match(model, *, tol=1e-10, max_iter=100_000):
    r"""The best-match values: what the model and the model-free values together say.

    Parameters
    ----------
    model : LastVisitModel
    tol : float
        Stop when the values are surely within ``tol`` times the largest possible value of the
        best-match values.
    max_iter : int

    Returns
    -------
    BestMatchSolution

    Raises
    ------
    ValueError
        If the shapes differ, or a step is outside [0, 1].

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` sweeps were not enough.

    Notes
    -----
    O(S A) a sweep.

    Examples
    --------
    >>> model = LastVisitModel([[0]], [[1.0]], [[0.0]], [[0.5]], 0.8)
    >>> solve_best_match(model).Q.round(9)  # q = 0.5 (1 + 0.8 q)
    array([[0.83333333]])
    """
    check_instance(model, "model", LastVisitModel)
    model = model.checked()
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    # where a pair was never visited, its reward and its step mean nothing
    visited = model.next_states >= 0
    steps = np.where(visited, model.steps, 0.0)
    rewards = np.where(visited, model.rewards, 0.0)
    # a sweep contracts by factor: what is left is at most factor / (1 - factor) times the last
    # change
    factor = model.gamma * steps.max()
    largest = np.abs((1 - steps) * model.model_free + steps * rewards).max() / (1 - factor)
    Q = model.model_free
    for n_iter in range(1, max_iter + 1):
        swept = _sweep(Q, model)
        change = np.abs(swept - Q).max()
        Q = swept
        if factor * change <= tol * (1 - factor) * largest:
            return BestMatchSolution(Q, n_iter, True)
    warnings.warn(
        f"solve_best_match stopped after {max_iter} sweeps: raise max_iter or tol",
        ConvergenceWarning,
        stacklevel=2,
    )
    return BestMatchSolution(Q, max_iter, False)


def induced_mdp(model):
    r"""The decision process whose best values are the best-match values (section 4.1, Figure 7).

    With probability :math:`\alpha` a pair repeats its last sample; else it ends, and is paid its
    model-free value.

    Parameters
    ----------
    model : LastVisitModel

    Returns
    -------
    MDP
        With one more state, the last, which is the end.

    Raises
    ------
    ValueError
        If the shapes differ, or a step is outside [0, 1].

    Notes
    -----
    O(S^2 A) memory: to look at, not to learn with.
    """
    check_instance(model, "model", LastVisitModel)
    model = model.checked()
    S, A = model.rewards.shape
    P = np.zeros((S + 1, A, S + 1))
    R = np.zeros((S + 1, A, S + 1))
    share = np.where(model.next_states < 0, 0.0, model.steps)
    s, a = np.indices((S, A))
    P[s, a, model.next_states] = share
    R[s, a, model.next_states] = model.rewards
    P[:S, :, S] = 1 - share
    P[S, :, S] = 1.0
    R[:S, :, S] = model.model_free
    return MDP(P, R, model.gamma)


def sample_weights(steps, *, uniform=False):
    r"""Weights of a value's first guess and of its samples in the best-match equations.

    Parameters
    ----------
    steps : array_like, shape (N,)
        Step sizes of the samples in the order of time, in [0, 1].
    uniform : bool
        Give all samples the same weight, instead of more to later ones.

    Returns
    -------
    ndarray, shape (N + 1,)
        First :math:`w_0=\prod_i(1-\alpha_i)`, then :math:`w_k=\alpha_k\prod_{i>k}(1-\alpha_i)`, or
        :math:`(1-w_0)/N` (Eq. 12 and 13).

    Raises
    ------
    ValueError
        If a step is outside [0, 1], or there is none.

    Examples
    --------
    >>> sample_weights([0.5, 0.5])
    array([0.25, 0.25, 0.5 ])
    """
    steps = check_array(steps, "steps", ndim=1, min_rows=1, low=0, high=1, dtype=np.float64)
    # running products from the back: left[k] is what later samples leave of the first k
    left = np.append(np.cumprod((1 - steps)[::-1])[::-1], 1.0)
    weights = steps * left[1:]
    if check_flag(uniform, "uniform"):
        # their sum is 1 - w_0, without the difference that small steps are lost in
        weights = np.full(len(steps), weights.mean())
    return np.append(left[0], weights)
