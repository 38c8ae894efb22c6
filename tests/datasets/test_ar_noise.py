"""Correlated noise, against its covariances and its difference equation."""

import numpy as np
import pytest

from mlcompanion.datasets import arma_autocovariance, make_ar_noise

AR5 = (0.7, -0.5, 0.4, -0.3, 0.2)


@pytest.mark.parametrize(("ar", "ma"), [(0.9, ()), (-0.7, ()), (AR5, ()), (0.0, 1.0), (0.5, 0.3)])
def test_covariances_from_the_first_value_on(ar, ma):
    draws = np.stack([make_ar_noise(8, ar, ma, variance=2.0, random_state=s) for s in range(8000)])
    gamma = arma_autocovariance(8, ar, ma, variance=2.0)
    for t in (0, 2):  # stationary from the start: no burning in
        found = [np.mean(draws[:, t] * draws[:, t + k]) for k in range(8 - t)]
        np.testing.assert_allclose(found, gamma[: 8 - t], atol=0.13)


def test_the_innovations_are_those_of_the_seed():
    white = make_ar_noise(50, 0.0, random_state=3)
    noise = make_ar_noise(50, 0.8, variance=1 / (1 - 0.64), random_state=3)
    np.testing.assert_allclose(noise[1:] - 0.8 * noise[:-1], white[1:], atol=1e-12)


def test_unit_start_goes_on_by_the_equation():
    noise = make_ar_noise(30, AR5, innovation_variance=0.0, start="unit", random_state=0)
    for t in range(5, 30):
        assert noise[t] == pytest.approx(np.dot(AR5, noise[t - 5 : t][::-1]))
    first = [make_ar_noise(5, AR5, start="unit", random_state=s)[:5].var() for s in range(500)]
    assert np.mean(first) == pytest.approx(0.8, abs=0.1)  # of five independent standard normals


def test_short_series_and_noise_without_variance():
    assert make_ar_noise(1, AR5, random_state=0).shape == (1,)
    assert make_ar_noise(2, AR5, start="unit", random_state=0).shape == (2,)
    np.testing.assert_array_equal(make_ar_noise(4, 0.5, variance=0.0, random_state=0), np.zeros(4))


def test_what_is_not_stationary_is_refused():
    with pytest.raises(ValueError, match="ar must be stationary"):
        make_ar_noise(5, 1.0)
    with pytest.raises(ValueError, match="ma"):
        make_ar_noise(9, 0.5, 0.3, start="unit")
