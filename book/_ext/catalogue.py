"""The list of chapters, and what is printed straight from it: lists, links, coverage.

A planned chapter has its title in the list. A written one says itself what it is called, for whom
it is and what it needs: its notebook's heading and source box are read. The minutes that its page
shows, and that courses plan with, are counted (``reading``); it types ``minutes`` as well.
"""

import json
import re
from functools import cache
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective, SphinxRole

from . import reading
from .chapter_text import linked_chapters, said, source_box, source_of, title_of

LIST = Path(__file__).resolve().parents[1] / "chapters.yml"
NOTEBOOKS = LIST.parents[1] / "notebooks"

#: How a chapter's source box says its level and its minutes.
LEVEL = re.compile(r"\w+")
MINUTES = re.compile(r"(\d+)\s+min")


def notebook(part, chapter):
    """Where a chapter's notebook stands."""
    return NOTEBOOKS / f"{page_of(part, chapter)}.ipynb"


def opening(path):
    """What a notebook says of itself; what it leaves out is empty.

    Returns
    -------
    dict
        Title, level and minutes as typed, the pages that it ``needs``, and the minutes counted for
        a ``first`` reading and for the ``whole``.
    """
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first, whole = reading.times(cells)
    prose = "\n\n".join(source_of(cell) for cell in cells if cell["cell_type"] == "markdown")
    box = source_box(prose)
    told = box.body if box else ""
    level = LEVEL.match(said(told, "Level"))
    minutes = MINUTES.match(said(told, "Reading time"))
    return {
        "title": title_of(prose),
        "level": level[0] if level else "",
        "minutes": minutes[1] if minutes else "",
        "needs": [_page(path, to) for to in linked_chapters(said(told, "You need"))],
        "first": first,
        "whole": whole,
    }


def _page(path, address):
    """``"part/NN_slug"`` of a notebook that another one links to."""
    target = (path.parent / address).resolve()
    return f"{target.parent.name}/{target.name}"


@cache
def listed():
    """What the list says: themes and parts."""
    return yaml.safe_load(LIST.read_text(encoding="utf-8"))


@cache
def parts():
    """The parts with their chapters, in the book's order."""
    if not LIST.is_file():  # another book, which uses the widgets alone
        return []
    for part in listed()["parts"]:
        for chapter in part["chapters"]:
            if chapter["state"] == "ready" and notebook(part, chapter).is_file():
                chapter |= opening(notebook(part, chapter))
    return listed()["parts"]


def note_dependencies(env):
    """Read the present page anew when the list or a written chapter changes."""
    for path in (LIST, *(notebook(*found) for found in chapters("ready"))):
        env.note_dependency(str(path))


def chapters(state=None):
    """``(part, chapter)`` pairs, optionally those of one state."""
    return [
        (part, chapter)
        for part in parts()
        for chapter in part["chapters"]
        if state in (None, chapter["state"])
    ]


def page_of(part, chapter):
    """``"part/NN_slug"``."""
    return f"{part['part']}/{chapter['slug']}"


def number(part, chapter):
    """A chapter's number: its part's letter and its number in the source, as in ``S24``."""
    return f"{part['letter']}{int(chapter['slug'][:2])}"


def themes():
    """The themes, in the book's order."""
    return list(listed()["themes"])


def chapter_link(part, chapter):
    """A link to a ready chapter; another one's title and its state."""
    if chapter["state"] != "ready":
        return [nodes.Text(chapter["title"] + " "), nodes.emphasis(text=f"({chapter['state']})")]
    reference = pending_xref(
        "",
        nodes.inline(text=chapter["title"]),
        refdomain="std",
        reftype="doc",
        reftarget=f"/notebooks/{page_of(part, chapter)}",
        refexplicit=True,
        refwarn=True,
    )
    return [reference]


class ChapterRole(SphinxRole):
    """``{chapter}`part/NN_slug```: the chapter's title, a link if it is ready."""

    def run(self):
        for part, chapter in chapters():
            if page_of(part, chapter) == self.text:
                return chapter_link(part, chapter), []
        message = self.inliner.reporter.error(f"no chapter {self.text!r}", line=self.lineno)
        return [], [message]


def _table(header, rows, widths):
    table, group = nodes.table(), nodes.tgroup(cols=len(header))
    table += group
    group += [nodes.colspec(colwidth=width) for width in widths]
    head, body = nodes.thead(), nodes.tbody()
    group += [head, body]
    for target, row in [(head, header), *((body, row) for row in rows)]:
        line = nodes.row()
        for cell in row:
            content = [nodes.Text(cell)] if isinstance(cell, str) else cell
            line += nodes.entry("", nodes.paragraph("", "", *content))
        target += line
    return table


class ChapterList(SphinxDirective):
    """A part's chapters with their question and state."""

    required_arguments = 1

    def run(self):
        note_dependencies(self.env)
        found = [part for part in parts() if part["part"] == self.arguments[0]]
        if not found:
            raise self.error(f"no part {self.arguments[0]!r}")
        items = nodes.bullet_list(classes=["mlc-chapters"])
        for chapter in found[0]["chapters"]:
            question = nodes.Text(f" — {chapter['question']}")
            known = nodes.inline(text=number(found[0], chapter), classes=["mlc-number"])
            link = chapter_link(found[0], chapter)
            line = nodes.paragraph("", "", known, nodes.Text(" "), *link, question)
            items += nodes.list_item("", line)
        return [items]


class Coverage(SphinxDirective):
    """How many chapters are ready; then every chapter with its source, part by part."""

    def run(self):
        note_dependencies(self.env)
        counts = [
            [part["title"], str(len(part["chapters"])), str(_ready(part))] for part in parts()
        ]
        counts.append(["all", str(len(chapters())), str(len(chapters("ready")))])
        result = [_table(["part", "chapters", "ready"], counts, [6, 2, 2])]
        for part in parts():
            section = nodes.section(ids=[f"coverage-{part['part'].replace('_', '-')}"])
            section += nodes.title(text=part["title"])
            rows = nodes.bullet_list(classes=["mlc-chapters", "mlc-coverage"])
            for chapter in part["chapters"]:
                rows += nodes.list_item("", nodes.paragraph("", "", *_cited(part, chapter)))
            section += rows
            result.append(section)
        return result


def _cited(part, chapter):
    """A chapter's number, and its link or that it is planned; its source in small print below."""
    known = nodes.inline(text=number(part, chapter), classes=["mlc-number"])
    source = nodes.inline(text=chapter["source"], classes=["mlc-place"])
    return [known, nodes.Text(" "), *chapter_link(part, chapter), source]


def _ready(part):
    return sum(chapter["state"] == "ready" for chapter in part["chapters"])


def setup(app):
    """Register the role and the directives of this module."""
    app.add_role("chapter", ChapterRole())
    app.add_directive("chapter-list", ChapterList)
    app.add_directive("coverage", Coverage)
