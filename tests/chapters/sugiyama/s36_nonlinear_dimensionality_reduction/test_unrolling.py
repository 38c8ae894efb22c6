"""Separating lines and rolls."""

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction.unrolling import (
    half_spirals,
    is_separable,
    kernel_plane,
    looped_roll,
    roll_ranks,
)


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_a_line_is_found_where_there_is_one(unit):
    X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]) * unit
    assert is_separable(X, np.array([1, 1, -1, -1])[[0, 2, 1, 3]])
    assert not is_separable(X, np.array([1, 1, -1, -1]))


def test_spirals_are_those_of_the_listing():
    X, y = half_spirals()
    a = np.linspace(0, np.pi, 100)
    np.testing.assert_allclose(X[:100], np.column_stack([a * np.cos(a), a * np.sin(a)]))
    np.testing.assert_allclose(X[100:, 0], (a + np.pi) * np.cos(a))
    assert np.array_equal(y, np.repeat([1, -1], 100))


def test_the_plane_is_that_of_the_listing():
    X, _ = half_spirals()
    squares = np.sum(X**2, axis=1)
    K = np.exp(-(squares[:, None] + squares - 2 * X @ X.T) / 8)
    H = np.eye(200) - 1 / 200
    values, vectors = np.linalg.eigh(H @ K @ H)
    z = vectors[:, :-3:-1].T @ H @ K @ H / np.sqrt(values[:-3:-1, None])
    np.testing.assert_allclose(np.abs(kernel_plane(X, 2.0)), np.abs(z.T), atol=1e-9)


def test_a_roll_is_ranked():
    found = roll_ranks(0, 10, n=300)
    assert 0 <= found["across"] <= 1
    assert found["roll"] > 0.9
    ratio, same = looped_roll(found["model"])
    assert 0.8 < ratio < 1
    assert same > 0.9
