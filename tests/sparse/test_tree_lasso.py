"""Hierarchical regression and classification: optimality, rivals, scikit-learn's contract."""

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.optimize import Quadratic, fista
from mlcompanion.prox import TreeGroups, TreeNorm
from mlcompanion.sparse import TreeLasso, TreeLogistic
from mlcompanion.sparse.tree.tree_lasso import reweighted_least_squares, ward_tree


@parametrize_with_checks([TreeLasso(lam=0.5), TreeLogistic(lam=0.5, max_iter=300)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def problem(n=60, seed=0):
    rng = np.random.default_rng(seed)
    tree = TreeGroups.balanced((3, 2))
    X = rng.normal(size=(n, 10))
    w = np.zeros(10)
    w[[0, 1, 4]] = 2.0, -1.5, 1.0  # a branch
    return X, X @ w + 0.1 * rng.normal(size=n), tree, w


@pytest.mark.parametrize("norm", ["l2", "linf"])
def test_solution_is_a_fixed_point_and_finds_the_branch(norm):
    X, y, tree, w = problem()
    model = TreeLasso(tree, 4.0, norm=norm, tol=1e-9).fit(X, y)
    Xc = X - X.mean(axis=0)
    yc = y - y.mean()
    slope = Xc.T @ (Xc @ model.coef_ - yc)
    again = TreeNorm(tree, 4.0, norm).prox(model.coef_ - slope / 100, 1 / 100)
    np.testing.assert_allclose(again, model.coef_, atol=1e-8)
    assert tree.is_rooted(model.coef_ != 0)
    np.testing.assert_array_equal(model.coef_ != 0, w != 0)
    assert model.score(X, y) > 0.95


def test_a_flat_tree_is_the_lasso():
    X, y, _, _ = problem()
    ours = TreeLasso(TreeGroups.flat(10), 3.0, tol=1e-10).fit(X, y)
    peer = Lasso(alpha=3.0 / len(X), tol=1e-12, max_iter=100_000).fit(X, y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-6)
    assert ours.intercept_ == pytest.approx(peer.intercept_, abs=1e-6)


def test_reweighting_reaches_the_optimum_but_never_zero():
    X, y, tree, _ = problem()
    quadratic = Quadratic.from_least_squares(X, y)
    penalty = TreeNorm(tree, 4.0)
    best = fista(quadratic, penalty, np.zeros(10), tol=1e-12, max_iter=20_000).objective[-1]
    run = reweighted_least_squares(quadratic, penalty, np.ones(10), max_iter=300)
    assert 0 <= run.objective[-1] - best < 1e-5 * best
    assert np.all(np.diff(run.objective) < 1e-6)
    assert np.all(run.w != 0)


def test_classifier_without_penalty_is_logistic_regression():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(90, 4))
    y = np.array(list("abc"))[np.argmax(X[:, :3] + rng.gumbel(size=(90, 3)), axis=1)]
    ours = TreeLogistic(TreeGroups.flat(4), 0.0, tol=1e-8, max_iter=20_000).fit(X, y)
    peer = LogisticRegression(C=1e8, tol=1e-10, max_iter=10_000).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-4)


def test_classifier_ties_the_classes():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 10))
    y = np.where(X[:, 0] + X[:, 1] > 0, 1, 0) + 2 * (X[:, 1] > 1)
    tree = TreeGroups.balanced((3, 2))
    model = TreeLogistic(tree, 6.0).fit(X, y)
    used = (model.coef_ != 0).any(axis=0)
    assert tree.is_rooted(used)
    assert 0 < used.sum() < 10
    assert used[[0, 1]].all()


def test_ward_tree_joins_what_is_alike():
    rng = np.random.default_rng(4)
    Z = rng.normal(size=(50, 2))
    X = np.column_stack([Z[:, [0, 0, 0]], Z[:, [1, 1]]]) + 0.01 * rng.normal(size=(50, 5))
    groups = [set(g.tolist()) for g in ward_tree(X).groups()]
    assert {0, 1, 2} in groups
    assert {3, 4} in groups


def test_a_tree_of_the_wrong_size_is_refused():
    X, y, _, _ = problem()
    with pytest.raises(ValueError, match="tree must have 10"):
        TreeLasso(TreeGroups.flat(3)).fit(X, y)
    with pytest.raises(ValueError, match="lam"):
        TreeLasso(lam=-1.0).fit(X, y)


def test_columns_of_very_different_lengths_are_fitted_alike():
    """Raw wine, from hue to proline: the slope of the longest column ended the run once."""
    X, y = load_wine(return_X_y=True)
    X = X[:, [0, 6, 10, 12]]
    near = TreeLasso(max_iter=20_000).fit(X, y)
    best = TreeLasso(tol=1e-9, max_iter=40_000).fit(X, y).objective_[-1]
    assert near.converged_
    assert near.objective_[-1] == pytest.approx(best, rel=1e-5)


def test_too_few_steps_for_short_columns_are_told():
    X, y = load_wine(return_X_y=True)
    for model in (TreeLasso(max_iter=600), TreeLogistic(max_iter=600)):
        with pytest.warns(ConvergenceWarning, match="stopped after 600 steps"):
            model.fit(X, y)
        assert not model.converged_
