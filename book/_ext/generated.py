"""What is made from the executed notebooks: outputs, stamps, the first page's widget and lists."""

import json
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from . import catalogue

#: Pages that are made from all chapters.
PAGES = {"book/index", "book/ledger", "book/studies"}
LEVELS = {"introductory": "•", "intermediate": "••", "advanced": "•••"}


def _executed(srcdir):
    return Path(srcdir, "_build", "executed")


def stamps(srcdir):
    """Fingerprint of each executed chapter, by page."""
    root = _executed(srcdir)
    return {
        path.relative_to(root).with_suffix("").as_posix(): path.read_text()
        for path in sorted(root.glob("*/*.json"))
    }


def outputs(srcdir, page):
    """The outputs of an executed chapter, in order."""
    path = _executed(srcdir) / f"{page}.ipynb"
    if not path.is_file():
        return []
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def failure(srcdir, page):
    """The cell of a chapter that failed, and its error; nothing if it ran through."""
    stamp = _executed(srcdir) / f"{page}.json"
    return json.loads(stamp.read_text()).get("failure", "") if stamp.is_file() else ""


def first_widget(srcdir, page):
    """The HTML of an executed chapter's first widget, or nothing."""
    found = (output.get("data", {}).get("text/html", "") for output in outputs(srcdir, page))
    return next((html for html in map("".join, found) if 'class="mlc-explore' in html), "")


class StartHere(SphinxDirective):
    """The first widget of one chapter, live, and the way to that chapter.

    Where that chapter is not executed, as in a build of a few chapters, another one starts.
    """

    required_arguments = 1

    def run(self):
        catalogue.note_dependencies(self.env)
        ready = catalogue.chapters("ready")
        ready.sort(key=lambda found: catalogue.page_of(*found) != self.arguments[0])
        for part, chapter in ready:
            page = catalogue.page_of(part, chapter)
            widget = first_widget(self.env.app.srcdir, page)
            if widget:
                html = (
                    f'<p class="mlc-start"><a href="../notebooks/{page}.html">'
                    f"{escape(chapter['title'])}</a>: {escape(chapter['question'])} "
                    f"{_reading(chapter)}</p>{widget}"
                )
                return [nodes.raw("", html, format="html")]
        return []


def _part_map(part):
    ready = [chapter for chapter in part["chapters"] if chapter["state"] == "ready"]
    total = len(part["chapters"])
    count = f"{total} chapters" if len(ready) == total else f"{len(ready)} of {total} chapters"
    groups = ""
    for theme in catalogue.themes():
        chapters = [chapter for chapter in ready if chapter["themes"][0] == theme]
        rows = "".join(f"<li>{_row(part, chapter)}</li>" for chapter in chapters)
        groups += f"<section><h4>{escape(theme)}</h4><ul>{rows}</ul></section>" if rows else ""
    return (
        f'<h3><a href="../{part["intro"]}.html">{escape(part["title"])}</a> '
        f'<span class="mlc-place">{count}</span></h3><div class="mlc-part">{groups}</div>'
    )


def _row(part, chapter):
    page = catalogue.page_of(part, chapter)
    return (
        f'<span class="mlc-number">{catalogue.number(part, chapter)}</span> '
        f'<a href="../notebooks/{page}.html">{escape(chapter["title"])}</a> {_brief(chapter)}'
    )


def _brief(chapter):
    """Level in dots and minutes, so that a row is a line."""
    dots = f'<span aria-hidden="true">{LEVELS.get(chapter["level"], "")}</span>'
    level = f'<span class="mlc-hidden">{chapter["level"]}</span>'
    return f'<span class="mlc-place">{dots}{level} {chapter["first"]} min</span>'


def _reading(chapter):
    """Level, as far as the chapter gives it, and minutes."""
    words = " · ".join(filter(None, (chapter["level"], f"{chapter['first']} min")))
    return f'<span class="mlc-place">{words}</span>'


def setup(app):
    """Register the directive of this module."""
    app.add_directive("start-here", StartHere)
