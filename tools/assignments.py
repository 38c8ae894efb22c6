"""Assignments for nbgrader, from the exercises of the chapters.

An assignment is one notebook. Each exercise in it starts afresh, so that none sees another's names:
its text, what the chapter defines before it, the cell to fill in, and its checks. ``nbgrader``
strips the solutions for the students' release and grades what comes back.
"""

import ast
import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.course_data import TO_WRITE, chapter_list
from tools.exercises import code_before
from tools.gradebook import api_of
from tools.hand_ins import STUDENT
from tools.judge import Question
from tools.plain_markdown import plain
from tools.slicing import defined_names, free_names, laid_out, preamble

__all__ = ["cells_of", "notebook_of", "questions_of", "release", "write_source"]

WITH_NUMPY = (
    "Use NumPy alone: `mlcompanion`, SciPy and scikit-learn are not there while it is graded."
)
#: The name of an assignment's cell: the label of its exercise, and what it is there.
MARKS = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.M)
NAME = re.compile(
    r"(?P<label>.+?)-(?P<role>text|words|new|given-\d+|own|answer|run|visible|hidden|why)"
)
IN_WORDS = "In two or three sentences: what the text asks beside the number, and why it is so."
OWN_NUMBERS = "*Your own numbers, which a cell below prints, take the place of those in the text.*"
DRAW = """\
# Your own numbers.
from mlcompanion_chapters.variants import own_numbers

rng = own_numbers("{label}")
"""
WHOSE = """\
# Your name, as you hand in under it: it chooses the numbers of your exercises.
student = ""
"""


def _cell(new, source, ident, *, grade=False, solution=False, points=None, locked=None):
    """A cell with nbgrader's metadata; what is no solution is locked."""
    locked = not solution if locked is None else locked
    kind = {"grade": grade, "solution": solution, "locked": locked, "task": False}
    if points is not None:
        kind["points"] = points
    found = new(source)
    found.id = ident[-64:]
    found.metadata["nbgrader"] = {"grade_id": ident, "schema_version": 3, **kind}
    return found


def _statement(graded):
    exercise = graded.exercise
    hint = f"<details><summary>Hint</summary>\n\n{exercise.hint}\n\n</details>"
    rule = f"\n\n{WITH_NUMPY}" if exercise.kind == TO_WRITE else ""
    rule += f"\n\n{OWN_NUMBERS}" if graded.variant else ""
    text = plain(f"{exercise.text}{rule}\n\n{hint}", exercise.page)
    points = f"{graded.points} point{'s' * (graded.points != 1)}, {exercise.minutes} min"
    chapter = chapter_list()[exercise.page]
    origin = f"Chapter {chapter['number']}, {chapter['title']}"
    return f"## {exercise.title}\n\n*{points}. {origin}.*\n\n{text}"


def _split(graded):
    """The names that the answer sets, and the chapter's code for it without its own setting."""
    own = set().union(*map(defined_names, ast.parse(graded.answer).body))
    code = graded.exercise.given
    lines = code.splitlines()
    kept = []
    for node in ast.parse(code).body:
        if not defined_names(node) or defined_names(node) - own:
            kept.append((node, "\n".join(lines[node.lineno - 1 : node.end_lineno])))
    return own, laid_out(kept)


def _region(comment, kind, code):
    """Code that the students' copy lacks."""
    return f"{comment}\n### BEGIN {kind}\n{code.strip()}\n### END {kind}"


def _checked(graded, ident):
    """The cells of an exercise that code grades."""
    if graded.exercise.kind == TO_WRITE:
        yield from _to_write(graded, ident)
        return
    own, run = _split(graded)
    drawn = f"{DRAW.format(label=ident)}{graded.variant}" if graded.variant else ""
    run = "" if drawn else run
    tests = [code for _, code in (graded.visible, graded.hidden)]
    used = ast.parse("\n".join([drawn, graded.answer, run, *tests])).body
    yield _afresh(ident)
    before = code_before(graded.exercise.page, graded.exercise.place)
    for k, code in enumerate(preamble(before, free_names(used))):
        yield _cell(new_code_cell, code, f"{ident}-given-{k}")
    if drawn:
        yield _cell(new_code_cell, drawn.strip(), f"{ident}-own")
    asked = _region(f"# Set {', '.join(sorted(own))}", "SOLUTION", graded.answer)
    yield _cell(new_code_cell, asked, f"{ident}-answer", solution=True)
    if run:
        yield _cell(new_code_cell, run, f"{ident}-run")
    yield from _checks(graded, ident)
    yield from _said(graded, ident)


def _afresh(ident):
    words = "# Forget all names: each exercise starts afresh.\n%reset -f"
    return _cell(new_code_cell, words, f"{ident}-new")


def _checks(graded, ident):
    """The cell of the check that students see, and that of the one which decides."""
    points, code = graded.visible
    yield _cell(new_code_cell, code.strip(), f"{ident}-visible", grade=True, points=points)
    points, code = graded.hidden
    code = _region("# What decides is checked when you hand in.", "HIDDEN TESTS", code)
    yield _cell(new_code_cell, code, f"{ident}-hidden", grade=True, points=points)


