"""Eighteen students of a week: right, wrong, slow, cheating, crashing, misnamed."""

import nbformat
from nbformat.v4 import new_code_cell

from mlcompanion_chapters.variants import seed_of, take_seed
from tools.assignments import notebook_of
from tools.course_data import TO_WRITE, load

COURSE = "sparsity"
EVERY = {one.exercise.label: one for week in load(COURSE).weeks for one in week.exercises}
WEEK = [
    EVERY[label]
    for label in (
        "ex-22_least_squares-5",
        "ex-23_constrained_least_squares-4",
        "ex-24_sparse_regression-4",
        "ex-24_sparse_regression-2",
        "code-24_sparse_regression-1",
    )
]
CHECKED = [one for one in WEEK if one.answer]
BY_HAND = [one for one in WEEK if one.rubric]
FULL = sum(one.by_code for one in CHECKED)
PARTLY = sum(one.visible[0] for one in CHECKED)
OF_ONES_OWN = next(one for one in CHECKED if one.exercise.label.startswith("ex-24"))
FIRST = next(one for one in CHECKED if one.exercise.kind != TO_WRITE)

RIGHT = {one.exercise.label: one.answer for one in CHECKED}
WRONG = {one.exercise.label: one.wrong for one in CHECKED}

#: What cheats put before wrong answers, hoping that checks run in their process.
PATCHES = """\
import builtins
import numpy as np
np.array_equal = lambda a, b: True
np.allclose = lambda *a, **k: True
builtins.abs = lambda x: 0
"""
OBJECT = """\
class Agrees(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
"""


def answered(notebook, answers, name=""):
    """A copy of the students' notebook with these answers, by label, and with a name in it."""
    notebook = nbformat.from_dict(notebook)
    named = {f"{label}-answer": code for label, code in answers.items()}
    if name:
        named["student"] = f"student = {name!r}"
    for cell in notebook.cells:
        cell.source = named.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
    return notebook


def one_changed(code, answers=RIGHT):
    """Answers of which the first is another one."""
    return {**answers, FIRST.exercise.label: code}


def rigged(notebook):
    """The wrong answers, with every check emptied and worth a thousand points."""
    found = answered(notebook, WRONG)
    for cell in found.cells:
        if cell.metadata.nbgrader.grade and cell.cell_type == "code":
            cell.source = "pass"
            cell.metadata.nbgrader.points = 1000
            cell.metadata.nbgrader.locked = False
    return found


def helped(notebook):
    """Right answers, the first by way of a cell that the student added before it."""
    label = FIRST.exercise.label
    found = answered(notebook, one_changed(FIRST.answer.replace("=", "= 0 + helper() +", 1)))
    place = [cell.metadata.nbgrader.grade_id for cell in found.cells].index(f"{label}-answer")
    found.cells.insert(place, new_code_cell("def helper():\n    return 0"))
    return found


def number_of(student, salt):
    """The number that answers the second exercise for a student."""
    one = OF_ONES_OWN
    known = {}
    take_seed(seed_of(student, salt))
    for cell in notebook_of([one], "").cells:
        if cell.metadata.nbgrader.grade_id.startswith(f"{one.exercise.label}-own"):
            exec(cell.source, known)
    return {one.exercise.label: f"my_lam = {0.1 * known['outputs'] * known['heights']}"}


def hand_all_in(inbox, release):
    """Write what all students hand in; return the points of each, None where a human is asked.

    Parameters
    ----------
    inbox : Path
    release : NotebookNode
        The students' copy of the week.
    """
    lost = FULL - FIRST.by_code
    salt = release.metadata.salt
    hers = {**RIGHT, **number_of("ada", salt)}
    fails = FULL - OF_ONES_OWN.by_code
    students = {
        "ada": (answered(release, RIGHT), FULL),
        "number": (answered(release, {**RIGHT, **number_of("number", salt)}), FULL),
        "copied": (answered(release, hers), fails + OF_ONES_OWN.visible[0]),
        "borrowed": (answered(release, hers), None),
        "wrong": (answered(release, WRONG), PARTLY),
        "empty": (release, 0),
        "helped": (helped(release), FULL),
        "text": (answered(release, one_changed(f"{assigned(FIRST)} = 'many'")), lost),
        "array": (answered(release, one_changed(f"{assigned(FIRST)} = [1, 2]")), lost),
        "nan": (answered(release, one_changed(f"{assigned(FIRST)} = float('nan')")), lost),
        "slow": (answered(release, one_changed("while True:\n    pass")), None),
        "dead": (answered(release, one_changed("import os\nos._exit(0)")), None),
        "crash": (answered(release, one_changed("1 / 0")), None),
        "patches": (answered(release, {k: PATCHES + code for k, code in WRONG.items()}), PARTLY),
        "rigged": (rigged(release), PARTLY),
        "object": (
            answered(release, one_changed(f"{OBJECT}{FIRST.wrong}\n{wrapped(FIRST)}")),
            lost + FIRST.visible[0],
        ),
    }
    for student, (notebook, _) in students.items():
        notebook = answered(notebook, {}, "Ada" if student == "borrowed" else student)
        write(inbox / student / "week-1.ipynb", notebook)
    write(inbox / "misnamed" / "homework final (1).ipynb", answered(release, RIGHT))
    older = write(inbox / "twice" / "week-1.ipynb", answered(release, WRONG))
    newer = write(inbox / "twice" / "week-1 (1).ipynb", answered(release, RIGHT))
    assert older.stat().st_mtime <= newer.stat().st_mtime
    (inbox / "broken").mkdir()
    (inbox / "broken" / "week-1.ipynb").write_text("<html>not a notebook</html>")
    points = {student: most for student, (_, most) in students.items()}
    return {**points, "misnamed": FULL, "twice": FULL}


def assigned(graded):
    """The name that an answer sets."""
    return graded.answer.split("=")[0].strip()


def wrapped(graded):
    """A line that makes of an answer an object that agrees with everything."""
    return f"{assigned(graded)} = Agrees({assigned(graded)})"


def write(path, notebook):
    """Write a notebook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path
