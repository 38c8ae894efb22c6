"""The two processes in which answers are judged: the room and the desk (``tools/judge.py``).

Usage, by the judge alone: ``python -m tools.courtroom room|desk SOCKET``. It imports little of the
tools, so that the room holds nothing of what is asked.
"""

import contextlib
import os
import signal
import socket
import sys
import tempfile
import time

from mlcompanion_chapters.variants import take_seed
from tools.answers import Calls, Line, Unreadable, decoded, encoded, mismatch

__all__ = ["CHECKING", "serve"]

PRELOADED = ("matplotlib.pyplot", "numba", "scipy.stats", "sklearn.linear_model", "mlcompanion")
#: What nobody has changed: the student did not answer.
UNANSWERED = "NotImplementedError"
MOST_FILES = 256
#: Libraries that have what students are to write.
ANSWERED_BY = ("mlcompanion", "mlcompanion_chapters", "scipy", "sklearn")
#: What the desk may take beside the student's time: its own code is quick but for odd answers.
CHECKING = 30.0


def _first_line(error):
    words = str(error).strip().splitlines()
    return f"{type(error).__name__}: {words[0][:300]}" if words else type(error).__name__


def _fork(job, *arguments):
    """Run a job in a fork, which is a group of its own; return its number."""
    number = os.fork()
    if number:
        return number
    try:
        os.setsid()
        job(*arguments)
    finally:
        os._exit(0)


class _Bench:
    """A fork that has run what is given, and forks itself for each answer."""

    def __init__(self, control, seat):
        self.control = control
        self.seat = seat

    def serve(self):
        """Run what is given, then wait for answers."""
        given = self.control.receive()
        names = {"__name__": "__main__"}
        try:
            for cell in given["cells"]:
                exec(compile(_plain_python(cell), "<given>", "exec"), names)
            model = self._model(given, names)
        except Exception as error:  # of a chapter's code: it is said, and stops the grading
            self.control.send({"failed": _first_line(error)})
            return
        self.control.send({"ready": True})
        while True:
            lines = self.control.receive_lines(2)
            if not lines:
                return
            message = self.control.receive()
            number = _fork(self.seat, lines, message, names, model)
            self.control.send({"process": number})
            for line in lines:
                line.close()

    def _model(self, given, names):
        """The values that a right answer sets, with the numbers of some student."""
        known = dict(names)
        _draw(given.get("variant"), 0, known)
        exec(compile(given.get("model", ""), "<model>", "exec"), known)
        return {name: value for name, value in known.items() if name not in names}


def _draw(variant, seed, names):
    """Draw a student's own numbers."""
    if variant:
        take_seed(seed)
        exec(compile(variant, "<own>", "exec"), names)


def serve(role, control):
    """Wait for exercises; fork a bench for each."""
    for name in PRELOADED:
        __import__(name)
    sys.modules["matplotlib"].use("agg")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    seat = {"room": _sit_in_the_room, "desk": _sit_at_the_desk}[role]
    while True:
        lines = control.receive_lines(1)
        if not lines:
            return
        _fork(_Bench(lines[0], seat).serve)
        lines[0].close()


def _plain_python(cell):
    """A cell's code without the marks of Jupyter (``%``, ``!``, ``?``)."""
    from IPython.core.inputtransformer2 import TransformerManager

    return TransformerManager().transform_cell(cell)


# ------------------------------------------------------------------------------------- the room


class _Shell:
    """What ``%magic`` lines find: those that time or capture run their cell, others do nothing."""

    def __init__(self, names):
        self.names = names

    def run_cell_magic(self, magic, line, cell):
        """Run the cell below a magic."""
        if magic in ("time", "timeit", "capture", "prun"):
            exec(compile(_plain_python(cell), "<cell>", "exec"), self.names)

    def run_line_magic(self, magic, line, *rest):
        """Run the statement that is timed."""
        if magic in ("time", "timeit") and line:
            exec(line, self.names)

    def system(self, line):
        """Refuse a command of the system."""
        raise PermissionError("commands of the system are not run while grading")

    getoutput = system


def _alone_with(*lines):
    """Let this process have no open files but these lines: it prints nowhere, and tells nobody."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    kept = {line.connection.fileno() for line in lines}
    for number in range(3, MOST_FILES):
        if number not in kept:
            with contextlib.suppress(OSError):
                os.close(number)


def _sit_in_the_room(lines, message, names, model):
    """Run a student's cells, then answer what the desk asks."""
    from tools.confined import confine, withhold

    desk, _ = lines
    place = tempfile.mkdtemp(prefix="answer-")
    _alone_with(desk)
    os.chdir(place)
    tempfile.tempdir = place
    names |= {"get_ipython": lambda: _Shell(names), "display": lambda *things: None}
    if message["alone"]:
        withhold(ANSWERED_BY)
    _draw(message["variant"], message["seed"], names)
    confine(place, message["seconds"], message["megabytes"], message["hidden"])
    desk.send({"ran": True, "error": _run(message["cells"], names)})
    while True:
        asked = desk.receive()
        desk.send(_answer(asked, names))


