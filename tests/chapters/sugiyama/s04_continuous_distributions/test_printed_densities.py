"""The printed densities are densities, and the measurements see what is wrong."""

import math

import numpy as np
import pytest

from mlcompanion.probability import Cauchy, Gamma, Normal
from mlcompanion_chapters.sugiyama.s04_continuous_distributions.printed_densities import (
    CONSTRUCTIONS,
    LAWS,
    PRINTED,
    construct,
    cut_cauchy_mean,
    cut_growth,
    distance_to_density,
    gamma_shapes,
    laplace_brackets,
    moment_error,
    moment_errors,
    pattern,
    spread_of_means,
)


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("uniform", (-1, 3)),
        ("normal", (2, 9)),
        ("exponential", (3,)),
        ("gamma", (0.4, 2)),
        *CONSTRUCTIONS.values(),
    ],
)
def test_printed_densities_are_those_of_the_laws(family, parameters):
    law = LAWS[family](*parameters)
    x = law.quantile(np.linspace(0.01, 0.99, 33))
    np.testing.assert_allclose(PRINTED[family](x, *parameters), law.pdf(x), rtol=1e-10)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_constructions_have_the_printed_density(name):
    draws = construct(name, 20_000, np.random.default_rng(1))
    family, parameters = CONSTRUCTIONS[name]
    assert distance_to_density(draws, family, *parameters) < 2.2 / math.sqrt(20_000)


def test_distance_is_the_largest_gap_of_distribution_functions():
    draws = np.array([0.1, 0.5, 0.6])
    assert distance_to_density(draws, "uniform", 0, 1) == pytest.approx(0.4)
    assert distance_to_density(Gamma(3, 2).rvs(5000, 0), "gamma", 3, 0.5) > 0.5


def test_closed_forms_are_the_moments_and_a_wrong_one_is_seen(monkeypatch):
    assert max(moment_errors(3, np.random.default_rng(0)).values()) < 1e-8
    monkeypatch.setattr(Normal, "var", lambda law: law.sigma)
    assert moment_error("normal", 1, 4) > 0.3


def test_growth_tells_a_logarithm_from_a_limit():
    assert cut_growth("t", (2,), 2) == pytest.approx(1, abs=0.01)
    assert cut_growth("t", (3,), 2) == pytest.approx(0.01, rel=0.05)
    assert cut_growth("F", (3, 2), 1) == pytest.approx(1, abs=0.05)


def test_the_cut_mean_of_a_cauchy_law_follows_its_ends():
    expected = math.log((1 + 200.0**2) / (1 + 100.0**2)) / (2 * math.pi)
    assert cut_cauchy_mean(-100.0, 200.0) == pytest.approx(expected, abs=1e-10)
    assert cut_cauchy_mean(-98.0, 102.0, 2.0, 3.0) == pytest.approx(
        2 * (2 * math.atan(100 / 3) / math.pi), abs=1e-9
    )


def test_means_of_normal_draws_narrow_and_of_cauchy_draws_do_not():
    rng = np.random.default_rng(2)
    normal = spread_of_means(Normal(), (1, 100), 1000, rng)
    cauchy = spread_of_means(Cauchy(), (1, 100), 1000, rng)
    assert normal[0] / normal[1] == pytest.approx(10, rel=0.15)
    assert cauchy[0] / cauchy[1] == pytest.approx(1, rel=0.2)


def test_patterns():
    assert pattern(np.array([1, 1, 1])) == "flat"
    assert pattern(np.array([0, 1, 1, 3, 2])) == "up down"
    assert pattern(np.array([2, 1, 3])) == "down up"
    shapes = gamma_shapes()
    assert shapes[1, 3] == "down"
    assert shapes[1.5, 3] == "up down"


def test_laplace_brackets_agree_with_the_law():
    found = laplace_brackets(2, 3, 0.25)
    assert found["result"] == pytest.approx(1, rel=1e-10)
    assert found["fixed"] == pytest.approx(1, rel=1e-10)
    assert found["growth"] == pytest.approx(math.exp(5), rel=0.02)
