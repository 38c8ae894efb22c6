"""Laplacian-regularized least squares against its objective, and the similarities it uses."""

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import hide_labels
from mlcompanion.kernels import rbf_kernel
from mlcompanion.manifold import LaplacianLS, knn_graph, similarity_graph
from mlcompanion.manifold.laplacian.laplacian_ls import laplacian_coefficients
from mlcompanion.regression.linear.ridge import generalized_ridge

MINUS_ONE = (
    "the check trains on the labels {-1, 1}, but -1 marks an unlabelled point, as in "
    "sklearn.semi_supervised, whose estimators the check exempts by name"
)


@parametrize_with_checks(
    [LaplacianLS()],
    expected_failed_checks=lambda estimator: {"check_classifiers_classes": MINUS_ONE},
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def problem(seed=0, n=25, labels=5):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, rng.choice([-1.0, 1.0], size=n), np.arange(n) < labels


@pytest.mark.parametrize("kind", ["gaussian", "knn", "local"])
def test_coefficients_are_a_generalized_ridge(kind):
    X, y, labeled = problem()
    K = rbf_kernel(X)
    W = similarity_graph(X, kind, n_neighbors=4)
    dense = W.toarray() if kind == "knn" else W
    L = np.diag(dense.sum(axis=1)) - dense
    penalty = 0.3 * np.eye(25) + 2.0 * K @ L @ K
    ours = laplacian_coefficients(K, W, y, labeled, lam=0.3, nu=2.0)
    np.testing.assert_allclose(ours, generalized_ridge(K[labeled], y[labeled], 1.0, penalty))
    printed = laplacian_coefficients(K, W, y, labeled, lam=0.3, nu=2.0, zeros=True)
    np.testing.assert_allclose(printed, generalized_ridge(K, y * labeled, 1.0, penalty))


def test_coefficients_minimise_the_double_sum():
    X, y, labeled = problem(1, n=12, labels=3)
    K = rbf_kernel(X)

    def objective(theta):
        f = K @ theta
        rough = sum(K[i, j] * (f[i] - f[j]) ** 2 for i in range(12) for j in range(12))
        return ((f - y)[labeled] ** 2).sum() / 2 + 0.1 * theta @ theta / 2 + 3.0 * rough / 4

    best = laplacian_coefficients(K, K, y, labeled, lam=0.1, nu=3.0)
    least = objective(best)
    for step in np.random.default_rng(2).normal(size=(10, 12)):
        rise = [objective(best + t * step) - least for t in (1e-3, -1e-3)]
        assert rise[0] == pytest.approx(rise[1], rel=1e-4)  # no slope in any direction
        assert min(rise) > 0


@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("graph", ["kernel", "knn"])
def test_two_labels_suffice_on_two_moons(zeros, graph):
    X, y = make_moons(160, noise=0.05, random_state=2)
    hidden = hide_labels(y, 2, random_state=2)
    model = LaplacianLS(0.15, graph=graph, zeros=zeros).fit(X, hidden)
    assert model.score(X, y) == 1.0
    ends = np.flatnonzero(hidden >= 0)
    assert LaplacianLS(0.15, nu=0.0).fit(X[ends], y[ends]).score(X, y) < 0.95


def test_three_classes_and_a_graph_of_ones_own():
    rng = np.random.default_rng(0)
    y = np.repeat(["a", "b", "c"], 20)
    X = rng.normal(size=(60, 2)) + 6 * np.eye(3)[np.repeat([0, 1, 2], 20)][:, :2]
    hidden = np.where(np.arange(60) % 20 < 2, y, "-1")
    model = LaplacianLS().fit(X, hidden, W=knn_graph(X, 5))
    assert model.dual_coef_.shape == (3, 60)
    assert model.decision_function(X).shape == (60, 3)
    assert model.score(X, y) == 1.0
    with pytest.raises(ValueError, match="W"):
        LaplacianLS().fit(X, hidden, W=np.eye(5))


def test_similarities_are_those_of_the_book():
    X = np.array([[0.0], [1.0], [3.0], [3.0], [3.0]])
    local = similarity_graph(X, "local", n_neighbors=2)
    assert local[0, 1] == pytest.approx(np.exp(-1 / (2 * 3 * 2)))
    assert local[2, 3] == 1  # distance zero, scale zero
    assert local[1, 2] == 0  # distance above zero, scale zero
    plain = similarity_graph(X, width=2.0)
    assert plain[0, 1] == pytest.approx(np.exp(-1 / 8))
    assert similarity_graph(X, width=None)[0, 2] == pytest.approx(np.exp(-9 / 2 / 2**2))
    assert set(similarity_graph(X, "knn", n_neighbors=1).toarray().ravel()) == {0.0, 1.0}
