"""What can be reached from a value: its arrays, their memory, and where two values differ."""

import numpy as np
from scipy import sparse

__all__ = ["arrays", "contents", "differences", "lock", "parts", "shared"]

_OF_SPARSE = ("data", "indices", "indptr", "row", "col", "offsets")


def parts(thing):
    """What a container holds: pairs of a name and a value."""
    if sparse.issparse(thing):
        return [(name, getattr(thing, name)) for name in _OF_SPARSE if hasattr(thing, name)]
    if isinstance(thing, dict):
        return list(thing.items())
    if isinstance(thing, (list, tuple)):
        return list(enumerate(thing))
    if isinstance(thing, np.ndarray) and thing.dtype == object:
        return list(enumerate(thing.flat))
    return []


def contents(thing):
    """What a container or an object of the package holds."""
    ours = type(thing).__module__.startswith("mlcompanion") and not isinstance(thing, type)
    if ours and hasattr(thing, "__dict__"):
        return list(vars(thing).items())
    return parts(thing)


def arrays(thing, look=contents, place="", seen=None):
    """Pairs of a place and the array that is reached there, for all arrays."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, np.ndarray) and thing.dtype != object:
        yield place, thing
    for name, part in look(thing):
        yield from arrays(part, look, f"{place}.{name}", seen)


def lock(value):
    """The value, with its arrays read-only."""
    for _, array in arrays(value, parts):
        array.flags.writeable = False
    return value


def shared(result, other):
    """Places of a result that lie in the memory of another value's arrays."""
    for place, array in result:
        for name, owner in other:
            if np.may_share_memory(array, owner) and np.shares_memory(array, owner):
                yield f"result{place} lies in {name}"


def differences(one, two, place="", look=contents):
    """Places where two answers differ by more than rounding, or are of different types."""
    place = place or " "
    if isinstance(one, (np.ndarray, np.generic)) and one.dtype != object:
        same_kind = isinstance(two, type(one)) and one.dtype == two.dtype
        if not same_kind or one.shape != two.shape:
            yield f"{place} is {_kind(one)} and {_kind(two)}"
        elif not _agree(one, two):
            yield f"{place} is {one} and {two}"
    elif isinstance(one, (bool, int, float, complex, str)):
        if type(one) is not type(two):
            yield f"{place} is {_kind(one)} and {_kind(two)}"
        elif not (_agree(one, two) if isinstance(one, (float, complex)) else one == two):
            yield f"{place} is {one!r} and {two!r}"
    else:
        for (name, part), (_, other) in zip(look(one), look(two)):
            yield from differences(part, other, f"{place}.{name}", look)


def _agree(one, two):
    if np.asarray(one).dtype.kind in "fc":
        return np.allclose(one, two, rtol=1e-9, atol=1e-300, equal_nan=True)
    return np.array_equal(one, two)


def _kind(thing):
    """The type of an answer, in words."""
    if isinstance(thing, np.ndarray):
        return f"{thing.dtype}{thing.shape}"
    return type(thing).__name__
