"""The controls of a widget: what a reader may move, and over which values."""

import math
from dataclasses import dataclass
from itertools import pairwise, product
from numbers import Real

__all__ = ["Choice", "Slider", "Toggle", "grid"]


def _label(value):
    if isinstance(value, bool):
        return "on" if value else "off"
    if not isinstance(value, Real):
        return str(value)
    words = f"{abs(value):,.0f}" if abs(value) >= 10_000 else f"{abs(value):.4g}"
    return f"−{words}" if value < 0 else words


@dataclass(frozen=True)
class Slider:
    """Numbers in order: a range (integer, linear, logarithmic), or stops that are listed.

    Parameters
    ----------
    low, high : int or float, optional
        Ends of the range, both included. Two integers without ``step`` give every integer.
    value : optional
        Where the slider starts; it must be one of the slider's values. Default ``low``.
    step : int or float, optional
        Distance between neighbours of a linear slider; ``high - low`` must be a multiple of it.
    count : int, optional
        Number of values, evenly spaced (in the logarithm, if ``log``), instead of ``step``.
    log : bool
        Logarithmic spacing; needs ``count`` and ``low > 0``. Values have four significant digits.
    label : str, optional
        Shown name; default is the parameter's.
    play : bool
        The slider is an axis of time, samples or steps: it gets a "play" control.
    stops : sequence or dict, optional
        Increasing numbers, instead of ``low`` and ``high``; a dict maps words to numbers.

    Raises
    ------
    ValueError
        If the range is empty, the stops do not increase, or the starting value is not on them.
    """

    low: float | None = None
    high: float | None = None
    value: float | None = None
    step: float | None = None
    count: int | None = None
    log: bool = False
    label: str | None = None
    play: bool = False
    stops: tuple | None = None

    kind = "slider"

    def __post_init__(self):
        values = self._range() if self.stops is None else self._listed()
        start = values[0] if self.value is None else self.value
        # the start as written may differ from its stop in the last digit
        near = min(values, key=lambda v: abs(v - start))
        if not math.isclose(near, start, rel_tol=1e-3, abs_tol=1e-12):
            raise ValueError(f"value {start} is not on the slider; the nearest is {near}")
        shown = self.stops if isinstance(self.stops, dict) else map(_label, values)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "value", near)
        object.__setattr__(self, "labels", tuple(shown))

    def _listed(self):
        if (self.low, self.high, self.step, self.count, self.log) != (
            None,
            None,
            None,
            None,
            False,
        ):
            raise ValueError("stops stand alone: without low, high, step, count and log")
        values = tuple(self.stops.values() if isinstance(self.stops, dict) else self.stops)
        if len(values) < 2 or not all(isinstance(v, Real) and math.isfinite(v) for v in values):
            raise ValueError(f"stops must be two numbers or more, got {self.stops!r}")
        if not all(a < b for a, b in pairwise(values)):
            raise ValueError(f"stops must increase, got {values}")
        return values

    def _check_range(self):
        if self.low is None or self.high is None:
            raise ValueError("a slider needs low and high, or stops")
        if not self.low < self.high:
            raise ValueError(f"low must be less than high, got {self.low} and {self.high}")
        if self.log and (self.low <= 0 or self.count is None):
            raise ValueError("a logarithmic slider needs low > 0 and a count")
        if self.count is not None and self.count < 2:
            raise ValueError(f"count must be at least 2, got {self.count}")
        if self.step is not None and self.step <= 0:
            raise ValueError(f"step must be positive, got {self.step}")

    def _range(self):
        self._check_range()
        low = self.low
        high = self.high
        integers = isinstance(self.low, int)
        if self.log:
            ratio = math.log(high / low) / (self.count - 1)
            return tuple(float(f"{low * math.exp(ratio * i):.4g}") for i in range(self.count))
        if self.count is not None:
            points = [low + (high - low) * i / (self.count - 1) for i in range(self.count)]
            return tuple(float(f"{v:.6g}") for v in points)
        step = self.step
        if step is None:
            if not (integers and isinstance(high, int)):
                raise ValueError("a slider over real numbers needs a step or a count")
            step = 1
        steps = round((high - low) / step)
        if not math.isclose(low + steps * step, high, rel_tol=1e-9, abs_tol=1e-12):
            raise ValueError(f"high - low must be a multiple of step, got {low}, {high}, {step}")
        points = [low + i * step for i in range(steps + 1)]
        return tuple(points if isinstance(step, int) else (float(f"{v:.6g}") for v in points))


@dataclass(frozen=True)
class Choice:
    """One of a few values, shown as a drop-down list.

    Parameters
    ----------
    values : sequence or dict
        The values; a dict maps what is shown to the value.
    value : optional
        Where it starts; default the first.
    label : str, optional
        Shown name.
    """

    values: tuple
    value: object = None
    label: str | None = None

    kind = "choice"
    play = False

    def __post_init__(self):
        shown = self.values
        if not isinstance(shown, dict):
            shown = {_label(v): v for v in shown}
        if len(shown) < 2:
            raise ValueError(
                f"values must offer at least two distinct choices, got {self.values!r}"
            )
        values = tuple(shown.values())
        start = values[0] if self.value is None else self.value
        if start not in values:
            raise ValueError(f"value {start!r} is not among the choices {values!r}")
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "value", start)
        object.__setattr__(self, "labels", tuple(shown))


@dataclass(frozen=True)
class Toggle:
    """A switch: off or on."""

    value: bool = False
    label: str | None = None

    kind = "toggle"
    play = False
    values = (False, True)
    labels = ("off", "on")


def grid(**values):
    """Every combination of the given values: the named states of a widget.

    Examples
    --------
    >>> grid(step=[0, 5], smooth=[False, True])[1]
    {'step': 0, 'smooth': True}
    """
    return [dict(zip(values, combination)) for combination in product(*values.values())]
