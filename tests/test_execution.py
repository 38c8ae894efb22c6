"""One execution for tests and book: nbval judges the executed copies."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import book, chapters, execute, fingerprints, normalize

ROOT = Path(__file__).resolve().parents[1]

LEDGER = "application/vnd.mlcompanion.ledger+json"


def printed(text):
    return new_output("stream", name="stdout", text=text)


def shown(text, **more):
    return new_output("display_data", data={"text/plain": text, **more})


LIST = """\
parts:
  - part: part
    letter: P
    chapters: [{slug: 08_draft, state: draft}]
"""
STORED = {
    "a = 2": [],
    "print(a)": [printed("2\n")],
    "table()": [shown("a table")],
    "ledger.show()": [shown("a ledger", **{LEDGER: {"claims": []}})],
}
BOOK = {
    **STORED,
    "table()": [shown("a table", **{"text/html": "<table></table>", "image/png": "AAAA"})],
    "ledger.show()": [shown("a ledger", **{LEDGER: {"claims": []}, "text/html": "…"})],
}
ERROR = new_output("error", ename="ValueError", evalue="no", traceback=["ValueError: no"])


def notebook(outputs, ran=True):
    cells = [new_code_cell(source, outputs=shown) for source, shown in outputs.items()]
    for count, cell in enumerate(cells, start=1):
        cell.execution_count = count if ran else None
    return new_notebook(cells=cells)


def judge(root, copies):
    """Let nbval judge executed copies, as ``make book`` leaves them; return each test's outcome.

    ``copies`` gives, by slug, an executed copy and what differs in its stamp.
    """
    shutil.copytree(ROOT / "tools", root / "tools")
    shutil.copy(ROOT / "requirements.lock", root)
    (root / "src").symlink_to(ROOT / "src")
    (root / "book").mkdir()
    (root / "book" / "chapters.yml").write_text(LIST)
    (root / "notebooks" / "part").mkdir(parents=True)
    shutil.copy(ROOT / "notebooks" / "conftest.py", root / "notebooks")
    (root / "_build" / "executed" / "part").mkdir(parents=True)
    for slug, (copy, changes) in copies.items():
        path = root / "notebooks" / "part" / f"{slug}.ipynb"
        nbformat.write(notebook(STORED), path)
        target = root / "_build" / "executed" / "part" / f"{slug}.ipynb"
        nbformat.write(copy, target)
        key = fingerprints.fingerprint(path)
        stamp = {"fingerprint": key, "seconds": 1, "slowness": 1}
        stamp |= {"compiled": False, "failure": ""} | changes
        target.with_suffix(".json").write_text(json.dumps(stamp))
    words = ["-m", "pytest", "--nbval", "--color=no", "-v", "-p", "no:cacheprovider", "notebooks"]
    run = subprocess.run([sys.executable, *words], cwd=root, capture_output=True, text=True)
    lines = re.findall(r"^notebooks/part/(\w+)[:.]+ipynb::(.+?) ([A-Z]+)", run.stdout, re.M)
    return {(slug, name): outcome for slug, name, outcome in lines}, run.stdout + run.stderr


# nbval runs over seven notebooks in a process of its own: some seconds.
def test_a_stream_that_came_in_pieces_is_one():
    outputs = [printed("a"), printed("b\n"), shown("a figure"), printed("c\n")]
    assert chapters.joined(outputs) == [printed("ab\n"), shown("a figure"), printed("c\n")]
    apart = [printed("a\n"), new_output("stream", name="stderr", text="b\n")]
    assert chapters.joined(apart) == apart


# A pytest of its own is started: some seconds.
def test_nbval_judges_what_the_book_executed(tmp_path):
    limit = re.search(r"^BUDGET = ([\d.]+)", (ROOT / "notebooks" / "conftest.py").read_text(), re.M)
    over = 1 + float(limit[1])
    another = {LEDGER: {"claims": [{"id": "new"}]}}
    copies = {
        "01_same": (notebook(BOOK), {}),
        "02_number": (notebook({**BOOK, "print(a)": [printed("3\n")]}), {}),
        "03_ledger": (notebook({**BOOK, "ledger.show()": [shown("a ledger", **another)]}), {}),
        "04_error": (failed_copy(), {"failure": "Cell 1: ValueError: no"}),
        "05_slow": (notebook(BOOK), {"seconds": over}),
        "06_slow_machine": (notebook(BOOK), {"seconds": over, "slowness": 2}),
        "07_compiled": (notebook(BOOK), {"seconds": over, "compiled": True}),
        "08_draft": (failed_copy(), {"failure": "Cell 1: ValueError: no"}),
    }
    outcomes, log = judge(tmp_path, copies)
    assert len(outcomes) == (len(copies) - 1) * (len(STORED) + 1), log
    assert not [slug for slug, _ in outcomes if slug == "08_draft"], "a draft fails no test"
    assert {key: outcome for key, outcome in outcomes.items() if outcome != "PASSED"} == {
        ("02_number", "Cell 1"): "FAILED",
        ("03_ledger", "Cell 3"): "FAILED",
        ("04_error", "Cell 1"): "FAILED",
        ("04_error", "Cell 2"): "SKIPPED",
        ("04_error", "Cell 3"): "SKIPPED",
        ("05_slow", "time"): "FAILED",
        ("07_compiled", "time"): "SKIPPED",
    }
    assert "mismatch 'stdout'" in log
    assert "ValueError: no" in log
    assert "7 notebooks, 0 executions" in log
    stamps = {path.stem for path in (tmp_path / "_build" / "executed" / "part").glob("*.json")}
    assert stamps == set(copies) - {"05_slow"}, "a slow one is measured again the next time"


def failed_copy():
    """A copy whose second cell raised."""
    copy = notebook(BOOK)
    copy.cells[1].outputs = [ERROR]
    for cell in copy.cells[2:]:
        cell.outputs = []
        cell.execution_count = None
    return copy


@pytest.fixture
def build(tmp_path, monkeypatch):
    """A place of our own for executed copies, and a count of the runs that were asked for."""
    monkeypatch.setattr(execute, "EXECUTED", tmp_path / "executed")
    monkeypatch.setattr(execute, "EXECUTIONS", tmp_path / "executions.txt")
    monkeypatch.setattr(execute, "BUILD", tmp_path)
    monkeypatch.setattr(execute, "workload", lambda: execute.REFERENCE)
    monkeypatch.setattr(execute, "run_notebook", lambda path, mode: result["run"])
    result = {"run": chapters.Run(notebook(BOOK), 3.0, "")}
    return result


def test_a_notebook_is_executed_once_until_something_changes(build, tmp_path):
    path = tmp_path / "part" / "01_page.ipynb"
    path.parent.mkdir()
    nbformat.write(notebook(STORED), path)
    assert not execute.is_fresh(path)
    execute.execute(path)
    assert execute.is_fresh(path)
    assert execute.executions() == 1
    nbformat.write(notebook({**STORED, "a = 3": []}), path)
    assert not execute.is_fresh(path)
    build["run"] = chapters.Run(failed_copy(), 3.0, "Cell 1: ValueError: no")
    execute.execute(path)
    assert execute.stamp(path)["failure"] == "Cell 1: ValueError: no"
    assert not execute.is_fresh(path), "what failed is tried again"


def test_the_book_finds_outputs_of_cells_whose_tags_changed(build, tmp_path, monkeypatch):
    from jupyter_cache import get_cache

    monkeypatch.setattr(book, "BUILD", tmp_path)
    path = tmp_path / "part" / "01_page.ipynb"
    path.parent.mkdir()
    for tags in ([], ["hide-input"]):
        page = notebook(STORED)
        page.cells[0].metadata["tags"] = tags
        nbformat.write(page, path)
        execute.execute(path)
        book.fill_cache([path])
        found = get_cache(str(tmp_path / "jupyter_cache")).match_cache_notebook(page)
        assert found.uri == str(path)


def test_what_git_holds_comes_from_the_executed_copy(build, tmp_path):
    path = tmp_path / "part" / "01_page.ipynb"
    path.parent.mkdir()
    cells = [new_code_cell(source) for source in STORED]
    nbformat.write(new_notebook(cells=[new_markdown_cell("Words."), *cells]), path)
    assert normalize.store(path) == 3.0
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[0].source == "Words."
    outputs = [cell.outputs for cell in stored.cells[1:]]
    assert outputs == list(STORED.values())
    normalize.store(path)
    assert execute.executions() == 1
    nbformat.write(notebook({**STORED, "a = 3": []}), path)
    build["run"] = chapters.Run(failed_copy(), 3.0, "Cell 1: ValueError: no")
    with pytest.raises(SystemExit, match="Cell 1: ValueError: no"):
        normalize.store(path)


def test_the_stamp_tells_drawing_from_executing(build, tmp_path):
    path = tmp_path / "part" / "01_page.ipynb"
    path.parent.mkdir()
    nbformat.write(notebook(STORED), path)
    for output in build["run"].notebook.cells[2].outputs:
        output.metadata = {"mlcompanion": {"drawing_seconds": 1.25}}
    known = execute.execute(path)
    assert (known["seconds"], known["drawing"], known["slowness"]) == (1.75, 1.25, 1.0)


def test_machine_code_is_counted_wherever_it_is_kept(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    before = execute.machine_code()
    (tmp_path / "mlcompanion-digest").mkdir()
    (tmp_path / "mlcompanion-digest" / "f.nbc").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert execute.machine_code() == before + 1


# Two kernels are started, and one has to run into its limit of 2 s.
def test_a_run_stops_at_the_cell_that_fails_and_names_it(tmp_path, monkeypatch):
    monkeypatch.setattr(chapters, "CELL_TIMEOUT", 2)
    path = tmp_path / "01_page.ipynb"
    for source, failure in (
        ("raise ValueError('no')", "Cell 1: ValueError: no"),
        ("while True: pass", "Cell 1: CellTimeoutError"),
    ):
        nbformat.write(notebook({"print(1)": [], source: [printed("old")], "3": []}), path)
        run = chapters.run_notebook(path, "plain")
        assert run.failure.startswith(failure)
        first, second, third = run.notebook.cells
        assert first.outputs[0].text == "1\n"
        assert [output.output_type for output in second.outputs] == ["error"]
        assert (third.outputs, third.execution_count) == ([], None)


def test_kernels_start_warm_and_know_nothing_of_each_other(tmp_path):
    path = tmp_path / "01_page.ipynb"
    found = []
    look = "import sys, numpy; print('scipy.stats' in sys.modules, hasattr(numpy, 'left'))"
    for source in (f"{look}; numpy.left = left = 1", f"{look}; print('scipy' in globals()); left"):
        nbformat.write(notebook({source: []}), path)
        run = chapters.run_notebook(path, "plain")
        found.append(run.notebook.cells[0].outputs[0].text)
        assert run.seconds > 0.3, "what a cold kernel takes for its imports counts"
    assert found == ["True False\n", "True False\nFalse\n"]
    assert run.failure.startswith("Cell 0: NameError")
