"""A chapter's Markdown for readers without the book: references are spelt out."""

import re
from functools import cache

import nbformat
from chapters import NOTEBOOKS

__all__ = ["plain"]

EQUATION = re.compile(r"\$\$(?P<formula>.+?)\$\$\s*\((?P<label>eq[:\w-]+)\)", re.S)
TITLED = re.compile(
    r"^:{3,}\{(?:prf:)?(?P<kind>\w+)\} (?P<title>.+?)(?: \([^()]*, \d+ min\))?\n"
    r":label: (?P<label>\S+)",
    re.M,
)
ROLE = re.compile(r"\{(?P<role>[\w:]+)\}`(?:(?P<words>[^`<]+) <)?(?P<target>[^`>]+)>?`")
STARTS = re.compile(r"(^|[.?!]\s+|\n\n)$")
CITED = re.compile(r"\s*\{cite(?::\w+)?\}`[^`]+`")
LINK = re.compile(r"\[(?P<words>[^\]]+)\]\((?!https?:)[^)]+\)")


@cache
def _labelled(page):
    """Formulas, and titles of boxes, by their labels."""
    cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    formulas = {m["label"]: m["formula"] for m in EQUATION.finditer(text)}
    titles = {m["label"]: f"{m['kind']} *{m['title']}*" for m in TITLED.finditer(text)}
    return formulas, titles


def plain(text, page, quote=True):
    """Return Markdown of a chapter as it can stand alone.

    A reference to an equation becomes (1), (2), … and the formulas follow the text; one to a box
    becomes its kind and title, with a capital where a sentence starts; links inside the book keep
    their words; verdicts and citations fall away.

    Parameters
    ----------
    text : str
    page : str
        The chapter, ``"part/NN_slug"``.
    quote : bool
        Whether the formulas follow; if not, a reference to one is *the formula*.

    Returns
    -------
    str
    """
    formulas, titles = _labelled(page)
    quoted = []

    def spelt(match):
        role, target = match["role"], match["target"]
        if role == "eq" and not quote:
            return "the formula"
        if role == "eq" and target in formulas:
            if target not in quoted:
                quoted.append(target)
            return f"({quoted.index(target) + 1})"
        if role == "verdict":
            return ""
        if match["words"] or target not in titles:
            return match["words"] or target
        title = titles[target]
        begins = STARTS.search(match.string[: match.start()])
        return title[0].upper() + title[1:] if begins else title

    text = CITED.sub("", EQUATION.sub(r"$$\g<formula>$$", text))
    text = LINK.sub(r"\g<words>", ROLE.sub(spelt, text))
    given = [f"$${formulas[label]}\\tag{{{k}}}$$" for k, label in enumerate(quoted, start=1)]
    note = [f"From the chapter:\n\n{chr(10).join(given)}"] if given else []
    return "\n\n".join([text.strip(), *note])
