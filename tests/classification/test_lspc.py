"""Least squares probabilities against their criterion, and the curve of refusals against counts."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.datasets import load_iris
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification import LSPC, reject_curve
from mlcompanion.classification.linear._kernels import gaussian_columns
from mlcompanion.classification.linear.lspc import clip_and_normalize
from mlcompanion.kernels import rbf_kernel

IRIS = load_iris()
X = IRIS.data[::3]
Y = IRIS.target[::3]


def test_scikit_learn_accepts_it():
    check_estimator(LSPC(), on_skip=None)


def printed_criterion(w, Phi, own):
    """The book's training criterion and its slope, penalty 0.3."""
    q = Phi @ w
    n = len(own)
    value = q @ q / (2 * n) - q[own].sum() / n + 0.3 * w @ w / (2 * n)
    return value, Phi.T @ (q - own) / n + 0.3 * w / n


@pytest.mark.parametrize("centers", ["own", "all"])
def test_every_class_minimises_the_printed_criterion(centers):
    model = LSPC(1.2, 0.3, centers).fit(X, IRIS.target_names[Y])
    n = len(X)
    for k in range(3):
        places = np.flatnonzero(k == Y) if centers == "own" else np.arange(n)
        Phi = rbf_kernel(X, X[places], sigma=1.2)
        own = k == Y
        best = minimize(
            printed_criterion, np.zeros(len(places)), (Phi, own), jac=True, tol=1e-10, method="BFGS"
        )
        np.testing.assert_allclose(model.dual_coef_[places, k], best.x, atol=1e-5)
        others = np.setdiff1d(np.arange(n), places)
        assert not model.dual_coef_[others, k].any()
    values = model.raw_proba(X[:5] + 0.1)
    q = rbf_kernel(X[:5] + 0.1, X, sigma=1.2) @ model.dual_coef_
    np.testing.assert_allclose(values, q)
    clipped = np.maximum(q, 0)
    expected = clipped / clipped.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(X[:5] + 0.1), expected)


def test_without_penalty_and_full_rank_the_indicators_are_met():
    line = np.arange(6.0)[:, None]
    model = LSPC(0.4, 0.0, "all").fit(line, [0, 1, 0, 1, 2, 2])
    np.testing.assert_allclose(model.raw_proba(line), np.eye(3)[[0, 1, 0, 1, 2, 2]], atol=1e-9)


def test_doubled_samples_have_no_factor_but_a_solution():
    line = np.repeat(np.arange(4.0), 2)[:, None]
    model = LSPC(1.0, 0.0, "all").fit(line, [0, 0, 1, 1, 0, 0, 1, 1])
    np.testing.assert_array_equal(model.predict(line), [0, 0, 1, 1, 0, 0, 1, 1])


def test_far_from_the_samples_all_classes_are_equally_probable():
    model = LSPC().fit(X, Y)
    np.testing.assert_allclose(model.predict_proba(X[:1] + 1e4), 1 / 3)
    tiny = clip_and_normalize([[3e-320, 1e-320], [-1.0, -2.0]])
    np.testing.assert_allclose(tiny, [[0.75, 0.25], [0.5, 0.5]], rtol=1e-3)


def test_the_curve_counts_errors_among_the_accepted():
    rng = np.random.default_rng(0)
    proba = rng.dirichlet(np.ones(3), size=40)
    y = rng.integers(3, size=40)
    curve = reject_curve(proba, y)
    wrong = proba.argmax(axis=1) != y
    sure = proba.max(axis=1)
    for refused, error, threshold in zip(*curve):
        accepted = sure >= threshold
        assert accepted.sum() == round(40 * (1 - refused))
        assert error == pytest.approx(wrong[accepted].mean())
    some = reject_curve(proba, y, [0.0, 0.05, 0.5])
    np.testing.assert_allclose(some.error, curve.error[[0, 2, 20]])
    with pytest.raises(ValueError, match="y must hold values"):
        reject_curve(proba, y + 1)
    with pytest.raises(ValueError, match="proba must have rows that sum to 1"):
        reject_curve(0.9 * proba, y)


def test_far_kernels_are_exactly_zero():
    """Products of subnormal numbers would take five times as long."""
    far = gaussian_columns(np.array([[0.0]]), np.array([[20.0], [22.0], [38.0]]), 1.0)[0]
    assert far[0] == pytest.approx(np.exp(-200.0))
    np.testing.assert_array_equal(far[1:], 0.0)
