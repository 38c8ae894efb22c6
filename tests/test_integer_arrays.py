"""Whole numbers in an array are numbers: int8, uint8 and int32 give the answers of floats.

The arrays of each valid call are rounded to whole numbers, up to 110 in size where the call allows
it: their squares and sums leave the range of a byte. A twelfth of all public names is tried, chosen
by their letters; new names enter by themselves.
"""

import re
import signal
from zlib import crc32

import numpy as np
import pytest
from test_arguments import SPENT, given_to, learned, own_copy, result_of
from test_bad_input import NAMES, TABLES, Call, Stuck, _stuck, trials, tried
from valid_calls.kinds import Array
from valid_calls.reached import differences

KINDS = (np.int8, np.uint8, np.int32)
SHARE = 12
SAMPLE = [
    (room, name) for room in TABLES for name in tried(room) if not crc32(name.encode()) % SHARE
]
#: Classes, labels and what is handed on keep the type that they came in.
KEPT = re.compile(r"is float64(\(.*\)|) and u?int\d+\1$")


def answer(call, arguments):
    """What a call returns, within three seconds: rounded data may be hard."""
    signal.signal(signal.SIGALRM, _stuck)
    signal.alarm(3)
    try:
        with np.errstate(all="ignore"):
            return learned(result_of(own_copy(call)[0], arguments))
    finally:
        signal.alarm(0)


def whole_arrays(call, kinds):
    """Argument, whole numbers that the call takes, and its answer to them as floats."""
    for name, kind in kinds.items():
        values = np.asarray(kind.value) if isinstance(kind, Array) else np.empty(0)
        if values.dtype.kind not in "fi" or not values.size:
            continue
        largest = np.abs(values).max() or 1.0
        for factor in (110 / largest, 1.0):
            whole = np.round(values * factor)
            try:
                yield name, whole, answer(call, {**given_to(kinds), name: whole})
            except (Stuck, Exception):  # not a valid call
                continue
            break


def complaints(call, kinds):
    """Where an answer to integers is not that to floats."""
    for name, whole, want in whole_arrays(call, kinds):
        for kind in KINDS:
            limits = np.iinfo(kind)
            if whole.min() < limits.min or whole.max() > limits.max:
                continue
            try:
                got = answer(call, {**given_to(kinds), name: whole.astype(kind)})
            except Stuck:
                continue
            except Exception as error:
                yield f"{name} of {kind.__name__}: {error!r}"
                continue
            yield from (
                f"{name} of {kind.__name__}: {gap}"
                for gap in differences(want, got)
                if not KEPT.search(gap)
            )


@pytest.mark.parametrize(("room", "name"), SAMPLE)
def test_integer_arrays_give_the_answers_of_floats(room, name):
    entries = TABLES[room].CALLS.get(name, Call())
    found = []
    for entry in entries if isinstance(entries, list) else [entries]:
        for label, call, kinds, *_ in trials(NAMES[room][name], entry, room):
            if (name, label) not in SPENT:
                found += [f"{label}: {one}" for one in complaints(call, kinds)]
    assert not found, "\n".join(["", *found[:20]])


def test_the_sample_is_of_most_rooms():
    assert len({room for room, _ in SAMPLE}) > 10
    assert len(SAMPLE) > 60
