import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.density.mixtures import mixture_log_likelihood
from mlcompanion_chapters.sugiyama.s15_gaussian_mixtures import bound_checks, clouds, em_runs


def test_the_density_of_the_figure_is_the_mixture_of_its_parameters():
    x = np.linspace(-6, 8, 5)
    want = np.log(clouds.three_bell_density(x)).sum()
    assert mixture_log_likelihood(x[:, None], clouds.THREE_BELLS) == pytest.approx(want)
    assert quad(lambda v: clouds.three_bell_density(np.array(v)), -30, 30)[0] == pytest.approx(1)


def test_the_divergence_of_two_normal_laws():
    x = em_runs.GRID
    found = em_runs.kl(norm.pdf(x), norm(1, 2).logpdf(x))
    assert found == pytest.approx(np.log(2) + 2 / 8 - 0.5, abs=1e-8)


def test_samples_have_the_mixture_s_moments():
    rng = np.random.default_rng(0)
    theta = clouds.random_mixture(rng, 3, 2)
    X = clouds.sample_from(theta, 40_000, rng)
    np.testing.assert_allclose(X.mean(axis=0), theta.weights @ theta.means, atol=0.1)
    assert {kind: clouds.cloud(kind, rng).shape[1] for kind in ("two bells", "iris", "5")} == {
        "two bells": 2, "iris": 4, "5": 5
    }  # fmt: skip


def test_a_listing_run_and_a_monotone_run():
    run = em_runs.listing_run(0)
    assert 0.4 <= run["top"] <= 1
    assert run["two"] <= (run["top"] >= 0.8)
    watched = em_runs.monotone_run(3, n_rounds=20)
    assert watched["fall"] < 1e-12 < watched["rise"]


def test_accuracy_does_not_know_names():
    labels = np.array([0, 0, 1, 1, 2])
    assert em_runs.accuracy(labels, np.array([2, 2, 0, 0, 1])) == 1
    assert em_runs.accuracy(labels, np.zeros(5, dtype=int)) == pytest.approx(0.4)


def test_narrow_bells_and_round_ones():
    X = np.random.default_rng(0).normal(size=(30, 2))
    found = em_runs.narrowing(X, [1e-3, 1e-5])
    assert found[1] - found[0] == pytest.approx(2 * np.log(100), rel=1e-3)
    kept = em_runs.against_kmeans(0, 100)
    assert kept["limit"] == 0 < kept["soft"]


def test_errata_are_seen():
    slope = bound_checks.weight_slope_case(0)
    assert slope["right_dev"] < 1e-6 < 0.01 < slope["printed_dev"]
    means = bound_checks.old_mean_case(0)
    assert means["new_dev"] < 1e-4 < 0.01 < means["old_dev"]
    assert means["loss"] > 0
    curves = bound_checks.ellipse_spread()
    assert curves["right"] == pytest.approx(1)
    assert curves["printed"] > 3.9


def test_a_wrong_bound_is_noticed(monkeypatch):
    right = bound_checks.bound_pairs(1, 30)
    assert right["above"] == 0
    assert right["touch"] < 1e-10
    assert right["slope_dev"] < 1e-4
    assert right["loose"] >= 25
    whole = bound_checks.em_lower_bound
    monkeypatch.setattr(
        bound_checks, "em_lower_bound", lambda theta, eta, X: whole(theta, eta, X) + 5
    )
    broken = bound_checks.bound_pairs(1, 30)
    assert broken["above"] > 0
    assert broken["touch"] > 1e-3
