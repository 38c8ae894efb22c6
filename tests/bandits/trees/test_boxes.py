import numpy as np
import pytest

from mlcompanion.bandits.trees import DyadicTree, ProductTree


def test_children_cover_their_parent_and_share_no_inside():
    tree = DyadicTree([0.0, -1.0, 5.0], [1.0, 1.0, 5.5])
    boxes = tree.level(7)
    volumes = np.prod(boxes[:, 1] - boxes[:, 0], axis=1)
    np.testing.assert_allclose(volumes, 1.0 / 2**7)
    points = np.random.default_rng(0).random((500, 3)) * [1, 2, 0.5] + [0, -1, 5]
    inside = ((points[:, None] >= boxes[:, 0]) & (points[:, None] < boxes[:, 1])).all(axis=2)
    assert (inside.sum(axis=1) == 1).all()


def test_the_longest_side_is_cut_and_ties_go_to_the_first_axis():
    lower, upper = DyadicTree([0, 0], [1, 3]).halves([[0, 0], [1, 3]])
    np.testing.assert_array_equal(lower, [[0, 0], [1, 1.5]])
    np.testing.assert_array_equal(upper, [[0, 1.5], [1, 3]])
    square = DyadicTree([0, 0], [1, 1])
    np.testing.assert_array_equal(square.halves(square.root())[1], [[0.5, 0], [1, 1]])


def test_region_level_and_address_agree():
    tree = DyadicTree([0, 0], [1, 1])
    for index, box in enumerate(tree.level(5), start=1):
        np.testing.assert_array_equal(tree.region(5, index), box)
        bits = tree.address(tree.centre(box), 5)
        assert 1 + int("".join(map(str, bits)), 2) == index


def test_categories_are_halved_until_one_is_left():
    tree = ProductTree([["a", "b", "c", "d", "e"]])
    leaves = {tuple(tree.label(tree.centre(box))) for box in tree.level(3)}
    assert leaves == {("a",), ("b",), ("c",), ("d",), ("e",)}
    point = tree.region(6, 1)
    assert point[0, 0] == point[1, 0] == 0
    np.testing.assert_array_equal(tree.halves(point)[1], point)


def test_sides_of_a_product_are_compared_with_their_ranges():
    tree = ProductTree([["a", "b"], (0.0, 1e6)])
    np.testing.assert_array_equal(tree.level(1)[0], [[0, 0], [0, 1e6]])
    assert tree.label([1, 3e5]) == ["b", 3e5]


def test_bad_boxes_are_refused():
    with pytest.raises(ValueError, match="upper must lie above"):
        DyadicTree(1, 1)
    with pytest.raises(ValueError, match="axes must hold each category once"):
        ProductTree([["a", "a"]])
    with pytest.raises(ValueError, match="low < high"):
        ProductTree([(2.0, 1.0)])
    with pytest.raises(ValueError, match="point must lie inside"):
        DyadicTree(0, 1).address([1.5], 3)
    with pytest.raises(ValueError, match="index"):
        DyadicTree(0, 1).region(2, 5)
