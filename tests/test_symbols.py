"""A chapter's key of symbols comes from the notation page and its formulas."""

from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from docutils import nodes

from book._ext import symbols
from book._ext.chapter_text import all_directives, source_of

ROOT = Path(__file__).resolve().parents[1]


TEXT = (
    r"Of $n=l+u$ points with $\alpha_i$ and $x_{i}$: $$k(x_i,x)\;\gamma_I\,\alpha$$ and $t\in T$."
)
CELLS = [{"cell_type": "markdown", "source": [TEXT]}]


def test_meanings_come_from_the_notation_page():
    lines = [
        "- $n$",
        r"- $x_i$",
        "- $k(x,x')$",
        r"- $l,\,u$",
        r"- $\gamma_I$ — weight of the graph",
    ]
    found = symbols.key(lines, CELLS)
    assert [row.meaning for row in found] == [
        "observations",
        "data, an observation",
        "kernel (always with arguments)",
        "labelled and unlabelled observations, $n=l+u$",
        "weight of the graph",
    ]
    assert found[0].code == "`n_samples`"
    cells = symbols.table(found).findall(nodes.entry)
    assert sum(1 for _ in cells) == 3 * 6


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("- $d$", "no formula"),
        ("- $x_j$", "no formula"),
        (r"- $\alpha$", "Kernels and densities, Probability, Online learning"),
        (r"- $\gamma_I$", "nowhere"),
        ("- n", "no line"),
    ],
)
def test_a_wrong_line_is_refused(line, words):
    with pytest.raises(symbols.ExtensionError, match=words):
        symbols.key([line], CELLS)


def test_a_letter_of_two_fields_names_its_field():
    (row,) = symbols.key([r"- $\alpha$ (Online learning)"], CELLS)
    assert row.meaning == "rate at which the best expert changes"


def test_what_stands_in_the_key_alone_is_not_used():
    cells = [{"cell_type": "markdown", "source": [":::{symbols}\n- $d$\n:::\n\n$n$"]}]
    with pytest.raises(symbols.ExtensionError, match="no formula"):
        symbols.key(["- $d$"], cells)


def test_symbols_of_the_table_are_cut_at_relation_and_argument():
    assert symbols.cores(r"X\in\R^{n\times d}") == {("X",)}
    assert symbols.cores(r"l,\,u") == {("l",), ("u",)}
    assert symbols.cores(r"B_\psi(u\,\Vert\,v)") == {("B", "_", r"\psi", "(")}
    assert symbols.cores(r"t=1,\dots,T") == {("t",), ("T",)}
    assert len(symbols.rows()) > 40


def test_every_key_of_the_book_is_right():
    for path in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        cells = symbols.reading.read(path)
        text = "\n\n".join(source_of(cell) for cell in cells if cell["cell_type"] == "markdown")
        for box in all_directives(text):
            if box.name == "symbols":
                assert symbols.key(box.body.splitlines(), cells), path


def test_the_directive_folds_the_key(tmp_path):
    """As a build runs it: on a notebook's file, with an environment that is told of the page."""
    path = tmp_path / "01.ipynb"
    told = []
    cell = nbformat.v4.new_markdown_cell(TEXT)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    env = SimpleNamespace(note_dependency=told.append, docname="01", doc2path=lambda _: path)
    (fold,) = symbols.Symbols.run(SimpleNamespace(env=env, content=["- $n$"]))
    assert "observations" in fold.astext()
    assert told == [str(symbols.NOTATION)]
