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


def copy(place, kind):
    """The notebook of the assignment: the staff's or the students'."""
    return nbformat.read(place / kind / "week" / "week.ipynb", as_version=4)


def answered(notebook, graded):
    """The students' copy with a wrong answer in every cell that code grades."""
    wrong = {f"{one.exercise.label}-answer": one.wrong for one in graded if one.answer}
    for cell in notebook.cells:
        cell.source = wrong.get(cell.metadata.nbgrader.grade_id, cell.source)
    return notebook


def grade(tmp_path, name, week):
    """Mark the three copies of a week's assignment and compare with what they deserve."""
    graded = load(name).weeks[week].exercises
    checked = {one.exercise.label: one for one in graded if one.answer}
    write_source(tmp_path, "week", graded, "A week")
    release(tmp_path, "week")
    text = "".join(path.read_text() for path in (tmp_path / "release").rglob("*.ipynb"))
    assert "SOLUTION" not in text
    assert "HIDDEN" not in text
    assert not any(one.wrong in text or one.answer in text for one in checked.values())
    marks = {}
    for student, notebook in (
        ("staff", copy(tmp_path, "source")),
        ("empty", copy(tmp_path, "release")),
        ("wrong", answered(copy(tmp_path, "release"), graded)),
    ):
        hand_in(tmp_path, "week", student, notebook)
        marks[student] = autograde(tmp_path, "week", student)
    for label, one in checked.items():
        assert marks["staff"][label] == (one.points, one.points)
        assert marks["empty"][label] == (0, one.points)
        assert marks["wrong"][label] == (one.visible[0], one.points)
    for one in graded:
        if one.rubric:
            assert marks["empty"][one.exercise.label] == (0, one.points)


# Two classes, so that two processes share the work: tests of one class stay together.
@pytest.mark.filterwarnings("ignore")  # of nbgrader's data base
@pytest.mark.parametrize(("name", "week"), WEEKS[::2])
class TestEveryOtherWeek:
    def test_who_is_right_is_marked_right(self, tmp_path, name, week):
        grade(tmp_path, name, week)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "week"), WEEKS[1::2])
class TestTheWeeksBetween:
    def test_who_is_right_is_marked_right(self, tmp_path, name, week):
        grade(tmp_path, name, week)
