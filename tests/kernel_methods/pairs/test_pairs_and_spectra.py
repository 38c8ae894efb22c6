"""Pairs as a matrix, and the closed form against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from sklearn.metrics import rand_score

from mlcompanion.kernel_methods.pairs import (
    SpectralKernel,
    closed_form_kernel,
    pairs_matrix,
    pairs_of_labels,
    pairwise_constraints,
    positive_eigenpairs,
    rand_accuracy,
    select_active,
)

few = settings(max_examples=30, deadline=None)


def symmetric(n, seed=0, scale=1.0):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return scale * (A + A.T) / 2


def test_pairs_stand_in_both_places():
    T = pairs_matrix([[2, 0], [0, 2]], [[1, 3]], 4).toarray()
    expected = np.zeros((4, 4))
    expected[0, 2] = expected[2, 0] = 1
    expected[1, 3] = expected[3, 1] = -1
    np.testing.assert_array_equal(T, expected)


@pytest.mark.parametrize(
    ("same", "different", "words"),
    [
        ([[0, 1]], [[1, 0]], r"both hold the pair \(0, 1\)"),
        ([[1, 1]], [], "same must pair different points"),
        ([], [[0, 4]], "different must hold values"),
        ([0, 1], [], "same must"),
    ],
)
def test_pairs_that_cannot_be_are_refused(same, different, words):
    with pytest.raises(ValueError, match=words):
        pairs_matrix(same, different, 4)


@pytest.mark.parametrize(
    ("T", "words"),
    [
        (sparse.coo_array(([1.0, -1, 1], ([0, 0, 1], [1, 1, 0])), shape=(3, 3)), "both same and"),
        (np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]), "T must be symmetric"),
        (np.array([[0, 2], [2, 0]]), "T must hold only"),
        (np.eye(2), "entry on its diagonal"),
        (np.zeros((2, 3)), "T must be square"),
    ],
)
def test_matrices_that_are_no_pairs_are_refused(T, words):
    with pytest.raises(ValueError, match=words):
        select_active(np.eye(T.shape[0]), T, 0.5)


@few
@given(n=st.integers(2, 40), share=st.floats(0, 1), seed=st.integers(0, 99))
def test_drawn_pairs_are_different_and_true(n, share, seed):
    y = np.random.default_rng(seed).integers(0, 3, n)
    count = 1 + int(share * (n * (n - 1) // 2 - 1))
    T = pairwise_constraints(y, count, random_state=seed)
    assert T.nnz == 2 * count
    rows, columns = T.nonzero()
    assert (rows != columns).all()
    np.testing.assert_array_equal(T.data, np.where(y[rows] == y[columns], 1, -1))
    assert (T != T.T).nnz == 0


def test_each_pair_is_drawn_as_often_as_any_other():
    counts = np.zeros((5, 5))
    for seed in range(2000):
        counts += abs(pairwise_constraints(np.zeros(5), 3, random_state=seed)).toarray()
    upper = counts[np.triu_indices(5, 1)]  # 600 expected, standard deviation 20
    assert (abs(upper - 600) < 90).all()


@pytest.mark.parametrize("ratio", [0.95, 0.7, 0.3, 0.03])
def test_pairs_are_drawn_until_the_linked_groups_are_few_enough(ratio):
    y = np.repeat([0, 1, 2], 40)
    T = pairwise_constraints(y, ratio=ratio, random_state=1)
    must = sparse.csr_array(T.maximum(0))
    must.eliminate_zeros()
    groups = connected_components(must, directed=False)[0]
    assert ratio * 120 - 2 < groups <= ratio * 120
    assert T.nnz < 120 * 119


def test_a_ratio_below_the_number_of_classes_cannot_be_reached():
    with pytest.raises(ValueError, match="ratio"):
        pairwise_constraints([0, 1, 2, 0], ratio=0.5)
    with pytest.raises(ValueError, match="one of n_pairs and ratio"):
        pairwise_constraints([0, 1, 2, 0], 3, ratio=0.9)


def test_wrong_pairs_are_turned():
    y = np.repeat([0, 1], 50)
    right = pairwise_constraints(y, 200, random_state=3)
    turned = pairwise_constraints(y, 200, wrong=0.25, random_state=3)
    assert (abs(right) != abs(turned)).nnz == 0
    assert (right != turned).nnz == 2 * 50


def test_labels_give_all_their_pairs():
    T = pairs_of_labels([0, -1, 1, 0]).toarray()
    np.testing.assert_array_equal(T, [[0, 0, -1, 1], [0, 0, 0, 0], [-1, 0, 0, -1], [1, 0, -1, 0]])
    words = pairs_of_labels(["a", "-1", "b", "a"]).toarray()
    np.testing.assert_array_equal(T, words)


@few
@given(n=st.integers(2, 30), seed=st.integers(0, 999))
def test_accuracy_is_the_rand_index(n, seed):
    y, labels = np.random.default_rng(seed).integers(0, 4, (2, n))
    assert rand_accuracy(y, labels) == pytest.approx(rand_score(y, labels))


def test_accuracy_counts_pairs_of_many_points_exactly():
    y = np.zeros(3_000_000, dtype=int)
    assert rand_accuracy(y, y) == 1.0


def test_the_most_doubtful_points_hand_in_their_pairs():
    T = pairs_matrix([[0, 1], [1, 2]], [[3, 4]], 5)
    K = np.zeros((5, 5))
    K[0, 1] = K[1, 0] = 1
    K[1, 2] = K[2, 1] = 2
    K[3, 4] = K[4, 3] = -0.1
    # margins of the points: 1, 1.5, 2, 0.1, 0.1
    kept = select_active(K, T, 0.3)
    assert set(zip(*kept.nonzero())) == {(3, 4), (4, 3)}
    assert select_active(K, T, 0.5).nnz == 4
    assert (select_active(K, T, 1.0) != T).nnz == 0
    values, vectors = np.linalg.eigh(K + 3 * np.eye(5))
    kernel = SpectralKernel(vectors, values, values)
    assert (select_active(kernel, T, 0.3) != kept).nnz == 0


def random_feasible(rng, n, p, budget, around=None):
    """A random kernel with tr K^p equal to the budget."""
    factor = rng.normal(size=(n, rng.integers(1, n + 1)))
    K = factor @ factor.T
    if around is not None:
        K = around + 0.05 * np.abs(around).max() * K / np.abs(K).max()
    values = np.maximum(np.linalg.eigvalsh(K), 0)
    return K * (budget / (values**p).sum()) ** (1 / p)


@pytest.mark.parametrize("p", [1.0, 1.5, 2.0, 4.0])
def test_no_feasible_kernel_beats_the_closed_form(p):
    rng = np.random.default_rng(2)
    A = symmetric(12, 1)
    best = closed_form_kernel(A, p, 5.0)
    K = best.dense()
    assert (best.values**p).sum() == pytest.approx(5.0)
    top = np.vdot(A, K)
    for around in [None, K] * 200:
        assert np.vdot(A, random_feasible(rng, 12, p, 5.0, around)) <= top * (1 + 1e-12)


@pytest.mark.parametrize("p", [1.5, 2.0, 4.0])
def test_penalty_and_budget_agree_at_the_matching_constant(p):
    A = symmetric(15, 3)
    by_budget = closed_form_kernel(A, p, 2.0)
    q = p / (p - 1)
    G = ((by_budget.spectrum**q).sum() / 2.0) ** ((p - 1) / p)
    np.testing.assert_allclose(
        closed_form_kernel(A, p, penalty=G).values, by_budget.values, rtol=1e-10
    )


def test_ties_share_the_trace():
    kernel = closed_form_kernel(np.diag([2.0, 2.0, 1.0]), 1.0, 6.0)
    np.testing.assert_allclose(kernel.dense(), np.diag([3.0, 3.0, 0.0]), atol=1e-12)
    near_one = closed_form_kernel(np.diag([2.0, 2.0, 1.0]), 1.001, 6.0)
    np.testing.assert_allclose(near_one.dense(), kernel.dense(), atol=0.02)


def test_the_zero_kernel_is_best_where_nothing_is_positive():
    for p in (1.0, 2.0):
        kernel = closed_form_kernel(-np.eye(4), p)
        assert kernel.factors.shape == (4, 0)
        np.testing.assert_array_equal(kernel.dense(), np.zeros((4, 4)))


@pytest.mark.parametrize("scale", [1e-150, 1e-6, 1e6, 1e150])
@pytest.mark.parametrize("p", [1.0, 1.01, 2.0, 40.0])
def test_a_bounded_kernel_knows_no_units_of_its_wishes(scale, p):
    A = symmetric(10, 4)
    plain = closed_form_kernel(A, p, 3.0).dense()
    np.testing.assert_allclose(closed_form_kernel(scale * A, p, 3.0).dense(), plain, atol=1e-9)


def ring(n, weight):
    """A sparse matrix with as many positive eigenvalues as isolated heavy pairs."""
    rows = np.arange(0, n, n // 12)
    pairs = sparse.coo_array((np.full(len(rows), weight), (rows, rows + 1)), shape=(n, n))
    chain = sparse.diags_array([np.ones(n - 1)], offsets=[1])
    degrees = (chain + chain.T).sum(axis=1)
    return sparse.csr_array(pairs + pairs.T + chain + chain.T - sparse.diags_array(degrees))


def test_lanczos_finds_every_positive_eigenvalue():
    A = ring(2000, 3.0)
    values, vectors = positive_eigenpairs(A, guess=3)
    every = np.linalg.eigvalsh(A.toarray())[::-1]
    positive = every[every > 1e-10]
    assert len(positive) > 8
    np.testing.assert_allclose(values, positive, rtol=1e-9)
    np.testing.assert_allclose(A @ vectors, vectors * values, atol=1e-8)


def test_where_most_eigenvalues_are_positive_all_are_computed():
    A = sparse.diags_array(np.r_[np.ones(400), -np.ones(200)]).tocsr()
    values, vectors = positive_eigenpairs(A)
    assert len(values) == 400
    assert np.linalg.matrix_rank(vectors) == 400
    assert len(positive_eigenpairs(A, 7)[0]) == 7


def test_a_laplacian_alone_has_no_positive_eigenvalue():
    """Its zero comes back as some 1e-17, which a small power would blow up."""
    L = ring(600, 0.0)
    assert len(positive_eigenpairs(L)[0]) == 0
    assert len(positive_eigenpairs(ring(100, 0.0))[0]) == 0


def test_a_kernel_answers_entries_without_its_matrix():
    kernel = closed_form_kernel(symmetric(9, 5))
    K = kernel.dense()
    i, j = np.triu_indices(9, 1)
    np.testing.assert_allclose(kernel.entries(i, j), K[i, j], atol=1e-12)
    d = np.diag(K)
    np.testing.assert_allclose(
        kernel.squared_distances(i, j), d[i] + d[j] - 2 * K[i, j], atol=1e-12
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"A": [[0.0, 1.0], [0.0, 0.0]]}, "A must be symmetric"),
        ({"A": np.eye(2), "p": 0.9}, "p must be finite and in"),
        ({"A": np.eye(2), "p": 1.0, "penalty": 1.0}, "p must be"),
        ({"A": np.eye(2), "budget": 0.0}, "budget"),
        ({"A": np.eye(2), "rank": 0}, "rank"),
    ],
)
def test_what_cannot_be_a_size_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        closed_form_kernel(**arguments)
