"""Quiet code, two speeds, and reading times: a small book of one notebook, built."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from docutils import nodes

from book._ext import quiet, reading

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 30  # minutes of a first reading

CONF = """
project = "tiny"
extensions = ["myst_nb", "book._ext.quiet", "book._ext.speeds", "book._ext.processes"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
nb_execution_mode = "off"
root_doc = "index"
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}  # Sphinx would change its default
exclude_patterns = ["html", "doctrees"]
"""
OPENING = """# A chapter

:::{admonition} Source
:class: source-box
Somebody (1999). **You need** nothing. **Level** introductory. **Reading time** 50 min
:::
"""
ASIDE = """## The idea

The whole.

:::{aside} Why $a$ is two
Because $a$ is two, and

$$a+b$$
:::

The end."""
CAPTION = "<caption>Mira&#x27;s forty <b>rows</b></caption>"
TABLE = f'<table class="mlc-table">{CAPTION}<tr><td>1</td></tr></table>'


def printed(text):
    return [nbformat.v4.new_output("stream", text=text)]


def html(text):
    return [nbformat.v4.new_output("display_data", {"text/html": text, "text/plain": "words"})]


def code(source, outputs=(), *tags):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs), metadata={"tags": [*tags]})


def text(source, *tags):
    return nbformat.v4.new_markdown_cell(source, metadata={"tags": [*tags]})


CELLS = [
    text(OPENING),
    text(ASIDE),
    code("import one  # fmt: skip", (), "hide-input"),
    code("draw(2)", printed("two"), "hide-input"),
    code("draw(3)", html(TABLE), "hide-input", "deeper"),
    text("## In short\n\nRemember."),
    text("### Further data\n\nMore words.", "deeper"),
    code("x = 4\nledger.measure(\n    'four', x=x\n)\nprint(x)", printed("4")),
    text("#### A part of it\n\nStill more."),
    text(
        "### After it\n\nSeen at once.\n\n## Exercises\n\nTen words here that nobody has to read."
    ),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The HTML of the small book's chapter, built in a process of its own.

    Sphinx keeps its nodes and directives in the process: a second book of other extensions
    would warn that they are there already.
    """
    folder = tmp_path_factory.mktemp("book")
    (folder / "conf.py").write_text(CONF)
    (folder / "index.md").write_text("# All\n\n```{toctree}\n01\n```\n")
    python = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    notebook = nbformat.v4.new_notebook(cells=CELLS, metadata=python)
    nbformat.write(notebook, folder / "01.ipynb")
    warnings = folder / "warnings"
    places = ("-d", folder / "doctrees", folder, folder / "html")
    command = (sys.executable, "-m", "sphinx", "-q", "-b", "html", "-w", warnings, *places)
    subprocess.run(command, cwd=ROOT, check=True, timeout=120)
    assert warnings.read_text() == ""
    return (folder / "html" / "01.html").read_text()


def folds(page, kind):
    """Line and content of each fold of a kind."""
    pattern = rf'<details class="[^"]*{kind}[^>]*>\s*<summary>(.*?)</summary>(.*?)</details>'
    return re.findall(pattern, page, re.S)


def plain(markup):
    return re.sub(r"<[^>]+>", "", markup)


def test_hidden_code_opens_from_one_link_below_its_output(page):
    assert 'class="admonition hide' not in page
    first, table, verdict = folds(page, "mlc-behind")
    assert first[0] == "code of this result"
    assert "import one" in plain(first[1])
    assert "draw(2)" in plain(first[1])
    assert page.index("two\n") < page.index("draw")
    assert "fmt:" not in page
    assert table[0] == "code of this table"
    assert verdict[0] == "code of this verdict"
    assert "ledger.measure" in plain(verdict[1])
    seen = page[: page.index("code of this verdict")]
    assert "ledger" not in plain(seen)


def test_what_is_shown_is_all_but_plumbing():
    code = (
        "a = [1,\n     2]  # fmt: skip\n# fmt: off\nledger.measure('x', a=a)\nb = 'ledger.measure'"
    )
    shown, records = quiet.split(code)
    assert shown == "a = [1,\n     2]\nb = 'ledger.measure'"
    assert records == "ledger.measure('x', a=a)"
    assert quiet.split("source(f)\nx = 1\nledger.show()") == ("x = 1", "source(f)\nledger.show()")
    assert quiet.split("sources = 3\nsource_table(x)") == ("sources = 3\nsource_table(x)", "")
    assert quiet.split("%time f(") == ("%time f(", "")


def test_every_line_of_every_chapter_is_still_there():
    """Nothing but formatters' comments is lost between a cell and its page."""
    for path in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        for cell in reading.read(path):
            if cell["cell_type"] == "code":
                source = "".join(cell["source"])
                parts = "\n".join(quiet.split(source))
                words = re.sub(r"# fmt: \w+", "", source).split()
                assert sorted(parts.split()) == sorted(words), path


