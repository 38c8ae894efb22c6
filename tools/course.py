"""Build a course: a page for students, and for each week slides, assignment and staff copy.

Usage: ``python tools/course.py [NAME] [--chapters PAGE …]``. Without a name it lists the courses.
With chapters it makes a course of one's own of them. Everything is written into a folder beside,
which takes the place of the last one when all is there.
"""

import argparse
import os
import shutil
import sys

from assignments import release, write_source
from chapters import BUILD, NOTEBOOKS
from course_data import CourseError, load, names, own_course
from execute import execute_stale
from slides import copy_assets, write_slides

PLACE = BUILD / "courses"


def slug(number):
    """The folder of a week's assignment."""
    return f"week-{number}"


def write_assignments(course, place):
    """Staff copies and students' copies of every week, as ``staff/…`` and ``assignments/…``."""
    weeks = [(k, week) for k, week in enumerate(course.weeks, start=1) if week.exercises]
    for number, week in weeks:
        heading = f"{course.title}, week {number}: {week.title}"
        write_source(place / "grading", slug(number), week.exercises, heading)
        release(place / "grading", slug(number))
        for ours, theirs in (("source", "staff"), ("release", "assignments")):
            origin = place / "grading" / ours / slug(number)
            shutil.copytree(origin, place / theirs / slug(number))


def write_decks(course, place):
    """The slides of every chapter, executed if need be, with what they show, in ``slides/``."""
    paths = [NOTEBOOKS / f"{page}.ipynb" for page in course.chapters]
    failed = execute_stale(paths, os.cpu_count() or 1)
    if failed:
        raise CourseError(f"these chapters fail: {', '.join(failed)}")
    folder = place / "slides"
    (folder / "_static").mkdir(parents=True)
    copy_assets(folder / "_static")
    for page in course.chapters:
        write_slides(page, folder)


def build(course):
    """Write all of a course; return where it is."""
    place, fresh = PLACE / course.name, PLACE / f".{course.name}"
    shutil.rmtree(fresh, ignore_errors=True)
    write_assignments(course, fresh)
    write_decks(course, fresh)
    shutil.rmtree(place, ignore_errors=True)
    fresh.rename(place)
    return place


def main():
    """List the courses, or build one."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("name", nargs="?")
    given.add_argument("--chapters", nargs="*", default=[])
    given = given.parse_args()
    if not given.name:
        for name in names():
            print(f"{name}: {load(name).title}, {len(load(name).weeks)} weeks")
        return
    if given.chapters:
        course, missing = own_course(given.name, given.chapters)
        for page, lacking in missing.items():
            print(f"{page} builds on {', '.join(lacking)}, which the selection lacks before it")
    else:
        course = load(given.name)
    print(f"The course is built. Open file://{build(course)}/index.html")


if __name__ == "__main__":
    try:
        main()
    except CourseError as error:
        sys.exit(str(error))
