"""The mountain car as a task for learners on tiles, driven in one compiled loop."""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.rl.environments import CAR_LIMITS
from mlcompanion.rl.environments.mountain_car import car_step
from mlcompanion.rl.runs import Runs
from mlcompanion.rl.schedules import step_at

from .rules import AFTER, UPDATES, begin, empty_memory, observe
from .tiles import TileCoder, write_tiles

__all__ = ["CarTask"]

_LEFT, _RIGHT, _FASTEST, _GOAL = CAR_LIMITS
_BOX = np.array([[_LEFT, -_FASTEST], [_GOAL, _FASTEST]])


@dataclass(frozen=True)
class CarTask:
    """Drive the mountain car up the hill: -1 a step until the goal is reached.

    Actions: back (0), none (1), ahead (2).

    Parameters
    ----------
    max_steps : int
        An episode is stopped then.
    gamma : float
        Discount, in [0, 1].
    start : array_like, shape (2,), optional
        Position and velocity to begin with; default any left of the goal, drawn anew for each
        episode.
    coder : TileCoder, optional
        Of position and velocity; default ten tilings of 9 by 9 tiles, pushed anew for each run.

    Raises
    ------
    ValueError
        If the start lies outside the car's limits or beyond the goal.

    References
    ----------
    Sutton and Barto (1998), section 8.4; van Seijen et al. (2011), section 6.2.

    Examples
    --------
    >>> from mlcompanion.rl import run_episodes
    >>> from mlcompanion.rl.approximation import LinearBestMatch
    >>> runs = run_episodes(LinearBestMatch(), CarTask(), 20, epsilon=0.0, random_state=0)
    >>> bool(runs.returns[0, -1] > runs.returns[0, 0])
    True
    """

    max_steps: int = 1000
    gamma: float = 1.0
    start: tuple | None = None
    coder: TileCoder | None = None

    def __post_init__(self):
        kept = {
            "max_steps": check_count(self.max_steps, "max_steps", low=1),
            "gamma": check_real(self.gamma, "gamma", low=0, high=1),
        }
        if self.start is not None:
            start = check_array(self.start, "start", shape=(2,), dtype=np.float64)
            kept["start"] = tuple(start.tolist())
            if (start < _BOX[0]).any() or (start > _BOX[1]).any() or start[0] >= _GOAL:
                raise ValueError(f"start must lie in {_BOX.tolist()}, left of the goal")
        if self.coder is not None:
            check_instance(self.coder, "coder", TileCoder)
            if len(self.coder.grid.low) != 2:
                raise ValueError("coder must be for two axes: position and velocity")
        for name, value in kept.items():
            object.__setattr__(self, name, value)

    def checked(self):
        """The same task: its numbers were checked when it was made."""
        return self

    def starts(self, n_episodes, rng):
        """Where episodes begin, shape (n_episodes, 2)."""
        if self.start is None:
            return rng.uniform(*_BOX, size=(n_episodes, 2))
        return np.tile(self.start, (n_episodes, 1))


def drive_episodes(learner, task, n_episodes, epsilon, rng):
    """What one run of a learner earned, and its weights."""
    coder = TileCoder(*_BOX, random_state=rng) if task.coder is None else task.coder
    starts = task.starts(n_episodes, rng)
    plan = learner.plan(float(task.gamma), float(epsilon))
    memory = empty_memory(coder.n_features, coder.n_tilings, 3, learner.n_samples)
    rates = step_at(np.arange(1, n_episodes + 1), float(learner.first), float(learner.decay))
    steps = np.empty(n_episodes, dtype=np.int64)
    for episode in range(n_episodes):
        draws = rng.random((task.max_steps + 1, 2))
        steps[episode] = _drive(plan, memory, coder.grid, rates[episode], starts[episode], draws)
    returns = -steps.astype(np.float64)
    if task.gamma < 1:
        returns = -(1 - float(task.gamma) ** steps) / (1 - task.gamma)
    return Runs(returns, steps, int(memory.counts[UPDATES]), memory.theta)


@njit
def _drive(plan, memory, grid, rate, start, draws):
    """One episode; return its steps."""
    car = start.copy().reshape(1, 2)
    write_tiles(grid, car, 0, memory.places, AFTER)
    action = begin(plan, memory, draws[0, 0], draws[0, 1])
    for t in range(1, len(draws)):
        car[0, 0], car[0, 1] = car_step(car[0, 0], car[0, 1], action - 1, _RIGHT)
        done = car[0, 0] >= _GOAL
        write_tiles(grid, car, 0, memory.places, AFTER)
        action = observe(plan, memory, rate, -1.0, done, draws[t, 0], draws[t, 1])
        if done:
            return t
    return len(draws) - 1
