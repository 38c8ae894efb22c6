"""Dictionary learning on a tree: descent, constraints, missing entries, recovery."""

import numpy as np
import pytest
from sklearn.decomposition import sparse_encode
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.prox import TreeGroups, TreeNorm
from mlcompanion.sparse import TreeDictionaryLearning
from mlcompanion.sparse.tree.tree_dictionary import MaskedLeastSquares, tree_codes, update_atoms

ONE_RUN = "all signals are coded in one accelerated run: step and stop are shared, to the tolerance"


@parametrize_with_checks(
    [TreeDictionaryLearning(n_alternations=5, random_state=0)],
    expected_failed_checks=lambda _: {
        "check_methods_subset_invariance": ONE_RUN,
    },
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def signals(n=200, seed=0):
    rng = np.random.default_rng(seed)
    D = rng.normal(size=(7, 12))
    D /= np.linalg.norm(D, axis=1, keepdims=True)
    tree = TreeGroups.balanced((2, 2))
    A = np.zeros((n, 7))
    for a in A:
        leaf = rng.integers(3, 7)
        a[[0, (leaf - 1) // 2, leaf]] = rng.choice([-1, 1], 3) * rng.uniform(1, 2, 3)
    return A @ D, D, A, tree


def test_codes_of_a_flat_tree_are_those_of_the_lasso():
    X, D, _, _ = signals(20)
    ours = tree_codes(X, D, TreeNorm(TreeGroups.flat(7), 0.1), tol=1e-10, max_iter=20_000).w
    peer = sparse_encode(X, D, algorithm="lasso_cd", alpha=0.1, max_iter=100_000)
    np.testing.assert_allclose(ours.T, peer, atol=1e-3)


def test_codes_support_rooted_subtrees():
    X, D, _, tree = signals(50)
    codes = tree_codes(X, D, TreeNorm(tree, 0.05, "l2"), tol=1e-8, max_iter=5000).w.T
    assert all(tree.is_rooted(a != 0) for a in codes)


def test_atom_updates_never_raise_the_error_and_reach_least_squares():
    X, D, A, _ = signals(100)
    rng = np.random.default_rng(1)
    start = 0.3 * rng.normal(size=D.shape)
    errors = [np.sum((X - A @ start) ** 2)]
    for _ in range(30):
        start = update_atoms(start, A.T, X, n_sweeps=1)
        errors.append(np.sum((X - A @ start) ** 2))
    assert np.all(np.diff(errors) <= 1e-10)
    assert errors[-1] < 1e-6 * errors[0]  # the true atoms are admissible


def test_masked_fit_sees_known_entries_only():
    X, D, A, _ = signals(10)
    mask = np.random.default_rng(2).random(X.shape) > 0.5
    other = np.where(mask, X, 99.0)
    a, b = (MaskedLeastSquares(D, Z, mask).value_and_gradient(A.T) for Z in (X, other))
    assert a[0] == b[0] == pytest.approx(0)
    np.testing.assert_array_equal(a[1], b[1])
    full = MaskedLeastSquares(D, X, np.ones_like(mask))
    assert full.value(0 * A.T) == pytest.approx(0.5 * np.sum(X**2))
    V, W = np.random.default_rng(3).normal(size=(2, 7, 10))
    change = full.value_and_gradient(V)[1] - full.value_and_gradient(W)[1]
    assert np.linalg.norm(change) <= full.lipschitz() * np.linalg.norm(V - W)


def test_learning_lowers_the_objective_and_explains_the_signals():
    X, _, _, tree = signals()
    model = TreeDictionaryLearning(tree, 0.05, n_alternations=30, random_state=0).fit(X)
    assert model.objective_[-1] < 0.7 * model.objective_[0]
    assert np.all(np.diff(model.objective_) < 1e-2 * model.objective_[0])
    assert np.linalg.norm(model.components_, axis=1).max() <= 1 + 1e-9
    rest = X - model.inverse_transform(model.transform(X))
    assert np.sum(rest**2) < 0.1 * np.sum(X**2)


def test_inpainting_beats_zeros_and_the_mask_is_checked():
    X, _, _, tree = signals()
    model = TreeDictionaryLearning(tree, 0.02, n_alternations=30, random_state=0).fit(X)
    mask = np.random.default_rng(4).random(X.shape) > 0.4
    filled = model.inpaint(X, mask)
    assert np.sum((filled - X)[~mask] ** 2) < 0.5 * np.sum(X[~mask] ** 2)
    with pytest.raises(ValueError, match="mask"):
        model.inpaint(X, mask[:, 1:])


def test_positive_topics_are_distributions():
    rng = np.random.default_rng(5)
    X = rng.dirichlet(np.full(15, 0.3), size=80)
    model = TreeDictionaryLearning(
        lam=1e-3, mu=1.0, positive=True, init="paths", n_alternations=10, random_state=0
    ).fit(X)
    assert model.components_.min() >= 0
    assert model.components_.sum(axis=1).max() <= 1 + 1e-9
    assert model.transform(X).min() >= 0


def test_bad_parameters_are_refused():
    X = signals(20)[0]
    for bad in (
        dict(lam=-1.0),
        dict(mu=2.0),
        dict(norm="l1"),
        dict(n_alternations=0),
        dict(init="svd"),
    ):
        with pytest.raises(ValueError, match=next(iter(bad))):
            TreeDictionaryLearning(**bad).fit(X)