def test_a_section_folds_below_its_heading(page):
    section = page[page.index('id="further-data"') : page.index('id="after-it"')]
    assert section.index("<h3>") < section.index("<details") < section.index("More words")
    assert section.index("<h4>") > section.index("<details")
    assert "Still more" in section
    assert section.count("mlc-deeper") == 1
    after = page[page.index('id="after-it"') :]
    assert "mlc-deeper" not in after
    minutes = re.search(r'<span class="mlc-place">(\d+) min', section)[1]
    assert int(minutes) == reading.folded_minutes(CELLS, 6)


def test_an_aside_and_a_table_fold_under_their_words(page):
    aside = next(line for line, _ in folds(page, "mlc-deeper") if "Why" in line)
    assert 'class="math' in aside
    table = next(line for line, _ in folds(page, "mlc-deeper") if "Mira's forty" in line)
    assert plain(table).strip() == "Mira's forty rows"
    assert page.index("forty rows</summary>") < page.index("<caption>")


def test_minutes_count_what_is_read(page):
    first, whole = reading.times(CELLS)
    assert f"{first} min for a first reading, {whole} min for all" in page
    assert "50 min" not in page
    assert first < whole


def test_effort_is_counted_by_kind():
    found = reading.of_text(
        "Three words here: $a$ and $b_1$.\n\n$$c$$ (eq:x)\n\n:::{prf:lemma}\n:label: l\n:::"
    )
    assert (found.inline, found.displays, found.drawn) == (2, 1, 1)
    assert found.words == 5  # with the full stop after a formula
    marked = reading.of_text("Three words here: <!-- slide: Other words of $a$ and\n$$b$$: -->")
    assert marked == reading.Effort(words=3)
    widget = code("@explore(\n    a=1)\ndef f():\n    pass", html("x"), "hide-input")
    assert reading.of_code(widget) == reading.Effort(moves=1)
    seen = code("a\n\nb", html("x"))
    assert reading.of_code(seen) == reading.Effort(lines=2, drawn=1)
    checks = code("a\nb", (), "remove-cell")
    assert reading.of_code(checks) == reading.Effort()
    plumbing = code("a = 1\nledger.measure('x', a=a)\nsource(f)", html("x"))
    assert reading.of_code(plumbing) == reading.Effort(lines=1, drawn=1)
    hundred = reading.Effort(words=1000)
    assert hundred.minutes == 10
    assert (hundred + reading.Effort(displays=3)).minutes == 12


def test_a_first_reading_takes_at_most_half_an_hour():
    """About 20 minutes are aimed at; what is above 30 has to be folded, or left out."""
    long = {}
    for path in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        first, _ = reading.times(reading.read(path))
        if first > LIMIT:
            long[f"{path.parent.name}/{path.stem}"] = first
    assert long == {}


def test_folding_shortens_the_first_reading_and_nothing_else():
    path = ROOT / "notebooks" / "jmlr12" / "01_lapsvm.ipynb"
    cells = reading.read(path)
    first, whole = reading.times(cells)
    heads = [k for k, c in enumerate(cells) if "".join(c["source"]).startswith("## A graph knows")]
    cells[heads[0]]["metadata"]["tags"] = ["deeper"]
    shorter, same = reading.times(cells)
    assert same == whole
    assert shorter == pytest.approx(first - reading.folded_minutes(cells, heads[0]), abs=1)


def test_a_folded_cell_says_what_it_holds():
    for path in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if reading.DEEPER not in reading.tags(cell):
                continue
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                assert reading.HEADING.match(source), f"{path}: deeper begins with a heading"
            else:
                drawn = [o for o in cell["outputs"] if o["output_type"] == "display_data"]
                assert drawn, f"{path}: a folded cell shows a table or a figure"


def test_code_is_called_by_what_it_draws():
    def cell(*parts):
        output = nodes.container("", *parts, nb_element="cell_code_output")
        return nodes.container("", output, nb_element="cell_code")

    widget = nodes.raw("", '<figure class="mlc-explore"></figure>', format="html")
    assert quiet.words_for(cell(widget)) == "code of this widget"
    assert quiet.words_for(cell(nodes.image(uri="a.png"))) == "code of this figure"
    assert quiet.words_for(cell(nodes.paragraph())) == "code of this result"
    assert quiet.words_for(nodes.container(nb_element="cell_code")) == "code of this page"


def test_a_caption_is_the_first_sentence_of_the_description():
    figures = importlib.import_module("book._ext.figures")
    assert figures.caption_of("Two curves: one falls.\nThe other rises.") == "Two curves."
    assert figures.caption_of("Left: one falls. Right: one rises.") == "Left: one falls."
    assert (
        figures.caption_of("At 0.5 and 2.0 points it\nstops") == "At 0.5 and 2.0 points it stops."
    )
