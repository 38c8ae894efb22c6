"""Plans, caps and visible states: closed forms, brute force and other ways to the same value."""

import numpy as np
import pytest
from rl.hyper_models import ENDS, random_prior, tiger_ear

from mlcompanion.rl import MDP, POMDP, value_iteration
from mlcompanion.rl.bayes_adaptive import (
    CountCaps,
    CountPrior,
    CountTree,
    HyperBelief,
    alpha_values,
    count_caps,
    enumerate_alpha,
    hyperstate_distance,
    lookahead,
    posterior_sampling,
    project_counts,
    sample_laws,
)
from mlcompanion.rl.environments import tiger


def known_random(rng, shape=(3, 2, 2)):
    S, A, Z = shape
    laws = (rng.dirichlet(np.ones(S), (S, A)), rng.dirichlet(np.ones(Z), (S, A)))
    return POMDP(*laws, rng.uniform(-1, 1, (S, A)), 0.8, rng.dirichlet(np.ones(S)))


def test_the_best_vector_is_the_value_of_looking_ahead():
    rng = np.random.default_rng(0)
    pomdp = known_random(rng)
    known = CountPrior.of(pomdp)
    for horizon in (1, 2, 3):
        plans = enumerate_alpha(pomdp, horizon)
        assert len(plans.actions) == {1: 2, 2: 8, 3: 128}[horizon]
        assert plans.vectors.shape == (len(plans.actions), 3)
        for s in range(3):
            assert alpha_values(known, s, [], horizon) == pytest.approx(plans.vectors[:, s])
        if horizon > 1:
            value = lookahead(HyperBelief(known), horizon - 1).values
            by_action = [(plans.vectors[plans.actions == a] @ pomdp.b0).max() for a in (0, 1)]
            assert value == pytest.approx(by_action)


@pytest.mark.parametrize("horizon", [1, 2])
def test_plans_need_counts_of_every_law(horizon):
    ear = tiger_ear()
    with pytest.raises(ValueError, match="counts has a row of counts that is all 0: 1"):
        alpha_values(ear, 0, [5, 3, 0, 0], horizon)


def test_plans_that_no_machine_holds_are_refused():
    with pytest.raises(MemoryError, match="plans of horizon 8"):
        enumerate_alpha(tiger(), 8)


def by_hand(pomdp, one, other):
    """The bracket of Theorem 3 with its suprema, over dense tables (phi, psi)."""
    slope = 4 / (np.e * np.log(1 / pomdp.gamma))
    parts = []
    for x, y in zip(one, other):
        n, m = x.sum(-1), y.sum(-1)
        apart = np.abs(x / n[..., None] - y / m[..., None]).sum(-1)
        parts.append(apart + slope * np.abs(x - y).sum(-1) / ((n + 1) * (m + 1)))
    worst = max(parts[0][:, a].max() + parts[1][:, a].max() for a in range(pomdp.R.shape[1]))
    return 2 * pomdp.gamma * np.abs(pomdp.R).max() / (1 - pomdp.gamma) ** 2 * worst


def test_the_distance_is_that_of_theorem_3():
    rng = np.random.default_rng(5)
    prior, *_ = random_prior(rng, (3, 2, 2))
    for _ in range(20):
        one, other = (
            (rng.uniform(0.2, 9, (3, 2, 3)), rng.uniform(0.2, 9, (3, 2, 2))) for _ in range(2)
        )
        rows = [np.concatenate([t.ravel() for t in pair]) for pair in (one, other)]
        found = hyperstate_distance(prior, 1, rows[0], 1, rows[1])
        assert found == pytest.approx(by_hand(prior.world, one, other))
        assert hyperstate_distance(prior, 0, rows[0], 1, rows[1]) > found


def test_values_of_plans_differ_by_less_than_the_distance():
    rng = np.random.default_rng(2)
    prior, *_ = random_prior(rng, gamma=0.5)
    for _ in range(10):
        one = rng.integers(5, 60, prior.n_cells).astype(float)
        other = one + rng.integers(0, 6, prior.n_cells)
        gap = np.abs(alpha_values(prior, 0, one, 3) - alpha_values(prior, 0, other, 3)).max()
        assert 0 < gap <= hyperstate_distance(prior, 0, one, 0, other)


def test_caps_are_the_printed_formula():
    caps = count_caps(1.0, gamma=0.95, reward=100.0, n_states=2, n_observations=3)
    unit = 0.0025 / 760
    assert caps.moves == caps.seen == pytest.approx(4 / (unit * np.e * np.log(1 / 0.95)) - 1)
    small = count_caps(0.5, gamma=0.5, reward=1.0, n_states=2, n_observations=3)
    unit = 0.5 * 0.25 / 4
    steep = 4 / (unit * np.e * np.log(2)) - 1
    assert small == pytest.approx((max(steep, 2 * (1 + unit) / unit), 3 * (1 + unit) / unit))
    in_other_units = count_caps(500.0, gamma=0.5, reward=1000.0, n_states=2, n_observations=3)
    assert in_other_units == pytest.approx(small)


