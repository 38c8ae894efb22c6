import functools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from mlcompanion._jit import njit
from mlcompanion.teaching import show, source, table
from mlcompanion.teaching.figures import few_colours
from mlcompanion.teaching.listing import _excerpt, source_text


@pytest.fixture
def shown(monkeypatch):
    bundles = []
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


def test_few_colours_keep_the_paper_white():
    noise = np.random.default_rng(0).integers(200, 256, (60, 60, 3), dtype=np.uint8)
    noise[:20] = 255
    few = np.asarray(few_colours(Image.fromarray(noise), 32).convert("RGB"))
    assert (few[:20] == 255).all()
    assert len(np.unique(few.reshape(-1, 3), axis=0)) <= 32
    dark = few_colours(Image.new("RGB", (8, 8), (40, 40, 40)), 32).convert("RGB")
    assert dark.getpixel((0, 0)) == (40, 40, 40)


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


def test_an_excerpt_is_the_part_between_two_texts():
    code = source_text(_excerpt)
    part = _excerpt(code, "start = next", "raise ValueError")
    assert part.splitlines()[0].startswith("start = next")
    assert part.splitlines()[-1].strip().startswith("raise ValueError")
    with pytest.raises(ValueError, match="no line of the source"):
        source(_excerpt, excerpt=("not there", "either"))
    with pytest.raises(ValueError, match="one object"):
        source(_excerpt, source_text, excerpt=("start", "end"))
