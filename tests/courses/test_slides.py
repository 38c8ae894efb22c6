"""Slides: words stand with their formula, references lead somewhere, a changed deck is kept."""

import base64
import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import decks, slides
from tools.course_data import CourseError
from tools.slide_words import Words, in_symbols
from tools.slides import slides_of

PAGE = "sugiyama/24_sparse_regression"
FIRST = """\
## One section

The opening speaks of something else, at length.

What remains is the formula of the lasso:

$$\\min_w J(w)+\\lambda\\lVert w\\rVert_1$$ (eq:sparse-lasso)

where $\\lambda$ is a price. After it, words to be said.

It leans on the formula. Look at the picture:
"""
SECOND = """\
More to say, with {eq}`eq:sparse-ball` in it.

:::{prf:algorithm} Steps; Fig. 1 of the source
:label: sparse-x

Take {eq}`eq:sparse-lasso` and go down.
:::

## Another section

Words before a mark. <!-- slide: The author's own words: -->
<!-- note: Ask for the units. -->

$$a=b$$
"""
THIRD = "## In short"
FOURTH = "- One thing.\n- Another.\n\n## Exercises\n\nNothing of it."
WIDGET = """\
<figure class="mlc-explore" id="explore-dial"><fieldset class="mlc-predict"><legend>How many, at
\\(p=1\\)?</legend><label><input type="radio"> <span>none</span></label><label><input type="radio">
<span>a few</span></label></fieldset><div class="mlc-view"><img src="f.webp"></div>
<details class="mlc-because"><summary>Why</summary><p><strong>a few.</strong></p>
<p>For \\(p=1\\) few are left.</p></details></figure>"""


LISTING = """\
<div class="mlc-code"><div class="mlc-code-title"><code>m.f (part)</code></div>
<div class="highlight"><pre><span></span><span class="n">w</span> <span>=</span> f<span>(</span>w)
<span class="k">if</span> w <span class="o">&lt;</span> 0:
    w = 0
</pre></div></div>"""


def listing(lines=1):
    """A cell that shows code of the library, and prints."""
    html = LISTING.replace("    w = 0\n", "    w = 0\n" * lines)
    shown = new_output("display_data", data={"text/html": html})
    return new_code_cell("source(f)", outputs=[shown, new_output("stream", text="3 zeros")])


def picture(words):
    """A cell that shows a figure with a description."""
    data = {"image/png": base64.b64encode(b"a picture").decode()}
    output = new_output("display_data", data=data, metadata={"image/png": {"alt": words}})
    return new_code_cell("show(fig)", outputs=[output])


@pytest.fixture
def deck(tmp_path, monkeypatch):
    """The slides of a small chapter, by title and kind."""
    shown = new_output("display_data", data={"text/html": WIDGET})
    cells = [
        new_markdown_cell("# Title"),
        new_markdown_cell(FIRST),
        picture("Two [lines] cross. Later they part."),
        new_markdown_cell("A line after the picture.\n\nMove it:"),
        new_code_cell("dial", outputs=[shown]),
        new_markdown_cell(SECOND),
        new_markdown_cell(THIRD),
        new_markdown_cell(FOURTH),
        picture("An exercise's picture"),
    ]
    monkeypatch.setattr(slides, "with_outputs", lambda path: new_notebook(cells=cells))
    return slides_of(PAGE, tmp_path / "_static")


def test_words_stand_with_their_own_formula(deck):
    formula = next(one for one in deck if one.kind == "formula")
    assert formula.body.startswith("What remains is the formula of the lasso:\n\n$$")
    assert "\\tag{S24.2}$$" in formula.body
    assert formula.body.endswith("where $\\lambda$ is a price.")
    assert "The opening speaks of something else, at length." in formula.notes
    assert "After it, words to be said." in " ".join(formula.notes)


def test_a_figure_has_the_words_before_it_and_a_caption(deck):
    figure = next(one for one in deck if one.kind == "figure")
    assert figure.body.startswith("Look at the picture:\n\n![Two  lines  cross. Later they part.](")
    assert '<p class="caption">Two [lines] cross.</p>' in figure.body
    assert "Later they part." in " ".join(figure.notes)
    assert "A line after the picture." in " ".join(figure.notes)
    assert [one.kind for one in deck].count("figure") == 1


