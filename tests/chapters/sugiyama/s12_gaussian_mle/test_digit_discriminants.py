"""The digit sessions on a few images."""

import numpy as np
import pytest

from mlcompanion.datasets import load_digits_14
from mlcompanion_chapters.sugiyama.s12_gaussian_mle import digit_discriminants as digits


@pytest.fixture(scope="module")
def data():
    return load_digits_14(0, n_train=150, n_test=20)


def test_printed_matrix_adds_up():
    assert np.trace(digits.PRINTED) == 1798
    np.testing.assert_array_equal(digits.PRINTED.sum(axis=1), 200)
    worst = digits.worst_pairs(digits.PRINTED)
    assert worst[3, 8] == 24
    assert set(worst) == {(3, 5), (3, 8), (4, 9), (7, 9)}


def test_session_counts_each_pattern_once(data):
    found = digits.two_digit_session(data, ridge=0.1)
    assert found["neg"] + found["pos"] == pytest.approx(1)
    assert found["rate"] == pytest.approx(len(found["wrong"]) / 20)
    assert found["neg"] > 0.8
    assert found["agree"] > 0.7
    wrong = digits.only(data, (2,))[2][np.array(found["wrong"], dtype=int) - 1]
    assert wrong.shape[1] == 196


def test_confusions_beat_the_nearest_mean(data):
    matrix = digits.confusions(data, ridge=0.1)
    np.testing.assert_array_equal(matrix.sum(axis=1), 20)
    plain = digits.confusions(data, nearest_mean=True)
    assert digits.error_rate(matrix) < digits.error_rate(plain) < 0.4
    curve = digits.ridge_curve(data, [1e-6, 0.1], tasks=[(1, 2, 3)])[1, 2, 3]
    three = digits.confusions(data, (1, 2, 3), ridge=0.1)
    assert curve[1] == pytest.approx(1 - digits.error_rate(three))


def test_a_covariance_each_needs_more_images(data):
    line, curve = digits.line_or_curve(data, 12, [2, 10], 2, random_state=0)
    assert line.shape == curve.shape == (2, 2)
    assert curve[:, 1].mean() > line[:, 1].mean()


def test_another_split_deals_the_same_images(data):
    other = digits.split_again(data, 0)
    np.testing.assert_array_equal(other.y_train, data.y_train)
    pixels = [np.sort(np.r_[d.X_train, d.X_test], axis=0) for d in (data, other)]
    np.testing.assert_array_equal(*pixels)
    assert (other.X_test != data.X_test).any()
