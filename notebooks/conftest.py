"""nbval judges the executed copies, and each chapter keeps within its time budget.

A copy is executed here only if there is none of today's state (``tools/execute.py``): one execution
serves the tests and the book. nbval asks a kernel for outputs; the kernel it gets plays them back
from the copy, so that the comparison with the stored notebook is all nbval's. The copy was made for
the book, whose HTML no stored notebook holds: it is left out. The measured numbers of a ledger are
compared as ``tools/settle.py`` says, everything else to the letter.

A chapter's share is 12 s of one core of the machine on which the book was written, without the
frames of its widgets; ``make times`` names every chapter that is over it. Here a chapter fails
that runs away: 30 s, kernel, imports and the page's figures included, counted as a multiple of
a fixed workload that is measured beside the execution: a slow machine does not fail it. It is
processor time, so that neighbours on the machine do not count. An execution in which machine
code was compiled is not judged.
"""

from collections import deque
from pathlib import Path

import nbformat
import pytest
from nbval.plugin import IPyNbFile

from tools import chapters, execute, settle

ROOT = Path(__file__).resolve().parents[1]

BUDGET = 30.0  # seconds
WIDGET = "application/vnd.mlcompanion.widget+json"


def pytest_ignore_collect(collection_path):
    """Leave out drafts, unless one is asked for: an unfinished chapter fails no test."""
    is_notebook = collection_path.suffix == ".ipynb"
    return True if is_notebook and collection_path not in chapters.judged_notebooks() else None


class Playback:
    """What nbval takes for a kernel: it answers with the outputs of an executed copy."""

    def __init__(self, notebook):
        self._cells = iter([cell for cell in notebook.cells if cell.cell_type == "code"])
        self._messages = deque()

    def is_alive(self):
        """It never dies."""
        return True

    def stop(self):
        """Nothing runs."""

    def execute_cell_input(self, source, allow_stdin=None):
        """Look the cell up and lay its outputs out as messages."""
        cell = next(cell for cell in self._cells if cell.source == source)
        if source.strip() and cell.execution_count is None:
            pytest.skip("not run: an earlier cell failed")
        answer = {"parent_header": {"msg_id": cell.id}}
        self._messages = deque(
            {**answer, "msg_type": output.output_type, "content": output} for output in cell.outputs
        )
        idle = {"execution_state": "idle"}
        self._messages.append({**answer, "msg_type": "status", "content": idle})
        return cell.id

    def await_reply(self, msg_id, timeout=None):
        """The answer is there already."""

    def await_idle(self, msg_id, timeout=None):
        """The answer is there already."""

    def get_message(self, stream, timeout=None):
        """The next output; the last message says that the kernel is idle."""
        return self._messages.popleft()


class TimeBudget(pytest.Item):
    """A chapter's execution took no longer than it may."""

    def runtest(self):
        """Compare the stamp with the budget."""
        known = execute.stamp(self.path)
        if known["compiled"]:
            pytest.skip("machine code was compiled on the way: the next execution is judged")
        limit = BUDGET * known["slowness"]
        if known["seconds"] > limit:
            execute.forget(self.path)  # the next run measures again
            pytest.fail(
                f"{known['seconds']:.1f} s of a core; the budget is {limit:.1f} s here "
                f"({known['slowness']:.2f} times the reference machine's)",
                pytrace=False,
            )

    def reportinfo(self):
        """Where it stands in reports."""
        return self.path, 0, f"{self.path.name}::time"


def play_back(notebook):
    """Give nbval the executed copy to judge; execute first what has no copy of today's state."""
    if not execute.stamp(notebook.path):
        execute.execute(notebook.path)
    copy = nbformat.read(execute.executed_file(notebook.path), as_version=4)
    settle.settle(nbformat.read(notebook.path, as_version=4), copy)
    notebook.kernel = Playback(copy)
    notebook.skip_compare += ("text/html",)
    if WIDGET not in notebook.path.read_text(encoding="utf-8"):  # stored before widgets told it
        notebook.skip_compare += (WIDGET,)
    notebook.setup_sanitize_files()


def cells_and_time(notebook, cells=IPyNbFile.collect):
    """A test for each code cell, and one for the time of all."""
    yield from cells(notebook)
    yield TimeBudget.from_parent(notebook, name="time")


IPyNbFile.setup = play_back
IPyNbFile.collect = cells_and_time


def pytest_terminal_summary(terminalreporter):
    """Say how often notebooks were executed since the last ``make clean``."""
    count = len(execute.all_notebooks())
    terminalreporter.write_line(f"{count} notebooks, {execute.executions()} executions")
