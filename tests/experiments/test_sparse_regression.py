from functools import partial

import numpy as np
import pytest
from sklearn.linear_model import lars_path

from mlcompanion.experiments.sparse_regression import (
    constrained_least_squares,
    first_of_size,
    general_minimum,
    golden_section,
    lasso_violation,
    midpoints_outside,
    run_listing,
    to_group_ball,
    to_l1_ball,
    to_l2_ball,
    to_trace_ball,
)
from mlcompanion.optimize import coordinate_descent
from mlcompanion.prox import project_l1_ball
from mlcompanion.sparse import Lasso, admm_lasso, lp_norm


@pytest.fixture
def problems():
    rng = np.random.default_rng(0)
    return rng.normal(size=(6, 12, 4)), rng.normal(size=(6, 12))


def values(A, y, w):
    return 0.5 * np.sum((y - np.einsum("kij,kj->ki", A, w)) ** 2, axis=1)


def test_row_projections_are_nearest_points():
    rng = np.random.default_rng(1)
    V, radius = rng.normal(size=(20, 5)), rng.uniform(0.1, 4, size=20)
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
    with pytest.raises(RuntimeError, match="max_iter=3"):
        constrained_least_squares(*problems, partial(to_l1_ball, radius=0.3), max_iter=3)


def test_section_search_finds_minima():
    centre = np.array([-3.0, 0.2, 4.0])
    found = golden_section(lambda z: (z - centre) ** 2 + np.abs(z), -10, 10 * np.ones(3))
    shrunk = np.sign(centre) * np.maximum(np.abs(centre) - 0.5, 0)
    np.testing.assert_allclose(found, shrunk, atol=1e-6)


def test_violation_is_zero_at_the_lasso_and_only_there():
    rng = np.random.default_rng(2)
    A, y = rng.normal(size=(20, 8)), rng.normal(size=20)
    w = coordinate_descent(A, y, 2.0, tol=1e-14).w
    assert np.count_nonzero(w) < 8
    assert lasso_violation(A, y, w, 2.0) < 1e-6
    assert lasso_violation(A, y, w, 1.0) > 0.5
    assert lasso_violation(A, y, w + 0.1, 2.0) > 0.1
    assert lasso_violation(A, y, np.zeros(8), 1.5) == np.abs(A.T @ y).max() - 1.5


def test_listing_is_our_admm():
    rng = np.random.default_rng(3)
    K, y = rng.normal(size=(4, 15, 10)), rng.normal(size=(4, 15))
    for designs, ridge in ((K, np.array([0.0, 1.0, 2.0, 3.0])), (K[0], 0.0)):
        theta, z = run_listing(designs, y, 0.7, ridge=ridge, n_steps=30, tol=0.0)
        each = zip(np.broadcast_to(designs, K.shape), y, np.broadcast_to(ridge, 4))
        runs = [admm_lasso(a, b, 0.7, eta=eta, tol=0, max_iter=30) for a, b, eta in each]
        np.testing.assert_allclose(theta, [run.theta for run in runs], atol=1e-12)
        np.testing.assert_allclose(z, [run.z for run in runs], atol=1e-12)


def test_problems_stop_each_at_its_own_time():
    rng = np.random.default_rng(3)
    K, y = rng.normal(size=(4, 15, 10)), rng.normal(size=(4, 15))
    together = run_listing(K, y, 0.7, n_steps=200, tol=1e-3)
    alone = [run_listing(K[i : i + 1], y[i : i + 1], 0.7, n_steps=200, tol=1e-3) for i in range(4)]
    for k in range(2):
        np.testing.assert_allclose(together[k], np.concatenate([run[k] for run in alone]))
    later = run_listing(K, y, 0.7, n_steps=200, tol=0.0)
    assert not np.allclose(together[0], later[0], atol=1e-9)


def test_first_model_of_a_size_is_that_of_the_exact_path():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        A = rng.normal(size=(40, 8)) + rng.normal(size=(40, 1))
        y = A[:, :3] @ [1, -1, 1] + rng.normal(size=40)
        _, _, path = lars_path(A, y, method="lasso")
        counts = np.count_nonzero(path, axis=0)
        knot = np.flatnonzero(counts >= 3)[0]
        exact = np.flatnonzero(path[:, knot])
        assert counts[knot] == 3
        np.testing.assert_array_equal(first_of_size(A, y, 3), exact)
    assert first_of_size(A, y, 9) is None


def test_midpoints_leave_a_body_that_is_not_convex():
    assert midpoints_outside(partial(lp_norm, p=0.5), 2000, 0) > 20
    assert midpoints_outside(partial(lp_norm, p=1), 2000, 0) == 0
    share = midpoints_outside(lambda w: 2 - lp_norm(w, 2), 4000, 0) / 4000  # the square's rest
    assert 0.2 < share < 0.9
