"""What reaches into private parts of Numba, Matplotlib and scikit-learn; how a hook is let go.

A hook makes something faster that works without it. When a library changes what a hook reaches
into, the hook is left out with a warning that names the versions it was written for, and the plain
way is taken. ``book/_ext/compat.py`` and ``tools/compat.py`` hold the hooks of book and tools.
"""

import hashlib
import os
import pickle
from copy import copy
from functools import cache, partial, wraps
from itertools import product
from warnings import warn

try:
    from numba.core.caching import FunctionCache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps
    from numba.core.types import unliteral
except ImportError:  # no Numba, or one that keeps them elsewhere
    FunctionCache = object

__all__ = [
    "MachineCode",
    "build_minor_ticks",
    "build_minor_ticks_late",
    "build_ticks",
    "check_feature_names",
    "copy_ticks",
    "grid_around",
    "hook",
    "keep_machine_code",
    "measure_anew",
    "measure_once",
    "remember_texts",
]

#: What Matplotlib asks an axis up to ten times while it draws a figure once.
_MEASURES = ("_update_ticks", "_update_label_position", "get_tightbbox")
_TICK_PARTS = ("tick1line", "tick2line", "gridline", "label1", "label2")
#: How a private part shows that it is not what it was.
_GONE = (AttributeError, ImportError, TypeError)


def hook(written_for):
    """Mark a function that reaches into private parts of a library.

    Parameters
    ----------
    written_for : str
        Library and versions with which it was tested, as in ``"numba 0.59 to 0.68"``.

    Returns
    -------
    callable
        A decorator. The function then tells whether it could do its work; if not, it warns.
    """

    def mark(function):
        @wraps(function)
        def attempt(*arguments):
            try:
                function(*arguments)
            except _GONE as error:
                told = f"{function.__name__} is left out, it was written for {written_for}: {error}"
                warn(told, RuntimeWarning, stacklevel=2)
                return False
            return True

        attempt.written_for = written_for
        return attempt

    return mark


class MachineCode(FunctionCache):
    """What one function was compiled to, on disk: a file for each signature.

    ``folder`` is a function that is asked where when there is something to read or to write; where
    it answers None, nothing is kept.
    """

    def __init__(self, function, folder):
        self._py_func = function
        self._folder = folder
        self._stem = f"{function.__module__}.{function.__qualname__}"
        self.enable()

    @property
    def cache_path(self):
        return str(self._folder() or "")

    def _path(self, signature, codegen):
        key = repr(self._index_key(signature, codegen)).encode()
        return self._folder() / f"{self._stem}-{hashlib.sha256(key).hexdigest()[:20]}.nbc"

    def _load_overload(self, sig, target_context):
        if self._folder() is None:
            return None
        try:
            code = self._path(sig, target_context.codegen()).read_bytes()
            return CompileResult._rebuild(target_context, *pickle.loads(code))
        except (OSError, EOFError, pickle.UnpicklingError, *_GONE):
            return None  # not there, cut short, or read otherwise today: it is compiled again

    def _save_overload(self, sig, data):
        if self._folder() is None or data.lifted or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            unfinished.write_bytes(dumps(data._reduce()))
            unfinished.replace(path)
        except OSError:  # no space, or no right to write: this process has the code in memory
            unfinished.unlink(missing_ok=True)


@hook("numba 0.59 to 0.68")
def keep_machine_code(dispatcher, function, folder):
    """Let a compiled function keep its machine code in ``folder()``; else each process compiles.

    A loop that calls it with a constant then gets the same code as one that calls it with a number.
    """
    if FunctionCache is object or not hasattr(dispatcher, "_cache"):
        raise AttributeError("no numba.core.caching.FunctionCache behind a dispatcher's _cache")
    template_of = dispatcher.get_call_template
    dispatcher.get_call_template = partial(_of_types_alone, template_of)
    dispatcher._cache = MachineCode(function, folder)


def _of_types_alone(template_of, arguments, keywords):
    """What Numba asks for when one loop calls another: constants are numbers like others.

    Else ``f(x, 0)`` and ``f(x, 1)`` are compiled apart, and all that f calls in its turn.
    """
    plain = tuple(map(unliteral, arguments))
    named = {name: unliteral(kind) for name, kind in keywords.items()}
    return template_of(plain, named)


def check_feature_names(estimator, X, reset):
    """Keep the names of the columns, or compare them with those kept.

    It is private in scikit-learn (1.4 to 1.9); without it no names are read. A TypeError is about
    the names, so this is no :func:`hook`.
    """
    try:
        from sklearn.utils.validation import _check_feature_names
    except ImportError:
        return
    _check_feature_names(estimator, X, reset=reset)


