import numpy as np
import pytest

from mlcompanion.graphical.partitions import FoCART, make_forest_regions
from mlcompanion_chapters.chen.l07_markov_forest_regression import region_runs


@pytest.fixture(scope="module")
def park():
    return make_forest_regions(4000, 3, random_state=4)


def test_shares_of_edges():
    precision, recall, f1 = region_runs.edge_shares([(0, 1), (3, 2)], [(1, 0), (1, 2), (2, 3)])
    assert (precision, recall) == (1, 2 / 3)
    assert f1 == pytest.approx(0.8)


def test_a_partition_is_right_only_as_a_whole(park):
    model = FoCART(n_states=2, min_errors=2).fit(*park[:4])
    assert region_runs.is_true_partition(model.tree_)
    assert region_runs.irrelevant_cuts(model.tree_) == 0
    coarse = FoCART(n_states=2, max_level=1).fit(*park[:4])
    assert not region_runs.is_true_partition(coarse.tree_)


def test_a_leaf_that_is_a_region_has_its_forest(park):
    model = FoCART(n_states=2, min_errors=2).fit(*park[:4])
    for t, point in ((0, [0.05, 0.05, 0.5]), (21, [0.2, 0.8, 0.5])):
        found = model.edges([point])[0]
        np.testing.assert_array_equal(found, region_runs.given_region(park, t).edges)


def test_runs_of_both_trees_speak_of_the_same_data():
    forest = region_runs.forest_run(400, 0)
    assert len(forest["gains"]) == len(forest["errors"]) == forest["leaves"] - 1
    assert forest["irrelevant"] == sum(k > 1 for k in forest["features"])
    assert forest["leaves_strict"] <= forest["leaves"]
    graph = region_runs.graph_run(400, 0)
    assert forest.keys() >= graph.keys()


def test_one_forest_for_all_finds_little():
    pooled, leaf = region_runs.pooled_against_leaves(4000, 0)
    assert pooled < 0.5 * leaf
