"""Mean discrepancy against its double sums and closed forms, and divergences against known ones."""

import numpy as np
import pytest

from mlcompanion.density.contrasts import (
    energy_distance,
    kl_ratio_divergence,
    median_distance,
    mmd2,
    relative_pearson,
)
from mlcompanion.kernels import rbf_kernel


@pytest.fixture
def samples():
    rng = np.random.default_rng(0)
    return rng.normal(0, 1, (30, 2)), rng.normal(0.5, 1, (20, 2))


def test_three_means(samples):
    X, Y = samples
    means = [rbf_kernel(A, B, sigma=0.8).mean() for A, B in ((X, X), (Y, Y), (X, Y))]
    assert mmd2(X, Y, sigma=0.8) == pytest.approx(means[0] + means[1] - 2 * means[2], rel=1e-12)
    K, L = rbf_kernel(X, sigma=0.8), rbf_kernel(Y, sigma=0.8)
    pairs = (K.sum() - 30) / (30 * 29) + (L.sum() - 20) / (20 * 19) - 2 * means[2]
    assert mmd2(X, Y, sigma=0.8, unbiased=True) == pytest.approx(pairs, rel=1e-10)


def test_kernel_of_distances_gives_the_energy_distance(samples):
    def kernel(A, B):
        lengths = [np.linalg.norm(Z, axis=1) for Z in (A, B)]
        between = np.linalg.norm(A[:, None] - B, axis=2)
        return lengths[0][:, None] + lengths[1] - between

    assert mmd2(*samples, kernel) == pytest.approx(energy_distance(*samples), rel=1e-10)


def test_unbiased_is_right_on_average():
    """For N(0,1) and N(1,1) and width 1: means of normals with variance 3 in closed form."""
    truth = 2 / np.sqrt(3) * (1 - np.exp(-1 / 6))
    rng = np.random.default_rng(1)
    draws = [
        mmd2(rng.normal(size=(20, 1)), rng.normal(1, 1, (15, 1)), sigma=1.0, unbiased=True)
        for _ in range(600)
    ]
    assert abs(np.mean(draws) - truth) < 4 * np.std(draws) / np.sqrt(600)


def test_many_points_in_blocks():
    rng = np.random.default_rng(2)
    X, Y = rng.normal(size=(1500, 1)), rng.normal(size=(1400, 1))
    K = [rbf_kernel(A, B).mean() for A, B in ((X, X), (Y, Y), (X, Y))]
    assert mmd2(X, Y, sigma=1.0) == pytest.approx(K[0] + K[1] - 2 * K[2], abs=1e-12)


def test_median_of_distances():
    assert median_distance([[0.0], [0.0], [5.0]]) == 5.0
    assert median_distance(np.ones((4, 2))) == 1.0
    X = np.random.default_rng(0).normal(size=(40, 3))
    gaps = np.linalg.norm(X[:, None] - X, axis=2)[np.triu_indices(40, 1)]
    assert median_distance(X[:25], X[25:]) == pytest.approx(np.median(gaps))


def test_origin_and_units(samples):
    X, Y = samples
    plain = mmd2(X, Y)
    assert mmd2(1e6 + X, 1e6 + Y) == pytest.approx(plain, rel=1e-7)
    assert mmd2(1e-9 * X, 1e-9 * Y) == pytest.approx(plain, rel=1e-10)


def test_relative_pearson_of_two_normals():
    """The integral of p w over a fine grid, for a shift of 1 and of nothing."""
    grid = np.linspace(-8, 9, 4001)
    step = grid[1] - grid[0]
    p, q = (np.exp(-0.5 * (grid - m) ** 2) / np.sqrt(2 * np.pi) for m in (0, 1))
    truth = np.sum(p * p / (0.5 * p + 0.5 * q)) * step - 1
    rng = np.random.default_rng(3)
    X, Y = rng.normal(0, 1, (500, 1)), rng.normal(1, 1, (400, 1))
    assert abs(relative_pearson(X, Y, 0.5, random_state=0) - truth) < 0.08
    assert abs(relative_pearson(X, rng.normal(0, 1, (400, 1)), 0.5, random_state=0)) < 0.05


def test_kullback_leibler_of_two_normals():
    rng = np.random.default_rng(3)
    X = rng.normal(0, 1, (500, 1))
    far = kl_ratio_divergence(X, rng.normal(1, 1, (400, 1)), random_state=0)
    same = kl_ratio_divergence(X, rng.normal(0, 1, (400, 1)), random_state=0)
    assert abs(far - 0.5) < 0.15
    assert abs(same) < 0.05
    with pytest.raises(ValueError, match="nonneg"):
        kl_ratio_divergence(X, X, nonneg=False)


def test_bad_input_is_refused_by_name(samples):
    X, Y = samples
    with pytest.raises(ValueError, match="sigma"):
        mmd2(X, Y, rbf_kernel, sigma=1.0)
    with pytest.raises(ValueError, match="X needs two rows"):
        mmd2(X[:1], Y, unbiased=True)
    with pytest.raises(ValueError, match="kernel's values"):
        mmd2(X, Y, lambda A, B: np.ones(3))
    with pytest.raises(ValueError, match="beta"):
        relative_pearson(X, Y, 1.0)


def test_one_sample_in_two_orders_is_at_no_distance_below_zero():
    for seed in range(100):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(20, 2))
        assert 0 <= mmd2(X, X[rng.permutation(20)]) < 1e-12
