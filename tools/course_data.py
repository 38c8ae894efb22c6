"""Courses as data: ``courses/<name>/course.yml`` and ``exercises.yml`` in a chapter's folder.

A course is a list of weeks; an exercise file says what is graded: the answer, its checks and a
wrong answer for an exercise with a cell to change, a rubric for a derivation. Whatever is wrong is
said with file and line, before anything is written.
"""

import ast
from dataclasses import dataclass, field
from pathlib import Path

from book._ext import catalogue
from tools.chapters import ROOT, chapter_folder
from tools.exercises import Exercise, exercises_of, needed_by
from tools.lined_yaml import CourseError, checked, named

COURSES = ROOT / "courses"
#: Working through a chapter takes this many times the minutes counted for reading all of it.
PENCIL = 1.25
TO_WRITE = "function to write"
__all__ = [
    "COURSES",
    "TO_WRITE",
    "Course",
    "CourseError",
    "Graded",
    "Week",
    "graded_of",
    "load",
    "names",
    "own_course",
]


@dataclass(frozen=True)
class Graded:
    """An exercise with what grades it; ``rubric`` is empty if code is checked, and the reverse.

    ``visible`` and ``hidden`` are pairs of points and code; ``rubric`` holds pairs of points and
    what they are given for. ``variant`` is code that draws the student's own numbers from ``rng``
    and prints them; the chapter's code after the answer is then not used. ``why`` is the rubric of
    what is said in words beside an answer that code checks.
    """

    exercise: Exercise
    answer: str = ""
    wrong: str = ""
    variant: str = ""
    visible: tuple = ()
    hidden: tuple = ()
    rubric: tuple = ()
    why: tuple = ()

    @property
    def by_code(self):
        """The points that checks give."""
        return sum(part[0] for part in (self.visible, self.hidden) if part)

    @property
    def by_hand(self):
        """The points that a person gives."""
        return sum(points for points, _ in (*self.rubric, *self.why))

    @property
    def points(self):
        """The most that can be reached."""
        return self.by_code + self.by_hand


def _graded(name, label, found, exercise):
    if exercise.kind == "derivation" and "rubric" in found:
        return Graded(exercise, rubric=tuple(map(tuple, found["rubric"])))
    to_change = exercise.kind == "change this cell" and exercise.given
    if not (to_change or exercise.kind == TO_WRITE):
        raise CourseError(
            f"{name}:{found.line}: {label} is a {exercise.kind}: only a cell to change is checked "
            "by code, and only a derivation by a rubric"
        )
    for key in {"answer", "wrong", "variant"} & found.keys():
        try:
            ast.parse(found[key])
        except SyntaxError as error:
            raise CourseError(
                f"{name}:{found.lines[key]}: {key} of {label}: {error.msg}"
            ) from error
    checks = {key: (found[key]["points"], found[key]["code"]) for key in ("visible", "hidden")}
    words = {key: found.get(key, "") for key in ("answer", "wrong", "variant")}
    return Graded(exercise, **words, **checks, why=tuple(map(tuple, found.get("why", ()))))


def graded_of(page):
    """The graded exercises of a chapter by label; none if it has no file."""
    path = chapter_folder(page) / "exercises.yml"
    if not path.is_file():
        return {}
    known = exercises_of(page)
    found = checked(path, "exercises")
    name = named(path)
    own = {label: _to_write(page, label, one) for label, one in found.items() if "title" in one}
    for label in found:
        if label not in known | own:
            raise CourseError(f"{name}:{found.lines[label]}: {page} has no exercise {label!r}")
        if label in known and label in own:
            raise CourseError(f"{name}:{found.lines[label]}: {label} is one of the book's")
    every = known | own
    return {label: _graded(name, label, entry, every[label]) for label, entry in found.items()}


def _to_write(page, label, found):
    """A function to write: an exercise that the book does not have, and so no solution of it."""
    return Exercise(
        page=page, label=label, title=found["title"], kind=TO_WRITE, minutes=found["minutes"],
        text=found["text"].strip(), hint=found["hint"].strip(), place=0,
        given=found.get("given", "").strip(), solution=(),
    )  # fmt: skip


