"""Bags of candidate labels: sizes, frequencies, and the noise that was asked for."""

import numpy as np
import pytest

from mlcompanion.datasets import make_bags, make_casts

Y = np.random.default_rng(0).integers(0, 6, 6000)


def test_extra_labels_are_uniform():
    bags = make_bags(Y, 2, p=0.5, random_state=0)
    assert bags[np.arange(len(Y)), Y].all()
    sizes = bags.sum(axis=1)
    np.testing.assert_array_equal(np.unique(sizes, return_counts=True), [[1, 3], [3000, 3000]])
    shares = bags[(sizes == 3) & (Y == 0)].mean(axis=0)
    np.testing.assert_allclose(shares[1:], 0.4, atol=0.07)


def test_a_companion_follows_with_probability_epsilon():
    bags = make_bags(Y, epsilon=0.7, random_state=1)
    for a in range(6):
        shares = np.sort(np.delete(bags[a == Y].mean(axis=0), a))
        assert shares[-1] == pytest.approx(0.7, abs=0.06)
        np.testing.assert_allclose(shares[:-1], 0.3 / 4, atol=0.04)
    always = make_bags(Y, epsilon=1.0, random_state=1)
    assert all(len(np.unique(always[a == Y], axis=0)) == 1 for a in range(6))
    never = make_bags(Y, epsilon=0.0, random_state=1)
    assert ((never[Y == 0].mean(axis=0) > 0).sum()) == 5


def test_epsilon_wants_one_extra_label():
    with pytest.raises(ValueError, match="epsilon"):
        make_bags(Y, 2, epsilon=0.5)


def test_casts_have_up_to_three_names_and_some_pairs_meet_often():
    y = np.random.default_rng(0).integers(0, 16, 4000)
    casts = make_casts(y, 400, wrong=0.0, random_state=0)
    assert casts[np.arange(len(y)), y].all()
    assert casts.sum(axis=1).max() == 3
    assert casts.sum(axis=1).mean() == pytest.approx(2.13, abs=0.15)
    together = casts[y == 0].mean(axis=0)[1:]
    assert together.max() > 5 * together.min()
    assert len(np.unique(make_casts(y, 20, wrong=0.0, random_state=0), axis=0)) <= 36


def test_wrong_casts_name_somebody_else():
    casts = make_casts(Y, 200, wrong=0.2, random_state=0)
    assert (~casts[np.arange(len(Y)), Y]).mean() == pytest.approx(0.2, abs=0.02)
    assert casts.any(axis=1).all()