def test_projection_rounds_down_and_leaves_small_rows():
    rows = [0, 0, 1, 1]
    assert project_counts([30, 10, 2, 3], rows, 20) == pytest.approx([15, 5, 2, 3])
    assert project_counts([30, 10, 2, 3], rows, [50, 4]) == pytest.approx([30, 10, 1, 2])
    assert project_counts([6, 34], [0, 0], 20) == pytest.approx([3, 17]), "no dust of rounding"
    tenths = 0.7 * np.array([6.0, 2.0])
    assert project_counts(tenths, [0, 0], 4) == pytest.approx([3, 1]), "nor of fractions"
    with pytest.raises(ValueError, match="cap is too small"):
        project_counts([5, 5], [0, 0], 1)
    with pytest.raises(ValueError, match="all 0: 1"):
        project_counts([5, 5, 0, 0], rows, 3)


def test_large_caps_change_no_plan_and_small_ones_do():
    prior, *_ = random_prior(np.random.default_rng(4))
    counts = prior.counts[0]
    free = alpha_values(prior, 0, counts, 3)
    assert np.array_equal(alpha_values(prior, 0, counts, 3, caps=CountCaps(1e6, 1e6)), free)
    capped = alpha_values(prior, 0, counts, 3, caps=CountCaps(7.0, 7.0))
    assert 0 < np.abs(capped - free).max() < 1


def chain(gamma=0.9):
    """Action 0 stays; where action 1 leads is not known; being in state 1 pays."""
    seen = np.repeat(np.eye(2)[:, None], 2, axis=1)
    T = np.full((2, 2, 2), 0.5)
    T[:, 0] = np.eye(2)
    pomdp = POMDP(T, seen, [[0.3, 0.0], [1.0, 1.0]], gamma, [1.0, 0.0])
    return CountPrior.of(pomdp, phi=np.ones((2, 2, 2)), learn_moves=[[False, True]] * 2)


def test_the_tree_over_counts_is_the_look_ahead_with_a_perfect_sensor():
    prior = chain()
    tree = CountTree(prior)
    for horizon in (2, 3, 4):
        found = tree.values(0, np.ones(4), horizon)
        assert found == pytest.approx(lookahead(HyperBelief(prior), horizon - 1).values)
    assert tree.n_hyperstates < 60
    tree.values(0, np.ones(4), 12)
    assert tree.n_hyperstates < 4000, "not 4^12"


def test_the_value_of_trying_is_worked_out_by_hand():
    # a failed try lowers the chance of the next to 1/3, and it is given up
    given_up = max(0.3 + 0.9 * 0.3, 0.9 * (1 / 3 + 2 / 3 * 0.3))
    tried = 0.9 * (0.5 * (1 + 0.9) + 0.5 * given_up)
    stayed = 0.3 + 0.9 * max(0.57, 0.9 * (0.5 + 0.5 * 0.3))
    assert CountTree(chain()).values(0, np.ones(4), 3) == pytest.approx([stayed, tried])


def test_the_tree_needs_the_moves_of_a_finite_mdp_only():
    rng = np.random.default_rng(1)
    P, R = rng.dirichlet(np.ones(3), (3, 2)), rng.random((3, 2))
    pomdp = POMDP(P, np.ones((3, 2, 1)), R, 0.6, np.full(3, 1 / 3))
    tree = CountTree(CountPrior.of(pomdp))
    exact = value_iteration(MDP(P, R, 0.6)).values
    assert [tree.values(s, [], 60).max() for s in range(3)] == pytest.approx(exact, abs=1e-7)


def test_laws_are_drawn_from_their_dirichlet():
    prior = tiger_ear()
    rng = np.random.default_rng(0)
    drawn = np.array([sample_laws(prior, [8, 2, 1, 3], random_state=rng) for _ in range(4000)])
    assert drawn.mean(axis=0) == pytest.approx([0.8, 0.2, 0.25, 0.75], abs=0.01)
    assert drawn[:, 0].var() == pytest.approx(0.8 * 0.2 / 11, rel=0.1)
    assert np.allclose(drawn[:, :2].sum(axis=1), 1)


def test_posterior_sampling_finds_the_paying_state_and_counts_what_it_saw():
    prior = chain()
    laws = [0.1, 0.9, 0.5, 0.5]
    run = posterior_sampling(prior, prior.known(laws).world, n_steps=200, keep=5, random_state=0)
    assert run.states.shape == (201,)
    assert run.counts.sum() == 4 + (run.actions == 1).sum()
    assert run.rewards[-100:].mean() > 0.95
    ended = CountPrior.of(tiger(), ends=ENDS)
    doors = posterior_sampling(ended, ended.world, n_steps=50, random_state=0)
    assert (doors.rewards == 10).all(), "who sees the tiger opens the other door"


def test_posterior_sampling_expects_nothing_after_the_end():
    # action 1 would lead to a state that pays 10, but ends the episode
    T = np.zeros((2, 2, 2))
    T[0, 0, 0] = T[0, 1, 1] = T[1, :, 1] = 1
    pomdp = POMDP(T, np.ones((2, 2, 1)), [[1.0, 0.0], [10.0, 10.0]], 0.9, [1.0, 0.0])
    known = CountPrior.of(pomdp, ends=[[False, True], [False, False]])
    run = posterior_sampling(known, known.world, n_steps=20, random_state=0)
    assert (run.rewards == 1).all()
