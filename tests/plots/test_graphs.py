"""Graphs: the places of the nodes, and what is drawn between them."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb, to_rgba

from mlcompanion.plots import (
    circle_places,
    graph,
    graph_against_truth,
    row_places,
    tree_places,
    valued_tree,
    weighted_order,
)
from mlcompanion.teaching import COLORS


@pytest.fixture
def ax():
    fig, axes = plt.subplots(layout="constrained")
    yield axes
    plt.close(fig)


def test_places_on_a_circle_and_in_a_row():
    places = circle_places(5)
    assert np.allclose(np.hypot(*places.T), 1)
    assert np.allclose(places[0], (0, 1))
    assert places[1, 0] > 0, "clockwise"
    assert row_places([2, 0, 1]).tolist() == [[1, 0], [2, 0], [0, 0]]
    with pytest.raises(ValueError, match="order"):
        row_places([0, 0, 1])


def test_places_in_a_tree():
    x, y = tree_places([-1, 0, 0, 1, 1, 2]).T
    assert y.tolist() == [0, -1, -1, -2, -2, -2]
    assert x.tolist() == [1.25, 0.5, 2.0, 0, 1, 2]
    forest = tree_places([-1, -1, 1])
    assert forest.tolist() == [[0, 0], [1, 0], [1, -1]]


@pytest.mark.parametrize(
    ("parent", "says"), [([1, 0], "circle"), ([-1, 5], "another node"), ([0], "another node")]
)
def test_no_tree_is_refused(parent, says):
    with pytest.raises(ValueError, match=says):
        tree_places(parent)


def ends(patch):
    """First and last point of an edge, in data."""
    path = patch.get_path()
    return path.vertices[0], path.vertices[-1]


def test_edges_run_between_their_nodes_in_their_colours(ax):
    places = circle_places(4)
    graph(ax, places, {(0, 1): {}, (2, 3): {"color": "orange", "ls": ":"}}, size=2)
    ax.figure.draw_without_rendering()
    first, second = ax.collections
    assert np.array_equal(first.get_segments(), [places[[0, 1]]])
    assert np.array_equal(second.get_segments(), [places[[2, 3]]])
    assert to_rgb(first.get_color()[0]) == to_rgb(COLORS["blue"])
    assert to_rgb(second.get_color()[0]) == to_rgb(COLORS["orange"])
    assert [t.get_text() for t in ax.texts] == ["1", "2", "3", "4"]
    assert np.allclose([t.get_position() for t in ax.texts], places)


def test_arrows_arch_over_what_lies_between(ax):
    places = row_places([0, 1, 2])
    graph(ax, places, [(0, 1), (0, 2)], arrows=True, arch=0.4)
    ax.set_ylim(-1, 1)
    straight, arched = (patch.get_connectionstyle().rad for patch in ax.patches)
    assert straight == 0
    assert abs(arched) == 0.4
    assert all(type(p.get_arrowstyle()).__name__ == "CurveFilledB" for p in ax.patches)


def test_names_are_legible_on_their_fills_and_in_the_figure(ax):
    graph(ax, tree_places([-1, 0, 0]), [(0, 1), (0, 2)], names=["root", "a", "b"],
          fills=["blue", "white", "light"])  # fmt: skip
    ax.figure.draw_without_rendering()
    assert [to_rgb(t.get_color()) for t in ax.texts] == [
        to_rgb("white"), to_rgb(COLORS["black"]), to_rgb(COLORS["black"]),
    ]  # fmt: skip
    for text in ax.texts:
        box = text.get_bbox_patch().get_window_extent()
        assert ax.figure.bbox.padded(1).contains(box.x0, box.y0)
        assert ax.figure.bbox.padded(1).contains(box.x1, box.y1)
    with pytest.raises(ValueError, match="places"):
        graph(ax, [[0, 1, 2]], [])


def test_a_weighted_order_stands_in_a_row_with_signs_as_colours(ax):
    B = np.zeros((3, 3))
    # 2 acts on 0 and 1
    B[0, 2] = 1.0
    B[1, 2] = -2.0
    weighted_order(ax, B, [2, 0, 1], ["a", "b", "c"], faded=[0])
    texts = {t.get_text(): t.get_position()[0] for t in ax.texts if t.get_text()}
    assert texts == {"c": 0, "a": 1, "b": 2}
    arrows = [t.arrow_patch for t in ax.texts if getattr(t, "arrow_patch", None)]
    colors = {to_rgb(a.get_edgecolor()[:3]) for a in arrows}
    assert colors == {to_rgb(COLORS["light"]), to_rgb(COLORS["orange"])}
    with pytest.raises(ValueError, match="names"):
        weighted_order(ax, B, [0, 1, 2], ["a"])
    with pytest.raises(ValueError, match="B"):
        weighted_order(ax, B, [0, 1], ["a", "b"])


def test_a_valued_tree_tells_the_living_from_the_dead(ax):
    valued_tree(ax, [-1, 0, 0], [2.0, 0.0, -0.5])
    assert [t.get_text() for t in ax.texts] == ["2.0", "0", "−.5"]
    blue = to_rgba(COLORS["blue"])
    assert [tuple(c) == blue for c in ax.collections[0].get_facecolor()] == [True, False, True]
    assert [to_rgba(line.get_color()) == blue for line in ax.lines] == [False, True]
    ax.clear()
    valued_tree(ax, [-1, 0], [10.5, -20.0])
    assert [t.get_text() for t in ax.texts] == ["10.5", "−20.0"]
    with pytest.raises(ValueError, match="values"):
        valued_tree(ax, [-1, 0], [1.0])


def test_learned_edges_are_told_from_true_ones():
    fig, ax = plt.subplots()
    counts = graph_against_truth(ax, circle_places(4), [(0, 1), (1, 2)], [(1, 0), (3, 2), (0, 3)])
    assert counts == (1, 2, 1)
    seen = [to_rgba(lines.get_color()[0]) for lines in ax.collections for _ in lines.get_segments()]
    want = {"blue": 1, "orange": 2, "grey": 1}
    assert {name: seen.count(to_rgba(COLORS[name])) for name in want} == want
    plt.close(fig)
