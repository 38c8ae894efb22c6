"""Games on whole tables of costs, compiled (Hazan and Kale 2011, Algorithm 1 and section 5)."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_count, check_instance, check_real, check_rng
from mlcompanion.convex.barriers import Barrier

from .engine import BanditTrace, Chance, empty_memory, play_phase
from .settings import check_costs, check_play, phase_settings

__all__ = ["run_bandit", "run_halving"]


def _empty_trace(n_repeats, n_rounds, n):
    vectors = [np.zeros((n_repeats, n_rounds, n)) for _ in range(4)]
    flags = np.zeros((n_repeats, n_rounds), dtype=bool)
    phases = np.zeros((n_repeats, n_rounds), dtype=np.int64)
    return BanditTrace(*vectors, np.zeros((n_repeats, n_rounds)), flags, phases)


def _warn_of_failures(failed):
    if failed:
        warnings.warn(
            f"{failed} centres were not found by Newton's method", ConvergenceWarning, stacklevel=3
        )


def run_bandit(
    costs, barrier, *, eta=None, k=None, memory=True, gamma=None, n_repeats=1, random_state=None
):
    """Algorithm 1 on a table of costs, compiled.

    Parameters
    ----------
    costs : array_like, shape (T, n)
        Cost vectors, of length at most 1; they do not depend on what is played.
    barrier : Barrier
        Of a set inside the unit ball.
    eta, k, memory, gamma
        As for :class:`BanditLinear`.
    n_repeats : int
        Runs on the same costs.
    random_state : int, Generator or None

    Returns
    -------
    BanditTrace

    Notes
    -----
    A round costs O(n) on the ball; on a polytope of m rows O(n^3 + m n^2): an eigendecomposition
    and a few Newton steps. Memory O(n_repeats T n).
    """
    costs, body, settings = _checked(costs, barrier, eta, k, memory, gamma)
    return _run(costs, body, barrier.theta, settings, n_repeats, random_state)


def run_halving(
    costs, barrier, *, k=None, gamma=None, threshold=1.0, n_repeats=1, random_state=None
):
    """The master of section 5 on a table of costs, compiled.

    Parameters
    ----------
    costs, barrier, k, gamma, n_repeats, random_state
        As for :func:`run_bandit`.
    threshold : float
        Factor of the source's threshold ``(2/eta) theta log T``; below 1 phases end earlier than
        the theory asks for, to be looked at.

    Returns
    -------
    BanditTrace

    Notes
    -----
    The round whose instability passes the threshold is the last of its phase; the next phase starts
    afresh, with empty reservoirs and half the step.
    """
    threshold = check_real(threshold, "threshold", low=0, open_low=True)
    costs, body, settings = _checked(costs, barrier, None, k, True, gamma)
    settings = settings._replace(threshold=threshold)
    return _run(costs, body, barrier.theta, settings, n_repeats, random_state)


def _checked(costs, barrier, eta, k, memory, gamma):
    """Costs, decision set and settings of a run."""
    check_instance(barrier, "barrier", Barrier)
    costs = check_costs(costs, barrier.n)
    return costs, *check_play(barrier, max(len(costs), 2), eta, k, memory, gamma)


def _run(costs, body, theta, settings, n_repeats, random_state):
    """Play all repeats, phase by phase; ``settings`` hold the first step and threshold factor."""
    horizon, n = costs.shape
    n_repeats = check_count(n_repeats, "n_repeats", low=1)
    rng = check_rng(random_state)
    trace = _empty_trace(n_repeats, horizon, n)
    failed = 0
    for r in range(n_repeats):
        own = BanditTrace(*(part[r] for part in trace))  # views: a repeat is written in place
        orders, rounds = rng.spawn(2)
        draws = rounds.random((horizon, 3))  # of all phases: they share the clock
        start = 0
        halvings = 0
        while start < horizon:
            phase = phase_settings(settings, halvings, theta, horizon)
            chance = Chance(draws, orders.permutation(n * phase.k))
            memory = empty_memory(n, phase.k)
            end, misses = play_phase(costs, start, body, phase, chance, memory, own)
            own.phase[start:end] = halvings
            failed += misses
            start = end
            halvings += 1
    _warn_of_failures(failed)
    return trace
