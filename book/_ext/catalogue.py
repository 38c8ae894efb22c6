"""The list of chapters, and what is printed straight from it: lists, links, coverage."""

from functools import cache
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective, SphinxRole

LIST = Path(__file__).resolve().parents[1] / "chapters.yml"


@cache
def parts():
    """The parts with their chapters, in the book's order."""
    return yaml.safe_load(LIST.read_text(encoding="utf-8"))["parts"]


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


def chapter_link(part, chapter):
    """A link to a ready chapter; a planned one's title and the word *planned*."""
    if chapter["state"] != "ready":
        return [nodes.Text(chapter["title"] + " "), nodes.emphasis(text="(planned)")]
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
    table["classes"] += ["mlc-coverage"]
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
        self.env.note_dependency(str(LIST))
        found = [part for part in parts() if part["part"] == self.arguments[0]]
        if not found:
            raise self.error(f"no part {self.arguments[0]!r}")
        items = nodes.bullet_list(classes=["mlc-chapters"])
        for chapter in found[0]["chapters"]:
            question = nodes.Text(f" — {chapter['question']}")
            number = nodes.Text(f"{int(chapter['slug'][:2])}. ")
            line = nodes.paragraph("", "", number, *chapter_link(found[0], chapter), question)
            items += nodes.list_item("", line)
        return [items]


class Coverage(SphinxDirective):
    """Every chapter of the book with its state, part by part."""

    def run(self):
        self.env.note_dependency(str(LIST))
        counts = [
            [part["title"], str(len(part["chapters"])), str(_ready(part))] for part in parts()
        ]
        counts.append(["all", str(len(chapters())), str(len(chapters("ready")))])
        result = [_table(["part", "chapters", "ready"], counts, [6, 2, 2])]
        for part in parts():
            section = nodes.section(ids=[f"coverage-{part['part'].replace('_', '-')}"])
            section += nodes.title(text=part["title"])
            rows = [
                [chapter_link(part, chapter), chapter["source"], chapter["state"]]
                for chapter in part["chapters"]
            ]
            section += _table(["chapter", "source", "state"], rows, [4, 6, 1])
            result.append(section)
        return result


def _ready(part):
    return sum(chapter["state"] == "ready" for chapter in part["chapters"])


def setup(app):
    """Register the role and the directives of this module."""
    app.add_role("chapter", ChapterRole())
    app.add_directive("chapter-list", ChapterList)
    app.add_directive("coverage", Coverage)
