import numpy as np
import pytest

from mlcompanion.bandits.trees import (
    DyadicTree,
    GridUCB,
    ProductTree,
    grid_points,
    grid_size,
    play_seeds,
    power_peak,
    step_payoff,
)
from mlcompanion.online.games import IndependentLosses, compete


def test_arms_are_those_of_ucb1_written_down():
    levels = np.array([0.2, 0.5, 0.45, 0.7])
    payoff = step_payoff([0, 0.25, 0.5, 0.75, 1], levels, noise="none")
    player = GridUCB(grid_points(DyadicTree(0, 1), 4))
    arms = player.run(payoff, 200, keep_arms=200).arms[:, 0]
    visits = np.zeros(4)
    sums = np.zeros(4)
    expected = []
    for t in range(200):
        index = np.where(visits > 0, 0.0, np.inf)
        if t >= 4:
            index = sums / visits + np.sqrt(2 * np.log(t) / visits)
        k = int(np.argmax(index))
        visits[k] += 1
        sums[k] += levels[k]
        expected.append((k + 0.5) / 4)
    np.testing.assert_array_equal(arms, expected)
    np.testing.assert_array_equal(player.visits_, visits)


def test_asking_is_running():
    payoff = power_peak(0.3, noise="none")
    one, many = (GridUCB(grid_points(DyadicTree(0, 1), 7)) for _ in range(2))
    arms = []
    for _ in range(100):
        arms.append(one.ask())
        one.tell(float(payoff(arms[-1])[0]))
    np.testing.assert_array_equal(many.run(payoff, 100, keep_arms=100).arms, arms)


class _ArmNumber:
    """The grid's player for the meter of all games: arms by number, losses for rewards."""

    def __init__(self, points):
        self.player = GridUCB(points)

    def ask(self):
        return int(np.searchsorted(self.player.points[:, 0], self.player.ask()[0]))

    def tell(self, loss):
        self.player.tell(1 - loss)


def test_both_meters_agree():
    levels = np.array([0.1, 0.9, 0.3, 0.5])
    points = grid_points(DyadicTree(0, 1), 4)
    nature = IndependentLosses(1 - levels)
    slow = compete(lambda rng: _ArmNumber(points), nature, 2000, range(20))
    payoff = step_payoff([0, 0.25, 0.5, 0.75, 1], levels)
    fast = play_seeds(lambda rng: GridUCB(points, random_state=rng), payoff, 2000, range(20))
    gap = abs(slow.pseudo_mean[-1] - fast.pseudo_mean[-1])
    played = np.hypot(slow.pseudo_error[-1], fast.pseudo_error[-1])
    assert gap < 4 * played
    np.testing.assert_array_equal(slow.rounds, fast.rounds)


def test_the_grid_is_made_of_centres():
    np.testing.assert_allclose(grid_points(DyadicTree(2, 4), 2), [[2.5], [3.5]])
    assert grid_points(DyadicTree([0, 0], [1, 2]), 3).shape == (9, 2)
    assert grid_size(1000) == int(np.ceil((1000 / np.log(1000)) ** (1 / 3)))
    with pytest.raises(TypeError, match="tree"):
        grid_points(ProductTree([["a", "b"]]), 2)