def test_a_guess_comes_before_its_widget_and_the_answer_on_it(deck):
    place = [one.kind for one in deck].index("guess")
    guess, widget = deck[place : place + 2]
    assert "How many, at\n$p=1$?" in guess.body
    assert guess.body.endswith("- none\n- a few")
    assert "a few left" not in guess.body
    assert "Move it:" in guess.notes
    assert widget.body == '**A few.** Move it, and see.\n\n<div data-widget="explore-dial"></div>'
    assert "For $p=1$ few are left." in widget.notes
    html = widget.widgets["explore-dial"]
    assert "mlc-view" in html
    assert not re.search("mlc-predict|mlc-because|<legend>", html)


ALGORITHM = """\
## Steps

:::{{prf:algorithm}} Descent (Fig. 1); section 2
:label: x

Go down.
:::

It ends. {words}
"""


def small_deck(tmp_path, monkeypatch, *cells):
    """The slides of a chapter of these cells, behind a title."""
    found = new_notebook(cells=[new_markdown_cell("# Title"), *cells])
    monkeypatch.setattr(slides, "with_outputs", lambda path: found)
    return slides_of(PAGE, tmp_path / "_static")


def kinds(found, kind):
    """The slides of a kind."""
    return [one for one in found if one.kind == kind]


def test_the_code_of_an_algorithm_comes_after_it(tmp_path, monkeypatch):
    told = new_markdown_cell(ALGORITHM.format(words="The first line, `w`, is step 1:"))
    found = small_deck(tmp_path, monkeypatch, told, listing(), listing())
    (box,), (code,) = kinds(found, "box"), kinds(found, "code")
    assert (box.title, code.title) == ("Descent (Fig. 1)", "Descent, in code")
    assert code.body.endswith("```python\nw = f(w)\nif w < 0:\n    w = 0\n```")
    assert "The first line, `w`, is step 1:" in code.body
    assert len(code.notes) > 1
    two = listing()
    two.outputs.insert(0, listing(slides.LINES - 6).outputs[0])
    (both,) = kinds(small_deck(tmp_path, monkeypatch, told, two), "code")
    assert both.body.count("w = f(w)") == 2
    two.outputs[1] = listing(slides.LINES).outputs[0]
    (first,) = kinds(small_deck(tmp_path, monkeypatch, told, two), "code")
    assert first.body.count("w = f(w)") == 1
    two.outputs.pop(0)
    assert not kinds(small_deck(tmp_path, monkeypatch, told, two), "code")


def test_words_that_do_not_speak_of_the_code_are_said_to_it(tmp_path, monkeypatch):
    told = new_markdown_cell(ALGORITHM.format(words="Twice it runs on e-mails."))
    (code,) = kinds(small_deck(tmp_path, monkeypatch, told, listing()), "code")
    assert code.body.startswith("```python")
    assert "Twice it runs on e-mails." in " ".join(code.notes)


@pytest.mark.parametrize(
    ("lines", "words"), [(1, 3), (slides.FEW, 3), (1, slides.WORDS_BESIDE + 1)]
)
def test_few_lines_of_code_stand_with_their_algorithm(tmp_path, monkeypatch, lines, words):
    sections = "".join(f"## Section {k}\n\nTold:\n\n$$x={k}$$\n\n" for k in range(slides.LEAST))
    told = ALGORITHM.format(words="In code, `w` first:").replace("Go down.", "down " * words)
    deck = small_deck(tmp_path, monkeypatch, new_markdown_cell(told), listing(lines),
                      new_markdown_cell(sections))  # fmt: skip
    (box,) = kinds(deck, "box")
    together = lines == 1 and words == 3
    assert ("```python\nw = f(w)" in box.body) == together
    assert ("In code, `w` first:" in box.body) == together
    assert len(kinds(deck, "code")) == 1 - together
    assert len(deck) >= slides.LEAST