@dataclass(frozen=True)
class Week:
    """A week: its chapters, and the exercises that are set; ``hours`` are those in class.

    ``tested`` holds for each goal the exercises that test it.
    """

    title: str
    chapters: tuple
    hours: float
    goals: tuple
    exercises: tuple
    read_before: tuple = ()
    tested: tuple = ()

    @property
    def minutes_at_home(self):
        """What a student needs outside of class: reading with a pencil, and the exercises."""
        return PENCIL * self.reading_minutes + self.exercise_minutes

    @property
    def reading_minutes(self):
        """The minutes counted for reading all of the chapters, added up."""
        return sum(chapter_list()[page]["whole"] for page in self.chapters)

    @property
    def exercise_minutes(self):
        """The times that the exercises give, added up."""
        return sum(graded.exercise.minutes for graded in self.exercises)


@dataclass(frozen=True)
class Course:
    """A course: weeks, in order."""

    name: str
    title: str
    about: str
    audience: str
    weeks: tuple = field(default=())

    @property
    def chapters(self):
        """All chapters, in order."""
        return [page for week in self.weeks for page in week.chapters]


def chapter_list():
    """What the book's list says of each chapter, with number and title, by page."""
    return {
        catalogue.page_of(part, chapter): {**chapter, "number": catalogue.number(part, chapter)}
        for part, chapter in catalogue.chapters()
    }


def _check_chapter(place, page):
    known = chapter_list()
    if page not in known:
        raise CourseError(f"{place}: there is no chapter {page!r}")
    if known[page]["state"] != "ready":
        raise CourseError(f"{place}: {page} is only {known[page]['state']}")


def _week(name, found, courses):
    for key in ("chapters", "read_before"):
        for page in found.get(key, ()):
            _check_chapter(f"{name}:{found.lines[key]}", page)
    gradable = {k: g for page in found["chapters"] for k, g in graded_of(page).items()}
    for label in found["exercises"]:
        if label not in gradable:
            raise CourseError(
                f"{name}:{found.lines['exercises']}: no graded exercise {label!r} in the chapters "
                "of this week; what grades it belongs in exercises.yml of its folder"
            )
    set_here = {label: gradable[label] for label in found["exercises"]}
    for goal in found["goals"]:
        for label in goal["by"]:
            if label not in set_here:
                raise CourseError(f"{name}:{goal.lines['by']}: {label} is no exercise of this week")
    return Week(
        found["title"], tuple(found["chapters"]), found["hours"],
        tuple(goal["goal"] for goal in found["goals"]), tuple(set_here.values()),
        tuple(found.get("read_before", ())),
        tuple(tuple(set_here[label] for label in goal["by"]) for goal in found["goals"]),
    )  # fmt: skip


def names(courses=COURSES):
    """The courses that there are."""
    return sorted(path.parent.name for path in courses.glob("*/course.yml"))


def load(name, courses=COURSES):
    """Read and check a course.

    Parameters
    ----------
    name : str
        A folder of ``courses/``.
    courses : Path

    Returns
    -------
    Course

    Raises
    ------
    CourseError
        With file and line, if anything in it is wrong.
    """
    if name not in names(courses):
        raise CourseError(f"there is no course {name!r}: choose among {', '.join(names(courses))}")
    path = Path(courses, name, "course.yml")
    found = checked(path, "course")
    where = named(path)
    weeks = tuple(_week(where, week, courses) for week in found["weeks"])
    return Course(name, found["title"], found["about"], found["for"], weeks)


def own_course(name, pages, courses=COURSES):
    """A course of one's own: a week for each chapter, with all its graded exercises.

    Returns
    -------
    course : Course
    missing : dict
        For each chapter those that it builds on and that come neither before it nor at all.
    """
    for count, page in enumerate(pages):
        _check_chapter("CHAPTERS", page)
        if page in pages[:count]:
            raise CourseError(f"CHAPTERS: {page} is given twice")
    known, weeks, missing = chapter_list(), [], {}
    for count, page in enumerate(pages):
        lacking = [p for p in needed_by(page) if p not in pages[:count]]
        if lacking:
            missing[page] = lacking
        weeks.append(
            Week(known[page]["title"], (page,), round(known[page]["whole"] / 30) or 1,
                 tuple(known[page].get("goals", ())), tuple(graded_of(page).values()),
                 tuple(p for p in lacking if known[p]["state"] == "ready"))
        )  # fmt: skip
    return Course(name, name, "A selection of chapters.", "", tuple(weeks)), missing
