"""The chapter's data, and its ways to judge a direction, against plain loops."""

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction import clouds


def test_angles_between_lines():
    for a, b, want in ((0, 30, 30), (10, 190, 0), (0, 120, 60), (85, 95, 10)):
        lines = clouds.direction(a), -3 * clouds.direction(b)
        assert clouds.angle_between(*lines) == pytest.approx(want, abs=1e-9)
    assert clouds.angle_to_first_axis([[1.0, 1e-9]]) == pytest.approx(np.degrees(1e-9))


def test_threshold_error_tries_every_threshold():
    rng = np.random.default_rng(0)
    for _ in range(20):
        z, truth = rng.normal(size=9), rng.integers(0, 2, 9)
        tries = [np.mean((z > t) != side) for t in [*z, -9] for side in (truth, 1 - truth)]
        assert clouds.threshold_error(z[:, None], truth) == pytest.approx(min(tries))


def test_nearest_neighbour_error_leaves_the_point_out():
    y = np.array([0, 0, 1, 1])
    assert clouds.nearest_neighbour_error([0.0, 1.0, 5.0, 6.0], y) == 0
    assert clouds.nearest_neighbour_error([0.0, 5.0, 1.0, 6.0], y) == 1


def test_clouds_are_those_of_the_listings():
    X, upper = clouds.two_stripes(20_000, random_state=0)
    assert X.std(axis=0) == pytest.approx([2, np.sqrt(1 + 1 / 9)], rel=0.03)
    assert np.mean(X[upper == 1, 1]) == pytest.approx(1, abs=0.03)
    assert clouds.normal_cloud(20_000, 0).std(axis=0) == pytest.approx([2, 1], rel=0.03)
    for split, gap in ((False, 8), (True, 0)):
        X, y = clouds.two_classes(split, 20_000, random_state=0)
        means = [X[y == label, 0].mean() for label in (1, 2)]
        assert means[1] - means[0] == pytest.approx(gap, abs=0.15)
    X, y = clouds.few_labels(True, random_state=0)
    assert X[y > 0] == pytest.approx(np.array([[3, 5], [-3, 0]]), abs=0.5)
    assert X[y < 0].std(axis=0) == pytest.approx([np.sqrt(10), 2], rel=0.1)
    scores, given = clouds.matrix_with_holes(0)
    assert np.linalg.matrix_rank(scores) == 3
    assert given.sum() == 100
