"""``explore``: one function of a figure, live in a kernel and pre-drawn in the book.

In a kernel the controls redraw one ``ipywidgets.Image``. In the book build (environment variable
``MLCOMPANION_OUTPUT=book``) every state is drawn in advance into files below
``MLCOMPANION_FRAMES``, and a small script moves between them without a kernel.
"""

import inspect
import io
import os
import time
from pathlib import Path

import matplotlib as mpl
from IPython.display import display

from ._frames import draw_frames, write_frames
from ._layout import LayoutMemory, without_idle_ticks
from ._mode import output_mode
from ._panels import NARROW, Panels, columns
from ._style import RC
from ._widget_page import control_html, figure_html
from .controls import grid
from .figures import as_image, is_drawing
from .html import text
from .predict import Predict

__all__ = ["STATE_BUDGET", "explore"]

#: Most states of a widget that the book draws.
STATE_BUDGET = 120

_SHARP = 2.0  # times the shown size, for a fine screen

#: A widget in the stored notebook: its controls and their stops, and whether it has a guess.
WIDGET = "application/vnd.mlcompanion.widget+json"


def explore(*, states=None, figsize=None, predict=None, **controls):
    """Turn a drawing function into a widget and show it.

    Parameters
    ----------
    states : list of dict, optional
        The states that the book draws in advance, for example from :func:`grid`; default all
        combinations. At most 120. The page moves to the nearest one and says so.
    figsize : (float, float), optional
        Inches at 100 dots per inch; default the book's. A picture of one panel is drawn 5.2 inches
        wide at most, so that its letters can be read on a phone; one of several is cut there.
    predict : Predict, optional
        A guess before the first move, and what was to be seen.
    **controls : Slider, Choice or Toggle
        One to three, by parameter name; the main one first.

    Returns
    -------
    decorator
        It takes ``draw(fig, **values) -> str``, whose docstring is the caption and whose result is
        the readout (the picture in words), shows the widget, and returns ``draw``, which then
        carries the widget (:func:`readouts` asks it).

    Raises
    ------
    ValueError
        If the controls do not match the function's parameters, the caption is missing, the
        readout is not text, ``predict`` is no :class:`Predict`, or there are more than 120 states.

    Examples
    --------
    >>> @explore(power=Slider(1, 5, value=2))  # doctest: +SKIP
    ... def curve(fig, power):
    ...     '''A power of x on the unit interval.'''
    ...     x = np.linspace(0, 1)
    ...     fig.subplots().plot(x, x**power)
    ...     return f"x to the power {power}"
    """

    def decorate(draw):
        explorer = Explorer(draw, controls, states, figsize, predict)
        start = time.process_time()  # other processes do not count
        bundle = explorer.bundle(output_mode())
        seconds = round(time.process_time() - start, 2)
        display(bundle, metadata={"mlcompanion": {"drawing_seconds": seconds}}, raw=True)
        draw.explorer = explorer
        return draw

    return decorate


