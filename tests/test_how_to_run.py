"""An exercise that changes a cell says how to run it: a small book of one chapter, built."""

import re

import nbformat
import pytest

CONF = """
project = "tiny"
extensions = ["myst_nb", "sphinx_exercise", "book._ext.exercises"]
myst_enable_extensions = ["colon_fence"]
nb_execution_mode = "off"
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}  # extensions write into it
root_doc = "index"
"""
EXERCISE = ":::{{exercise}} A title ({kind}, 5 min)\n:label: ex-{label}\n\nAsked.\n:::"
CHAPTER = "notebooks/part/01_chapter"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The text of a chapter with two exercises, and of a page that is no chapter with one."""
    from sphinx.application import Sphinx

    source = tmp_path_factory.mktemp("book")
    changing = EXERCISE.format(kind="change this cell", label="change")
    texts = ["# Title", changing, EXERCISE.format(kind="warm-up", label="warm-up")]
    cells = [*map(nbformat.v4.new_markdown_cell, texts), nbformat.v4.new_code_cell("given = 1")]
    (source / "notebooks" / "part").mkdir(parents=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), source / f"{CHAPTER}.ipynb")
    (source / "conf.py").write_text(CONF)
    (source / "index.md").write_text(
        f"# All\n\n(how-to-run)=\n## Run\n\n{changing.replace('ex-', 'index-')}\n\n"
        f"```{{toctree}}\n{CHAPTER}\n```\n"
    )
    out = source / "html"
    with open(source / "warnings", "w") as warnings:
        Sphinx(source, source, out, source / "trees", "html", None, None, warning=warnings).build()
    assert "how-to-run" not in (source / "warnings").read_text()
    return [(out / f"{page}.html").read_text() for page in (CHAPTER, "index")]


def test_only_a_chapter_s_exercise_that_changes_a_cell_says_how_to_run_it(built):
    chapter, index = built
    assert chapter.count("To run it: ") == 1
    assert chapter.index("Asked.") < chapter.index("To run it: ") < chapter.index("warm-up, 5 min")
    assert "To run it: " not in index


def test_the_line_names_the_chapter_and_leads_to_the_set_up(built):
    line = re.search(r'<p class="mlc-run">.*?</p>', built[0], re.S)[0]
    words = re.sub(r"<[^>]+>", "", line)
    assert words.startswith("To run it: make lab, open part/01_chapter.ipynb, click into the cell")
    assert re.search(r'href="\.\./\.\./index\.html#how-to-run"', line)
