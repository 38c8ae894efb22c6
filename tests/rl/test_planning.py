"""Best values: against enumeration of all policies, Bellman's equation, closed forms."""

from itertools import product

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.rl import MDP, policy_iteration, policy_value, value_iteration
from mlcompanion.rl.environments import dyna_maze


def random_process(n, n_actions, seed, scale=1.0):
    rng = np.random.default_rng(seed)
    P = rng.dirichlet(np.full(n, 0.5), size=(n, n_actions))
    return MDP(P, scale * rng.normal(size=(n, n_actions, n)), 0.9)


@pytest.mark.parametrize("solve", [value_iteration, policy_iteration])
def test_the_best_of_all_policies(solve):
    mdp = random_process(4, 3, 0)
    best = np.max([policy_value(mdp, list(p)) for p in product(range(3), repeat=4)], axis=0)
    plan = solve(mdp)
    assert plan.converged
    np.testing.assert_allclose(plan.values, best, rtol=1e-8)
    np.testing.assert_allclose(policy_value(mdp, plan.policy), best, rtol=1e-8)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_units_of_the_reward_change_no_policy(scale):
    mdp, same = random_process(20, 4, 1), random_process(20, 4, 1, scale)
    np.testing.assert_array_equal(value_iteration(same).policy, value_iteration(mdp).policy)
    np.testing.assert_allclose(policy_iteration(same).Q / scale, policy_iteration(mdp).Q)
    np.testing.assert_allclose(value_iteration(same).Q / scale, policy_iteration(mdp).Q, rtol=1e-7)


def test_a_loose_tolerance_keeps_its_promise():
    mdp = random_process(15, 3, 2)
    best = policy_iteration(mdp).values
    largest = np.abs(mdp.expected_reward).max() / (1 - mdp.gamma)
    for tol in (1e-1, 1e-3, 1e-6):
        assert np.abs(value_iteration(mdp, tol=tol).values - best).max() <= tol * largest


def test_the_maze_is_fourteen_moves_long():
    world = dyna_maze()
    plan = policy_iteration(world.mdp())
    assert plan.values[world.start] == pytest.approx(0.95**13)
    # one move from the goal the reward is not discounted
    row, column = world.places[world.goals[0]]
    assert plan.values[world.states[row + 1, column]] == pytest.approx(1)


@pytest.mark.parametrize("forbidden", [1e3, 1e9, 1e15])
def test_a_forbidden_action_hides_no_small_difference(forbidden):
    # every state has an action that must not be taken; 0 may wait or go on, which pays .05 more
    P = np.zeros((2, 3, 2))
    P[:, 0, 0] = P[:, 1, 1] = P[:, 2, 0] = 1
    rewards = [[0.0, 0.05, -forbidden], [0.0, 0.0, -forbidden]]
    plan = policy_iteration(MDP(P, rewards, 0.5))
    assert plan.converged
    np.testing.assert_array_equal(plan.policy, [1, 0])
    np.testing.assert_allclose(plan.values, np.array([0.05, 0.025]) / 0.75, rtol=1e-12)


def test_a_price_that_must_be_paid_elsewhere_rounds_nothing():
    # state 0 pays a fortune whatever is done, and leads to the others, which never come back
    world = random_process(6, 3, 3)
    P = np.zeros((7, 3, 7))
    P[1:, :, 1:] = world.P
    P[0, :, 1:] = 1 / 6
    rewards = np.vstack([np.full((1, 3), -1e12), world.expected_reward])
    plan = policy_iteration(MDP(P, rewards, 0.9))
    assert plan.converged
    alone = policy_iteration(MDP(world.P, world.expected_reward, 0.9))
    np.testing.assert_array_equal(plan.policy[1:], alone.policy)
    np.testing.assert_allclose(plan.values[1:], alone.values, rtol=1e-11)


def test_equal_actions_do_not_take_turns():
    mdp = MDP(np.full((3, 2, 3), 1 / 3), np.ones((3, 2)), 0.99)
    plan = policy_iteration(mdp)
    assert plan.n_iter == 1
    np.testing.assert_array_equal(plan.policy, 0)
    np.testing.assert_allclose(plan.values, 100)


def test_no_reward_is_worth_nothing():
    mdp = MDP(np.full((3, 2, 3), 1 / 3), np.zeros((3, 2)), 0.99)
    assert (value_iteration(mdp).values == 0).all()
    assert (policy_iteration(mdp).values == 0).all()


def test_too_few_sweeps_warn():
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        plan = value_iteration(random_process(5, 2, 3), max_iter=3)
    assert not plan.converged
    with pytest.warns(ConvergenceWarning, match="improvements"):
        plan = policy_iteration(dyna_maze().mdp(), max_iter=1)
    assert not plan.converged
