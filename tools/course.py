"""Build a course: ``publish/`` to put online, ``staff/`` to keep, and the weeks to grade.

Usage: ``python -m tools.course [NAME] [--chapters PAGE …]``. Without a name it lists the courses.
With chapters it makes a course of one's own of them. Everything is written into a folder beside,
which takes the place of the last one when all is there; what is the lecturer's own, marks above
all, lies in the course's home (``tools/course_home.py``) and stays.
"""

import argparse
import filecmp
import os
import re
import shutil
import sys
from pathlib import Path

import nbformat

from tools.assignments import release, write_source
from tools.bank_formats import write_bank
from tools.chapters import BUILD, NOTEBOOKS
from tools.course_data import CourseError, load, names, own_course
from tools.course_home import (
    assignment,
    grading_of,
    home_of,
    kept_marks,
    plan_of,
    was_handed_in,
)
from tools.course_page import course_page, staff_page
from tools.crawl import dead_links, secrets_told, served
from tools.decks import copy_assets, write_deck
from tools.execute import execute_stale
from tools.publish import write_book, write_wheel
from tools.selection import pages_named
from tools.self_test import SELF_TEST, self_test_page

PLACE = BUILD / "courses"


def shown_chapters(course):
    """The chapters that a course's students read, in order: those before a week and its own."""
    pages = [page for week in course.weeks for page in (*week.read_before, *week.chapters)]
    return list(dict.fromkeys(pages))


def asked_in(file):
    """The exercises that a notebook of an assignment asks, by their cells."""
    cells = nbformat.read(file, as_version=4).cells
    return {cell.metadata.nbgrader.grade_id for cell in cells if "nbgrader" in cell.metadata}


def refuse_other_exercises(source, fresh):
    """Say so if a week that was handed in would now ask something else."""
    if asked_in(source) != asked_in(fresh):
        raise CourseError(
            f"{source.stem} was handed in, and its exercises would change: choose another NAME"
        )


def write_week(grading, number, course, spare):
    """Write a week's assignment where it is graded; one that was handed in stands as it was."""
    week = course.weeks[number - 1]
    name = assignment(number)
    heading = f"{course.title}, week {number}: {week.title}"
    salt = f"{course.name} {plan_of(course.name).year}".strip()
    inner = Path("source", name, f"{name}.ipynb")
    if not was_handed_in(grading, name):
        shutil.rmtree(grading / "source" / name, ignore_errors=True)
        write_source(grading, name, week.exercises, heading, salt)
        release(grading, name)
        return
    write_source(spare, name, week.exercises, heading, salt)
    refuse_other_exercises(grading / inner, spare / inner)
    if not filecmp.cmp(grading / inner, spare / inner, shallow=False):
        print(f"{name} was handed in: its assignment stands as it was, though its text changed")


def write_assignments(course, place, grading):
    """Staff copies and students' copies of every week, for ``publish/`` and ``staff/``."""
    spare = place / "spare"
    with kept_marks(grading):
        for number, week in enumerate(course.weeks, start=1):
            if week.exercises:
                write_week(grading, number, course, spare)
    shutil.rmtree(spare, ignore_errors=True)
    for number, week in enumerate(course.weeks, start=1):
        for ours, theirs in (("source", "staff"), ("release", "publish")):
            if week.exercises:
                origin = grading / ours / assignment(number)
                shutil.copytree(origin, place / theirs / "assignments" / assignment(number))


def execute(course):
    """Execute the chapters that changed."""
    paths = [NOTEBOOKS / f"{page}.ipynb" for page in shown_chapters(course)]
    failed = execute_stale(paths, os.cpu_count() or 1)
    if failed:
        raise CourseError(f"these chapters fail: {', '.join(failed)}")


def write_decks(course, publish):
    """The slides of every chapter, with what they show, in ``slides/``."""
    folder = publish / "slides"
    (folder / "_static").mkdir(parents=True)
    copy_assets(folder / "_static")
    for page in course.chapters:
        write_deck(page, folder, home_of(course.name) / "slides")


def write_chapters(course, publish):
    """The student edition of the chapters, in ``book/``, and the package, in ``install/``."""
    write_book(shown_chapters(course), publish / "book", os.cpu_count() or 1)
    return write_wheel(publish / "install").name


def check_published(course, publish):
    """Go through what will be online as a reader would.

    Raises
    ------
    CourseError
        If a link is dead, or a file tells a solution.
    """
    with served(publish) as address:
        wrong = dead_links(address)
    wrong += secrets_told(publish, shown_chapters(course))
    if wrong:
        more = f" and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise CourseError(f"what would go online is wrong: {'; '.join(wrong[:5])}{more}")


def build(course):
    """Write all of a course, or nothing; return where it is."""
    place = PLACE / course.name
    fresh = PLACE / f".{course.name}"
    if any(place.glob("grading/submitted/*")):
        raise CourseError(
            f"{place}/grading holds what students handed in: move it to {grading_of(course.name)}"
        )
    plan = plan_of(course.name)
    shutil.rmtree(fresh, ignore_errors=True)
    publish = fresh / "publish"
    publish.mkdir(parents=True)
    try:
        grading = grading_of(course.name)
        write_assignments(course, fresh, grading)
        execute(course)
        write_decks(course, publish)
        wheel = write_chapters(course, publish)
        (publish / "index.html").write_text(course_page(course, plan, wheel), encoding="utf-8")
        (publish / SELF_TEST).write_text(self_test_page(course), encoding="utf-8")
        asked = write_bank(course, fresh / "staff" / "bank")
        staff = staff_page(course, grading, asked)
        (fresh / "staff" / "index.html").write_text(staff, encoding="utf-8")
        check_published(course, publish)
        shutil.rmtree(place, ignore_errors=True)
        fresh.rename(place)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def chosen(name, words):
    """The course of that name, or one's own of these chapters; say what a selection lacks."""
    if not re.fullmatch(r"\w[\w-]*", name):
        raise CourseError(f"NAME is letters, digits, - and _, got {name!r}")
    if not words:
        return load(name)
    if name in names():
        raise CourseError(
            f"{name} is a course that stands: choose another NAME for these chapters, or build it "
            f"by make course NAME={name}"
        )
    course, missing = own_course(name, pages_named(words))
    for page, lacking in missing.items():
        print(f"{page} builds on {', '.join(lacking)}, which the selection lacks before it")
    return course


def told(course, place):
    """What to do with what was built."""
    return (
        f"The course is built: {place}\n"
        f"  put online:  {place}/publish (begins with index.html)\n"
        f"  keep:        {place}/staff (answers, hidden checks, rubrics)\n"
        f"  yours:       {home_of(course.name)} (plan.yml with dates; marks in grading/;\n"
        "               no make target touches it: keep a copy of it)"
    )


def main(words=None):
    """List the courses, or build one; what is wrong is said in one line."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("name", nargs="?")
    given.add_argument("--chapters", nargs="*", default=[])
    given = given.parse_args(words)
    try:
        if given.name:
            course = chosen(given.name, given.chapters)
            print(told(course, build(course)))
        elif given.chapters:
            raise CourseError("a selection of chapters needs a name: NAME=…")
        else:
            for name in names():
                print(f"{name}: {load(name).title}, {len(load(name).weeks)} weeks")
    except (CourseError, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
