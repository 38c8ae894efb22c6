"""Values of models that are known: of a policy, and the best ones."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_count, check_instance, check_real

from .models import MDP

__all__ = ["Plan", "policy_iteration", "policy_value", "value_iteration"]


class Plan(NamedTuple):
    """The best values of a model and a policy that reaches them.

    Attributes
    ----------
    values : ndarray, shape (S,)
    Q : ndarray, shape (S, A)
        What every action is worth if one goes on with the policy.
    policy : ndarray of int, shape (S,)
        A best action in every state; the first of equal ones.
    n_iter : int
        Sweeps or improvements done.
    converged : bool
    """

    values: np.ndarray
    Q: np.ndarray
    policy: np.ndarray
    n_iter: int
    converged: bool


def policy_value(mdp, policy):
    r"""Value of a policy: the discounted sum of what it earns from every state.

    Parameters
    ----------
    mdp : MDP
    policy : array_like of int, shape (S,), or of float, shape (S, A)
        The action of every state, or its probabilities.

    Returns
    -------
    ndarray, shape (S,)

    Raises
    ------
    ValueError
        If the policy names no actions of the model.

    Notes
    -----
    One linear system, O(S^3 + S^2 A).

    Examples
    --------
    >>> stay_or_go = MDP([[[1, 0], [0, 1]], [[0, 1], [0, 1]]], [[1, 0], [0, 0]], 0.5)
    >>> policy_value(stay_or_go, [0, 0])
    array([2., 0.])
    """
    check_instance(mdp, "mdp", MDP)
    values = mdp.under(policy).value(mdp.gamma)
    # exactly, whatever the solver's rounding leaves
    values[mdp.terminal] = 0.0
    return values


def _backup(mdp, values):
    return mdp.expected_reward + mdp.gamma * (mdp.P @ values)


def value_iteration(mdp, *, tol=1e-10, max_iter=100_000):
    r"""Best values by Bellman's update of all states at a time.

    Parameters
    ----------
    mdp : MDP
    tol : float
        Stop when the values are surely within ``tol`` times the largest possible value,
        :math:`\max|r|/(1-\gamma)`, of the best ones: one huge reward, as the price of what
        must not be done, makes it loose for all states. :func:`policy_iteration` has no such limit.
    max_iter : int

    Returns
    -------
    Plan

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` sweeps were not enough.

    Notes
    -----
    The update shrinks distances by gamma, so that a step of length d leaves the best values at
    most :math:`d\gamma/(1-\gamma)` away. O(S^2 A) a sweep.
    """
    check_instance(mdp, "mdp", MDP)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    values = np.zeros(mdp.n_states)
    # tol |r| / (1 - gamma), seen from a step's length
    limit = tol * np.abs(mdp.expected_reward).max()
    for n_iter in range(1, max_iter + 1):
        improved = _backup(mdp, values).max(axis=1)
        step = np.abs(improved - values).max()
        values = improved
        if mdp.gamma * step <= limit:
            return _greedy_plan(mdp, values, n_iter, converged=True)
    warnings.warn(
        f"value_iteration stopped after {max_iter} sweeps: raise max_iter or tol",
        ConvergenceWarning,
        stacklevel=2,
    )
    return _greedy_plan(mdp, values, max_iter, converged=False)


def _greedy_plan(mdp, values, n_iter, *, converged):
    Q = _backup(mdp, values)
    return Plan(values, Q, Q.argmax(axis=1), n_iter, converged)


def policy_iteration(mdp, *, max_iter=1000):
    r"""Best values by solving for a policy's value and improving the policy in turns (Howard).

    Parameters
    ----------
    mdp : MDP
    max_iter : int

    Returns
    -------
    Plan
        Exact but for rounding.

    Warns
    -----
    ConvergenceWarning
        If the policy still changed after ``max_iter`` improvements.

    Notes
    -----
    O(S^3 + S^2 A) an improvement, of which a handful are needed. An action is changed only for
    one that is better by more than rounding, so that equal actions do not take turns.
    """
    check_instance(mdp, "mdp", MDP)
    max_iter = check_count(max_iter, "max_iter", low=1)
    states = np.arange(mdp.n_states)
    # what an action earns at once, and the same without signs: how large the sums are that round
    earned = np.array([mdp.expected_reward, np.abs(mdp.expected_reward)])
    # one look ahead is cheap beside a solution, and often saves one
    policy = _backup(mdp, mdp.expected_reward.max(axis=1)).argmax(axis=1)
    for n_iter in range(1, max_iter + 1):
        both = _values_of_choice(mdp, earned[:, states, policy], states, policy)
        Q, gross = _both_ahead(mdp, earned, both)
        best = Q.argmax(axis=1)
        # by state: what is earned where no good policy goes rounds nothing here
        rounding = 1e-12 * np.abs(gross[states, best])
        better = Q[states, best] > Q[states, policy] + rounding
        if not better.any():
            first = _first_best(Q, rounding[:, None])
            return Plan(both[0].copy(), Q, first, n_iter, converged=True)
        policy = np.where(better, best, policy)
    warnings.warn(
        f"policy_iteration still changed its policy after {max_iter} improvements",
        ConvergenceWarning,
        stacklevel=2,
    )
    return Plan(both[0].copy(), Q, policy, max_iter, converged=False)


def _values_of_choice(mdp, earned, states, policy):
    """Values, shape (2, S), of a policy that names one action a state, for two rows of rewards.

    Rows of P are picked, nothing is averaged.
    """
    moves = -mdp.gamma * mdp.P[states, policy]
    moves[states, states] += 1.0
    # by LAPACK itself: of a small model, the checks of its wrappers cost most; no pivot is zero,
    # as the diagonal outweighs its row
    factors, pivots, _ = lapack.dgetrf(moves)
    found, _ = lapack.dgetrs(factors, pivots, earned.T)
    # a second time for what is left over: then large values round no small ones (Skeel 1980)
    left_over, _ = lapack.dgetrs(factors, pivots, earned.T - moves @ found)
    found += left_over
    # exactly, whatever the solver's rounding leaves
    found[mdp.terminal] = 0.0
    return found.T


def _both_ahead(mdp, earned, values):
    """What every action earns and leads to, shape (2, S, A), for two rows of values at a time."""
    P = mdp.P.reshape(-1, mdp.n_states)
    return earned + mdp.gamma * (values @ P.T).reshape(earned.shape)


def _first_best(Q, rounding):
    """The first of the actions that are best but for rounding."""
    return (Q.max(axis=1, keepdims=True) - rounding <= Q).argmax(axis=1)
