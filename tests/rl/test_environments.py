"""Worlds: the matrices say what a walker meets."""

import numpy as np
import pytest

from mlcompanion.rl.environments import GridWorld, drive_car, dyna_maze
from mlcompanion.rl.environments.grids import MOVES


def walked(world, state, move):
    """Where a move leads, from the picture alone."""
    row, column = world.places[state] + MOVES[move]
    height, width = world.cells.shape
    if not (0 <= row < height and 0 <= column < width) or world.rows[row][column] == "#":
        return state
    return world.states[row, column]


def test_the_matrices_of_the_maze_are_its_picture():
    world = dyna_maze()
    mdp = world.mdp(noise=0.2, step_reward=-0.1)
    assert len(world.places) == 6 * 9 - 7
    for state in range(mdp.n_states):
        for action in range(4):
            law = np.zeros(mdp.n_states)
            if state in world.goals:
                law[state] = 1
            else:
                law[walked(world, state, action)] += 0.8
                for move in range(4):
                    law[walked(world, state, move)] += 0.05
            np.testing.assert_allclose(mdp.P[state, action], law, atol=1e-15)
    row, column = world.places[world.goals[0]]
    below = world.states[row + 1, column]
    assert mdp.R[below, 0, world.goals[0]] == 1
    assert mdp.R[below, 0, below] == -0.1


def test_values_in_the_shape_of_the_world():
    world = GridWorld(["S.G", ".#."])
    shown = world.shown(np.arange(5))
    np.testing.assert_array_equal(shown, [[0, 1, 2], [3, np.nan, 4]])


@pytest.mark.parametrize(
    "rows", [["S.", "G"], ["S.", ".."], ["SS", "G."], ["Sx", "G."], [], [""], [1, 2]]
)
def test_worlds_that_are_none(rows):
    with pytest.raises(ValueError, match="rows"):
        GridWorld(rows)


def test_the_car_is_too_weak_to_climb_at_once():
    ahead = drive_car(np.ones(200, dtype=int))
    assert ahead[:, 0].max() < 0
    # pushing along with the speed swings it up
    position, velocity, steps = -0.5, 0.0, 0
    while position < 0.5:
        push = 1 if velocity >= 0 else -1
        position, velocity = drive_car([push], position=position, velocity=velocity)[1]
        steps += 1
    assert 100 < steps < 200


def test_the_left_wall_takes_the_speed():
    states = drive_car(np.full(3, -1), position=-1.19, velocity=-0.07)
    assert states[1].tolist() == [-1.2, 0.0]


def test_energy_is_nearly_kept_without_a_push():
    states = drive_car(np.zeros(2000, dtype=int), position=-0.8)
    # the speed amid two steps belongs to the place between them
    midway = (states[:-1, 1] + states[1:, 1]) / 2
    height = np.sin(3 * states[:-1, 0]) * 0.0025 / 3
    energy = height + midway**2 / 2
    assert np.ptp(energy) < 0.01 * np.ptp(height)
