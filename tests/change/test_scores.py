"""Scores of a series against windows compared one by one."""

import numpy as np
import pytest

from mlcompanion.change import (
    change_scores,
    highest_peaks,
    series_vectors,
    sliding_discrepancy,
    sliding_sums,
)
from mlcompanion.density.contrasts import energy_distance, lsdd, mmd2


@pytest.fixture
def series():
    rng = np.random.default_rng(3)
    y = rng.normal(size=120)
    y[50:80] += 3
    return y


@pytest.mark.parametrize(("length", "width"), [(1, 1), (7, 1), (7, 3), (7, 7), (12, 4), (100, 9)])
def test_sums_are_those_of_each_run(length, width):
    values = np.random.default_rng(length).normal(size=length)
    runs = np.lib.stride_tricks.sliding_window_view(values, width).sum(axis=1)
    np.testing.assert_allclose(sliding_sums(values, width), runs, rtol=1e-13, atol=1e-14)


def test_one_large_value_spoils_no_other_sum():
    values = np.ones(1000)
    values[100] = 1e17  # a running total would have no digit left behind it
    sums = sliding_sums(values, 7)
    assert np.all(sums[101:] == 7.0)


def test_sums_read_any_layout():
    values = np.arange(20.0)
    values.setflags(write=False)
    np.testing.assert_array_equal(sliding_sums(values[::-2], 3), [51, 45, 39, 33, 27, 21, 15, 9])
    other = sliding_discrepancy(values[::2], 1, 2, lambda distances: -distances[::-1][::-1])
    np.testing.assert_array_equal(other, sliding_discrepancy(values[::2], 1, 2, np.negative))


def test_vectors_run_forwards(series):
    vectors = series_vectors(np.arange(6), 3)
    assert vectors.tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]
    two = series_vectors(np.column_stack([np.arange(4), 10 + np.arange(4)]), 2)
    assert two.tolist()[0] == [0, 10, 1, 11]


@pytest.mark.parametrize("measure", ["energy", "mmd", "lsdd"])
@pytest.mark.parametrize("place", [0, 60, -1])
def test_one_large_value_spoils_no_other_score(series, measure, place):
    usual = change_scores(series, 3, 5, measure, sigma=2.0)
    far = series.copy()
    far[place] = 1e20  # as where a value is missing; 5 + 5 + 2 values make a score
    found = change_scores(far, 3, 5, measure, sigma=2.0)
    first = np.arange(len(found.scores))
    free = (first > place % 120) | (first + 11 < place % 120)
    np.testing.assert_allclose(found.scores[free], usual.scores[free], rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize(("k", "n"), [(1, 1), (1, 10), (5, 10), (8, 3), (5, 58)])
def test_energy_and_discrepancy_are_those_of_the_two_windows(series, k, n):
    vectors = series_vectors(series, k)
    for measure, direct in (
        ("energy", energy_distance),
        ("mmd", lambda A, B: mmd2(A, B, sigma=1.5)),
    ):
        sigma = 1.5 if measure == "mmd" else None
        found = change_scores(series, k, n, measure, sigma=sigma)
        each = [direct(vectors[t - n : t], vectors[t : t + n]) for t in found.times]
        np.testing.assert_allclose(found.scores, each, atol=1e-12)
        assert found.times[0] == n
        assert found.times[-1] == len(vectors) - n
        of_function = change_scores(series, k, n, direct)
        np.testing.assert_allclose(of_function.scores, found.scores, atol=1e-12)


def test_density_difference_of_the_two_windows(series):
    found = change_scores(series[:40], 2, 6, "lsdd", sigma=1.2, lam=0.3)
    vectors = series_vectors(series[:40], 2)
    each = [
        lsdd(vectors[t - 6 : t], vectors[t : t + 6], sigma=1.2, lam=0.3).l2 for t in found.times
    ]
    np.testing.assert_allclose(found.scores, each, atol=1e-12)


def test_columns_of_a_series_are_one_vector():
    rng = np.random.default_rng(0)
    Y = rng.normal(size=(60, 3))
    vectors = series_vectors(Y, 2)
    found = change_scores(Y, 2, 7)
    each = [energy_distance(vectors[t - 7 : t], vectors[t : t + 7]) for t in found.times]
    np.testing.assert_allclose(found.scores, each, atol=1e-12)


@pytest.mark.parametrize("measure", ["energy", "mmd", "lsdd"])
def test_origin_and_units_do_not_matter(series, measure):
    plain = change_scores(series, 2, 8, measure)
    far = change_scores(series + 1e6, 2, 8, measure)
    np.testing.assert_allclose(far.scores, plain.scores, rtol=1e-7, atol=1e-9)
    for unit in (1e-12, 1e6, 1e12):
        scaled = change_scores(unit * series, 2, 8, measure)
        power = {"energy": 1, "mmd": 0, "lsdd": -2}[measure]
        expected = plain.scores * unit**power
        np.testing.assert_allclose(scaled.scores, expected, rtol=1e-6, atol=1e-9 * expected.max())


@pytest.mark.parametrize("measure", ["energy", "mmd", "lsdd"])
def test_a_constant_series_has_no_change(measure):
    found = change_scores(np.full(40, 7), 2, 5, measure)
    assert np.all(found.scores == 0)


def test_level_shift_is_found_where_it_is():
    y = np.repeat([0, 4, 0], 50)
    found = change_scores(y, 1, 10)
    places = highest_peaks(found.scores, 2, 20)
    assert sorted(found.times[places]) == [50, 100]
    np.testing.assert_allclose(found.scores[places], 8.0)


def test_peaks_keep_their_distance():
    assert highest_peaks([1, 9, 8, 7, 2], 5, 2).tolist() == [1, 3]
    assert highest_peaks([5, 5, 5], 3, 1).tolist() == [0, 1, 2]
    assert highest_peaks([2.0, 3.0], 4, 10).tolist() == [1]


def test_bad_input_is_refused_by_name(series):
    with pytest.raises(ValueError, match="two windows of n"):
        change_scores(series, 5, 59)
    with pytest.raises(ValueError, match="measure"):
        change_scores(series, measure="euclid")
    with pytest.raises(ValueError, match="sigma"):
        change_scores(series, measure="mmd", sigma=0)
    with pytest.raises(ValueError, match="k = 200"):
        series_vectors(series, 200)
    with pytest.raises(ValueError, match="series"):
        series_vectors(np.zeros((3, 3, 3)), 1)
    with pytest.raises(ValueError, match="measure's results"):
        change_scores(series, 1, 5, lambda A, B: np.nan)
