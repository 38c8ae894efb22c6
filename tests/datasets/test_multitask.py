import numpy as np
import pytest

from mlcompanion.datasets import make_turned_tasks


def test_classes_stand_around_turned_means():
    data = make_turned_tasks([0.0, np.pi / 2], per_class=4000, random_state=0)
    assert data.X.shape == (16_000, 3)
    np.testing.assert_allclose(data.means, [[1, 0], [0, 1]], atol=1e-12)
    for t in range(2):
        for label in (1, -1):
            points = data.X[(data.task == t) & (data.y == label)]
            assert len(points) == 4000
            np.testing.assert_allclose(points[:, :2].mean(axis=0), label * data.means[t], atol=0.06)
            np.testing.assert_allclose(np.cov(points[:, :2].T), np.eye(2), atol=0.08)
            assert (points[:, 2] == 1).all()


def test_the_default_is_the_book_s_six_tasks():
    means = make_turned_tasks(random_state=0).means
    degrees = np.degrees(np.arctan2(means[:, 1], means[:, 0]))
    assert degrees == pytest.approx([3, 6, 9, 12, 15, 18])
