"""Every loss is asked every question, and each answer is held against its numerical definition.

A new loss enters by itself: the first tests fail until it is listed here.
"""

import numpy as np
import pytest

import mlcompanion.losses as room
from mlcompanion.losses import (
    Absolute,
    EpsilonInsensitive,
    Exponential,
    Hinge,
    Huber,
    HyperbolicSecant,
    Linear,
    Logistic,
    MultinomialLogit,
    Ramp,
    ScoreLoss,
    Softmax,
    Squared,
    SquaredHinge,
    SquaredRamp,
    Tukey,
    ZeroOne,
    formulas,
)

KINDS = [
    Hinge(),
    Hinge(margin=0.3, slope=2.0),
    SquaredHinge(),
    SquaredHinge(margin=0.5, slope=3.0),
    Squared(),
    Squared(slope=0.4),
    EpsilonInsensitive(0.25, slope=1.5),
    Absolute(),
    Logistic(),
    Linear(),
    ZeroOne(),
    Huber(0.7),
    Tukey(2.0),
    HyperbolicSecant(),
    Exponential(),
    Ramp(),
    SquaredRamp(slope=2.0),
]
NOT_CONVEX = (ZeroOne, Tukey, Ramp, SquaredRamp)
PIECEWISE_LINEAR = (Hinge, EpsilonInsensitive, Linear)
every = pytest.mark.parametrize("loss", KINDS, ids=repr)
convex = pytest.mark.parametrize(
    "loss", [k for k in KINDS if not isinstance(k, NOT_CONVEX)], ids=repr
)
H = 1e-5
FINE = np.linspace(-8, 8, 160_001)  # spacing 1e-4
SCORES = np.linspace(-3, 3, 121) + 0.01234  # no kink among them


def targets(loss):
    """Targets that the loss is made for."""
    return (-1.0, 1.0) if loss.signs else (-1.0, 0.4, 1.0)


def test_every_kind_is_listed():
    kinds = {k for k in vars(room).values() if isinstance(k, type) and issubclass(k, ScoreLoss)}
    assert {type(k) for k in KINDS} == kinds - {ScoreLoss}


def test_every_code_has_one_formula():
    codes = {value for name, value in vars(formulas).items() if name.isupper()}
    assert codes == set(range(len(codes)))
    assert {k.code for k in KINDS} == codes


@every
def test_derivative_is_the_slope_of_the_value(loss):
    for y in targets(loss):
        slope = (loss.value(SCORES + H, y) - loss.value(SCORES - H, y)) / (2 * H)
        np.testing.assert_allclose(loss.derivative(SCORES, y), slope, atol=1e-8)


@convex
def test_derivative_at_a_kink_is_a_subgradient(loss):
    for y in targets(loss):
        for kink in (y, y * loss.margin, y - loss.margin, y + loss.margin):
            tangent = loss.value(kink, y) + loss.derivative(kink, y) * (FINE - kink)
            assert (loss.value(FINE, y) >= tangent - 1e-12).all()


@every
def test_second_derivative_is_the_slope_of_the_derivative(loss):
    for y in targets(loss):
        slope = (loss.derivative(SCORES + H, y) - loss.derivative(SCORES - H, y)) / (2 * H)
        np.testing.assert_allclose(loss.second_derivative(SCORES, y), slope, atol=1e-8)


@every
def test_constants_hold_and_those_of_slope_and_curvature_are_the_least(loss):
    slopes = loss.derivative(FINE, 1.0)
    values = loss.value(FINE, 1.0)
    steepest = np.abs(slopes).max()
    if np.isfinite(loss.lipschitz):
        assert 0.99 * loss.lipschitz <= steepest <= loss.lipschitz * (1 + 1e-12)
    elif not isinstance(loss, ZeroOne):
        assert steepest > 2  # and grows with the interval
    bends = np.abs(np.diff(slopes)).max() / np.diff(FINE)[0]
    if np.isfinite(loss.curvature):
        assert bends <= loss.curvature * (1 + 1e-6)
        assert bends >= 0.99 * loss.curvature
    elif not isinstance(loss, ZeroOne):
        assert bends > 1e3  # a jump
    with np.errstate(divide="ignore", invalid="ignore"):
        bounded = np.nanmax(np.where(slopes == 0, 0, 0.5 * slopes**2 / values))
    if np.isfinite(loss.smoothness):
        assert bounded <= loss.smoothness * (1 + 1e-9)


@every
def test_conjugate_is_the_supremum(loss):
    """Finite where a maximum lies inside the interval; infinite where it runs to its ends."""
    wide = np.linspace(-400, 400, 800_001)
    for y in targets(loss):
        values = loss.value(wide, y)
        for v in (-3.0, -1.7, -0.9, -0.35, 0.0, 0.35, y, 0.9, 1.7, 3.0):
            gains = v * wide - values
            best = int(np.argmax(gains))
            if 0 < best < len(wide) - 1 or np.ptp(gains) == 0:
                assert loss.conjugate(v, y) == pytest.approx(gains[best], abs=1e-5)
            elif np.abs(gains[best] - gains[best + (100 if best == 0 else -100)]) > 1e-3:
                assert loss.conjugate(v, y) == np.inf


