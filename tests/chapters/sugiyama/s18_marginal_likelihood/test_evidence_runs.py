import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import beta, norm

from mlcompanion.bayes.evidence import exact_mixture_posterior, laplace_approximation
from mlcompanion_chapters.sugiyama.s18_marginal_likelihood import (
    criteria_runs,
    errata,
    evidences,
    integrands,
    labels_unseen,
)


@pytest.mark.parametrize("kind", list(integrands.SHAPES))
def test_areas_are_those_of_quadrature(kind):
    make, places = integrands.SHAPES[kind]
    for place in (places[0], places[5], places[-1]):
        made = make(place)
        ends = (0, 1) if kind == "floats" else (-np.inf, np.inf)
        area = quad(lambda t, made=made: math.exp(made.log_f(t)), *ends)[0]
        assert made.area == pytest.approx(area, rel=1e-6)


def test_laplace_of_known_shapes():
    assert integrands.share_of_area(integrands.two_widths(2)) == pytest.approx(3**0.5 / 2)
    nu = 7
    made = integrands.student(nu)
    want = math.sqrt(2 * math.pi * nu / (nu + 1)) / made.area
    assert integrands.share_of_area(made) == pytest.approx(want, rel=1e-6)
    assert integrands.normal_bump_error(3) < 1e-9


def test_shortfalls_against_quadrature():
    n = 12
    x = np.random.default_rng(0).normal(size=n)
    x += 0.5 - x.mean()
    top = norm.logpdf(x, 0.5).sum()
    area = quad(lambda t: math.exp(norm.logpdf(x, t).sum() - top) * norm.pdf(t), -5, 5)[0]
    assert evidences.MODELS[0].shortfall(n) == pytest.approx(-math.log(area))
    top = 3 * math.log(0.3) + 7 * math.log(0.7)
    area = quad(lambda p: p**3 * (1 - p) ** 7 * beta(2, 2).pdf(p), 0, 1)[0]
    assert evidences.MODELS[2].shortfall(10) == pytest.approx(top - math.log(area))
    p = 4 / 12
    loss = top - 3 * math.log(p) - 7 * math.log(1 - p)
    assert evidences.MODELS[2].loss_at_map(10) == pytest.approx(loss)
    assert [model.b for model in evidences.MODELS] == [1, 5, 1, 4]


def test_the_regression_s_shortfall_is_its_evidence():
    n = 200
    rng = np.random.default_rng(18)
    design = np.column_stack([np.ones(n), rng.normal(size=(n, 3))])
    y = design @ [0.5, -0.5, 0.5, -0.5]  # the fit is perfect: what is left is the shortfall
    covariance = design @ design.T + np.eye(n)
    evidence = -0.5 * (np.linalg.slogdet(covariance)[1] + y @ np.linalg.solve(covariance, y))
    assert evidences.MODELS[3].shortfall(n) == pytest.approx(-evidence)


def test_logistic_evidence_by_another_quadrature():
    coarse = evidences.logit_error(10, 3)
    assert evidences.logit_error(10, 3, nodes=60) == pytest.approx(coarse, abs=1e-6)
    rng = np.random.default_rng([3, 10, 2])
    X = np.column_stack([np.ones(10), rng.normal(size=10)])
    signs = np.where(rng.random(10) < expit(X @ [-0.5, 1.0]), 1.0, -1.0)
    A = signs[:, None] * X

    def log_joint(w):
        return -np.logaddexp(0, -A @ w).sum(axis=0) + norm.logpdf(w, scale=2).sum(axis=0)

    side = np.linspace(-12, 12, 241)
    grid = np.array(np.meshgrid(side, side)).reshape(2, -1)
    area = np.exp(log_joint(grid)).sum() * 0.1**2
    found = laplace_approximation(log_joint, [0.0, 0.0]).log_integral
    assert abs(math.exp(found) / area - 1) == pytest.approx(coarse, abs=1e-5)


def test_errors_fall_and_log_odds_are_better():
    assert evidences.coin_error(100) < evidences.coin_error(10) < 0.1
    assert evidences.coin_in_log_odds(10) < evidences.coin_error(10)
    assert evidences.count_error(100, 0) < 0.01
    assert evidences.coin_variation(1000) < evidences.coin_variation(10) < 0.2


