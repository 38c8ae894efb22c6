"""The search of the machine's parameters, against one series at a time."""

import numpy as np
import pytest

from mlcompanion.regression.smoothing import (
    CorrelationCorrectedCV,
    LSSVMRegressor,
    smoothing_kernel,
)
from mlcompanion_chapters.jmlr12.j25_correlated_errors import machine_oracle, machine_search
from mlcompanion_chapters.jmlr12.j25_correlated_errors.source_data import (
    AR5,
    ar5_noise,
    curve,
    neighbour_noise,
    places,
)


def test_many_series_are_searched_as_one_is(monkeypatch):
    monkeypatch.setattr(machine_search, "N_WIDTHS", 6)
    noise = np.stack([ar5_noise(60, seed) for seed in range(3)], axis=1)
    rows = machine_search.searched(noise)
    x = places(60)
    for row, e in zip(rows, noise.T):
        grid = {"gamma": list(machine_search.GAMMAS), "h": list(machine_search.widths(60))}
        one = CorrelationCorrectedCV(
            param_grid=grid,
            bimodal=smoothing_kernel("bimodal_epanechnikov", 0.1),
            bandwidths=np.geomspace(60**-0.5, 0.5, 60),
        ).fit(x[:, None], curve(x) + e)
        assert (one.lag_, one.pilot_h_) == (row["lag"], pytest.approx(row["pilot"]))
        assert one.best_params_ == pytest.approx({"gamma": row["g_c"], "h": row["h_c"]})
        error = np.mean((one.predict(x[:, None]) - curve(x)) ** 2)
        assert row["ase_c"] == pytest.approx(error, rel=1e-6)


def test_noises_are_those_of_the_source():
    noise = np.stack([neighbour_noise(50, seed) for seed in range(3000)])
    assert noise.var() == pytest.approx(1, rel=0.03)
    assert np.mean(noise[:, 1:] * noise[:, :-1]) == pytest.approx(0.5, abs=0.02)
    assert np.mean(noise[:, 2:] * noise[:, :-2]) == pytest.approx(0, abs=0.02)
    late = np.stack([ar5_noise(60, seed) for seed in range(3000)])
    pushes = late[:, 20] - sum(phi * late[:, 19 - k] for k, phi in enumerate(AR5))
    assert pushes.var() == pytest.approx(0.255, rel=0.08)


def test_the_rise_of_a_parabola_in_log_h():
    hs = np.exp(np.linspace(-4, 1, 21))
    surface = 1 + (np.log(hs)[:, None, None] + 1) ** 2 * np.ones((1, 2, 1))
    where = machine_search.lowest(surface)
    assert hs[where[0][0]] == pytest.approx(np.exp(-1))
    assert machine_search.rise(surface, hs, where) == pytest.approx([1.0])


def test_best_errors_are_those_of_the_best_fit(monkeypatch):
    monkeypatch.setattr(machine_oracle, "widths", lambda n: np.array([0.02, 0.1, 0.9]))
    monkeypatch.setattr(machine_oracle, "GAMMAS", np.array([0.5, 30.0, 1e5]))
    noise = np.stack([ar5_noise(50, seed) for seed in range(2)], axis=1)
    x = places(50)
    for best, e in zip(machine_oracle.best_errors(noise), noise.T):
        fits = [
            LSSVMRegressor(gamma, h).fit(x[:, None], curve(x) + e).predict(x[:, None])
            for gamma in (0.5, 30.0, 1e5)
            for h in (0.02, 0.1, 0.9)
        ]
        assert best == pytest.approx(min(np.mean((fit - curve(x)) ** 2) for fit in fits), rel=1e-6)
