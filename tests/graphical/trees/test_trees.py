"""Trees over variables against brute force, scikit-learn and SciPy; networkx is in the race."""

from itertools import product

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
from sklearn.metrics import mutual_info_score

from mlcompanion.graphical.trees import (
    edmonds_branching,
    maximum_spanning_tree,
    pair_counts,
    pairwise_mutual_information,
    state_counts,
)
from mlcompanion.graphical.trees import pairs as pairs_module


@pytest.fixture
def rng():
    return np.random.default_rng(1)


def mixed(rng, n=60):
    X = np.column_stack([rng.integers(0, r, n) for r in (2, 3, 1, 4)])
    X[:, 3] = (X[:, 1] + (rng.random(n) < 0.3)) % 4
    return X


def test_information_is_scikit_learns(rng):
    X = mixed(rng)
    M = pairwise_mutual_information(X)
    for i, j in product(range(4), repeat=2):
        assert M[i, j] == pytest.approx(mutual_info_score(X[:, i], X[:, j]), abs=2e-13)
    np.testing.assert_array_equal(M, M.T)


def test_information_given_a_class_is_the_mean_over_classes(rng):
    X = mixed(rng)
    c = rng.integers(0, 3, len(X))
    found = pairwise_mutual_information(X, given=c)
    for i, j in product(range(4), repeat=2):
        parts = [(np.mean(c == k), X[c == k]) for k in range(3)]
        want = sum(share * mutual_info_score(A[:, i], A[:, j]) for share, A in parts)
        assert found[i, j] == pytest.approx(want, abs=2e-13)


def test_counts_are_the_tables(rng):
    X = mixed(rng)
    counts, starts = pair_counts(X, 5)
    assert starts.tolist() == [0, 5, 10, 15]
    want = np.zeros((5, 5))
    np.add.at(want, (X[:, 1], X[:, 3]), 1)
    np.testing.assert_array_equal(counts[5:10, 15:], want)
    np.testing.assert_array_equal(np.diag(counts)[5:10], np.bincount(X[:, 1], minlength=5))


def test_blocks_of_rows_change_nothing(rng, monkeypatch):
    X = mixed(rng)
    want = pair_counts(X)[0]
    monkeypatch.setattr(pairs_module, "_BLOCK", 70)
    np.testing.assert_array_equal(pair_counts(X)[0], want)


def test_independent_columns_and_constants_have_exactly_nothing():
    X = np.array(list(product(range(2), range(3), range(5), [4])) * 7)
    M = pairwise_mutual_information(X)
    assert np.count_nonzero(M - np.diag(np.diag(M))) == 0
    assert M[3, 3] == 0


def test_names_of_states_change_no_digit(rng):
    X = rng.integers(0, 3, (200, 6))
    M = pairwise_mutual_information(X)
    renamed = np.column_stack([rng.permutation(3)[x] for x in X.T])
    np.testing.assert_array_equal(pairwise_mutual_information(renamed), M)


def test_codes_are_refused_by_name():
    for bad in ([[-1, 0]], [[0.5, 1]], [[0, 2]]):
        with pytest.raises(ValueError, match="X"):
            state_counts(bad, 2)


def random_weights(rng, d, integer=False):
    W = rng.integers(-3, 3, (d, d)).astype(float) if integer else rng.normal(size=(d, d))
    return W + W.T


def parts(edges, d):
    """Number of connected parts of a graph."""
    A = np.zeros((d, d))
    for i, j in edges:
        A[i, j] = 1
    return connected_components(A, directed=False)[0]


@pytest.mark.parametrize("integer", [False, True])
def test_heaviest_tree_is_that_of_scipy(rng, integer):
    for d in (1, 2, 3, 5, 8, 13, 40):
        W = random_weights(rng, d, integer)
        tree = maximum_spanning_tree(W)
        shift = W.max() + 1  # zero is no edge there
        want = shift * (d - 1) - minimum_spanning_tree(shift - W).sum()
        assert tree.weights.sum() == pytest.approx(want, abs=1e-10)
        assert (np.diff(tree.weights) <= 0).all()
        assert parts(tree.edges, d) == 1
        assert all(i < j for i, j in tree.edges.tolist())


