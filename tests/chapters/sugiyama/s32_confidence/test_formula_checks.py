import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s32_confidence import formula_checks as checks


@pytest.mark.parametrize("ar", [0.0, 0.5])
def test_ratios_are_near_one_and_a_wrong_noise_is_seen(ar):
    ratio = checks.variance_ratios(1.0, ar, draws=1500, seed=1)
    assert ratio.shape == (20,)
    assert np.abs(ratio - 1).max() < 5 * np.sqrt(2 / 1500)


def test_correlated_noise_is_not_white(monkeypatch):
    monkeypatch.setattr(checks, "arma_autocovariance", lambda n, ar: 0.0 ** np.arange(n))
    plain = checks.variance_ratios(1.0, 0.5, draws=800)
    assert np.abs(plain - 1).max() < 0.25  # the same covariance in noise and formula


def test_freedom_is_found_by_simulation():
    found = checks.freedom_of_residuals(20, 5, draws=800)
    assert found["tr_u"] == pytest.approx(15)
    assert found["df"] == pytest.approx(5, rel=0.1)
    assert abs(found["z_right"]) < 4
    assert abs(found["z_printed"]) > 10


def test_integrals_of_the_improvement():
    found = checks.improvement_integrals(20_000)
    assert all(len(values) == len(checks.FORECASTS) for values in found.values())
    assert found["plain"][1] == pytest.approx(1 / np.sqrt(2 * np.pi))
    assert found["printed"][1] == pytest.approx(0.25)
    gaps = np.abs(np.subtract(found["mc"], found["plain"])) / found["se"]
    assert gaps.max() < 5


def test_the_listing_as_printed_misses_the_curve():
    found = checks.listing_as_printed(0)
    assert found["rmse_fixed"] < 0.2 < found["rmse_printed"]
    assert found["s2_printed"] < 0.1
    assert found["s2_fixed"] > 20 * found["s2_printed"]


def test_folds_of_the_forecast_are_fitted_as_told(monkeypatch):
    found = checks.folds_as_printed(0)
    assert found["judged_printed"] < 0.001  # far below the variance of the noise, 0.01
    assert found["judged_right"] > 0.008
    assert found["turned"] == (found["chosen_printed"] != found["chosen_right"])
    monkeypatch.setattr(checks, "DELAY_PENALTIES", (1e9,))
    flat = checks.folds_as_printed(0)  # nothing is fitted: it does not matter to which rows
    assert flat["judged_printed"] == pytest.approx(flat["judged_right"], rel=1e-4)


def test_errors_of_a_fold_are_those_of_the_listings_system():
    rng = np.random.default_rng(0)
    K = np.exp(-np.square(rng.normal(size=(20, 1)) - rng.normal(size=20)))
    y = rng.normal(size=20)
    part = np.arange(20) % 5 == 2
    expected = []
    for lam in checks.DELAY_PENALTIES:
        system = K[~part].T @ K[~part] + lam * np.eye(20)
        t = np.linalg.solve(system, K[~part].T @ y[~part])
        expected.append(np.mean((y[part] - K[part] @ t) ** 2))
    np.testing.assert_allclose(checks._judged(K, y, ~part, part), expected, rtol=1e-9)
