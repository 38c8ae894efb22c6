import numpy as np
import pytest

from mlcompanion.regression import cross_validate_grid
from mlcompanion_chapters.sugiyama.s32_confidence import searches
from mlcompanion_chapters.sugiyama.s32_confidence.sinc_bands import sample_of
from mlcompanion_chapters.sugiyama.s32_confidence.studies import tuning_search


def test_functions_have_the_covariance_that_they_are_drawn_from():
    drawn = np.array([searches.random_function(k) for k in range(600)])
    assert drawn.var() == pytest.approx(1, rel=0.1)
    tenth = round(0.1 / searches.PLACES[1, 0])
    assert np.mean(drawn[:, 0] * drawn[:, tenth]) == pytest.approx(np.exp(-0.5), abs=0.12)


def test_the_printed_rule_takes_the_best_for_an_improvement_below_zero():
    chance = searches.printed_improvement(np.array([-2.0, -2.05, -3.0]), np.zeros(3), -2.0)
    assert chance.tolist() == [True, True, False]
    above = searches.printed_improvement(np.array([2.0]), np.array([1.0]), 2.0)
    assert above[0] < 0.5


@pytest.mark.parametrize("rule", list(searches.RULES))
def test_a_search_tries_eighteen_places(rule):
    values = searches.random_function(3)
    trace = searches.search(values, rule, 0)
    assert len(trace.values) == 18
    assert set(trace.values) <= set(values)
    assert searches.hits(values, trace) == (
        values.max() - trace.best_value <= 0.02 * np.ptp(values)
    )


def test_the_surrogates_mean_makes_the_origin_nothing():
    values = searches.random_function(1)
    here = searches.search(values, "probability", 1, mean=True)
    there = searches.search(values + 8, "probability", 1, mean=True)
    np.testing.assert_array_equal(here.trials, there.trials)


def test_errors_are_those_of_fixed_folds():
    errors = searches.tuning_errors(4)
    assert errors.shape == (15, 15)
    np.testing.assert_array_equal(errors, searches.tuning_errors(4))
    X, y = sample_of("even", 4)
    one = cross_validate_grid(
        X, y, [np.exp(searches.LOG_WIDTHS[3])], np.exp(searches.LOG_LAMS), 5, 4
    )
    np.testing.assert_allclose(errors[3], one[0])


def test_the_first_that_is_good_enough():
    assert searches.first_within([3.0, 2.0, 1.0], 2.0) == 2
    assert searches.first_within([3.0], 2.0) == 225


def test_a_case_of_the_study():
    errors = searches.tuning_errors(0).ravel()
    goal = np.quantile(errors, 0.2)
    found = tuning_search.trials_needed(errors, goal, "bound", 0)
    assert 1 <= found <= 225
    assert tuning_search.cases(2) == [{"seed": 0}, {"seed": 1}]
    assert len(tuning_search.SETTINGS) == len(errors)