def test_short_decks_keep_the_code_on_slides_of_its_own(tmp_path, monkeypatch):
    told = new_markdown_cell(ALGORITHM.format(words="In code, `w` first:"))
    assert len(kinds(small_deck(tmp_path, monkeypatch, told, listing()), "code")) == 1


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1/eps^2 and 1/sqrt(eps)", "1/ε<sup>2</sup> and 1/√ε"),
        ("2 sqrt(R (1 - R))", "2 √(R (1 - R))"),
        ("l2, l-infinity and lq norms", "ℓ<sub>2</sub>, ℓ<sub>∞</sub> and ℓ<sub>q</sub> norms"),
        ("|S|^(t+1) entries, w_t - u", "|S|<sup>t+1</sup> entries, w<sub>t</sub> - u"),
        ("TD(lambda), psi_1 norm", "TD(λ), ψ<sub>1</sub> norm"),
        *[(words, words) for words in ("a gamma prior", "the beta law", "`eps^2` and $x^2$")],
        ("kernel_walk, also level 1", "kernel_walk, also level 1"),
        ("at most n <= 3", "at most n ≤ 3"),
    ],
)  # fmt: skip
def test_formulas_of_plain_text_are_set(typed, shown):
    assert in_symbols(typed) == shown


def test_what_announces_code_or_numbers_that_are_not_shown_is_left_out(tmp_path, monkeypatch):
    told = new_markdown_cell("## A section\n\nThree bodies follow. Ten groups of five:")
    printed = new_code_cell("print(1)", outputs=[new_output("stream", text="1")])
    more = new_markdown_cell("A picture.")

    def words(*cells):
        deck = small_deck(tmp_path, monkeypatch, told, *cells, picture("Three bodies."))
        (figure,) = kinds(deck, "figure")
        return " ".join([figure.body, *figure.notes])

    assert "Three bodies follow." in words(listing())
    assert "Ten groups" not in words(listing())
    assert "Ten groups" not in words(printed, more)
    for silent in (printed, new_code_cell("groups = 10")):  # a picture of what was computed
        assert "Three bodies follow. Ten groups of five:" in words(silent)


def test_a_chapter_with_few_slides_gives_more_formulas_of_a_section(tmp_path, monkeypatch):
    told = new_markdown_cell("## One\n\nFirst:\n\n$$a=b$$\n\nSecond:\n\n$$b=c$$\n")
    few = kinds(small_deck(tmp_path, monkeypatch, told), "formula")
    assert ["$$b=c$$" in one.body for one in few] == [False, True]
    more = new_markdown_cell(
        "".join(f"## Section {k}\n\nTold:\n\n$$x={k}$$\n\n" for k in range(13))
    )
    enough = kinds(small_deck(tmp_path, monkeypatch, told, more), "formula")
    assert len(enough) == 14
    assert not any("$$b=c$$" in one.body for one in enough)


def test_a_sentence_that_goes_on_behind_a_formula_stays_on_its_slide(tmp_path, monkeypatch):
    told = new_markdown_cell("## One\n\nMinimise\n\n$$a$$\n\nsubject to, for all,\n\n$$b=c$$\n")
    (slide,) = kinds(small_deck(tmp_path, monkeypatch, told), "formula")
    assert slide.body == "Minimise\n\n$$a$$\n\nsubject to, for all,\n\n$$b=c$$"


def test_a_section_that_shows_nothing_is_told_in_words_where_slides_are_few(tmp_path, monkeypatch):
    told = "## Told\n\nIt is one thought. It has a reason.\n\nMore of it.\n\n"
    (slide,) = kinds(small_deck(tmp_path, monkeypatch, new_markdown_cell(told)), "words")
    assert (slide.title, slide.body) == ("Told", "It is one thought. It has a reason.")
    assert slide.notes[1:] == ["More of it."]
    more = "".join(f"## Section {k}\n\nTold:\n\n$$x={k}$$\n\n" for k in range(13))
    assert not kinds(small_deck(tmp_path, monkeypatch, new_markdown_cell(told + more)), "words")


@pytest.mark.parametrize("own", [2, 20])
def test_few_slides_are_followed_by_more_exercises(tmp_path, monkeypatch, own):
    told = "".join(f"## Section {k}\n\nTold:\n\n$$x={k}$$\n\n" for k in range(own))
    found = small_deck(tmp_path, monkeypatch, new_markdown_cell(told))
    assert (len(kinds(found, "exercise")) > 2) == (own == 2)


