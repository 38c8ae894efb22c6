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

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import chapters  # noqa: E402
import new_chapter  # noqa: E402
import normalize  # noqa: E402
import pdf  # noqa: E402
import start_page  # noqa: E402


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


# A kernel is started and draws two widgets: some seconds.
def test_a_scaffolded_chapter_runs_and_has_every_part(tmp_path, monkeypatch):
    monkeypatch.setattr(new_chapter, "NOTEBOOKS", tmp_path)
    monkeypatch.setattr(new_chapter, "ROOT", tmp_path)
    chapter = {"title": "Title", "source": "Someone (2011)", "question": "Why?"}
    monkeypatch.setattr(new_chapter, "listed_chapter", lambda part, slug: chapter)
    with pytest.raises(SystemExit, match="comes first"):
        new_chapter.main("part", "01_slug")
    claims = tmp_path / "book" / "claims" / "part" / "01_slug.yml"
    claims.parent.mkdir(parents=True)
    lost = {
        "id": "lost", "kind": "claim", "statement": "s", "place": "p", "source": "x",
        "setup": {"data": "d"},
        "measure": {}, "runs": "none", "reason": "the data are lost", "rule": "none",
    }  # fmt: skip
    file = {"chapter": "part/01_slug", "claims": [lost], "changes": []}
    claims.write_text(yaml.safe_dump(file))
    new_chapter.main("part", "01_slug")
    normalize.store(tmp_path / "part" / "01_slug.ipynb")
    notebook = nbformat.read(tmp_path / "part" / "01_slug.ipynb", as_version=4)
    prose = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert "# Title" in prose
    assert prose.count("{exercise}") == prose.count("{solution-start}") == 4
    assert ":label: ex-01-slug-1" in prose
    with pytest.raises(SystemExit):
        new_chapter.main("part", "01_slug")


def test_a_scaffold_calls_for_every_claim_that_can_be_settled(tmp_path, monkeypatch):
    monkeypatch.setattr(new_chapter, "ROOT", tmp_path)
    file = tmp_path / "book" / "claims" / "part" / "01_slug.yml"
    file.parent.mkdir(parents=True)
    file.write_text(
        "claims:\n"
        "- {id: rate, runs: page, measure: {slope: exponent}}\n"
        "- {id: lost, runs: none, measure: {x: nothing}}\n"
    )
    claims = new_chapter.page_claims("part/01_slug")
    assert [claim["id"] for claim in claims] == ["rate"]
    words = {"title": "T", "source": "S", "question": "Q", "page": "p/1", "short": "1"}
    code = [c.source for c in new_chapter.cells_of(words, claims) if c.cell_type == "code"]
    assert sum("slope=...,  # exponent" in cell for cell in code) == 1
    assert not any("lost" in cell for cell in code)


def test_an_unlisted_chapter_is_refused():
    with pytest.raises(SystemExit, match="not listed"):
        new_chapter.listed_chapter("chen", "99_nothing")


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
