"""Sparse latent semantic analysis: its two steps against general minimisers, and its starts."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.prox import L1, GroupNorm, NonNegative
from mlcompanion.text.topics import (
    LSA,
    RowGroups,
    SparseLSA,
    alternation,
    sparse_lsa_steps,
    word_shares,
)


def documents(n=40, m=60, seed=0, density=0.1):
    """Sparse rows of length 1, not negative, no row empty."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, m)) * (rng.random((n, m)) < density)
    X[np.arange(n), rng.integers(m, size=n)] += 0.5
    return X / np.linalg.norm(X, axis=1, keepdims=True)


GROUPS = np.arange(60) // 4
PENALTIES = {
    "plain": lambda lam: L1(lam),
    "nonnegative": lambda lam: NonNegative(L1(lam)),
    "groups": lambda lam: RowGroups(GROUPS, lam),
    "both": lambda lam: NonNegative(RowGroups(GROUPS, lam)),
}


def objective(X, U, A, penalty):
    A = A.toarray() if sparse.issparse(A) else A
    return 0.5 * np.sum((X - U @ A) ** 2) + penalty.value(A)


@pytest.mark.parametrize("name", PENALTIES)
@pytest.mark.parametrize("as_sparse", [False, True])
def test_objective_is_right_and_never_rises(name, as_sparse):
    X = documents()
    penalty = PENALTIES[name](0.05)
    given = sparse.csr_array(X) if as_sparse else X
    before = np.inf
    U = np.eye(40, 5)
    for _, state in zip(range(30), sparse_lsa_steps(given, U, penalty)):
        assert state.fitted == pytest.approx(objective(X, U, state.A, penalty), abs=1e-10)
        assert state.objective == pytest.approx(objective(X, state.U, state.A, penalty), abs=1e-10)
        assert state.fitted <= before + 1e-12
        assert state.objective <= state.fitted + 1e-12
        np.testing.assert_allclose(state.U.T @ state.U, np.eye(5), atol=1e-12)
        before = state.objective
        U = state.U
    assert state.objective < objective(X, np.eye(40, 5), np.zeros((5, 60)), penalty)


def smooth_minimum(X, U, lam, labels, start):
    """The A-step by a general minimiser, of A as the difference of two non-negative parts."""
    shape = start.shape

    def value(z):
        A = z.reshape(shape)
        size = (
            lam
            * np.sqrt(4)
            * sum(
                np.sqrt(np.sum(A[:, labels == g] ** 2, axis=1) + 1e-18).sum()
                for g in np.unique(labels)
            )
        )
        return 0.5 * np.sum((X - U @ A) ** 2) + size

    return minimize(value, start.ravel(), method="L-BFGS-B", options={"maxfun": 10**6}).fun


def test_group_step_reaches_what_a_general_minimiser_reaches():
    X = documents(12, 8, seed=2, density=0.4)
    U = np.linalg.qr(np.random.default_rng(0).normal(size=(12, 2)))[0]
    labels = np.arange(8) // 4
    state = next(sparse_lsa_steps(X, U, RowGroups(labels, 0.3)))
    assert state.A.nnz  # neither all nor nothing
    assert state.A.nnz < 16
    rival = smooth_minimum(X, U, 0.3, labels, U.T @ X)
    assert rival - 1e-4 < state.fitted < rival  # its root is smoothed, and it ends early


def test_plain_and_nonnegative_steps_are_minima_by_every_entry():
    X = documents(12, 8, seed=3, density=0.4)
    U = np.linalg.qr(np.random.default_rng(0).normal(size=(12, 2)))[0]
    for penalty, low in ((L1(0.1), -np.inf), (NonNegative(L1(0.1)), 0.0)):
        state = next(sparse_lsa_steps(X, U, penalty))
        A = state.A.toarray()
        for step in (-1e-3, 1e-3, -1e-6, 1e-6):
            for place in np.ndindex(A.shape):
                moved = A.copy()
                moved[place] += step
                if moved.min() >= low:
                    assert objective(X, U, moved, penalty) >= state.fitted - 1e-15