def test_no_reference_dangles(deck):
    box = next(one for one in deck if one.kind == "box")
    assert box.title == "Steps"
    assert box.body.startswith("Take (S24.2) and go down.\n\n$$")
    assert box.body.endswith("\\tag{S24.2}$$")
    text = decks.markdown_of(deck)
    assert "with (S24.1) in it" in text
    assert not re.search(r"\(eq:|\{eq\}|\{prf", text)


def test_the_author_may_say_it_otherwise(deck):
    own = next(one for one in deck if one.title == "Another section")
    assert own.body == "The author's own words:\n\n$$a=b$$"
    assert "Ask for the units." in own.notes
    assert "Words before a mark." in own.notes


def test_no_slide_is_empty_and_every_one_has_short_notes(deck):
    short = next(one for one in deck if one.title == "In short")
    assert short.body == "- One thing.\n- Another."
    for one in deck:
        assert one.body.strip()
        assert re.fullmatch(r"About \d min\.", one.notes[0])
        assert len(one.notes) > 1
        assert len(" ".join(one.notes).split()) < slides.SAID + 10
    assert not any("Nothing of it" in one.body for one in deck)


def test_long_notes_end_with_a_sentence():
    text = " ".join(f"This is sentence number {k}." for k in range(100))
    slide = slides.Slide("T", "body", 0, "figure", [text, "More."])
    words = Words(PAGE)
    kept = slides._with_short_notes(slide, words, 2).notes
    assert kept[1].endswith(".")
    assert len(kept[1].split()) <= slides.SAID


def test_a_deck_is_read_as_it_was_written(deck):
    text = decks.markdown_of(deck)
    shown = decks.shown_in(text, "deck.md")
    assert [(one.title, one.body) for one in shown] == [(one.title, one.body) for one in deck]
    assert [one.notes for one in shown] == ["\n\n".join(one.notes) for one in deck]
    with pytest.raises(CourseError, match=r"deck.md: slide 2 does not begin with a title"):
        decks.shown_in("## One\n\n---\n\nTwo", "deck.md")


def test_a_full_stop_stays_with_its_formula():
    html = decks._html("Cut (at $f(x)$), else $v = u$.")
    together = re.findall(r'<span class="mlc-together">(.*?</span>.*?)</span>', html)
    assert [re.sub("<.*?>", "", one) for one in together] == [r"\(f(x)\)),", r"\(v = u\)."]


def test_a_deck_that_was_changed_is_kept(tmp_path):
    file = tmp_path / "slides" / "deck.md"
    assert decks.deck_of("## One\n", file) == ("## One\n", False)
    assert decks.deck_of("## Two\n", file) == ("## Two\n", False)
    written = file.read_text()
    assert written.startswith("<!-- Written by make course. Change it")
    file.write_text(written + "\nMine.\n")
    text, theirs = decks.deck_of("## Three\n", file)
    assert theirs
    assert "Mine." in text
    assert decks.shown_in(text, "deck.md")[0].title == "Two"
    assert file.read_text() == written + "\nMine.\n"
    file.write_text("## All mine\n")
    assert decks.deck_of("## Three\n", file) == ("## All mine\n", True)


@pytest.mark.usefixtures("deck")
def test_a_deck_is_shown_with_its_widgets_and_the_lecturers_words(tmp_path, capsys):
    home = tmp_path / "home"
    place = tmp_path / "slides"
    (place / "_static").mkdir(parents=True)
    html = decks.write_deck(PAGE, place, home).read_text()
    assert html.count("<section>") == html.count('<aside class="notes">') > 5
    assert 'id="explore-dial"' in html
    assert "data-widget" not in html
    assert r"\[\min_w" in html
    assert capsys.readouterr().out == ""
    file = home / "sugiyama-24_sparse_regression.md"
    file.write_text(file.read_text().replace("One thing.", "My thing."))
    assert "My thing." in decks.write_deck(PAGE, place, home).read_text()
    assert f"{file} is as you left it" in capsys.readouterr().out
    file.write_text(file.read_text().replace("explore-dial", "explore-none"))
    with pytest.raises(CourseError, match="the chapter has no widget explore-none"):
        decks.write_deck(PAGE, place, home)
