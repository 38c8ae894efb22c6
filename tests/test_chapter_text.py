"""The grammar of a chapter's Markdown, read in one place."""

from tools.chapter_text import (
    directives,
    heading_of,
    labelled_formulas,
    without_directives,
    without_labels,
)

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