def test_blocks_of_topics_change_nothing(monkeypatch):
    X = sparse.csr_array(documents())
    whole = SparseLSA(7, lam=0.03).fit(X)
    monkeypatch.setattr(alternation, "_BLOCK", 120)  # two topics at a time
    parts = SparseLSA(7, lam=0.03).fit(X)
    assert abs(whole.components_ - parts.components_).max() < 1e-12
    monkeypatch.setattr(alternation, "_SPARSE", 0.0)  # never a sparse product
    dense = SparseLSA(7, lam=0.03).fit(X)
    assert abs(whole.components_ - dense.components_).max() < 1e-12


@pytest.mark.parametrize("init", ["svd", "identity", "random", "documents"])
def test_dense_and_sparse_rows_give_the_same(init):
    X = documents()
    one = SparseLSA(4, init=init, random_state=3).fit(X)
    two = SparseLSA(4, init=init, random_state=3).fit(sparse.coo_array(X))
    assert abs(one.components_ - two.components_).max() < 1e-10
    Z = two.transform(sparse.csr_array(X))
    assert sparse.issparse(Z)
    np.testing.assert_allclose(one.transform(X), Z.toarray(), atol=1e-10)
    np.testing.assert_allclose(one.transform(X), X @ one.components_.toarray().T, atol=1e-12)


def test_without_penalty_the_topics_span_those_of_lsa():
    X = documents()
    plain = SparseLSA(5, lam=0, init="random", random_state=0, tol=1e-10, max_iter=20_000).fit(X)
    lsa = LSA(5, scaling="none").fit(X)
    A = plain.components_.toarray()
    inside = A @ lsa.components_.T @ lsa.components_
    np.testing.assert_allclose(inside, A, atol=1e-6)
    left_out = np.linalg.svd(X, compute_uv=False)[5:]
    assert plain.objective_path_[-1] == pytest.approx(0.5 * np.sum(left_out**2), rel=1e-9)


@pytest.mark.parametrize("unit", [1e6, 1e-6])
@pytest.mark.parametrize("groups", [None, GROUPS])
def test_units(unit, groups):
    X = documents()
    one = SparseLSA(4, lam=0.05, groups=groups).fit(X)
    two = SparseLSA(4, lam=0.05 * unit, groups=groups).fit(X * unit)
    assert one.n_iter_ == two.n_iter_
    assert abs(one.components_ - two.components_ / unit).max() < 1e-9


def test_order_of_documents_matters_to_the_identity_alone():
    X = documents()
    order = np.random.default_rng(0).permutation(len(X))
    for init, same in (("svd", True), ("identity", False)):
        one = SparseLSA(5, init=init).fit(X)
        two = SparseLSA(5, init=init).fit(X[order])
        assert np.allclose(one.components_.toarray(), two.components_.toarray()) == same


def test_identity_is_stuck_where_another_start_is_not():
    X = documents(seed=4)
    largest = np.linalg.norm(X, axis=0).max()
    lam = 1.001 * X[:5].max()
    assert lam < largest
    assert SparseLSA(5, lam=lam, init="identity").fit(X).components_.nnz == 0
    free = SparseLSA(5, lam=lam, init="svd").fit(X)
    start = np.linalg.qr(
        np.column_stack([X[:, np.linalg.norm(X, axis=0).argmax()], np.eye(40, 4)])
    )[0]
    turned = SparseLSA(5, lam=lam, init=start).fit(X)
    assert turned.components_.nnz
    assert turned.objective_path_[-1] < 0.5 * np.sum(X**2)
    assert free.objective_path_[-1] <= 0.5 * np.sum(X**2)
    for init in ("svd", "random", "documents", start):
        assert SparseLSA(5, lam=1.001 * largest, init=init).fit(X).components_.nnz == 0


def test_empty_topics_keep_their_columns():
    X = documents()
    model = SparseLSA(8, lam=0.8).fit(X)
    empty = np.diff(model.components_.indptr) == 0
    assert empty.any()
    assert not empty.all()
    assert model.converged_
    np.testing.assert_allclose(model.embedding_.T @ model.embedding_, np.eye(8), atol=1e-12)
    assert np.isfinite(model.transform(X)).all()