def _run(cells, names):
    """Run cells in order, each as far as it goes; return the last error, in words, and its cell."""
    told = None
    for place, cell in enumerate(cells):
        try:
            exec(compile(_plain_python(cell), "<cell>", "exec"), names)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a student may raise anything, SystemExit too
            told = {"cell": place, "words": _first_line(error)}
    return told


def _answer(asked, names):
    """What the desk wants: a value, or that of a call."""
    name = asked["name"]
    if name not in names:
        return {"missing": True}
    try:
        if "call" not in asked:
            return {"value": encoded(names[name])}
        arguments, keywords = decoded(asked["call"])
        return {"value": encoded(names[name](*arguments, **keywords))}
    except Exception as error:  # whatever a student's function may raise
        return {"error": _first_line(error)}


# ------------------------------------------------------------------------------------- the desk


class _Slow(Exception):
    """The student's process takes too long."""


class _Ended(Exception):
    """The student's process ended."""


class _Raised(Exception):
    """A student's function raised an error; what it says is the message."""


class _Student:
    """The student's process as the desk sees it: names with values, until time is up."""

    def __init__(self, room, seconds):
        self.room = room
        self.end = time.monotonic() + seconds

    def receive(self):
        """The next message."""
        left = self.end - time.monotonic()
        try:
            if left <= 0:
                raise TimeoutError
            return self.room.receive(left)
        except TimeoutError as error:
            raise _Slow from error
        except (EOFError, OSError) as error:
            raise _Ended from error

    def ask(self, message):
        """Ask, and wait for what comes."""
        try:
            self.room.send(message)
        except OSError as error:
            raise _Ended from error
        found = self.receive()
        if not isinstance(found, dict):
            raise Unreadable("no plain data")
        return found

    def value(self, name):
        """A name's value; of a function one that calls it over there."""
        found = self.ask({"name": name})
        if "missing" in found:
            raise NameError(f"{name} is not set")
        if "error" in found:
            raise Unreadable(str(found["error"])[:200])
        value = decoded(found.get("value"))
        return self._function(name) if isinstance(value, Calls) else value

    def _function(self, name):
        def call(*arguments, **keywords):
            found = self.ask({"name": name, "call": encoded((arguments, keywords))})
            if str(found.get("error")).startswith(UNANSWERED):
                raise _Raised("not answered")
            if "error" in found:
                raise _Raised(f"{name} raises {str(found['error'])[:200]}")
            value = decoded(found.get("value"))
            if isinstance(value, Calls):
                raise _Raised(f"{name} returns a function")
            return value

        return call


def _sit_at_the_desk(lines, message, names, model):
    """Take an answer from the room and check it; tell the grader."""
    from tools.confined import limit

    room, grader = lines
    _alone_with(room, grader)
    limit(message["seconds"] + CHECKING, message["megabytes"])
    _draw(message["variant"], message["seed"], names)
    student = _Student(room, message["seconds"])
    try:
        verdict = _judged(student, message, names, model)
    except _Slow:
        verdict = {"state": "slow", "told": f"no answer after {message['seconds']:g} seconds"}
    except _Ended:
        verdict = {"state": "dead", "told": "the process of the answer ended"}
    except Unreadable as error:
        verdict = {"state": "done", "told": str(error), "all": f"the answer is {error}"}
    grader.send(verdict)


def _judged(student, message, names, model):
    """The verdict on an answer, as a dictionary."""
    words, error = _how_it_ran(student.receive())
    if words.startswith(UNANSWERED):
        return {"state": "unanswered", "told": "not answered", "all": "not answered"}
    shapes = []
    for name in message["names"]:
        try:
            names[name] = student.value(name)
        except Unreadable as found:
            return {"state": "done", "told": "", "all": f"{name} is {found}"}
        except NameError as found:
            state = "error" if error else "done"
            return {"state": state, "told": words, "all": words or str(found)}
        certain, other = mismatch(name, names[name], model[name])
        if certain:
            return {"state": "done", "told": words, "all": other}
        shapes += [other] if other else []
    return _checked(message, names, words, "; ".join(shapes))


def _how_it_ran(found):
    """The words of the last error of a student's cells; the room may say anything."""
    try:
        error = found["error"]
        return (str(error["words"])[:400] if error else ""), bool(error)
    except (TypeError, KeyError) as other:
        raise Unreadable("no plain data") from other


def _checked(message, names, words, shapes):
    """Run the chapter's code on an answer, and its checks."""

    def fails(code, what):
        try:
            exec(compile(code, "<check>", "exec"), names)
        except (_Slow, _Ended):
            raise
        except _Raised as error:
            return str(error)
        except AssertionError as error:
            return "; ".join(part for part in (str(error) or "it does not hold", shapes) if part)
        except Exception as error:  # of a check that such an answer does not fit
            return shapes or f"{what} cannot use this answer ({_first_line(error)})"
        return ""

    used = fails(message["run"], "the chapter's code")
    failed = {kind: used or fails(message[kind], "the check") for kind in ("visible", "hidden")}
    return {"state": "done", "told": words, "failed": failed}


if __name__ == "__main__":
    serve(sys.argv[1], Line(socket.socket(fileno=int(sys.argv[2]))))
    os._exit(0)  # what the imports would do at their end takes seconds
