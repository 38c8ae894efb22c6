"""Both sides by hand, cases of equality, and laws along further axes."""

import numpy as np
import pytest

from mlcompanion.probability.bounds.expectation_inequalities import (
    holder,
    jensen,
    kantorovich,
    minkowski,
)

MASSES = np.array([0.2, 0.3, 0.5])
X = np.array([1.0, -2.0, 4.0])
Y = np.array([3.0, 1.0, -0.5])


def test_jensen_of_the_square_is_the_variance():
    sides = jensen(np.square, X, MASSES)
    mean = 0.2 - 0.6 + 2.0
    assert sides.lesser == pytest.approx(mean**2)
    assert sides.greater - sides.lesser == pytest.approx(np.dot(MASSES, (X - mean) ** 2))


def test_jensen_of_a_length():
    points = np.array([[3.0, 4.0], [-3.0, -4.0], [0.0, 2.0]])
    sides = jensen(lambda v: np.linalg.norm(v, axis=-1), points, vector=True)
    assert sides == pytest.approx((2 / 3, 4.0))


def test_holder_and_its_equality():
    sides = holder(X, Y, 3.0, MASSES)
    assert sides.lesser == pytest.approx(0.2 * 3 + 0.3 * 2 + 0.5 * 2)
    cubes = MASSES @ np.abs(X) ** 3
    powers = MASSES @ np.abs(Y) ** 1.5
    assert sides.greater == pytest.approx(cubes ** (1 / 3) * powers ** (2 / 3))
    equal = holder(X, 7 * np.abs(X) ** (3.0 / 1.5), 3.0, MASSES)
    assert equal.lesser == pytest.approx(equal.greater, rel=1e-13)


def test_minkowski_and_its_equality():
    sides = minkowski(X, Y, 1.0, MASSES)
    assert sides == pytest.approx((0.2 * 4 + 0.3 * 1 + 0.5 * 3.5, 2.8 + 1.15))
    equal = minkowski(X, 2 * X, 7.0, MASSES)
    assert equal.lesser == pytest.approx(equal.greater, rel=1e-13)


def test_large_powers_do_not_overflow():
    sides = minkowski(1e200 * X, 1e200 * Y, 20.0, MASSES)
    assert np.isfinite(sides).all()
    assert sides.lesser <= sides.greater


def test_kantorovich_and_its_equality():
    sides = kantorovich([1.0, 2.0, 4.0], 1.0, 5.0, MASSES)
    assert sides == pytest.approx((2.8 * 0.475, 36 / 20))
    ends = kantorovich([1.0, 5.0], 1.0, 5.0)
    assert ends.lesser == pytest.approx(ends.greater, rel=1e-14)


def test_many_laws_at_once_are_each_alone():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 5, 4))
    masses = rng.dirichlet(np.ones(4), size=5)
    p = np.array([1.1, 2.0, 3.0, 5.0, 20.0])
    for law in (holder, minkowski):
        together = law(x, y, p, masses)
        alone = [law(x[k], y[k], p[k], masses[k]) for k in range(5)]
        np.testing.assert_allclose(np.transpose(together), alone)
    low = x.min(axis=1) + 4
    high = x.max(axis=1) + 4
    together = kantorovich(x + 4, low, high, masses)
    assert (together.lesser <= together.greater).all()


def test_masses_must_be_masses():
    with pytest.raises(ValueError, match="masses must sum to 1"):
        jensen(np.square, X, [0.2, 0.3, 0.6])
    with pytest.raises(ValueError, match="p must hold values"):
        holder(X, Y, 0.5, MASSES)
    with pytest.raises(ValueError, match="between low and high"):
        kantorovich([0.5, 2.0], 1.0, 3.0)
