"""The searches on small numbers of cases, each with what must make it fail."""

import numpy as np
import pytest

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion_chapters.shalev_shwartz.o11_appendix_a_convex_analysis import (
    convex_statements as statements,
)
from mlcompanion_chapters.shalev_shwartz.o11_appendix_a_convex_analysis import (
    strong_convexity_statements as convexity,
)
from mlcompanion_chapters.shalev_shwartz.o11_appendix_a_convex_analysis.convex_checks import (
    half_square_supremum,
    largest_by_bisection,
    link_ratios,
    monotone_ratios,
    numeric_conjugate,
    push,
    representation_range,
    row_conjugates,
    row_links,
    row_remainders,
    table_cases,
)

SPACES = [Euclidean(), Entropy(), PNorm(3.0)]


@pytest.mark.parametrize("f", SPACES, ids=repr)
def test_rows_are_those_of_the_mirror_map_and_of_a_solver(f):
    theta = np.random.default_rng(0).normal(size=(3, 4))
    np.testing.assert_allclose(row_links(f, theta), [f.link(t) for t in theta], atol=1e-12)
    np.testing.assert_allclose(row_conjugates(f, theta), [f.conjugate(t) for t in theta])
    w, value = numeric_conjugate(f, theta[0])
    assert value == pytest.approx(f.conjugate(theta[0]), rel=1e-6)
    np.testing.assert_allclose(w, f.link(theta[0]), atol=1e-3)


@pytest.mark.parametrize("p", [1, 2, 3, np.inf])
def test_suprema_of_half_squares(p):
    theta = np.array([3.0, -1.0, 0.5])
    dual = {1: np.inf, 2: 2, 3: 1.5, np.inf: 1}[p]
    expected = np.linalg.norm(theta, dual) ** 2 / 2
    assert half_square_supremum(theta, p) == pytest.approx(expected, rel=1e-6)


def test_two_equal_hinges_have_a_range_of_values():
    least, greatest = representation_range([[1.0, 0.0]] * 2, [1.0, 2.0], [-0.5, 0.0])
    assert (least, greatest) == pytest.approx((-1.0, -0.5))


def test_the_table_is_right_and_its_controls_are_not():
    errors, growth, tie = table_cases(12, 0)
    assert max(errors.values()) <= 1e-5
    assert growth >= 1.8
    assert tie > 0.01


def test_push_finds_the_edge_of_an_inequality():
    rng = np.random.default_rng(0)
    f = Entropy()
    theta, lam = rng.normal(size=(2, 200, 3))
    assert 0.9 < push(lambda t, s: link_ratios(f, t, s), theta, lam, 0) <= 1 + 1e-6
    half = PNorm(3.0)
    points, steps = rng.normal(size=(2, 200, 2))
    found = push(lambda a, s: monotone_ratios(half, a, a + s, scale=0.5), points, steps, 0, sign=-1)
    assert found == pytest.approx(0.5, abs=0.02)


def test_remainder_of_a_square_is_half_the_square_of_the_step():
    theta, lam = np.random.default_rng(0).normal(size=(2, 5, 3))
    remainder = row_remainders(Euclidean(), theta, lam)
    np.testing.assert_allclose(remainder, (lam**2).sum(axis=1) / 2, atol=1e-12)


def test_bisection_meets_the_condition():
    x = largest_by_bisection([1.0, 2.0], [0.5, 3.0])
    np.testing.assert_allclose(x - np.array([1.0, 2.0]) * np.sqrt(x), [0.5, 3.0], rtol=1e-9)


def test_fenchel_young_and_rules():
    found = statements.fenchel_young_search(200, 0)
    assert found["low"] >= -1e-9
    assert found["eq"] <= 1e-8
    assert found["perturbed"] >= 0.95
    found = statements.subgradient_rules(0, n_points=100)
    assert found["corners"] == 4
    assert found["slack"] >= -1e-9
    assert found["moved"] < 0


def test_misprints():
    found = statements.binary_entropy_sign(0)
    assert max(found["right_err"], found["corner_err"], abs(found["printed_at_zero"])) <= 1e-6
    assert found["bent_down"] == 1
    found = statements.label_ranking_search(16, 0)
    assert found["right_err"] <= 1e-6
    assert found["ratio"] == pytest.approx([2, 2])
    assert found["finite_beyond"] == found["infinite_above"] == 1
    found = convexity.lemma14_search(200, 0)
    assert found == {"printed_both": 0, "right_fail": 0}


def test_grids():
    found = statements.grid_statements(0)
    assert found["back"] <= 0.02
    assert found["well"] == pytest.approx(1, abs=0.05)
    assert found["order"] == 0
    assert found["scale"] <= 1e-9
    found = statements.level_sets()
    assert found["not_interval"] == 0
    assert min(found["lost"]) >= 0.85
    found = statements.edge_of_the_domain(0)
    assert found["chord"] == 0
    assert max(found["best"] + found["best_entropy"]) < 0


def test_strong_convexity_and_its_conjugate():
    found = convexity.strong_convexity_search(300, 0, n_steps=15)
    assert all(1 - 1e-6 <= r <= 1.1 for r in found["low"])
    assert found["chord"] == 0
    assert found["unscaled"] <= 0.6
    found = convexity.smooth_conjugate_search(300, 0, n_steps=15)
    assert max(found["lip"] + found["rem"]) <= 1 + 1e-6
    assert min(found["lip"] + found["rem"]) >= 0.9
    assert found["argmax_err"] <= 1e-3
    assert found["angle"] <= 1e-9
    found = convexity.block_search(200, 1, 0)
    assert 0.9 <= found["rem"] <= 1 + 1e-6
    assert found["control"] > 1.2
    assert found["block_err"] <= 1e-4


def test_the_root_inequality():
    found = statements.lemma19_search(2000, 200, 0)
    assert found["viol"] == 0
    assert min(found["no_square"], found["no_cross"]) >= 0.9
    assert max(found["ends"]) <= 1.01
