"""The chapter's checks on small runs, and that they notice what is wrong."""

import numpy as np
import pytest

from mlcompanion.stats import plug_in_interval
from mlcompanion_chapters.sugiyama.s09_statistical_estimation import estimation_checks as checks


def test_coverages_hold_and_a_short_interval_is_noticed(monkeypatch):
    rates = checks.mean_interval_coverages((2, 5), repeats=10_000, random_state=0)
    assert len(rates) == 12
    assert checks.largest_deviation(rates, "z") < 4
    assert checks.largest_deviation(rates, "t") < 4
    monkeypatch.setattr(checks, "t_interval", plug_in_interval)
    rates = checks.mean_interval_coverages((5,), repeats=10_000, random_state=0)
    assert checks.largest_deviation(rates, "t") > 10


def test_student_is_told_from_its_neighbours():
    found = checks.t_law_distances((3, 5), 20_000, random_state=0)
    assert max(f["ks"] for f in found.values()) < 0.014
    assert found[3]["ks_more"] > found[3]["ks"]
    assert found[5]["ks_normal"] > 0.03
    assert min(f["tail"] for f in found.values()) > 3


def test_resampling_variances_are_near_the_true_ones():
    ratios, third = checks.bootstrap_moments(200, 200, 500, 20_000, random_state=0)
    assert len(ratios) == 6
    assert all(0.7 < np.median(r) < 1.4 for r in ratios.values())
    assert 0.3 < np.median(third) < 2.5


@pytest.mark.parametrize("errors", [checks.bandwidth_errors, checks.regression_errors])
def test_held_out_errors_find_what_the_truth_would(errors):
    pairs = [errors(seed) for seed in range(3)]
    win, excess, stake = checks.choice_quality(pairs)
    assert win == 1
    assert 1 <= excess < stake
    worst = checks.choice_quality([(-held_out, true) for held_out, true in pairs])
    assert worst[0] == 0


def test_quality_by_hand():
    pairs = [([3.0, 1, 2], [2.0, 1, 4]), ([1.0, 2, 3], [4.0, 2, 1])]
    assert checks.choice_quality(pairs) == (0.5, 2.5, 2.0)


def test_flat_prior_and_coverages():
    assert max(checks.posterior_gaps(20, random_state=0)) < 1e-3
    flat, averaged, misled = checks.credible_coverages(20_000, random_state=0)
    assert abs(flat - 0.95) < 0.0062
    assert abs(averaged - 0.95) < 0.0062
    assert misled < 0.9


def test_prior_scale_squares_into_the_penalty():
    ml, right, printed = checks.optimizer_against_formulas(0)
    assert ml < 1e-4
    assert right.max() < 1e-4
    assert printed.min() > 1e-3


def test_middle_mass_is_not_symmetric_about_zero():
    ends = checks.bootstrap_ends(50, random_state=0)
    assert ends["low_printed"] == 0
    assert ends["high_printed"] == pytest.approx(0.1, abs=0.005)
    assert ends["low_right"] == pytest.approx(0.05, abs=0.005)
    assert ends["high_right"] == pytest.approx(0.05, abs=0.005)
    assert ends["width"] > 2
