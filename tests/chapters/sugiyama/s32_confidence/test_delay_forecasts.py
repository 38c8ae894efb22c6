import numpy as np

from mlcompanion.datasets import make_mackey_glass
from mlcompanion_chapters.sugiyama.s32_confidence import delay_forecasts as delay
from mlcompanion_chapters.sugiyama.s32_confidence.studies import forecast_bands, resampled_bands


def test_what_is_seen_and_what_comes_later():
    seen, later = delay.stretch(0.1, 50, 3)
    series = make_mackey_glass(350, noise=0.1, burn_in=50, random_state=3)
    np.testing.assert_array_equal(seen, series.y[:220])
    np.testing.assert_array_equal(later, series.clean[220:])


def test_a_forecast_of_two_resamples():
    found = delay.band_of_forecast(0.1, 0, 0, n_resamples=2)
    assert found["early"] > 0
    assert 0 <= found["inside"] <= 1
    assert np.isfinite(list(found.values())).all()


def test_cases_of_the_studies():
    cases = forecast_bands.cases(2, 5)
    assert len(cases) == 8
    assert len(resampled_bands.cases(3, 5)) == 6
    row = forecast_bands.run({"place": "listing", "noise": 0.0, "resamples": 2, "seed": 0})
    assert "inside_residuals" not in row
    row = resampled_bands.run({"inputs": "even", "resamples": 4, "seed": 0})
    assert row["ratio"] > 0
