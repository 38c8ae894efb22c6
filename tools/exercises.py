"""The exercises of a chapter, read from its notebook: statement, hint, cell to change, solution."""

import re
from dataclasses import dataclass
from functools import cache

import nbformat

from book._ext.chapter_text import (
    directives,
    heading_of,
    linked_chapters,
    said,
    solution_parts,
    source_box,
)
from tools.chapters import NOTEBOOKS

__all__ = ["Exercise", "code_before", "exercises_of", "needed_by", "needs_told"]

KINDS = ("warm-up", "change this cell", "derivation", "project")


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


def needs_told(page):
    """The first sentence of a chapter's "You need": what it builds on; then come outlooks."""
    box = source_box(_cells(page)[0].source)
    needs = said(box.body, "You need") if box else ""
    return re.split(r"(?<=\.)\s+(?=[\[A-Z(])", needs)[0]


def needed_by(page):
    """The chapters that the first sentence of a chapter's "You need" names, in its order."""
    links = linked_chapters(needs_told(page))
    part = page.split("/")[0]
    return [link.removeprefix("../") if "/" in link else f"{part}/{link}" for link in links]


def _after(cells):
    """The code to change and the solution among the cells that follow a statement."""
    given = []
    solution = []
    inside = False
    for cell in cells:
        if cell.cell_type == "code" and not inside:
            given.append(cell.source)
            continue
        parts = solution_parts(cell.source, inside)
        solves = [words.strip() for words, in_solution in parts if in_solution]
        solution += [(cell.cell_type, words) for words in solves if words]
        inside = parts[-1][1]
        if solves and not inside:
            break
    return "\n\n".join(given), tuple(solution)


def is_hint(box):
    """Whether a box is the folded hint of an exercise."""
    return box.name == "admonition" and box.title == "Hint" and "dropdown" in box.options["class"]


@cache
def exercises_of(page):
    """All exercises of a chapter, by label, in order.

    Raises
    ------
    ValueError
        If an exercise has no hint, no solution or an unknown kind.
    """
    found = {}
    cells = _cells(page)
    for place, cell in enumerate(cells):
        boxes = list(directives(cell.source))
        for number, box in enumerate(boxes):
            if box.name != "exercise":
                continue
            heading = heading_of(box.title)
            hint = next((later for later in boxes[number:] if is_hint(later)), None)
            given, solution = _after(cells[place + 1 :])
            if heading is None or heading[1] not in KINDS or hint is None or not solution:
                raise ValueError(
                    f"notebooks/{page}.ipynb, cell {place}: exercise {box.label} must have "
                    f"one of the kinds {', '.join(KINDS)}, a hint and a solution"
                )
            title, kind, minutes = heading
            found[box.label] = Exercise(
                page=page, label=box.label, title=title, kind=kind, minutes=minutes,
                text=box.body.strip("\n"), hint=hint.body.strip(), place=place, given=given,
                solution=solution,
            )  # fmt: skip
    return found