def test_groups_enter_or_leave_as_a_whole():
    model = SparseLSA(6, lam=0.12, groups=GROUPS).fit(documents())
    used = [np.bincount(GROUPS, row != 0) for row in model.components_.toarray()]
    assert set(np.ravel(used)) == {0, 4}


def test_one_group_shrinks_rows():
    X = documents()
    U = LSA(3).fit(X).embedding_
    lam = 0.02
    A = next(sparse_lsa_steps(X, U, RowGroups(np.zeros(60, int), lam))).A.toarray()
    B = U.T @ X
    lengths = np.linalg.norm(B, axis=1, keepdims=True)
    np.testing.assert_allclose(A, np.maximum(1 - lam * np.sqrt(60) / lengths, 0) * B)


def test_row_groups_are_group_norms_of_the_rows():
    rng = np.random.default_rng(0)
    W = rng.normal(size=(3, 6))
    labels = np.array([0, 0, 1, 2, 2, 2])
    rows = RowGroups(labels, 0.7)
    one = GroupNorm(labels, 0.7, np.sqrt([2, 1, 3]))
    assert rows.value(W) == pytest.approx(sum(one.value(w) for w in W))
    np.testing.assert_allclose(rows.prox(W, 0.5), [one.prox(w, 0.5) for w in W])
    assert rows.dual_norm(W) == pytest.approx(max(one.dual_norm(w) for w in W))
    assert not rows.prox(W, rows.dual_norm(W)).any()
    assert rows.prox(W, 0.999 * rows.dual_norm(W)).any()
    h = rng.random((3, 6)) + 0.5
    np.testing.assert_allclose(rows.metric_prox(W, np.ones((3, 6)), 0.5), rows.prox(W, 0.5))
    assert rows.metric_prox(W, h, 0.5).shape == W.shape
    assert not rows.free((3, 6)).any()
    assert RowGroups(labels, 0.0).free((3, 6)).all()


def test_word_shares():
    model = SparseLSA(8, lam=0.6, nonnegative=True).fit(documents())
    totals = word_shares(model.components_).sum(axis=1)
    assert np.all(np.isclose(totals, 1) | (totals == 0))
    assert np.isclose(totals, 1).any()
    A = [[1e308, 1e308], [0, 0]]  # the sum overflows
    np.testing.assert_allclose(word_shares(A).toarray(), [[0.5, 0.5], [0, 0]])
    with pytest.raises(ValueError, match="A"):
        word_shares(SparseLSA(2).fit(documents()).components_)


def test_a_search_that_is_cut_short_says_so():
    with pytest.warns(ConvergenceWarning, match="2 rounds"):
        model = SparseLSA(5, init="random", random_state=0, max_iter=2).fit(documents())
    assert not model.converged_
    assert model.n_iter_ == 2
    assert len(model.objective_path_) == 4


def test_rows_of_zeros_and_constants():
    assert SparseLSA(2).fit(np.zeros((4, 5))).components_.nnz == 0
    assert SparseLSA(2).fit(sparse.csr_array((4, 5))).components_.nnz == 0
    model = SparseLSA(2, lam=0.1).fit(np.ones((4, 5)))
    assert np.linalg.matrix_rank(model.components_.toarray()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n_components": 41}, "n_components must be at most 40"),
        ({"lam": -1.0}, "lam"),
        ({"groups": np.zeros(59, int)}, "groups"),
        ({"groups": -np.ones(60, int)}, "groups"),
        ({"init": "first"}, "init"),
        ({"init": None}, "init"),
        ({"init": np.eye(40, 5)}, "init"),
        ({"init": 2 * np.eye(40, 10)}, "orthonormal"),
        ({"tol": -1}, "tol"),
    ],
)
def test_refuses_by_name(arguments, words):
    with pytest.raises(ValueError, match=words):
        SparseLSA(**arguments).fit(documents())


def test_more_topics_than_words():
    with pytest.raises(ValueError, match="n_features=3"):
        SparseLSA(4).fit(documents(n=10, m=3))
    with pytest.raises(ValueError, match=r"between 1 and 3 columns"):
        sparse_lsa_steps(documents(n=10, m=3), np.eye(10, 4), L1(0.1))
