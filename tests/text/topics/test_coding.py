"""Sparse coding: codes against scikit-learn's lasso, dictionaries against projected gradients."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import sparse_encode
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.text.topics import SparseCoding, bounded_dictionary, sparse_codes


def documents(n=40, m=60, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((n, m)) * (rng.random((n, m)) < 0.2)
    return X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-9)


@pytest.mark.parametrize("unit", [1.0, 1e6, 1e-6])
def test_codes_are_lassos(unit):
    X = documents()
    A = np.random.default_rng(1).normal(size=(7, 60))
    peer = sparse_encode(X, A, algorithm="lasso_cd", alpha=0.3, max_iter=10_000)
    for given in (unit * X, sparse.csr_array(unit * X)):
        codes = sparse_codes(given, A, 0.3 * unit, tol=1e-12)
        np.testing.assert_allclose(codes / unit, peer, atol=1e-4)  # scikit-learn's tolerance
    slopes = (X - codes / unit @ A) @ A.T
    used = codes != 0
    np.testing.assert_allclose(slopes[used], 0.3 * np.sign(codes[used]), atol=1e-8)
    assert np.abs(slopes).max() <= 0.3 + 1e-8
    assert 0 < used.mean() < 1


def test_an_empty_topic_codes_nothing():
    A = np.vstack([np.eye(3), np.zeros(3)])
    np.testing.assert_allclose(sparse_codes([[1.0, -2, 0.1]], A, 0.5), [[0.5, -1.5, 0, 0]])


def projected_gradient(X, U, bound, steps=20_000):
    H = U.T @ U
    A = np.zeros((U.shape[1], X.shape[1]))
    for _ in range(steps):
        A = A - (H @ A - U.T @ X) / np.linalg.norm(H, 2)
        A *= np.minimum(1, np.sqrt(bound) / np.maximum(np.linalg.norm(A, axis=0), 1e-300))
    return A


@pytest.mark.parametrize("bound", [1e-4, 0.01, 0.1, 1e6])
def test_dictionary_is_the_minimiser_in_the_ball(bound):
    X = documents()
    U = np.random.default_rng(2).normal(size=(40, 5)) * [1, 1, 1, 0.1, 0.5]
    A = bounded_dictionary(X, U, bound)
    assert (np.linalg.norm(A, axis=0) ** 2).max() <= bound * (1 + 1e-9)
    np.testing.assert_allclose(A, projected_gradient(X, U, bound), atol=1e-8)
    np.testing.assert_allclose(bounded_dictionary(sparse.csr_array(X), U, bound), A, atol=1e-12)


def test_dictionary_of_codes_without_rank():
    X = documents()
    U = np.zeros((40, 3))
    U[:, 0] = np.random.default_rng(0).normal(size=40)
    for bound in (1e-4, 1.0):
        A = bounded_dictionary(X, U, bound)
        assert np.isfinite(A).all()
        assert not A[1:].any()
        assert (np.linalg.norm(A, axis=0) ** 2).max() <= bound * (1 + 1e-9)
    assert not bounded_dictionary(X, np.zeros((40, 3)), 1.0).any()


@pytest.mark.parametrize("lam", [0.02, 0.2])
def test_objective_is_right_and_never_rises(lam):
    X = documents()
    model = SparseCoding(8, lam=lam, random_state=0, tol=1e-6, max_iter=500).fit(X)
    path = model.objective_path_
    assert (np.diff(path) <= 1e-4 * path[1:]).all()
    U = model.codes_
    direct = 0.5 * np.sum((X - U @ model.components_) ** 2) + lam * np.abs(U).sum()
    assert path[-1] == pytest.approx(direct, rel=1e-10)
    assert path[-1] < 0.5 * np.sum(X**2)
    assert model.converged_
    # projecting the documents again finds where the training left them
    np.testing.assert_allclose(model.transform(X), U, atol=0.02)


def test_dense_and_sparse_rows_give_the_same():
    X = documents()
    one = SparseCoding(5, random_state=1).fit(X)
    two = SparseCoding(5, random_state=1).fit(sparse.csr_array(X))
    np.testing.assert_allclose(one.components_, two.components_, atol=1e-8)


def test_a_search_that_is_cut_short_says_so():
    with pytest.warns(ConvergenceWarning, match="1 rounds"):
        model = SparseCoding(5, random_state=1, max_iter=1).fit(documents())
    assert not model.converged_
    assert len(model.objective_path_) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"n_components": 41}, "at most 40"), ({"bound": 0.0}, "bound"), ({"lam": -1.0}, "lam")],
)
def test_refuses_by_name(arguments, words):
    with pytest.raises(ValueError, match=words):
        SparseCoding(**arguments).fit(documents())
