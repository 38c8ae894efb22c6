"""Each week's assignment: full marks for the staff's copy, none for an empty one, and for a wrong
answer exactly what it should lose.

Each week is graded three times, in kernels of their own: some seconds.
"""

import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from assignments import autograde, hand_in, release, write_source  # noqa: E402
from course_data import load, names  # noqa: E402

WEEKS = [(name, k) for name in names() for k, week in enumerate(load(name).weeks) if week.exercises]


@pytest.fixture(scope="class")
def course(tmp_path_factory):
    """One grader's folder for many weeks: its data base takes longer to make than to fill."""
    return tmp_path_factory.mktemp("course")


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


# Two classes, so that two processes share the work: tests of one class stay together.
@pytest.mark.filterwarnings("ignore")  # of nbgrader's data base
@pytest.mark.parametrize(("name", "k"), WEEKS[::2])
class TestEveryOtherWeek:
    def test_who_is_right_is_marked_right(self, course, name, k):
        grade(course, name, k)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "k"), WEEKS[1::2])
class TestTheWeeksBetween:
    def test_who_is_right_is_marked_right(self, course, name, k):
        grade(course, name, k)
