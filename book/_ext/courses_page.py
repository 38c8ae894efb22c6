"""The page of the courses: what each week reads, aims at and sets, from ``courses/``."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective

from . import catalogue


class Courses(SphinxDirective):
    """The syllabus of every course."""

    def run(self):
        from . import kit  # another book that uses the widgets has no courses

        catalogue.note_dependencies(self.env)
        for path in (kit.COURSES, *kit.COURSES.rglob("*.yml")):
            self.env.note_dependency(str(path))
        return [_course(kit, kit.load(name)) for name in kit.names()]


def _section(ident, title):
    section = nodes.section(ids=[ident])
    section += nodes.title(text=title)
    return section


def _course(kit, course):
    section = _section(f"course-{course.name}", course.title)
    section += nodes.paragraph(text=course.about)
    section += nodes.paragraph(text=f"For: {course.audience}")
    words = f"{_count(len(course.weeks), 'week')}: {kit.times(course.weeks)}. Build it with "
    command = nodes.literal(text=f"make course NAME={course.name}")
    section += nodes.paragraph("", "", nodes.Text(words), command, nodes.Text("."))
    for count, week in enumerate(course.weeks, start=1):
        section += _week(kit, f"course-{course.name}-{count}", f"Week {count}: {week.title}", week)
    return section


def _count(number, word):
    return f"{number} {word}{'s' * (number != 1)}"


def _week(kit, ident, title, week):
    section = _section(ident, title)
    section += nodes.paragraph("", "", nodes.inline(text=kit.times([week]), classes=["mlc-place"]))
    known = {catalogue.page_of(*found): found for found in catalogue.chapters()}
    before, chapters = ([known[page] for page in p] for p in (week.read_before, week.chapters))
    rows = nodes.definition_list()
    for term, items in (
        ("Goals", [[nodes.Text(goal)] for goal in week.goals]),
        ("Read before", map(_chapter, before)),
        ("Chapters", map(_chapter, chapters)),
        ("Assignment", [_exercise(kit, known, graded) for graded in week.exercises]),
    ):
        listed = [nodes.list_item("", nodes.paragraph("", "", *item)) for item in items]
        if listed:
            what = nodes.definition("", nodes.bullet_list("", *listed))
            rows += nodes.definition_list_item("", nodes.term(text=term), what)
    section += rows
    return section


def _chapter(found):
    return [nodes.Text(f"{catalogue.number(*found)} "), *catalogue.chapter_link(*found)]


def _exercise(kit, known, graded):
    """An exercise of an assignment: a link to it if its chapter is ready, points and minutes."""
    exercise = graded.exercise
    words = f"{kit.exercise_number(exercise)} {exercise.title}"
    asked = f" ({_count(graded.points, 'point')}, {exercise.minutes} min)"
    if known[exercise.page][1]["state"] != "ready" or exercise.kind == kit.TO_WRITE:
        return [nodes.Text(words + asked)]
    link = pending_xref(
        "",
        nodes.inline(text=words),
        refdomain="std",
        reftype="ref",
        reftarget=exercise.label,
        refexplicit=True,
        refwarn=True,
    )
    return [link, nodes.Text(asked)]


def setup(app):
    """Register the directive."""
    app.add_directive("courses", Courses)
