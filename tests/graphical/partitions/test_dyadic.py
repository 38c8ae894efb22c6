import itertools

import numpy as np
import pytest

from mlcompanion.graphical.partitions import (
    DyadicTree,
    code_length_bound,
    dyadic_places,
    prefix_code_length,
    tree_of_splits,
)
from mlcompanion.graphical.partitions.dyadic import child_cells


def random_tree(rng, d, cuts, level=3):
    """A tree after so many cuts of random leaves."""
    leaves = [((0, 0),) * d]
    splits = {}
    while len(splits) < cuts:
        cell = leaves.pop(rng.integers(len(leaves)))
        open_sides = [k for k in range(d) if cell[k][0] < level]
        if not open_sides:
            leaves.append(cell)
            continue
        splits[cell] = int(rng.choice(open_sides))
        leaves += child_cells(cell, splits[cell])
    return tree_of_splits(splits, d)


def test_a_point_on_a_boundary_belongs_to_the_left_part():
    X = np.array([[0.0], [0.5], [0.5 + 1e-12], [0.75], [1.0]])
    assert dyadic_places(X, 1).ravel().tolist() == [0, 0, 1, 1, 1]
    assert dyadic_places(X, 2).ravel().tolist() == [0, 1, 2, 2, 3]


def test_coarser_places_are_the_leading_bits():
    X = np.random.default_rng(0).random((200, 3))
    for level in range(6):
        np.testing.assert_array_equal(dyadic_places(X, level), dyadic_places(X, 10) >> (10 - level))


def test_apply_finds_the_box_that_holds_the_point():
    rng = np.random.default_rng(1)
    for _ in range(10):
        tree = random_tree(rng, 3, 8)
        X = rng.integers(0, 17, (100, 3)) / 16  # many points on boundaries
        boxes = tree.boxes()[tree.leaves]
        low = (boxes[None, :, :, 0] < X[:, None]) | (
            (boxes[None, :, :, 0] == 0) & (X[:, None] == 0)
        )
        inside = (low & (X[:, None] <= boxes[None, :, :, 1])).all(axis=2)
        assert (inside.sum(axis=1) == 1).all()
        np.testing.assert_array_equal(tree.apply(X), tree.leaves[inside.argmax(axis=1)])


def test_leaves_tile_the_cube():
    rng = np.random.default_rng(2)
    tree = random_tree(rng, 2, 9)
    boxes = tree.boxes()[tree.leaves]
    assert tree.n_leaves == 10
    assert np.prod(boxes[:, :, 1] - boxes[:, :, 0], axis=1).sum() == 1
    assert (np.diff(tree.depth) >= 0).all()  # level by level


def test_refines_agrees_with_points_that_share_a_cell():
    rng = np.random.default_rng(3)
    centres = (np.array(list(itertools.product(range(8), repeat=2))) + 0.5) / 8
    seen = set()
    for _ in range(60):
        one, other = (random_tree(rng, 2, rng.integers(0, 4)) for _ in range(2))
        mine, theirs = one.apply(centres), other.apply(centres)
        together = all(len(set(theirs[mine == leaf])) == 1 for leaf in set(mine))
        assert one.refines(other) == together
        seen.add(together)
    assert seen == {True, False}


def test_order_of_cuts_does_not_change_the_cells():
    root = ((0, 0), (0, 0))
    first = tree_of_splits({root: 0, **{c: 1 for c in child_cells(root, 0)}}, 2)
    second = tree_of_splits({root: 1, **{c: 0 for c in child_cells(root, 1)}}, 2)
    assert first.cells() == second.cells()
    assert first.feature.tolist() != second.feature.tolist()


def leaf_counts(d, room):
    """How many trees have 1, 2, ... leaves, if side k may be halved ``room[k]`` times more."""
    counts = {1: 1}
    for k in range(d):
        if room[k]:
            part = leaf_counts(d, (*room[:k], room[k] - 1, *room[k + 1 :]))
            for (a, x), (b, y) in itertools.product(part.items(), repeat=2):
                counts[a + b] = counts.get(a + b, 0) + x * y
    return counts


def test_the_code_is_a_prefix_code():
    for d, level in ((1, 3), (2, 2), (3, 1)):
        counts = leaf_counts(d, (level,) * d)
        assert sum(c * 2.0 ** -prefix_code_length(m, d) for m, c in counts.items()) <= 1
        assert all(prefix_code_length(m, d) <= code_length_bound(m, d) for m in counts)
    assert sum(leaf_counts(2, (2, 2)).values()) == 22899


def test_trees_are_read_only():
    tree = tree_of_splits({}, 2)
    assert isinstance(tree, DyadicTree)
    with pytest.raises(ValueError, match="read-only"):
        tree.feature[0] = 0
