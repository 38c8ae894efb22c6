"""What the tools know of courses, for the pages of the book that show them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))

from course_data import COURSES, graded_of, load, names
from course_page import exercise_number, times

__all__ = ["COURSES", "exercise_number", "graded_of", "load", "names", "times"]
