"""Answers are judged where their code cannot reach: cheats, limits, kinds, coding of values.

All share two processes, which import what a notebook would: some seconds.
"""

import socket
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tools.answers import Calls, Line, Unreadable, decoded, encoded, kind_of, mismatch
from tools.judge import Question

ROOT = Path(__file__).resolve().parents[2]
SECRET = ROOT / "courses" / "sparsity" / "course.yml"

NUMBER = Question(
    given=("import numpy as np\nimport math\ndata = np.arange(5.0)", "target = data.sum()"),
    names=("my_a",),
    run="twice = 2 * my_a",
    visible='assert np.isfinite(my_a) and my_a > 0, "a positive number"',
    hidden='assert abs(twice - target) < 0.1, f"twice is {twice}"',
    model="my_a = 5.0",
)
FUNCTION = Question(
    given=("import numpy as np", "from mlcompanion.prox import soft_threshold"),
    names=("shrink",),
    run="",
    visible='assert np.allclose(shrink(np.array([3.0, -1.0]), 2.0), [1.0, 0.0]), "not this one"',
    hidden=(
        "points = np.linspace(-4, 4, 41)\n"
        "for step in (0.5, 1.7):\n"
        '    assert np.allclose(shrink(points, step), soft_threshold(points, step)), f"at {step}"'
    ),
    model="def shrink(v, step):\n    return np.sign(v) * np.maximum(np.abs(v) - step, 0)",
)
CHEATS = {
    "NumPy is patched": "np.isfinite = np.all = np.any = lambda *a: True\nmy_a = 4.0",
    "Python is patched": "import builtins\nbuiltins.abs = lambda x: 0\nmy_a = 4.0",
    "a number agrees with all": (
        "class Agrees(float):\n"
        "    __eq__ = __lt__ = __gt__ = lambda self, other: True\n"
        "    __mul__ = __rmul__ = __sub__ = lambda self, other: self\n"
        "my_a = Agrees(4.0)"
    ),
    "an array agrees with all": (
        "class Agrees(np.ndarray):\n"
        "    __sub__ = __rsub__ = lambda self, other: 0.0\n"
        "    __rmul__ = __mul__ = lambda self, other: self\n"
        "my_a = np.array(4.0).view(Agrees)"
    ),
    "the truth is changed": "target = 8.0\ndata[:] = 1.6\nmy_a = 4.0",
    "the library is patched": (
        "import mlcompanion.prox as p\np.soft_threshold = None\nmath.fsum = None\nmy_a = 4.0"
    ),
    "what encodes is patched": (
        "import sys\n"
        "judge = sys.modules['__main__']\n"
        "assert judge.encoded\n"
        "judge.encoded = lambda *a: {'other': 'x', 'failed': {}, 'state': 'done'}\n"
        "my_a = 4.0"
    ),
    "a forged message": (
        "import os\n"
        "for number in range(3, 60):\n"
        "    try:\n"
        "        os.write(number, b'\\0\\0\\0\\x0f{\"failed\": {}}  ')\n"
        "    except OSError:\n"
        "        pass\n"
        "my_a = 4.0"
    ),
    "the checks are looked for": (
        "import gc\n"
        "found = [o for o in gc.get_objects() if isinstance(o, str) and 'twice - target' in o]\n"
        "found += [o for o in gc.get_objects() if isinstance(o, dict) and 'hidden' in o\n"
        "          and 'twice - target' in str(o['hidden'])]\n"
        "my_a = 5.0 if found else 4.0"
    ),
    "the answers are read": (
        "try:\n"
        f"    my_a = 5.0 * bool(open({str(SECRET)!r}).read())\n"
        "except PermissionError:\n"
        "    my_a = 4.0"
    ),
    "answers of the package are read": (
        "import mlcompanion_chapters, pathlib\n"
        "place = pathlib.Path(mlcompanion_chapters.__path__[0])\n"
        "try:\n"
        "    my_a = 5.0 * bool(next(place.rglob('exercises.yml')).read_text())\n"
        "except (PermissionError, StopIteration):\n"
        "    my_a = 4.0"
    ),
    "a data base is read": (
        "import sqlite3\n"
        "try:\n"
        f"    sqlite3.connect({str(ROOT / 'Makefile')!r})\n"
        "    my_a = 5.0\n"
        "except PermissionError:\n"
        "    my_a = 4.0"
    ),
    "a program is started": (
        "import subprocess\n"
        "try:\n"
        "    subprocess.run(['true'])\n"
        "    my_a = 5.0\n"
        "except PermissionError:\n"
        "    my_a = 4.0"
    ),
    "the network is asked": (
        "import socket\n"
        "try:\n"
        "    socket.create_connection(('127.0.0.1', 9), 1)\n"
        "    my_a = 5.0\n"
        "except ConnectionError:\n"
        "    my_a = 5.0\n"
        "except PermissionError:\n"
        "    my_a = 4.0"
    ),
    "a file is left for others": (
        "import pathlib\n"
        "try:\n"
        "    pathlib.Path('/var/tmp/kit').write_text('5')\n"
        "    my_a = 5.0\n"
        "except PermissionError:\n"
        "    my_a = 4.0"
    ),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_gains_nothing(court, cheat):
    verdict = court.judge(NUMBER, [CHEATS[cheat]])
    assert verdict.failed.get("hidden"), verdict
    honest = court.judge(NUMBER, ["my_a = 5.0"])
    assert honest.failed == {}, "it spoils the next student's answer"


@pytest.mark.parametrize(
    "answer",
    ["my_a = 5", "my_a = np.float32(5)", "%matplotlib inline\nmy_a = 5.0", "my_a = np.array(5.0)",
     "%%time\nmy_a = 5.0", "display(data)\nprint(target)\nmy_a = target / 2"],
)  # fmt: skip
def test_who_is_right_passes(court, answer):
    assert court.judge(NUMBER, [answer]).failed == {}


def test_cells_of_an_answer_share_names_and_go_on_after_an_error(court):
    assert court.judge(NUMBER, ["half = target / 2", "my_a = half"]).failed == {}
    assert court.judge(NUMBER, ["my_a = 5.0", "1 / 0"]).failed == {}
    verdict = court.judge(NUMBER, ["my_a = 4.0", "1 / 0"])
    assert verdict.state == "error"
    assert verdict.failed == {"hidden": "twice is 8.0"}


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        ("raise NotImplementedError", "unanswered", "not answered"),
        ("pass", "done", "my_a is not set"),
        ("my_a = 'five'", "done", "my_a is a text; a number is asked for"),
        ("my_a = [1, 2]", "done", "my_a is a list of 2; a number is asked for"),
        ("my_a = np.eye(2)", "done", "my_a is an array of shape (2, 2); a number is asked for"),
        ("my_a = lambda: 5", "done", "my_a is a function; a number is asked for"),
        ("my_a = None", "done", "my_a is None; a number is asked for"),
        ("my_a = True", "done", "my_a is True or False; a number is asked for"),
        ("my_a = float('nan')", "done", "my_a is nan; a finite number is asked for"),
        ("my_a = object()", "done", "my_a is an object of type object"),
        ("my_a = 1 / 0", "error", "ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(0)", "error", "SystemExit: 0"),
        ("my_a = (", "error", "SyntaxError"),
        ("import os\nos._exit(0)", "dead", "the process of the answer ended"),
        ("import os, signal\nos.abort()", "dead", "the process of the answer ended"),
        ("my_a = [0] * 10**9", "error", "MemoryError"),
        ("my_a = np.ones(10**10)", "error", "MemoryError"),
        ("my_a = np.ones(10**7)", "done", "my_a is an array of 80 MB"),
        ("!ls", "error", "commands of the system are not run"),
    ],
)
def test_what_is_wrong_is_said_by_kind(court, answer, state, words):
    verdict = court.judge(NUMBER, [answer])
    assert verdict.state == state
    assert set(verdict.failed) == {"visible", "hidden"}
    told = verdict.failed["hidden"]
    assert any(told.startswith(w) or w in told for w in words.split("|")), told
    assert "IndexError" not in told
    assert verdict.needs_a_human == (state in ("error", "dead"))


