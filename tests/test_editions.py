"""Editions: no solution in the students' pages, notebooks and search; rubrics in the staff's."""

import json
import pickle
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from book._ext import editions
from tools import book
from tools.course_data import graded_of

ROOT = Path(__file__).resolve().parents[1]

CHAPTER = "sugiyama/24_sparse_regression"
CONF = """
project = html_title = "tiny"
extensions = ["myst_nb", "sphinx_exercise", "book._ext.editions"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
nb_execution_mode = "off"
html_sourcelink_suffix = ""
source_suffix = {".rst": "restructuredtext"}  # extensions write into it
root_doc = "index"
"""
EXERCISE = """:::{{exercise}} A title (derivation, 5 min)
:label: {label}

Asked.
:::

:::{{admonition}} Hint
:class: dropdown

Hinted.
:::"""
GATE = "```{{solution-start}} {label}\n:class: dropdown\n```"
CODE = "ex-24_sparse_regression-4"
PROVED = "ex-24_sparse_regression-2"
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def chapter():
    """Two exercises; one's solution ends in a cell that goes on with prose."""
    output = nbformat.v4.new_output("display_data", data={"image/png": PICTURE})
    return new_notebook(
        cells=[
            new_markdown_cell("# Title\n\nOpening."),
            new_markdown_cell(EXERCISE.format(label=CODE)),
            new_code_cell("given = 1"),
            new_markdown_cell(GATE.format(label=CODE)),
            new_markdown_cell("Secretprose."),
            new_code_cell("secretcode = 2", metadata={"tags": ["hide-input"]}, outputs=[output]),
            new_markdown_cell("Secretend.\n\n```{solution-end}\n```\n\nBetween."),
            new_markdown_cell(EXERCISE.format(label=PROVED)),
            new_markdown_cell(GATE.format(label=PROVED)),
            new_markdown_cell("Secretproof.\n\n```{solution-end}\n```"),
            new_markdown_cell("Closing."),
        ]
    )


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A function that builds a book of one small chapter in some edition."""
    from sphinx.application import Sphinx

    def build(edition, notebook=None):
        monkeypatch.setenv("MLCOMPANION_EDITION", edition)
        source = tmp_path / "source"
        out = tmp_path / (edition or "public")
        (source / "notebooks" / "sugiyama").mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook or chapter(), source / "notebooks" / f"{CHAPTER}.ipynb")
        (source / "index.md").write_text(f"# All\n\n```{{toctree}}\nnotebooks/{CHAPTER}\n```\n")
        (source / "conf.py").write_text(CONF)
        app = Sphinx(source, source, out, tmp_path / f"{edition}-trees", "html", {}, None, None)
        app.build()
        return out

    return build


def texts(out):
    """All that a reader can get of the chapter: pages, notebooks, search."""
    kinds = (".html", ".ipynb", ".js", ".txt", ".json")
    return {path: path.read_text() for path in out.rglob("*") if path.suffix in kinds}


# Three small books: some seconds.
def test_each_edition_shows_what_it_should(built):
    public, student, staff = map(built, ("", "student", "staff"))
    page = f"notebooks/{CHAPTER}.html"
    for path, text in texts(student).items():
        assert "secret" not in text.lower(), path
    assert not [*student.rglob("*_images/*.png")]
    assert len([*public.rglob("*_images/*.png")]) == 1
    shown = (student / page).read_text()
    assert all(shown.count(word) == 2 for word in ("Asked.", "Hinted."))
    assert all(word in shown for word in ("Opening.", "given", "Between.", "Closing."))
    assert "student edition" in shown
    copy = nbformat.read(student / "_sources" / f"notebooks/{CHAPTER}.ipynb", as_version=4)
    nbformat.validate(copy)
    assert [cell.source for cell in copy.cells if cell.cell_type == "code"] == ["given = 1"]
    assert "Between." in [cell.source for cell in copy.cells]
    for out in (public, staff):
        shown = (out / page).read_text()
        assert all(w in shown for w in ("Secretprose", "secretcode", "Secretend", "Secretproof"))
        assert "secretproof" in (out / "searchindex.js").read_text()
    graded = graded_of(CHAPTER)
    shown = (staff / page).read_text()
    assert shown.count("For the staff") == 2
    assert f"For the staff: {graded[CODE].points} points" in shown
    assert shown.index("For the staff") < shown.index("Secretprose")
    assert "a check by numbers that could have failed" in shown
    assert "my_lam" in shown
    assert "For the staff" not in (public / page).read_text()
    assert "solution dropdown" in (public / page).read_text()
    assert "solution dropdown" not in shown


def test_a_solution_that_cannot_be_taken_out_stops_the_build(built):
    from sphinx.errors import SphinxError

    notebook = chapter()
    notebook.cells[4].source = "## A heading\n\nSecretprose."
    with pytest.raises(SphinxError):
        built("student", notebook)


def test_an_unknown_edition_is_refused(built, monkeypatch, capsys):
    from sphinx.errors import ConfigError

    with pytest.raises(ConfigError, match="MLCOMPANION_EDITION is student or staff, got 'x'"):
        built("x")
    monkeypatch.setattr(sys, "argv", ["book.py", "--edition", "x"])
    with pytest.raises(SystemExit):
        book.main()
    assert "invalid choice: 'x' (choose from" in capsys.readouterr().err


def test_no_edition_overwrites_another():
    places = {book.place_of(e, only) for e in ("", "student", "staff") for only in ([], [CHAPTER])}
    assert len(places) == 6
    assert book.place_of("", [CHAPTER]) == book.ONLY


def test_no_chapter_keeps_a_piece_of_a_solution():
    for path in (ROOT / "notebooks").glob("*/*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        kept = editions.without_solutions(cells)
        text = "\n".join(cell["source"] for cell in kept)
        assert "{solution-" not in text, path
        prose = "\n".join("".join(cell["source"]) for cell in cells)
        assert text.count("{exercise}") == prose.count("{exercise}"), path
        assert text.count("} Hint") == prose.count("} Hint"), path


def test_what_the_staff_sees_can_be_stored():
    from docutils.utils import new_document

    document = new_document("page")
    document += editions.staff_note(graded_of(CHAPTER)[PROVED], document)
    document.reporter = None
    assert "$" not in pickle.loads(pickle.dumps(document)).astext()
