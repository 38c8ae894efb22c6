"""The mountain car against Gymnasium: the same places for the same pushes, and learning on top.

The peer steps from Python, one call a step, which is what an environment for any learner costs;
ours is compiled with the learner in one loop.
"""

import numpy as np

from _race import duel, equal, peer
from mlcompanion.rl import run_episodes
from mlcompanion.rl.approximation import CarTask, LinearBestMatch, LinearSarsa
from mlcompanion.rl.environments import drive_car

TITLE = "Mountain car"
CHAPTER = "jmlr12/29_best_match_rl"
START = (-0.5, 0.0)


def pushes_of(n, random_state=0):
    """Random pushes that last some steps, so that the car meets walls and speed limit."""
    rng = np.random.default_rng(random_state)
    return np.repeat(rng.integers(-1, 2, n // 20), 20)


def drives(car):
    """The same places for the same pushes."""

    def theirs(pushes):
        places = np.empty((len(pushes) + 1, 2))
        places[0] = car.state = np.array(START)
        for t, action in enumerate((pushes + 1).tolist(), start=1):
            car.step(action)
            places[t] = car.state
        return places

    for n in (1000, 50_000):
        pushes = pushes_of(n)
        yield duel(
            "drive by given pushes", f"{n} steps", lambda pushes=pushes: drive_car(pushes),
            "gymnasium MountainCar-v0", lambda pushes=pushes: theirs(pushes),
            same=equal(rtol=0.0, atol=1e-12), note="equal places and speeds to 1e-12",
        )  # fmt: skip


def lessons(car):
    """Learning to drive, against as many steps of the peer's car alone."""
    for name, learner in (("best-match", LinearBestMatch()), ("Sarsa", LinearSarsa())):

        def ours(learner=learner):
            return run_episodes(learner, CarTask(), 20, epsilon=0.0, random_state=1).steps.sum()

        n_steps = int(ours())

        def theirs(n_steps=n_steps):
            car.state = np.array(START)
            for t in range(n_steps):
                car.step(t // 20 % 3)
            return n_steps

        yield duel(
            f"20 episodes of {name}", f"{n_steps} steps", ours,
            "gymnasium MountainCar-v0", theirs, same=equal(),
            note="the peer steps and learns nothing",
        )  # fmt: skip


def rows():
    """All duels."""
    gymnasium = peer("gymnasium")
    if gymnasium is None:
        return
    # without the limit of 200 steps
    car = gymnasium.make("MountainCar-v0").unwrapped
    car.reset(seed=0)
    yield from drives(car)
    yield from lessons(car)
