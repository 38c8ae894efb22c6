"""Smallest balls against Welzl's recursion, a quadratic programme and the dual's certificate."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.optimize.smo import smo
from mlcompanion.outliers import MinimumEnclosingBall, core_set_steps


def welzl(X, rng):
    """Welzl (1991): the smallest ball, point by point."""

    def through(points):
        if not points:
            return np.zeros(X.shape[1]), -1.0
        first = points[0]
        spans = np.array(points[1:]).reshape(-1, X.shape[1]) - first
        half = np.square(spans).sum(axis=1) / 2
        center = first + np.linalg.lstsq(spans, half, rcond=None)[0]
        return center, np.square(first - center).sum()

    def ball(rows, on):
        center, square = through(on)
        if len(on) == X.shape[1] + 1:
            return center, square
        for place, row in enumerate(rows):
            if np.square(row - center).sum() > square * (1 + 1e-12) + 1e-15:
                center, square = ball(rows[:place], [*on, row])
        return center, square

    center, square = ball(list(X[rng.permutation(len(X))]), [])
    return center, np.sqrt(square)


def dual_value(ball, X):
    """A lower bound of the squared radius, from the weights alone."""
    moved = X - X.mean(axis=0)
    return ball.alpha_ @ np.square(moved).sum(axis=1) - np.square(ball.alpha_ @ moved).sum()


@pytest.mark.parametrize("d", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_welzl_finds_the_same(d, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, d))
    ball = MinimumEnclosingBall().fit(X)
    center, radius = welzl(X, rng)
    np.testing.assert_allclose(ball.center_, center, atol=1e-8)
    assert ball.radius_ == pytest.approx(radius, rel=1e-9)


def degenerate(kind, rng):
    """Point sets in which more points lie on the sphere than a plane has room for."""
    n, d = rng.integers(2, 40), rng.integers(1, 6)
    X = rng.normal(size=(n, d))
    if kind == "sphere":
        return X / np.linalg.norm(X, axis=1, keepdims=True)
    if kind == "lattice":
        return np.round(2 * X)
    if kind == "copies":
        return np.repeat(X, 3, axis=0)
    if kind == "plane":
        return np.column_stack([X, X[:, :1], np.full(n, 3.0)])
    if kind == "cube":
        return np.array(np.meshgrid(*[[0.0, 1.0]] * (d + 1))).reshape(d + 1, -1).T
    return X


@pytest.mark.parametrize("kind", ["sphere", "lattice", "copies", "plane", "cube", "plain"])
@pytest.mark.parametrize("far", [0.0, 1e6])
def test_the_dual_certifies_it(kind, far):
    rng = np.random.default_rng(3)
    for _ in range(30):
        X = degenerate(kind, rng) + far
        ball = MinimumEnclosingBall().fit(X)
        assert ball.radius_**2 <= dual_value(ball, X) * (1 + 1e-8) + 1e-18 * (1 + far) ** 2
        assert (ball.predict(X) == 1).all()
        assert ball.alpha_.min() >= 0
        assert ball.alpha_.sum() == pytest.approx(1)
        assert len(ball.support_) <= X.shape[1] + 1


def test_a_quadratic_programme_gives_the_weights():
    X = np.random.default_rng(0).normal(size=(40, 6))
    found = smo(2 * X @ X.T, p=np.square(X).sum(axis=1), C=1, a=np.ones(40), d=1, tol=1e-10)
    ball = MinimumEnclosingBall().fit(X)
    np.testing.assert_allclose(ball.alpha_, found.alpha, atol=1e-6)
    np.testing.assert_allclose(ball.center_, found.alpha @ X, atol=1e-6)


def test_many_points_and_many_dimensions():
    rng = np.random.default_rng(0)
    for n, d in ((20_000, 3), (300, 200)):
        X = rng.normal(size=(n, d))
        ball = MinimumEnclosingBall().fit(X)
        assert ball.radius_**2 == pytest.approx(dual_value(ball, X), rel=1e-9)


def test_units_and_the_inside():
    X = np.random.default_rng(0).normal(size=(20, 2))
    here = MinimumEnclosingBall().fit(X)
    for unit in (1e-12, 1e12):
        there = MinimumEnclosingBall().fit(unit * X)
        assert there.radius_ == pytest.approx(unit * here.radius_, rel=1e-12)
    assert here.decision_function([here.center_]) == pytest.approx(here.radius_**2)
    edge = here.center_ + np.array([here.radius_, 0])
    assert here.predict([edge, here.center_ + np.array([1.001 * here.radius_, 0])]).tolist() == [
        1,
        -1,
    ]
    assert MinimumEnclosingBall().fit([[3.0, 4.0]]).radius_ == 0


def test_core_set_steps_come_close():
    X = np.random.default_rng(0).normal(size=(200, 10))
    best = MinimumEnclosingBall().fit(X).radius_
    steps = core_set_steps(X)
    for step in range(1, 1001):
        center, radius, farthest = next(steps)
        assert best * (1 - 1e-12) <= radius <= best * (1 + 1.001 / np.sqrt(step))
        assert np.linalg.norm(X[farthest] - center) == pytest.approx(radius)
    with pytest.raises(ValueError, match="X"):
        core_set_steps(np.zeros((0, 2)))


def test_before_fit_and_estimator_checks():
    with pytest.raises(NotFittedError):
        MinimumEnclosingBall().predict([[0.0]])
    check_estimator(MinimumEnclosingBall(), on_skip=None)
