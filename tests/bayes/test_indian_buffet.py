from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import chisquare, poisson

from mlcompanion.bayes import (
    expected_dishes,
    gibbs_sweep_prior,
    history_counts,
    left_ordered_form,
    log_prob_finite_beta_bernoulli,
    log_prob_ibp,
    sample_beta_process,
    sample_exchangeable_ibp,
    sample_finite_beta_bernoulli,
    sample_ibp,
    sample_ibp_histories,
    sample_ibp_stick_breaking,
    stick_breaking_weights,
)

matrices = arrays(bool, st.tuples(st.integers(1, 6), st.integers(1, 7)))


def class_of(counts):
    """A matrix of two rows with the given numbers of columns 01, 10 and 11."""
    columns = np.repeat([[0, 1], [1, 0], [1, 1]], counts, axis=0)
    return columns.reshape(-1, 2).T


@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 1.0), (2.0, 1.0), (1.5, 0.4), (1.0, 5.0)])
def test_classes_have_total_probability_one(alpha, beta):
    classes = product(range(16), repeat=3)
    total = sum(np.exp(log_prob_ibp(class_of(c), alpha, beta)) for c in classes)
    assert total == pytest.approx(1, abs=1e-10)


@settings(max_examples=50, deadline=None)
@given(matrices, st.integers(0, 10**6))
def test_rows_and_columns_are_exchangeable(Z, seed):
    rng = np.random.default_rng(seed)
    shuffled = Z[rng.permutation(len(Z))][:, rng.permutation(Z.shape[1])]
    assert log_prob_ibp(Z, 1.3) == pytest.approx(log_prob_ibp(shuffled, 1.3))


def test_ordered_law_depends_on_the_order_of_rows():
    Z = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 1]])
    values = [
        log_prob_ibp(Z[list(p)], 1.0, ordered=True) for p in ((0, 1, 2), (2, 1, 0), (1, 0, 2))
    ]
    assert np.ptp(values) > 0.1


@settings(max_examples=50, deadline=None)
@given(matrices)
def test_left_ordered_form_is_canonical(Z):
    form = left_ordered_form(Z)
    codes = [int("".join("01"[int(b)] for b in column), 2) for column in form.T]
    assert codes == sorted(codes, reverse=True)
    assert sorted(map(tuple, form.T)) == sorted(map(tuple, Z.T))
    assert np.array_equal(left_ordered_form(form), form)


def test_left_ordered_form_is_exact_beyond_53_rows():
    Z = np.zeros((80, 2), dtype=bool)
    Z[0] = Z[79, 1] = True
    assert left_ordered_form(Z)[79].tolist() == [True, False]


def test_history_counts_group_equal_columns():
    histories, counts = history_counts([[1, 0, 1, 0], [0, 1, 0, 0]])
    assert dict(zip(map(tuple, histories.tolist()), counts)) == {(True, False): 2, (False, True): 1}
    assert history_counts(np.zeros((2, 3)))[1].size == 0


