"""Beliefs over hyperstates, against listing every history; filters against plain greedy code."""

from functools import cache

import numpy as np
import pytest
from rl.hyper_models import (
    ENDS,
    dense_means,
    listed_belief,
    random_prior,
    tiger_ear,
    value_by_listing,
)

from mlcompanion.rl import POMDP, EpisodicPOMDP
from mlcompanion.rl.bayes_adaptive import (
    CountPrior,
    HyperBelief,
    alpha_values,
    exact_filter,
    hyperstate_distance,
    lookahead,
    monte_carlo,
    most_probable,
    simulate,
    weighted_distance,
)
from mlcompanion.rl.environments import tiger


def as_dictionary(belief):
    return {
        (int(s), *c.tolist()): w for s, c, w in zip(belief.states, belief.counts, belief.weights)
    }


@pytest.mark.parametrize(("shape", "steps"), [((2, 2, 2), 6), ((3, 1, 2), 4), ((2, 1, 3), 5)])
@pytest.mark.parametrize("integer", [True, False])
def test_the_update_is_bayes_rule_over_all_histories(shape, steps, integer):
    rng = np.random.default_rng(3)
    prior, phi, psi = random_prior(rng, shape, integer=integer)
    belief = HyperBelief(prior)
    actions = rng.integers(shape[1], size=steps)
    seen = rng.integers(shape[2], size=steps)
    for a, z in zip(actions, seen):
        belief = belief.update(a, z)
    listed = listed_belief(prior.world.b0, (phi, psi), actions, seen)
    found = {(key[0], *np.round(key[1:], 6)): w for key, w in as_dictionary(belief).items()}
    assert len(found) == len(belief) == len(listed), "equal hyperstates are merged"
    for key, weight in listed.items():
        assert found[(key[0], *np.round(key[1:], 6))] == pytest.approx(weight, rel=1e-9)


def test_a_sound_moves_belief_and_ear_together():
    heard = HyperBelief(tiger_ear()).update(0, 0)
    assert heard.marginal() == pytest.approx([5 / 8, 3 / 8])
    assert heard.predictive(0).sum() == pytest.approx(1)
    assert heard.means() == pytest.approx(
        [5 / 8 * 6 / 9 + 3 / 8 * 5 / 8, 5 / 8 * 3 / 9 + 3 / 8 * 3 / 8, 
         5 / 8 * 3 / 8 + 3 / 8 * 4 / 9, 5 / 8 * 5 / 8 + 3 / 8 * 5 / 9]
    )  # fmt: skip
    assert HyperBelief(tiger_ear()).model_error([0.85, 0.15, 0.15, 0.85]) == pytest.approx(0.9)


def test_an_opened_door_ends_the_episode_and_keeps_the_counts():
    belief = HyperBelief(tiger_ear()).update(0, 0).update(0, 1)
    assert belief.predictive(1).sum() == 0
    with pytest.raises(ValueError, match="observation 0 is impossible"):
        belief.update(1, 0)
    anew = belief.next_episode()
    assert anew.marginal() == pytest.approx([0.5, 0.5])
    assert anew.means() == pytest.approx(belief.means())
    assert len(belief) == 2
    assert len(anew) == 4, "two tables of counts, each with both doors"


@pytest.mark.parametrize(("shape", "horizon"), [((2, 2, 2), 3), ((3, 2, 2), 2), ((2, 3, 3), 2)])
def test_the_look_ahead_is_the_best_plan(shape, horizon):
    prior, _, _ = random_prior(np.random.default_rng(horizon), shape)
    belief = HyperBelief(prior)
    decision = lookahead(belief, horizon - 1)
    listed = value_by_listing(as_dictionary_of_prior(prior, shape), prior.world,
                              dense_means(shape), horizon)  # fmt: skip
    plans = [
        w * alpha_values(prior, s, c, horizon)
        for s, c, w in zip(belief.states, belief.counts, belief.weights)
    ]
    assert decision.values.max() == pytest.approx(listed, abs=1e-12)
    assert np.sum(plans, axis=0).max() == pytest.approx(listed, abs=1e-12)
    full = shape[1] * shape[2]
    assert decision.n_updates == sum(full**d for d in range(1, horizon))


