"""Models from moves that were seen."""

import numpy as np
import pytest

from mlcompanion.rl import MDP, estimate_mdp, policy_value, value_iteration

GAMMA = 0.9


def moves_of(mdp, n_steps, seed):
    """Rows of a random walk through a model: s, a, r, next s."""
    rng = np.random.default_rng(seed)
    n_states, n_actions, _ = mdp.P.shape
    rows, here = [], 0
    for _ in range(n_steps):
        action = rng.integers(n_actions)
        there = rng.choice(n_states, p=mdp.P[here, action])
        rows.append((here, action, mdp.R[here, action, there], there))
        here = there
    return [np.array(column) for column in zip(*rows)]


def test_shares_and_means_are_those_of_the_rows():
    rng = np.random.default_rng(0)
    mdp = MDP(rng.dirichlet(np.ones(3), (3, 2)), rng.normal(size=(3, 2, 3)), GAMMA)
    s, a, r, t = moves_of(mdp, 400, 1)
    model = estimate_mdp(s, a, r, t, GAMMA)
    for state, action in np.ndindex(3, 2):
        own = (s == state) & (a == action)
        share = np.bincount(t[own], minlength=3) / own.sum()
        np.testing.assert_allclose(model.P[state, action], share)
        np.testing.assert_allclose(model.expected_reward[state, action], r[own].mean())


def test_many_rows_give_the_model_and_its_policy():
    mdp = MDP([[[0.8, 0.2], [0.1, 0.9]], [[0.5, 0.5], [0.7, 0.3]]], [[0.0, 1.0], [2.0, 0.0]], GAMMA)
    model = estimate_mdp(*moves_of(mdp, 20_000, 2), GAMMA)
    np.testing.assert_allclose(model.P, mdp.P, atol=0.03)
    best, found = value_iteration(mdp), value_iteration(model)
    np.testing.assert_array_equal(found.policy, best.policy)
    np.testing.assert_allclose(found.values, best.values, rtol=0.05)


@pytest.mark.parametrize("paid", [2.0, -2.0])
def test_what_was_never_tried_is_worth_least_and_an_end_nothing(paid):
    # the only move seen: from 0 to the end 1; action 1 was never tried
    model = estimate_mdp([0], [0], [paid], [1], GAMMA, n_actions=2)
    plan = value_iteration(model)
    np.testing.assert_allclose(plan.values, [paid, 0.0])
    assert plan.policy[0] == 0
    assert model.terminal.tolist() == [False, True]
    floor = policy_value(model, [1, 0])[0]
    np.testing.assert_allclose(floor, min(paid, 0) / (1 - GAMMA))


def test_large_rewards_keep_their_digits():
    offset = 1e9
    r = offset + np.array([0.25, 0.5, 0.75])
    model = estimate_mdp([0, 0, 0], [0, 0, 0], r, [0, 0, 0], 0.0)
    assert model.R[0, 0, 0] == offset + 0.5


@pytest.mark.parametrize("paid", [1e17, -1e9])
def test_a_large_reward_spoils_no_other_move(paid):
    # the first row pays another size: a sum around its reward has no digit left for the others
    rows = np.array([0, 1, 1]), np.zeros(3, int), np.array([paid, 0.1, 0.1]), np.array([1, 0, 0])
    assert estimate_mdp(*rows, GAMMA).R[1, 0, 0] == 0.1


def test_numbers_with_gaps_that_need_too_much_memory_are_refused():
    with pytest.raises(MemoryError, match="4000001 states and 1 actions"):
        estimate_mdp([0, 4_000_000], [0, 0], [1.0, 1.0], [4_000_000, 0], GAMMA)


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"states": [0, -1]}, "states"),
        ({"actions": [0]}, "actions"),
        ({"rewards": [0.0, np.nan]}, "rewards"),
        ({"next_states": [0, 1.5]}, "next_states"),
        ({"next_states": [0, 7], "n_states": 2}, "n_states"),
        ({"gamma": 1.0}, "gamma"),
    ],
)
def test_bad_rows_are_refused(changed, name):
    rows = {
        "states": [0, 1],
        "actions": [0, 0],
        "rewards": [1.0, 2.0],
        "next_states": [1, 0],
        "gamma": GAMMA,
    }
    with pytest.raises(ValueError, match=name):
        estimate_mdp(**{**rows, **changed})
