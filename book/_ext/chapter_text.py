"""The grammar of a chapter's Markdown: directives, solutions, formulas, roles, and cells' tags.

One reader for all who take a chapter apart: the book's pages, editions and search, courses, slides,
the notebooks' plain text, and the tests that hold a chapter to its form. It needs nothing of the
others, so that another book's widgets do not either.
"""

import re
from dataclasses import dataclass

__all__ = [
    "CITED",
    "COMMENT",
    "DEEPER",
    "DISPLAYED",
    "FOLDED",
    "FORMULA",
    "HEADING",
    "INLINE",
    "REMOVED",
    "ROLE",
    "Directive",
    "all_directives",
    "by_heading",
    "directives",
    "formulas_of",
    "heading_of",
    "labelled_formulas",
    "labels_of",
    "linked_chapters",
    "plain_words",
    "said",
    "solution_parts",
    "source_box",
    "source_of",
    "summary",
    "tags",
    "targets_of",
    "title_of",
    "without",
    "without_directives",
    "without_fences",
    "without_labels",
    "without_source_box",
]

_DIRECTIVE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[\w:-]+)\}[ ]*(?P<title>[^\n]*)\n"
    r"(?P<options>(?::[\w-]+:[^\n]*\n)*)(?P<body>.*?)^(?P=fence)[ ]*$",
    re.M | re.S,
)
_SUMMARY = re.compile(r"^## In short\n(.*?)(?=^#|^:::|\Z)", re.M | re.S)
_OPTION = re.compile(r"^:([\w-]+):[ ]*(.*)$", re.M)
_EXERCISE = re.compile(r"(?P<title>.+) \((?P<kind>[\w -]+), (?P<minutes>\d+) min\)")
_FENCED = re.compile(r"^(`{3,}|:{3,}).*?^\1\s*$", re.M | re.S)
_CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*$", re.M | re.S)
_FENCES = re.compile(r"^:(?:\w+): .*$|^(?::{3,}|`{3,}).*$", re.M)
_SOLUTION = re.compile(r"^(`{3,}|:{3,})\{solution-(?P<side>start|end)\}.*?^\1[ ]*\n?", re.M | re.S)
_EQUATION = re.compile(r"\$\$(?P<formula>(?:(?!\$\$).)+)\$\$\s*\((?P<label>eq[:\w-]+)\)", re.S)
_LABEL = re.compile(r"^:label: (\S+)|\$\$ \((\S+)\)", re.M)
_NAMED = re.compile(r"\{[\w:]+\}(?:`[^`<]*(?:<[^`>]*>)?`)?")
_ADDRESS = re.compile(r"\]\([^)]*\)")
_CHAPTER = re.compile(r"\]\(([\w./]+)\.ipynb(?:#[\w-]+)?\)")
_TITLE = re.compile(r"^# (.+)$", re.M)

COMMENT = re.compile(r"[ \t]*<!--.*?-->", re.S)
HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.M)
FORMULA = re.compile(r"\$\$(.+?)\$\$", re.S)
DISPLAYED = re.compile(rf"{FORMULA.pattern}(?: *\([\w:.-]+\))?", re.S)  # with its label
INLINE = re.compile(r"(?<![\\$])\$([^$\n][^$]*)\$")
_FORMULAS = re.compile(f"{FORMULA.pattern}|{INLINE.pattern}", re.S)
ROLE = re.compile(r"\{(?P<role>[\w:]+)\}`(?:(?P<words>[^`<]+) <)?(?P<target>[^`>]+)>?`")
CITED = re.compile(r"\s*\{cite(?::\w+)?\}`[^`]+`")

DEEPER = "deeper"  # the tag of what a first reading passes by
REMOVED = "remove-cell"
#: Tags of cells that the book folds or leaves out; JupyterLab folds them.
FOLDED = {"hide-input", "hide-cell", "remove-input", REMOVED}


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

    @property
    def is_source_box(self):
        """Whether it is the box in which a chapter names its source, and what it needs."""
        return self.name == "admonition" and self.title == "Source"


def source_of(cell):
    """The text of a cell, of a notebook's file or of an opened one."""
    return "".join(cell["source"])


def tags(cell):
    """The tags of a cell."""
    return cell["metadata"].get("tags", [])


