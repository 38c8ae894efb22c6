"""The exercises of a chapter, read from its notebook: statement, hint, cell to change, solution."""

import re
from dataclasses import dataclass
from functools import cache

import nbformat

from tools.chapters import NOTEBOOKS

__all__ = ["Exercise", "code_before", "exercises_of", "needed_by"]

KINDS = ("warm-up", "change this cell", "derivation", "project")
STATEMENT = re.compile(
    r":::\{exercise\} (?P<title>.+) \((?P<kind>[\w -]+), (?P<minutes>\d+) min\)\n"
    r":label: (?P<label>\S+)\n+(?P<text>.*?)\n:::",
    re.S,
)
HINT = re.compile(r":::\{admonition\} Hint\n:class: dropdown\n(?P<hint>.*?)\n:::", re.S)


@dataclass(frozen=True)
class Exercise:
    """One exercise: ``place`` is the number of its cell, ``given`` the code to change.

    ``solution`` holds the cells of the solution, as pairs of kind (``"markdown"`` or ``"code"``)
    and source.
    """

    page: str
    label: str
    title: str
    kind: str
    minutes: int
    text: str
    hint: str
    place: int
    given: str
    solution: tuple


@cache
def _cells(page):
    return nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells


def code_before(page, place):
    """The code of a chapter's cells before the one at ``place``, in order."""
    return [cell.source for cell in _cells(page)[:place] if cell.cell_type == "code"]


def needed_by(page):
    """The chapters that the first sentence of a chapter's "You need" names, in its order."""
    said = re.search(r"\*\*You need\*\*(.*?)(\n\n|\n:::|$)", _cells(page)[0].source, re.S)
    first = re.split(r"\.\s+(?=[\[A-Z(])", said[1])[0] if said else ""  # then come outlooks
    links = re.findall(r"\]\(([^)#]+)\.ipynb", first)
    part = page.split("/")[0]
    return [link.removeprefix("../") if "/" in link else f"{part}/{link}" for link in links]


def _after(cells):
    """The code to change and the solution among the cells that follow a statement."""
    given, solution, inside = [], [], False
    for cell in cells:
        before, *end = cell.source.split("```{solution-end}")
        if end:
            solution += [(cell.cell_type, before.strip())] if before.strip() else []
            break
        if cell.source.startswith("```{solution-start}"):
            inside = True
        elif inside:
            solution.append((cell.cell_type, cell.source))
        elif cell.cell_type == "code":
            given.append(cell.source)
    return "\n\n".join(given), tuple(solution)


@cache
def exercises_of(page):
    """All exercises of a chapter, by label, in order.

    Raises
    ------
    ValueError
        If an exercise has no hint, no solution or an unknown kind.
    """
    found, cells = {}, _cells(page)
    for place, cell in enumerate(cells):
        for match in STATEMENT.finditer(cell.source):
            parts = match.groupdict()
            hint = HINT.search(cell.source, match.end())
            given, solution = _after(cells[place + 1 :])
            if parts["kind"] not in KINDS or hint is None or not solution:
                raise ValueError(
                    f"notebooks/{page}.ipynb, cell {place}: exercise {parts['label']} must have "
                    f"one of the kinds {', '.join(KINDS)}, a hint and a solution"
                )
            parts["minutes"] = int(parts["minutes"])
            found[parts["label"]] = Exercise(
                page=page, hint=hint["hint"].strip(), place=place, given=given, solution=solution,
                **parts,
            )  # fmt: skip
    return found
