"""What the chapter's page runs, against closed forms and deliberate mistakes."""

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from mlcompanion.bayes.conjugate import log_evidence_gaussian_mean
from mlcompanion_chapters.sugiyama.s17_bayesian_inference import (
    estimates,
    evidence_checks,
    posterior_checks,
)


def test_the_replay_has_the_printed_digits():
    found = evidence_checks.replay()
    assert found["mle"] == pytest.approx(0.546)
    assert found["listing"] == (2.19, pytest.approx(0.537, abs=5e-4))
    assert found["text"] == found["quadrature"] == (0.46, pytest.approx(0.392, abs=5e-4))


def test_quadrature_is_the_integral():
    x = evidence_checks.book_samples()
    betas = np.array([0.01, 0.3, 3.0])
    found = evidence_checks.evidence_by_quadrature(x, betas)
    np.testing.assert_allclose(found, log_evidence_gaussian_mean(x, betas), atol=1e-10)


def test_each_slip_of_the_listing_is_seen():
    case = evidence_checks.evidence_case(5)
    assert max(case.values()) < 1e-9
    x = evidence_checks.book_samples()
    gap = evidence_checks.listing_evidence(x, np.array([0.5, 2.0]))
    gap = gap - log_evidence_gaussian_mean(x, np.array([0.5, 2.0]))
    assert np.ptp(gap) > 1


def test_the_wrong_reading_of_the_rate_misses():
    case = posterior_checks.conjugate_case(3)
    assert case["dev"] < 1e-6 < 1e-2 < case["control"]
    assert case["seq"] < 1e-12


def test_searches_for_counterexamples():
    assert posterior_checks.shrink_cases(50) == 0
    assert max(posterior_checks.optimizer_case(seed) for seed in range(10)) < 1e-5
    assert posterior_checks.fading() == pytest.approx(-1, abs=0.05)
    assert posterior_checks.zero_sum_case(1) == {"zero": 0, "other": 0}
    case = posterior_checks.peak_case(2)
    assert case["higher"] == 0
    assert case["drop"] > 1e6


def test_simulated_risks_are_the_exact_ones():
    errors = estimates.width_errors(40_000)
    exact = estimates.exact_risk(np.array(estimates.WIDTHS))
    np.testing.assert_allclose(errors["map"].mean(axis=0), exact, rtol=0.03)
    assert errors["mle"].mean() == pytest.approx(1 / 12, rel=0.03)
    checked = estimates.exact_risk(np.array([0.2, 0.5, 1, 2, 3]))
    np.testing.assert_allclose(checked, [0.123, 0.0625, 0.0725, 0.0801, 0.0818], atol=1e-3)


def test_the_listing_on_many_means_is_the_listing_on_one():
    means = np.array([0.2, 0.546, -1.5])
    found = estimates.listing_width(means, 12)
    for mean, width in zip(means, found, strict=True):
        values = evidence_checks.listing_evidence(
            evidence_checks.book_samples(mean), evidence_checks.GRID
        )
        assert evidence_checks.GRID[values.argmax()] == width


def test_shrinkage_of_many_coordinates():
    one = estimates.shrinkage_errors(1)
    ten = estimates.shrinkage_errors(10)
    assert one["eb"] > one["mle"]
    assert ten["eb"] < ten["mle"]
    flat = estimates.empirical_errors(20_000)
    assert flat["eb"].mean() == pytest.approx(one["eb"], rel=0.04)


@pytest.mark.parametrize("name", ["normal", "laplace"])
def test_nodes_integrate_the_truth(name):
    x, weights, log_truth = estimates.truth_nodes(name)
    assert weights.sum() == pytest.approx(1)
    assert weights @ x**2 == pytest.approx(1)
    peer = stats.norm() if name == "normal" else stats.laplace(0, 0.5**0.5)
    np.testing.assert_allclose(log_truth, peer.logpdf(x), rtol=1e-12)


def test_divergence_of_a_normal_fit_in_closed_form():
    run = estimates.predictive_gain("normal", 10, n_runs=5)
    rng = np.random.default_rng([0, 10, True])
    variance = np.square(rng.standard_normal((5, 10))).mean(axis=1)
    exact = 0.5 * (np.log(variance) + 1 / variance - 1)
    np.testing.assert_allclose(run["mle"], exact, atol=1e-10)
    assert (run["bayes"] > 0).all()


def test_distance_from_a_t_law_to_the_normal_laws():
    law = stats.t(7)
    peer = stats.norm(0, law.std())
    value = quad(lambda x: law.pdf(x) * (law.logpdf(x) - peer.logpdf(x)), -np.inf, np.inf)[0]
    assert estimates.distance_to_model(3.5) == pytest.approx(value, abs=1e-8)


def test_overfit_and_flowers():
    run = estimates.overfit(500)
    assert run["gap"].mean() == pytest.approx(2 / 500, abs=2e-3)
    assert run["flattered"].all()
    rows = estimates.flower_rows()
    assert {name: len(values) for name, values in rows.items()} == dict.fromkeys(rows, 50)
    errors = estimates.flower_errors(rows["versicolor"], n=50, n_runs=2)
    np.testing.assert_allclose(errors["mle"], 0, atol=1e-20)
