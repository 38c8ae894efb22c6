"""Section 8: moves and sensor learned together may end with the names of states exchanged."""

import numpy as np

from mlcompanion.rl import POMDP
from mlcompanion.rl.bayes_adaptive import CountPrior, HyperBelief, most_probable

__all__ = ["LEANING", "STAY", "label_run", "two_rooms"]

#: Probability of staying in a state, and of a right reading.
STAY = 0.9
#: Prior counts of the sensor that lean to the right side.
LEANING = ((2.0, 1.0), (1.0, 2.0))


def two_rooms():
    """Two hidden states that stay for a while, and a sensor; being in the second pays 1."""
    T = np.array([[STAY, 1 - STAY], [1 - STAY, STAY]])[:, None]
    return POMDP(T, T, [[0.0], [1.0]], 0.9, [0.5, 0.5])


def _walk(rng, n_steps):
    """States and readings."""
    state, states, readings = rng.integers(2), [], []
    for _ in range(n_steps):
        state = state if rng.random() < STAY else 1 - state
        states.append(state)
        readings.append(state if rng.random() < STAY else 1 - state)
    return np.array(states), np.array(readings)


def label_run(seed, sensor=((1.0, 1.0), (1.0, 1.0)), n_steps=300, last=100):
    """One run of an agent that watches.

    Parameters
    ----------
    seed : int
    sensor : array_like, shape (2, 2)
        Prior counts of the readings by state.
    n_steps, last : int
        Steps in all, and those that are judged.

    Returns
    -------
    dict
        ``loss``: log loss of the next reading beyond that of the true model; ``exchanged``: whether
        the agent's likelier state is wrong in most steps; ``wrong``: error of the expected reward
        beyond that of the true model.
    """
    rooms = two_rooms()
    states, readings = _walk(np.random.default_rng(seed), n_steps)
    actions = np.zeros(n_steps, dtype=int)
    prior = CountPrior.of(rooms, phi=np.ones((2, 1, 2)), psi=np.array(sensor)[:, None])
    agent = HyperBelief(prior).track(actions, readings, filter=most_probable(64))
    known = HyperBelief(CountPrior.of(rooms)).track(actions, readings)
    judged = slice(n_steps - last, n_steps)
    loss, wrong = [], []
    for track in (agent, known):
        loss.append(-np.log(track.chances[judged]).mean())
        wrong.append(np.abs(track.states[judged, 1] - states[judged]).mean())
    misses = ((agent.states[judged, 1] > 0.5) != states[judged]).mean()
    return {"loss": loss[0] - loss[1], "exchanged": misses > 0.5, "wrong": wrong[0] - wrong[1]}
