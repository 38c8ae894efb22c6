"""Draw the states of a widget quickly: they are new figures with, as a rule, the same axes.

``LayoutMemory`` keeps the positions that constrained layout, which measures every label twice, gave
to the first figure. A state whose labels need more room than these positions leave is laid out on
its own, and the axes shrink to what suits both, so that no label is ever cut and the axes stand
still from state to state. It also keeps the renderer, which remembers the size of every text and
formula that it drew, lets each axis measure itself once a drawing instead of ten times, and copies
the first tick of an axis where Matplotlib builds each anew, and builds no minor tick for an axis
that has none: most of the time went into that.
"""

from contextlib import contextmanager
from functools import cache

import matplotlib as mpl
import numpy as np
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import NullLocator
from matplotlib.transforms import Bbox

from mlcompanion._compat import (
    build_minor_ticks,
    build_minor_ticks_late,
    build_ticks,
    copy_ticks,
    grid_around,
    measure_anew,
    measure_once,
    remember_texts,
)

__all__ = ["LayoutMemory", "without_idle_ticks"]


class LayoutMemory:
    """The positions found so far, by the arrangement of a figure's axes, and the renderer."""

    def __init__(self):
        # One renderer a size: it knows the extent of every text and formula that it drew before.
        self._kept, self._renderer = {}, cache(_renderer)

    def figure(self, figsize, dpi):
        """A figure whose texts are measured by the renderer that will draw them."""
        fig = Figure(figsize=figsize, dpi=dpi)
        _Canvas(fig, self._renderer)
        return fig

    def draw(self, fig):
        """Draw a figure and return its canvas, whose picture lasts until the next one is drawn.

        Parameters
        ----------
        fig : matplotlib.figure.Figure
            What constrained layout arranges beyond a grid of axes (colour bars, titles and legends
            of the figure, figures in figures) is laid out anew each time.

        Returns
        -------
        matplotlib.backends.backend_agg.FigureCanvasAgg
        """
        _let_minor_ticks_be_cut(fig)
        with _ticks_copied(fig):
            return self._draw(fig)

    def _draw(self, fig):
        canvas = _Canvas(fig, self._renderer)
        engine = fig.get_layout_engine()
        key = _arrangement(fig) if isinstance(engine, ConstrainedLayoutEngine) else None
        if key is None:
            canvas.draw()
            return canvas
        # The first figure of its kind is laid out in full, and lends its positions to the rest.
        if key not in self._kept:
            self._kept[key] = _draw_laid_out(canvas)
            return canvas
        boxes, room = self._kept[key]
        # Labels may grow into half of the padding before anything moves.
        slack = _slack(fig, engine)
        if _fits(_draw_at(canvas, boxes), room + slack):
            return canvas
        # Drawing at given positions took the engine away.
        fig.set_layout_engine(engine)
        own, needed = _draw_laid_out(canvas)
        common = [_common(*pair) for pair in zip(boxes, own)]
        room = np.maximum(room, needed)
        # Smaller boxes suit both states, so that the axes stand still from here on.
        if _fits(_draw_at(canvas, common), room + slack):
            self._kept[key] = common, room
        else:  # in smaller axes other ticks, and longer labels
            _draw_at(canvas, own)
        return canvas


def _renderer(width, height, dpi):
    """A renderer for pictures of one size, in which most texts return at the same place."""
    renderer = RendererAgg(width, height, dpi)
    if mpl.__version_info__ >= (3, 11):  # earlier ones have no single glyphs to keep
        remember_texts(renderer)
    return renderer


@contextmanager
def without_idle_ticks():
    """Axes made here have no minor tick until one is drawn; Matplotlib builds one for each.

    Versions before 3.11 look at that tick when they place an axis.
    """
    if mpl.__version_info__ >= (3, 11):
        build_minor_ticks_late(Axis)
    try:
        yield
    finally:
        build_minor_ticks(Axis)


