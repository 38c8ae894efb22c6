"""What is drawn: labels that do not overlap, regions that match the classifier, curves as given."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from sklearn.neighbors import KNeighborsClassifier

from mlcompanion.plots import (
    binary_matrix,
    contours,
    decision_regions,
    label_lines,
    mean_curve,
    picture_strip,
    plane_grid,
    plane_pictures,
    regret_under_bound,
    stems,
    unit_ball,
)
from mlcompanion.plots._colors import CYCLE, color_of, tint
from mlcompanion.plots.labels import separated, visible_pixels
from mlcompanion.plots.plane import chord
from mlcompanion.teaching import COLORS
from mlcompanion.teaching.figures import as_image, few_colours


@pytest.fixture
def ax():
    fig, axes = plt.subplots(layout="constrained")
    yield axes
    plt.close(fig)


def boxes(labels):
    """Where labels stand after drawing, in pixels."""
    labels[0].figure.draw_without_rendering()
    return [label.get_window_extent() for label in labels if label.get_visible()]


def disjoint(labels):
    return all(
        min(a.x1, b.x1) - max(a.x0, b.x0) < 0.5 or min(a.y1, b.y1) - max(a.y0, b.y0) < 0.5
        for a, b in itertools.combinations(boxes(labels), 2)
    )


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_end_labels_do_not_overlap_and_stay_in_the_figure(ax, scale):
    x = np.linspace(1, 10, 30)
    for k in range(8):
        ax.plot(x, x**2 * (1 + 0.01 * k), label=f"curve {k}")
    labels = label_lines(ax)
    ax.set(xscale=scale, yscale=scale, ylim=(1, 150))  # after the labels were made
    found = boxes(labels)
    assert disjoint(labels)
    whole = ax.figure.bbox
    assert all(whole.x0 <= b.x0 and b.x1 <= whole.x1 + 1 for b in found), "the layout makes room"
    middles = [(b.y0 + b.y1) / 2 for b in found]
    assert middles == sorted(middles), "in the order of the lines"
    assert [t.get_color() for t in labels] == [line.get_color() for line in ax.get_lines()]


def test_a_lone_label_stands_at_the_end_of_its_line(ax):
    ax.plot([0, 1, 2, 3], [0, 1, 0, 5], label="up")
    ax.set(xlim=(0, 2.5), ylim=(-1, 3))
    (label,) = label_lines(ax)
    (box,) = boxes([label])
    end = ax.transData.transform((2.5, 2.5))
    assert box.x0 == pytest.approx(end[0] + 6 * ax.figure.dpi / 72, abs=6)
    assert (box.y0 + box.y1) / 2 == pytest.approx(end[1], abs=6)


def test_labels_along_the_lines_keep_off_the_lines(ax):
    x = np.linspace(0, 1, 200)
    for k in range(4):
        ax.plot(x, (k + 1) * (x - 0.4) ** 2 + 0.05 * k, label=f"{k + 1} times")
    labels = label_lines(ax, where="along")
    found = boxes(labels)
    assert disjoint(labels)
    for box, line in itertools.product(found, ax.get_lines()):
        assert not any(box.contains(*point) for point in visible_pixels(line))
    inside = ax.bbox.padded(1)
    assert all(inside.contains(b.x0, b.y0) and inside.contains(b.x1, b.y1) for b in found)


def test_labels_by_order_and_of_error_bars(ax):
    mean_curve(ax, [1, 2, 3], [[1, 2, 3], [2, 3, 5]], label="ours", color="orange")
    ax.plot([1, 2, 3], [0, 0, 0])
    (named,) = label_lines(ax)
    assert (named.get_text(), to_rgb(named.get_color())) == ("ours", to_rgb(COLORS["orange"]))
    assert [t.get_text() for t in label_lines(ax, [None, "zero"])] == ["zero"]
    with pytest.raises(ValueError, match="2 lines"):
        label_lines(ax, ["one"])
    with pytest.raises(ValueError, match="where"):
        label_lines(ax, where="left")


def test_a_line_out_of_sight_has_no_label(ax):
    ax.plot([0, 1], [0, 1], label="seen")
    ax.plot([0, 1], [10, 11], label="above")
    ax.plot([0, 1], [np.nan, np.nan], label="missing")
    ax.set_ylim(0, 2)
    labels = label_lines(ax)
    assert len(boxes(labels)) == 1
    ax.set_ylim(0, 20)
    assert len(boxes(labels)) == 2


def test_separated_moves_as_little_as_possible():
    box = plt.figure().bbox
    plt.close()
    anchors = np.array([[10.0, 100.0], [10.0, 104.0], [10.0, 300.0]])
    heights = separated(anchors, np.full((3, 2), 20.0), box)
    assert np.allclose(heights, [92, 112, 300])  # the pair parts by half the height each
    aside = separated(anchors * [1, 1] + [[0, 0], [50, 0], [0, 0]], np.full((3, 2), 20.0), box)
    assert np.allclose(aside, anchors[:, 1])
    low = separated(np.array([[0.0, 1.0], [0.0, 1.0]]), np.full((2, 2), 20.0), box)
    assert np.allclose(np.sort(low), [10, 30])  # not below the axes


def test_regions_match_the_classifier(ax):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = rng.choice(["a", "b", "c"], 60)
    model = KNeighborsClassifier(3).fit(X, y)
    ax.plot(*X.T, ".")
    limits = ax.get_xlim(), ax.get_ylim()
    colors = decision_regions(ax, model.predict, side=31)
    (image,) = ax.get_images()
    drawn = image.to_rgba(image.get_array())[..., :3]
    for i, j in rng.integers(31, size=(50, 2)):
        point = np.linspace(*limits[0], 31)[j], np.linspace(*limits[1], 31)[i]
        (label,) = model.predict([point])
        assert np.allclose(drawn[i, j], tint(colors[label], 0.25), atol=1e-6)
    left, right, bottom, top = image.get_extent()  # a pixel's centre is its point
    assert np.isclose(left + (right - left) / 62, limits[0][0])
    assert np.isclose(top - (top - bottom) / 62, limits[1][1])
    assert (ax.get_xlim(), ax.get_ylim()) == limits


def test_regions_keep_colours_when_a_class_does_not_occur(ax):
    box = ((0, 1), (0, 1))
    colors = decision_regions(
        ax, lambda P: np.full(len(P), 2), limits=box, classes=(0, 1, 2), side=5
    )
    assert np.allclose(colors[2], to_rgb(color_of("green")))
    assert np.allclose(ax.get_images()[0].to_rgba(2)[:3], tint("green", 0.25))
    with pytest.raises(ValueError, match="not in classes"):
        decision_regions(ax, lambda P: np.full(len(P), 3), limits=box, classes=(0, 1), side=5)
    with pytest.raises(ValueError, match="colors has 2"):
        decision_regions(ax, lambda P: np.arange(len(P)), limits=box, colors=("blue", "green"))
    with pytest.raises(ValueError, match="one value a point"):
        decision_regions(ax, lambda P: P, limits=box, side=5)


def test_a_chord_ends_on_the_box_and_lies_on_the_line():
    rng = np.random.default_rng(4)
    found = 0
    for w in rng.normal(size=(200, 3)) * (1, 1, 3):
        ends = chord(w, (2, 1))
        along = np.linspace(-50, 50, 20001)[:, None] * (-w[1], w[0]) / np.hypot(*w[:2])
        points = along - w[2] * w[:2] / (w[:2] @ w[:2])
        inside = points[(abs(points) <= (2, 1)).all(axis=1)]
        assert np.isfinite(ends).all() == (len(inside) > 0)
        if len(inside):
            found += 1
            assert np.allclose(ends @ w[:2] + w[2], 0)
            assert np.allclose(np.abs(ends / (2, 1)).max(axis=1), 1)
            assert np.allclose(ends, inside[[0, -1]], atol=0.02)
    assert 50 < found < 200
    assert chord([2, 0, -2], (2, 1)).tolist() == [[1, -1], [1, 1]]
    with pytest.raises(ValueError, match="no line"):
        chord([0, 0, 1], (2, 1))


def test_pictures_of_the_plane_stand_in_rows(ax):
    points = [[[0, 0], [1, 1], [9, 0]], [[-1, 0]], [[0, 2]], [[1, 0]]]
    labels = [[1, -1, 1], [1], [-1], [1]]
    weights = np.tile([1.0, 0, 0], (4, 1))
    corners = plane_pictures(
        ax, points, labels, [(weights, {"color": "blue"})], names="abcd", half=(2, 3), columns=3
    )
    centres = corners + np.array([2, -3])
    assert centres[0].tolist() == [0, 0]
    assert centres[3, 0] == 0
    assert centres[3, 1] < centres[0, 1] - 6
    drawn = {line.get_color(): line.get_xydata() for line in ax.get_lines()}
    black = centres[[0, 1, 3]] + np.array([(0, 0), (-1, 0), (1, 0)])
    assert np.array_equal(drawn[color_of("black")], black)
    assert np.array_equal(drawn[color_of("amber")], [[1, 1], centres[2] + np.array([0, 2])])
    assert np.allclose(drawn["blue"], centres[3] + np.array([(0, -3), (0, 3)]))
    assert [text.get_text() for text in ax.texts] == list("abcd")
    with pytest.raises(ValueError, match="labels must have 4 entries"):
        plane_pictures(ax, points, labels[:3], [])


def test_contour_of_a_circle_has_its_radius(ax):
    drawn = contours(ax, lambda P: (P**2).sum(axis=1), levels=[4.0, 99.0], limits=((-3, 3),) * 2)
    assert drawn.levels.tolist() == [4.0]
    points = drawn.get_paths()[0].vertices
    assert np.allclose(np.hypot(*points.T), 2, atol=1e-3)
    assert contours(ax, lambda P: P[:, 0], levels=[7.0], limits=((-3, 3),) * 2) is None
    with pytest.raises(ValueError, match="values of function"):
        contours(ax, lambda P: P[:, 0] * np.nan, limits=((-3, 3),) * 2)


def test_plane_grid_runs_row_by_row():
    x, y, points = plane_grid((0, 1), (5, 7), 3)
    values = points[:, 0] + 10 * points[:, 1]
    assert np.allclose(values.reshape(3, 3), x + 10 * y[:, None])
    with pytest.raises(ValueError, match="side"):
        plane_grid((0, 1), (0, 1), 1)


@pytest.mark.parametrize(
    ("error", "middle", "below"),
    [("sd", 2.0, 1.0), ("se", 2.0, 1 / np.sqrt(3)), ("range", 2.0, 1.0)],
)
def test_mean_curve_draws_mean_and_bars(ax, error, middle, below):
    line, _, (bars,) = mean_curve(ax, [0, 1], [[1, 4], [2, 4], [3, 4]], error=error)
    assert line.get_ydata()[0] == middle
    (start, end), flat = (segment[:, 1] for segment in bars.get_segments())
    assert np.allclose((start, end), (middle - below, middle + below))
    assert np.allclose(flat, 4)


def test_mean_curve_of_one_run_has_no_bars_and_shapes_are_checked(ax):
    assert mean_curve(ax, [0, 1], [3, 4])[2] == ()
    with pytest.raises(ValueError, match="runs must have 2 columns"):
        mean_curve(ax, [0, 1], [[1, 2, 3]])
    with pytest.raises(ValueError, match="error"):
        mean_curve(ax, [0, 1], [[1, 2]], error="var")


def test_regret_under_bound_says_whether_it_is(ax):
    rounds = np.arange(1, 5)
    bound = np.full(4, 3.0)
    assert regret_under_bound(ax, rounds, np.ones((2, 4)), bound, label="A") is True
    assert regret_under_bound(ax, rounds, [[1, 1, 1, 1], [1, 4, 1, 1]], bound) is False
    assert [t.get_text() for t in label_lines(ax)] == ["A: bound", "bound", "A"]
    dotted = [line for line in ax.get_lines() if line.get_linestyle() == ":"]
    assert all(np.array_equal(line.get_ydata(), bound) for line in dotted)
    with pytest.raises(ValueError, match="bound"):
        regret_under_bound(ax, rounds, np.ones(4), 3.0)


def test_stems_tell_zeros_values_and_truth_apart(ax):
    stems(ax, [0.0, 2.0, -1.0], truth=[1.0, 0.0, -1.0], label="w")
    _, zeros, on, rings = (line.get_xydata().tolist() for line in ax.get_lines())
    assert zeros == [[1, 0]]
    assert on == [[2, 2], [3, -1]]
    assert rings == [[1, 1], [3, -1]]
    (segments,) = ax.collections
    assert [s.tolist() for s in segments.get_segments()] == [[[2, 0], [2, 2]], [[3, 0], [3, -1]]]
    with pytest.raises(ValueError, match="truth"):
        stems(ax, [1.0, 2.0], truth=[1.0])


def test_binary_matrix_fills_the_ones(ax):
    binary_matrix(ax, [[0, 1]], color="orange")
    (image,) = ax.get_images()
    colors = image.to_rgba(image.get_array())[0, :, :3]
    assert np.allclose(colors, [(1, 1, 1), to_rgb(COLORS["orange"])])


def test_picture_strip_leaves_gaps_and_empty_places(ax):
    picture_strip(ax, [[1, 2, 3, 4], [5, 6, 7, 8]], (2, 2), labels=("a", "b"), places=3)
    (image,) = ax.get_images()
    strip = np.ma.filled(image.get_array(), np.nan)
    assert strip.shape == (2, 8)
    assert strip[:, 3:5].tolist() == [[5, 6], [7, 8]]
    assert np.isnan(strip[:, [2, 5, 6, 7]]).all()
    assert [text.get_text() for text in ax.texts] == ["a", "b"]


def test_unit_ball_touches_its_axes_where_the_size_is_one():
    fig = plt.figure()
    ax = fig.add_subplot(projection="3d", computed_zorder=False)
    weights = np.array([1.0, 2.0, 4.0])
    unit_ball(ax, lambda V: weights @ np.abs(V))
    starts = [np.linalg.norm([line.get_data_3d()[k][0] for k in range(3)]) for line in ax.lines]
    np.testing.assert_allclose(starts, 1 / weights, rtol=1e-6)
    assert [text.get_text() for text in ax.texts] == ["$w_1$", "$w_2$", "$w_3$"]
    plt.close(fig)


@pytest.mark.parametrize("colours", [64, 256])
def test_a_small_palette_keeps_all_regions_apart(ax, colours):
    n = len(CYCLE)
    limits = ((0, 1), (0, 1))
    decision_regions(ax, lambda at: (at[:, 0] * n).astype(int).clip(0, n - 1), limits=limits)
    ax.set_position([0, 0, 1, 1])
    ax.figure.canvas.draw()
    image = few_colours(as_image(ax.figure.canvas), colours).convert("RGB")
    middle = [image.getpixel((int(image.width * (k + 0.5) / n), 99)) for k in range(n)]
    assert len(set(middle)) == n
