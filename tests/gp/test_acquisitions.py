import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.gp import acquisitions as module
from mlcompanion.gp import expected_improvement, probability_of_improvement, ucb
from mlcompanion.gp.acquisitions import log_expected_improvement, log_probability_of_improvement

MEANS = np.array([-1.0, 0.0, 1.0, 0.0, -0.2, 0.5])
STDS = np.array([1.0, 1.0, 1.0, 0.2, 0.2, 2.0])


def test_closed_forms_are_the_integrals():
    for best, margin in ((0.0, 0.0), (0.3, 0.1)):
        laws = [norm(mu - best - margin, sd) for mu, sd in zip(MEANS, STDS)]
        tails = [quad(law.sf, 0, np.inf)[0] for law in laws]
        np.testing.assert_allclose(
            expected_improvement(MEANS, STDS, best, margin), tails, rtol=1e-7
        )
        chances = norm(MEANS, STDS).sf(best + margin)
        found = probability_of_improvement(MEANS, STDS, best, margin)
        np.testing.assert_allclose(found, chances, rtol=1e-12)
    np.testing.assert_allclose(ucb(MEANS, STDS, 3.0), MEANS + 3 * STDS)
    np.testing.assert_array_equal(ucb(MEANS, STDS, 0.0), MEANS)


def test_closed_form_is_the_mean_improvement():
    draws = np.random.default_rng(0).normal(size=400_000)
    for mu, sd in zip(MEANS, STDS):
        gain = np.maximum(mu + sd * draws - 0.1, 0)
        error = gain.std() / np.sqrt(len(draws))
        assert abs(expected_improvement([mu], [sd], 0.1)[0] - gain.mean()) < 4 * error


@pytest.mark.parametrize("u", [5.0, 0.3, 0.0, -0.3, -3.0, -20.0, -37.0, -300.0, -2e4, -1e8])
def test_logarithms_are_right_where_the_numbers_vanish(u):
    # int t exp(u t - t^2 / 2) dt times the density at u, in units in which it does not vanish
    size = max(abs(u), 1.0)
    inner = quad(lambda s: s * np.exp(u / size * s - (s / size) ** 2 / 2), 0, np.inf)[0]
    wanted = np.log(2 * inner / size**2) + norm.logpdf(u)
    found = log_expected_improvement([2 * u], [2.0], 0.0)[0]
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-8)
    chance = log_probability_of_improvement([2 * u], [2.0], 0.0)[0]
    assert chance == pytest.approx(norm.logcdf(u), rel=1e-9)


@pytest.mark.parametrize("u", [40.0, 3.0, 0.0, -0.3, -5.0, -37.0, -45.0, -53.0, -70.0])
def test_improvement_has_the_digits_of_its_logarithm(u):
    for unit in (1e-200, 1.0, 1e300):
        wanted = np.exp(log_expected_improvement([u * unit], [unit], 0.0))
        found = expected_improvement([u * unit], [unit], 0.0)
        np.testing.assert_allclose(found, wanted, rtol=2e-12, atol=1e-300)


def test_improvement_takes_no_logarithms(monkeypatch):
    monkeypatch.setattr(module, "log_expected_improvement", None)
    assert expected_improvement([0.0], [1.0], 0.0)[0] == pytest.approx(norm.pdf(0))


def test_without_uncertainty_there_is_a_gain_or_none():
    mean = [1.0, 0.0, -1.0]
    np.testing.assert_array_equal(expected_improvement(mean, np.zeros(3), 0.0), [1, 0, 0])
    np.testing.assert_array_equal(probability_of_improvement(mean, np.zeros(3), 0.0), [1, 0, 0])


@pytest.mark.parametrize("unit", [1e-150, 1e-6, 1e6, 1e150])
def test_units_and_origin_of_the_values_change_nothing(unit):
    for origin in (0.0, 1e3):
        move = {"best": unit * (0.3 + origin), "margin": unit * 0.1}
        mean = unit * (MEANS + origin)
        found = expected_improvement(mean, unit * STDS, **move) / unit
        np.testing.assert_allclose(found, expected_improvement(MEANS, STDS, 0.3, 0.1), rtol=1e-9)
        chance = probability_of_improvement(mean, unit * STDS, **move)
        np.testing.assert_allclose(chance, probability_of_improvement(MEANS, STDS, 0.3, 0.1))


def test_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError, match="std"):
        ucb([1.0], [-1.0])
    with pytest.raises(ValueError, match="k must"):
        ucb([1.0], [1.0], -1)
    with pytest.raises(ValueError, match="margin"):
        expected_improvement([1.0], [1.0], 0.0, -0.1)
    with pytest.raises(ValueError, match="best"):
        probability_of_improvement([1.0], [1.0], np.nan)
