"""Chosen bandwidths, the running example and the real series."""

import numpy as np
import pytest

from mlcompanion.regression.smoothing import NadarayaWatson, mcv
from mlcompanion_chapters.jmlr12.j25_correlated_errors import (
    bandwidth_runs,
    real_series,
    soundings,
)
from mlcompanion_chapters.jmlr12.j25_correlated_errors.source_data import curve


def test_four_levels_share_their_draws():
    _, Y = bandwidth_runs.four_levels(50, (3, 4))
    e = Y - curve(np.arange(1, 51) / 50)[:, None]
    pushes = e[1:, 6] - np.exp(-2) * e[:-1, 6]  # level 100 on 50 places, seed 3
    np.testing.assert_allclose(pushes / np.sqrt(1 - np.exp(-4)), e[1:, 0], atol=1e-9)


def test_each_series_has_its_own_neighbours_left_out():
    x, Y = bandwidth_runs.four_levels(60, range(2))
    hs = np.array([0.1, 0.3])
    lags = np.array([0, 1, 2, 1, 0, 2, 3, 1])
    scores = bandwidth_runs.corrected_scores(x, Y, hs, lags)
    for k, lag in enumerate(lags):
        expected = mcv(x, Y[:, k], hs, "epanechnikov", int(lag), 1)
        np.testing.assert_allclose(scores[:, k], expected)


def test_table_1_and_its_control_run_small():
    plain, corrected, lags = bandwidth_runs.table_1(80, 2)
    assert plain.shape == corrected.shape == lags.shape == (4, 2)
    assert (lags >= 1).all()
    chosen, best = bandwidth_runs.figure_7(60, 3)
    assert (best <= chosen + 1e-12).all()
    assert np.isfinite(bandwidth_runs.paired_gaps(best)).all()
    share, medians = bandwidth_runs.without_limit(bandwidth_runs.HOLES[3], 80, 3)
    assert 0 <= share <= 1
    assert len(medians) == 2
    assert len(bandwidth_runs.limit_alone(80, 3)[0]) == 2


def test_fit_errors_are_those_of_the_local_mean():
    x, Y = bandwidth_runs.four_levels(40, (0,))
    found = bandwidth_runs.fit_errors(x, Y, [0.2], "epanechnikov")
    fit = NadarayaWatson(0.2, "epanechnikov").fit(x[:, None], Y[:, 1]).predict(x[:, None])
    assert found[0, 1] == pytest.approx(np.mean((fit - curve(x)) ** 2))


def test_ways_of_the_running_example():
    y = soundings.soundings()
    plain = soundings.chosen(y, "plain")
    assert plain.h in soundings.WIDTHS
    assert soundings.chosen(y, "corrected").error < plain.error
    assert soundings.chosen(y, "hole, wide enough").h >= 200**-0.5 * 0.999
    wanted = soundings.true_errors(y)
    assert wanted.min() > soundings.VARIANCE
    both = soundings.true_errors(np.stack([soundings.TRUTH, y], axis=1))
    np.testing.assert_allclose(both[:, 1], wanted)


def test_real_series_are_even_and_without_their_months():
    years, root = real_series.sunspots()
    assert (np.diff(years) == 1).all()
    assert root.max() ** 2 == pytest.approx(190.2)
    months, warmth = real_series.sea()
    assert len(months) == len(warmth) == 800
    assert warmth[::12].mean() == pytest.approx(0, abs=1e-10)
    assert real_series.roughness(np.arange(9.0)) == 0
