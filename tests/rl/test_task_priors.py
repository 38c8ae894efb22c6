"""Follow and RockSample as learned: tied laws, and a look ahead against plain recursion."""

import numpy as np
import pytest
from rl.hyper_models import tiger_ear

from mlcompanion.rl.bayes_adaptive import (
    HyperBelief,
    exact_filter,
    follow_prior,
    lookahead,
    most_probable,
    rock_prior,
    simulate,
    weighted_distance,
)
from mlcompanion.rl.environments import FOLLOW_HABITS, RockSample, follow


def rover_prior(n_vectors=1, **settings):
    rover = RockSample(**settings)
    right = np.random.default_rng(0).uniform(0.5, 0.9, (n_vectors, len(rover.distances)))
    return rover, rock_prior(rover, 8 * np.stack([right, 1 - right], axis=-1))


def plain_value(belief, depth, rule):
    """Algorithm 3 word for word, through the public steps of a belief."""
    world = belief.prior.world
    if depth == 0:
        return (belief.weights @ world.R[belief.states]).max()
    return plain_values(belief, depth, rule).max()


def plain_values(belief, depth, rule):
    world = belief.prior.world
    values = belief.weights @ world.R[belief.states]
    for action in range(world.n_actions):
        for seen, p in enumerate(belief.predictive(action)):
            if p > 0:
                after = belief.update(action, seen, filter=rule)
                values[action] += world.gamma * p * plain_value(after, depth - 1, rule)
    return values


def after_steps(prior, steps, rule):
    belief = HyperBelief(prior)
    for action, seen in steps:
        belief = belief.update(action, seen, filter=rule)
    return belief


@pytest.mark.parametrize("rule", [exact_filter(), most_probable(6), weighted_distance(6)])
def test_the_search_is_the_algorithm_word_for_word(rule):
    followed = after_steps(follow_prior(), [(0, 1), (1, 5), (2, 2)], rule)
    np.testing.assert_allclose(
        lookahead(followed, 1, rule).values, plain_values(followed, 1, rule), rtol=1e-12
    )
    _, prior = rover_prior(2)
    checked = after_steps(prior, [(5, 0), (1, 0), (6, 1)], rule)
    np.testing.assert_allclose(
        lookahead(checked, 2, rule).values, plain_values(checked, 2, rule), rtol=1e-12, atol=1e-13
    )
    heard = after_steps(tiger_ear(), [(0, 0), (0, 1), (0, 0)], rule)
    np.testing.assert_allclose(
        lookahead(heard, 3, rule).values, plain_values(heard, 3, rule), rtol=1e-12
    )


def test_steps_of_a_person_are_counted_wherever_made():
    prior = follow_prior()
    assert prior.laws_in(follow()) == pytest.approx(np.ravel(FOLLOW_HABITS))
    # seen to the north, then again: one of many ways is two steps north of either person
    belief = after_steps(prior, [(0, 1), (1, 1)], exact_filter())
    assert belief.counts.sum(axis=1) == pytest.approx(np.full(len(belief), 22))
    first = belief.counts[:, :5].sum(axis=1) - 10
    person = belief.states // 25
    assert (first == np.where(person == 0, 2, 0)).all(), "only the one who is there is counted"
    assert (belief.counts[:, 1] == 5).any()


def test_a_lost_person_may_have_gone_any_way():
    prior = follow_prior()
    belief = after_steps(prior, [(3, 1), (3, 6)], exact_filter())
    assert set(belief.states) == {50, 51}
    assert len({tuple(row) for row in belief.counts}) > 2


def test_readings_at_one_distance_are_counted_together():
    rover, prior = rover_prior()
    place, right = rover.sensor_table()
    assert prior.n_cells == 2 * len(rover.distances)
    np.testing.assert_allclose(
        prior.laws_in(rover.world())[::2], (1 + 2 ** (-rover.distances / 20)) / 2
    )
    belief = after_steps(prior, [(5, 0), (6, 0), (5, 1)], exact_filter())
    added = belief.counts - prior.counts
    start = 3 * 4
    for state, counted in zip(belief.states, added):
        expected = np.zeros(prior.n_cells)
        for rock, seen in ((0, 0), (1, 0), (0, 1)):
            wrong = seen != right[state, rock]
            expected[2 * place[start, rock] + wrong] += 1
        np.testing.assert_allclose(counted, expected, atol=1e-12)
    likely = belief.weights / belief.weights.sum()
    means = prior.means
    for weight, state in zip(likely, belief.states):
        near, far = 2 * place[start]
        good = right[state] == 0
        # one good and one bad reading of the first rock: equally likely whatever it is
        by_hand = means[far] if good[1] else means[far + 1]
        assert weight == pytest.approx(by_hand / 2)
        assert near != far


def test_a_thousand_readings_find_the_sensor():
    rover, prior = rover_prior(accuracy=[0.9, 0.85, 0.8, 0.75, 0.7, 0.65])
    run = simulate(
        prior, rover.world(), filter=most_probable(16), depth=1, n_episodes=60,
        max_steps=20, random_state=0,
    )  # fmt: skip
    assert run.model_error[-1] < 0.5 * run.model_error[0]
    assert run.belief_error.min() >= 0


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: follow_prior(counts=[[1, 1, 1, 1, 0]] * 2), "counts"),
        (lambda: follow_prior(counts=[[1] * 5]), "counts"),
        (lambda: follow_prior(RockSample().world()), "world"),
        (lambda: rock_prior(RockSample(), [[1, 2]] * 5), "counts"),
        (lambda: rock_prior(RockSample(), [[1, 0]] * 6), "counts"),
        (lambda: rock_prior(RockSample(), np.ones((2, 6, 2)), weights=[0.5, 0.6]), "weights"),
    ],
)
def test_counts_that_are_none(call, name):
    with pytest.raises(ValueError, match=name):
        call()
