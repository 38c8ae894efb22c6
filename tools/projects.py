"""A course's project: the exercises to choose from, one rubric for all, and milestones by week."""

import math

from tools.course_data import COURSES
from tools.exercises import exercises_of
from tools.lined_yaml import checked

__all__ = ["hours_of_project", "milestones", "projects_of", "rubric_of_projects"]

FILE = COURSES / "project.yml"


def projects_of(course):
    """The projects of a course's chapters, in order."""
    pages = dict.fromkeys(course.chapters)
    return [one for page in pages for one in exercises_of(page).values() if one.kind == "project"]


def rubric_of_projects():
    """What earns points in any project: ``points``, ``what`` for all of them, and for ``half``."""
    return checked(FILE, "project")["points"]


def hours_of_project():
    """The hours that a student needs for a project."""
    return checked(FILE, "project")["hours"]


def milestones(course):
    """What is due at the end of which week, as pairs; a short course has several in a week."""
    weeks = len(course.weeks)
    found = checked(FILE, "project")["milestones"]
    return [(math.ceil(one["share"] * weeks - 1e-9), one["what"]) for one in found]
