"""What one would have done in hindsight: the best switches, alpha and transition matrix.

Choromanska (2014), section 5.2.1, compares the experts' mixtures with four rivals that see the
whole table of losses: the best expert, the best partition into segments, the best alpha and the
best transition matrix. The last two are maximum-likelihood estimates in a hidden Markov model
whose emissions are ``exp(-eta * loss)``: forward-backward gives the expected transitions.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_count, check_real
from mlcompanion.probability import binary_kl
from mlcompanion.sequences.forward_backward import forward_backward

from .runs import fixed_share
from .updates import _check_distribution, _check_losses

__all__ = [
    "HindsightTransitions",
    "Partition",
    "alpha_grid",
    "baum_welch_transitions",
    "best_partition",
    "expected_transitions",
    "hindsight_alpha",
    "share_matrix",
]


def share_matrix(n, alpha):
    """Return Fixed-Share's transition matrix: ``1 - alpha`` on the diagonal, the rest shared.

    Parameters
    ----------
    n : int
    alpha : float in [0, 1]

    Returns
    -------
    ndarray, shape (n, n)
    """
    n = check_count(n, "n", low=1)
    alpha = check_real(alpha, "alpha", low=0, high=1)
    if n == 1:
        return np.ones((1, 1))
    return np.full((n, n), alpha / (n - 1)) + (1 - alpha - alpha / (n - 1)) * np.eye(n)


def alpha_grid(T, delta=None):
    """Return switching rates such that every rate in [0, 1] is within ``delta`` of one of them.

    "Within" is the divergence ``D(z || alpha_j)`` that the regret pays at each step. Between two
    neighbours stands the rate ``z`` for which both are equally bad.

    Parameters
    ----------
    T : int
        Length of the stream.
    delta : float, optional
        Tolerance; the default ``1 / (2 (T - 1))`` minimizes ``(T - 1) delta + log m(delta)``.

    Returns
    -------
    ndarray, shape (m,)
        Increasing; ``m`` is about ``pi / (2 sqrt(2 delta))``, so ``pi sqrt(T) / 2`` by default.

    Notes
    -----
    Cost O(m) root searches. Source: the thesis names the procedure of Monteleoni and Jaakkola
    (2003) without printing it; this is the recursion of that paper.
    """
    T = check_count(T, "T", low=2)
    delta = 1 / (2 * (T - 1)) if delta is None else delta
    delta = check_real(delta, "delta", low=0, high=0.5, open_low=True)

    alphas = [-np.expm1(-delta)]  # D(0 || alpha_1) = delta
    while -np.log(alphas[-1]) > delta:  # D(1 || alpha_j) > delta: the grid does not reach 1 yet
        alpha = alphas[-1]
        # the largest rate that this alpha still covers; the next alpha covers it from above
        z = brentq(lambda z, a=alpha: binary_kl(z, a) - delta, alpha, 1, xtol=1e-15)
        if binary_kl(z, np.exp(-delta)) <= delta:
            alphas.append(np.exp(-delta))
            break
        alphas.append(brentq(lambda a, z=z: binary_kl(z, a) - delta, z, 1 - 1e-16, xtol=1e-15))
    return np.array(alphas)


@dataclass(frozen=True)
class Partition:
    """The best ways to cut a stream.

    Attributes
    ----------
    loss : ndarray, shape (switches + 1,)
        Entry ``s`` is the least loss of a path with exactly ``s`` switches (infinite if none).
    path : ndarray of int, shape (T,)
        The expert at each step of the best path with ``switches`` switches.
    """

    loss: np.ndarray
    path: np.ndarray


def best_partition(losses, switches):
    """Return the best path through the experts with exactly ``switches`` changes of expert.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    switches : int
        Number of changes, one less than the number of segments; at most ``T - 1``.

    Returns
    -------
    Partition

    Raises
    ------
    ValueError
        On a bad table, or if no path has so many switches.

    Notes
    -----
    Dynamic program, O(T s n) time and memory: the cheapest *other* expert is the cheapest one
    or, for that one itself, the runner-up. Source: comparator of Choromanska (2014), Theorem 8.
    """
    losses = _check_losses(losses)
    T, n = losses.shape
    switches = check_count(switches, "switches", low=0, high=T - 1 if n > 1 else 0)
    rows = np.arange(switches + 1)[:, None]
    experts = np.arange(n)
    best = np.full((switches + 1, n), np.inf)  # best[s, i]: s switches so far, now at expert i
    best[0] = losses[0]
    came_from = np.empty((T, switches + 1, n), dtype=int)
    for t in range(1, T):
        came_from[t] = experts
        if n > 1 and switches:
            order = np.argsort(best[:-1], axis=1, kind="stable")
            other = np.where(order[:, :1] == experts, order[:, 1:2], order[:, :1])
            jump = best[rows[:-1], other]  # one switch more than in the row it comes from
            moved = jump < best[1:]  # at a tie the path stays
            # row s came from row s - 1 where it jumped, else from row s
            came_from[t, 1:] = np.where(moved, other, experts)
            best[1:] = np.where(moved, jump, best[1:])
        best += losses[t]
    path = np.empty(T, dtype=int)
    s = switches
    path[-1] = best[-1].argmin()
    for t in range(T - 1, 0, -1):
        path[t - 1] = came_from[t, s, path[t]]
        s -= path[t - 1] != path[t]  # walking back, each change of expert uses one switch up
    return Partition(best.min(axis=1), path)


def expected_transitions(losses, transitions, eta=0.5):
    """Forward-backward: the path of best experts, in expectation, given all the losses.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    transitions : array_like, shape (n, n)
        Row-stochastic.
    eta : float

    Returns
    -------
    log_loss : float
        ``-log sum over paths of P(path) exp(-eta loss of the path)``, start uniform.
    occupancy : ndarray, shape (T, n)
        Posterior probability of each expert at each step.
    moves : ndarray, shape (n, n)
        Expected number of transitions from row to column; the sum is ``T - 1``.

    Notes
    -----
    Cost O(T n^2). Source: Choromanska (2014), Appendix C, Lemmas 16 and 18.
    """
    losses = _check_losses(losses)
    eta = check_real(eta, "eta", low=0)
    n = losses.shape[1]
    theta = plain_layout(_check_distribution(transitions, "transitions", (n, n)))
    occupancy = np.empty(losses.shape)
    moves = np.empty((n, n))
    log_loss = forward_backward(eta * losses, theta, np.full(n, 1 / n), occupancy, moves)
    return log_loss, occupancy, moves


def hindsight_alpha(losses, eta=0.5, grid=100):
    """Return the switching rate with the least log-loss on the whole table.

    A grid finds the basin; inside it, the derivative vanishes where the expected number of
    switches equals ``alpha (T - 1)``, the fixed point of expectation-maximization.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    eta : float
    grid : int
        Number of grid cells, evenly spaced in ``arcsin(sqrt(alpha))``.

    Returns
    -------
    alpha : float
    log_loss : float

    Notes
    -----
    Cost O(grid T n + 50 T n^2). The log-loss may have several minima: the grid's best cell wins.
    Source: alpha* of Choromanska (2014), Corollary 2.
    """
    losses = _check_losses(losses)
    grid = check_count(grid, "grid", low=2)
    T, n = losses.shape
    if n == 1 or T == 1:
        return 0.0, float(fixed_share(losses, 0.0, eta).log_loss.sum())

    def log_loss(alpha):
        return float(fixed_share(losses, alpha, eta).log_loss.sum())

    def excess_switches(alpha):
        moves = expected_transitions(losses, share_matrix(n, alpha), eta)[2]
        return moves.sum() - np.trace(moves) - alpha * (T - 1)

    # denser at both ends, where a small change of alpha tells most
    alphas = np.sin(np.linspace(0, np.pi / 2, grid + 1)) ** 2
    best = int(np.argmin([log_loss(min(a, 1.0)) for a in alphas]))
    low = alphas[max(best - 1, 0)]
    high = min(alphas[min(best + 1, len(alphas) - 1)], 1.0)
    # at 0 and 1 the derivative may be infinite; the ends themselves are candidates below
    low = max(low, 1e-12)
    high = min(high, 1 - 1e-12)
    candidates = [0.0, 1.0, float(min(alphas[best], 1.0))]
    if excess_switches(low) > 0 > excess_switches(high):
        candidates.append(brentq(excess_switches, low, high, xtol=1e-15, rtol=1e-14))
    alpha = min(candidates, key=log_loss)
    return alpha, log_loss(alpha)


@dataclass(frozen=True)
class HindsightTransitions:
    """The transition matrix that Baum-Welch found.

    Attributes
    ----------
    transitions : ndarray, shape (n, n)
    log_loss : float
    occupancy : ndarray, shape (n,)
        Mean posterior probability of each expert over the steps 1 to T - 1.
    n_iter : int
    converged : bool
        Whether the last step moved no entry by more than ``tol``.
    """

    transitions: np.ndarray
    log_loss: float
    occupancy: np.ndarray
    n_iter: int
    converged: bool


def baum_welch_transitions(losses, start=None, eta=0.5, max_iter=2000, tol=1e-12):
    """Climb to a locally optimal transition matrix by expectation-maximization.

    Parameters
    ----------
    losses : array_like, shape (T, n)
    start : array_like, shape (n, n), optional
        First matrix; default Fixed-Share with the hindsight-optimal alpha (at least 1e-3).
    eta : float
    max_iter : int
    tol : float
        Stop when no entry moves by more.

    Returns
    -------
    HindsightTransitions

    Notes
    -----
    Cost O(T n^2) an iteration; the log-loss never rises. Where an expert is never left in
    expectation, its row stays. Source: Theta* and rho* of Choromanska (2014), Theorem 9.
    """
    losses = _check_losses(losses)
    tol = check_real(tol, "tol", low=0)
    n = losses.shape[1]
    if start is None:
        start = share_matrix(n, max(hindsight_alpha(losses, eta)[0], 1e-3))
    theta = _check_distribution(start, "start", (n, n))
    max_iter = check_count(max_iter, "max_iter", low=1)
    n_iter = 0
    change = np.inf
    while n_iter < max_iter and change > tol:
        _, _, moves = expected_transitions(losses, theta, eta)
        left = moves.sum(axis=1, keepdims=True)
        # a row without expected departures has no estimate: the old one stays
        step = np.divide(moves, left, out=theta.copy(), where=left > 1e-300)
        change = np.abs(step - theta).max()
        theta = step
        n_iter = n_iter + 1
    log_loss, occupancy, _ = expected_transitions(losses, theta, eta)
    settled = bool(change <= tol)
    return HindsightTransitions(theta, log_loss, occupancy[:-1].mean(axis=0), n_iter, settled)
