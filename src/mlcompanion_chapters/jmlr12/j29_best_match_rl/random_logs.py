"""Logs of random decision processes: with and without an end, with and without ways back."""

import numpy as np

from mlcompanion.rl import MRP, Transitions, sample_trajectories

__all__ = ["random_log", "upward_log"]


def _moves(P, n_steps, restart, rng):
    """Moves of an agent that acts at random; after an end comes a state drawn by ``restart``."""
    S, A = P.shape[:2]
    P = P.copy()
    if restart is not None:
        P[-1] = restart
    pairs = np.repeat(P.reshape(S * A, S) / A, A, axis=1)
    chain = MRP(pairs, np.zeros(S * A))
    start = np.full(S * A, 1 / (S * A))
    if restart is not None:
        start = np.repeat(restart / A, A)
    seen = sample_trajectories(chain, n_steps, start=start, random_state=rng).states[0]
    s, a, after = seen[:-1] // A, seen[:-1] % A, seen[1:] // A
    ends = np.full(n_steps, restart is not None) & (after == S - 1)
    # the move from the end to the next start is none of the agent's
    kept = np.ones(n_steps, dtype=bool) if restart is None else s != S - 1
    paid = rng.normal(size=n_steps)
    return Transitions(s[kept], paid[kept], after[kept], a[kept], ends[kept])


def random_log(seed, n_states, n_actions, n_steps, *, ends):
    """Moves in a random process in which every state may come again.

    With ``ends`` the last state ends episodes, which begin anywhere else.
    """
    rng = np.random.default_rng([1, seed])
    P = rng.dirichlet(np.full(n_states, 0.5), size=(n_states, n_actions))
    # some way on from everywhere
    P = 0.9 * P + 0.1 / n_states
    restart = np.append(np.full(n_states - 1, 1 / (n_states - 1)), 0.0) if ends else None
    return _moves(P, n_steps, restart, rng)


def upward_log(seed, n_states, episodes):
    """Episodes of a random process that only goes to higher states, so that none comes twice."""
    rng = np.random.default_rng([2, seed])
    P = np.zeros((n_states, 1, n_states))
    for s in range(n_states - 1):
        P[s, 0, s + 1 :] = rng.dirichlet(np.ones(n_states - 1 - s))
    restart = np.append(np.full(n_states - 1, 1 / (n_states - 1)), 0.0)
    log = _moves(P, episodes * n_states, restart, rng)
    stop = np.flatnonzero(log.ends)[episodes - 1] + 1
    return Transitions(*(part[:stop] for part in log))
