"""The compiled rules of online learning: for each, what it remembers and how it moves.

With the features of the state left and of the state reached, phi and phi', the weight w, the error
e and its slope d = phi - gamma phi'. Ueno et al. (2011), Table 1; the gradient rules are those of
the papers cited there.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.rl.schedules import step_at

__all__ = []

TD, NTD, LSPE, ACCELERATED, OPTIMAL, STEADY, GTD, GTD2, TDC, ILSTD = range(10)

#: Rules by name.
RULES = {
    "td": TD,
    "ntd": NTD,
    "lspe": LSPE,
    "accelerated": ACCELERATED,
    "optimal": OPTIMAL,
    "steady": STEADY,
    "gtd": GTD,
    "gtd2": GTD2,
    "tdc": TDC,
    "ilstd": ILSTD,
}

#: Visits that a steady rule adds to each state's, and the least share of the mean squared error.
PSEUDO_VISITS = 2.0
LEAST_SHARE = 0.05


class Memory(NamedTuple):
    """What rules remember, for R runs, n states and m features.

    Attributes
    ----------
    theta : ndarray, shape (R, m)
    trace : ndarray, shape (R, m)
        The weight, which fades by gamma lambda.
    inverse : ndarray, shape (R, m, m)
        Of the summed step matrix, or of its mean by the first-order rule.
    helper : ndarray, shape (R, m)
        Second vector of the gradient rules; b - A theta of iLSTD.
    sums : ndarray, shape (R, m, m)
        Sum of w d' of iLSTD.
    squares : ndarray, shape (R,)
        Sum of the squared lengths of phi.
    tally : ndarray, shape (R, n, 2 + m)
        By state: visits, sum of squared errors, sum of d.
    """

    theta: np.ndarray
    trace: np.ndarray
    inverse: np.ndarray
    helper: np.ndarray
    sums: np.ndarray
    squares: np.ndarray
    tally: np.ndarray


class Plan(NamedTuple):
    """Numbers of a rule: its code, gamma, gamma lambda, the step's two numbers, Eq. (28)?"""

    rule: int
    gamma: float
    fade: float
    first: float
    decay: float
    first_order: bool


class Seen(NamedTuple):
    """Trajectories (R, T + 1) with rewards (R, T), features and weights of the states (n, m)."""

    states: np.ndarray
    rewards: np.ndarray
    Phi: np.ndarray
    W: np.ndarray


@njit
def _dot(a, b):
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


@njit
def _update_inverse(M, b, c, t, first_order, room):
    """Add b c' to the matrix whose inverse is M; by (28) M is the inverse of the mean of t."""
    m = len(b)
    # Sherman and Morrison: M - M b c' M / (1 + c' M b)
    left, right = room  # M b and M' c; memory of its own at every step would cost more than they
    for j in range(m):
        right[j] = 0.0
    for i in range(m):
        left[i] = _dot(M[i], b)
        for j in range(m):
            right[j] += c[i] * M[i, j]
    # Eq. (28), the first term of that series, for the mean of t matrices
    if first_order:
        for i in range(m):
            for j in range(m):
                M[i, j] += (M[i, j] - left[i] * right[j]) / t
        return
    pivot = 1.0 + _dot(c, left)
    # no pivot, no inverse: the step is left out
    if pivot != 0.0:
        for i in range(m):
            share = left[i] / pivot
            for j in range(m):
                M[i, j] -= share * right[j]


@njit
def _step_along(theta, M, w, size):
    """theta - size M w."""
    for i in range(len(w)):
        theta[i] -= size * _dot(M[i], w)


@njit
def _note(tally, state, error, d):
    tally[state, 0] += 1.0
    tally[state, 1] += error * error
    for j in range(len(d)):
        tally[state, 2 + j] += d[j]


