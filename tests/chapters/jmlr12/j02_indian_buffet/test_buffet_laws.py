"""The batch draws against the package's samplers, and tests that notice a wrong law."""

import numpy as np
import pytest

from mlcompanion.bayes import (
    expected_dishes,
    sample_finite_beta_bernoulli,
    sample_ibp,
    sample_ibp_stick_breaking,
)
from mlcompanion_chapters.jmlr12.j02_indian_buffet.buffet_laws import (
    class_p_values,
    column_directions,
    draw_buffets,
    finite_distance,
    finite_histories,
    five_constructions,
    order_dependence,
    poisson_p_value,
    same_piece,
    same_table,
    standard_errors,
    stick_histories,
    total_probability,
)


@pytest.mark.parametrize("beta", [0.3, 1.0, 4.0])
def test_many_buffets_are_like_single_ones(beta):
    many = draw_buffets(7, 2.5, beta, repeats=4000, random_state=0)
    rng = np.random.default_rng(1)
    single = [sample_ibp(7, 2.5, beta, random_state=rng) for _ in range(2000)]
    assert abs(standard_errors(many.features, expected_dishes(7, 2.5, beta))) < 4
    for i in range(7):
        assert abs(standard_errors(many.rows[:, i], 2.5)) < 4
    ones = np.array([Z.sum() for Z in single])
    assert many.rows.sum(axis=1).std() == pytest.approx(ones.std(), rel=0.08)


def test_poisson_law_is_accepted_and_others_are_not():
    rng = np.random.default_rng(0)
    for mean in (0.5, 2.0, 40.0):
        assert poisson_p_value(rng.poisson(mean, 5000), mean) > 1e-3
        assert poisson_p_value(rng.poisson(1.1 * mean, 20_000), mean) < 1e-3
    assert poisson_p_value(rng.binomial(20, 0.1, 20_000), 2.0) < 1e-3


@pytest.mark.parametrize(
    ("many", "single"),
    [
        (finite_histories, lambda rng: sample_finite_beta_bernoulli(3, 40, 1.5, random_state=rng)),
        (stick_histories, lambda rng: sample_ibp_stick_breaking(3, 1.5, 40, random_state=rng)),
    ],
)
def test_many_histories_are_those_of_single_matrices(many, single):
    counts = many(40, 1.5, repeats=3000, random_state=0)
    rng = np.random.default_rng(1)
    plain = [single(rng) for _ in range(3000)]
    plain = np.array([np.bincount([4, 2, 1] @ Z, minlength=8)[1:] for Z in plain])
    error = np.sqrt((counts.var(axis=0) + plain.var(axis=0)) / 3000)
    assert np.all(abs(counts.mean(axis=0) - plain.mean(axis=0)) < 4 * error)


def test_five_constructions_pass_and_a_wrong_one_does_not():
    drawn = five_constructions(1.5, n_features=1000, repeats=2000, random_state=0)
    assert len(drawn) == 5
    assert min(class_p_values(drawn, 1.5).values()) > 1e-3
    coarse = {"finite": finite_histories(5, 1.5, repeats=2000, random_state=0)}
    assert class_p_values(coarse, 1.5)["finite"] < 1e-3


def test_total_probability_is_one_once_enough_classes_are_summed():
    assert total_probability(0.7, 9) == pytest.approx(1, abs=1e-7)
    assert total_probability(0.7, 1) < 0.95


def test_only_the_ordered_law_depends_on_the_order():
    changes = order_dependence(5, 2.0, matrices=20, shuffles=10, random_state=0)
    assert changes[:, 0].max() < 1e-9
    assert np.mean(changes[:, 1] > 0.01) > 0.5


def test_finite_distance_by_simulation():
    rng = np.random.default_rng(0)
    used = [sample_finite_beta_bernoulli(4, 6, 2.0, random_state=rng).any(axis=0).sum()
            for _ in range(20_000)]  # fmt: skip
    limit = rng.poisson(expected_dishes(4, 2.0), 20_000)
    counts = [np.bincount(v, minlength=30) / 20_000 for v in (used, limit)]
    seen = np.abs(counts[0] - counts[1]).sum() / 2
    assert finite_distance(4, 2.0, 6) == pytest.approx(seen, abs=0.02)
    assert finite_distance(20, 2.0, 100) == pytest.approx(0.0426, abs=2e-4)


def test_directions():
    assert column_directions([np.array([[1, 0], [0, 1]])]) == (1.0, 0.0)
    assert column_directions([np.array([[0, 1], [1, 0]]), np.ones((2, 1), dtype=int)]) == (0.5, 1.0)


def test_stick_and_restaurant():
    assert same_table(3.0, repeats=4000, random_state=0) == pytest.approx(0.25, abs=0.03)
    assert same_piece(1, 3, repeats=4000, random_state=0) == pytest.approx(0.25, abs=0.02)
    assert same_piece(3, 1, repeats=4000, random_state=0) == pytest.approx(4 / 6, abs=0.02)