def _let_minor_ticks_be_cut(fig):
    """Give minor ticks to the axes that draw some, cut off at the axes' edge as Matplotlib does."""
    for axis in _plain_axes(fig):
        if not isinstance(axis.get_minor_locator(), NullLocator):
            axis.get_minor_ticks(1)  # the others will be like the first
            axis.set_clip_path(axis.axes.patch)


class _Canvas(FigureCanvasAgg):
    """A canvas with the renderer of the canvases before it."""

    def __init__(self, figure, renderer_of):
        super().__init__(figure)
        self._renderer_of = renderer_of

    def get_renderer(self):
        """The renderer for figures of this size."""
        return self._renderer_of(*self.figure.bbox.size, self.figure.dpi)


def _plain_axes(fig):
    return [axis for ax in fig.axes if ax.name == "rectilinear" for axis in (ax.xaxis, ax.yaxis)]


@contextmanager
def _measured_once(fig):
    """Nothing moves while a figure is drawn: let each axis remember its ticks and extents."""
    axes = _plain_axes(fig)
    measure_once(axes)
    try:
        yield
    finally:
        measure_anew(axes)


@contextmanager
def _ticks_copied(fig):
    """Let each axis copy its first tick instead of building all and giving them its looks."""
    axes = _plain_axes(fig)
    copy_ticks(axes)
    try:
        yield
    finally:
        build_ticks(axes)


def _arrangement(fig):
    """What must agree for two figures to share positions, or None if they cannot be shared."""
    # What stands outside the grid takes room of its own, which a key could not tell.
    texts = (fig.get_suptitle(), fig.get_supxlabel(), fig.get_supylabel())
    specs = [ax.get_subplotspec() for ax in fig.axes]
    if any(texts) or fig.subfigs or fig.legends or None in specs or not specs:
        return None
    cells = [(*_cell(spec), ax.get_visible(), ax.axison) for spec, ax in zip(specs, fig.axes)]
    return tuple(fig.bbox.size), tuple(cells)


def _cell(spec):
    """A place in a grid, and the place of that grid in the grid around it."""
    inside = spec.get_gridspec()
    ratios = tuple(inside.get_width_ratios()), tuple(inside.get_height_ratios())
    outer = grid_around(inside)
    place = inside.get_geometry(), ratios, spec.num1, spec.num2
    return place if outer is None else (*place, _cell(outer))


def _draw_laid_out(canvas):
    """Let constrained layout arrange the figure, draw it; return positions and overhangs."""
    fig = canvas.figure
    fig.get_layout_engine().execute(fig)
    boxes = [ax.get_position(original=True).frozen() for ax in fig.axes]
    return boxes, _draw_at(canvas, boxes)


def _draw_at(canvas, boxes):
    """Draw the figure with its axes at ``boxes``; return the overhangs."""
    fig = canvas.figure
    fig.set_layout_engine("none")
    for ax, box in zip(fig.axes, boxes):
        ax.set_position(box)
        ax.set_in_layout(True)  # set_position takes it out, and its labels would not be measured
    with _measured_once(fig):
        canvas.draw()
        return _overhangs(fig, canvas.get_renderer())


def _overhangs(fig, renderer):
    """How far labels stand out of each axes' box: left, below, right, above, in pixels."""
    result = np.zeros((len(fig.axes), 4))
    for row, ax in zip(result, fig.axes):
        x0, y0, x1, y1 = ax.get_position(original=True).transformed(fig.transSubfigure).extents
        # As the layout engine measures: a title wider than its axes takes no room.
        tight = ax.get_tightbbox(renderer, for_layout_only=True)
        if tight is not None:
            row[:] = x0 - tight.x0, y0 - tight.y0, tight.x1 - x1, tight.y1 - y1
    return np.maximum(result, 0)


def _fits(needed, room):
    return (needed <= room).all()


def _slack(fig, engine):
    """Half of the padding that the layout leaves around labels, in pixels."""
    # In inches; the figure's resolution makes pixels of them.
    pads = engine.get()
    return 0.5 * fig.dpi * min(pads["w_pad"], pads["h_pad"])


def _common(a, b):
    """The box inside both boxes."""
    return Bbox.from_extents(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1))
