"""The quadratic above log Z: against brute force, closed forms, Theorems 1 and 2."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import logsumexp

from mlcompanion.optimize.majorising import (
    bound_coefficient,
    compute_bound,
    curvature_limit,
    majorization_iterations,
    softmax_bound,
)

ORDERS = ("ascending", "descending", "given")


def by_the_box(theta, F, h, order):
    """Algorithm 1 as printed, plain numbers, no logarithms; the first coefficient is 0."""
    z, mu = 0.0, np.zeros(F.shape[1])
    Sigma = np.zeros((F.shape[1],) * 2)
    for y in order:
        alpha = h[y] * np.exp(theta @ F[y])
        l = F[y] - mu  # noqa: E741
        if z > 0:
            x = np.log(alpha / z)
            Sigma += (np.tanh(x / 2) / (2 * x) if x else 0.25) * np.outer(l, l)
        mu = mu + alpha / (z + alpha) * l
        z += alpha
    return np.log(z), mu, Sigma


def random_model(rng):
    n = rng.integers(1, 9)
    d = rng.integers(1, 5)
    return rng.normal(size=d), rng.normal(size=(n, d)), rng.exponential(size=n)


@pytest.mark.parametrize("seed", range(5))
def test_as_the_box_says(seed):
    rng = np.random.default_rng(seed)
    theta, F, h = random_model(rng)
    order = rng.permutation(len(F))
    found = compute_bound(theta, F, h, order)
    for got, want in zip(found, by_the_box(theta, F, h, order)):
        assert_allclose(got, want, atol=1e-12)


@pytest.mark.parametrize("order", ORDERS)
def test_lies_above_and_touches(order):
    rng = np.random.default_rng(1)
    for _ in range(50):
        theta, F, h = random_model(rng)
        h = h ** rng.choice([1, 20])
        bound = compute_bound(theta, F, h, order)
        assert_allclose(bound.log_z, logsumexp(F @ theta, b=h), atol=1e-10)
        for size in (0.01, 0.1, 1, 10, 100):
            move = rng.normal(size=len(theta)) * size
            above = bound.log_z + move @ bound.mu + 0.5 * move @ bound.Sigma @ move
            assert logsumexp(F @ (theta + move), b=h) <= above + 1e-9 * (1 + abs(above))


def test_two_labels_give_the_bound_of_jaakkola_and_jordan():
    rng = np.random.default_rng(2)
    for _ in range(20):
        theta, F = rng.normal(size=3), rng.normal(size=(2, 3))
        gap = F[1] - F[0]
        x = theta @ gap
        curve = np.tanh(x / 2) / (2 * x) * np.outer(gap, gap)
        assert_allclose(compute_bound(theta, F).Sigma, curve, atol=1e-12)


def test_order_moves_the_curvature_alone():
    rng = np.random.default_rng(3)
    theta, F, h = rng.normal(size=2), rng.normal(size=(6, 2)), rng.exponential(size=6)
    up, down, given = (compute_bound(theta, F, h, order) for order in ORDERS)
    assert_allclose(up.mu, down.mu)
    assert_allclose(up.log_z, given.log_z)
    assert abs(up.Sigma - down.Sigma).max() > 1e-3


@pytest.mark.parametrize("order", [*ORDERS, [2, 0, 3, 1]])
def test_scores_of_many_samples_by_the_closed_form(order):
    rng = np.random.default_rng(4)
    A = rng.normal(size=(30, 4)) * rng.choice([0.1, 1, 30], size=(30, 1))
    found = softmax_bound(A, order)
    for j, a in enumerate(A):
        bound = compute_bound(a, np.eye(4), order=order)
        assert_allclose(found.log_z[j], bound.log_z)
        assert_allclose(found.probabilities[j], bound.mu, atol=1e-14)
        assert_allclose(found.curvature[j], bound.Sigma, atol=1e-12)


def test_far_apart_scores_do_not_overflow():
    found = softmax_bound([[0.0, 1e4, -1e4], [1e300, 0.0, -1e300]], "ascending")
    assert np.isfinite(found.curvature).all()
    assert_allclose(found.curvature.sum(axis=2), 0, atol=1e-12)


def test_a_label_of_weight_zero_is_none():
    F = np.array([[1.0], [5.0], [-1.0]])
    with_zero = compute_bound([0.3], F, [1.0, 0.0, 2.0])
    without = compute_bound([0.3], F[[0, 2]], [1.0, 2.0])
    for got, want in zip(with_zero, without):
        assert_allclose(got, want)


def test_coefficient_at_its_ends():
    assert bound_coefficient(0.0) == 0.25
    assert_allclose(bound_coefficient([np.inf, -np.inf]), 0)
    x = np.linspace(1e-7, 1e-5, 20)
    assert_allclose(bound_coefficient(x), 0.25, rtol=1e-9)


def test_falling_order_keeps_under_the_limit():
    rng = np.random.default_rng(5)
    for _ in range(200):
        n = rng.integers(2, 20)
        F = rng.choice([-1.0, 1.0], size=(n, 1))
        h = np.exp(rng.normal(size=n) * rng.choice([0.1, 1, 5]))
        assert compute_bound([0.0], F, h).Sigma[0, 0] <= curvature_limit(1.0, n) * (1 + 1e-12)


def test_limit_is_the_printed_sum():
    i = np.arange(2, 10)
    tail = np.sum((i - 1) / ((i + 1) * np.log(i)))
    assert_allclose(curvature_limit(3.0, 10), 2 * 9 * (0.5 + tail))


def test_iterations():
    omega = curvature_limit(1.0, 5)
    assert majorization_iterations(omega, 1.0, 5, 0.5) == 1
    assert majorization_iterations(omega, 1.0, 5, 0.49) == 2
    assert majorization_iterations(1.0, 1.0, 1, 0.1) == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (([0.0], [[1.0, 2.0]]), "theta"),
        (([0.0], [[1.0], [2.0]], [0.0, 0.0]), "h"),
        (([0.0], [[1.0], [2.0]], [1.0, -1.0]), "h"),
        (([0.0], [[1.0], [2.0]], None, "up"), "order"),
        (([0.0], [[1.0], [2.0]], None, [0, 0]), "order"),
        (([0.0], np.empty((0, 1))), "F"),
    ],
)
def test_bad_input_is_named(arguments, word):
    with pytest.raises(ValueError, match=word):
        compute_bound(*arguments)


@pytest.mark.parametrize("direction", [1, -1])
def test_labels_of_equal_score_are_swept_in_their_order(direction):
    A = np.random.default_rng(4).integers(3, size=(40, 9)).astype(float)
    found = softmax_bound(A, "ascending" if direction == 1 else "descending")
    for j, row in enumerate(A):
        order = np.argsort(direction * row, kind="stable")
        wanted = softmax_bound(row[None], order)
        assert_allclose(found.curvature[j], wanted.curvature[0], rtol=0, atol=1e-15)
