import functools
import io
import json
import re
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from mlcompanion._jit import njit
from mlcompanion.teaching import show, source, source_table, table
from mlcompanion.teaching._chapters import chapters_root, page_of
from mlcompanion.teaching._style import RC
from mlcompanion.teaching.figures import few_colours, png_bytes
from mlcompanion.teaching.html import table_html
from mlcompanion.teaching.listing import _excerpt, source_text


@pytest.fixture
def shown(monkeypatch):
    bundles = []
    monkeypatch.setattr("mlcompanion.teaching.figures.get_ipython", object)
    for module in ("figures", "listing", "tables"):
        monkeypatch.setattr(
            f"mlcompanion.teaching.{module}.display", lambda b, **k: bundles.append((b, k))
        )
    return bundles


def sample(x):
    """Double a number.

    Parameters
    ----------
    x : float
    """
    return 2 * x


class Sample:
    """A class.

    More.
    """

    def method(self):
        """Do it.

        More still.
        """
        return 1


def test_source_is_the_code_that_runs_with_short_docstrings():
    code = source_text(sample)
    assert code.splitlines() == ["def sample(x):", '    """Double a number."""', "    return 2 * x"]
    assert "Parameters" in source_text(sample, docstring="keep")
    trimmed = source_text(Sample)
    assert "More" not in trimmed
    compile(trimmed, "sample", "exec")


class Nested:
    def first(self):
        def inner():
            """Inner.

            More.
            """
            return 0

        return inner

    def second(self):
        """Second.

        More.
        """
        return 1


def test_docstrings_inside_a_method_move_no_other():
    trimmed = source_text(Nested)
    assert "More" not in trimmed
    assert "        return inner\n" in trimmed
    assert trimmed.endswith('    def second(self):\n        """Second."""\n        return 1')


def test_source_looks_through_compilers_and_wrappers():
    wrapped = functools.wraps(sample)(lambda x: sample(x))
    assert source_text(njit(sample)) == source_text(sample) == source_text(wrapped)


def test_source_links_to_the_module_in_the_book(shown, monkeypatch):
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "book")
    source(table)
    assert 'href="mlc-source:mlcompanion.teaching.tables#line-' in shown[0][0]["text/html"]
    with pytest.raises(ValueError, match="at least one"):
        source()
    with pytest.raises(ValueError, match="docstring"):
        source(table, docstring="none")


def test_figures_need_words(shown):
    fig, _ = plt.subplots()
    with pytest.raises(ValueError, match="alt"):
        show(fig, "a plot")
    show(fig, "An empty pair of axes from 0 to 1.")
    bundle, options = shown[0]
    assert bundle["text/plain"] == "An empty pair of axes from 0 to 1."
    assert options["metadata"]["image/png"]["alt"] == bundle["text/plain"]
    assert not plt.fignum_exists(fig.number)


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (lambda ax: ax.plot([0, 1]), True),
        (lambda ax: ax.contourf(np.eye(3), alpha=0.2), True),
        (lambda ax: ax.imshow(np.eye(3)), False),
        (lambda ax: ax.pcolormesh(np.eye(3)), False),
    ],
)
def test_a_heat_map_is_no_drawing(shown, monkeypatch, draw, expected):
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "book")
    fig, axes = plt.subplots(1, 2)
    axes[0].plot([0, 1])
    draw(axes[1])
    show(fig, "Two panels; the second may be a picture.")
    assert shown[0][1]["metadata"]["image/png"]["drawing"] is expected


def test_a_figure_is_the_one_that_matplotlib_saves():
    def figure():
        fig, axes = plt.subplots(1, 2)
        axes[0].loglog([1, 300], [0.2, 80], label="a line")
        axes[0].legend()
        fig.colorbar(axes[1].imshow(np.eye(3)), ax=axes[1])
        return fig

    with mpl.rc_context(RC):
        buffer = io.BytesIO()
        fig = figure()
        figure().savefig(buffer, dpi=200)
        saved = few_colours(Image.open(buffer).convert("RGB"), 256).convert("RGB")
        mine = Image.open(io.BytesIO(png_bytes(fig))).convert("RGB")
    assert np.array_equal(np.asarray(mine), np.asarray(saved))
    assert fig.dpi == 100
    assert tuple(fig.get_size_inches()) == RC["figure.figsize"]
    plt.close("all")


def test_few_colours_keep_the_paper_white():
    noise = np.random.default_rng(0).integers(200, 256, (60, 60, 3), dtype=np.uint8)
    noise[:20] = 255
    few = np.asarray(few_colours(Image.fromarray(noise), 32).convert("RGB"))
    assert (few[:20] == 255).all()
    assert len(np.unique(few.reshape(-1, 3), axis=0)) <= 32
    dark = few_colours(Image.new("RGB", (8, 8), (40, 40, 40)), 32).convert("RGB")
    assert dark.getpixel((0, 0)) == (40, 40, 40)


