"""A widget's figures are laid out once, and no label is cut or covered for it."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mlcompanion.teaching import Slider
from mlcompanion.teaching._layout import LayoutMemory, without_idle_ticks
from mlcompanion.teaching._style import RC
from mlcompanion.teaching.explorer import Explorer


@pytest.fixture(autouse=True)
def style():
    with mpl.rc_context(RC):
        yield


def calm(fig, state):
    """Two panels whose labels keep their size."""
    left, right = fig.subplots(1, 2)
    left.plot([0, 1], [0, state + 1])
    left.set(ylim=(0, 9), xlabel="time", ylabel="loss")
    right.plot([0, 1], [0, 1])
    return "calm"


def nasty(fig, state):
    """Tick labels, labels, titles, legends and panels that come, grow and go."""
    shape = [(1, 2), (2, 2), (1, 1)][state % 3]
    axes = fig.subplots(*shape, squeeze=False)
    first = axes[0, 0]
    first.plot([0, 1], [0, 10.0 ** (state - 2)])
    first.ticklabel_format(style="plain")
    first.set(ylabel="error" if state % 2 else "two lines\nof a label")
    last = axes[-1, -1]
    last.bar(range(3), [1, 2, 3])
    last.set_xticks(range(3), ["short", "a longer name", "x" * (3 * state + 1)], rotation=60)
    if state in (4, 7):
        last.set_title("two\nlines")
        last.plot([], [], label="y" * state)
        last.legend(loc="upper left", bbox_to_anchor=(1, 1))
    if state in (2, 5):
        first.set(xscale="log", xlim=(10.0**-state, 2), ylim=(0.2, 3 * state))
        first.tick_params(axis="x", which="both", direction="in", colors="#D55E00", length=7)
        first.grid(which="minor", color="#0072B2")
    if state == 8:
        first.axis("off")
        last.set_aspect("equal")
    return "nasty"


def boxes(fig):
    renderer = fig.canvas.get_renderer()
    return [ax.get_tightbbox(renderer, for_layout_only=True) for ax in fig.axes]


def drawn(memory, draw, state):
    fig = Figure(figsize=(7.2, 3.8), dpi=100)
    with without_idle_ticks():
        draw(fig, state)
    memory.draw(fig)
    return fig


def overlap(a, b):
    return min(a.x1, b.x1) - max(a.x0, b.x0) > 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1


@pytest.mark.parametrize("order", [range(9), range(8, -1, -1)])
def test_nothing_is_cut_or_covered_whatever_came_before(order):
    memory = LayoutMemory()
    for state in order:
        fig = drawn(memory, nasty, state)
        width, height = fig.bbox.size
        found = boxes(fig)
        for box in found:
            assert box.x0 >= 0
            assert box.y0 >= 0
            assert box.x1 <= width
            assert box.y1 <= height
        assert not any(overlap(a, b) for k, a in enumerate(found) for b in found[:k])


def test_the_nasty_states_do_cut_labels_when_the_first_layout_is_kept():
    memory = LayoutMemory()
    cut = []
    first = drawn(memory, nasty, 0)
    places = [ax.get_position(original=True) for ax in first.axes]
    for state in (3, 6):
        fig = Figure(figsize=(7.2, 3.8), dpi=100, layout="none")
        nasty(fig, state)
        for ax, place in zip(fig.axes, places):
            ax.set_position(place)
            ax.set_in_layout(True)
        FigureCanvasAgg(fig).draw()
        cut += [box.x0 < 0 or box.y0 < 0 for box in boxes(fig)]
    assert any(cut)


def test_the_states_of_a_widget_are_laid_out_once_and_stand_still(monkeypatch):
    laid_out = []
    places = set()
    engine = type(Figure(layout="constrained").get_layout_engine())
    execute = engine.execute
    monkeypatch.setattr(engine, "execute", lambda *a: laid_out.append(1) or execute(*a))
    explorer = Explorer(calm, {"state": Slider(0, 2)})
    draw = explorer._layouts.draw

    def draw_and_note(fig):
        canvas = draw(fig)
        places.add(tuple(np.round(fig.axes[0].get_position().extents, 9)))
        return canvas

    monkeypatch.setattr(explorer._layouts, "draw", draw_and_note)
    for state in range(3):
        explorer.render({"state": state})
    assert len(laid_out) == len(places) == 1


def as_matplotlib_draws_it(draw, state):
    fig = Figure(figsize=(7.2, 3.8), dpi=100)
    draw(fig, state)
    canvas = FigureCanvasAgg(fig)
    canvas.draw()
    return np.array(canvas.buffer_rgba())


@pytest.mark.parametrize("state", range(9))
def test_the_first_picture_is_the_one_that_matplotlib_draws(state):
    memory = LayoutMemory()
    mine = np.array(drawn(memory, nasty, state).canvas.buffer_rgba())
    assert np.array_equal(mine, as_matplotlib_draws_it(nasty, state))


def with_colour_bar(fig, state):
    """An image whose scale grows."""
    ax = fig.subplots()
    fig.colorbar(ax.imshow(np.eye(4) * 10.0**state), ax=ax)
    return "colour bar"


def with_minor_ticks(fig, state):
    """Minor ticks that the drawing function asks for, one of them outside of the axes."""
    ax = fig.subplots()
    ax.plot([0, 1])
    ax.minorticks_on()
    ax.grid(which="minor", color="#0072B2")
    ax.set_yticks([0.5, 1.5], minor=True)
    ax.set_ylim(0, 1)
    return "minor ticks"


def with_own_axes(fig, state):
    """Axes that the drawing function puts where it likes."""
    fig.set_layout_engine("none")
    fig.add_axes((0.2, 0.2, 0.5 + 0.02 * state, 0.6)).plot([0, 1])
    return "own axes"


@pytest.mark.parametrize("draw", [with_colour_bar, with_minor_ticks, with_own_axes])
def test_other_figures_are_left_to_matplotlib(draw):
    memory = LayoutMemory()
    for state in (0, 3):
        mine = np.array(drawn(memory, draw, state).canvas.buffer_rgba())
        assert np.array_equal(mine, as_matplotlib_draws_it(draw, state))