def test_what_takes_too_long_is_ended(court):
    verdict = court.judge(NUMBER, ["while True:\n    pass"])
    assert verdict.state == "slow"
    assert verdict.failed["hidden"] == "no answer after 6 seconds"


SHRINKS = "def shrink(v, step):\n    "


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (f"{SHRINKS}return np.maximum(v - step, 0)", "hidden", "at 0.5"),
        (f"{SHRINKS}return 1 / 0", "visible", "shrink raises ZeroDivisionError"),
        ("def shrink(v):\n    return v", "visible", "shrink raises TypeError"),
        ("shrink = 3", "hidden", "shrink is a whole number; a function is asked for"),
        (f"{SHRINKS}return shrink", "visible", "shrink returns a function"),
        (f"{SHRINKS}v[:] = 0\n    np.allclose = len\n    return v", "visible", "not this one"),
    ],
)
def test_a_function_is_called_where_it_is(court, answer, kind, words):
    assert court.judge(FUNCTION, [FUNCTION.model]).failed == {}
    assert words in court.judge(FUNCTION, [answer]).failed[kind]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("from mlcompanion.prox import soft_threshold as shrink", "ModuleNotFoundError"),
        ("import scipy.special\nshrink = scipy.special.expit", "ModuleNotFoundError"),
        (f"{SHRINKS}import sklearn.linear_model\n    return v", "shrink raises ModuleNotFound"),
        (f"{SHRINKS}raise NotImplementedError", "not answered"),
    ],
)
def test_a_function_to_write_finds_no_library_that_has_it(court, answer, words):
    alone = replace(FUNCTION, alone=True)
    assert court.judge(alone, [FUNCTION.model]).failed == {}
    assert words in court.judge(alone, [answer]).failed["visible"]