def _to_write(graded, ident):
    """The cells of a function to write: what is given, its head with an empty body, the checks."""
    yield _afresh(ident)
    if graded.exercise.given:
        yield _cell(new_code_cell, graded.exercise.given, f"{ident}-given-0")
    yield _cell(new_code_cell, graded.answer.strip(), f"{ident}-answer", solution=True)
    yield from _checks(graded, ident)


def _written(graded, rubric, name):
    """A cell for words, with solution and rubric for who grades it by hand."""
    page = graded.exercise.page
    parts = [
        plain(source, page) if kind == "markdown" else f"```python\n{source}\n```"
        for kind, source in graded.exercise.solution
    ]
    most = sum(points for points, _ in rubric)
    rows = [f"- **{points}** for {what}" for points, what in rubric]
    text = "\n\n".join([*parts, "**Points**", "\n".join(rows)])
    return _cell(new_markdown_cell, text, name, grade=True, solution=True, points=most)


def _derived(graded, ident):
    """The cell of a derivation."""
    yield _written(graded, graded.rubric, f"{ident}-answer")


def _said(graded, ident):
    """What is said in words beside an answer that code checks."""
    if graded.why:
        yield _cell(new_markdown_cell, IN_WORDS, f"{ident}-words")
        yield _written(graded, graded.why, f"{ident}-why")


def _whose(salt):
    """The cells that ask for the student's name, and what follows from it."""
    code = f"from mlcompanion_chapters.variants import remember\n\nremember(student, {salt!r})"
    yield _cell(new_code_cell, WHOSE.strip(), STUDENT, locked=False)
    yield _cell(new_code_cell, code, f"{STUDENT}-seed")


def notebook_of(exercises, heading, salt=""):
    """The staff's notebook of an assignment, with solutions and hidden tests.

    ``salt`` makes the numbers of a student's variants others than in the next course.
    """
    most = sum(graded.points for graded in exercises)
    cells = [_cell(new_markdown_cell, f"# {heading}\n\n{most} points.", "heading")]
    if any(graded.variant for graded in exercises):
        cells += _whose(salt)
    for graded in exercises:
        ident = graded.exercise.label
        cells.append(_cell(new_markdown_cell, _statement(graded), f"{ident}-text"))
        cells += (_derived if graded.rubric else _checked)(graded, ident)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel, "salt": salt})


def write_source(place, assignment, exercises, heading, salt=""):
    """Write the staff's copy, ``place/source/<assignment>/<assignment>.ipynb``."""
    folder = Path(place, "source", assignment)
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook_of(exercises, heading, salt), folder / f"{assignment}.ipynb")


def _done(found, what):
    if not found["success"]:
        raise RuntimeError(f"nbgrader could not {what}: {found.get('log')}")


def release(place, assignment):
    """Make the students' copy, without solutions and hidden tests, in ``place/release``."""
    api = api_of(place)
    _done(api.generate_assignment(assignment, create=True, force=True), f"release {assignment}")


def _by_exercise(notebook):
    """The cells of an assignment by the label of their exercise and their role in it."""
    found = {}
    for cell in notebook.cells:
        match = NAME.fullmatch(cell.metadata.get("nbgrader", {}).get("grade_id") or "")
        if match:
            found.setdefault(match["label"], {})[match["role"]] = cell
    return found


def _inside(kind, source):
    """The code of a region that the students' copy lacks."""
    return source.split(f"### BEGIN {kind}\n")[1].split(f"\n### END {kind}")[0]


def questions_of(source):
    """What a staff's copy asks by code.

    Parameters
    ----------
    source : NotebookNode

    Returns
    -------
    dict
        A :class:`~tools.judge.Question` for each label of an exercise that code grades.
    """
    found = {}
    for label, cells in _by_exercise(source).items():
        if "hidden" not in cells:
            continue
        given = [cell.source for role, cell in cells.items() if role.startswith("given-")]
        model = MARKS.sub("", cells["answer"].source)
        names = set().union(*map(defined_names, ast.parse(model).body))
        found[label] = Question(
            given=tuple(given), names=tuple(sorted(names)),
            run=cells["run"].source if "run" in cells else "", visible=cells["visible"].source,
            hidden=_inside("HIDDEN TESTS", cells["hidden"].source), model=model,
            alone=not re.match(r"# Set ", model),
            variant=cells["own"].source if "own" in cells else "",
        )  # fmt: skip
    return found


def cells_of(notebook, label):
    """The code of a hand-in that belongs to an exercise: the answer, and cells that were added.

    Cells after the visible check are left out: nothing is run after it.
    """
    found = []
    inside = False
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id") or ""
        if name:
            inside = name == f"{label}-answer" or (inside and name == f"{label}-run")
            before = (f"{label}-new", f"{label}-given", f"{label}-own")
            inside = inside or name.startswith(before)
        own = name in ("", f"{label}-answer")
        if inside and own and cell.cell_type == "code":
            found.append(cell.source)
    return found
