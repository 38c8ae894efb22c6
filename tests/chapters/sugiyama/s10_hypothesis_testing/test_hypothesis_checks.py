"""Checks of levels and laws at small size; printed formulas from their definitions."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion_chapters.sugiyama.s10_hypothesis_testing import hypothesis_checks as checks


def test_exact_laws_are_near_and_wrong_degrees_are_not():
    found = checks.exact_law_distances(4000)
    assert set(found) == {"z", "t", "unpaired z", "unpaired t", "F", "paired z"}
    assert max(found.values()) < 1.95 / np.sqrt(4000)
    ratios = checks.f_law_distances(40_000)
    assert min(ratios, key=ratios.get) == (7, 11)


def test_welch_keeps_its_level_and_the_pooled_test_does_not():
    welch, pooled = checks.welch_levels(4000)[20, 5, 4]
    assert abs(welch.value - 0.05) < 0.02
    assert pooled.value > 0.15


def test_rank_tests_keep_their_level_under_any_law():
    for rates in checks.rank_levels(2000).values():
        assert all(abs(rate.value - 0.05) < 0.02 for rate in rates)


def test_the_printed_paired_t_is_the_corrected_one_times_a_constant():
    corrected, printed, one_sample = checks.printed_paired_t(0.75, repeats=500)
    np.testing.assert_allclose(printed, 2 * corrected)
    np.testing.assert_allclose(corrected, one_sample)


def test_only_sample_averages_split_the_variance():
    averages, expectations = checks.margins_of_means(100)
    assert averages.max() < 1e-9
    assert np.median(expectations) > 0.01


def test_divergences_need_their_factors():
    for right, printed, mean in checks.chi_squared_levels(2000).values():
        assert abs(right - 0.05) < 0.02
        assert printed == 0
        assert abs(mean - 1) < 0.1


def test_deviations_from_enumeration_are_a_few_standard_errors():
    assert checks.table_deviations(3, 500).shape == (4,)
    found = checks.partition_deviations([1, 7, -2], [7.1, 0, 7, 3.5], 3, 500)
    assert found.shape == (4,)
    assert max(found.max(), checks.table_deviations(3, 500).max()) < 4.5


def test_bootstrap_levels():
    for rate in checks.bootstrap_levels(100):
        assert rate.repeats == 100
        assert rate.value < 0.3


def test_bootstrap_power():
    assert checks.bootstrap_power(0.0, repeats=200).value < 0.15
    assert checks.bootstrap_power(1.0, repeats=50).value == 1


def test_levels_of_all():
    exact, discrete = checks.levels_of_all(1000)
    assert all(abs(rate.value - 0.05) < 0.03 for rate in exact.values())
    assert all(rate.value < 0.08 for rate in discrete.values())
    coin = 2 * stats.binom.cdf(5, 20, 0.5)
    assert discrete["coin, 20 tosses"].value == pytest.approx(coin, abs=0.025)
