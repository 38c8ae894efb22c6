"""A chapter's Markdown for readers without the book: references are spelt out."""

import re
from functools import cache

import nbformat

from book._ext.chapter_text import (
    CITED,
    ROLE,
    all_directives,
    heading_of,
    labelled_formulas,
    without_labels,
)
from tools.chapters import NOTEBOOKS

__all__ = ["plain"]

STARTS = re.compile(r"(^|[.?!]\s+|\n\n)$")
LINK = re.compile(r"\[(?P<words>[^\]]+)\]\((?!https?:)[^)]+\)")


@cache
def _labelled(page):
    """Formulas, and boxes as pairs of title and text, by their labels."""
    cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    boxes = {}
    for box in all_directives(text):
        if box.label and box.title:
            title = (heading_of(box.title) or [box.title])[0]
            boxes[box.label] = (f"{box.kind} *{title}*", box.body.strip())
    formulas = labelled_formulas(text)
    return formulas, boxes


def _capital(words):
    return words[0].upper() + words[1:]


def plain(text, page, quote=True):
    """Return Markdown of a chapter as it can stand alone.

    A reference to an equation becomes (1), (2), … and the formulas follow the text; one to a box
    becomes its kind and title, with a capital where a sentence starts, and the box follows too
    (but not the boxes that it names in turn); links inside the book keep their words; verdicts and
    citations fall away.

    Parameters
    ----------
    text : str
    page : str
        The chapter, ``"part/NN_slug"``.
    quote : bool
        Whether formulas and boxes follow; if not, a reference to a formula is *the formula*.

    Returns
    -------
    str
    """
    formulas, boxes = _labelled(page)
    numbered = []
    named = []

    def spelt(match):
        role = match["role"]
        target = match["target"]
        if role == "eq" and not quote:
            return "the formula"
        if role == "eq" and target in formulas:
            if target not in numbered:
                numbered.append(target)
            return f"({numbered.index(target) + 1})"
        if role == "verdict":
            return ""
        if target in boxes and role != "ref" and target not in named:
            named.append(target)
        if match["words"] or target not in boxes:
            return match["words"] or target
        title = boxes[target][0]
        return _capital(title) if STARTS.search(match.string[: match.start()]) else title

    def bare(words):
        words = CITED.sub("", without_labels(words))
        return LINK.sub(r"\g<words>", ROLE.sub(spelt, words)).strip()

    parts = [bare(text)]
    if quote:
        asked = tuple(named)  # what a quoted box names is not quoted in turn
        quotes = [f"{_capital(boxes[b][0])}\n\n{bare(boxes[b][1])}" for b in asked]
        given = [f"$${formulas[label]}\\tag{{{k}}}$$" for k, label in enumerate(numbered, start=1)]
        rows = [f"> {row}".rstrip() for one in quotes for row in (*one.split("\n"), "")]
        given += ["\n".join(rows[:-1])] if rows else []
        parts += ["From the chapter:", *given] if given else []
    return "\n\n".join(parts)
