"""Section 8.2: what a step of an online rule costs, in processor seconds on one thread."""

from time import process_time

import numpy as np

from mlcompanion.rl.td import OnlineTD, StepSchedule

__all__ = ["METHODS", "step_seconds"]

METHODS = ("td", "accelerated", "optimal")
N_STATES = 400


def step_seconds(method, m, seed):
    """Seconds a step with m features, on a walk among 400 states."""
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(N_STATES, m)) / np.sqrt(m)
    T = max(500, 10_000_000 // m**2) if method != "td" else 200_000
    states = rng.integers(0, N_STATES, T + 1)
    rewards = rng.normal(size=T)
    model = OnlineTD(0.9, method, ridge=1.0, step=StepSchedule(0.1, 0.01))
    # compiled, and the memory touched, before the clock starts
    model.fit(states[:11], rewards[:10], Phi)
    start = process_time()
    model.partial_fit(states[10:], rewards[10:])
    return (process_time() - start) / (T - 10)
