"""Two processes judge an answer: in one the student's code runs, in the other the checks do.

The *room* runs what the chapter gives and then the student's cells; it never holds a check. The
*desk* runs what the chapter gives anew, takes the answer from the room as plain data
(``tools/answers.py``), and then runs the chapter's code and the checks. Nothing that a student's
cell patches, in NumPy, in Python or in this package, reaches the desk. Each answer has a fork of
its own in both, so that none sees another's.

``Court`` is what a grader calls; ``tools/courtroom.py`` is what both processes run.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tools.answers import Line
from tools.courtroom import CHECKING

__all__ = ["Court", "Question", "Verdict"]

ROOT = Path(__file__).resolve().parents[1]

SECONDS = 60.0
PREPARING = 600.0
MEGABYTES = 2000


@dataclass(frozen=True)
class Question:
    """What is asked: the code that is given, the names that an answer sets, and the checks.

    ``visible`` and ``hidden`` are code; ``model`` is an answer that is right. ``alone`` is an
    answer that may use Python and NumPy, no library that has it. ``variant`` is code that draws a
    student's own numbers.
    """

    given: tuple
    names: tuple
    run: str
    visible: str
    hidden: str
    model: str
    alone: bool = False
    variant: str = ""


@dataclass
class Verdict:
    """What came of an answer: for each check nothing if it passed, else words.

    ``state`` is ``"done"``, ``"unanswered"``, ``"error"`` (the cell raised), ``"slow"``,
    ``"dead"`` (its process ended) or ``"another name"`` (the numbers may be somebody
    else's); ``told`` says more of it.
    """

    state: str = "done"
    told: str = ""
    failed: dict = field(default_factory=dict)

    @property
    def needs_a_human(self):
        """Whether a zero may be the machine's fault and not the student's."""
        return self.state in ("slow", "dead", "error", "another name")


class _Process:
    """One of the two processes, seen by the grader."""

    def __init__(self, role):
        ours, theirs = socket.socketpair()
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        environment |= {"NUMBA_NUM_THREADS": "1", "MLCOMPANION_OUTPUT": "plain"}
        program = [sys.executable, "-m", "tools.courtroom", role, str(theirs.fileno())]
        self.process = subprocess.Popen(
            program, pass_fds=[theirs.fileno()], env=environment, cwd=ROOT, stdin=subprocess.DEVNULL
        )
        theirs.close()
        self.control = Line(ours)

    def bench(self, **given):
        """A bench that has run what is given; it is not waited for."""
        ours, theirs = socket.socketpair()
        self.control.send_lines(Line(theirs))
        theirs.close()
        line = Line(ours)
        line.send(given)
        return line

    def close(self):
        """End the process."""
        self.control.close()
        self.process.wait(10)


class Court:
    """Judges answers in two processes beside; use it in a ``with``.

    Parameters
    ----------
    seconds : float, optional
        What a student's code may take for an exercise, calls of its functions included.
    megabytes : int, optional
        The memory that it may take.
    hidden : sequence of str, optional
        Folders that it may not read.
    """

    def __init__(self, seconds=SECONDS, megabytes=MEGABYTES, hidden=()):
        self.limits = {"seconds": seconds, "megabytes": megabytes}
        self.hidden = [str(path) for path in hidden]
        self.benches = {}

    def __enter__(self):
        self.room = _Process("room")
        self.desk = _Process("desk")
        return self

    def __exit__(self, *error):
        for benches in self.benches.values():
            for line in benches:
                line.close()
        self.room.close()
        self.desk.close()

    def _benches(self, question):
        """The room's and the desk's bench for a question, prepared once, side by side."""
        if question not in self.benches:
            cells = list(question.given)
            found = (
                self.room.bench(cells=cells),
                self.desk.bench(cells=cells, variant=question.variant, model=question.model),
            )
            for line in found:
                ready = line.receive(PREPARING)
                if "failed" in ready:
                    raise RuntimeError(f"what the exercise gives fails: {ready['failed']}")
            self.benches[question] = found
        return self.benches[question]

    def judge(self, question, cells, seed=0):
        """Judge the cells of an answer.

        Parameters
        ----------
        question : Question
        cells : list of str
        seed : int, optional
            What a student's own numbers are drawn from.

        Returns
        -------
        Verdict
        """
        room, desk = self._benches(question)
        asks, answers = map(Line, socket.socketpair())
        told, tells = map(Line, socket.socketpair())
        spare, other = map(Line, socket.socketpair())
        room.send_lines(answers, spare)
        drawn = {"variant": question.variant, "seed": seed}
        asked = {"cells": cells, "hidden": self.hidden, "alone": question.alone}
        room.send({**asked, **drawn, **self.limits})
        desk.send_lines(asks, tells)
        checks = {kind: getattr(question, kind) for kind in ("run", "visible", "hidden", "names")}
        desk.send({**checks, **drawn, **self.limits})
        student = room.receive(PREPARING)["process"]
        checker = desk.receive(PREPARING)["process"]
        for line in (asks, answers, tells, spare, other):
            line.close()
        try:
            found = told.receive(2 * self.limits["seconds"] + CHECKING)
        except TimeoutError:
            found = {"state": "slow", "told": "the check takes too long with this answer"}
        except EOFError:
            found = {"state": "dead", "told": "the check itself ended"}
        finally:
            told.close()
            for number in (student, checker):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(number, signal.SIGKILL)
        return _verdict(found)


def _verdict(found):
    words = found.get("all") or (found["told"] if found["state"] != "done" else "")
    failed = found.get("failed") or {kind: words for kind in ("visible", "hidden")}
    failed = {kind: words for kind, words in failed.items() if words}
    state = found["state"]
    if state == "done" and failed and found["told"]:
        state = "error"
    return Verdict(state, found["told"], failed)
