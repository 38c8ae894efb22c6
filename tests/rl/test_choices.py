"""Choices of actions and step sizes."""

import numpy as np
import pytest

from mlcompanion.rl import epsilon_greedy, step_sizes


def chosen(q, epsilon, n=20_000):
    rng = np.random.default_rng(0)
    picks = [epsilon_greedy(q, epsilon=epsilon, random_state=rng) for _ in range(n)]
    return np.bincount(picks, minlength=len(q)) / n


def test_equal_actions_are_equally_likely():
    np.testing.assert_allclose(chosen([1.0, 3.0, 3.0], 0.0), [0, 0.5, 0.5], atol=0.015)


def test_any_action_with_probability_epsilon():
    np.testing.assert_allclose(chosen([0.0, 5.0, 0.0, 0.0], 0.4), [0.1, 0.7, 0.1, 0.1], atol=0.015)


def test_step_sizes_in_their_three_forms():
    n = np.arange(1, 50)
    np.testing.assert_allclose(step_sizes(n), 1 / n)
    np.testing.assert_array_equal(step_sizes(n, first=0.3, decay=0), 0.3)
    np.testing.assert_allclose(step_sizes(n, first=0.3, decay=1 / 201), 0.3 * 201 / (200 + n))
    with pytest.raises(ValueError, match="n"):
        step_sizes([0, 1])