@every
def test_conjugate_derivative_inverts_the_derivative(loss):
    """NaN for piecewise linear and non-convex losses, and outside the domain."""
    inside = np.linspace(-0.9, 0.9, 37) + 0.0123
    for y in targets(loss):
        score = loss.conjugate_derivative(inside, y)
        if isinstance(loss, PIECEWISE_LINEAR + NOT_CONVEX):
            assert np.isnan(score).all()
            continue
        finite = np.isfinite(score)
        assert finite.sum() >= 10
        np.testing.assert_allclose(loss.derivative(score[finite], y), inside[finite], atol=1e-9)
        assert (loss.conjugate(inside[~finite], y) == np.inf).all()


@every
def test_conjugate_second_derivative_is_one_over_the_curvature(loss):
    inside = np.linspace(-0.9, 0.9, 37) + 0.0123
    for y in targets(loss):
        bend = loss.conjugate_second_derivative(inside, y)
        score = loss.conjugate_derivative(inside, y)
        np.testing.assert_array_equal(np.isnan(bend), np.isnan(score))
        known = np.isfinite(bend)
        product = bend[known] * loss.second_derivative(score[known], y)
        np.testing.assert_allclose(product, 1, atol=1e-9)


@every
def test_targets_are_checked(loss):
    np.testing.assert_array_equal(loss.check_target([-1, 1]), [-1.0, 1.0])
    for bad in ([0.5, 1.0], [0.0, 1.0]) if loss.signs else ():
        with pytest.raises(ValueError, match="labels must hold only"):
            loss.check_target(bad, "labels")
    with pytest.raises(ValueError, match="labels"):
        loss.check_target([np.nan, 1.0], "labels")
    for one in (1, 1.0, np.float64(-1), [1], np.array([-1.0])):
        found = loss.single_target(one)
        np.testing.assert_array_equal(found, loss.check_target(np.atleast_1d(one)), strict=True)
    for bad in (np.nan, np.inf, [1.0, 1.0], "1", *((0.5, np.float64(0), 2) if loss.signs else ())):
        with pytest.raises(ValueError, match="label "):
            loss.single_target(bad, "label")


MANY = [Softmax(), MultinomialLogit(4)]


@pytest.mark.parametrize("loss", MANY, ids=repr)
class TestManyClasses:
    rng = np.random.default_rng(0)
    target = rng.integers(0, 4, 30).astype(float)

    def scores(self, loss):
        return self.rng.normal(size=(30, 4 if isinstance(loss, Softmax) else 3)) * 2

    def test_derivative_is_the_slope_of_the_value(self, loss):
        s = self.scores(loss)
        for k in range(s.shape[1]):
            d = H * np.eye(s.shape[1])[k]
            slope = (loss.value(s + d, self.target) - loss.value(s - d, self.target)) / (2 * H)
            np.testing.assert_allclose(loss.derivative(s, self.target)[:, k], slope, atol=1e-8)

    def test_curvature_bounds_the_change_of_the_derivative(self, loss):
        s = self.scores(loss)
        d = 1e-4 * self.scores(loss)
        change = loss.derivative(s + d, self.target) - loss.derivative(s, self.target)
        ratios = np.linalg.norm(change, axis=1) / np.linalg.norm(d, axis=1)
        assert ratios.max() <= loss.curvature * (1 + 1e-6)

    def test_targets_are_checked(self, loss):
        for bad in ([0.5, 1.0], [-1.0, 0.0], [[0.0], [1.0]], [np.nan, 1.0]):
            with pytest.raises(ValueError, match="labels"):
                loss.check_target(bad, "labels")


def test_the_logit_of_many_classes_answers_for_its_conjugate():
    loss = MultinomialLogit(4)
    rng = np.random.default_rng(1)
    target = rng.integers(0, 4, 30).astype(float)
    s = rng.normal(size=(30, 3))
    v = loss.derivative(s, target)
    equal = np.sum(v * s, axis=1) - loss.value(s, target)  # Fenchel and Young
    np.testing.assert_allclose(loss.conjugate(v, target), equal, atol=1e-12)
    for other in rng.normal(size=(50, 30, 3)) * 3:
        below = np.sum(v * other, axis=1) - loss.value(other, target)
        assert (loss.conjugate(v, target) >= below - 1e-12).all()
    np.testing.assert_allclose(loss.conjugate_derivative(v, target), s, atol=1e-9)
    product = loss.conjugate_second_derivative(v, target) @ loss.second_derivative(s)
    np.testing.assert_allclose(product, np.broadcast_to(np.eye(3), (30, 3, 3)), atol=1e-9)
    assert (loss.conjugate(v + 2, target) == np.inf).all()
    assert np.isnan(loss.conjugate_derivative(v + 2, target)).all()
    for k in range(3):
        d = H * np.eye(3)[k]
        slope = (loss.derivative(s + d, target) - loss.derivative(s - d, target)) / (2 * H)
        np.testing.assert_allclose(loss.second_derivative(s)[:, :, k], slope, atol=1e-8)