def test_a_script_prints_words_and_no_picture(capsys):
    fig, ax = plt.subplots()
    ax.plot([1, 2])
    show(fig, "A line that rises from one to two.")
    assert capsys.readouterr().out == "A line that rises from one to two.\n"
    assert not plt.fignum_exists(fig.number)


def test_plain_figures_are_words_but_are_drawn(shown, monkeypatch):
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "plain")
    fig, ax = plt.subplots()
    show(fig, "An empty pair of axes from 0 to 1.")
    assert shown[0][0] == {"text/plain": "An empty pair of axes from 0 to 1."}
    fig, ax = plt.subplots()
    ax.set(xlabel="$\\nosuchsymbol$")
    with pytest.raises(ValueError, match="nosuchsymbol"):
        show(fig, "Axes whose label cannot be drawn.")
    plt.close(fig)


def test_table_rows_match_the_header(shown, monkeypatch):
    with pytest.raises(ValueError, match="2 cells"):
        table(["a", "b"], [[1]])
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "plain")
    table(["n", "error"], [[10, "1.5"]], "Errors")
    assert shown[0][0] == {"text/plain": "Errors\nn   error\n--  -----\n10  1.5"}


@pytest.mark.parametrize(
    "cell", ["0.12 ± 0.003", "−3.4 %", "3 of 20", "< 0.01", "12.5 ms", "2 (1)"]
)
def test_a_number_stays_with_its_error_and_unit(cell):
    assert f"<td>{cell.replace(' ', chr(160)).replace('<', '&lt;')}</td>" in table_html(
        ["a"], [[cell]]
    )


@pytest.mark.parametrize(
    ("cell", "shown"),
    [("-1520", "−1520"), ("-0.7 ± 0.1", "−0.7\xa0±\xa00.1"), ("10-20", "10-20"), ("k-1", "k-1")],
)
def test_a_negative_number_has_a_minus_sign(cell, shown):
    assert f"<td>{shown}</td>" in table_html(["a"], [[cell]])


@pytest.mark.parametrize(
    "cell",
    ["2 out of the 20 samples", "1 0 0 1 1 0 1 0 0 1 1", "1.2 / 3.4 / 5", "1, 2, 3", "no 3", ""],
)
def test_words_and_long_cells_may_wrap(cell):
    assert f"<td>{cell}</td>" in table_html(["a"], [[cell]])


def test_an_excerpt_is_the_part_between_two_texts():
    code = source_text(_excerpt)
    part = _excerpt(code, "start = next", "raise ValueError")
    assert part.splitlines()[0].startswith("start = next")
    assert part.splitlines()[-1].strip().startswith("raise ValueError")
    with pytest.raises(ValueError, match="no line of the source"):
        source(_excerpt, excerpt=("not there", "either"))
    with pytest.raises(ValueError, match="one object"):
        source(_excerpt, source_text, excerpt=("start", "end"))


TABLES = sorted(chapters_root().glob("*/*/tables/*.csv"))


@pytest.mark.parametrize("path", TABLES, ids=lambda p: f"{p.parents[1].name}/{p.stem}")
def test_source_tables_are_whole(path):
    place, titles, *rows = path.read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"# .+ \(\d{4}\), (Tables?|Section|Figure) .+", place)
    assert len(set(titles.split(","))) == len(titles.split(","))
    assert rows
    assert all(
        len(row.split(",")) == len(titles.split(",")) and "" not in row.split(",") for row in rows
    )
    page = page_of(path.parents[1])
    notebook = Path(__file__).parents[2] / "notebooks" / f"{page}.ipynb"
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = "".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    assert f'source_table("{page}", "{path.stem}"' in code, "its chapter reads it"


def test_source_table_gives_numbers_by_key_and_by_column():
    table_1 = source_table("jmlr12/03_direct_lingam", "table_1", keys=3)
    assert table_1["dense", 10, "ica"] == (1.71, 2.08, 0.39)
    assert table_1.columns == ("500", "1000", "2000")
    assert table_1.column("2000") == [0.21, 0.65, 0.24, 0.20, 0.39, 0.19, 0.50, 2.06, 1.12, 1.88]
    assert table_1.place.startswith("Shimizu et al. (2011), Table 1")


def test_source_table_refuses_what_is_not_there_and_rows_that_look_the_same():
    with pytest.raises(ValueError, match="name must be a stored table"):
        source_table("jmlr12/03_direct_lingam", "table_9")
    with pytest.raises(ValueError, match="does not tell the rows apart"):
        source_table("jmlr12/03_direct_lingam", "table_1")