def test_zero_weights_are_edges_too():
    tree = maximum_spanning_tree(np.zeros((4, 4)))
    assert len(tree.edges) == 3
    assert maximum_spanning_tree(-np.ones((4, 4))).weights.tolist() == [-1, -1, -1]


def brute_branching(W, spanning, root):
    """The best total weight over all choices of a parent, or minus infinity."""
    d = len(W)
    best = -np.inf
    for parent in product(range(-1, d), repeat=d):
        roots = [v for v in range(d) if parent[v] < 0]
        if spanning and (len(roots) > 1 or (root is not None and roots != [root])):
            continue
        edges = [(u, v) for v, u in enumerate(parent) if u >= 0]
        if any(u == v for u, v in edges):
            continue
        if parts(edges, d) != len(roots):
            continue
        best = max(best, sum(W[e] for e in edges))
    return best


def total(W, parent):
    return sum(W[u, v] for v, u in enumerate(parent.tolist()) if u >= 0)


@pytest.mark.parametrize("spanning", [False, True])
def test_branchings_are_the_best_of_all(rng, spanning):
    for _ in range(25):
        W = rng.integers(-4, 6, (4, 4)).astype(float)
        W[rng.random((4, 4)) < 0.15] = -np.inf
        np.fill_diagonal(W, -np.inf)
        want = brute_branching(W, spanning, None)
        if want == -np.inf:
            with pytest.raises(ValueError, match="weights"):
                edmonds_branching(W, spanning=True)
        else:
            assert total(W, edmonds_branching(W, spanning=spanning)) == pytest.approx(want)


def test_the_root_can_be_given(rng):
    for root in range(4):
        W = rng.normal(size=(4, 4))
        parent = edmonds_branching(W, spanning=True, root=root)
        assert parent[root] == -1
        assert total(W, parent) == pytest.approx(brute_branching(W, True, root))
    with pytest.raises(ValueError, match="spanning"):
        edmonds_branching(W, root=0)


@pytest.mark.parametrize("spanning", [False, True])
def test_large_branchings_have_no_cycle_and_cannot_be_bettered(rng, spanning):
    for d in (2, 7, 15, 40):
        W = rng.normal(size=(d, d)).round(1)
        parent = edmonds_branching(W, spanning=spanning)
        edges = [(u, v) for v, u in enumerate(parent.tolist()) if u >= 0]
        roots = np.count_nonzero(parent < 0)
        assert parts(edges, d) == roots
        assert roots == 1 or not spanning
        # no other parent of one node is better, unless it lies below that node
        for v in range(d):
            below = {v}
            for _ in range(d):
                below |= {w for w in range(d) if parent[w] in below}
            free = [W[u, v] for u in range(d) if u not in below]
            own = W[parent[v], v] if parent[v] >= 0 else 0.0
            if parent[v] >= 0 or not spanning:
                assert own >= max(free, default=0.0) or np.isclose(own, max(free))


def test_an_undirected_tree_is_the_same_problem(rng):
    # with symmetric weights the heaviest arborescence is the heaviest tree, from any root
    for root in range(9):
        W = random_weights(rng, 9)
        parent = edmonds_branching(W, spanning=True, root=root)
        assert total(W, parent) == pytest.approx(maximum_spanning_tree(W).weights.sum())


@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_units_of_the_weights_change_no_arborescence(rng, unit):
    W = rng.normal(size=(12, 12))
    want = edmonds_branching(W, spanning=True)
    np.testing.assert_array_equal(edmonds_branching(W * unit, spanning=True), want)
    np.testing.assert_array_equal(edmonds_branching(W + 1e6, spanning=True), want)
