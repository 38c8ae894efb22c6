"""The page that students see, with weeks, links, dates and how to hand in; the staff's page."""

from functools import partial

from tools.bank import as_html, predictions_on
from tools.course_data import TO_WRITE, chapter_list, graded_of
from tools.course_home import Plan
from tools.exercises import exercises_of
from tools.projects import hours_of_project, milestones, projects_of, rubric_of_projects
from tools.self_test import SELF_TEST
from tools.templates import render

__all__ = ["course_page", "duration", "exercise_number", "staff_page", "times", "workload"]

#: From a course's page to the chapters, in their student edition.
BOOK = "book/notebooks"


def duration(minutes):
    """Minutes in words, as in ``2 h 5 min``."""
    hours, rest = divmod(round(minutes), 60)
    return (
        " ".join([*([f"{hours} h"] if hours else []), *([f"{rest} min"] if rest else [])])
        or "0 min"
    )


def exercise_number(exercise):
    """The number of an exercise in the book, as in ``S24.4``; other chapters do not change it.

    A function to write, which is not in the book, is ``S24.P1``.
    """
    number = chapter_list()[exercise.page]["number"]
    if exercise.kind == TO_WRITE:
        own = [k for k, g in graded_of(exercise.page).items() if g.exercise.kind == TO_WRITE]
        return f"{number}.P{own.index(exercise.label) + 1}"
    return f"{number}.{list(exercises_of(exercise.page)).index(exercise.label) + 1}"


def times(weeks):
    """Contact hours, the minutes counted for reading, and those that exercises give, in words."""
    hours = sum(week.hours for week in weeks)
    exercises = sum(week.exercise_minutes for week in weeks)
    said = [f"{hours:g} hour{'s' * (hours != 1)} in class"]
    said.append(f"{duration(sum(week.reading_minutes for week in weeks))} of reading")
    return ", ".join(said + [f"{duration(exercises)} of exercises"] * bool(exercises))


def workload(course):
    """The hours of a student: in class, with chapters and exercises, on the project."""
    in_class = sum(week.hours for week in course.weeks)
    at_home = sum(week.minutes_at_home for week in course.weeks) / 60
    return in_class, at_home, hours_of_project()


def shares(course):
    """The points of a course that code gives, and those that a person gives."""
    graded = [one for week in course.weeks for one in week.exercises]
    return sum(one.by_code for one in graded), sum(one.by_hand for one in graded)


def course_page(course, plan=None, wheel=""):
    """The HTML of a course's page, which needs no other file and no network.

    Parameters
    ----------
    course : Course
    plan : Plan, optional
        Dates, and how to hand in.
    wheel : str, optional
        The file in ``install/`` that holds the package.

    Returns
    -------
    str
    """
    filters = {"duration": duration, "number": exercise_number, "times": times}
    by_code, by_hand = shares(course)
    return render(
        "course.html", filters, course=course, chapters=chapter_list(), book=BOOK,
        plan=plan or Plan(), wheel=wheel, by_code=by_code, by_hand=by_hand,
        workload=workload(course), self_test=SELF_TEST, milestones=milestones(course),
        projects=projects_of(course), rubric=rubric_of_projects(),
    )  # fmt: skip


def staff_page(course, grading, asked=0):
    """The HTML of the page for the staff: what is where, how to grade, what protects from what."""
    graded = [one for week in course.weeks for one in week.exercises]
    changed = sum(bool(one.answer) and one.exercise.kind != TO_WRITE for one in graded)
    own = sum(bool(one.variant) for one in graded)
    filters = {"number": exercise_number, "words": partial(as_html, formula="<code>{}</code>")}
    prompts = [
        [one for page in week.chapters for one in predictions_on(page)] for week in course.weeks
    ]
    return render(
        "staff.html", filters,
        course=course, grading=grading, changed=changed, own=own, asked=asked, prompts=prompts,
    )  # fmt: skip
