import numpy as np

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import poly_basis, trig_basis
from mlcompanion_chapters.sugiyama.s22_least_squares import least_squares_checks as checks
from mlcompanion_chapters.sugiyama.s22_least_squares.least_squares_checks import (
    CUBIC,
    best_cubic,
    cubic_distances,
    cubic_estimates,
    gradient_signs,
    largest_z,
    penrose_violations,
    projection_checks,
    waves_error,
)


def test_waves_error_is_that_of_a_library_fit():
    sample = make_sinc_trend(50, 0.05, random_state=3)
    points = np.linspace(-2.8, 2.8, 1000)
    w = np.linalg.lstsq(trig_basis(sample.x), sample.y, rcond=1e-14)[0]
    gap = trig_basis(points) @ w - np.sinc(points) - 0.1 * points
    np.testing.assert_allclose(waves_error(3), np.sqrt(np.mean(gap**2)), rtol=1e-2)
    assert waves_error(3, window=3.0) > waves_error(3)


def test_estimates_are_unbiased_and_shrunk_ones_are_caught():
    estimates = cubic_estimates(2000, 0)
    assert largest_z(estimates, CUBIC) < 4 < largest_z(0.95 * estimates, CUBIC)
    Phi = poly_basis(np.linspace(-3, 3, 50), 3)
    spread = 0.25 * np.linalg.inv(Phi.T @ Phi)
    np.testing.assert_allclose(np.cov(estimates.T), spread, rtol=0.15, atol=2e-4)


def test_best_cubic_is_the_limit_of_fits_to_many_points():
    x = np.linspace(-3, 3, 100_001)
    fit = np.linalg.lstsq(poly_basis(x, 3), np.sinc(x) + 0.1 * x, rcond=None)[0]
    np.testing.assert_allclose(best_cubic(), fit, atol=1e-4)
    assert cubic_distances(2000, 20, 0).mean() < cubic_distances(50, 20, 0).mean() / 3


def test_projection_checks_find_no_fault_and_notice_a_wrong_formula(monkeypatch):
    found = np.array([projection_checks(seed) for seed in range(60)], dtype=float)
    assert found[:, :2].max() < 1e-8
    assert not found[:, 2].any()
    right = checks.generalized_inverse
    monkeypatch.setattr(checks, "generalized_inverse", lambda A, r=None: 1.01 * right(A, r))
    wrong = np.array([projection_checks(seed) for seed in range(60)], dtype=float)
    assert wrong[:, 0].max() > 1e-6
    assert wrong[:, 1].max() > 1e-3


def test_backprop_gap_notices_a_missing_factor(monkeypatch):
    assert max(checks.backprop_gap(seed) for seed in range(30)) < 1e-4
    right = checks.backprop_gradients
    monkeypatch.setattr(checks, "backprop_gradients", lambda *a: [0.9 * g for g in right(*a)])
    assert max(checks.backprop_gap(seed) for seed in range(30)) > 0.05


def test_printed_gradient_points_the_other_way():
    right, cosine = np.transpose([gradient_signs(seed) for seed in range(20)])
    assert right.max() < 1e-6
    assert cosine.max() < -0.999


def test_exchanged_singular_vectors_are_no_inverse():
    right, printed = np.transpose([penrose_violations(seed) for seed in range(60)])
    assert right.max() < 1e-8
    assert printed.min() > 0.01