def as_dictionary_of_prior(prior, shape):
    """The first belief, with the counts as tables in a row: moves, then observations."""
    n = shape[0] * shape[1] * shape[0]
    counts = prior.counts[0]
    assert len(counts) == n + shape[0] * shape[1] * shape[2]
    return {(s, *counts.tolist()): w for s, w in enumerate(prior.world.b0)}


@pytest.mark.parametrize(
    "rule", [exact_filter(), most_probable(5), monte_carlo(9, as_printed=True)]
)
def test_tracking_is_one_update_after_another(rule):
    prior, *_ = random_prior(np.random.default_rng(6))
    steps = np.random.default_rng(7).integers(2, size=(2, 8))
    track = HyperBelief(prior).track(*steps, filter=rule, random_state=3)
    belief, rng = HyperBelief(prior), np.random.default_rng(3)
    for t, (a, z) in enumerate(steps.T):
        assert track.chances[t] == pytest.approx(belief.predictive(a)[z])
        belief = belief.update(a, z, filter=rule, random_state=rng)
        assert track.states[t] == pytest.approx(belief.marginal())
    assert as_dictionary(track.belief) == as_dictionary(belief)
    with pytest.raises(
        ValueError, match="observations are impossible under the belief from step 1"
    ):
        HyperBelief(tiger_ear()).track([0, 1, 0], [0, 0, 0])


def test_most_probable_keeps_the_heaviest():
    belief = HyperBelief(random_prior(np.random.default_rng(0), (3, 2, 2))[0])
    for a, z in [(0, 1), (1, 0), (0, 0)]:
        belief = belief.update(a, z)
    full = as_dictionary(belief.update(1, 1))
    kept = as_dictionary(belief.update(1, 1, filter=most_probable(7)))
    best = sorted(full, key=full.get, reverse=True)[:7]
    total = sum(full[key] for key in best)
    assert kept == {key: pytest.approx(full[key] / total) for key in best}


@pytest.mark.parametrize(("shape", "K"), [((2, 2, 2), 6), ((2, 2, 2), 20), ((2, 1, 3), 12)])
@pytest.mark.parametrize("seed", [1, 2])
def test_weighted_distance_is_algorithm_2(shape, K, seed):
    prior = random_prior(np.random.default_rng(seed), shape)[0]
    belief = HyperBelief(prior)
    last = shape[1] - 1
    for a, z in [(0, 1), (last, 0), (0, 0), (last, 1), (0, 1)]:
        belief = belief.update(a, z)
    full = as_dictionary(belief.update(last, 1))
    kept = as_dictionary(belief.update(last, 1, filter=weighted_distance(K)))
    assert len(full) > 1.4 * K

    @cache
    def apart(one, other):
        return hyperstate_distance(prior, one[0], one[1:], other[0], other[1:])

    chosen = [max(full, key=full.get)]
    while len(chosen) < K:
        chosen.append(max(full, key=lambda key: full[key] * min(apart(key, c) for c in chosen)))
    assert set(kept) == set(chosen)
    assert sum(kept.values()) == pytest.approx(1)


def test_monte_carlo_draws_from_the_exact_belief_and_as_printed_does_not():
    belief = HyperBelief(tiger_ear())
    right = belief.update(0, 0, filter=monte_carlo(40_000), random_state=0).marginal()
    printed = belief.update(0, 0, filter=monte_carlo(40_000, as_printed=True), random_state=0)
    assert right[0] == pytest.approx(5 / 8, abs=0.01)
    assert printed.marginal()[0] == pytest.approx(1 / 2, abs=0.01)


def test_tied_laws_are_learned_from_either_state():
    world = EpisodicPOMDP.of(tiger(), ends=ENDS)
    seen = np.full((2, 3, 2), -1)
    seen[0, 0] = [0, 1]
    seen[1, 0] = [1, 0]
    prior = CountPrior(world, [5.0, 3.0], [0, 0], seen_cells=seen)
    belief = HyperBelief(prior).update(0, 0).update(0, 0)
    assert as_dictionary(belief) == {
        (0, 7.0, 3.0): pytest.approx(30 / 42),
        (1, 5.0, 5.0): pytest.approx(12 / 42),
    }


