"""Each week's assignment: full marks for the staff's copy, none for an empty one, and for a wrong
answer exactly what it should lose.

One week goes through nbgrader, whose grader starts three kernels for it: some ten seconds. The
cells of all others run in this process, what is given to an exercise once.
"""

import warnings
from contextlib import redirect_stderr
from copy import deepcopy
from io import StringIO
from pathlib import Path

import nbformat
import pytest

from tools.assignments import autograde, hand_in, notebook_of, release, write_source
from tools.course_data import load, names

ROOT = Path(__file__).resolve().parents[2]


def is_mixed(week):
    """Whether code grades some of its exercises, and a person others."""
    return len({bool(graded.rubric) for graded in week.exercises}) == 2


WEEKS = [(name, k) for name in names() for k, week in enumerate(load(name).weeks) if week.exercises]
BY_NBGRADER = next((name, k) for name, k in WEEKS if is_mixed(load(name).weeks[k]))
UNTOLD = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


def copy(place, kind, week):
    """The notebook of the assignment: the staff's or the students'."""
    return nbformat.read(place / kind / week / f"{week}.ipynb", as_version=4)


def answered(notebook, graded):
    """The students' copy with a wrong answer in every cell that code grades."""
    wrong = {f"{one.exercise.label}-answer": one.wrong for one in graded if one.answer}
    for cell in notebook.cells:
        cell.source = wrong.get(cell.metadata.nbgrader.grade_id, cell.source)
    return notebook


def grade(course, name, k):
    """Mark the three copies of a week's assignment and compare with what they deserve."""
    graded = load(name).weeks[k].exercises
    week = f"{name}-{k}"
    checked = {one.exercise.label: one for one in graded if one.answer}
    write_source(course, week, graded, "A week")
    release(course, week)
    text = "".join(path.read_text() for path in (course / "release" / week).rglob("*.ipynb"))
    assert "SOLUTION" not in text
    assert "HIDDEN" not in text
    assert not any(one.wrong in text or one.answer in text for one in checked.values())
    marks = {}
    for student, notebook in (
        ("staff", copy(course, "source", week)),
        ("empty", copy(course, "release", week)),
        ("wrong", answered(copy(course, "release", week), graded)),
    ):
        hand_in(course, week, student, notebook)
        marks[student] = autograde(course, week, student)
    for label, one in checked.items():
        assert marks["staff"][label] == (one.points, one.points)
        assert marks["empty"][label] == (0, one.points)
        assert marks["wrong"][label] == (one.visible[0], one.points)
    for one in graded:
        if one.rubric:
            assert marks["empty"][one.exercise.label] == (0, one.points)


@pytest.mark.filterwarnings("ignore")  # of nbgrader's data base
def test_nbgrader_marks_right_who_is_right(tmp_path):
    grade(tmp_path, *BY_NBGRADER)


def works(code, known):
    """Run a cell as a kernel would, and tell whether nbgrader takes its end for a success.

    What raises fails, and what writes to the error stream, as Python's warnings do there.
    """
    with warnings.catch_warnings(record=True) as told, redirect_stderr(StringIO()) as printed:
        warnings.simplefilter("always")
        try:
            exec(compile(code, "<cell>", "exec"), known)
        except Exception:  # whatever a student's answer may raise
            return False
    return not printed.getvalue() and all(issubclass(one.category, UNTOLD) for one in told)


def marks_of(cells, answers):
    """The points of an exercise for several answers: its cells by the last word of their names."""
    known = {"__name__": "__main__"}
    for name, cell in cells.items():
        if name.startswith("given"):
            assert works(cell.source, known), cell.source
    for answer in answers:
        own = dict(known)
        marks = 0
        works(answer, own)
        if "run" in cells:
            works(cells["run"].source, own)
        for check in (cells["visible"], cells["hidden"]):
            marks += check.metadata.nbgrader.points * works(check.source, own)
        yield marks


def released(notebook):
    """The students' copy, by the two steps of nbgrader that take solutions and tests away."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions  # slow to import

    for step in (ClearSolutions(), ClearHiddenTests()):
        notebook, _ = step.preprocess(deepcopy(notebook), {})
    return notebook


def named(notebook):
    """Cells by their names."""
    return {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "k"), [w for w in WEEKS if w != BY_NBGRADER])
def test_who_is_right_is_marked_right(name, k):
    week = load(name).weeks[k].exercises
    staff = notebook_of(week, "A week")
    empty = released(staff)
    text = "".join(cell.source for cell in empty.cells)
    assert "SOLUTION" not in text
    assert "HIDDEN" not in text
    staff = named(staff)
    empty = named(empty)
    for one in week:
        label = one.exercise.label
        answer = staff[f"{label}-answer"]
        if one.rubric:
            assert answer.metadata.nbgrader.points == one.points
            assert empty[f"{label}-answer"].source != answer.source
            continue
        assert one.wrong not in text
        assert one.answer not in text
        own = {n.removeprefix(f"{label}-"): c for n, c in staff.items() if n.startswith(label)}
        answers = (answer.source, empty[f"{label}-answer"].source, one.wrong)
        assert [*marks_of(own, answers)] == [one.points, 0, one.visible[0]], label
