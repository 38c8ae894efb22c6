"""Groups on corners and rows of the studies, on small cases."""

import numpy as np

from mlcompanion_chapters.choromanska.r04_multiclass_trees import corners, real_streams
from mlcompanion_chapters.choromanska.r04_multiclass_trees.studies import corner_trees, real_trees


def test_groups_lie_around_their_corners():
    X, y = corners.corner_groups(4, 50, np.random.default_rng(0))
    means = np.array([X[y == label].mean(axis=0) for label in range(16)])
    assert (np.sign(means) @ (1 << np.arange(4)) == 2 * np.arange(16) - 15).all()
    np.testing.assert_allclose(np.abs(means), 1, atol=0.2)
    assert corners.corner_error(X, y) == 0
    assert corners.corner_error(-X, y) == 100


def test_rows_of_the_table():
    row = corners.corner_row(4, 0, 0.2, 0.0)
    assert row["part"] < row["rand"]
    assert row["path"] <= row["depth"]
    assert "rand" not in corners.corner_row(4, 0, 0.2, 0.03)
    ((path, longest, error),) = corners.work_rows([3], [0, 1])
    assert 3 <= path <= longest
    assert 0 <= error <= 100
    assert len(corners.order_errors(3, 0, range(2))) == 2


def test_news_are_of_unequal_topics():
    X, topics = real_streams.make_news(np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    sizes = np.bincount(topics, minlength=99)
    assert sizes[0] > 1.5 * sizes[1] > 2 * sizes[4]


def test_a_row_of_the_digits():
    row = real_streams.set_row("digits", 0)
    assert row["part5"] <= row["part3"] <= row["part"] < row["rand"] < 50


def test_cases_of_the_studies():
    assert len(corner_trees.cases(5)) == 20 + 15 + 15
    assert len(real_trees.cases(10)) == 40