def directives(text, *names):
    """Every directive of a text, in order; one within another belongs to its body.

    Parameters
    ----------
    text : str
    *names : str
        Only directives of these names.
    """
    for match in _DIRECTIVE.finditer(text):
        if names and match["name"] not in names:
            continue
        options = dict(_OPTION.findall(match["options"]))
        yield Directive(
            match["name"],
            match["title"].strip(),
            options,
            match["body"],
            match.start(),
            match.end(),
        )


def all_directives(text):
    """Every directive of a text, each before those within it."""
    for box in directives(text):
        yield box
        yield from all_directives(box.body)


def without(text, boxes):
    """A text without some of its :func:`directives`."""
    kept = []
    end = 0
    for box in boxes:
        kept.append(text[end : box.start])
        end = box.end
    return "".join([*kept, text[end:]])


def source_box(text):
    """The box in which a chapter names its source and what it needs; None without one."""
    return next((box for box in directives(text, "admonition") if box.is_source_box), None)


def without_source_box(text):
    """A chapter's text without that box."""
    return without(text, [box for box in directives(text, "admonition") if box.is_source_box])


def said(text, label):
    """What a text says after a bold label, up to the next bold words; nothing without it."""
    found = re.search(rf"\*\*{label}\*\*(.*?)(?=\*\*|\Z)", text, re.S)
    return found[1].strip() if found else ""


def linked_chapters(text):
    """The notebooks that a text links to, as it writes them, without their ending."""
    return _CHAPTER.findall(text)


def solution_parts(text, inside=False):
    """The parts of a cell's text between the marks of solutions.

    Parameters
    ----------
    text : str
    inside : bool
        Whether a solution that began in an earlier cell goes on.

    Returns
    -------
    list of (str, bool)
        Each part, and whether it belongs to a solution; at least one, some may be empty.
    """
    parts = []
    end = 0
    for mark in _SOLUTION.finditer(text):
        parts.append((text[end : mark.start()], inside))
        inside = mark["side"] == "start"
        end = mark.end()
    return [*parts, (text[end:], inside)]


def heading_of(title):
    """Title, kind and minutes from an exercise's ``Title (kind, 10 min)``; None without them."""
    match = _EXERCISE.fullmatch(title)
    return match and (match["title"], match["kind"], int(match["minutes"]))


def title_of(text):
    """A chapter's title, or nothing."""
    found = _TITLE.search(text)
    return found[1].strip() if found else ""


def by_heading(text, level=None):
    """A text cut before each of its headings, or before those of one level.

    Parameters
    ----------
    text : str
    level : int, optional

    Returns
    -------
    list of str
        Parts that are not blank.
    """
    found = HEADING.finditer(text)
    starts = [match.start() for match in found if level in (None, len(match[1]))]
    ends = [*starts, len(text)]
    parts = [text[: ends[0]], *(text[a:b] for a, b in zip(starts, ends[1:]))]
    return [part for part in parts if part.strip()]


def formulas_of(text):
    """The formulas of a text, on lines of their own or within one, in order."""
    return [displayed or inline for displayed, inline in _FORMULAS.findall(text)]


def labelled_formulas(text):
    """The formulas that have a label, by it."""
    return {match["label"]: match["formula"] for match in _EQUATION.finditer(text)}


def labels_of(text):
    """The labels of all boxes and formulas of a text, in order."""
    return [box or formula for box, formula in _LABEL.findall(text)]


def targets_of(text, role):
    """What the references of a role name, in order; ``cite:t`` is a ``cite``, and names several."""
    found = [match for match in ROLE.finditer(text) if match["role"].partition(":")[0] == role]
    return [name.strip() for match in found for name in match["target"].split(",")]


def summary(text):
    """What stands under *In short* before the next heading or box; empty if there is no such."""
    found = _SUMMARY.search(text)
    return found[1] if found else ""


def without_labels(text):
    """A text whose formulas have lost their labels."""
    return _EQUATION.sub(r"$$\g<formula>$$", text)


def without_directives(text):
    """A text without boxes, solutions and blocks of code."""
    return _FENCED.sub("", text)


def without_fences(text):
    """A text without the lines that open and close boxes and set their options."""
    return _FENCES.sub(" ", text)


def plain_words(text):
    """A text without code, formulas, addresses and roles."""
    for pattern in (_CODE, _FORMULAS, _NAMED, _ADDRESS):
        text = pattern.sub(" ", text)
    return text.replace("`", " ")
