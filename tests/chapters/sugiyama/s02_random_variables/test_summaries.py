"""The checks of the chapter on random variables, on small sizes and with what they must see."""

import math

import numpy as np
import pytest
from scipy import stats

from mlcompanion_chapters.sugiyama.s02_random_variables import (
    centres_and_events,
    generating_functions,
    shapes_of_laws,
)


def test_the_reconstructed_incomes():
    everybody = [*centres_and_events.INCOMES, 1000.0]
    assert np.mean(everybody) == pytest.approx(62.1, abs=1e-9)
    assert np.median(everybody) == pytest.approx(31.3, abs=1e-9)
    assert max(centres_and_events.INCOMES) < 62.1


def test_random_crowds():
    mean, median, below = centres_and_events.incomes_with_millionaire(50, 0)
    np.testing.assert_allclose(median, 31.3)
    assert (mean > 50).all()
    assert below.min() > 0.5


def test_events():
    violated, control = centres_and_events.set_laws()
    assert violated == 0 < control
    added, without = centres_and_events.addition_rules(3, 0)
    assert added < 1e-12
    assert without > 0.01


def test_centres():
    found = centres_and_events.centre_errors(4, 0)
    assert max(found["abs_to_median"], found["sq_to_mean"]) <= 1e-3 < 0.005 < found["abs_to_mean"]
    tilted = centres_and_events.tilted_errors(4, (0.1, 0.75), 0)
    assert max(tilted["printed_to_other"], tilted["right_to_alpha"]) <= 1e-3
    assert tilted["printed_to_alpha"] > 0.01


def test_changed_variables():
    found = shapes_of_laws.changed_variables(5000, 0)
    np.testing.assert_allclose(found["worked"], 2.5)
    assert found["area"] < 1e-6
    assert found["ks"] < 1.95 / math.sqrt(5000)
    assert found["without"] > 0.05


def test_heights():
    multiplied, divided, share = shapes_of_laws.heights(20_000, 0)
    assert multiplied == pytest.approx(1, abs=1e-6)
    assert divided == pytest.approx(1e-4, abs=1e-6)
    assert abs(share) < 4.5 * 0.5 / math.sqrt(20_000)


def test_moment_formulas():
    found = generating_functions.moment_formulas(20, 0)
    assert max(found["shape"], found["mgf"]) < 1e-8
    assert found["control"] > 1e-3


def test_generating_functions():
    assert min(np.min(g) for g in generating_functions.mgf_growth().values()) > 1.5
    bound, z = generating_functions.characteristic_checks((1.0,), 20_000, 0)
    assert bound <= 1
    assert z < 4.5


def test_characteristic_functions_by_quadrature():
    assert generating_functions._fourier(stats.cauchy(), 2.0) == pytest.approx(
        math.exp(-2), abs=1e-8
    )
    assert generating_functions._fourier(stats.expon(), 2.0) == pytest.approx(
        1 / (1 - 2j), abs=1e-8
    )


def test_shapes():
    found = shapes_of_laws.skewness_and_tails()
    assert len(found["skew"]) == len(found["longer"]) == 26
    assert found["skew"][1] == pytest.approx(2, abs=1e-6)
    assert found["gap"] < 1e-6
    assert found["order"] == 1
    found = shapes_of_laws.kurtosis_and_peaks()
    assert found["dull"][0] == pytest.approx(-1.2, abs=1e-6)
    assert found["sharp"][0] == pytest.approx(3, abs=1e-6)


def test_twins():
    found = shapes_of_laws.moments_are_not_enough()
    assert abs(found["skew"]) < 1e-9
    assert found["moments"] < 1e-6
    assert found["apart"] == pytest.approx(1 / math.pi, abs=1e-3)