def test_hypotheses_whose_counts_meet_are_merged():
    world = EpisodicPOMDP.of(tiger(), ends=ENDS)
    seen = np.full((2, 3, 2), -1)
    seen[:, 0] = [0, 1]
    prior = CountPrior(world, [[1, 2], [2, 1]], [0, 0], seen_cells=seen, weights=[0.5, 0.5])
    belief = HyperBelief(prior).update(0, 0).update(0, 1)
    assert len(belief) == 4
    prior = CountPrior(world, [[1, 2], [1, 3]], [0, 0], seen_cells=seen)
    assert len(HyperBelief(prior).update(0, 0)) == 4
    prior = CountPrior(world, [[1, 2], [1, 2]], [0, 0], seen_cells=seen)
    assert len(HyperBelief(prior).update(0, 0)) == 2


def test_an_agent_that_knows_the_model_believes_what_is_right():
    ear = tiger_ear()
    known = ear.known(ear.laws_in(tiger()))
    run = simulate(known, known.world, depth=3, n_episodes=300, random_state=0)
    assert run.belief_error.max() == 0
    assert (run.model_error == 0).all()
    assert run.n_lost == 0
    # a door is opened at a lead of two sounds; then it is the wrong one in 1 / (1 + (17 / 3)^2)
    p, q = 0.85**2, 0.15**2
    wrong = q / (p + q)
    pays, rate = 10 * (1 - wrong) - 100 * wrong, 0.95**2
    value = (-1 - 0.95 + rate * (p + q) * pays) / (1 - rate * (1 - p - q))
    assert run.returns.mean() == pytest.approx(value, abs=4 * run.returns.std() / 300**0.5)


def test_learning_lowers_the_error_of_the_model():
    ear = tiger_ear()
    world = ear.known(ear.laws_in(tiger())).world
    runs = [
        simulate(ear, world, filter=most_probable(8), n_episodes=60, random_state=seed)
        for seed in range(5)
    ]
    assert all(run.model_error[0] == pytest.approx(0.9) for run in runs)
    assert np.mean([run.model_error[-1] for run in runs]) < 0.45


def test_runs_repeat_with_their_seed_and_rewards_have_no_unit():
    ear, large = tiger_ear(), tiger_ear(listen=-1e6, treasure=1e7, mauled=-1e8)
    laws = ear.laws_in(tiger())
    for rule in (most_probable(4), weighted_distance(4), monte_carlo(16), exact_filter()):
        run, again, other = (
            simulate(agent, agent.known(laws).world, filter=rule, n_episodes=6, random_state=1)
            for agent in (ear, ear, large)
        )
        assert np.array_equal(run.returns, again.returns)
        assert other.returns == pytest.approx(1e6 * run.returns)
        assert np.array_equal(other.n_steps, run.n_steps)


@pytest.mark.parametrize("unit", [1e-15, 1e-9, 1e12])
def test_small_rewards_are_no_equal_ones(unit):
    ear = tiger_ear(listen=-unit, treasure=10 * unit, mauled=-100 * unit)
    chosen = [lookahead(HyperBelief(ear), 2, random_state=seed).action for seed in range(8)]
    assert chosen == [0] * 8
    usual, truth = tiger_ear(), [0.85, 0.15, 0.15, 0.85]
    options = {"filter": most_probable(20), "depth": 2, "n_episodes": 9, "random_state": 0}
    earned, plain = (
        simulate(prior, prior.known(truth).world, **options).returns for prior in (ear, usual)
    )
    np.testing.assert_allclose(earned / unit, plain, rtol=1e-9)


