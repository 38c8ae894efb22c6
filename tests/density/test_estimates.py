"""Kernel and nearest-neighbour estimates against scikit-learn and their definition."""

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.neighbors import KernelDensity

from mlcompanion.density import cross_validate_bandwidth, knn_density, log_kernel_density
from mlcompanion.resampling import fold_labels

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
POINTS = rng.normal(size=(7, 2))


def test_kernel_estimate_is_that_of_scikit_learn():
    theirs = KernelDensity(bandwidth=0.4).fit(X).score_samples(POINTS)
    np.testing.assert_allclose(log_kernel_density(POINTS, X, 0.4), theirs, rtol=1e-10)
    far = log_kernel_density([[90.0, 90.0]], X, 0.4)
    assert np.isfinite(far).all()


def test_neighbour_estimate_counts_k_samples_in_a_ball():
    distance = np.sort(np.linalg.norm(POINTS[:, None] - X, axis=2), axis=1)[:, 2]
    np.testing.assert_allclose(knn_density(POINTS, X, 3), 3 / (40 * np.pi * distance**2))
    line = X[:, :1]
    gap = np.sort(np.abs(POINTS[:, :1] - line.T), axis=1)[:, 4]
    np.testing.assert_allclose(knn_density(POINTS[:, :1], line), 5 / (40 * 2 * gap))
    assert knn_density(X[:1], X, 1) == np.inf


def test_kernel_estimate_is_a_density_and_the_other_is_not():
    line = X[:, :1]
    area = quad(lambda x: np.exp(log_kernel_density([[x]], line, 0.3)[0]), -6, 6, limit=200)[0]
    assert area == pytest.approx(1, abs=1e-6)
    far = [quad(lambda x: knn_density([[x]], line)[0], a, 2 * a)[0] for a in (100, 1000)]
    assert far[1] == pytest.approx(far[0], rel=0.05)  # every doubling adds as much: diverges
    assert far[1] == pytest.approx(5 / 80 * np.log(2), rel=0.01)


def test_held_out_densities_are_those_of_scikit_learn():
    bandwidths = [0.1, 0.3, 1.0]
    split = PredefinedSplit(fold_labels(40, 5, 3))
    sizes = np.bincount(split.test_fold)
    theirs = [
        np.mean(cross_val_score(KernelDensity(bandwidth=h), X, cv=split) / sizes)
        for h in bandwidths
    ]
    ours = cross_validate_bandwidth(X, bandwidths, random_state=3)
    np.testing.assert_allclose(ours, theirs, rtol=1e-10)
