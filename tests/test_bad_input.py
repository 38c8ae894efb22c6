"""Bad input is refused by name: every public function and estimator, every argument.

Each call in ``valid_calls`` works; with one argument spoilt (NaN, infinity, empty, another rank or
length, out of range, another type) it must raise a ValueError or TypeError that names the argument.
"""

import importlib
import importlib.util
import inspect
import pkgutil
import re
import signal
import warnings
from collections import Counter
from dataclasses import is_dataclass
from functools import cache

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from valid_calls.kinds import Array, Call, Choice, Flag
from valid_calls.shared import SHARED

import mlcompanion

#: Beside the algorithms.
NOT_TRIED = {"plots", "teaching"}

SECONDS = 10  # a call that does not come back has refused nothing

#: The axis that has no length left.
EMPTIED = {"empty": 0, "no columns": -1}

#: How scikit-learn's own checks speak of X and y.
ESTIMATOR_DATA = re.compile(r"\b(X|y|array|samples?|features?|labels?|class(es)?|sparse|string)\b")


def public_names():
    """``room -> name -> object``: what the modules of each room list in ``__all__``."""
    found = {}
    for module in pkgutil.walk_packages(mlcompanion.__path__, "mlcompanion."):
        room, *inner = module.name.split(".")[1:]
        if room in NOT_TRIED or any(part.startswith("_") for part in (room, *inner)):
            continue
        loaded = importlib.import_module(module.name)
        names = found.setdefault(room, {})
        names.update({name: getattr(loaded, name) for name in getattr(loaded, "__all__", ())})
    return found


NAMES = public_names()
TABLES = {
    room: importlib.import_module(f"valid_calls.{room}")
    for room in NAMES
    if importlib.util.find_spec(f"valid_calls.{room}")
}


def is_record(thing):
    """A bundle of results: nothing to check, and nothing to call."""
    if not isinstance(thing, type) or own_methods(thing):
        return False
    return hasattr(thing, "_fields") or (
        is_dataclass(thing) and not hasattr(thing, "__post_init__")
    )


def own_methods(cls):
    """Public methods with arguments that the package itself defines."""
    methods = {}
    for name in dir(cls):
        thing = getattr(cls, name)
        if (name.startswith("_") and name != "__call__") or not inspect.isroutine(thing):
            continue
        if not (getattr(thing, "__module__", None) or "").startswith("mlcompanion"):
            continue
        plain = not isinstance(inspect.getattr_static(cls, name), (classmethod, staticmethod))
        parameters = signature(thing)[plain:]
        if parameters:
            methods[name] = parameters
    return methods


@cache
def tried(room):
    """The names of a room that can be called with arguments."""
    found = []
    for name, thing in NAMES[room].items():
        internal = name in getattr(TABLES[room], "INTERNAL", {})
        routine = inspect.isroutine(thing) and bool(signature(thing))
        if not internal and (routine or (isinstance(thing, type) and not is_record(thing))):
            found.append(name)
    return tuple(found)


@cache
def signature(call):
    """The parameters of a function or a class."""
    return tuple(inspect.signature(call).parameters.values())


def kinds_of(parameters, given, room):
    """A kind for each argument: as given, or known by name in the room or everywhere."""
    kinds = {}
    for parameter in parameters:
        name = parameter.name
        default = parameter.default
        if name in given:
            kinds[name] = given[name]
            continue
        known = {**SHARED, **getattr(TABLES[room], "SHARED", {})}
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if name in known and (default is not None or name not in ("y", "Y")):
            kinds[name] = known[name]
        elif isinstance(default, bool):
            kinds[name] = Flag(default)
        elif isinstance(default, str):
            kinds[name] = Choice(default)
        elif default is not None:
            raise LookupError(f"no valid value for the argument {name!r}: add it to valid_calls")
    open_ended = any(p.kind == p.VAR_KEYWORD for p in parameters)
    surplus = given.keys() - kinds.keys()
    if surplus and not open_ended:
        raise LookupError(f"valid_calls gives arguments that do not exist: {sorted(surplus)}")
    return {**kinds, **{name: given[name] for name in surplus}}


class Stuck(Exception):
    """The call did not come back."""


def _stuck(*_):
    raise Stuck


def outcome(call, arguments, seconds=SECONDS):
    """What a call raised, or None."""
    signal.signal(signal.SIGALRM, _stuck)
    signal.alarm(seconds)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = call(**arguments)
            if inspect.isgenerator(result):
                next(result)
    except Exception as error:
        return error
    finally:
        signal.alarm(0)
    return None


def lengths(kinds):
    """``name -> labels of the lengths`` of its value."""
    return {name: kind.dims for name, kind in kinds.items()}


