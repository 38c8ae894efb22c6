"""Importance weights in the fit and in cross validation, against plain statements."""

import numpy as np
import pytest
from scipy.stats import norm

from mlcompanion.regression import LeastSquares, Ridge, poly_basis
from mlcompanion.regression.selection.importance import (
    effective_sample_size,
    importance_weighted_cv,
    importance_weighted_ls,
)


def shifted(n=60, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(1, 0.5, n)
    w = norm(2, 0.25).pdf(x) / norm(1, 0.5).pdf(x)
    return x, np.sinc(x) + 0.1 * rng.normal(size=n), w


def test_weighted_fit_solves_the_weighted_normal_equations():
    x, y, w = shifted()
    Phi = poly_basis(x, 1)
    expected = np.linalg.solve((Phi.T * w) @ Phi + 0.3 * np.eye(2), (Phi.T * w) @ y)
    np.testing.assert_allclose(importance_weighted_ls(Phi, y, w, 0.3), expected, rtol=1e-9)
    plain = importance_weighted_ls(Phi, y, np.ones_like(x))
    np.testing.assert_allclose(plain, np.linalg.lstsq(Phi, y, rcond=None)[0])


def test_a_whole_weight_is_a_repeated_sample():
    x, y, _ = shifted(8)
    times = np.array([1, 2, 0, 1, 3, 1, 1, 2])
    Phi = poly_basis(x, 1)
    repeated = importance_weighted_ls(
        np.repeat(Phi, times, axis=0), np.repeat(y, times), np.ones(times.sum())
    )
    np.testing.assert_allclose(importance_weighted_ls(Phi, y, times), repeated)


def test_effective_sample_size():
    assert effective_sample_size(np.full(7, 3.0)) == pytest.approx(7)
    assert effective_sample_size([0, 0, 5.0]) == pytest.approx(1)
    assert effective_sample_size([1e200, 1e200]) == pytest.approx(2)
    w = shifted(20_000)[2]
    assert effective_sample_size(w) / 20_000 == pytest.approx(1 / np.mean(w**2), rel=0.05)


def test_cross_validation_weights_what_it_leaves_out():
    x, y, w = shifted()
    got = importance_weighted_cv(
        LeastSquares(), x[:, None], y, w, fit_weights=w**0.5, folds=4, random_state=2
    )
    labels = np.random.default_rng(2).permutation(len(x)) % 4
    for fold in range(4):
        out = labels == fold
        slope, level = np.polyfit(x[~out], y[~out], 1, w=w[~out] ** 0.25)
        assert got[fold] == pytest.approx(np.mean(w[out] * (y[out] - slope * x[out] - level) ** 2))


def test_wrong_labels_are_counted_by_weight():
    class Always(LeastSquares):
        def fit(self, X, y):
            return self

        def predict(self, X):
            return np.full(len(X), "a")

    y = np.array(["a", "b", "a", "b"])
    w = np.array([1.0, 2.0, 3.0, 4.0])
    errors = importance_weighted_cv(
        Always(), np.zeros((4, 1)), y, w, loss="zero_one", folds=2, random_state=0
    )
    assert errors.mean() == pytest.approx(6 / 4)


def test_all_ones_is_ordinary_cross_validation():
    from sklearn.model_selection import PredefinedSplit, cross_val_score

    x, y, _ = shifted()
    labels = np.random.default_rng(1).permutation(len(x)) % 5
    peer = -cross_val_score(
        Ridge(1.0), x[:, None], y, cv=PredefinedSplit(labels), scoring="neg_mean_squared_error"
    )
    ours = importance_weighted_cv(Ridge(1.0), x[:, None], y, np.ones_like(x), random_state=1)
    np.testing.assert_allclose(ours, peer)


@pytest.mark.parametrize("weights", [[-1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
def test_weights_must_not_be_negative_nor_all_zero(weights):
    with pytest.raises(ValueError, match="weights"):
        importance_weighted_ls(np.eye(3), np.ones(3), weights)
    with pytest.raises(ValueError, match="weights"):
        effective_sample_size(weights)
    with pytest.raises(ValueError, match="fit_weights"):
        importance_weighted_cv(
            LeastSquares(), np.eye(3), np.ones(3), np.ones(3), fit_weights=weights, folds=3
        )
