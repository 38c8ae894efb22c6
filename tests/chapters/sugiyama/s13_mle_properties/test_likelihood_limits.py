"""The chapter's experiments on small runs, and that they notice what is wrong."""

import numpy as np
import pytest

from mlcompanion.probability import Cauchy, ChiSquared, Gamma, Normal, kolmogorov_distance
from mlcompanion.stats import fisher_scoring
from mlcompanion.stats.likelihood.smooth_models import (
    CAUCHY,
    EXPONENTIAL,
    GAMMA,
    NORMAL,
    POISSON,
)
from mlcompanion_chapters.sugiyama.s13_mle_properties import likelihood_limits as limits


@pytest.mark.parametrize(
    ("fits", "name", "model", "start"),
    [
        ("normal_fits", "standard_normal", NORMAL, (0.1, 1.1)),
        ("exponential_fits", "standard_exponential", EXPONENTIAL, (1.5,)),
        ("poisson_fits", "poisson", POISSON, (2.5,)),
    ],
)
def test_estimates_are_those_of_their_samples(fits, name, model, start):
    rng = np.random.default_rng(5)
    size = (3, 40)
    x = rng.poisson(3, size) if name == "poisson" else getattr(rng, name)(size, np.float32)
    found = getattr(limits, fits)(3, 40, np.random.default_rng(5))
    for row, fit in zip(x / 2 if model is EXPONENTIAL else x, found):
        climbed = fisher_scoring(model, row.astype(float), start, tol=1e-7).parameters
        np.testing.assert_allclose(fit, climbed, rtol=1e-5, atol=1e-6)


def test_estimates_scatter_as_their_laws_do():
    n = 8
    m = 20_000
    gap = 1.63 / np.sqrt(m)
    means, deviations = limits.normal_fits(m, n, 1).T
    assert kolmogorov_distance(means, Normal(0.0, 1 / n)) < gap
    assert kolmogorov_distance(n * deviations**2, ChiSquared(n - 1)) < gap
    rates = limits.exponential_fits(m, n, 2)[:, 0]
    assert kolmogorov_distance(2 * n / rates, Gamma(float(n), 1.0)) < gap
    counts = limits.poisson_fits(m, n, 3)[:, 0] * n
    assert counts.mean() == pytest.approx(24, abs=0.15)
    assert counts.var() == pytest.approx(24, rel=0.05)


def test_batches_find_what_scoring_finds():
    x = Gamma(2.0, 1.0).rvs((4, 30), random_state=0)
    fits = limits.gamma_parameters(x.mean(axis=1), np.log(x).mean(axis=1))
    for row, fit in zip(x, fits):
        np.testing.assert_allclose(fisher_scoring(GAMMA, row, (2, 1)).parameters, fit, rtol=1e-5)
    x = Cauchy(3.0).rvs((6, 12), random_state=1)
    fits = limits.cauchy_centres(x, np.median(x, axis=1), tol=1e-9)
    for row, fit in zip(x, fits):
        found = fisher_scoring(CAUCHY, row, np.median(row)).parameters[0]
        assert found == pytest.approx(fit, abs=1e-6)


def test_medians_of_rows():
    for n in (1, 2, 7, 8):
        x = np.random.default_rng(n).normal(size=(5, n))
        np.testing.assert_allclose(limits.row_medians(x), np.median(x, axis=1))


def test_misses_and_biases_fall():
    misses, means = limits.miss_rates((10, 1000), repeats=200, random_state=0)
    assert all(few > many for few, many in misses.values())
    assert all(0.35 < share < 0.65 for share in means)
    found = limits.biases((10, 40), repeats=20_000, random_state=0)
    assert found["normal variance"][0] == pytest.approx(-0.1, abs=0.013)
    assert found["exponential rate"][0] == pytest.approx(2 / 9, abs=0.03)
    assert found["gamma shape"][0] > 3 * found["gamma shape"][1] > 0


def test_ratios_at_their_limits():
    found = limits.efficiency_ratios((11, 301), repeats=3000, random_state=0)
    assert found["Laplace: median (ML)"][0] == pytest.approx(1.52, rel=0.1)
    assert found["Laplace: mean"][1] == pytest.approx(2, rel=0.1)
    assert found["Cauchy: median"][1] == pytest.approx(np.pi**2 / 8, rel=0.1)
    for name in ("Cauchy: ML", "normal: deviation (ML)", "gamma: ML"):
        assert found[name][1] == pytest.approx(1, abs=0.12)


def test_the_limit_law_is_noticed_when_it_is_wrong(monkeypatch):
    found = limits.limit_law_distances((20, 500), repeats=4000, random_state=0)
    for model in found.values():
        assert model["ks"][1] < 0.035
        assert abs(model["cover"][1] - 0.95) < 0.015
        assert abs(model["side"][1] - 0.5) < 0.05
    fits = limits.exponential_fits
    monkeypatch.setattr(limits, "exponential_fits", lambda *args: 1.5 * fits(*args) - 1)
    found = limits.limit_law_distances((500,), repeats=4000, random_state=0)
    assert found["exponential"]["ks"][0] > 0.1


def test_coverage_of_wald():
    found = limits.wald_coverages((10, 300), repeats=4000, random_state=0)
    few, many = found["normal mean"]
    assert few.value == pytest.approx(0.901, abs=0.02)
    assert abs(many.value - 0.95) < 0.012
    assert found["exponential rate"][0].value == pytest.approx(0.954, abs=0.012)


def test_means_of_uniforms():
    ks, variance = limits.mean_of_uniforms(10, 5000, random_state=0)
    assert ks < 0.023
    assert variance == pytest.approx(1, abs=0.08)
    assert limits.mean_of_uniforms(1, 5000, random_state=0)[0] > 0.03
