"""The grammar of a chapter's Markdown: directives, exercises, formulas, roles.

One reader for all who take a chapter apart: courses, slides, the notebooks' plain text, and the
tests that hold a chapter to its form.
"""

import re
from dataclasses import dataclass

__all__ = [
    "CITED",
    "FORMULA",
    "ROLE",
    "Directive",
    "directives",
    "heading_of",
    "labelled_formulas",
    "without_directives",
    "without_labels",
]

_DIRECTIVE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[\w:-]+)\}[ ]*(?P<title>[^\n]*)\n"
    r"(?P<options>(?::[\w-]+:[^\n]*\n)*)(?P<body>.*?)^(?P=fence)[ ]*$",
    re.M | re.S,
)
_OPTION = re.compile(r"^:([\w-]+):[ ]*(.*)$", re.M)
_HEADING = re.compile(r"(?P<title>.+) \((?P<kind>[\w -]+), (?P<minutes>\d+) min\)")
_FENCED = re.compile(r"^(`{3,}|:{3,}).*?^\1\s*$", re.M | re.S)
_EQUATION = re.compile(r"\$\$(?P<formula>(?:(?!\$\$).)+)\$\$\s*\((?P<label>eq[:\w-]+)\)", re.S)

FORMULA = re.compile(r"\$\$.+?\$\$", re.S)
ROLE = re.compile(r"\{(?P<role>[\w:]+)\}`(?:(?P<words>[^`<]+) <)?(?P<target>[^`>]+)>?`")
CITED = re.compile(r"\s*\{cite(?::\w+)?\}`[^`]+`")


@dataclass(frozen=True)
class Directive:
    """A box of the page.

    Attributes
    ----------
    name : str
        As in ``exercise``, ``admonition``, ``prf:algorithm``.
    title : str
        What follows the name on its line.
    options : dict
        As in ``{"label": "ex-1", "class": "dropdown"}``.
    body : str
    start, end : int
        Where it stands in the text.
    """

    name: str
    title: str
    options: dict
    body: str
    start: int
    end: int

    @property
    def kind(self):
        """The name without its domain, as in ``algorithm``."""
        return self.name.removeprefix("prf:")

    @property
    def label(self):
        """Its label, or nothing."""
        return self.options.get("label", "")


def directives(text):
    """Every directive of a text, in order; one within another belongs to its body."""
    for match in _DIRECTIVE.finditer(text):
        options = dict(_OPTION.findall(match["options"]))
        yield Directive(
            match["name"],
            match["title"].strip(),
            options,
            match["body"],
            match.start(),
            match.end(),
        )


def heading_of(title):
    """Title, kind and minutes from an exercise's ``Title (kind, 10 min)``; None without them."""
    match = _HEADING.fullmatch(title)
    return match and (match["title"], match["kind"], int(match["minutes"]))


def labelled_formulas(text):
    """The formulas that have a label, by it."""
    return {match["label"]: match["formula"] for match in _EQUATION.finditer(text)}


def without_labels(text):
    """A text whose formulas have lost their labels."""
    return _EQUATION.sub(r"$$\g<formula>$$", text)


def without_directives(text):
    """A text without boxes, solutions and blocks of code."""
    return _FENCED.sub("", text)
