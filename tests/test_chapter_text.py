"""The grammar of a chapter's Markdown, read in one place."""

import ast
import re
from pathlib import Path

from book._ext.chapter_text import (
    all_directives,
    by_heading,
    directives,
    formulas_of,
    heading_of,
    labelled_formulas,
    labels_of,
    linked_chapters,
    plain_words,
    said,
    solution_parts,
    source_box,
    targets_of,
    title_of,
    without,
    without_directives,
    without_fences,
    without_labels,
    without_source_box,
)

ROOT = Path(__file__).resolve().parents[1]

TEXT = """Before.

::::{prf:theorem} A bound, $a (b)$
:label: thm-one
:class: wide

It holds.

:::{note}
Inside.
:::
::::

:::{exercise} Find it (change this cell, 10 min)
:label: ex-one

Asked, with `:::` in words.
:::

```{solution-start} ex-one
:class: dropdown
```

$$x=1$$ (eq:one)

```{solution-end}
```

```python
a = {}  # no directive
```
"""


def test_boxes_are_read_with_options_and_what_they_hold():
    theorem, exercise, start, end = directives(TEXT)
    assert (theorem.name, theorem.kind, theorem.title) == (
        "prf:theorem",
        "theorem",
        "A bound, $a (b)$",
    )
    assert theorem.options == {"label": "thm-one", "class": "wide"}
    assert theorem.body.strip().startswith("It holds.")
    assert "Inside." in theorem.body
    assert exercise.label == "ex-one"
    assert exercise.body.strip() == "Asked, with `:::` in words."
    assert (start.name, start.title, start.body) == ("solution-start", "ex-one", "")
    assert (end.name, end.title, end.label) == ("solution-end", "", "")
    assert TEXT[exercise.start : exercise.end].startswith(":::{exercise}")
    assert TEXT[exercise.start : exercise.end].endswith("\n:::")


def test_a_box_that_does_not_end_is_none():
    assert list(directives(":::{note}\nwords\n")) == []
    assert list(directives("a :::{note}\nwords\n:::\n")) == []


def test_an_exercise_says_its_kind_and_its_minutes():
    assert heading_of("Find it (change this cell, 10 min)") == ("Find it", "change this cell", 10)
    assert heading_of("A (b, 5 min) c (warm-up, 7 min)") == ("A (b, 5 min) c", "warm-up", 7)
    assert heading_of("Find it") is None
    assert heading_of("Find it (warm-up, ten min)") is None


def test_formulas_have_their_labels():
    assert labelled_formulas(TEXT) == {"eq:one": "x=1"}
    assert labelled_formulas("$$a$$ and $$b$$ (eq:b)") == {"eq:b": "b"}
    assert "$$x=1$$\n" in without_labels(TEXT)


def test_what_is_fenced_falls_away():
    left = without_directives(TEXT)
    assert left.split() == ["Before.", "$$x=1$$", "(eq:one)"]


OPENING = """# A title

:::{admonition} Source
:class: source-box
A. Author (2012) {cite:t}`one, two`. See {verdict}`fig1.2-rise` and {prf:ref}`this <thm-one>`.

**You need** [another](02_other.ipynb#part). Also [that](../part/03_that.ipynb).

**Level** introductory. **Reading time** 50 min
:::

Words of $a$.
"""


def test_boxes_are_chosen_by_name_and_found_within_others():
    assert [box.name for box in directives(TEXT, "exercise")] == ["exercise"]
    assert [box.name for box in all_directives(TEXT)][:3] == ["prf:theorem", "note", "exercise"]
    left = without(TEXT, directives(TEXT, "prf:theorem", "exercise"))
    assert "A bound" not in left
    assert "Asked" not in left
    assert left.startswith("Before.\n\n\n\n\n\n```{solution-start}")


def test_the_source_box_says_what_a_chapter_needs():
    box = source_box(OPENING)
    assert box.options == {"class": "source-box"}
    assert said(box.body, "Level") == "introductory."
    assert said(box.body, "Reading time") == "50 min"
    assert said(box.body, "Nothing") == ""
    assert linked_chapters(said(box.body, "You need")) == ["02_other", "../part/03_that"]
    assert without_source_box(OPENING) == "# A title\n\n\n\nWords of $a$.\n"
    assert source_box(TEXT) is None
    assert without_source_box(TEXT) == TEXT
    assert (title_of(OPENING), title_of(TEXT)) == ("A title", "")


def test_a_solution_is_what_stands_between_its_marks():
    start = "```{solution-start} ex-one\n:class: dropdown\n```"
    assert solution_parts("words") == [("words", False)]
    assert solution_parts("words", inside=True) == [("words", True)]
    assert solution_parts(f"Asked.\n\n{start}") == [("Asked.\n\n", False), ("", True)]
    assert solution_parts("So.\n\n```{solution-end}\n```\n\nOn.", inside=True) == [
        ("So.\n\n", True),
        ("\nOn.", False),
    ]
    assert [words.strip() for words, solves in solution_parts(TEXT) if solves] == [
        "$$x=1$$ (eq:one)"
    ]
    assert solution_parts("a `{solution-start}` in words") == [
        ("a `{solution-start}` in words", False)
    ]


def test_references_are_read_by_role():
    assert targets_of(OPENING, "cite") == ["one", "two"]
    assert targets_of(OPENING, "verdict") == ["fig1.2-rise"]
    assert targets_of(OPENING, "prf") == ["thm-one"]
    assert targets_of(OPENING, "eq") == []
    assert labels_of(TEXT) == ["thm-one", "ex-one", "eq:one"]


def test_a_text_is_cut_before_its_headings():
    text = "Words.\n\n## A\n\na\n\n### B\n\nb\n"
    assert by_heading(text) == ["Words.\n\n", "## A\n\na\n\n", "### B\n\nb\n"]
    assert by_heading(text, level=2) == ["Words.\n\n", "## A\n\na\n\n### B\n\nb\n"]
    assert by_heading("## A") == ["## A"]
    assert by_heading(" \n") == []


def test_formulas_stand_on_lines_or_in_them():
    assert formulas_of("Of $a$ and $$b$$ (eq:b), not \\$5.") == ["a", "b"]


def test_plain_words_have_no_markup():
    words = plain_words("See {eq}`eq:a` in [that](x.ipynb): $a$, `b`.\n\n```python\nc\n```\n")
    assert words.split() == ["See", "in", "[that", ":", ",", "b", "."]
    assert without_fences(":::{note} Title\n:class: x\nWords.\n:::").split() == ["Words."]


def patterns(path):
    """The regular expressions that a file writes out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            written = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            yield from (words for words in written if isinstance(words, str))


def test_nobody_else_reads_boxes_solutions_or_references():
    grammar = re.compile(
        r":\{3|:::|`\{3|```|\\\{(solution|admonition|aside|exercise|verdict|cite|prf)"
    )
    reads = [*ROOT.glob("tools/*.py"), *ROOT.glob("book/_ext/*.py")]
    reads += [ROOT / "tests" / f"test_{name}.py" for name in ("chapters", "claims", "own_data")]
    found = {path.name for path in reads if any(map(grammar.search, patterns(path)))}
    assert found == {"chapter_text.py"}
