import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge as PeerRidge
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GridSearchCV, PredefinedSplit, cross_val_score

from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.ridge import DesignSVD
from mlcompanion.regression.selection.cross_validation import (
    cross_validate_grid,
    cross_validate_path,
    gcv_path,
    loo_by_refitting,
    loo_error,
    loo_grid,
    loo_path,
    loo_residuals,
)
from mlcompanion.resampling import fold_labels


def problem(n, b, seed):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, b)), rng.normal(size=n)


def wave(n=30, seed=0):
    rng = np.random.default_rng(seed)
    x = np.linspace(-3, 3, n)
    return x, np.sinc(x) + 0.1 * x + 0.2 * rng.normal(size=n)


@settings(max_examples=25, deadline=None)
@given(
    n=st.integers(2, 12), b=st.integers(1, 12), seed=st.integers(0, 9999), lam=st.floats(1e-2, 99)
)
def test_closed_form_is_what_refitting_gives(n, b, seed, lam):
    Phi, y = problem(n, b, seed)
    assert loo_error(Phi, y, lam) == pytest.approx(loo_by_refitting(Phi, y, lam), rel=1e-8)


def test_each_residual_is_one_refit():
    Phi, y = problem(10, 4, 0)
    H = np.eye(10) - Phi @ np.linalg.solve(Phi.T @ Phi + 0.3 * np.eye(4), Phi.T)
    expected = H @ y / np.diag(H)
    np.testing.assert_allclose(loo_residuals(DesignSVD.of(Phi), y, 0.3), expected)
    both = loo_residuals(DesignSVD.of(Phi), np.column_stack([y, -y]), 0.3)
    np.testing.assert_allclose(both, np.column_stack([expected, -expected]))


def test_scikit_learns_ridge_cv_agrees():
    Phi, y = problem(25, 6, 1)
    lams = np.array([1e-3, 0.1, 10.0])
    peer = RidgeCV(alphas=lams, fit_intercept=False, store_cv_results=True).fit(Phi, y)
    np.testing.assert_allclose(loo_path(Phi, y, lams), peer.cv_results_.mean(axis=0), rtol=1e-8)


def test_penalty_zero_has_a_limit_where_the_fit_interpolates():
    Phi, y = problem(6, 9, 2)  # H is zero, and so is its diagonal
    limit = loo_error(Phi, y, 0.0)
    assert limit == pytest.approx(loo_error(Phi, y, 1e-9), rel=1e-6)
    assert limit == pytest.approx(loo_by_refitting(Phi, y, 0.0), rel=1e-6)


def test_a_sample_that_alone_determines_a_parameter_has_no_prediction():
    Phi = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    assert loo_error(Phi, [1.0, 2.0, 3.0], 0.0) == np.inf
    assert np.isfinite(loo_error(Phi, [1.0, 2.0, 3.0], 0.1))


def test_large_penalty_predicts_zero():
    Phi, y = problem(10, 3, 3)
    assert loo_error(Phi, y, 1e12) == pytest.approx(np.mean(y**2))
    assert gcv_path(Phi, y, [1e12])[0] == pytest.approx(np.mean(y**2))


def test_gcv_from_its_definition_and_equal_to_loo_on_a_circulant_design():
    Phi, y = problem(12, 5, 4)
    hat = Phi @ np.linalg.solve(Phi.T @ Phi + 0.5 * np.eye(5), Phi.T)
    expected = np.mean((y - hat @ y) ** 2) / (1 - np.trace(hat) / 12) ** 2
    assert gcv_path(Phi, y, [0.5])[0] == pytest.approx(expected)
    turns = np.arange(12)
    ring = np.exp(-((np.minimum((d := (turns[:, None] - turns) % 12), 12 - d)) ** 2) / 4.0)
    assert gcv_path(ring, y, [0.5])[0] == pytest.approx(loo_error(ring, y, 0.5))


def test_gcv_without_freedom_is_infinite():
    assert gcv_path(np.eye(3), [1.0, 2.0, 3.0], [0.0])[0] == np.inf


