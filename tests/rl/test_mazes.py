"""The large maze: its matrices are what one finds by walking through the picture."""

import numpy as np
import pytest

from mlcompanion.rl import value_iteration
from mlcompanion.rl.environments import MOVES, GridWorld, large_maze, scattered_moves


def landing(world, state, move, side, n_side, n_ahead):
    """Where one lands, cell by cell: sideways, then ahead, held by walls and edges."""
    row, column = world.places[state]
    for direction, n in ((side, n_side), (move, n_ahead)):
        for _ in range(n):
            r, c = MOVES[direction] + (row, column)
            if not (0 <= r < len(world.rows) and 0 <= c < len(world.rows[0])):
                break
            if world.rows[r][c] == "#":
                break
            row, column = r, c
    return world.states[row, column]


def law_by_walking(world, state, move, width, length):
    law = np.zeros(len(world.places))
    half = width // 2
    for offset in range(-half, half + 1):
        side = (move + 1) % 4 if offset > 0 else (move + 3) % 4
        for ahead in range(1, length + 1):
            reached = landing(world, state, move, side, abs(offset), ahead)
            law[reached] += 1 / (width * length)
    return law


@pytest.mark.parametrize(("width", "length"), [(5, 3), (1, 1), (3, 2)])
def test_matrices_are_what_one_finds_by_walking(width, length):
    world = GridWorld(["S....#...", "..##.#...", "......#..", ".#......G"])
    mdp = scattered_moves(world, width=width, length=length)
    for state in set(range(mdp.n_states)) - set(world.goals.tolist()):
        for move in range(4):
            expected = law_by_walking(world, state, move, width, length)
            np.testing.assert_allclose(mdp.P[state, move], expected, atol=1e-15)
    assert mdp.terminal.sum() == 1


def test_one_column_of_one_cell_is_the_plain_world():
    world = large_maze()
    plain = world.mdp(gamma=0.99, goal_reward=100.0, step_reward=-0.1)
    found = scattered_moves(world, width=1, length=1)
    np.testing.assert_array_equal(found.P, plain.P)
    np.testing.assert_array_equal(found.R, plain.R)


def test_the_large_maze():
    world = large_maze()
    assert world.cells.shape == (44, 20)
    mdp = scattered_moves(world)
    assert len(world.goals) == 4
    outcomes = (mdp.P > 0).sum(axis=2)[~mdp.terminal]
    assert outcomes.max() == 15
    open_moves = mdp.P[~mdp.terminal][outcomes == 15]
    assert set(np.unique(open_moves).round(12)) == {0.0, round(1 / 15, 12)}
    best = value_iteration(mdp)
    assert 20 < best.values[world.start] < 25
    assert (best.values[world.goals] == 0).all()


@pytest.mark.parametrize("n_lanes", [1, 2, 5])
def test_lanes_are_joined_at_alternate_ends(n_lanes):
    world = large_maze(n_lanes, door=2)
    steps = np.full(len(world.places), np.inf)
    steps[world.start] = 0
    for _ in range(len(steps)):
        np.minimum.at(steps, world.neighbours, (steps + 1)[:, None])
    # 17 cells along each lane and one more, 5 rows a lane but for the last three
    assert steps[world.goals].min() == 17 * n_lanes + 1 + 5 * n_lanes - 3


@pytest.mark.parametrize(
    ("arguments", "name"),
    [({"n_lanes": 0}, "n_lanes"), ({"door": 0}, "door"), ({"door": 21}, "door")],
)
def test_lanes_that_are_none(arguments, name):
    with pytest.raises(ValueError, match=name):
        large_maze(**arguments)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"width": 4}, "width"),
        ({"width": 0}, "width"),
        ({"length": 0}, "length"),
        ({"gamma": 1}, "gamma"),
    ],
)
def test_blocks_that_are_none(options, name):
    with pytest.raises(ValueError, match=name):
        scattered_moves(large_maze(), **options)