def test_a_shape_is_named_where_a_check_cannot_use_it(court):
    question = Question(
        given=("import numpy as np",), names=("w",), run="first = w[2]",
        visible="assert w.sum() > 0", hidden="assert first == 3", model="w = np.arange(1, 4)",
    )  # fmt: skip
    verdict = court.judge(question, ["w = np.ones(2)"])
    assert verdict.failed["hidden"] == "w is a list of 2; a list of 3 is asked for"
    verdict = court.judge(question, ["w = [1, 2, 3]"])
    assert verdict.failed == {"visible": "the check cannot use this answer (AttributeError: "
                              "'list' object has no attribute 'sum')"}  # fmt: skip


def test_what_is_given_and_fails_stops_the_grading(court):
    broken = Question(("1 / 0",), ("x",), "", "", "", "x = 1")
    with pytest.raises(RuntimeError, match="what the exercise gives fails: ZeroDivisionError"):
        court.judge(broken, ["x = 1"])


def same(one, other):
    """Equal in value and in plain type."""
    if isinstance(one, np.ndarray):
        return type(other) is np.ndarray and one.dtype == other.dtype and np.array_equal(one, other)
    return type(one) is type(other) and repr(one) == repr(other)


@pytest.mark.parametrize(
    "value",
    [None, True, 3, -(10**30), 0.1, float("inf"), 1 + 2j, "ä", [1, [2.0]], (1, "a"),
     {"C": 1.0, 2: None}, np.eye(2), np.array(["a", "bc"]), np.arange(3, dtype=np.int8), {}, []],
    ids=str,
)  # fmt: skip
def test_plain_values_come_back_as_they_were(value):
    assert same(value, decoded(encoded(value)))


def test_arrays_in_any_order_of_memory_come_back():
    value = np.arange(6.0).reshape(2, 3).T
    assert np.array_equal(decoded(encoded(value)), value)
    assert isinstance(decoded(encoded(len)), Calls)


@pytest.mark.parametrize(
    "found",
    [{"other": "a thing"}, {"array": "AA==", "dtype": "O", "shape": [1]}, {"int": "x"}, 3, [1],
     {"array": "AA==", "dtype": "<f8", "shape": [5]}, {"dict": [[{"list": []}, 1]]}, {},
     {"float": {}}, {"array": "??", "dtype": "<f8", "shape": []}],
    ids=str,
)  # fmt: skip
def test_anything_else_is_refused(found):
    with pytest.raises(Unreadable):
        decoded(found)


def test_what_is_nested_too_deeply_is_refused():
    value = []
    for _ in range(50):
        value = [value]
    with pytest.raises(Unreadable):
        decoded(encoded(value))


@pytest.mark.parametrize(
    ("value", "model", "certain", "words"),
    [
        (2.0, 2, False, "a is 2.0; a whole number is asked for"),
        (2, 2.5, False, ""),
        ([1, 2], np.ones(3), False, "a is a list of 2; a list of 3 is asked for"),
        ({"C": 1}, {"C": 2, "p": 1}, False, "a lacks the key 'p'"),
        ("x", 2, True, "a is a text; a number is asked for"),
        ([[1], [1, 2]], [[1]], False, "a is a list of lists of unequal lengths; "),
        (True, False, False, ""),
    ],
)
def test_kinds_are_compared_in_words(value, model, certain, words):
    found = mismatch("a", value, model)
    assert found[0] == certain
    assert found[1].startswith(words)
    assert bool(found[1]) == bool(words)
    assert kind_of(np.float64(2)) == "a number" or kind_of(2.0) == "a number"


def test_messages_that_are_too_long_or_no_json_are_refused():
    ours, theirs = map(Line, socket.socketpair())
    theirs.connection.sendall(b"\xff\xff\xff\xff")
    with pytest.raises(Unreadable, match="more than 32 MB"):
        ours.receive(1)
    for words in (b"[" * 100_000, b"{", b"\xff"):
        send = threading.Thread(
            target=theirs.connection.sendall, args=(len(words).to_bytes(4, "big") + words,)
        )
        send.start()
        with pytest.raises(Unreadable, match="no plain data"):
            ours.receive(1)
        send.join()
    theirs.close()
    with pytest.raises(EOFError):
        ours.receive(1)
    ours.close()
