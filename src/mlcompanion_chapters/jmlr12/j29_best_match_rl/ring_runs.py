"""Rings of four states, all worth 20: values of the state that the agent is in, Figures 8 and 9."""

import numpy as np

from mlcompanion.rl import Setting, Transitions, sample_trajectories, td_lambda
from mlcompanion.rl.bestmatch import best_match_values, replay_values
from mlcompanion.rl.environments import ring_walk

__all__ = ["GRID", "best_of_grid", "ring_moves", "ring_race"]

GAMMA, WORTH, STEPS = 0.95, 20.0, 100
GRID = tuple(k / 10 for k in range(11))


def ring_moves(skip, spread, n_runs, seed):
    """Moves round a ring from state 0; rewards of mean 1.

    One more than the timesteps looked at: the value of timestep t stands before move t.
    """
    rng = np.random.default_rng([8, seed])
    start = [1.0, 0.0, 0.0, 0.0]
    walks = sample_trajectories(
        ring_walk(skip=skip), STEPS + 1, n_runs, start=start, random_state=rng
    )
    paid = walks.rewards + spread * rng.normal(size=walks.rewards.shape)
    return Transitions(walks.states[:, :-1], paid, walks.states[:, 1:])


def _rms(current):
    """Root mean square error over runs, at timesteps 0 to 100."""
    return np.sqrt(((current - WORTH) ** 2).mean(axis=0))


def best_of_grid(method, grid):
    """The curve with the least mean error over timesteps 1 to 100, and where on the grid it is."""
    curves = {place: _rms(method(*place)) for place in grid}
    place = min(curves, key=lambda place: curves[place][1:].mean())
    return curves[place], place


def ring_race(moves):
    """Curves of the four methods, each at the best point of its grid.

    Returns
    -------
    dict
        Name: (errors at timesteps 0 to 100, place on the grid).
    """

    def setting(d):
        return Setting(4, GAMMA, 1.0, d)

    def by_match(d):
        return best_match_values(moves, setting=setting(d)).current

    def by_traces(d, lam, trace):
        return td_lambda(moves, lam=lam, setting=setting(d), trace=trace).current

    def by_replay(d, n_samples):
        return replay_values(moves, setting=setting(d), n_samples=n_samples).current

    decays = [(d,) for d in GRID]
    traces = [
        (d, lam, kind) for d in GRID for lam in GRID for kind in ("accumulating", "replacing")
    ]
    return {
        "best-match": best_of_grid(by_match, decays),
        "TD(λ)": best_of_grid(by_traces, traces),
        "replay of 4": best_of_grid(by_replay, [(d, 4) for d in GRID]),
        "replay of all": best_of_grid(by_replay, [(d, None) for d in GRID]),
    }
