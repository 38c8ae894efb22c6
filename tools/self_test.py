"""The self-test of a course: what its weeks build on, with questions of the bank on that.

A week builds on what its chapters say that they need. Of the chapters among that, those of an
earlier week or to be read before, two questions each are asked, once. It checks itself, asks no
server, and keeps nothing.
"""

from mlcompanion.teaching.predict import Predict
from tools.bank import quiz_on
from tools.course_data import chapter_list
from tools.exercises import needed_by, needs_told
from tools.plain_markdown import plain
from tools.templates import render

__all__ = ["SELF_TEST", "needed_in", "self_test_page"]

#: Its file, beside a course's page.
SELF_TEST = "self-test.html"
EACH = 2


def needed_in(course):
    """The chapters that each week builds on and that are the course's own or read before it.

    Returns
    -------
    list of list of str
        For each week pages that come before it, each in the first week that needs it.
    """
    known = []
    told = set()
    found = []
    for week in course.weeks:
        known += week.read_before
        needed = [page for own in week.chapters for page in needed_by(own)]
        found.append([page for page in dict.fromkeys(needed) if page in known and page not in told])
        told.update(found[-1])
        known += week.chapters
    return found


def _questions(page):
    """Questions on a chapter as HTML: as a widget asks for a guess, without formulas."""
    plain_ones = [one for one in quiz_on(page) if "$" not in one.text + one.reason]
    for number, one in enumerate(plain_ones[:EACH], start=1):
        guess = Predict(one.text, one.options, one.chosen, one.reason)
        form, fold = guess.book(f"{page.replace('/', '-')}-{number}")
        yield form, fold.replace("What was to be seen, and why", "The answer, and why")


def _needs(page):
    words = plain(" ".join(needs_told(page).split()), page, quote=False).rstrip(".")
    return words.replace("$", "")


def self_test_page(course):
    """The HTML of a course's self-test, which needs no other file and no network.

    Parameters
    ----------
    course : Course
        Its chapters are executed, and those that are read before.

    Returns
    -------
    str
    """
    weeks = [
        {
            "needs": [(page, _needs(page)) for page in week.chapters if _needs(page)],
            "asked": [(page, [*_questions(page)]) for page in pages],
        }
        for week, pages in zip(course.weeks, needed_in(course))
    ]
    return render("self_test.html", {}, course=course, weeks=weeks, chapters=chapter_list())
