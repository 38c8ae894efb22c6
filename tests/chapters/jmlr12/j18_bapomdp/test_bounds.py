"""The plans that put Theorems 3, 5 and 6 to the test, against the library and by hand."""

import numpy as np
import pytest

from mlcompanion.rl import POMDP
from mlcompanion.rl.bayes_adaptive import CountPrior, alpha_values, count_caps, hyperstate_distance
from mlcompanion_chapters.jmlr12.j18_bapomdp.bounds import (
    capped_values,
    distance_bound,
    floor_rows,
    nearby,
    pair_gaps,
    plan_values,
    random_counts,
)


def tables(seed=0):
    rng = np.random.default_rng(seed)
    phi, psi = random_counts(rng, 5, 30)
    return rng, phi, psi, rng.uniform(-1, 1, (2, 2))


def as_prior(phi, psi, reward, gamma):
    laws = [counts / counts.sum(-1, keepdims=True) for counts in (phi, psi)]
    return CountPrior.of(POMDP(*laws, reward, gamma, [0.5, 0.5]), phi=phi, psi=psi)


def test_plans_are_worth_what_the_library_says():
    _, phi, psi, reward = tables()
    prior = as_prior(phi, psi, reward, 0.9)
    counts = np.append(phi.ravel(), psi.ravel())
    for horizon in (1, 2, 3):
        for state in range(2):
            ours, cut = plan_values(state, phi, psi, reward, 0.9, horizon)
            theirs = alpha_values(prior, state, counts, horizon)
            np.testing.assert_allclose(np.sort(ours), np.sort(theirs), rtol=1e-12, atol=1e-14)
            assert len(ours) == {1: 2, 2: 8, 3: 128}[horizon]
            assert not cut


def test_the_bound_is_the_library_s_distance():
    rng, phi, psi, reward = tables(1)
    other = nearby(rng, np.stack([phi, psi]))
    prior = as_prior(phi, psi, reward, 0.8)
    ours = distance_bound(phi, psi, *other, reward, 0.8)
    counts = np.append(phi.ravel(), psi.ravel())
    theirs = hyperstate_distance(prior, 0, counts, 0, np.append(*map(np.ravel, other)))
    assert ours == pytest.approx(theirs, rel=1e-12)


def test_rows_are_scaled_and_rounded_down():
    counts = np.array([[99.0, 99, 99, 99, 1604], [4, 4, 4, 4, 4]])
    np.testing.assert_array_equal(floor_rows(counts, 20), [[0, 0, 0, 0, 16], [4] * 5])


def test_pairs_differ_as_the_claim_says():
    rng = np.random.default_rng(2)
    for _ in range(20):
        one = random_counts(rng, 5, 500)
        added = nearby(rng, one) - one
        assert 1 <= added.sum() <= 20
        assert one.sum(axis=-1).min() >= 5
        assert one.sum(axis=-1).max() <= 500
        assert one.min() >= 1


def test_a_gap_is_below_its_bound_and_above_nothing():
    row = pair_gaps(0, (0.5, 0.9))
    assert 0 < row["ratio"] < 1
    assert row["informative"]


def test_a_cap_moves_values_a_little():
    rows = [capped_values(seed, 0.5, 0.5) for seed in range(10)]
    assert all(row["cut"] for row in rows)
    assert 0 < max(row["ratio5"] for row in rows) < 1
    assert all(row["ratio6"] <= row["ratio5"] for row in rows)
    caps = count_caps(0.5, gamma=0.5, reward=1.0, n_states=2, n_observations=2)
    assert min(caps) == pytest.approx(66.9, abs=0.1)
    _, phi, psi, reward = tables(3)
    _, cut = plan_values(0, phi, psi, reward, 0.5, 3, caps)
    assert not cut, "far below the cap nothing is rounded"
