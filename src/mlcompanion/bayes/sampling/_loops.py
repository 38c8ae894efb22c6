"""The loops of the Markov chains, written once: compiled if the function handed in is compiled.

They are plain Python. :func:`compiled_for` hands out the compiled form for a compiled target, and
keeps it in memory only: machine code that holds a caller's function has no place on the disk, where
another function of the same name could find it.
"""

from functools import cache

import numpy as np

from mlcompanion._jit import njit_in_memory

__all__ = ["compiled_for", "general_walk", "no_log_ratio", "random_walk", "sweeps"]


_compiled = cache(njit_in_memory)


def is_compiled(function):
    """Whether a function was compiled by Numba."""
    return hasattr(function, "py_func") and hasattr(function, "signatures")


def compiled_for(loop, *functions):
    """The loop in compiled form if all functions that it calls are compiled, else as it stands."""
    return _compiled(loop) if all(map(is_compiled, functions)) else loop


def random_walk(log_target, state, moves, log_v, samples, logs):
    """Propose each move in turn, from the point reached; accept if log v is at most the log ratio.

    Fills ``samples`` and ``logs``, and returns how many moves were accepted. A value of the target
    that no density has, NaN or +inf, is the second number returned; else that is 0.
    """
    theta = state.copy()
    log_p = float(log_target(theta))
    accepted = 0
    for i in range(len(moves)):
        proposal = theta + moves[i]
        log_p_new = float(log_target(proposal))
        if not log_p_new < np.inf:
            return accepted, log_p_new
        if log_v[i] <= log_p_new - log_p:
            theta = proposal
            log_p = log_p_new
            accepted += 1
        samples[i] = theta  # after a rejection the old point counts again
        logs[i] = log_p
    return accepted, 0.0


def no_log_ratio(new, old):
    """Log density of a symmetric proposal, up to what cancels."""
    return 0.0


def general_walk(log_target, propose, log_proposal, state, rng, samples, logs):
    """As :func:`random_walk`, with proposals ``propose(theta, rng)`` of log density (new, old).

    The second number returned may also be a log ratio that is none: NaN or +inf.
    """
    theta = state.copy()
    log_p = float(log_target(theta))
    accepted = 0
    for i in range(len(samples)):
        proposal = propose(theta.copy(), rng)  # the caller may move the point that it is given
        log_p_new = float(log_target(proposal))
        if not log_p_new < np.inf:
            return accepted, log_p_new
        back = log_proposal(theta, proposal)
        forth = log_proposal(proposal, theta)
        log_ratio = (log_p_new + back) - (log_p + forth)
        if not log_ratio < np.inf:
            return accepted, log_ratio
        log_v = -rng.standard_exponential()  # log of a uniform number, never of 0
        if log_v <= log_ratio:
            theta = proposal.copy()  # or keep it, and write to it the next time
            log_p = log_p_new
            accepted += 1
        samples[i] = theta
        logs[i] = log_p
    return accepted, 0.0


def sweeps(draw, theta, blocks, rng, thin, samples):
    """Draw block after block given the newest values of the others; keep every ``thin``-th sweep.

    Returns the number of sweeps kept: fewer than there is room for if a draw was not finite.
    """
    for i in range(len(samples)):
        for _ in range(thin):
            for j in range(len(blocks)):
                theta[blocks[j]] = draw(theta, j, rng)
            if not np.isfinite(theta).all():
                return i
        samples[i] = theta
    return len(samples)