class Explorer:
    """A drawing function, its controls and the states that the book draws."""

    def __init__(self, draw, controls, states=None, figsize=None, predict=None):
        parameters = list(inspect.signature(draw).parameters)[1:]
        if not 1 <= len(controls) <= 3 or sorted(parameters) != sorted(controls):
            raise ValueError(
                f"{draw.__name__} takes {parameters} after the figure, the controls are "
                f"{list(controls)}: they must be the same one to three names"
            )
        if not inspect.getdoc(draw):
            raise ValueError(f"{draw.__name__} needs a docstring: it is the widget's caption")
        if not (predict is None or isinstance(predict, Predict)):
            raise ValueError(f"predict must be a Predict, got {predict!r}")
        self.predict = predict
        self.draw = draw
        self.controls = controls
        self.figsize = figsize or RC["figure.figsize"]
        self.caption = " ".join(inspect.getdoc(draw).split())
        self.default = {name: control.value for name, control in controls.items()}
        self.states = states
        self._layouts = LayoutMemory()
        self._panels = Panels()
        self._said = {}  # readouts of the states drawn so far
        self._is_drawing = True  # until a state has a picture in it

    def render(self, values, scale=1.0):
        """Draw one state; return the picture (an RGB image) and the readout."""
        with mpl.rc_context(RC):
            fig, readout = self._drawn(values, scale)
            image = as_image(self._layouts.draw(fig))
        self._panels.look(image, fig)
        self._is_drawing = self._is_drawing and is_drawing(fig)
        return image, readout

    def readout(self, values):
        """The readout of one state; a state that was not drawn yet makes a figure, no picture."""
        key = self.index(values)
        if key not in self._said:
            with mpl.rc_context(RC):
                self._drawn(values, 1.0)
        return self._said[key]

    def _drawn(self, values, scale):
        """A figure with what ``draw`` put on it, and the readout."""
        fig = self._layouts.figure(self.figsize, RC["figure.dpi"] * scale)
        with without_idle_ticks():
            readout = self.draw(fig, **values)
        if self.figsize[0] > NARROW and len(columns(fig)) == 1:
            self.figsize = NARROW, self.figsize[1]
            fig.set_size_inches(self.figsize)
        if not isinstance(readout, str) or not readout.strip():
            raise ValueError(f"{self.draw.__name__} must return its readout as text")
        self._said[self.index(values)] = readout
        return fig, readout

    def index(self, state):
        """Where a state stands: the places of its values on the controls."""
        return tuple(c.values.index(state[name]) for name, c in self.controls.items())

    def state(self, index):
        """The values at these places of the controls."""
        return {name: c.values[i] for (name, c), i in zip(self.controls.items(), index)}

    def bundle(self, mode):
        """The output's mime bundle; its plain text is the readout of the default state."""
        if mode == "book":
            html, readout = self.bake()
            return {"text/html": html, "text/plain": readout, WIDGET: self.described()}
        box, readout = self.live(scale=1.0 if mode == "plain" else _SHARP)
        return {**box._repr_mimebundle_(), "text/plain": readout, WIDGET: self.described()}

    def described(self):
        """What the stored notebook tells of the widget: its controls, as far as they are drawn."""
        stops = self.stops(self.drawn_states())
        return {
            "name": self.draw.__name__,
            "controls": [
                {
                    "name": control.label or name,
                    "kind": control.kind,
                    "play": control.play,
                    "stops": [control.labels[i] for i in kept],
                }
                for (name, control), kept in zip(self.controls.items(), stops)
            ],
            "predict": self.predict is not None,
        }

    def stops(self, indices):
        """The values of each control that some drawn state has, as their places on it."""
        return [
            [0, 1] if control.kind == "toggle" else sorted(set(drawn))
            for control, drawn in zip(self.controls.values(), zip(*indices))
        ]

    # -- in a kernel ---------------------------------------------------------------------------

    def live(self, scale=_SHARP):
        """Build the ipywidgets version; return the box and the default readout."""
        import ipywidgets as widgets

        picture = widgets.Image(format="png")
        readout = widgets.HTML()
        inputs = {}
        row = []
        for name, control in self.controls.items():
            inputs[name], parts = _live_control(widgets, name, control)
            row += parts

        def redraw(_=None):
            image, words = self.render({name: w.value for name, w in inputs.items()}, scale)
            buffer = io.BytesIO()
            image.save(buffer, format="png", compress_level=1)  # quick: it is made at every move
            picture.value = buffer.getvalue()
            picture.alt = words
            readout.value = f"<b>{text(words)}</b>"
            return words

        words = redraw()
        width = round(self.figsize[0] * RC["figure.dpi"])
        picture.layout = {"width": f"{width}px", "max_width": "100%", "object_fit": "contain"}
        for widget in inputs.values():
            widget.observe(redraw, names="value")
        caption = widgets.HTMLMath(f"<i>{text(self.caption)}</i>")
        moves = widgets.HBox(row, layout={"flex_flow": "row wrap"})
        parts = [moves, picture, readout, caption]
        if self.predict is not None:
            question, fold = self.predict.live(widgets)
            parts = [question, *parts, fold]
        return widgets.VBox(parts), words

    # -- in the book ---------------------------------------------------------------------------

    def drawn_states(self):
        """The states that the book draws, the default one first, without repeats."""
        every = grid(**{name: control.values for name, control in self.controls.items()})
        chosen = [self.default, *(every if self.states is None else self.states)]
        indices = []
        for state in chosen:
            if set(state) != set(self.controls):
                raise ValueError(f"a state must name {list(self.controls)}, got {state!r}")
            for name, value in state.items():
                if value not in self.controls[name].values:
                    raise ValueError(f"state value {name}={value!r} is not on its control")
            index = self.index(state)
            if index not in indices:
                indices.append(index)
        if len(indices) > STATE_BUDGET:
            raise ValueError(
                f"{self.draw.__name__} has {len(indices)} states, at most {STATE_BUDGET} are drawn:"
                " name them with states=grid(...)"
            )
        return indices

    def bake(self):
        """Draw every state into files; return the page's HTML and the default readout."""
        indices = self.drawn_states()
        states = [self.state(index) for index in indices]
        page = os.environ.get("MLCOMPANION_PAGE", "page")
        name = self.draw.__name__
        root = Path(os.environ.get("MLCOMPANION_FRAMES", "_build/frames"))
        frames, readouts, size = draw_frames(self.render, states, name)
        write_frames(frames, root / page / name)
        return self._html(f"{page}/{name}", indices, readouts, size[0]), readouts[0]

    def _html(self, place, indices, readouts, width):
        stops = self.stops(indices)  # sliders and lists offer only values that are drawn
        labels = [[c.labels[i] for i in kept] for c, kept in zip(self.controls.values(), stops)]
        states = [[kept.index(i) for i, kept in zip(index, stops)] for index in indices]
        cuts = self._panels.cuts(width)
        data = {
            "frames": place,
            "states": states,
            "readouts": readouts,
            "labels": labels,
            "kinds": [control.kind for control in self.controls.values()],
            "names": [control.label or name for name, control in self.controls.items()],
            "cuts": cuts,
            "letters": self._panels.letters(self.figsize[0], cuts),
        }
        ident = "explore-" + self.draw.__name__.replace("_", "-")
        controls = [
            control_html(ident, name, control, shown, start)
            for (name, control), shown, start in zip(self.controls.items(), labels, states[0])
        ]
        size = [round(inches * RC["figure.dpi"]) for inches in self.figsize]
        beside = size[0] <= 100 * NARROW
        picture = {"size": size, "beside": beside, "drawing": self._is_drawing}
        return figure_html(ident, controls, self.caption, self.predict, data, picture)


def _live_control(widgets, name, control):
    """The ipywidgets control for ``control``, and the parts to lay out."""
    label = control.label or name
    style = {"description_width": "initial"}
    if control.kind == "toggle":
        widget = widgets.Checkbox(value=control.value, description=label, indent=False)
        return widget, [widget]
    options = list(zip(control.labels, control.values))
    if control.kind == "choice":
        widget = widgets.Dropdown(
            options=options, value=control.value, description=label, style=style
        )
        return widget, [widget]
    widget = widgets.SelectionSlider(
        options=options,
        value=control.value,
        description=label,
        style=style,
        layout={"width": "min(26rem, 95%)"},
    )
    if not control.play:
        return widget, [widget]
    play = widgets.Play(min=0, max=len(options) - 1, value=widget.index, interval=250)
    widgets.jslink((play, "value"), (widget, "index"))
    return widget, [play, widget]