CONSTRUCTIONS = {
    "buffet": lambda rng: sample_ibp(3, 1.5, random_state=rng),
    "exchangeable": lambda rng: sample_exchangeable_ibp(3, 1.5, random_state=rng),
    "histories": lambda rng: sample_ibp_histories(3, 1.5, random_state=rng),
    "sticks": lambda rng: sample_ibp_stick_breaking(3, 1.5, random_state=rng),
    "finite": lambda rng: sample_finite_beta_bernoulli(3, 1500, 1.5, random_state=rng),
    "atoms": lambda rng: (lambda p: rng.random((3, p.size)) < p)(
        sample_beta_process(1.5, 1.0, 1e-4, random_state=rng)
    ),
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_every_construction_has_the_poisson_histories(name):
    rng = np.random.default_rng(1)
    draws = 6000
    totals = np.zeros(8)
    squares = np.zeros(8)
    for _ in range(draws):
        codes = (CONSTRUCTIONS[name](rng).T @ [4, 2, 1]).astype(int)
        counts = np.bincount(codes, minlength=8)
        totals += counts
        squares += counts**2
    rate = 1.5 * np.array([1 / 3, 1 / 3, 1 / 6, 1 / 3, 1 / 6, 1 / 6, 1 / 3])
    mean = totals[1:] / draws
    variance = squares[1:] / draws - (totals[1:] / draws) ** 2
    assert np.all(abs(mean - rate) < 4 * np.sqrt(rate / draws) + 1.5e-3)
    assert np.allclose(variance, rate, rtol=0.15)


@pytest.mark.parametrize(("beta", "epsilon"), [(0.3, 0.01), (1.0, 0.2), (4.0, 0.05), (2.0, 0.7)])
def test_beta_process_has_its_intensity(beta, epsilon):
    from scipy.integrate import quad

    rng = np.random.default_rng(2)
    atoms = [sample_beta_process(2.0, beta, epsilon, random_state=rng) for _ in range(4000)]
    for low, high in ((epsilon, (1 + epsilon) / 2), ((1 + epsilon) / 2, 1)):
        rate = quad(lambda p: 2 * beta / p * (1 - p) ** (beta - 1), low, high)[0]
        counts = [np.sum((a >= low) & (a < high)) for a in atoms]
        assert abs(np.mean(counts) - rate) < 4.5 * np.sqrt(rate / 4000)


@pytest.mark.parametrize("beta", [0.2, 1.0, 5.0])
def test_number_of_dishes_is_poisson_and_ink_does_not_depend_on_beta(beta):
    rng = np.random.default_rng(3)
    draws = [sample_ibp(20, 3.0, beta, random_state=rng) for _ in range(2000)]
    dishes = [Z.shape[1] for Z in draws]
    ones = [Z.sum() for Z in draws]
    mean = expected_dishes(20, 3.0, beta)
    assert abs(np.mean(dishes) - mean) < 4 * np.sqrt(mean / 2000)
    assert np.var(dishes) / mean == pytest.approx(1, abs=0.15)
    assert abs(np.mean(ones) - 60) < 4 * np.std(ones) / np.sqrt(2000)
    rows = np.concatenate([Z.sum(axis=1)[[0, 9, 19]] for Z in draws])
    values = np.arange(9)
    seen = np.bincount(np.minimum(rows, 8), minlength=9)
    expected = np.append(poisson.pmf(values[:-1], 3), poisson.sf(7, 3)) * len(rows)
    assert chisquare(seen, expected).pvalue > 1e-4


def test_finite_model_is_a_distribution_and_tends_to_the_buffet():
    every = [np.array(bits).reshape(2, 3) for bits in product((0, 1), repeat=6)]
    assert sum(np.exp(log_prob_finite_beta_bernoulli(Z, 1.3)) for Z in every) == pytest.approx(1)
    Z = np.array([[1, 0], [1, 1]])
    gaps = []
    for k in (20, 200, 2000):
        padded = np.hstack([Z, np.zeros((2, k - 2))])
        arrangements = np.log(k) + np.log(k - 1)
        limit = log_prob_finite_beta_bernoulli(padded, 1.3) + arrangements
        gaps.append(abs(limit - log_prob_ibp(Z, 1.3)))
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2]


def test_sticks_decrease_with_the_stated_means():
    rng = np.random.default_rng(4)
    sticks = np.array([stick_breaking_weights(2.0, 6, random_state=rng) for _ in range(8000)])
    assert np.all(np.diff(sticks, axis=1) <= 0)
    assert np.allclose(sticks.mean(axis=0), (2 / 3) ** np.arange(1, 7), atol=0.012)


def test_prior_gibbs_leaves_the_prior_alone():
    rng = np.random.default_rng(5)
    sweeps = 6000
    Z = np.ones((6, 1), dtype=bool)
    sizes = []
    ones = []
    for _ in range(sweeps):
        Z = gibbs_sweep_prior(Z, 2.0, random_state=rng)
        sizes.append(Z.shape[1])
        ones.append(Z.sum())
    assert Z.any(axis=0).all()
    batches = np.array(sizes).reshape(30, -1).mean(axis=1)
    assert abs(batches.mean() - expected_dishes(6, 2.0)) < 4 * batches.std() / np.sqrt(30)
    batches = np.array(ones).reshape(30, -1).mean(axis=1)
    assert abs(batches.mean() - 12) < 4 * batches.std() / np.sqrt(30)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: sample_ibp(0, 1.0), "n must"),
        (lambda: sample_ibp(3, 0.0), "alpha"),
        (lambda: sample_ibp(3, 1.0, beta=-1.0), "beta"),
        (lambda: sample_ibp_histories(16, 1.0), "n must be between"),
        (lambda: sample_finite_beta_bernoulli(3, 0, 1.0), "n_features"),
        (lambda: sample_beta_process(1.0, 1.0, 1.0), "epsilon"),
        (lambda: stick_breaking_weights(1.0, 0), "n_sticks"),
        (lambda: log_prob_ibp([[0, 2]], 1.0), "Z must hold only"),
        (lambda: log_prob_ibp([0, 1], 1.0), "Z must have 2"),
        (lambda: log_prob_ibp([[0, np.nan]], 1.0), "Z contains NaN"),
        (lambda: left_ordered_form(np.zeros((0, 2))), "Z needs at least"),
        (lambda: log_prob_finite_beta_bernoulli(np.zeros((2, 0)), 1.0), "Z needs at least one"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
