"""Exact posteriors and measures of chains, against direct computations."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from mlcompanion.bayes import expected_dishes, gibbs_sweep, log_marginal_likelihood, log_prob_ibp
from mlcompanion_chapters.jmlr12.j02_indian_buffet.buffet_chains import (
    Moments,
    chain_moments,
    column_moments,
    exclusive_or_move,
    likelihood_gaps,
    objects_missed,
    one_visit,
    picture_weights,
    prior_moments,
    settling_time,
    small_posterior,
    update_drift,
    wrong_entries,
)

X = np.array([[1.0], [1.4]])
SCALES = {"alpha": 0.7, "sigma_x": 0.8, "sigma_a": 1.0}


def test_small_posterior_is_that_of_equations_14_and_26():
    total = 0.0
    moments = np.zeros(4)
    types = np.array([[0, 1], [1, 0], [1, 1]])
    for k in range(13):
        for chosen in combinations_with_replacement(range(3), k):
            if max(chosen.count(t) for t in range(3)) <= 4:
                Z = types[list(chosen)].T.astype(bool).reshape(2, k)
                weight = np.exp(log_prob_ibp(Z, 0.7) + log_marginal_likelihood(X, Z, 0.8, 1.0))
                total = total + weight
                moments = moments + weight * np.array(column_moments(Z))
    exact, edge = small_posterior(X, **SCALES, most=4)
    assert exact == pytest.approx(Moments(*(moments / total)))
    assert 0 < edge < 0.01


def test_a_chain_has_the_exact_moments():
    rng = np.random.default_rng(3)
    chains = np.array([
        chain_moments(X, **SCALES, most=4, drop=20, keep=400, random_state=rng) for _ in range(30)
    ])  # fmt: skip
    exact, _ = small_posterior(X, **SCALES, most=4)
    error = chains.std(axis=0, ddof=1) / np.sqrt(30)
    assert np.all(abs(chains.mean(axis=0) - exact) < 4 * error)


def test_exclusive_or_moves_leave_the_posterior_alone():
    rng = np.random.default_rng(5)
    chains = []
    for _ in range(20):
        Z = np.ones((2, 2), dtype=bool)
        total = np.zeros(4)
        for _ in range(200):
            for _ in range(2):
                Z = exclusive_or_move(X, Z, 0.8, 1.0, random_state=rng)
            Z = gibbs_sweep(X, Z, 0.7, 0.8, 1.0, random_state=rng)
            total += column_moments(Z)
        chains.append(total / 200)
    exact, _ = small_posterior(X, **SCALES, most=4)
    error = np.std(chains, axis=0, ddof=1) / np.sqrt(20)
    assert np.all(abs(np.mean(chains, axis=0) - exact) < 4 * error)


@pytest.mark.parametrize("start", ["empty", "crowded"])
def test_chains_without_data_forget_their_start(start):
    rng = np.random.default_rng(0)
    chains = np.array([prior_moments(6, 2.0, start, random_state=rng) for _ in range(20)])
    law = (expected_dishes(6, 2.0), 12, 2.0, 1.0)
    error = chains.std(axis=0, ddof=1) / np.sqrt(20)
    assert np.all(abs(chains.mean(axis=0) - law) < 4 * error)


def test_a_visit_that_keeps_own_features_leaves_the_law_alone():
    data = np.array([[1.5], [1.2], [2.0]])
    exact, kept, dropped = one_visit(data, (1, 0), alpha=1.0, sigma_x=0.5, sigma_a=1.0)
    assert kept == pytest.approx(exact, abs=1e-12)
    assert dropped - exact > 0.1


def test_likelihood_and_updates():
    assert max(likelihood_gaps(20, random_state=0)) < 1e-8
    assert update_drift(50, random_state=0) < 1e-9


def test_wrong_entries_count_missing_and_surplus_columns():
    truth = np.array([[1, 0], [1, 1], [0, 1]])
    assert wrong_entries(truth, truth[:, ::-1]) == ([(0, 1), (1, 0)], 0.0)
    assert wrong_entries(truth, truth[:, :1]) == ([(0, 0)], pytest.approx(2 / 6))
    surplus = np.column_stack([truth, [0, 0, 1]])
    assert wrong_entries(truth, surplus) == ([(0, 0), (1, 1)], pytest.approx(1 / 6))


def test_objects_are_missed_up_to_negation():
    rng = np.random.default_rng(0)
    truth = rng.random((100, 4)) < 0.5
    found = np.column_stack([truth[:, :3], ~truth[:, 3], rng.random((100, 2)) < 0.05])
    assert objects_missed(truth, found).tolist() == [0, 0, 0, 0]
    found[:7, 0] ^= True
    assert objects_missed(truth, found).tolist() == [7, 0, 0, 0]


def test_settling_time():
    assert settling_time(np.full(1000, 7.0)) == 50
    trace = np.append(np.ones(200), np.full(800, 7.0))
    assert settling_time(trace) == pytest.approx(200 + 50 * 5 / 6, abs=2)
    assert settling_time(np.append(np.full(990, 7.0), np.full(10, 99.0))) == 1001


def test_picture_weights_keep_the_pictures():
    pictures = np.random.default_rng(0).random((12, 40)) + 1
    weights, basis = picture_weights(pictures, 11)
    assert np.allclose(weights @ basis, pictures)
    assert np.sqrt((weights[:, 1:] ** 2).mean()) == pytest.approx(1)
