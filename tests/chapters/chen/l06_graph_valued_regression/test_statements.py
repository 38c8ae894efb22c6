import numpy as np
import pytest

from mlcompanion.datasets import make_graph_regions, region_boxes, region_labels
from mlcompanion.graphical.graph_regression import determinant_gap
from mlcompanion.graphical.partitions import tree_of_splits
from mlcompanion_chapters.chen.l06_graph_valued_regression import (
    greenhouse,
    region_runs,
    search_runs,
    statements,
    theory_runs,
    ties,
    weather_trees,
)


@pytest.mark.parametrize("layout", ["one", "two"])
def test_tree_of_the_regions(layout):
    tree = region_runs.region_tree(layout, 2)
    assert tree.n_leaves == 22
    leaves = {box.tobytes() for box in tree.boxes()[tree.leaves]}
    assert leaves == {box.tobytes() for box in region_boxes(layout)}
    assert region_runs.right_partition(tree, layout)
    assert not region_runs.right_partition(tree, {"one": "two", "two": "one"}[layout])


def test_leaves_of_the_true_tree_are_those_of_the_regions():
    data = make_graph_regions(3000, d=3, p=6, n_edges=4, random_state=0)
    tree, losses, edges = region_runs.nodes_above(data)
    given = region_runs.true_leaves(data, regions=(20, 21))
    at = tree.apply(np.array([[0.7, 0.2, 0.1], [0.2, 0.7, 0.1]]))
    np.testing.assert_allclose(losses[at], [m.loss / 3000 for m in given])
    gains = region_runs.falls(tree, losses)
    total = losses[0] - losses[tree.leaves].sum()
    np.testing.assert_allclose(np.nansum(gains), total)
    root, _, _, leaf = region_runs.levels_of(tree, edges)
    assert root == edges[0]
    assert leaf == edges[tree.leaves].mean()
    assert len(np.unique(region_labels(data.X))) == 22


def test_sums_of_the_code():
    with_label, without, broken = statements.code_sums()
    assert max(with_label) <= 1 < without[4]
    assert broken == 0
    assert sum(statements.leaf_counts((2, 2)).values()) == 22899


def test_optimiser_finds_the_example():
    found = statements.excess_by_search(
        np.array([0.5, 0.5]), np.array([[0.0], [2.0]]), np.ones((2, 1, 1))
    )
    assert found == pytest.approx(np.log(2), abs=1e-8)


def test_bounds_on_means():
    excess, printed, right = statements.mean_pairs(60).T
    assert (excess < printed).sum() > 5
    assert (excess >= right - 1e-8).all()


def test_corrected_tail_holds_and_the_printed_does_not():
    tails = statements.hoeffding_cases()
    assert tails.shape == (36, 3)
    assert (tails[:, 0] <= tails[:, 2]).all()
    assert (tails[:, 0] > tails[:, 1]).sum() >= 10


def test_two_trees_tie():
    two = np.stack([np.eye(2), np.array([[1.0, 0.8], [0.8, 1.0]])])
    first, second = theory_runs.sibling_trees()
    assert not first.refines(second)
    assert ties.excess_on(first, two) == pytest.approx(0, abs=1e-12)
    assert ties.excess_on(second, two) == pytest.approx(0, abs=1e-12)
    whole = ties.excess_on(tree_of_splits({}, 2), two)
    assert whole > 0.1
    assert 0.25 * determinant_gap(*two) > 0.1


def test_excess_of_a_tree_is_zero_for_the_truth():
    tree, precisions = theory_runs.five_leaves()

    class Truth:
        """A node's true law."""

        def __init__(self, covariance):
            self.mean = np.zeros(4)
            self.covariance = covariance

    class Search:
        """The true tree with the true laws."""

    search = Search()
    search.tree = tree
    search.models = [None] * tree.n_nodes
    for node, precision in zip(tree.leaves, precisions):
        search.models[node] = Truth(np.linalg.inv(precision))
    assert theory_runs.excess_of_tree(search, tree, precisions) == pytest.approx(0, abs=1e-12)
    search.models[tree.leaves[0]] = Truth(2 * search.models[tree.leaves[0]].covariance)
    assert theory_runs.excess_of_tree(search, tree, precisions) > 0.1


def test_checkerboard_is_the_same_mixture_on_both_sides():
    X, Y = search_runs.checkerboard(40_000, np.random.default_rng(0))
    halves = [np.cov(Y[(X[:, 0] > 0.5) == side].T) for side in (False, True)]
    np.testing.assert_allclose(*halves, atol=0.05)
    quarters = [np.cov(Y[((X > 0.5) == corner).all(axis=1)].T) for corner in ([0, 0], [0, 1])]
    assert np.abs(quarters[0] - quarters[1]).max() > 0.3


def test_greenhouse_changes_at_its_jumps():
    x, y = greenhouse.greenhouse(30_000, 0)
    for r in range(3):
        found = np.linalg.inv(np.cov(y[greenhouse.regime(x[:, 0]) == r].T))
        np.testing.assert_allclose(found[greenhouse.GRAPHS[r]], 0.3, atol=0.06)


def test_days_are_dealt_whole():
    X, Y, day = weather_trees.weather_rows()
    assert Y.shape[1] == len(weather_trees.NAMES)
    parts = weather_trees.deal_days(day, 0)
    assert sum(parts).tolist() == [1] * len(X)
    assert not set(day[parts[0]]) & set(day[parts[2]])
