"""The tools that store and scaffold notebooks."""

import contextlib
import io
import re
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from mlcompanion.teaching.claims import KINDS, load_claims
from tools import chapters, check, new_chapter, new_claims, normalize, pdf, start_page

ROOT = Path(__file__).resolve().parents[1]


def test_normalizing_keeps_text_only():
    image = new_output("display_data", data={"image/png": "x", "text/plain": "words"})
    timed = new_code_cell("t", metadata={"tags": ["nbval-ignore-output"], "execution": {}})
    timed.outputs = [new_output("stream", name="stdout", text="0.1 s")]
    cells = [new_markdown_cell("# t"), new_code_cell("y", outputs=[image]), timed]
    notebook = normalize.tidy(new_notebook(cells=cells, metadata={"widgets": {}}))
    assert notebook.cells[1].outputs[0].data == {"text/plain": "words"}
    assert notebook.cells[2].outputs == []
    assert notebook.cells[2].metadata == {"tags": ["nbval-ignore-output"]}
    assert [cell.id for cell in notebook.cells] == ["cell-001", "cell-002", "cell-003"]
    assert [cell.get("execution_count") for cell in notebook.cells] == [None, 1, 2]
    assert "widgets" not in notebook.metadata
    nbformat.validate(notebook)


def test_what_the_book_folds_and_the_code_of_solutions_is_folded_in_jupyterlab():
    cells = [
        new_code_cell("a", metadata={"tags": ["hide-input"]}),
        new_code_cell("b", metadata={"tags": ["remove-cell"]}),
        new_code_cell("c", metadata={"jupyter": {"source_hidden": True}}),
        new_markdown_cell("```{solution-start} ex-1\n```"),
        new_code_cell("d"),
        new_markdown_cell("```{solution-end}\n```"),
        new_code_cell("e"),
    ]
    notebook = normalize.tidy(new_notebook(cells=cells))
    folded = [cell.source for cell in notebook.cells if cell.metadata.get("jupyter")]
    assert folded == ["a", "b", "d"]


def test_the_start_page_of_jupyterlab_leads_to_every_chapter():
    page = start_page.start_page()
    text = "\n".join(cell.source for cell in page.cells)
    linked = set(re.findall(r"\]\(([\w/]+\.ipynb)\)", text))
    notebooks = {f"{chapters.page_of(path)}.ipynb" for path in chapters.all_notebooks()}
    assert linked == notebooks
    nbformat.validate(page)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.chdir(ROOT / "notebooks"):
        exec(next(cell.source for cell in page.cells if cell.cell_type == "code"))
    assert len(re.findall(r"\.ipynb$", printed.getvalue(), re.M)) == 3


def test_chapters_are_selected_by_page_and_part():
    pages = [chapters.page_of(path) for path in chapters.selected(["chen", "jmlr12/13_dal"])]
    assert "chen/02_background" in pages
    assert pages[-1] == "jmlr12/13_dal"
    assert all(page.startswith("chen/") for page in pages[:-1])
    assert chapters.selected([]) == chapters.all_notebooks()
    with pytest.raises(SystemExit, match="nowhere"):
        chapters.selected(["chen", "nowhere"])


PAGE = "part/01_slug"
LIST = """\
parts:
  - part: other
    letter: O
    chapters:
      - slug: 01_slug
        state: ready
  - part: part
    letter: P
    chapters:
      - slug: 01_slug
        title: "Title"
        source: "Someone (2011)"
        question: "Why?"
        state: planned
      - slug: 02_next
        title: "Next"
        state: planned
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A repository of our own with two planned chapters and a ready one."""
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "chapters.yml").write_text(LIST)
    monkeypatch.setattr(chapters, "CHAPTERS", tmp_path / "src" / "mlcompanion_chapters")
    monkeypatch.setattr(new_chapter, "CHAPTERS", chapters.CHAPTERS)
    monkeypatch.setattr(new_chapter, "NOTEBOOKS", tmp_path / "notebooks")
    for module in (chapters, new_chapter, new_claims):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "notebooks").mkdir()
    chapters.listed.cache_clear()
    yield tmp_path
    chapters.listed.cache_clear()


def test_scaffolded_claims_have_one_example_of_each_kind_that_can_be_judged(root):
    new_claims.main(PAGE)
    claims = load_claims(root / "src" / "mlcompanion_chapters" / "part" / "p01_slug" / "claims.yml")
    assert sorted(claim["kind"] for claim in claims.values()) == sorted(KINDS)
    assert set(claims) == new_chapter.EXAMPLES
    with pytest.raises(SystemExit, match="exists already"):
        new_claims.main(PAGE)


