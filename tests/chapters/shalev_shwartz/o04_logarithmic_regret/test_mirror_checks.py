"""The searches find what is broken, and the references know the closed forms."""

import numpy as np
import pytest
from scipy.special import softmax

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion_chapters.checks.gradients import numerical_gradient
from mlcompanion_chapters.checks.mirror_maps import simplex_maximum
from mlcompanion_chapters.shalev_shwartz.o04_logarithmic_regret.mirror_checks import (
    ConvexParts,
    convex_parts,
    curvature_search,
    curvature_slack,
    draw_points,
    leader_errors,
    multiplicative_errors,
    nearest_by_solver,
    progress_search,
    progress_sides,
    projection_errors,
    row_bregman,
    subgradients_along,
)

SPACES = [Euclidean(), Euclidean(2.0), Entropy(), PNorm(4.0)]


@pytest.mark.parametrize("f", SPACES, ids=repr)
def test_divergences_of_rows_are_those_of_the_mirror_map(f):
    rng = np.random.default_rng(0)
    U = draw_points(f, rng, 20, 4)
    V = draw_points(f, rng, 20, 4)
    expected = [f.bregman(u, v) for u, v in zip(U, V)]
    np.testing.assert_allclose(row_bregman(f, U, V), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("f", SPACES, ids=repr)
def test_progress_holds_and_fails_without_its_last_term(f):
    left, right, square = progress_sides(f, 40, 5, 4, 0)
    scale = 1 + np.abs(left) + np.abs(right)
    assert (left <= right + 1e-9 * scale).all()
    assert (left > right - square + 1e-9 * scale).any()
    if f.radius is None and isinstance(f, Euclidean):
        np.testing.assert_allclose(left, right, atol=1e-9 * scale.max())


def test_progress_in_a_box_is_slack_somewhere():
    left, right, _ = progress_sides(Euclidean(), 40, 5, 4, 0, box=1.0)
    assert (left <= right + 1e-9).all()
    assert (right - left > 0.1).any()


def test_a_concave_part_is_found():
    rng = np.random.default_rng(0)
    U = draw_points(Entropy(), rng, 200, 4)
    V = draw_points(Entropy(), rng, 200, 4)
    parts = convex_parts(4, 0)
    for h in parts.values():
        assert curvature_slack(Entropy(), 0.1, h, U, V).min() >= -1e-12
    square = parts["squared"]
    minus = ConvexParts(lambda W: -square.value(W), lambda W: -square.subgradient(W))
    assert curvature_slack(Entropy(), 0.1, minus, U, V).min() < -1e-3


def test_references_know_the_closed_forms():
    theta = np.array([2.0, -1.0, 0.5])
    w, _ = nearest_by_solver(theta, "ball", 1.0)
    np.testing.assert_allclose(w, theta / np.linalg.norm(theta), atol=1e-6)
    np.testing.assert_allclose(nearest_by_solver(theta, "box", 1.0)[0], [1, -1, 0.5], atol=1e-6)
    w, _ = nearest_by_solver(theta, "simplex", 1.0)
    np.testing.assert_allclose(w, [1, 0, 0], atol=1e-6)
    w, value = simplex_maximum(theta)
    np.testing.assert_allclose(w, softmax(theta), atol=1e-6)
    assert value == pytest.approx(np.log(np.exp(theta).mean()))
    np.testing.assert_allclose(numerical_gradient(lambda v: v @ v, theta), 2 * theta, atol=1e-6)


def test_closed_forms_agree_with_the_solvers():
    found = projection_errors(4, 1, 0, n=3)
    assert found["ball_err"] <= 1e-5
    assert found["grad_err"] <= 1e-3
    assert 0 < found["outside"] <= 1
    assert max(multiplicative_errors(6, 0).values()) <= 1e-4
    assert max(leader_errors(10, 0, n=3).values()) <= 1e-4


def test_a_corner_has_steep_subgradients_once():
    V = np.random.default_rng(0).uniform(-1, 1, (20, 3))
    met = subgradients_along(1.0, [1 - 2e-9, 1e-9, 1e-9], V)
    assert met[0] > 15 > 5 > met[1:].max()


def test_searches_find_no_counterexample_but_the_controls_fail():
    found = progress_search(20, 5, 0, n=4)
    assert found["n_checked"] == 500
    assert max(found["viol"], found["euclid_gap"]) <= 1e-9
    assert found["no_square"] > 100
    found = curvature_search(200, 0, n=4)
    assert found["least"] >= -1e-9
    assert found["euclid"] <= 1e-4
    assert found["concave"] > 300
