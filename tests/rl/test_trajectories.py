"""Walks: their frequencies are the model's, their seeds decide."""

import numpy as np
import pytest

from mlcompanion.rl import MRP, sample_trajectories
from mlcompanion.rl.environments import ring_walk


def test_moves_are_as_frequent_as_the_model_says():
    P = np.array([[0.0, 0.3, 0.7], [0.2, 0.0, 0.8], [0.5, 0.5, 0.0]])
    runs = sample_trajectories(MRP(P, np.arange(9.0).reshape(3, 3)), 2000, 100, random_state=0)
    counts = np.zeros((3, 3))
    np.add.at(counts, (runs.states[:, :-1].ravel(), runs.states[:, 1:].ravel()), 1)
    np.testing.assert_array_equal(counts[P == 0], 0)
    np.testing.assert_allclose(counts / counts.sum(axis=1, keepdims=True), P, atol=0.01)
    moves = runs.states[:, :-1] * 3 + runs.states[:, 1:]
    np.testing.assert_array_equal(runs.rewards, moves)


def test_runs_begin_in_the_stationary_law_unless_told():
    chain = MRP([[0.9, 0.1], [0.3, 0.7]], [0.0, 1.0])
    runs = sample_trajectories(chain, 1, 100_000, random_state=1)
    assert runs.states[:, 0].mean() == pytest.approx(0.25, abs=0.005)
    runs = sample_trajectories(chain, 3, 50, start=[0, 1], random_state=1)
    assert (runs.states[:, 0] == 1).all()


def test_a_ring_without_skips_is_walked_round():
    runs = sample_trajectories(ring_walk(4), 8, 1, start=[1, 0, 0, 0], random_state=0)
    assert runs.states.tolist() == [[0, 1, 2, 3, 0, 1, 2, 3, 0]]


def test_a_seed_decides():
    chain = ring_walk(5, skip=0.5)
    once, again = (sample_trajectories(chain, 20, 3, random_state=4).states for _ in range(2))
    np.testing.assert_array_equal(once, again)


@pytest.mark.parametrize("reward", [1.0, -1e6])
def test_a_ring_is_worth_its_reward_for_ever(reward):
    for skip in (0.0, 0.5, 1.0):
        np.testing.assert_allclose(ring_walk(4, skip=skip, reward=reward).value(0.95), 20 * reward)
