import numpy as np
import pytest

from mlcompanion.gp import (
    BayesianOptimizer,
    GPRegressor,
    SearchTrace,
    SquaredExponential,
    expected_improvement,
    probability_of_improvement,
    ucb,
)
from mlcompanion.regression.bands import KernelBandRegressor

GRID = np.linspace(0, 1, 60)[:, None]


def known(scale=1.0):
    return GPRegressor(
        SquaredExponential(0.1, scale), 1e-8 * scale**2, fit_parameters=False, fit_mean=False
    )


def bumps(z):
    return float(np.sin(9 * z[0]) + 0.5 * np.cos(23 * z[0]))


@pytest.mark.parametrize("name", ["ei", "pi", "ucb"])
def test_the_next_trial_is_where_the_acquisition_is_largest(name):
    trials = GRID[[5, 20, 44]]
    values = np.array([bumps(z) for z in trials])
    mean, std = known().fit(trials, values).predict(GRID, return_std=True)
    best = values.max()
    scores = {
        "ei": expected_improvement(mean, std, best, 0.01),
        "pi": probability_of_improvement(mean, std, best, 0.01),
        "ucb": ucb(mean, std, 1.5),
    }
    search = BayesianOptimizer(known(), name, k=1.5, margin=0.01)
    found = search.suggest(trials, values, candidates=GRID)
    np.testing.assert_array_equal(found, GRID[np.argmax(scores[name])])


@pytest.mark.parametrize("name", ["ei", "ucb"])
@pytest.mark.parametrize("seed", range(4))
def test_the_maximum_is_found(name, seed):
    trace = BayesianOptimizer(known(), name, n_starts=3, random_state=seed).maximize(
        bumps, 25, candidates=GRID
    )
    assert trace.best_value == max(bumps(z) for z in GRID)
    assert trace.values.tolist() == [bumps(z) for z in trace.trials]
    assert len(np.unique(trace.trials)) == len(trace.trials) == 25


def test_all_candidates_are_tried_once_and_then_it_ends():
    trace = BayesianOptimizer(known(), random_state=0).maximize(bumps, 99, candidates=GRID[:8])
    assert sorted(trace.trials[:, 0]) == GRID[:8, 0].tolist()
    search = BayesianOptimizer(known())
    assert search.suggest(GRID[:2], [0.0, 1.0], candidates=GRID[:2]) is None


def test_greedy_search_that_may_repeat_itself_stays_where_it_is():
    search = BayesianOptimizer(known(), "ucb", k=0.0, again=True, n_starts=3, random_state=1)
    trace = search.maximize(bumps, 15, candidates=GRID)
    assert len(np.unique(trace.trials)) < 15
    np.testing.assert_array_equal(trace.trials[-1], trace.best)


def test_in_a_box_it_climbs_between_the_draws():
    trace = BayesianOptimizer(n_starts=6, random_state=0).maximize(
        lambda z: -((z[0] - 30.0) ** 2) - 1e6 * (z[1] - 0.002) ** 2,
        16,
        bounds=[[0, 100], [0, 0.01]],
    )
    assert trace.best == pytest.approx([30.0, 0.002], rel=0.1)
    assert (trace.trials >= 0).all()
    assert (trace.trials <= [100, 0.01]).all()


@pytest.mark.parametrize(("unit", "origin"), [(1e-6, 0.0), (1e6, 0.0), (1.0, 1e6)])
def test_units_of_places_and_values_change_no_trial(unit, origin):
    def moved(z):
        return 1e6 * bumps((z - origin) / unit) + 5e6

    plain = BayesianOptimizer(random_state=3).maximize(bumps, 9, candidates=GRID)
    there = BayesianOptimizer(random_state=3).maximize(moved, 9, candidates=origin + unit * GRID)
    np.testing.assert_allclose((there.trials - origin) / unit, plain.trials, atol=1e-8)


def test_a_constant_function_and_a_constant_column_are_searched():
    places = np.column_stack([GRID, np.ones(60)])
    trace = BayesianOptimizer(random_state=0).maximize(lambda z: 4, 8, candidates=places)
    np.testing.assert_array_equal(trace.values, 4.0)


def test_other_surrogates_and_acquisitions():
    surrogate = KernelBandRegressor(0.1, 1e-3)
    trace = BayesianOptimizer(surrogate, "ucb", n_starts=6, random_state=0).maximize(
        bumps, 25, candidates=GRID
    )
    assert trace.best_value > 1.2

    def farthest(mean, std, best):
        return std

    spread = BayesianOptimizer(known(), farthest, n_starts=1, random_state=0)
    trials = spread.maximize(bumps, 8, candidates=GRID).trials[:, 0]
    assert np.diff(np.sort(trials)).min() > 0.05


def test_the_best_of_a_trace_is_the_first_of_the_largest():
    trace = SearchTrace(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 3.0]))
    assert trace.best == [1.0]
    assert trace.best_value == 3.0


def test_what_cannot_be_searched_is_refused():
    search = BayesianOptimizer()
    with pytest.raises(ValueError, match="either candidates or bounds"):
        search.maximize(bumps, 5)
    with pytest.raises(ValueError, match="bounds must have a low"):
        search.maximize(bumps, 5, bounds=[[1.0, 0.0]])
    with pytest.raises(ValueError, match="function must be"):
        search.maximize(lambda z: np.nan, 5, candidates=GRID)
    with pytest.raises(ValueError, match="acquisition"):
        BayesianOptimizer(acquisition="best")
    with pytest.raises(TypeError, match="surrogate"):
        BayesianOptimizer("gp")
    with pytest.raises(ValueError, match="acquisition must have shape"):
        BayesianOptimizer(known(), lambda *given: [0.0]).maximize(bumps, 9, candidates=GRID)
