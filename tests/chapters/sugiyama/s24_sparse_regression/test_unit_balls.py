from functools import partial

import numpy as np
import pytest

from mlcompanion.sparse.lasso.lp_balls import lp_norm
from mlcompanion_chapters.sugiyama.s24_sparse_regression.unit_balls import (
    corner_slope,
    midpoints_outside,
    mixed_level,
    ray_lengths,
)


def test_midpoints_leave_a_body_that_is_not_convex():
    assert midpoints_outside(partial(lp_norm, p=0.5), 2000, 0) > 20
    assert midpoints_outside(partial(lp_norm, p=1), 2000, 0) == 0
    share = midpoints_outside(lambda w: 2 - lp_norm(w, 2), 4000, 0) / 4000  # the square's rest
    assert 0.2 < share < 0.9


@pytest.mark.parametrize("p", [0.5, 1, 2])
def test_rays_and_slopes_are_those_of_the_closed_form(p):
    level = partial(lp_norm, p=p)
    t = 1e-3
    turns = np.linspace(0.1, 6, 9)
    rays = np.column_stack([np.cos(turns), np.sin(turns)])
    np.testing.assert_allclose(ray_lengths(level, rays), 1 / lp_norm(rays, p), rtol=1e-12)
    assert corner_slope(level, t) == pytest.approx((1 - (1 - t**p) ** (1 / p)) / t, abs=1e-9)


def test_mixed_body_goes_through_the_golden_section():
    length = ray_lengths(mixed_level, np.full((1, 2), np.sqrt(0.5)))[0]
    assert length * np.sqrt(0.5) == pytest.approx((np.sqrt(5) - 1) / 2)
    assert corner_slope(mixed_level, 1e-6) == pytest.approx(1 / 3, abs=1e-5)
