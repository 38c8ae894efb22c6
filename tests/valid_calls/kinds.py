"""What an argument may be, and therefore what must be refused: one class a kind of argument.

A kind holds a valid value and yields pairs ``(what is wrong, bad value)``. ``but`` names wrongs
that this argument accepts on purpose; ``bad`` adds values of its own.
"""

import copy

import numpy as np

__all__ = [
    "Array",
    "Call",
    "Choice",
    "Count",
    "Flag",
    "Free",
    "Kind",
    "Made",
    "Number",
    "Object",
    "Seed",
]

TEXT = "no such value"


class Kind:
    """A valid value; ``dims`` labels the lengths that it shares with other arguments."""

    def __init__(self, value, *, dims="", but=(), bad=()):
        self.value, self.dims, self.but, self.bad = value, dims, set(but), bad

    def fresh(self):
        """The valid value, safe from what the last call did with it."""
        return copy.deepcopy(self.value)

    def wrongs(self):
        """What any argument of this kind must refuse."""
        return ()

    def mutations(self):
        """Pairs (what is wrong, bad value)."""
        yield from ((what, value) for what, value in self.wrongs() if what not in self.but)
        yield from ((f"{value!r}", value) for value in self.bad)


class Free(Kind):
    """An argument that takes anything; say in a comment why."""


class Object(Kind):
    """An object of the package, or a function."""

    def fresh(self):
        """The object itself: built once."""
        return self.value

    def wrongs(self):
        """Another type."""
        return ("a number", 3.5), ("text", TEXT)


class Made(Object):
    """The same, built by ``make()`` when a test first asks for it.

    All that collects tests imports these tables, and what learns may have to be compiled.
    """

    def __init__(self, make, **others):
        super().__init__(None, **others)
        self.make = make

    def fresh(self):
        """The object itself: built once."""
        if self.value is None:
            self.value = self.make()
        return self.value


class Choice(Kind):
    """One of several words."""

    def wrongs(self):
        """Another word, another type."""
        return ("another word", TEXT), ("a number", 3.5)


class Flag(Kind):
    """True or False."""

    def wrongs(self):
        """Words are true in Python, whatever they say."""
        return (("text", "no"),)


class Seed(Kind):
    """What ``check_rng`` takes."""

    def wrongs(self):
        """Text, a fraction, a negative number."""
        return ("text", TEXT), ("a fraction", 1.5), ("negative", -1)


class Number(Kind):
    """A finite real number inside an interval."""

    def __init__(self, value, low=-np.inf, high=np.inf, *, open_low=False, open_high=False, **rest):
        super().__init__(value, **rest)
        self.low = low
        self.high = high
        self.open_low = open_low
        self.open_high = open_high

    def wrongs(self):
        """Not finite, outside, another type."""
        yield from (("NaN", np.nan), ("infinity", np.inf), ("text", TEXT))
        if np.isfinite(self.low):
            yield "below", self.low - 1.0
            if self.open_low:
                yield "the low end", float(self.low)
        if np.isfinite(self.high):
            yield "above", self.high + 1.0
            if self.open_high:
                yield "the high end", float(self.high)


class Count(Kind):
    """An integer of at least ``low``."""

    def __init__(self, value, low=0, high=None, **rest):
        super().__init__(value, **rest)
        self.low = low
        self.high = high

    def wrongs(self):
        """A fraction, not finite, outside, another type."""
        yield from (("a fraction", 1.5), ("NaN", np.nan), ("text", TEXT), ("below", self.low - 1))
        if self.high is not None:
            yield "above", self.high + 1


class Array(Kind):
    """A finite array; ``dims`` has one letter an axis, equal letters mean equal lengths.

    ``low``/``open_low``/``high`` bound the entries, ``among`` lists them, ``integer`` says that
    fractions have no meaning.
    """

    def __init__(self, value, dims, *, low=None, high=None, open_low=False, among=None,
                 integer=False, **rest):  # fmt: skip
        super().__init__(value, dims=dims, **rest)
        self.low = low
        self.high = high
        self.open_low = open_low
        self.among = among
        self.integer = integer

    def _with_first(self, entry):
        array = np.array(self.value, dtype=float)
        array.flat[0] = entry
        return array

    def wrongs(self):
        """Not finite, empty, no columns, one axis more or fewer, entries out of range, text."""
        array = np.asarray(self.value)
        yield "text", TEXT
        yield "NaN", self._with_first(np.nan)
        yield "infinity", self._with_first(np.inf)
        yield "empty", array[:0]
        if array.ndim > 1:
            yield "no columns", array[..., :0]
        yield "one axis more", array[None]
        yield "one axis fewer", array.ravel() if array.ndim > 1 else array.ravel()[0]
        if self.low is not None:
            yield "an entry below", self._with_first(self.low - 1.0)
            if self.open_low:
                yield "an entry at the low end", self._with_first(self.low)
        if self.high is not None:
            yield "an entry above", self._with_first(self.high + 1.0)
        if self.among is not None:
            yield "another entry", self._with_first(max(self.among) + 1)
        if self.integer:
            yield "a fraction", self._with_first(0.5)

    def shorter(self, axis):
        """The array without its last entry along an axis."""
        array = np.asarray(self.value)
        return np.delete(array, array.shape[axis] - 1, axis=axis)


class Call:
    """How a public name is called: ``Call(x=kind, …)``; other arguments follow the shared table.

    Parameters
    ----------
    methods : dict
        For a class: method name -> dict of kinds, or None for a method that needs no trial.
    make : callable
        For a record: builds the object whose methods are tried.
    """

    def __init__(self, *, methods=None, make=None, **kinds):
        self.methods = methods or {}
        self.make = make
        self.kinds = kinds
