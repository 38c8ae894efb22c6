"""The page that students see: a course's weeks with links, readings, hours and assignments."""

from html import escape

from tools.course_data import chapter_list
from tools.exercises import exercises_of

__all__ = ["course_page", "duration", "exercise_number", "times"]

#: From ``_build/courses/<name>/`` to a chapter's page in the built book.
BOOK = "../../html/notebooks"

STYLE = """
:root { color-scheme: light dark; --line: #bbb; --soft: #555; --link: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --line: #666; --soft: #bbb; --link: #8ec5ff; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin-bottom: .2rem; } ul, ol { padding-left: 1.4rem; margin-top: .2rem; }
a { color: var(--link); } li { overflow-wrap: anywhere; margin: .25rem 0; }
.soft, footer { color: var(--soft); }
"""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="icon" href="data:,"><style>{style}</style></head>
<body>
<header><h1>{title}</h1>
<p>{about}</p>{audience}
<p>{hours}.</p></header>
<nav aria-label="Weeks"><ol>
{contents}
</ol></nav>
<main>
{weeks}
</main>
<footer><p>Links to chapters lead into the book, whose folder <code>html</code> must lie beside the
folder <code>courses</code>, as <code>make book</code> puts it. The chapters' numbers are the
book's.</p></footer>
</body></html>
"""


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


def _points(count):
    return f"{count} point{'s' * (count != 1)}"


def _list(title, items):
    rows = "".join(f"<li>{item}</li>\n" for item in items)
    return f"<h3>{title}</h3>\n<ul>\n{rows}</ul>" if rows else ""


def _chapter(page, slides):
    known = chapter_list()[page]
    name = f"{known['number']} · {escape(known['title'])}"
    said = [f'<a href="{BOOK}/{page}.html">{name}</a>']
    if slides:
        deck = f"slides/{page.replace('/', '-')}.html"
        label = f"slides of {known['number']}"
        said.append(f'<a href="{deck}" aria-label="{label}">slides</a>')
    return f"{', '.join(said)} <span class='soft'>({duration(int(known['minutes']))})</span>"


def _assignment(number, week):
    if not week.exercises:
        return ""
    most = sum(graded.points for graded in week.exercises)
    file = f"assignments/week-{number}/week-{number}.ipynb"
    rows = [
        f"{exercise_number(graded.exercise)} {escape(graded.exercise.title)} "
        f"<span class='soft'>({_points(graded.points)}, "
        f"{duration(graded.exercise.minutes)})</span>"
        for graded in week.exercises
    ]
    notebook = f'<p><a href="{file}" download>Notebook of week {number}</a>, {_points(most)}.</p>'
    return _list("Assignment", rows) + notebook


def _week(number, week):
    parts = [
        f'<section id="week-{number}" aria-labelledby="title-{number}">',
        f'<h2 id="title-{number}">Week {number}: {escape(week.title)}</h2>',
        f'<p class="soft">{times([week])}</p>',
        _list("Goals", map(escape, week.goals)),
        _list("Read before", (_chapter(page, slides=False) for page in week.read_before)),
        _list("Chapters", (_chapter(page, slides=True) for page in week.chapters)),
        _assignment(number, week),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def course_page(course):
    """The HTML of a course's page, which needs no other file and no network.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
    """
    weeks = list(enumerate(course.weeks, start=1))
    return PAGE.format(
        title=escape(course.title),
        style=STYLE,
        about=escape(course.about),
        audience=f"\n<p>For: {escape(course.audience)}</p>" if course.audience else "",
        hours=times(course.weeks),
        contents="\n".join(
            f'<li><a href="#week-{k}">{escape(week.title)}</a></li>' for k, week in weeks
        ),
        weeks="\n".join(_week(k, week) for k, week in weeks),
    )
