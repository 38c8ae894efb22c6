import numpy as np
import pytest

from mlcompanion_chapters.chen.l09_sparse_lsa.first_checks import errors_of_means


def test_the_variance_of_a_mean_is_that_of_a_draw_over_their_number():
    assert errors_of_means(50, repeats=2000, seed=0).var() == pytest.approx(1 / 50, rel=0.15)


def test_the_mean_of_one_draw_is_the_draw():
    draws = np.random.default_rng(3).normal(size=5)
    np.testing.assert_array_equal(errors_of_means(1, repeats=5, seed=3), draws)
