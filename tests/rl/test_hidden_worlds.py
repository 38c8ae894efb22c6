"""Follow and RockSample: their matrices against people and rovers that walk by their own rules."""

import numpy as np
import pytest

from mlcompanion.rl.environments import FOLLOW_HABITS, RockSample, follow

DIRECTIONS = {0: (0, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1), 4: (-1, 0)}


def state_of(person, east, north):
    """Number of a state, from the docstring."""
    if max(abs(east), abs(north)) > 2:
        return 50 + person
    return person * 25 + (east + 2) * 5 + north + 2


def told(east, north, rng, seeing):
    """What a robot is told that looks at the person."""
    if max(abs(east), abs(north)) > 2:
        return 6
    if rng.random() >= seeing:
        return 5
    if east == north == 0:
        return 0
    by_east = abs(east) > abs(north) or (abs(east) == abs(north) and rng.random() < 0.5)
    if by_east:
        return 2 if east > 0 else 4
    return 1 if north > 0 else 3


def test_a_walk_beside_a_person_has_the_laws_of_the_matrices():
    seeing = 0.7
    pomdp = follow(seeing=seeing).dense()
    rng = np.random.default_rng(0)
    n = 4000
    for person, east, north, robot in [(0, 0, 0, 0), (1, 2, 1, 4), (0, -1, 1, 1), (1, 2, -2, 3)]:
        moved = np.zeros(52)
        heard = np.zeros(7)
        for step in rng.choice(5, size=n, p=FOLLOW_HABITS[person]):
            x = east + DIRECTIONS[step][0] - DIRECTIONS[robot][0]
            y = north + DIRECTIONS[step][1] - DIRECTIONS[robot][1]
            moved[state_of(person, x, y)] += 1 / n
            heard[told(x, y, rng, seeing)] += 1 / n
        law = pomdp.T[state_of(person, east, north), robot]
        assert np.abs(moved - law).sum() < 0.06
        assert np.abs(heard - law @ pomdp.O[:, robot]).sum() < 0.06
        assert (law > 0).sum() == (moved > 0).sum()


def test_what_following_pays():
    world = follow()
    assert world.R[state_of(1, 0, 0)].tolist() == [1] * 5
    assert world.R[state_of(0, 1, -1)].tolist() == [0] * 5
    assert world.R[state_of(0, 0, 2)].tolist() == [-1] * 5
    assert (world.R[50:] == -20).all()
    assert world.ends.sum() == 10
    assert world.ends[50:].all()
    assert world.b0[[state_of(0, 0, 0), state_of(1, 0, 0)]].tolist() == [0.5, 0.5]


def test_each_step_of_a_person_is_a_branch():
    habits = [[0.1, 0.2, 0.3, 0.4, 0.0], [0.2] * 5]
    world = follow(habits)
    for state in (state_of(0, 1, 1), state_of(1, -2, 0)):
        for robot in range(5):
            pair = state * 5 + robot
            branches = slice(world.start[pair], world.start[pair + 1])
            np.testing.assert_allclose(world.prob[branches], habits[state // 25])
            assert len(set(world.to[branches]) - {50, 51}) == (world.to[branches] < 50).sum()


def rover_step(rover, cell, good, action):
    """A rover that acts by the rules alone: cell, good rocks, reward."""
    row, column = cell
    if action < 4:
        dr, dc = [(-1, 0), (0, 1), (1, 0), (0, -1)][action]
        row = min(max(row + dr, 0), rover.n - 1)
        column = min(max(column + dc, 0), rover.n - 1)
        return (row, column), good, 0.0
    here = [i for i, rock in enumerate(rover.rocks.tolist()) if tuple(rock) == cell]
    if action == 4 and here:
        paid = 10.0 if here[0] in good else -10.0
        return cell, good - set(here), paid
    return cell, good, 0.0


@pytest.mark.parametrize("rover", [RockSample(), RockSample(4, [[3, 3], [0, 0], [1, 2]], d0=2)])
def test_a_rover_goes_where_the_matrices_say(rover):
    pomdp = rover.world().dense()
    k = len(rover.rocks)
    assert pomdp.T.shape == (rover.n_states, k + 5, rover.n_states)

    def number(cell, good):
        return (cell[0] * rover.n + cell[1]) * 2**k + sum(1 << i for i in good)

    for state in range(rover.n_states):
        place, bits = divmod(state, 2**k)
        cell = divmod(place, rover.n)
        good = {i for i in range(k) if bits >> i & 1}
        for action in range(k + 5):
            there, still, paid = rover_step(rover, cell, good, action)
            assert pomdp.T[state, action, number(there, still)] == 1
            assert pomdp.R[state, action] == paid
        for i, rock in enumerate(rover.rocks):
            d = np.hypot(*(np.array(cell) - rock))
            right = (1 + 2 ** (-d / rover.d0)) / 2
            says_good = right if i in good else 1 - right
            np.testing.assert_allclose(pomdp.O[state, 5 + i], [says_good, 1 - says_good])


def test_the_way_out_pays_once():
    world = RockSample(exit_reward=10.0).world()
    eastern = np.flatnonzero(world.ends[:, 1])
    assert {divmod(state // 4, 3)[1] for state in eastern} == {2}
    assert len(eastern) == 12
    assert (world.R[eastern, 1] == 10).all()
    assert world.ends.sum() == 12
    assert not RockSample().world().ends.any()


def test_a_sensor_may_err_alike_everywhere():
    np.testing.assert_array_equal(RockSample(accuracy=0.8).accuracy, [0.8] * 6)
    rough = RockSample(accuracy=[1.0, 0.9, 0.8, 0.7, 0.6, 0.5])
    assert rough.world().O[0, 5].tolist() == [pytest.approx(0.1), pytest.approx(0.9)]


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"rocks": [[0, 3]]}, "rocks"),
        ({"rocks": [[0, 1], [0, 1]]}, "rocks"),
        ({"rocks": []}, "rocks"),
        ({"accuracy": 1.2}, "accuracy"),
        ({"accuracy": [0.5, 0.5]}, "accuracy"),
        ({"d0": 0}, "d0"),
        ({"gamma": 1.0}, "gamma"),
        ({"n": 0}, "n"),
    ],
)
def test_boards_that_are_none(wrong, name):
    with pytest.raises(ValueError, match=name):
        RockSample(**wrong)


def test_habits_are_laws():
    with pytest.raises(ValueError, match="habits"):
        follow([[0.5] * 5, [0.2] * 5])
