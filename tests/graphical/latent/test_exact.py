"""From exact distances: every algorithm against trees drawn at random, and against libraries."""

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree, shortest_path

from mlcompanion.graphical.latent import (
    LatentTree,
    chow_liu_blind,
    chow_liu_grouping,
    complete_tree,
    contract_edges,
    correlation_distance,
    distance_tree,
    double_star,
    effective_depth,
    grouping_steps,
    hidden_chain,
    learn_latent_tree,
    merge_surrogates,
    neighbor_joining,
    random_latent_tree,
    recursive_grouping,
    relaxed_grouping,
    robinson_foulds,
    splits_of,
    surrogate_nodes,
    with_random_lengths,
)

#: Figure 3 of the source: 4 hangs on 2, hidden 6, 7, 8 are its h1, h2, h3 (nodes from 0).
FIGURE_3 = LatentTree(
    6,
    [(3, 1), (4, 6), (5, 6), (0, 7), (1, 7), (6, 8), (2, 8), (7, 8)],
    [0.5, 0.4, 0.6, 0.7, 0.3, 0.5, 0.4, 0.6],
)
#: Figure 5: h1, h2 (6, 7) are nearest to node 5 (4), h3 (8) to node 3 (2).
FIGURE_5 = LatentTree(
    6,
    [(0, 6), (3, 7), (4, 7), (7, 6), (6, 8), (2, 8), (1, 8), (5, 8)],
    [0.9, 0.8, 0.2, 0.3, 0.9, 0.2, 0.7, 0.8],
)


def trees(count, seed=0):
    """Random minimal trees, some inner nodes observed."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(5, 60))
        yield random_latent_tree(n, rng, max_degree=int(rng.integers(3, 8)))


def as_matrix(tree, left_out=-1):
    """The tree's lengths as a matrix, without one of its edges."""
    W = np.zeros((tree.n_nodes, tree.n_nodes))
    for e, (a, b) in enumerate(tree.edges):
        if e != left_out:
            W[a, b] = W[b, a] = tree.lengths[e]
    return W


def graph_splits(tree):
    """Splits by taking each edge out of the graph."""
    found = []
    for e in range(len(tree.edges)):
        side = connected_components(as_matrix(tree, e))[1]
        found.append(sum(1 << j for j in range(tree.n_observed) if side[j] != side[0]))
    return found


def test_path_lengths_are_those_of_a_graph():
    """Against Dijkstra."""
    for tree in trees(10):
        want = shortest_path(as_matrix(tree), method="D")
        np.testing.assert_allclose(tree.path_lengths(), want, atol=1e-12)


def test_splits_are_those_of_a_graph_without_the_edge():
    """One by one."""
    for tree in trees(10, 1):
        assert splits_of(tree) == graph_splits(tree)


@pytest.mark.parametrize("method", ["nj", "rg", "clrg", "clnj"])
def test_exact_distances_give_the_true_tree(method):
    """Proposition 3, Theorems 5 and 10: no exception among random trees, lengths included."""
    for tree in trees(60, 2):
        D = tree.distances()
        found = learn_latent_tree(D, method)
        assert robinson_foulds(found, tree) == 0
        assert found.n_hidden == tree.n_hidden
        assert found.is_minimal
        np.testing.assert_allclose(found.distances(), D, atol=1e-9)


@pytest.mark.parametrize("tree", [double_star(20), hidden_chain(20), complete_tree((3, 3, 3))])
@pytest.mark.parametrize("method", ["nj", "rg", "clrg", "clnj"])
def test_from_covariances(tree, method):
    """The same from correlations, with units and signs of their own."""
    tree = with_random_lengths(tree, 3)
    rng = np.random.default_rng(4)
    scale = 10.0 ** rng.uniform(-6, 6, tree.n_observed) * rng.choice([-1, 1], tree.n_observed)
    D = correlation_distance(scale[:, None] * tree.correlations() * scale)
    assert robinson_foulds(learn_latent_tree(D, method), tree) == 0


@pytest.mark.parametrize("method", ["nj", "rg", "clrg", "clnj"])
def test_units_and_names_do_not_matter(method):
    """Distances times any factor; nodes in any order."""
    tree = random_latent_tree(40, 7)
    D = tree.distances()
    want = set(splits_of(tree))
    for factor in (1e-9, 1e9):
        found = learn_latent_tree(D * factor, method)
        assert set(splits_of(found)) == want
    order = np.random.default_rng(0).permutation(len(D))
    order = np.concatenate([[0], order[order != 0]])  # node 0 is where splits are looked at from
    found = learn_latent_tree(D[np.ix_(order, order)], method)
    back = {sum(1 << int(order[j]) for j in range(len(D)) if s >> j & 1) for s in splits_of(found)}
    assert back == want


def test_few_nodes():
    """One, two and three nodes have their only tree."""
    for method in ("cl", "blind", "nj", "rg", "clrg", "clnj"):
        assert learn_latent_tree([[0.0]], method).n_nodes == 1
        assert learn_latent_tree([[0, 2], [2, 0]], method).edges.tolist() in ([[0, 1]], [[1, 0]])
    D = [[0, 3, 4], [3, 0, 5], [4, 5, 0]]
    for method in ("nj", "rg", "clrg", "clnj"):
        assert sorted(learn_latent_tree(D, method).lengths) == pytest.approx([1, 2, 3])


def test_rounds_stay_within_the_diameter():
    """The bound of Theorem 5."""
    for tree in trees(40, 3):
        hops = tree.path_lengths(np.ones(len(tree.edges)))
        assert recursive_grouping(tree.distances()).n_rounds <= hops.max()


