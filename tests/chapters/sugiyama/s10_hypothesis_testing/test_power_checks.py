"""Powers by simulation against closed forms, and the search for a region that beats the ratio."""

import numpy as np
import pytest
from scipy.special import ndtr

from mlcompanion.stats.tests.power import paired_shift, t_power, unpaired_shift, z_power
from mlcompanion_chapters.sugiyama.s10_hypothesis_testing import power_checks as checks


def test_pairs_have_their_correlation_and_gap():
    x, y = checks.normal_pairs(1, 200_000, 0.6, np.random.default_rng(0), 0.5)
    assert np.corrcoef(x[0], y[0])[0, 1] == pytest.approx(0.6, abs=0.01)
    assert np.mean(x - y) == pytest.approx(0.5, abs=0.01)
    assert y.std() == pytest.approx(1, abs=0.01)


def test_contaminated_samples_have_their_variance():
    drawn = checks.contaminated(400_000, np.random.default_rng(0))
    assert drawn.var() == pytest.approx(0.9 + 0.1 * 100, rel=0.03)


def test_powers_of_pairs_are_the_closed_forms():
    powers, larger, covariance, split = checks.pair_powers(12, 0.4, 0.7, 20_000)
    shift = paired_shift(0.7, 12, 0.4)
    assert powers["paired t"] == pytest.approx(t_power(shift, 11), abs=0.015)
    assert powers["paired z"] == pytest.approx(z_power(shift), abs=0.015)
    assert (larger == (covariance > 0)).all()
    assert split < 1e-9


def test_map_is_the_simulation_of_whole_samples():
    paired, unpaired = checks.pairing_map([5, 12], [0.0, 0.4], 0.7)
    powers = checks.pair_powers(12, 0.4, 0.7, 20_000)[0]
    assert paired[1, 1] == pytest.approx(powers["paired t"], abs=0.02)
    assert unpaired[1, 1] == pytest.approx(powers["unpaired t"], abs=0.02)
    assert unpaired[0, 0] == pytest.approx(t_power(unpaired_shift(0.7, 5), 8), abs=0.015)
    scaled = checks.pairing_map([5, 12], [0.0], lambda n: 2 / np.sqrt(n))[0]
    assert scaled[0, 0] == pytest.approx(t_power(paired_shift(2 / np.sqrt(5), 5, 0), 4), abs=0.015)


def test_ranks_beat_averages_with_outliers():
    powers = checks.outlier_rates(1.0, 1000)
    assert powers["rank sum"].value > powers["unpaired t"].value + 0.1
    assert checks.outlier_rates(0.0, 1000)["signed rank"].value < 0.08


def test_regions_are_all_subsets():
    null = np.array([0.5, 0.3, 0.2])
    other = np.array([0.2, 0.2, 0.6])
    levels, powers = checks.all_regions(null, other)
    np.testing.assert_allclose(levels, [0, 0.5, 0.3, 0.8, 0.2, 0.7, 0.5, 1])
    assert checks.nested_regions(null / other).tolist() == [4, 6, 7]
    np.testing.assert_allclose(powers[[4, 6, 7]], [0.6, 0.8, 1])


def test_no_region_beats_the_likelihood_ratio():
    beaten, control = checks.region_search(20, 8)
    assert beaten == 0
    assert control > 0.5


def test_normal_powers():
    found = checks.normal_powers(20_000)
    assert found["likelihood ratio"] == pytest.approx(ndtr(np.sqrt(5) - 1.645), abs=0.015)
    assert found["first sample"] == pytest.approx(ndtr(1 - 1.645), abs=0.015)
    assert max(found, key=found.get) == "likelihood ratio"