def test_degrees_are_chosen_as_by_single_fits():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, size=(5, 30))
    y = x + rng.normal(size=x.shape)
    parts, _ = criteria_runs.polynomial_fits(x, y, 4)
    by_aic, by_bic = criteria_runs.choices(parts, 30)
    b = np.arange(1, 6)
    for row in range(5):
        fits = [np.polyval(np.polyfit(x[row], y[row], k), x[row]) for k in range(5)]
        squares = np.sum((y[row] - np.array(fits)) ** 2, axis=1)
        assert by_aic[row] == np.argmin(squares / 2 + b)
        assert by_bic[row] == np.argmin(squares / 2 + b / 2 * np.log(30))


def test_risk_is_the_squared_distance():
    by_aic, by_bic = criteria_runs.risks(criteria_runs.straight, 3, n=50, degree=3, seed=2)
    rng = np.random.default_rng([2, 181])
    x = rng.uniform(-1, 1, size=(3, 50))
    y = criteria_runs.straight(x) + 0.3 * rng.normal(size=x.shape)
    _, chosen = criteria_runs.choices(criteria_runs.polynomial_fits(x, y, 3)[0], 50, 0.3)
    for row in range(3):
        fit = np.polyfit(x[row], y[row], chosen[row])
        gap = quad(lambda t, fit=fit: (np.polyval(fit, t) - criteria_runs.straight(t)) ** 2, -1, 1)
        assert by_bic[row] == pytest.approx(gap[0] / 2)
    assert (by_aic > 0).all()


def test_a_wrong_charge_is_noticed(monkeypatch):
    aic, bic = criteria_runs.turn(20, 200)
    assert np.all(bic <= aic)
    monkeypatch.setattr(criteria_runs, "bic", lambda top, b, n: 0.1 * b - top)
    aic, bic = criteria_runs.turn(20, 200)
    assert np.any(bic > aic)


def test_bound_gap_and_divergence():
    run = labels_unseen.bound_case(3)
    assert run["above"] == 0
    assert run["rise"] < 1e-12
    assert run["ident"] < 1e-10
    assert run["gap"] > 1e-4


def test_a_wrong_free_energy_is_noticed(monkeypatch):
    whole = labels_unseen.variational_free_energy
    monkeypatch.setattr(labels_unseen, "variational_free_energy", lambda *args: whole(*args) - 0.5)
    run = labels_unseen.bound_case(3)
    assert run["above"] > 0
    assert run["ident"] > 0.4


def test_labellings_one_by_one_and_grouped():
    logs = labels_unseen.log_bells(np.linspace(-1, 3, 8), 2.0)
    labels, counts, log_joint = labels_unseen.every_labelling(logs, [0.7, 2.0])
    exact = exact_mixture_posterior(logs, [0.7, 2.0])
    assert len(labels) == 256
    assert np.logaddexp.reduce(log_joint) == pytest.approx(exact.log_evidence)
    p = np.exp(log_joint - exact.log_evidence)
    want = [p[counts == c].sum() for c in exact.counts[:, 0]]
    np.testing.assert_allclose(exact.probabilities, want, atol=1e-12)


def test_narrow_laws_and_sharp_ones():
    run = labels_unseen.posterior_case(1, 1.0, 0)
    assert run["var_ratio"] < 0.6
    assert run["gap"] > 0
    limits = labels_unseen.limit_case(0, laws=20)
    assert limits["dev_w"][2] < 1e-4 < 1e-3 < limits["dev_w"][0]
    assert limits["dev_m"][2] < 1e-5
    assert limits["better"] == 0


def test_errata_are_seen():
    areas = errata.normal_density()
    assert [round(areas[k], 6) for k in ("printed", "right", "total")] == [0.5, 1, 1.5]
    assert areas["peak"] < 0.5
    slopes = errata.log_derivative()
    assert slopes["d2f"] == pytest.approx(-9 / (8 * math.sqrt(2 * math.pi)), abs=1e-4)
    assert slopes["d2log"] == pytest.approx(-0.75, abs=1e-4)
