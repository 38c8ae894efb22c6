import numpy as np
import pytest
from scipy.optimize import brentq

from mlcompanion.bandits.trees import (
    broken_line,
    power_peak,
    step_payoff,
    uct_chain,
    wavy_payoff,
)


def test_the_waves_maximum_is_refined():
    payoff = wavy_payoff()
    place = brentq(lambda x: 13 * np.tan(27 * x) + 27 * np.tan(13 * x), 0.86, 0.872)
    assert payoff.best_arm[0] == pytest.approx(place, abs=1e-7)  # where the derivative is zero
    x = np.random.default_rng(0).random(10_000)
    assert (payoff(x) <= payoff.best).all()
    np.testing.assert_allclose(payoff(x), 0.5 * (np.sin(13 * x) * np.sin(27 * x) + 1))
    near = payoff.best_arm[0] + np.linspace(-1e-5, 1e-5, 2001)
    assert payoff(near).max() <= payoff.best + 1e-15


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0, 3.3])
def test_a_peak_falls_with_the_largest_coordinate(power):
    payoff = power_peak([0.2, 0.6], power, 0.7)
    points = np.random.default_rng(1).random((50, 2))
    far = np.abs(points - [0.2, 0.6]).max(axis=1)
    np.testing.assert_allclose(payoff(points), 1 - 0.7 * far**power)
    assert payoff(payoff.best_arm[None])[0] == payoff.best == 1


def test_a_broken_line_is_numpys_and_jumps_to_the_right():
    x = np.random.default_rng(2).uniform(-0.5, 1.5, 300)
    places = [0, 0.3, 0.7, 1]
    values = [0.1, 0.9, 0.2, 0.4]
    np.testing.assert_allclose(broken_line(places, values)(x), np.interp(x, places, values))
    steps = step_payoff([0, 0.25, 0.5, 1], [0.3, 0.8, 0.1])
    assert steps([0, 0.2, 0.25, 0.49, 0.5, 1]).tolist() == [0.3, 0.3, 0.8, 0.8, 0.1, 0.1]
    assert (steps.best, steps.best_arm.tolist()) == (0.8, [0.25])


@pytest.mark.parametrize(
    ("places", "values", "near"),
    [
        ([0, 0.5, 0.5, 1], [0, 1, 0.2, 0.3], 0.5),  # a jump down at the maximum
        ([0, 0, 1], [0.9, 0.1, 0.2], 0),  # beyond the left end
        ([-1, 0, 0, 1], [0, 1, 0.2, 0.3], 0),
        ([1e6, 1e6 + 1, 1e6 + 1, 1e6 + 2], [0, 1, 0.2, 0.3], 1e6 + 1),
        ([0, 0.5, 0.5, 1], [0, 1, 0.2, 1], 1),  # the same height, and an arm that has it
        ([0, 0.5, 0.5, 1], [0, 0.2, 1, 0.3], 0.5),  # a jump up
    ],
)
def test_the_best_arm_of_a_broken_line_has_the_best_reward(places, values, near):
    payoff = broken_line(places, values)
    assert payoff.best == max(values)
    assert payoff(payoff.best_arm)[0] == pytest.approx(payoff.best, abs=1e-9)
    assert payoff.best_arm[0] == pytest.approx(near, rel=1e-15, abs=1e-15)


def test_the_chain_pays_less_and_less_and_then_all():
    chain = uct_chain(16)
    middles = 1 - 1.5 * 2.0 ** -np.arange(1, 17)
    np.testing.assert_allclose(chain(middles), (16 - np.arange(1, 17)) / 16)
    assert chain([1 - 2.0**-16, 1.0]).tolist() == [1, 1]
    assert chain([1 - 2.0**-16 - 1e-9])[0] == 0


def test_payoffs_that_are_none_are_refused():
    with pytest.raises(ValueError, match="places must be in order"):
        broken_line([1, 0], [0, 1])
    with pytest.raises(ValueError, match="places must not hold a number more than twice"):
        broken_line([0, 0.5, 0.5, 0.5, 1], [0, 0.2, 1, 0.3, 0])
    with pytest.raises(ValueError, match="edges must increase"):
        step_payoff([0, 0, 1], [0.1, 0.2])
    with pytest.raises(ValueError, match="values must hold"):
        broken_line([0, 1], [0, 1.5])
    with pytest.raises(ValueError, match="points"):
        power_peak([0.0, 0.0])([0.1, 0.2])
