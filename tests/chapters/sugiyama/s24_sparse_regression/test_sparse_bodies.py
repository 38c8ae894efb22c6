from functools import partial

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.optimize.proximal.projected_least_squares import constrained_least_squares
from mlcompanion.prox import project_l1_ball
from mlcompanion.sparse import Lasso
from mlcompanion_chapters.sugiyama.s24_sparse_regression.sparse_bodies import (
    count_on_cone,
    general_minimum,
    ranks_within,
    to_group_ball,
    to_l1_ball,
    to_l2_ball,
    to_trace_ball,
    zeros_at_touch,
)


@pytest.fixture
def problems():
    rng = np.random.default_rng(0)
    return rng.normal(size=(6, 12, 4)), rng.normal(size=(6, 12))


def values(A, y, w):
    return 0.5 * np.sum((y - np.einsum("kij,kj->ki", A, w)) ** 2, axis=1)


def test_row_projections_are_nearest_points():
    rng = np.random.default_rng(1)
    V = rng.normal(size=(20, 5))
    radius = rng.uniform(0.1, 4, size=20)
    for row, inside, r in zip(V, to_l1_ball(V, radius), radius):
        np.testing.assert_allclose(inside, project_l1_ball(row, r), atol=1e-12)
    lengths = np.linalg.norm(V, axis=1)
    np.testing.assert_allclose(
        to_l2_ball(V, radius), V * np.minimum(1, radius / lengths)[:, None], atol=1e-12
    )
    np.testing.assert_allclose(to_group_ball(V, radius, range(5)), to_l1_ball(V, radius))
    matrices = rng.normal(size=(4, 6))
    inside = to_trace_ball(matrices, 1.5, (2, 3))
    sizes = np.linalg.svd(inside.reshape(-1, 2, 3), compute_uv=False)
    before = np.linalg.svd(matrices.reshape(-1, 2, 3), compute_uv=False)
    np.testing.assert_allclose(sizes, to_l1_ball(before, 1.5), atol=1e-12)


@pytest.mark.parametrize("groups", [[0, 0, 1, 2], [0, 1, 2, 3], [0, 0, 1, 1]])
def test_constrained_minima_are_those_of_a_general_solver(problems, groups):
    A, y = problems
    project = partial(to_group_ball, radius=0.3, groups=groups)
    w = constrained_least_squares(A, y, project)
    np.testing.assert_allclose(project(w), w, atol=1e-12)
    found = [general_minimum(a, b, 0.3, groups) for a, b in zip(A, y)]
    np.testing.assert_allclose(values(A, y, w), found, rtol=1e-8)


def test_constrained_minimum_is_that_of_the_penalty(problems):
    A, y = problems
    for a, b in zip(A, y):
        lam = 0.2 * np.abs(a.T @ b).max()
        w = Lasso(lam, tol=1e-14, fit_intercept=False).fit(a, b).coef_
        ball = partial(to_l1_ball, radius=np.abs(w).sum())
        np.testing.assert_allclose(
            constrained_least_squares(a[None], b[None], ball)[0], w, atol=1e-6
        )


def test_too_few_steps_are_an_error(problems):
    with pytest.warns(ConvergenceWarning, match="max_iter=3"):
        constrained_least_squares(*problems, partial(to_l1_ball, radius=0.3), max_iter=3)


def test_corners_attract_and_a_ball_has_none():
    diamond, ball = zeros_at_touch(3, 0, n_problems=40)
    assert diamond.shape == ball.shape == (40, 3)
    assert diamond.any(axis=1).mean() > 0.5
    assert not ball.any()
    assert not diamond.all(axis=1).any()


def test_a_cone_has_no_lone_zero_and_an_octahedron_has():
    shares, gap = count_on_cone(0, n_problems=60, n_checked=3)
    assert shares["double cone"]["single"] == 0
    assert shares["octahedron"]["single"] > 0.2
    assert min(shares["double cone"]["peak"], shares["double cone"]["circle"]) > 0
    assert gap < 1e-6


def test_a_tight_bound_lowers_the_rank_and_a_plain_one_does_not():
    ranks, errors = ranks_within(0, n_problems=3, n_samples=40, shape=(6, 5), rank=1, noise=0.1)
    assert (ranks["ridge"] == 5).all()
    assert (ranks[0.5] <= 2).all()
    assert (ranks[1] < 5).all()
    assert (errors[1] < np.minimum(errors[0.5], errors["ridge"])).all()
