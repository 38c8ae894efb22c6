"""The classifier from class densities against scikit-learn's naive Bayes and by hand."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm
from sklearn.base import BaseEstimator
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.classification import GenerativeClassifier
from mlcompanion.density import GaussianDensity


@parametrize_with_checks([GenerativeClassifier(GaussianDensity(ridge=0.1))])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


class Independent(BaseEstimator):
    """Normal coordinates, independent of each other."""

    def fit(self, X):
        self.law_ = norm(X.mean(axis=0), X.std(axis=0))
        return self

    def score_samples(self, X):
        return self.law_.logpdf(X).sum(axis=1)


class Box(BaseEstimator):
    """Uniform on [0, largest value]; infinitely dense at 0."""

    def fit(self, X):
        self.top_ = X.max()
        return self

    def score_samples(self, X):
        x = X[:, 0]
        inside = np.where(x <= self.top_, -np.log(self.top_), -np.inf)
        return np.where(x == 0, np.inf, inside)


@pytest.fixture
def iris():
    from sklearn.datasets import load_iris

    return load_iris(return_X_y=True)


@pytest.mark.parametrize("priors", [None, [0.6, 0.3, 0.1]])
def test_with_independent_normal_coordinates_it_is_naive_bayes(iris, priors):
    X, y = iris
    X = X[20:]
    names = np.array(["a", "b", "c"])[y[20:]]
    ours = GenerativeClassifier(Independent(), priors).fit(X, names)
    peer = GaussianNB(priors=priors, var_smoothing=0).fit(X, names)
    np.testing.assert_allclose(ours.priors_, peer.class_prior_)
    np.testing.assert_allclose(ours.predict_log_proba(X), peer.predict_log_proba(X), atol=1e-8)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))


def test_with_full_covariances_it_is_the_quadratic_classifier(iris):
    X, y = iris
    ours = GenerativeClassifier().fit(X, y)
    groups = [X[y == label] for label in range(3)]
    laws = [multivariate_normal(g.mean(axis=0), np.cov(g.T, bias=True)) for g in groups]
    joint = np.column_stack([law.pdf(X) / 3 for law in laws])
    by_hand = joint / joint.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(ours.predict_proba(X), by_hand, atol=1e-10)
    np.testing.assert_array_equal(
        ours.predict(X), QuadraticDiscriminantAnalysis().fit(X, y).predict(X)
    )


def test_far_from_all_samples_the_logarithms_still_decide(iris):
    X, y = iris
    model = GenerativeClassifier(Independent()).fit(X, y)
    far = np.full((1, 4), 400.0)
    assert np.isfinite(model.log_joint(far)).all()
    assert model.log_joint(far).max() < -745  # exp of it is 0
    assert model.predict(far) == [2]


def test_a_dear_error_moves_the_decision(iris):
    X, y = iris
    model = GenerativeClassifier(Independent()).fit(X, y)
    loss = np.array([[0, 1, 1], [1, 0, 1], [1, 50, 0]])  # a 2 must not be called 1
    chosen = model.predict(X, loss)
    plain = model.predict(X)
    risks = model.predict_proba(X) @ loss
    np.testing.assert_array_equal(chosen, risks.argmin(axis=1))
    assert ((y == 2) & (chosen == 1)).sum() < ((y == 2) & (plain == 1)).sum()


def test_where_no_density_or_an_infinite_one_stands_the_priors_decide():
    X = np.array([[1.0], [0.5], [2.0], [2.0], [2.0]])
    model = GenerativeClassifier(Box()).fit(X, [0, 0, 1, 1, 1])
    np.testing.assert_allclose(model.predict_proba([[5.0], [0.0]]), [[0.4, 0.6]] * 2)
    np.testing.assert_allclose(model.predict_proba([[1.5]]), [[0, 1]])


@pytest.mark.parametrize("priors", [[0.5, 0.6], [1.0, 0.0], [1.0]])
def test_priors_are_probabilities(priors):
    with pytest.raises(ValueError, match="priors"):
        GenerativeClassifier(Independent(), priors).fit([[0.0], [1.0], [2.0], [4.0]], [0, 0, 1, 1])


def test_the_class_whose_density_cannot_be_fitted_is_named():
    class Picky(Independent):
        def fit(self, X):
            if len(X) < 2:
                raise ValueError("one sample is too few")
            return super().fit(X)

    with pytest.raises(ValueError, match="class b: one sample is too few"):
        GenerativeClassifier(Picky()).fit([[0.0], [1.0], [2.0]], ["a", "a", "b"])


def test_one_class_is_no_problem_of_classification():
    with pytest.raises(ValueError, match="two classes"):
        GenerativeClassifier(Independent()).fit([[0.0], [1.0]], [1, 1])
