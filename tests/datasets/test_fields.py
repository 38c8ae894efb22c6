"""Gaussian fields: the torus has the covariance that is asked for, and draws show it."""

import numpy as np
import pytest
from scipy.fft import ifftn

from mlcompanion.datasets import make_gaussian_field
from mlcompanion.datasets._fields import _torus_root


@pytest.mark.parametrize(
    ("sizes", "scales"), [([30], [4.0]), ([20, 31], [4.0, 7.0]), ([10, 1], [50.0, 2.0])]
)
def test_the_covariance_on_the_torus_is_the_wanted_one(sizes, scales):
    covariance = ifftn(_torus_root(sizes, scales) ** 2).real
    lags = np.meshgrid(*map(np.arange, sizes), indexing="ij")
    wanted = np.exp(-sum((h / s) ** 2 for h, s in zip(lags, scales)))
    np.testing.assert_allclose(covariance[tuple(slice(n) for n in sizes)], wanted, atol=1e-9)


def test_draws_have_variance_and_covariance():
    # 300 draws of a line: a correlation errs by 0.06 in one standard deviation
    draws = np.array(
        [make_gaussian_field(20, 3.0, 2.0, 0.0, random_state=s).clean for s in range(300)]
    )
    found = draws.T @ draws / len(draws)
    lags = np.subtract.outer(np.arange(20), np.arange(20))
    np.testing.assert_allclose(found, 2 * np.exp(-((lags / 3) ** 2)), atol=0.6)


def test_the_nugget_is_the_noise():
    field = make_gaussian_field((60, 60), nugget=4.0, random_state=0)
    assert np.var(field.target - field.clean) == pytest.approx(4.0, rel=0.1)
    quiet = make_gaussian_field((5, 5), nugget=0.0, random_state=0)
    np.testing.assert_array_equal(quiet.target, quiet.clean)


def test_points_run_with_the_values():
    field = make_gaussian_field((40, 3), scale=(30.0, 1.0), random_state=1)
    assert field.data[:4].tolist() == [[0, 0], [0, 1], [0, 2], [1, 0]]
    surface = field.clean.reshape(field.shape)
    assert np.abs(np.diff(surface, axis=0)).mean() < 0.2 * np.abs(np.diff(surface, axis=1)).mean()


def test_one_scale_an_axis():
    with pytest.raises(ValueError, match="scale"):
        make_gaussian_field((5, 5), scale=(1.0, 2.0, 3.0))
