import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.datasets import graph_precisions, random_graphs
from mlcompanion.graphical import graphical_lasso, refit_precision
from mlcompanion.graphical.graph_regression import (
    GaussianLeafModel,
    GoCART,
    KernelGraph,
    ParametricGraph,
    local_moments,
    tree_penalty,
)
from mlcompanion.graphical.partitions import cell_sums


def two_graphs(n=600, seed=0, d=2, p=5, weight=0.4):
    """The first covariate decides between a chain and a star's opposite signs."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, d))
    chain = np.eye(p) + weight * (np.eye(p, k=1) + np.eye(p, k=-1))
    other = 2 * np.eye(p) - chain
    Y = np.empty((n, p))
    for k, precision in enumerate((chain, other)):
        rows = (X[:, 0] > 0.5) == k
        Y[rows] = rng.multivariate_normal(np.zeros(p), np.linalg.inv(precision), rows.sum())
    return X, Y + 7


@pytest.fixture(scope="module")
def rows():
    return two_graphs(), two_graphs(seed=1)


def test_leaf_chooses_the_refit_with_the_least_held_out_loss():
    rng = np.random.default_rng(0)
    precision = graph_precisions(random_graphs(1, 8, 6, 3, 0)[0])
    Y, Y_out = rng.multivariate_normal(np.ones(8), np.linalg.inv(precision), (2, 150))
    leaf = GaussianLeafModel(n_lams=12)(cell_sums(Y), cell_sums(Y_out))
    S = np.cov(Y.T, bias=True)
    losses = []
    for lam in leaf.path[:, 0]:
        fit = refit_precision(S, graphical_lasso(S, lam, tol=1e-10).precision).precision
        off = Y_out - Y.mean(axis=0)
        squares = np.einsum("ij,jk,ik->", off, fit, off)
        losses.append(squares - len(Y_out) * np.linalg.slogdet(fit)[1])
    np.testing.assert_allclose(leaf.path[:, 2], losses, rtol=1e-4)
    np.testing.assert_allclose(leaf.loss, min(losses), rtol=1e-4)
    assert leaf.n_edges == np.count_nonzero(np.triu(leaf.precision, 1))


def test_leaf_by_bic_is_yuan_and_lin():
    rng = np.random.default_rng(1)
    Y = rng.normal(size=(90, 4))
    leaf = GaussianLeafModel("bic", "train")(cell_sums(Y))
    S = np.cov(Y.T, bias=True)
    mine = []
    for lam in leaf.path[:, 0]:
        fit = refit_precision(S, graphical_lasso(S, lam, tol=1e-10).precision).precision
        k = np.count_nonzero(np.triu(fit, 1)) + 8
        mine.append(90 * (np.vdot(fit, S) - np.linalg.slogdet(fit)[1]) + k * np.log(90))
    # the first penalty stands at the very edge
    np.testing.assert_allclose(leaf.path[1:, 2], mine[1:], rtol=1e-4)


def test_leaf_of_all_kinds_is_the_better_of_both():
    rng = np.random.default_rng(2)
    sums = [cell_sums(Y) for Y in rng.normal(size=(2, 40, 6))]
    losses = {
        kind: GaussianLeafModel(judge=kind)(*sums).loss for kind in ("refit", "lasso", "both")
    }
    assert losses["both"] == min(losses.values())


def test_a_constant_column_fits_no_leaf():
    Y = np.random.default_rng(3).normal(size=(30, 3))
    Y[:, 1] = 0.1
    assert GaussianLeafModel()(cell_sums(Y), cell_sums(Y)).loss == np.inf
    with pytest.raises(ValueError, match="constant"):
        GoCART(random_state=0).fit(Y[:, :1], Y)


@pytest.mark.parametrize("criterion", ["heldout", "penalized", "bic"])
@pytest.mark.parametrize("search", ["greedy", "exact"])
def test_tree_finds_the_cut(rows, criterion, search):
    X, Y = rows[0]
    model = GoCART(criterion, search, max_level=2, gamma=1.0, bounds=(0, 1))
    model.fit(X, Y, *(rows[1] if criterion == "heldout" else ()))
    assert model.tree_.feature.tolist() == [0, -1, -1]
    low, high = model.predict_precision([[0.2, 0.3], [0.8, 0.3]])
    assert (low[0, 1], high[0, 1]) == pytest.approx((0.4, -0.4), abs=0.15)
    np.testing.assert_allclose(model.predict([[0.2, 0.3]]), np.full((1, 5), 7), atol=0.3)
    assert model.predict_graph([[0.2, 0.3]])[0].sum() >= 8


def test_risk_is_that_of_the_held_out_rows(rows):
    (X, Y), (X_out, Y_out) = rows
    model = GoCART(max_level=3, bounds=(0, 1)).fit(X, Y, X_out, Y_out)
    np.testing.assert_allclose(model.risk(X_out, Y_out), model.risk_)
    want = -0.5 * (model.risk_ + 5 * np.log(2 * np.pi))
    np.testing.assert_allclose(model.score(X_out, Y_out), want)


def test_greedy_penalised_search_weighs_the_penalty(rows):
    X, Y = rows[0]
    model = GoCART("penalized", max_level=3, gamma=0.0, bounds=(0, 1)).fit(X, Y)
    stiff = GoCART("penalized", max_level=3, gamma=50.0, bounds=(0, 1)).fit(X, Y)
    assert model.tree_.n_leaves > 4
    assert stiff.tree_.n_leaves == 1
    assert tree_penalty(3, d=2, n=600, p=5) > tree_penalty(2, d=2, n=600, p=5)


def test_covariates_outside_the_box(rows):
    X, Y = rows[0]
    free = GoCART(random_state=0).fit(X, Y)
    np.testing.assert_array_equal(free.apply([[-3.0, 0.5]]), free.apply([X.min(axis=0)]))
    with pytest.raises(ValueError, match="X must lie inside bounds"):
        GoCART(bounds=(0, 0.5)).fit(X, Y)
    with pytest.raises(ValueError, match="X must lie inside bounds"):
        GoCART(bounds=(0, 1), random_state=0).fit(X, Y).predict(X + 1)


def test_units_and_origins_change_no_graph(rows):
    (X, Y), (X_out, Y_out) = rows
    plain = GoCART(max_level=3).fit(X, Y, X_out, Y_out)
    moved = GoCART(max_level=3).fit(
        X * [1e6, 1e-6] + 5, Y * 1e-5 + 1e3, X_out * [1e6, 1e-6] + 5, Y_out * 1e-5 + 1e3
    )
    assert moved.tree_.cells() == plain.tree_.cells()
    graphs = moved.predict_graph(X * [1e6, 1e-6] + 5)
    np.testing.assert_array_equal(graphs, plain.predict_graph(X))


def test_moments_around_a_point_are_weighted_averages():
    rng = np.random.default_rng(4)
    X, Y = rng.random((50, 2)), rng.normal(size=(50, 3))
    query = np.array([0.3, 0.6])
    weights = np.exp(-((X - query) ** 2).sum(axis=1) / (2 * 0.2**2))
    mean, S = local_moments(X, Y, query, 0.2)
    np.testing.assert_allclose(mean, np.average(Y, axis=0, weights=weights))
    np.testing.assert_allclose(S, np.cov(Y.T, bias=True, aweights=weights), atol=1e-12)
    far = local_moments(X, Y, query + 1e6, 1e-3)[0]
    assert np.abs(Y - far).sum(axis=1).min() < 1e-9  # the nearest row


def test_smoother_follows_a_moving_edge():
    rng = np.random.default_rng(5)
    X = rng.random((900, 1))
    slope = 1.5 * np.cos(2 * np.pi * X[:, 0])
    a, b, c = rng.normal(size=(3, 900))
    Y = np.column_stack([a, slope * a + b, c])
    model = KernelGraph(random_state=0, n_judged=60).fit(X, Y)
    found = model.predict_precision([[0.02], [0.5], [0.98]])[:, 0, 1]
    assert (np.sign(found) == [-1, 1, -1]).all()
    assert 0.02 <= model.bandwidth_ <= 0.2
    given = KernelGraph(0.1, 0.05).fit(X, Y)
    S = local_moments(X, Y, X[0], 0.1)[1]
    want = refit_precision(S, graphical_lasso(S, 0.05).precision).precision
    np.testing.assert_allclose(given.predict_precision(X[:1])[0], want, atol=1e-4)


def test_one_graph_is_that_of_the_residuals(rows):
    rng = np.random.default_rng(6)
    X = rng.normal(size=(500, 2)) * [1, 100]
    Y = X @ rng.normal(size=(2, 4)) / [1, 2, 3, 4] + rng.normal(size=(500, 4))
    model = ParametricGraph(lam_x=1e-9, n_lams=25, random_state=0).fit(X, Y, X, Y)
    line = LinearRegression().fit(X, Y)
    np.testing.assert_allclose(model.coef_, line.coef_, rtol=1e-4)
    np.testing.assert_allclose(model.predict(X), line.predict(X), rtol=1e-3, atol=1e-3)
    left = Y - line.predict(X)
    S = left.T @ left / 500
    want = refit_precision(S, model.precision_).precision
    np.testing.assert_allclose(model.precision_, want, atol=1e-4)


@pytest.mark.parametrize(
    "model",
    [GoCART(random_state=0), KernelGraph(random_state=0, n_judged=5), ParametricGraph()],
    ids=lambda model: type(model).__name__,
)
def test_estimators_keep_scikit_learns_contract(model):
    check_estimator(model)