def test_a_belief_that_lost_the_state_finds_it_again_and_keeps_its_counts():
    # two rooms that announce themselves with certainty, and a filter that keeps one hypothesis
    pomdp = POMDP(np.full((2, 1, 2), 0.5), np.eye(2)[:, None], [[0.0], [1.0]], 0.5, [1.0, 0.0])
    world = EpisodicPOMDP.of(pomdp)
    agent = EpisodicPOMDP(world.start, world.to, [1, 0, 0, 1], pomdp.O, pomdp.R, 0.5, pomdp.b0)
    run = simulate(CountPrior(agent, [], []), world, depth=1, max_steps=40, random_state=0)
    assert run.n_lost > 100
    assert run.belief_error.max() <= 1e-12


@pytest.mark.parametrize("n", [1, 2, 3, 10, 10_000])
def test_more_room_than_hyperstates_changes_nothing(n):
    belief = HyperBelief(tiger_ear()).update(0, 0)
    exact = as_dictionary(belief.update(0, 1))
    if n >= len(exact):
        for rule in (most_probable(n), weighted_distance(n)):
            assert as_dictionary(belief.update(0, 1, filter=rule)) == exact
    else:
        assert len(belief.update(0, 1, filter=most_probable(n))) == n


def test_bad_tables_are_refused_by_name():
    world = EpisodicPOMDP.of(tiger())
    seen = np.full((2, 3, 2), -1)
    seen[:, 0] = [0, 1]
    with pytest.raises(ValueError, match="counts"):
        CountPrior(world, [0.0, 1.0], [0, 0], seen_cells=seen)
    with pytest.raises(ValueError, match="rows must number the laws"):
        CountPrior(world, [1.0, 1.0], [1, 1], seen_cells=seen)
    with pytest.raises(ValueError, match="seen_cells must take the outcomes of a law from one row"):
        CountPrior(world, [1.0, 1.0], [0, 1], seen_cells=seen)
    seen[0, 0, 1] = -1
    with pytest.raises(ValueError, match="seen_cells must mark all outcomes"):
        CountPrior(world, [1.0, 1.0], [0, 0], seen_cells=seen)
    psi = np.ones((2, 3, 2))
    psi[1, 2] = 0
    with pytest.raises(ValueError, match=r"psi has a row of counts that is all 0: \[1, 2\]"):
        CountPrior.of(tiger(), psi=psi)
    with pytest.raises(ValueError, match="learn_seen needs prior counts"):
        CountPrior.of(tiger(), learn_seen=np.ones((2, 3), dtype=bool))
    with pytest.raises(ValueError, match="laws must sum to 1"):
        tiger_ear().known([0.5, 0.6, 0.5, 0.5])
    with pytest.raises(ValueError, match="branches of the prior"):
        simulate(tiger_ear(), EpisodicPOMDP.of(POMDP(np.full((2, 3, 2), 0.5), tiger().O,
                 tiger().R, 0.95, [0.5, 0.5])))  # fmt: skip
    for depth in (0, 1.5):
        with pytest.raises(ValueError, match="depth"):
            lookahead(HyperBelief(tiger_ear()), depth)
    for make in (most_probable, weighted_distance, monte_carlo):
        with pytest.raises(ValueError, match="K must be at least 1"):
            make(0)


def test_a_world_of_branches_is_checked():
    good = EpisodicPOMDP.of(tiger(), ends=ENDS)
    assert np.array_equal(good.dense().T, tiger().T)
    rest = (good.O, good.R, good.gamma, good.b0)
    with pytest.raises(ValueError, match="prob must sum to 1"):
        EpisodicPOMDP(good.start, good.to, good.prob * 0.9, *rest)
    with pytest.raises(ValueError, match="start must rise"):
        EpisodicPOMDP(good.start[::-1], good.to, good.prob, *rest)
    with pytest.raises(ValueError, match="to must hold values"):
        EpisodicPOMDP(good.start, good.to + 5, good.prob, *rest)


def test_what_a_belief_shows_cannot_be_written():
    belief = HyperBelief(tiger_ear())
    for shown in (belief.states, belief.counts, belief.weights):
        with pytest.raises(ValueError, match="read-only"):
            shown[0] = 0
    lookahead(belief, 1, random_state=0)
