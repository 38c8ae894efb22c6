import numpy as np
import pytest

from mlcompanion.outliers import SVDD, MinimumEnclosingBall
from mlcompanion_chapters.sugiyama.s38_outlier_detection import ball_references


def test_references_agree_with_the_package():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(25, 3))
    radius = MinimumEnclosingBall().fit(X).radius_
    assert ball_references.welzl_radius(X, rng) == pytest.approx(radius)
    Z = X - X.mean(axis=0)
    for C in (0.1, None):
        a = ball_references.dual_weights(Z @ Z.T, C)
        ours = SVDD(C or 1.0, kernel="linear", tol=1e-9).fit(X)
        np.testing.assert_allclose(a, ours.alpha_, atol=1e-5)


def test_the_cone_solver_finds_the_same_ball():
    pytest.importorskip("cvxpy")
    X = np.random.default_rng(1).normal(size=(20, 2)) + 100
    b, center, value = ball_references.primal_ball(X, 0.15)
    ours = SVDD(0.15, kernel="linear", tol=1e-9).fit(X)
    assert b == pytest.approx(ours.radius_**2, rel=1e-5)
    np.testing.assert_allclose(center, ours.center_, atol=1e-4)
    missed = np.maximum(-ours.score_samples(X) - ours.radius_**2, 0)
    assert value == pytest.approx(ours.radius_**2 + 0.15 * missed.sum(), rel=1e-6)