@hook("matplotlib 3.8 to 3.11")
def measure_once(axes):
    """Let each axis remember its ticks and extents, as nothing moves now; else it asks again."""
    for axis, name in product(axes, _MEASURES):
        setattr(axis, name, cache(getattr(axis, name)))
    for axis in axes:
        axis._get_ticklabel_bboxes = _first_answer(axis._get_ticklabel_bboxes)


def measure_anew(axes):
    """The end of :func:`measure_once`."""
    for axis, name in product(axes, (*_MEASURES, "_get_ticklabel_bboxes")):
        vars(axis).pop(name, None)


def _first_answer(ask):
    """``ask``, which is always asked of the same ticks, as a function that asks once."""
    known = []

    def answer(*ticks_and_renderer):
        if not known:
            known.append(ask(*ticks_and_renderer))
        return known[0]

    return answer


@hook("matplotlib 3.8 to 3.11")
def copy_ticks(axes):
    """Let each axis copy its first tick; else it builds all and gives them its looks."""
    for axis in axes:
        axis._copy_tick_props = _alike_already(axis._copy_tick_props)
        axis._get_tick = partial(_tick_like_the_first, axis, axis._get_tick)


def build_ticks(axes):
    """The end of :func:`copy_ticks`."""
    for axis, name in product(axes, ("_copy_tick_props", "_get_tick")):
        vars(axis).pop(name, None)


@hook("matplotlib 3.11")
def remember_texts(renderer):
    """Let a renderer keep the pixels of each text at its place; else it shapes them each time."""
    _WatchedPen(renderer._renderer)
    renderer.draw_text = partial(_text_once, renderer, renderer.draw_text, {})


def _text_once(renderer, draw, kept, gc, *place, ismath=False, mtext=None):
    """Draw a text at ``place``: x, y, the text itself, its font and its angle."""
    x, y, words, font, angle = place
    letters = mtext and (mtext.get_fontfeatures(), mtext.get_language())
    key = (x, y, words, hash(font), angle, ismath, gc.get_antialiased(), letters)
    if kept.get(key) is None:
        pen = _WatchedPen(renderer._renderer)
        renderer._renderer = pen
        try:
            draw(gc, *place, ismath=ismath, mtext=mtext)
        finally:
            renderer._renderer = pen.plain
        kept[key] = pen.glyphs
        return
    for image, left, bottom in kept[key]:
        renderer._renderer.draw_text_image(image, left, bottom, 0, gc)


class _WatchedPen:
    """What a renderer draws with, and the glyphs of one text; None if it was more than glyphs."""

    def __init__(self, plain):
        self.plain = plain
        self.glyphs = []
        self._draw_glyph = plain.draw_text_image

    def draw_text_image(self, image, left, bottom, angle, gc):
        """Draw a glyph, and keep it."""
        self._draw_glyph(image, left, bottom, angle, gc)
        if self.glyphs is not None:
            self.glyphs.append((image.copy(), left, bottom))

    def draw_path(self, *given):
        """Draw the line of a fraction or a root, whose colour is that of the moment."""
        self.plain.draw_path(*given)
        self.glyphs = None


def _tick_like_the_first(axis, build, major):
    ticks = axis.majorTicks if major else axis.minorTicks
    if not ticks:
        return build(major)
    tick = copy(ticks[0])
    for part in _TICK_PARTS:
        setattr(tick, part, copy(getattr(tick, part)))
    return tick


def _alike_already(give_looks):
    """``give_looks`` from one tick to another, where nothing is left to give."""
    return lambda first, tick: None


@hook("matplotlib 3.11")
def build_minor_ticks_late(axis_class):
    """Let axes begin without a minor tick; else Matplotlib builds one for each."""
    axis_class.minorTicks = _NoTicksYet(axis_class.minorTicks)


def build_minor_ticks(axis_class):
    """The end of :func:`build_minor_ticks_late`."""
    late = vars(axis_class).get("minorTicks")
    if isinstance(late, _NoTicksYet):
        axis_class.minorTicks = late.kept


class _NoTicksYet:
    """An empty list of ticks, for each axis that asks for its own."""

    def __init__(self, kept):
        self.kept = kept

    def __get__(self, axis, owner):
        if axis is None:
            return self
        axis.minorTicks = []
        return axis.minorTicks


def grid_around(grid):
    """The place in an outer grid where a grid of panels stands; None, too, where it is not told."""
    return getattr(grid, "_subplot_spec", None)