@njit
def _optimal_weight(tally, state, steady, w, zeta):
    """Write the mean slope of a state into ``zeta``, and over its mean squared error into ``w``."""
    visits, squares = tally[state, 0], tally[state, 1]
    if visits == 0.0:
        # nothing is known of it yet, so it does not count
        w[:], zeta[:] = 0.0, 0.0
        return
    for j in range(len(zeta)):
        zeta[j] = tally[state, 2 + j] / visits
    v = squares / visits
    if steady:
        mean = tally[:, 1].sum() / tally[:, 0].sum()
        v = max((squares + PSEUDO_VISITS * mean) / (visits + PSEUDO_VISITS), LEAST_SHARE * mean)
    for j in range(len(zeta)):
        w[j] = zeta[j] / v if v > 0.0 else 0.0


@njit
def _gradient_step(plan, theta, helper, phi, after, error, eta):
    """GTD, GTD2 and TDC: two vectors, both with the step eta."""
    along = _dot(phi, helper)
    # w is formed by all visits but the present one
    for i in range(len(phi)):
        d = phi[i] - plan.gamma * after[i]
        if plan.rule == TDC:
            theta[i] += eta * (-error * phi[i] - plan.gamma * after[i] * along)
        else:
            theta[i] += eta * d * along
        if plan.rule == GTD:
            helper[i] += eta * (-error * phi[i] - helper[i])
        else:
            helper[i] += eta * (-error - along) * phi[i]


@njit
def _largest_coordinate(theta, mu, A, w, d, error, size):
    """iLSTD: note the transition, and move where b - A theta is largest."""
    m = len(w)
    for i in range(m):
        mu[i] -= w[i] * error
        for j in range(m):
            A[i, j] += w[i] * d[j]
    # exact after the move, since mu = b - A theta is linear in theta
    place = np.argmax(np.abs(mu))
    move = size * mu[place]
    theta[place] += move
    for i in range(m):
        mu[i] -= move * A[i, place]


@njit
def _advance_run(plan, run, t, seen, memory):
    """All steps of one run; ``t`` counts the steps before."""
    rule = plan.rule
    states, rewards, Phi, W = seen.states[run], seen.rewards[run], seen.Phi, seen.W
    m = Phi.shape[1]
    theta, trace = memory.theta[run], memory.trace[run]
    M = memory.inverse[run]
    d, w, zeta = np.empty(m), np.empty(m), np.empty(m)
    room = np.empty(m), np.empty(m)
    for k in range(len(rewards)):
        t += 1
        phi, after = Phi[states[k]], Phi[states[k + 1]]
        eta = step_at(t, plan.first, plan.decay)
        # the inverse of a sum is that of the mean divided by t
        size = eta if plan.first_order else eta * t
        error = -rewards[k]
        for i in range(m):
            d[i] = phi[i] - plan.gamma * after[i]
            error += d[i] * theta[i]
            trace[i] = plan.fade * trace[i] + W[states[k], i]
        if rule == TD:
            for i in range(m):
                theta[i] -= eta * trace[i] * error
        elif rule == NTD:
            memory.squares[run] += _dot(phi, phi)
            scale = eta * t * error / memory.squares[run] if memory.squares[run] > 0 else 0.0
            for i in range(m):
                theta[i] -= scale * trace[i]
        elif rule == LSPE:
            _update_inverse(M, phi, phi, t, plan.first_order, room)
            _step_along(theta, M, trace, size * error)
        elif rule == ACCELERATED:
            _update_inverse(M, trace, d, t, plan.first_order, room)
            _step_along(theta, M, trace, size * error)
        elif rule in (OPTIMAL, STEADY):
            tally = memory.tally[run]
            _optimal_weight(tally, states[k], rule == STEADY, w, zeta)
            _update_inverse(M, w, zeta if rule == STEADY else d, t, plan.first_order, room)
            _step_along(theta, M, w, size * error)
            # noted after it was weighed: a weight must not have seen its move
            _note(tally, states[k], error, d)
        elif rule == ILSTD:
            mu, A = memory.helper[run], memory.sums[run]
            _largest_coordinate(theta, mu, A, trace, d, error, eta / t)
        else:
            _gradient_step(plan, theta, memory.helper[run], phi, after, error, eta)


@njit
def advance(plan, t, seen, memory):
    """Run the rule over all runs, one after the other."""
    for run in range(len(seen.states)):
        _advance_run(plan, run, t, seen, memory)