def test_a_scaffold_is_a_draft_with_all_that_belongs_to_a_chapter(root):
    with pytest.raises(SystemExit, match="comes first: make claims CHAPTER=part/01_slug"):
        new_chapter.main(PAGE)
    new_claims.main(PAGE)
    new_chapter.main(PAGE)
    assert chapters.drafts() == {PAGE}
    text = (root / "book" / "chapters.yml").read_text()
    assert text == LIST.replace("state: planned", "state: draft", 1)
    folder = root / "src" / "mlcompanion_chapters" / "part" / "p01_slug"
    tests = root / "tests" / "chapters" / "part" / "p01_slug"
    for path in (*folder.rglob("*.py"), *tests.glob("*.py")):
        compile(path.read_text(), path, "exec")
    assert (folder / "studies" / "p01_slug.py").is_file()
    assert len([*tests.glob("test_*.py")]) == 2
    notebook = nbformat.read(root / "notebooks" / f"{PAGE}.ipynb", as_version=4)
    nbformat.validate(notebook)
    prose = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert prose.startswith("# Title")
    assert prose.count("{exercise}") == prose.count("{solution-start}") == 4
    graded = yaml.safe_load((folder / "exercises.yml").read_text())
    assert all(f":label: {label}\n" in prose for label in graded)
    with pytest.raises(SystemExit, match="exists already"):
        new_chapter.main(PAGE)


def test_a_scaffold_calls_for_every_claim_that_can_be_settled(root):
    folder = chapters.chapter_folder(PAGE)
    folder.mkdir(parents=True)
    (folder / "claims.yml").write_text(
        "claims:\n"
        "- {id: rate, runs: page, measure: {slope: exponent}}\n"
        "- {id: lost, runs: none, measure: {x: nothing}}\n"
    )
    new_chapter.main(PAGE)
    notebook = nbformat.read(root / "notebooks" / f"{PAGE}.ipynb", as_version=4)
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert sum("slope=...,  # exponent" in cell for cell in code) == 1
    assert not any("lost" in cell or "table-1-error" in cell for cell in code)


def test_an_unlisted_chapter_is_refused():
    with pytest.raises(SystemExit, match="not listed"):
        chapters.listed_chapter("chen/99_nothing")


def test_a_draft_is_executed_and_judged_only_if_it_is_named(root, monkeypatch):
    monkeypatch.setattr(chapters, "NOTEBOOKS", root / "notebooks")
    new_claims.main(PAGE)
    new_chapter.main(PAGE)
    path = root / "notebooks" / f"{PAGE}.ipynb"
    assert chapters.all_notebooks() == chapters.judged_notebooks() == chapters.selected([]) == []
    assert chapters.all_notebooks(unfinished=True) == chapters.selected([PAGE]) == [path]
    with pytest.raises(SystemExit, match="neither a part nor a chapter"):
        chapters.selected(["part"])
    monkeypatch.setenv("MLCOMPANION_CHAPTER", PAGE)
    assert chapters.judged_notebooks() == [path]


def test_a_chapter_is_checked_with_the_tests_of_what_it_imports():
    (path,) = chapters.selected(["sugiyama/24_sparse_regression"])
    files = check.imported_by_chapter(path)
    assert "coordinate_descent.py" in {file.name for file in files}
    tests = {test.name for test in check.tests_of(files)}
    assert "test_sparse_baselines.py" in tests
    assert "test_polylines.py" not in tests
    words = [" ".join(map(str, command)) for command in check.commands(chapters.page_of(path), 2)]
    assert any("--nbval" in command for command in words)
    assert any("tests/chapters/sugiyama/s24_sparse_regression" in command for command in words)


def test_printing_without_chromium_says_what_is_missing(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="needs Chromium"):
        pdf.chromium()
    monkeypatch.setenv("CHROMIUM", "/somewhere/chromium")
    assert pdf.chromium() == "/somewhere/chromium"


def test_a_chapter_that_is_not_built_is_not_printed(monkeypatch, tmp_path):
    monkeypatch.setattr(pdf, "ONLY", tmp_path)
    monkeypatch.setattr(sys, "argv", ["pdf.py", "chen/02_background"])
    with pytest.raises(SystemExit, match="not built: chen/02_background"):
        pdf.main()
