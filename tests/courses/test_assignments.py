"""Each week's assignment: full marks for the staff's copy, none for an empty one, and for a wrong
answer exactly what it should lose.

The cells run in this process, what is given to an exercise once; ``test_grading`` has one week
judged as students' are.
"""

import ast
import warnings
from contextlib import redirect_stderr
from copy import deepcopy
from io import StringIO
from pathlib import Path

import pytest

from mlcompanion_chapters.variants import take_seed
from tools.answers import Calls, decoded, encoded
from tools.assignments import notebook_of
from tools.chapters import all_notebooks, page_of
from tools.course_data import graded_of, load, names
from tools.slicing import defined_names

ROOT = Path(__file__).resolve().parents[2]


WEEKS = [(name, k) for name in names() for k, week in enumerate(load(name).weeks) if week.exercises]
SEEDS = (1, 2, 3)
UNTOLD = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


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


def passed_on(theirs, known):
    """What an answer set, as it reaches the checks: plain data, and functions."""
    found = {}
    for name, value in theirs.items():
        if known.get(name) is not value and name != "__builtins__":
            plain = decoded(encoded(value))
            found[name] = value if isinstance(plain, Calls) else plain
    return found


def given_by(cells, seed=0):
    """What an exercise defines before its answer, for the student with that seed."""
    known = {"__name__": "__main__"}
    take_seed(seed)
    for name, cell in cells.items():
        if name.startswith("given") or name == "own":
            assert works(cell.source, known), cell.source
    return known


def marks_of(cells, answers, known):
    """The points of an exercise for several answers: its cells by the last word of their names."""
    for answer in answers:
        theirs = dict(known)
        marks = 0
        works(answer, theirs)
        own = {**known, **passed_on(theirs, known)}
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
@pytest.mark.parametrize(("name", "k"), WEEKS)
def test_who_is_right_is_marked_right(name, k):
    week = load(name).weeks[k].exercises
    staff = notebook_of(week, "A week")
    empty = released(staff)
    text = "".join(cell.source for cell in empty.cells)
    assert "SOLUTION" not in text
    assert "HIDDEN" not in text
    for one in week:
        if one.rubric:
            answer = named(staff)[f"{one.exercise.label}-answer"]
            assert answer.metadata.nbgrader.points == one.points
            assert named(empty)[answer.metadata.nbgrader.grade_id].source != answer.source
        else:
            right_is_marked_right(one, staff, empty, SEEDS)


def right_is_marked_right(one, staff, empty, seeds):
    """Full marks for the answer, none for none, the visible points for the wrong one."""
    label = one.exercise.label
    text = "".join(cell.source for cell in empty.cells)
    staff = named(staff)
    if one.why:
        assert staff[f"{label}-why"].metadata.nbgrader.points == one.by_hand
        assert not any(words in text for _, words in one.why)
    assert one.wrong not in text
    assert one.answer not in text
    own = {n.removeprefix(f"{label}-"): c for n, c in staff.items() if n.startswith(label)}
    answers = (own["answer"].source, named(empty)[f"{label}-answer"].source, one.wrong)
    for seed in seeds if one.variant else seeds[:1]:
        marks = [*marks_of(own, answers, given_by(own, seed))]
        assert marks == [one.by_code, 0, one.visible[0]], f"{label}, seed {seed}"
    if one.variant:
        assert some_answer_of_another_fails(own), label


def some_answer_of_another_fails(cells):
    """Whether an answer that is right for one student is wrong for another."""
    ours = given_by(cells, SEEDS[0])
    for seed in SEEDS[1:]:
        theirs = given_by(cells, seed)
        works(cells["answer"].source, theirs)
        set_there = set().union(*map(defined_names, ast.parse(cells["answer"].source).body))
        own = {**ours, **{name: theirs[name] for name in set_there}}
        if not all(works(cells[check].source, own) for check in ("visible", "hidden")):
            return True
    return False


PAGES = [page_of(path) for path in all_notebooks()]
SET = {
    one.exercise.label for name, k in WEEKS for one in load(name).weeks[k].exercises if one.answer
}


def test_every_chapter_has_graded_exercises():
    assert not [page for page in PAGES if not graded_of(page)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("page", PAGES)
def test_who_is_right_in_a_course_of_ones_own_is_marked_right(page):
    """What no week of ours sets may stand in a course of one's own."""
    for label, one in graded_of(page).items():
        if one.answer and label not in SET:
            staff = notebook_of([one], "A chapter")
            right_is_marked_right(one, staff, released(staff), SEEDS[:2])
