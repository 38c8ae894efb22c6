"""Checks on the tree prox, with the algorithm broken where that is the point."""

import numpy as np
import pytest

from mlcompanion.prox import TreeGroups, prox_tree
from mlcompanion.prox.tree.tree_dual import project_lq_ball
from mlcompanion_chapters.jmlr12.j37_hierarchical_sparse_coding.tree_prox import (
    certified_gap,
    one_pass_gaps,
    other_norm_violations,
    project_rows,
    random_forest,
    rooted_supports,
    scaling_costs,
    sparse_lambda,
)


@pytest.mark.parametrize("shape", ["chain", "balanced", "random", "forest"])
def test_shapes_are_forests_with_weights(shape):
    tree = random_forest(shape, 30, 0)
    assert tree.n_groups == 30
    assert (tree.weights >= 0.5).all()
    assert (tree.weights <= 2).all()
    assert (tree.parent < np.arange(30)).all()
    assert tree.depth.max() == {"chain": 30, "balanced": 5}.get(shape, tree.depth.max())


def test_lambda_leaves_some_zeros():
    tree = TreeGroups.balanced((3, 3))
    u = np.random.default_rng(0).normal(size=13)
    zero = (prox_tree(u, tree, sparse_lambda(u, tree, "l2")) == 0).mean()
    assert 0.2 <= zero <= 0.8
    assert sparse_lambda(np.array([1.0, 1e-9]), TreeGroups([-1, 0]), "l2", 0.6, 0.9) is None


def test_a_tree_without_a_sparse_result_is_refused():
    with pytest.raises(ValueError, match="four fifths of 1 entries"):  # all or nothing
        one_pass_gaps(1, 1, seed=0)


def test_the_gap_certifies_the_right_order_only():
    found = one_pass_gaps(8, 30, 0)
    assert max(found["l2"].max(), found["linf"].max()) < 1e-12
    assert found["agree"].max() < 1e-12
    assert min(found["reverse_l2"].max(), found["reverse_linf"].max()) > 1e-3
    groups = [np.array([1]), np.array([0, 1])]
    gap, v = certified_gap(np.array([1.0, 3.0]), groups, np.array([1.0, 1.0]), 2)
    assert gap < 1e-12
    assert v[1] == pytest.approx(2 * (1 - 1 / np.sqrt(5)))


def test_supports_are_rooted_unless_negative_values_are_forbidden():
    supports, broken, broken_positive = rooted_supports(20, 30, 0)
    assert supports == 40
    assert broken == 0
    assert broken_positive > 0


@pytest.mark.parametrize("q", [1, 1.5, 2, 4, np.inf])
def test_rows_are_projected_like_single_vectors(q):
    V = np.random.default_rng(1).normal(size=(5, 4))
    radii = np.array([0.1, 0.5, 1.0, 2.0, 10.0])
    one = [project_lq_ball(v, r, q) for v, r in zip(V, radii)]
    assert np.allclose(project_rows(V, radii, q), one, atol=1e-8)


def test_one_pass_is_not_enough_for_other_norms():
    assert other_norm_violations(3, 20, 0).min() > 1e-6
    for q in (1, 2, np.inf):
        assert other_norm_violations(q, 20, 0).max() < 1e-10


def test_costs_are_counted():
    chain, balanced = (scaling_costs(shape, 100, 0, repeats=1) for shape in ("chain", "balanced"))
    assert chain["read"] == 100 * 101 / 2
    assert balanced["read"] < 100 * 7
    assert max(chain["share"], balanced["share"]) <= 1
    assert max(chain["agree"], balanced["agree"]) < 1e-12
    assert chain["sec"] > 0
    with pytest.raises(ValueError, match="shape"):
        scaling_costs("star", 10, 0)
