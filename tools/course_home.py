"""A course's home, ``teaching/<name>``: what is the lecturer's and is never built away.

Its plan (dates, how to hand in), and ``grading``, the folder of nbgrader: what was handed in, the
gradebook, feedback. It lies outside of ``_build``, so that ``make clean`` does not reach it, and is
not in git. ``MLCOMPANION_TEACHING`` puts all homes elsewhere.
"""

import datetime
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import yaml

from tools.chapters import ROOT
from tools.course_data import CourseError
from tools.schemas import faults

__all__ = ["Plan", "assignment", "grading_of", "home_of", "kept_marks", "plan_of", "was_handed_in"]

PLAN = """\
# What only you know of this course. `make course` reads it each time and never changes it.
# Every line may stay empty.
starts:         # the day of the first class, as 2026-10-05: dates of all weeks follow
due_days: 7     # an assignment is due so many days after its week begins
hand_in:        # where, as in "Upload it in Moodle, under Assignments."
contact:        # whom to ask
hub:            # a JupyterHub with nbgitpuller, as https://hub.example.org …
repository:     # … and the repository to which you push publish/: weeks get a link to open them
year:           # any word: students have numbers of their own, and other ones in another year
"""


def home_of(name):
    """Where what belongs to a course's lecturer lies."""
    return Path(os.environ.get("MLCOMPANION_TEACHING") or ROOT / "teaching").resolve() / name


def grading_of(name):
    """The folder in which a course is graded."""
    return home_of(name) / "grading"


def assignment(number):
    """The name of a week's assignment, which is also that of its folder."""
    return f"week-{number}"


@dataclass(frozen=True)
class Plan:
    """What a lecturer adds to a course: dates and words."""

    starts: datetime.date | None = None
    due_days: int = 7
    hand_in: str = ""
    contact: str = ""
    hub: str = ""
    repository: str = ""
    year: str = ""

    def opens(self, number):
        """The address that opens a week's assignment in the hub; empty without hub and repository.

        nbgitpuller copies the repository and keeps what the student wrote.
        """
        if not (self.hub and self.repository):
            return ""
        name = self.repository.rstrip("/").rpartition("/")[2].removesuffix(".git")
        week = assignment(number)
        place = f"lab/tree/{name}/assignments/{week}/{week}.ipynb"
        asked = urlencode({"repo": self.repository, "urlpath": place})
        return f"{self.hub.rstrip('/')}/hub/user-redirect/git-pull?{asked}"

    def begins(self, number):
        """The day on which a week begins, in words; empty without a plan."""
        return self._said(7 * (number - 1))

    def due(self, number):
        """The day on which a week's assignment is due, in words."""
        return self._said(7 * (number - 1) + self.due_days)

    def _said(self, days):
        if self.starts is None:
            return ""
        day = self.starts + datetime.timedelta(days=days)
        return f"{day.day} {day:%B %Y}"


def plan_of(name):
    """A course's plan, whose file is written empty if there is none.

    Raises
    ------
    CourseError
        If the file is not of its form.
    """
    file = home_of(name) / "plan.yml"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PLAN, encoding="utf-8")
    try:
        found = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        raise CourseError(f"{file}: {error}") from error
    found = {key: words for key, words in found.items() if words is not None}
    starts = found.pop("starts", None)
    if not isinstance(starts, datetime.date | None):
        raise CourseError(f"{file}: starts is a day, as 2026-10-05, not {starts!r}")
    for _, words in faults("plan", found):
        raise CourseError(f"{file}: {words}")
    return Plan(starts, **found)


def was_handed_in(grading, week):
    """Whether somebody handed in a week's assignment."""
    return any(grading.glob(f"submitted/*/{week}"))


def marks_in(gradebook):
    """All marks of a gradebook, as rows of week, student, cell and what was given."""
    if not gradebook.is_file():
        return []
    rows = """
        SELECT assignment.name, submitted_assignment.student_id, base_cell.name,
               grade.auto_score, grade.manual_score, grade.extra_credit
        FROM grade
        JOIN base_cell ON base_cell.id = grade.cell_id
        JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
        JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
        JOIN assignment ON assignment.id = submitted_assignment.assignment_id
        ORDER BY 1, 2, 3"""
    with closing(sqlite3.connect(gradebook)) as book:
        return book.execute(rows).fetchall()


class kept_marks:
    """Within it a gradebook may grow, but no mark may change; if one does, all is put back."""

    def __init__(self, grading):
        self.gradebook = Path(grading, "gradebook.db")
        self.backup = self.gradebook.with_suffix(".before")

    def __enter__(self):
        self.marks = marks_in(self.gradebook)
        if self.marks:
            shutil.copy2(self.gradebook, self.backup)

    def __exit__(self, kind, error, trace):
        if self.marks and marks_in(self.gradebook) != self.marks:
            shutil.copy2(self.backup, self.gradebook)
            raise CourseError(f"{self.gradebook}: marks would have changed; all was put back")