@pytest.mark.parametrize("G", ["I", "K"])
def test_grid_of_leave_one_out_errors(G):
    x, y = wave()
    sigmas = [0.2, 0.8]
    lams = [1e-3, 0.1, 10.0]
    table = loo_grid(x, y, sigmas, lams, G)
    assert table.shape == (2, 3)
    K = rbf_kernel(x[:, None], sigma=0.8)
    A = K @ K if G == "I" else K
    H = np.eye(30) - A @ np.linalg.inv(A + 0.1 * np.eye(30))
    assert table[1, 1] == pytest.approx(np.mean((H @ y / np.diag(H)) ** 2), rel=1e-6)


def test_path_is_what_scikit_learn_computes_fold_by_fold():
    Phi, y = problem(23, 7, 5)
    labels = fold_labels(23, 5, random_state=0)
    errors = cross_validate_path(Phi, y, [0.1, 3.0], labels)
    for j, lam in enumerate((0.1, 3.0)):
        model = PeerRidge(alpha=lam, fit_intercept=False)
        scores = cross_val_score(
            model, Phi, y, cv=PredefinedSplit(labels), scoring="neg_mean_squared_error"
        )
        np.testing.assert_allclose(errors[:, j], -scores, rtol=1e-8)


@pytest.mark.parametrize("G", ["I", "K"])
def test_as_many_folds_as_samples_is_leave_one_out(G):
    x, y = wave()
    sigmas = [0.3, 1.0]
    lams = [0.01, 1.0]
    folds = cross_validate_grid(x, y, sigmas, lams, folds=len(x), random_state=0, G=G)
    np.testing.assert_allclose(folds, loo_grid(x, y, sigmas, lams, G), rtol=1e-7)


def test_kernel_ridge_grid_is_scikit_learns_search():
    x, y = wave()
    sigmas = np.array([0.2, 0.8])
    lams = np.array([1e-3, 0.1, 10.0])
    search = GridSearchCV(
        KernelRidge(kernel="rbf"),
        {"gamma": 1 / (2 * sigmas**2), "alpha": lams},
        cv=PredefinedSplit(fold_labels(30, 5, 3)),
        scoring="neg_mean_squared_error",
    ).fit(x[:, None], y)
    expected = -search.cv_results_["mean_test_score"].reshape(3, 2).T
    table = cross_validate_grid(x, y, sigmas, lams, 5, random_state=3, G="K")
    np.testing.assert_allclose(table, expected, rtol=1e-7)


def test_grid_follows_the_sources_listing():
    x, y = wave(50)
    sigmas = [0.03, 0.3, 3.0]
    lams = [1e-4, 0.1, 100.0]
    labels = fold_labels(50, 5, random_state=7)
    expected = np.zeros((3, 3))
    for a, sigma in enumerate(sigmas):
        k = np.exp(-((x[:, None] - x) ** 2) / (2 * sigma**2))
        for fold in range(5):
            ki = k[labels != fold]
            kc = k[labels == fold]
            for b, lam in enumerate(lams):
                t = np.linalg.solve(ki.T @ ki + lam * np.eye(50), ki.T @ y[labels != fold])
                expected[a, b] += np.mean((y[labels == fold] - kc @ t) ** 2) / 5
    table = cross_validate_grid(x, y, sigmas, lams, random_state=7)
    np.testing.assert_allclose(table, expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: loo_error(np.eye(3), [1, 2, 3], -1.0), "lam"),
        (lambda: loo_path(np.eye(3), [1, 2, 3], [-1.0]), "lams"),
        (lambda: loo_path(np.eye(3), [1, 2], [1.0]), "y"),
        (lambda: loo_grid([1.0, 2.0], [1.0, 2.0], [0.0], [1.0]), "sigmas"),
        (lambda: loo_grid([1.0, 2.0], [1.0, 2.0], [1.0], [1.0], "J"), "G"),
        (lambda: loo_grid([1.0], [1.0], [1.0], [1.0]), "X"),
        (lambda: cross_validate_grid([1.0, 2.0], [1.0, np.inf], [1.0], [1.0], 2), "y"),
        (lambda: cross_validate_path(np.eye(3), [1, 2, 3], [1.0], [0, 0, 0]), "labels"),
    ],
)
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()
