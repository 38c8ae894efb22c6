import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import LeaveOneOut
from sklearn.neighbors import KernelDensity

from mlcompanion.density import (
    knn_bandwidth,
    knn_covariances,
    knn_weight_bandwidth,
    loo_log_likelihood,
    loo_ml_bandwidth,
)


def cloud(n=40, d=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


@pytest.mark.parametrize("d", [1, 2, 4])
def test_log_likelihood_is_that_of_leave_one_out_kernel_estimates(d):
    X = cloud(25, d)
    h = 0.37
    peer = sum(
        KernelDensity(bandwidth=h).fit(X[train]).score(X[test])
        for train, test in LeaveOneOut().split(X)
    )
    assert loo_log_likelihood(X, h) == pytest.approx(peer, rel=1e-10)


def test_log_likelihood_with_covariances_by_brute_force():
    X = cloud(15, 3)
    covariances = knn_covariances(X, 6)
    covariances[::2] *= 3  # different normalizers
    total = 0.0
    for i in range(15):
        others = [
            multivariate_normal(X[j], 0.49 * covariances[j]).pdf(X[i]) for j in range(15) if j != i
        ]
        total += np.log(np.mean(others))
    assert loo_log_likelihood(X, 0.7, covariances) == pytest.approx(total, rel=1e-10)


def test_widths_equal_spherical_covariances():
    X = cloud(30, 2)
    widths = knn_bandwidth(X)
    covariances = widths[:, None, None] ** 2 * np.eye(2)
    assert loo_log_likelihood(X, 1.3, widths) == pytest.approx(
        loo_log_likelihood(X, 1.3, covariances), rel=1e-12
    )


@pytest.mark.parametrize("shape", [None, "widths", "covariances"])
def test_the_maximum_beats_a_dense_grid(shape):
    X = cloud(80, 2, seed=3)
    shapes = {None: None, "widths": knn_bandwidth(X), "covariances": knn_covariances(X)}[shape]
    best = loo_ml_bandwidth(X, shapes)
    scales = best * np.geomspace(0.1, 10, 81)
    values = [loo_log_likelihood(X, s, shapes) for s in scales]
    assert loo_log_likelihood(X, best, shapes) >= max(values) - 1e-6


def test_two_points_have_a_closed_form():
    # log N(a; b, h^2) is greatest at h = |a - b| in one dimension
    assert loo_ml_bandwidth([[0.0], [3.0]]) == pytest.approx(3.0, rel=1e-3)
    assert loo_log_likelihood([[0.0], [3.0]], 3.0) == pytest.approx(2 * norm(0, 3).logpdf(3.0))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 999), factor=st.floats(0.01, 100), move=st.floats(-50, 50))
def test_the_bandwidth_scales_with_the_data_and_ignores_shifts(seed, factor, move):
    X = cloud(30, 2, seed)
    assert loo_ml_bandwidth(factor * X + move) == pytest.approx(
        factor * loo_ml_bandwidth(X), rel=2e-3
    )


def test_far_points_do_not_underflow():
    X = np.array([[0.0, 0.0], [0.1, 0.0], [1e4, 0.0]])
    assert np.isfinite(loo_log_likelihood(X, 0.01))


def test_knn_bandwidth_by_hand():
    X = np.array([[0.0], [1.0], [3.0], [10.0]])
    np.testing.assert_allclose(knn_bandwidth(X, 1), [1, 1, 2, 7])
    np.testing.assert_allclose(knn_bandwidth(X, 2), [2, 1.5, 2.5, 8])
    np.testing.assert_allclose(knn_bandwidth(X, 3, reduce="median"), [3, 2, 3, 9])
    np.testing.assert_allclose(knn_bandwidth(X), knn_bandwidth(X, 1))  # 4^(1/4) rounds to 1


def test_copies_get_a_positive_width():
    X = np.array([[0.0], [0.0], [1.0], [5.0]])
    assert (knn_bandwidth(X, 1) == [1, 1, 1, 4]).all()


def test_copies_of_rows_without_a_best_width_are_told():
    X = cloud(20)
    with pytest.warns(ConvergenceWarning, match="20 row.s. of X are copies"):
        loo_ml_bandwidth(np.vstack([X, X]))


def test_low_weights_nearby_widen_the_kernel():
    X = np.arange(6.0)[:, None]
    widths = knn_weight_bandwidth(X, [1, 1, 1, 0.1, 0.1, 0.1], 1)
    assert widths[0] < 1 < widths[5]
    np.testing.assert_allclose(knn_weight_bandwidth(X, np.full(6, 7.0), 2), 1)


def test_covariances_follow_the_data():
    x = np.linspace(0, 1, 60)
    C = knn_covariances(np.column_stack([x, x]), 6, shrinkage=0.05)
    values, vectors = np.linalg.eigh(C)
    assert (values > 0).all()
    np.testing.assert_allclose(np.abs(vectors[:, :, 1]), np.sqrt(0.5), atol=1e-9)
    np.testing.assert_allclose(values[:, 0] / values[:, 1], 0.025 / 0.975, rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: loo_ml_bandwidth([[1.0, 2.0]]), "X"),
        (lambda: loo_ml_bandwidth(np.ones((5, 2))), "X has no spread"),
        (lambda: loo_ml_bandwidth([[np.nan], [1.0]]), "X"),
        (lambda: loo_ml_bandwidth(cloud(), grid=[2.0, 1.0]), "grid"),
        (lambda: loo_log_likelihood(cloud(), 0.0), "scale"),
        (lambda: loo_log_likelihood(cloud(), 1.0, np.ones(3)), "shape"),
        (lambda: loo_log_likelihood(cloud(), 1.0, -np.ones(40)), "shape"),
        (lambda: loo_log_likelihood(cloud(), 1.0, np.zeros((40, 2, 2))), "shape"),
        (lambda: knn_bandwidth(cloud(), 40), "k"),
        (lambda: knn_bandwidth(cloud(), reduce="max"), "reduce"),
        (lambda: knn_bandwidth(np.ones((5, 2))), "X has too many equal rows"),
        (lambda: knn_weight_bandwidth(cloud(), np.zeros(40)), "weights"),
        (lambda: knn_covariances(cloud(), shrinkage=0.0), "shrinkage"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
