"""The randomisation test: planted groups stand out, one group does not."""

import numpy as np
import pytest

from mlcompanion.clustering.chains import ChainKMeans, make_chains, randomization_test

MODEL = ChainKMeans(2, random_state=0)


def test_two_groups_stand_out():
    D = make_chains(300, 10, 5, 2, random_state=0).chains
    found = randomization_test(MODEL, D, n_samples=19, n_swaps=20_000, random_state=0)
    assert found.p_value == pytest.approx(0.05)
    assert found.error < found.null.min()
    assert found.error == MODEL.fit(D).inertia_


def test_one_group_does_not():
    p = [
        randomization_test(
            MODEL,
            make_chains(150, 10, 5, 1, n_buckets=5, random_state=seed).chains,
            n_samples=9,
            n_swaps=10_000,
            random_state=seed,
        ).p_value
        for seed in range(20)
    ]
    assert set(np.round(10 * np.array(p)).astype(int)) <= set(range(1, 11))
    assert 0.3 < np.mean(p) < 0.8


def test_the_default_walk_is_a_hundred_swaps_an_item():
    D = make_chains(30, 8, 4, 2, n_buckets=8, random_state=0).chains
    told = randomization_test(MODEL, D, n_samples=3, n_swaps=12_000, random_state=1)
    np.testing.assert_array_equal(
        randomization_test(MODEL, D, n_samples=3, random_state=1).null, told.null
    )


def test_what_cannot_be_fitted_is_refused():
    D = make_chains(30, 8, 4, 2, n_buckets=8, random_state=0).chains
    with pytest.raises(TypeError, match="estimator"):
        randomization_test(3.5, D)
    with pytest.raises(TypeError, match="chains"):
        randomization_test(MODEL, [[0, 1]])
