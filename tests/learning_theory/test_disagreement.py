"""Doubt radii by the definition of a ball; coefficients known in closed form."""

import numpy as np
import pytest

from mlcompanion.learning_theory import (
    disagreement_coefficient,
    doubt_radius,
    label_complexity,
    label_exponents,
    threshold_class,
)
from mlcompanion.learning_theory.active.disagreement import doubtful_mass, interval_doubt_radius


def ball_in_doubt(H, best, r, weights):
    """Definition 1, literally: collect the ball, then the instances on which it disagrees."""
    ball = H[[(H[best] != h) @ weights <= r + 1e-12 for h in H]]
    return weights[ball.any(axis=0) & ~ball.all(axis=0)].sum()


def test_mass_and_coefficient_from_the_definition():
    rng = np.random.default_rng(0)
    H = rng.random((30, 12)) < 0.4
    weights = rng.dirichlet(np.ones(12))
    radius = doubt_radius(H, 3, weights)
    radii = np.linspace(0, 1, 400)
    masses = np.array([ball_in_doubt(H, 3, r, weights) for r in radii])
    np.testing.assert_allclose([doubtful_mass(radius, r, weights) for r in radii], masses)
    seen = np.max(masses[radii >= 0.3] / radii[radii >= 0.3])
    theta = disagreement_coefficient(radius, 0.3, weights)
    assert seen <= theta <= 1.02 * seen


def all_intervals(n):
    cells = np.arange(n)
    return np.array([(a <= cells) & (cells < b) for a in range(n) for b in range(a, n + 1)])


@pytest.mark.parametrize("ends", [(0, 0), (2, 5), (0, 9), (8, 9)])
def test_radii_of_intervals_are_those_of_their_table(ends):
    H = all_intervals(9)
    wanted = (ends[0] <= np.arange(9)) & (np.arange(9) < ends[1])
    best = int(np.flatnonzero((wanted == H).all(axis=1))[0])
    np.testing.assert_allclose(interval_doubt_radius(9, *ends), doubt_radius(H, best))


def test_known_coefficients():
    H = np.vstack([threshold_class(200), ~threshold_class(200)])
    for best in (19, 59, 99):
        assert disagreement_coefficient(doubt_radius(H, best), 0.01) == pytest.approx(2)
    assert disagreement_coefficient(interval_doubt_radius(200, 0, 0), 0.02) == pytest.approx(50)
    for width in (2, 5, 20, 80):  # max(4, 1 / w), and an intruder is a cell long
        theta = disagreement_coefficient(interval_doubt_radius(200, 60, 60 + width), 0.005)
        assert theta == pytest.approx(max(4, 200 / (width + 1)))


def test_agreement_never_comes_into_doubt():
    H = np.array([[True, True, False], [True, False, False]])
    radius = doubt_radius(H, 0)
    np.testing.assert_allclose(radius, [np.inf, 1 / 3, np.inf])
    assert doubtful_mass(radius, 1.0) == pytest.approx(1 / 3)


def test_label_counts_and_exponents():
    assert label_complexity("a2", 4, 0.0, 0.1, 2) == 32
    assert label_complexity("dhm", 4, 0.2, 0.1) == pytest.approx(20)
    assert label_complexity("passive", 1, 0.2, 0.1) == pytest.approx(30)
    assert label_complexity("floor", 1, 0.2, 0.1) == pytest.approx(4)
    for method in ("a2", "dhm", "passive"):  # the dimension is a factor of what can be learned
        one = label_complexity(method, 4, 0.2, 0.1)
        assert label_complexity(method, 4, 0.2, 0.1, 3) == pytest.approx(3 * one)
    assert label_complexity("floor", 4, 0.2, 0.1, 3) == pytest.approx(4)
    active, passive = label_exponents(1, 2.0, 2.0)
    assert (active, passive) == (pytest.approx(17 / 12), pytest.approx(1.75))
    assert label_exponents(1, 2.0, 2.0, slope=1.0)[0] == pytest.approx(1.75)


def test_bad_input():
    radius = doubt_radius(threshold_class(10), 4)
    for name, call in (
        ("eps", lambda: disagreement_coefficient(radius, 0.05)),
        ("weights", lambda: doubt_radius(threshold_class(2), 0, [0.2, 0.2])),
        ("best", lambda: doubt_radius(threshold_class(2), 2)),
        ("stop", lambda: interval_doubt_radius(5, 3, 2)),
    ):
        with pytest.raises(ValueError, match=name):
            call()
