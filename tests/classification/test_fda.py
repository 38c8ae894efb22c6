"""Fisher's discriminant against its formulas, scikit-learn's, and refits without each sample."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.classification import FDA, fda_leave_one_out


@parametrize_with_checks([FDA(ridge=1e-6)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


def clouds(sizes=(30, 20, 10), d=4, seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(sizes)), sizes)
    return rng.normal(size=(len(y), d)) @ rng.normal(size=(d, d)) + 2 * rng.normal(
        size=(len(sizes), d)
    )[y], y


def test_posteriors_are_those_of_the_peer(iris):
    """Its lsqr solver divides the pooled scatter by n, too."""
    X = iris[0][20:]
    y = iris[1][20:]
    peer = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
    ours = FDA().fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))
    np.testing.assert_allclose(ours.covariance_, peer.covariance_)


def test_scores_are_the_formula_up_to_a_common_number():
    X, y = clouds()
    model = FDA(ridge=0.1).fit(X, y)
    precision = np.linalg.inv(model.covariance_ + 0.1 * np.eye(4))
    means = np.array([X[y == k].mean(axis=0) for k in range(3)])
    lengths = np.einsum("kd,de,ke->k", means, precision, means)
    formula = X @ precision @ means.T - lengths / 2 + np.log([1 / 2, 1 / 3, 1 / 6])
    gap = model.discriminant(X) - formula
    np.testing.assert_allclose(gap, gap[:, :1] @ np.ones((1, 3)), atol=1e-10)


def test_pooled_covariance_is_the_weighted_average():
    X, y = clouds()
    parts = [np.cov(X[y == k].T, ddof=0) for k in range(3)]
    average = np.tensordot([1 / 2, 1 / 3, 1 / 6], parts, axes=1)
    np.testing.assert_allclose(FDA().fit(X, y).covariance_, average)
    X, y = clouds((20, 20))
    unbiased = sum(np.cov(X[y == k].T) for k in range(2)) / 2
    np.testing.assert_allclose(FDA(unbiased=True).fit(X, y).covariance_, unbiased)


def test_worked_example_of_the_source():
    corners = np.array([[1, 3], [1, -3], [-1, 3], [-1, -3]])  # covariance diag(1, 9)
    mean = np.array([2, 0])
    X = np.r_[corners + mean, corners - mean]
    a, b = FDA().fit(X, np.repeat([1, 2], 4)).boundary()
    np.testing.assert_allclose(a, [4, 0], atol=1e-12)
    assert b == pytest.approx(0, abs=1e-12)
    uneven = FDA(priors=[0.9, 0.1]).fit(X, np.repeat([1, 2], 4))
    a, b = uneven.boundary(1, 2)
    assert -b / a[0] == pytest.approx(-np.log(9) / 4)
    assert uneven.boundary(2, 1).b == pytest.approx(-b)


def test_units_and_a_far_origin_change_nothing(iris):
    X, y = iris
    calls = FDA().fit(X, y).predict(X)
    for moved in (1e-4 * X, 1e6 + 2.0**10 * X):
        np.testing.assert_array_equal(FDA().fit(moved, y).predict(moved), calls)


def test_labels_of_any_type(iris):
    X = iris[0][50:]
    y = np.array(["versicolor", "virginica"])[iris[1][50:] - 1]
    model = FDA().fit(X, y)
    assert model.score(X, y) > 0.95
    assert model.boundary("virginica", "versicolor").a.shape == (4,)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ridge": 0.3, "unbiased": True, "priors": [0.2, 0.3, 0.5]},
    ],
)
def test_leave_one_out_equals_refits(options):
    X, y = clouds((9, 6, 4))
    scores = fda_leave_one_out(X, y, **options)
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        refit = FDA(**options).fit(X[rest], y[rest]).discriminant(X[[i]])[0]
        np.testing.assert_allclose(scores[i] - scores[i, 0], refit - refit[0], atol=1e-9)


def test_bad_input_is_named():
    X, y = clouds()
    with pytest.raises(ValueError, match="ridge > 0"):
        FDA().fit(np.c_[X, np.ones(60)], y)
    FDA(ridge=1e-6).fit(np.c_[X, np.ones(60)], y)
    with pytest.raises(ValueError, match="singular"):
        FDA().fit(X[[0, 1, 30]], y[[0, 1, 30]])
    with pytest.raises(ValueError, match="at least two classes"):
        FDA().fit(X, np.zeros(60))
    with pytest.raises(ValueError, match="more samples than classes"):
        FDA(ridge=1, unbiased=True).fit(X[[0, 30]], [0, 1])
    for priors in ([0.5, 0.5], [0.5, 0.6, -0.1], [0.5, 0.5, 0.5]):
        with pytest.raises(ValueError, match="priors"):
            FDA(priors=priors).fit(X, y)
    model = FDA().fit(X, y)
    for labels in ((None, None), (0, 7), (1, 1)):
        with pytest.raises(ValueError, match=r"first|second"):
            model.boundary(*labels)


def test_leave_one_out_refuses_what_it_cannot_leave_out():
    X, y = clouds()
    with pytest.raises(ValueError, match="two samples of each class"):
        fda_leave_one_out(X, np.r_[7, y[1:]])
    # without the first sample the last feature never changes
    X[0, 3] = 1.0
    X[1:, 3] = 0.0
    with pytest.raises(ValueError, match="without some sample is singular"):
        fda_leave_one_out(X, y)
