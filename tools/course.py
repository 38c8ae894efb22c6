"""Build a course: a page for students, and for each week slides, assignment and staff copy.

Usage: ``python -m tools.course [NAME] [--chapters PAGE …]``. Without a name it lists the courses.
With chapters it makes a course of one's own of them. Everything is written into a folder beside,
which takes the place of the last one when all is there.
"""

import argparse
import os
import re
import shutil
import sys

from tools.assignments import release, write_source
from tools.chapters import BUILD, NOTEBOOKS
from tools.course_data import CourseError, load, names, own_course
from tools.course_page import course_page
from tools.execute import execute_stale
from tools.slides import copy_assets, write_slides

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
    """Write all of a course, or nothing; return where it is."""
    place = PLACE / course.name
    fresh = PLACE / f".{course.name}"
    if any(place.glob("grading/submitted/*")):
        raise CourseError(f"{place}/grading holds what students handed in: move it away first")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        (fresh / "index.html").write_text(course_page(course), encoding="utf-8")
        write_assignments(course, fresh)
        write_decks(course, fresh)
        shutil.rmtree(place, ignore_errors=True)
        fresh.rename(place)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def chosen(name, pages):
    """The course of that name, or one's own of these pages; say what a selection lacks."""
    if not re.fullmatch(r"\w[\w-]*", name):
        raise CourseError(f"NAME is letters, digits, - and _, got {name!r}")
    if not pages:
        return load(name)
    course, missing = own_course(name, pages)
    for page, lacking in missing.items():
        print(f"{page} builds on {', '.join(lacking)}, which the selection lacks before it")
    return course


def main(words=None):
    """List the courses, or build one; what is wrong is said in one line."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("name", nargs="?")
    given.add_argument("--chapters", nargs="*", default=[])
    given = given.parse_args(words)
    try:
        if given.name:
            place = build(chosen(given.name, given.chapters))
            print(f"The course is built. Open file://{place}/index.html")
        elif given.chapters:
            raise CourseError("a selection of chapters needs a name: NAME=…")
        else:
            for name in names():
                print(f"{name}: {load(name).title}, {len(load(name).weeks)} weeks")
    except (CourseError, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
