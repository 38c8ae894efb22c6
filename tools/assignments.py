"""Assignments for nbgrader, from the exercises of the chapters.

An assignment is one notebook. Each exercise in it starts afresh, so that none sees another's names:
its text, what the chapter defines before it, the cell to fill in, and its checks. ``nbgrader``
strips the solutions for the students' release and grades what comes back.
"""

import ast
import os
import shutil
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.course_data import chapter_list
from tools.exercises import code_before
from tools.plain_markdown import plain
from tools.slicing import defined_names, free_names, laid_out, preamble

__all__ = ["autograde", "hand_in", "notebook_of", "release", "write_source"]


def _cell(new, source, ident, *, grade=False, solution=False, points=None):
    """A cell with nbgrader's metadata; what is no solution is locked."""
    kind = {"grade": grade, "solution": solution, "locked": not solution, "task": False}
    if points is not None:
        kind["points"] = points
    found = new(source)
    found.id = ident[-64:]
    found.metadata["nbgrader"] = {"grade_id": ident, "schema_version": 3, **kind}
    return found


def _statement(graded):
    exercise = graded.exercise
    hint = f"<details><summary>Hint</summary>\n\n{exercise.hint}\n\n</details>"
    text = plain(f"{exercise.text}\n\n{hint}", exercise.page)
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
    own, run = _split(graded)
    tests = [code for _, code in (graded.visible, graded.hidden)]
    used = ast.parse("\n".join([graded.answer, run, *tests])).body
    yield _cell(
        new_code_cell, "# Forget all names: each exercise starts afresh.\n%reset -f", f"{ident}-new"
    )
    before = code_before(graded.exercise.page, graded.exercise.place)
    for k, code in enumerate(preamble(before, free_names(used))):
        yield _cell(new_code_cell, code, f"{ident}-given-{k}")
    asked = _region(f"# Set {', '.join(sorted(own))}", "SOLUTION", graded.answer)
    yield _cell(new_code_cell, asked, f"{ident}-answer", solution=True)
    if run:
        yield _cell(new_code_cell, run, f"{ident}-run")
    points, code = graded.visible
    yield _cell(new_code_cell, code.strip(), f"{ident}-visible", grade=True, points=points)
    points, code = graded.hidden
    code = _region("# What decides is checked when you hand in.", "HIDDEN TESTS", code)
    yield _cell(new_code_cell, code, f"{ident}-hidden", grade=True, points=points)


def _derived(graded, ident):
    """The cell of a derivation, with solution and rubric for who grades it by hand."""
    page = graded.exercise.page
    parts = [
        plain(source, page) if kind == "markdown" else f"```python\n{source}\n```"
        for kind, source in graded.exercise.solution
    ]
    rubric = [f"- **{points}** for {what}" for points, what in graded.rubric]
    text = "\n\n".join([*parts, "**Points**", "\n".join(rubric)])
    yield _cell(
        new_markdown_cell, text, f"{ident}-answer", grade=True, solution=True, points=graded.points
    )


def notebook_of(exercises, heading):
    """The staff's notebook of an assignment, with solutions and hidden tests."""
    most = sum(graded.points for graded in exercises)
    cells = [_cell(new_markdown_cell, f"# {heading}\n\n{most} points.", "heading")]
    for graded in exercises:
        ident = graded.exercise.label
        cells.append(_cell(new_markdown_cell, _statement(graded), f"{ident}-text"))
        cells += (_derived if graded.rubric else _checked)(graded, ident)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def write_source(place, assignment, exercises, heading):
    """Write the staff's copy, ``place/source/<assignment>/<assignment>.ipynb``."""
    folder = Path(place, "source", assignment)
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook_of(exercises, heading), folder / f"{assignment}.ipynb")


def _api(place):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    programs = str(Path(sys.executable).parent)  # nbgrader calls alembic, which stands there
    if programs not in os.environ["PATH"].split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, os.environ["PATH"]])
    config = Config()
    config.CourseDirectory.root = str(Path(place).resolve())
    config.Application.log_level = "WARN"
    # seconds: machines are busy
    config.Execute.timeout = 300
    config.Execute.iopub_timeout = 60
    return NbGraderAPI(config=config)


def _done(found, what):
    if not found["success"]:
        raise RuntimeError(f"nbgrader could not {what}: {found.get('log')}")


def release(place, assignment):
    """Make the students' copy, without solutions and hidden tests, in ``place/release``."""
    api = _api(place)
    _done(api.generate_assignment(assignment, create=True, force=True), f"release {assignment}")


def autograde(place, assignment, student):
    """Grade what a student handed in under ``place/submitted/<student>/<assignment>``.

    Returns
    -------
    dict
        For each exercise's label the points that its checks gave, and how many they could.
    """
    api = _api(place)
    _done(api.autograde(assignment, student, create=True, force=True), f"grade {student}")
    with api.gradebook as book:
        marks = {}
        for notebook in book.find_submission(assignment, student).notebooks:
            for grade in notebook.grades:
                if grade.auto_score is not None:
                    label = grade.cell.name.rpartition("-")[0]
                    score, most = marks.get(label, (0, 0))
                    marks[label] = (score + grade.auto_score, most + grade.max_score)
        return marks


def hand_in(place, assignment, student, notebook):
    """Put a student's notebook where the grader looks for it."""
    folder = Path(place, "submitted", student, assignment)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{assignment}.ipynb")