def spoilt(kinds, around):
    """Calls with one bad argument: (what is wrong, argument, value, names that may be blamed).

    A wrong length may be blamed on any argument that shares it; ``around`` has the lengths of the
    object whose method it is.
    """
    dims = {**around, **lengths(kinds)}
    counts = Counter("".join(dims.values()))

    def sharers(letter):
        return {name for name, labels in dims.items() if letter in labels}

    for name, kind in kinds.items():
        for what, value in kind.mutations():
            emptied = sharers(kind.dims[EMPTIED[what]]) if what in EMPTIED else ()
            yield f"{name}: {what}", name, value, {name, *emptied}
        for axis, letter in enumerate(kind.dims if isinstance(kind, Array) else ""):
            if counts[letter] > 1 and "length" not in kind.but:
                yield f"{name}: axis {axis} shorter", name, kind.shorter(axis), sharers(letter)


def complaints(call, kinds, around, data):
    """What went wrong with the valid call and with each spoilt one."""
    error = outcome(call, fresh(kinds), 0)  # it may have to be compiled
    if error is not None:
        return [f"the valid call raised {error!r}"]
    found = []
    for what, name, value, blamed in spoilt(kinds, around):
        error = outcome(call, {**fresh(kinds), name: value})
        if error is None:
            found.append(f"{what} was accepted")
        elif not isinstance(error, (ValueError, TypeError)):
            found.append(f"{what} raised {type(error).__name__}: {str(error)[:90]}")
        elif not any(re.search(rf"\b{re.escape(b)}\b", str(error)) for b in blamed) and not (
            name in data and ESTIMATOR_DATA.search(str(error))
        ):
            found.append(f"{what} is not named by: {str(error)[:120]}")
    return found


def fresh(kinds):
    """The valid arguments."""
    return {name: kind.fresh() for name, kind in kinds.items()}


def trials_of_class(cls, entry, room):
    """The constructor (of an estimator: with ``fit``), ``fit`` itself, and every other method."""
    methods = own_methods(cls)
    own = {} if entry.make else kinds_of(signature(cls), entry.kinds, room)
    data = {}
    around = lengths(own)
    make = entry.make or (lambda: cls(**fresh(own)))
    if issubclass(cls, BaseEstimator):
        data = kinds_of(methods.pop("fit"), entry.methods.get("fit", {}), room)
        make = entry.make or (lambda: cls(**fresh(own)).fit(**fresh(data)))
        yield "fit", lambda **bad: cls(**fresh(own)).fit(**bad), data, around, data
        yield "()", lambda **bad: cls(**bad).fit(**fresh(data)), own, lengths(data), ()
        around = {name: dims.replace("n", "") for name, dims in lengths({**own, **data}).items()}
    elif not entry.make:
        yield "()", cls, own, {}, ()
    for name, parameters in methods.items():
        if entry.methods.get(name, {}) is not None:
            kinds = kinds_of(parameters, entry.methods.get(name, {}), room)
            yield name, getattr(make(), name), kinds, around, kinds if data else ()


def trials(thing, entry, room):
    """What to call: (label, call, its kinds, lengths around it, arguments of an estimator)."""
    if isinstance(thing, type):
        yield from trials_of_class(thing, entry, room)
    else:
        yield "", thing, kinds_of(signature(thing), entry.kinds, room), {}, ()


@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room in TABLES for name in tried(room)]
)
def test_bad_input_is_refused_by_name(room, name):
    entries = TABLES[room].CALLS.get(name, Call())
    found = []
    for entry in entries if isinstance(entries, list) else [entries]:
        for label, call, kinds, around, data in trials(NAMES[room][name], entry, room):
            found += [f"{label} {complaint}" for complaint in complaints(call, kinds, around, data)]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("room", sorted(NAMES))
def test_no_compiled_loop_stands_on_a_face(room):
    face = importlib.import_module(f"mlcompanion.{room}")
    assert not [name for name in face.__all__ if hasattr(getattr(face, name), "py_func")]


@pytest.mark.parametrize("room", TABLES)
def test_the_table_speaks_of_what_exists(room):
    assert TABLES[room].CALLS.keys() <= NAMES[room].keys()
    assert getattr(TABLES[room], "INTERNAL", {}).keys() <= NAMES[room].keys()


def test_every_room_has_a_table():
    assert NAMES.keys() == TABLES.keys()


def estimators_of_rows():
    """Rooms and names of the estimators."""
    for room in TABLES:
        for name in tried(room):
            thing = NAMES[room][name]
            if isinstance(thing, type) and issubclass(thing, BaseEstimator):
                yield room, name


@pytest.mark.parametrize(("room", "name"), list(estimators_of_rows()))
def test_text_in_X_is_refused_by_its_name(room, name):
    entries = TABLES[room].CALLS.get(name, Call())
    entry = entries[0] if isinstance(entries, list) else entries
    label, fit, kinds, *_ = next(trials(NAMES[room][name], entry, room))
    if label != "fit" or not isinstance(kinds.get("X"), Array):
        return
    for text in (np.full(np.shape(kinds["X"].value), "no number"), "no number"):
        error = outcome(fit, {**fresh(kinds), "X": text})
        assert isinstance(error, (ValueError, TypeError))
        assert re.search(r"\bX\b", str(error)), error
