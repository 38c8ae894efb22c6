"""Fisher's projection and its local version against sums over pairs and other libraries."""

import numpy as np
import pytest
from scipy.linalg import eigh, subspace_angles
from sklearn.datasets import load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.classification import FDA
from mlcompanion.manifold import similarity_graph
from mlcompanion.reduction.linear import LFDA, FisherProjection, fisher_scatters, local_scatters

RNG = np.random.default_rng(5)
SETS = [load(return_X_y=True) for load in (load_iris, load_wine)]


@parametrize_with_checks(
    [FisherProjection(), FisherProjection(ridge=0.1), LFDA(), LFDA(1, similarity="gaussian")]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def by_pairs(X, y, similarity_of=None):
    """Within-class and between-class scatter as the source writes them: a double loop."""
    n, d = X.shape
    sizes = {label: np.sum(y == label) for label in np.unique(y)}
    W = np.ones((n, n))
    if similarity_of is not None:
        for label in sizes:
            places = np.flatnonzero(y == label)
            W[np.ix_(places, places)] = similarity_of(X[places])
    within, between = np.zeros((2, d, d))
    for i in range(n):
        for j in range(n):
            gap = X[i] - X[j]
            pair = 0.5 * np.outer(gap, gap)
            if y[i] == y[j]:
                within += W[i, j] / sizes[y[i]] * pair
                between += W[i, j] * (1 / n - 1 / sizes[y[i]]) * pair
            else:
                between += pair / n
    return within, between


@pytest.mark.parametrize(("X", "y"), SETS)
def test_pairwise_form_and_class_means_agree(X, y):
    rows = X - X.mean(axis=0)
    scatters = fisher_scatters(X, y)
    for found, want in zip(scatters, by_pairs(X, y)):
        np.testing.assert_allclose(found, want, atol=1e-9 * np.abs(want).max())
    np.testing.assert_allclose(sum(scatters), rows.T @ rows, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("kind", ["local", "gaussian", "knn"])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_local_scatters_are_sums_over_pairs(kind, offset):
    X = RNG.normal(size=(45, 3))
    y = np.repeat(["a", "b", "c"], [20, 15, 10])

    def similarity_of(P):
        W = similarity_graph(P, kind, n_neighbors=4, width=1.2)
        return W.toarray() if kind == "knn" else W

    found = local_scatters(X + offset, y, similarity=kind, n_neighbors=4, width=1.2)
    for matrix, want in zip(found, by_pairs(X, y, similarity_of)):
        np.testing.assert_allclose(matrix, want, atol=1e-8 * np.abs(want).max())


@pytest.mark.parametrize(("X", "y"), SETS)
def test_fisher_spans_what_the_classifier_and_scikit_learn_look_at(X, y):
    ours = FisherProjection().fit(X, y).components_
    assert len(ours) == 2
    peer = LinearDiscriminantAnalysis(solver="eigen").fit(X, y).scalings_[:, :2]
    slopes = FDA().fit(X, y).coef_
    slopes = (slopes[1:] - slopes[0]).T
    unit = X.std(axis=0)[:, None]
    for other in (peer, slopes):
        assert subspace_angles(unit * ours.T, unit * other).max() < 1e-6


def test_directions_solve_the_generalized_problem():
    X, y = SETS[1]
    within, between = fisher_scatters(X, y)
    model = FisherProjection().fit(X, y)
    values = eigh(between, within, eigvals_only=True)[::-1]
    np.testing.assert_allclose(model.eigenvalues_, values[:2], rtol=1e-8)
    T = model.components_
    np.testing.assert_allclose(T @ within @ T.T, np.eye(2), atol=1e-8)


def test_local_directions_solve_theirs_and_are_as_many_as_features():
    X, y = SETS[0]
    within, between = local_scatters(X, y, similarity="gaussian", width=0.8)
    model = LFDA(similarity="gaussian", width=0.8).fit(X, y)
    assert model.components_.shape == (4, 4)
    values = eigh(between, within, eigvals_only=True)[::-1]
    np.testing.assert_allclose(model.eigenvalues_, values, rtol=1e-7, atol=1e-9)


def test_a_very_wide_similarity_gives_fisher_back():
    X, y = SETS[0]
    local = LFDA(2, similarity="gaussian", width=1e6).fit(X, y).components_
    assert subspace_angles(local.T, FisherProjection().fit(X, y).components_.T).max() < 1e-5


def test_a_class_of_one_point_and_ties():
    X = np.array([[0, 0], [0, 0], [1, 1], [2, 0], [9, 9], [5, 1], [5, 1], [6, 3]])
    y = [0, 0, 0, 0, 1, 2, 2, 2]
    model = LFDA(n_neighbors=2).fit(X, y)
    assert np.isfinite(model.components_).all()


def test_a_singular_within_class_scatter_asks_for_a_ridge():
    X = RNG.normal(size=(12, 30))
    y = np.arange(12) % 3
    for model in (FisherProjection(), LFDA()):
        with pytest.raises(ValueError, match="ridge > 0"):
            model.fit(X, y)
        T = model.set_params(ridge=0.1).fit(X, y).components_
        assert np.isfinite(T).all()


def test_what_never_varies_is_left_out():
    X, y = SETS[0]
    flat = np.column_stack([X, np.full(len(X), 0.1), X[:, 0] - X[:, 1]])
    more = FisherProjection().fit(flat, y)
    np.testing.assert_allclose(more.eigenvalues_, FisherProjection().fit(X, y).eigenvalues_)
    assert (more.components_[:, 4] == 0).all()


def test_too_many_directions_and_a_single_class_are_refused():
    X, y = SETS[0]
    with pytest.raises(ValueError, match="n_components must be at most 2"):
        FisherProjection(3).fit(X, y)
    for model in (FisherProjection(), LFDA()):
        with pytest.raises(ValueError, match="class"):
            model.fit(X, np.zeros(len(X)))
    with pytest.raises(ValueError, match="y must have shape"):
        fisher_scatters(X, y[:-1])
