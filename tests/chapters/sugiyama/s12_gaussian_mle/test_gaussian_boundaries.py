"""The worked example on samples: exact where the estimates are, and near where they are drawn."""

import numpy as np
import pytest

from mlcompanion.classification import FDA
from mlcompanion_chapters.sugiyama.s12_gaussian_mle import gaussian_boundaries as clouds


def test_clouds_are_turned_and_unequal():
    X, y = clouds.two_clouds(20, 30, degrees=30, difference=0.5)
    for k, mean, factor in ((1, [2, 0], np.exp(0.5)), (2, [-2, 0], np.exp(-0.5))):
        np.testing.assert_allclose(X[y == k].mean(axis=0), mean, atol=1e-12)
        covariance = factor * clouds.printed_covariance(30)
        np.testing.assert_allclose(np.cov(X[y == k].T, ddof=0), covariance)


@pytest.mark.parametrize("degrees", clouds.ANGLES[1::2])
def test_direction_is_four_ninths_of_the_printed_one(degrees):
    a = FDA().fit(*clouds.two_clouds(degrees=degrees)).boundary().a
    np.testing.assert_allclose(a, 4 / 9 * clouds.printed_direction(degrees), atol=1e-12)


def test_worked_example():
    found = clouds.worked_example(20, random_state=0)
    np.testing.assert_allclose([*found["a"], found["b"]], [4, 0, 0], atol=1e-9)
    np.testing.assert_allclose(found["cross"], [np.log(9) / 4, -np.log(9) / 4])
    np.testing.assert_allclose(found["draw"], [4, 0], atol=0.5)


def test_boundary_turns_less_than_the_clouds():
    angles = [0, 45, 90]
    expected = [np.rad2deg(np.arctan2(8, 10)) * (a == 45) for a in angles]
    np.testing.assert_allclose(
        clouds.boundary_angles(20_000, angles, random_state=0), expected, atol=3
    )
    turned = clouds.boundary_angles(20_000, angles, turn_means=True, random_state=0)
    np.testing.assert_allclose(turned, angles, atol=2)


def test_a_line_and_a_conic(monkeypatch):
    found = clouds.boundary_shapes(4, random_state=0)
    assert max(found["lin2"], found["quad3"]) <= 1e-8
    assert found["quad2"] >= 1e-3
    assert found["half"] <= 1e-6
    monkeypatch.setattr(clouds, "FDA", lambda: FDA(priors=[0.5, 0.5]))
    assert clouds.boundary_shapes(2, random_state=0)["half"] > 1e-3
