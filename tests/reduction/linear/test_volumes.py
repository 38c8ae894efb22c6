"""The ball in the cube, against known volumes and points at random."""

import math

import numpy as np
import pytest

from mlcompanion.reduction.linear import inscribed_ball_share


def test_known_volumes():
    want = [1, math.pi / 4, math.pi / 6, math.pi**2 / 32]
    np.testing.assert_allclose(inscribed_ball_share([1, 2, 3, 4]), want, rtol=1e-12)


def test_points_at_random():
    points = np.random.default_rng(0).random((200_000, 5)) - 0.5
    inside = np.mean((points**2).sum(axis=1) <= 0.25)
    assert inside == pytest.approx(inscribed_ball_share(5), abs=0.004)


def test_far_dimensions_and_bad_ones():
    assert 0 < inscribed_ball_share(200) < 1e-150
    assert inscribed_ball_share(10_000) == 0
    assert isinstance(inscribed_ball_share(2), float)
    for bad in (0, 1.5, [2, -1]):
        with pytest.raises(ValueError, match="d"):
            inscribed_ball_share(bad)
