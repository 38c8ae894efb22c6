"""What the tools know of courses, for the pages of the book that show them."""

from tools.bank import quiz_on
from tools.course_data import COURSES, TO_WRITE, graded_of, load, names
from tools.course_page import exercise_number, times

__all__ = [
    "COURSES",
    "TO_WRITE",
    "exercise_number",
    "graded_of",
    "load",
    "names",
    "quiz_on",
    "times",
]