def test_figure_3_round_by_round():
    """The families of the first round are those of the source's example."""
    run = recursive_grouping(FIGURE_3.distances())
    first = run.tree.edges[run.rounds == 1].tolist()
    assert first[0] == [3, 1]
    assert {child for child, parent in first if parent >= 6} == {4, 5}
    second = run.tree.edges[run.rounds == 2]
    assert {frozenset(second[second[:, 1] == p, 0].tolist()) for p in set(second[:, 1])} == {
        frozenset({0, 1}), frozenset({2, 6}),
    }  # fmt: skip
    assert robinson_foulds(run.tree, FIGURE_3) == 0


def test_figure_5_step_by_step():
    """Neighbourhoods of nodes 5 and 3, and the true tree after them."""
    steps = list(grouping_steps(FIGURE_5.distances(), order=[4, 2]))
    assert [s.center for s in steps[1:]] == [4, 2]
    assert set(steps[1].members) == {0, 2, 3, 4}
    second = set(steps[2].members)
    assert {1, 2, 5} < second
    assert second - {1, 2, 5} < {6, 7}  # the hidden node next to 3
    assert [s.tree.n_hidden for s in steps] == [0, 2, 3]
    assert robinson_foulds(steps[-1].tree, FIGURE_5) == 0
    assert robinson_foulds(chow_liu_grouping(FIGURE_5.distances()), FIGURE_5) == 0
    with pytest.raises(ValueError, match="order must hold the inner nodes"):
        chow_liu_grouping(FIGURE_5.distances(), order=[4])


def test_any_order_of_the_steps_will_do():
    """The source leaves it free."""
    rng = np.random.default_rng(6)
    for tree in trees(10, 6):
        D = tree.distances()
        inner = np.flatnonzero(distance_tree(D).degrees >= 2)
        for sub in ("rg", "nj"):
            found = chow_liu_grouping(D, sub, order=rng.permutation(inner).tolist())
            assert robinson_foulds(contract_edges(found, 1e-6), tree) == 0


def test_spanning_tree_is_the_contraction():
    """Lemma 8 against SciPy."""
    for tree in trees(30, 5):
        m = tree.n_observed
        ends = minimum_spanning_tree(tree.distances()).nonzero()
        want = sorted(np.sort(np.column_stack(ends)).tolist())
        assert merge_surrogates(tree).tolist() == want
        assert sorted(np.sort(distance_tree(tree.distances()).edges).tolist()) == want
        nearest = surrogate_nodes(tree)
        assert (nearest[:m] == np.arange(m)).all()


def test_blind_transformation():
    """Right where every hidden node's nearest leaf is its own; too few nodes on a deep tree."""
    star = LatentTree(6, double_star(6).edges, [0.2, 0.5, 0.6, 0.3, 0.5, 0.6, 0.9])
    assert robinson_foulds(chow_liu_blind(star.distances()), star) == 0
    deep = LatentTree(
        6, [(0, 6), (1, 6), (2, 7), (3, 7), (4, 8), (5, 8), (6, 9), (7, 9), (8, 9)],
        [0.2, 0.5, 0.3, 0.5, 0.4, 0.5, 0.2, 0.6, 0.7],
    )  # fmt: skip
    assert effective_depth(deep) == 2
    assert chow_liu_blind(deep.distances()).n_hidden < deep.n_hidden


def test_relaxed_with_thresholds_on_exact_distances():
    """The averages of (24) and (25) are (13) and (14) then."""
    star = with_random_lengths(double_star(12), 0, low=0.5, high=0.8)
    found = relaxed_grouping(star.distances(), tau=9.0, epsilon=0.01).tree
    assert robinson_foulds(found, star) == 0
    np.testing.assert_allclose(found.distances(), star.distances(), atol=1e-12)


def test_contraction():
    """Closest first; two observed nodes stay apart; chains of short edges go into one."""
    tree = LatentTree(4, [(0, 4), (1, 4), (4, 5), (5, 2), (5, 3)], [0.01, 0.02, 0.03, 0.5, 0.5])
    found = contract_edges(tree)
    assert found.n_hidden == 0
    assert sorted(map(sorted, found.edges.tolist())) == [[0, 1], [0, 2], [0, 3]]
    assert contract_edges(tree, 0).n_hidden == 2


def test_robinson_foulds_counts_contractions():
    """Each contracted inner edge costs one; the metric is symmetric."""
    tree = neighbor_joining(random_latent_tree(40, 1).distances())
    star = LatentTree(tree.n_observed, [(j, tree.n_observed) for j in range(tree.n_observed)])
    inner = tree.n_nodes - 1 - tree.n_observed
    assert robinson_foulds(tree, star) == robinson_foulds(star, tree) == inner


def test_what_is_refused():
    """By name."""
    D = double_star(6).distances()
    with pytest.raises(ValueError, match="D must be symmetric"):
        neighbor_joining(np.triu(D))
    with pytest.raises(ValueError, match="D"):
        learn_latent_tree(-D)
    with pytest.raises(ValueError, match="D must have zeros on the diagonal"):
        recursive_grouping(D + np.eye(6))
    with pytest.raises(ValueError, match="cycle"):
        LatentTree(3, [(0, 1), (1, 0)])
    with pytest.raises(ValueError, match="edges must join nodes"):
        LatentTree(3, [(0, 1)])
    with pytest.raises(ValueError, match="needs n_samples or tau"):
        relaxed_grouping(D)
    with pytest.raises(ValueError, match="4 observed nodes"):
        robinson_foulds(double_star(4), double_star(5))
