"""The page that students see: a course's weeks with links, readings, hours and assignments."""

from tools.course_data import chapter_list
from tools.exercises import exercises_of
from tools.templates import render

__all__ = ["course_page", "duration", "exercise_number", "times"]

#: From ``_build/courses/<name>/`` to a chapter's page in the built book.
BOOK = "../../html/notebooks"


def duration(minutes):
    """Minutes in words, as in ``2 h 5 min``."""
    hours, rest = divmod(round(minutes), 60)
    return (
        " ".join([*([f"{hours} h"] if hours else []), *([f"{rest} min"] if rest else [])])
        or "0 min"
    )


def exercise_number(exercise):
    """The number of an exercise in the book, as in ``S24.4``; other chapters do not change it."""
    place = list(exercises_of(exercise.page)).index(exercise.label) + 1
    return f"{chapter_list()[exercise.page]['number']}.{place}"


def times(weeks):
    """Contact hours, and the reading and exercise times that the chapters give, in words."""
    hours = sum(week.hours for week in weeks)
    exercises = sum(week.exercise_minutes for week in weeks)
    said = [f"{hours:g} hour{'s' * (hours != 1)} in class"]
    said.append(f"{duration(sum(week.reading_minutes for week in weeks))} of reading")
    return ", ".join(said + [f"{duration(exercises)} of exercises"] * bool(exercises))


def course_page(course):
    """The HTML of a course's page, which needs no other file and no network.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
    """
    filters = {"duration": duration, "number": exercise_number, "times": times}
    words = {"course": course, "chapters": chapter_list(), "book": BOOK}
    return render("course.html", filters, **words)
