"""Markov models: values in closed form, stationary laws, beliefs."""

import numpy as np
import pytest

from mlcompanion.rl import MDP, MRP, POMDP, policy_value
from mlcompanion.rl.environments import dyna_maze, ring_walk, tiger


def random_chain(n, seed):
    rng = np.random.default_rng(seed)
    return MRP(rng.dirichlet(np.ones(n), size=n), rng.normal(size=(n, n)))


@pytest.mark.parametrize("gamma", [0.0, 0.5, 0.99])
def test_the_value_is_what_the_chain_pays(gamma):
    chain = random_chain(4, 0)
    value, powers = np.zeros(4), np.eye(4)
    for t in range(4000):
        value += gamma**t * powers @ chain.expected_reward
        powers = powers @ chain.P
    np.testing.assert_allclose(chain.value(gamma), value, rtol=1e-9, atol=1e-9)


def test_the_stationary_law_stays():
    chain = random_chain(6, 1)
    law = chain.stationary()
    np.testing.assert_allclose(law @ chain.P, law, atol=1e-14)
    assert law.sum() == pytest.approx(1)


def test_two_chains_in_one_have_no_single_stationary_law():
    with pytest.raises(ValueError, match="several"):
        MRP(np.eye(2), [0.0, 1.0]).stationary()


def test_rewards_by_the_state_left_are_rewards_of_moves():
    chain = random_chain(3, 2)
    by_state = MRP(chain.P, chain.expected_reward)
    np.testing.assert_allclose(by_state.value(0.9), chain.value(0.9))


def test_a_policy_makes_a_chain_of_a_decision_process():
    rng = np.random.default_rng(3)
    P, R = rng.dirichlet(np.ones(4), size=(4, 3)), rng.normal(size=(4, 3, 4))
    mdp = MDP(P, R, 0.9)
    choice = rng.dirichlet(np.ones(3), size=4)
    value = policy_value(mdp, choice)
    # Bellman's equation of the policy, state by state
    for s in range(4):
        moves = sum(choice[s, a] * P[s, a] @ (R[s, a] + 0.9 * value) for a in range(3))
        assert value[s] == pytest.approx(moves)
    named = rng.integers(3, size=4)
    np.testing.assert_allclose(policy_value(mdp, named), policy_value(mdp, np.eye(3)[named]))


def test_goals_are_terminal_and_worth_nothing():
    mdp = dyna_maze().mdp()
    goals = dyna_maze().goals
    np.testing.assert_array_equal(np.flatnonzero(mdp.terminal), goals)
    assert (policy_value(mdp, np.zeros(mdp.n_states, dtype=int))[goals] == 0).all()


def test_models_keep_copies_that_nobody_writes_to():
    P = np.array([[0.5, 0.5], [0.5, 0.5]])
    chain = MRP(P, [0.0, 1.0])
    P[0] = 7.0
    assert chain.P[0, 0] == 0.5
    with pytest.raises(ValueError, match="read-only"):
        chain.P[0, 0] = 1.0


def test_a_belief_is_bayes_rule():
    problem = tiger()
    belief = problem.update([0.5, 0.5], 0, 0)
    np.testing.assert_allclose(belief, [0.85, 0.15])
    np.testing.assert_allclose(problem.update(belief, 0, 1), [0.5, 0.5])
    np.testing.assert_allclose(problem.update([0.9, 0.1], 1, 0), [0.5, 0.5])
    assert problem.predictive([0.3, 0.7], 0).sum() == pytest.approx(1)


def test_beliefs_agree_with_sampling():
    rng = np.random.default_rng(5)
    T, seen_law = rng.dirichlet(np.ones(3), size=(3, 2)), rng.dirichlet(np.ones(2), size=(3, 2))
    problem = POMDP(T, seen_law, np.zeros((3, 2)), 0.9, [0.2, 0.3, 0.5])
    n = 200_000
    state = rng.choice(3, size=n, p=problem.b0)
    reached = (rng.random((n, 1)) > np.cumsum(T[state, 1], axis=1)).sum(axis=1)
    seen = (rng.random((n, 1)) > np.cumsum(seen_law[reached, 1], axis=1)).sum(axis=1)
    share = np.bincount(reached[seen == 0], minlength=3) / (seen == 0).sum()
    np.testing.assert_allclose(problem.update(problem.b0, 1, 0), share, atol=0.005)


def test_what_cannot_be_seen_is_refused():
    problem = tiger(hearing=1.0)
    with pytest.raises(ValueError, match="impossible"):
        problem.update([1.0, 0.0], 0, 1)
    with pytest.raises(ValueError, match="action"):
        problem.update([1.0, 0.0], 3, 1)
    with pytest.raises(ValueError, match="observation"):
        problem.update([1.0, 0.0], 0, 2)
    with pytest.raises(ValueError, match="action"):
        problem.update([1.0, 0.0], 1.5, 0)
    with pytest.raises(ValueError, match="observation"):
        problem.update([1.0, 0.0], 0, "left")


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: MRP([[0.5, 0.6], [0.5, 0.5]], [0, 1]), "P"),
        (lambda: MRP([[0.5, 0.5]], [0, 1]), "P"),
        (lambda: MRP(np.eye(2), [0, 1, 2]), "r"),
        (lambda: MDP(np.ones((2, 1, 2)), np.zeros((2, 1)), 0.5), "P"),
        (lambda: MDP(np.full((2, 1, 2), 0.5), np.zeros((2, 2)), 0.5), "R"),
        (lambda: MDP(np.full((2, 1, 2), 0.5), np.zeros((2, 1)), 1.0), "gamma"),
        (lambda: ring_walk().value(1.0), "gamma"),
        (lambda: policy_value(dyna_maze().mdp(), np.full(47, 4)), "policy"),
    ],
)
def test_bad_models_are_refused_by_name(call, name):
    with pytest.raises(ValueError, match=name):
        call()
