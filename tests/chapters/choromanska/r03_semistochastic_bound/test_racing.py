"""Protocols of the race and of the rates, on small or closed cases."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from mlcompanion.optimize.finite_sums import sgd
from mlcompanion_chapters.choromanska.r03_semistochastic_bound import racing, rates, stand_ins


@pytest.fixture(scope="module")
def data():
    return stand_ins.split("spambase", 0)


def test_a_split_is_nine_tenths_with_its_own_optimum(data):
    problem = data.problem
    assert problem.n_samples == 4137
    assert problem.lam == 1 / 4137
    peer = LogisticRegression(fit_intercept=False, tol=1e-8, max_iter=2000)
    peer.fit(problem.X, problem.y)
    assert data.least <= problem.value(peer.coef_[0]) <= data.least + 1e-6
    w = peer.coef_[0]
    assert data.test_error(w) == np.mean(peer.predict(data.X_test) != data.y_test)
    assert 0 < data.test_cost(w) < 0.4


def test_excess_is_read_at_the_passes_that_were_paid_for(data):
    n = data.problem.n_samples
    grown = racing.growths(n, (0.05, 0.001))
    excess, w, work = racing.bound_run(data, grown, (1, 3), random_state=0)
    assert excess[1] == pytest.approx(data.problem.value(w) - data.least)
    assert work.passes(n) > 3  # with the gradient of the step that is not taken
    again, *_ = racing.bound_run(data, grown, (1,), random_state=0)
    assert again[0] == excess[0]


def test_a_run_that_diverged_ends_at_infinity(data):
    excess, _ = racing.first_order("SGD", data, 10.0, 0, (1, 2))
    assert np.isinf(excess[-1]) or excess[-1] > 1
    wild, *_ = racing.bound_run(
        data, racing.growths(data.problem.n_samples, (0.05, 0.001)), (1, 20),
        step=1e150, random_state=0,
    )  # fmt: skip
    assert np.isinf(wild[-1])


def test_records_are_read_along_straight_lines():
    run = sgd(stand_ins.split("spambase", 0).problem, step=0.001, max_passes=4, random_state=0)
    found = racing.read(run, 0.0, (1, 2.5, 4))
    assert found[0] == pytest.approx(run.objective[1])
    assert found[1] == pytest.approx(np.sqrt(run.objective[2] * run.objective[3]))


def test_printed_rates_as_rows_and_as_fractions():
    n, share, gradient, curvature = stand_ins.SETS_OF_FIGURE["protein"]
    assert (n, share, gradient, curvature) == (145_751, 0.5, 0.005, 0.001)
    assert len(stand_ins.PRINTED_RATES) == 6
    grown = racing.growths(1000, (gradient, curvature))
    assert grown[0].size(np.ones(100)) == 5 + 500
    assert grown[1].size(np.ones(1000)) == 200


def test_rates_of_theorem_4():
    problem = rates.unit_rows(0, n_samples=400)
    L, rho = rates.constants(problem)
    assert pytest.approx(11.0) == L
    assert rho == pytest.approx(0.1 / 0.35)
    assert rates.rate_bound(2, 3.0, problem) == pytest.approx(3 * (1 - rho / L) ** 2)
    assert rates.violations_of_norms(50, 0) == 0
