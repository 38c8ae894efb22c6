"""Two speeds of reading: what a first reading passes by is folded under a line that names it.

- ``:::{aside} What stands there`` folds a part of a text.
- A Markdown cell tagged ``deeper`` begins with a heading; its section is folded under that heading.
- A code cell tagged ``deeper`` is folded under its table's caption or its figure's description.

All of it is open on paper, and where there is no script the fold is the browser's own. The source
box of a chapter gets the minutes of both speeds, counted by ``reading``.
"""

import re
from html import unescape
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from . import compat, reading
from .quiet import is_cell

FOLDED = "mlc-deeper"
CAPTION = re.compile(r"<caption>(.*?)</caption>", re.S)
MARKUP = re.compile(r"<[^>]+>")
TYPED = re.compile(r"^\s*\d+\s+min\b")


class Fold(nodes.General, nodes.Element):
    """What opens by a click on a line; the first child is that line."""


class Line(nodes.General, nodes.TextElement):
    """The line of a fold."""


def open_fold(writer, node):
    """Begin the HTML of a fold."""
    writer.body.append(writer.starttag(node, "details", CLASS=FOLDED))


def close_fold(writer, node):
    """End it."""
    writer.body.append("</details>\n")


def open_line(writer, node):
    """Begin the HTML of a fold's line."""
    writer.body.append("<summary>")


def close_line(writer, node):
    """End it, with its minutes if they are known."""
    minutes = node.get("minutes")
    after = f' <span class="mlc-place">{minutes} min</span>' if minutes else ""
    writer.body.append(f"{after}</summary>\n")


class Aside(SphinxDirective):
    """A part of a text that a first reading leaves out: ``:::{aside} What stands there``."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        self.assert_has_content()
        words, messages = self.state.inline_text(self.arguments[0], self.lineno)
        minutes = reading.of_text("\n".join(self.content)).minutes
        fold = Fold("", Line("", "", *words, minutes=minutes), classes=["mlc-aside"])
        self.state.nested_parse(self.content, self.content_offset, fold)
        return [fold, *messages]


def mark_section(section, cell):
    """Let the section that a cell tagged ``deeper`` opens say so, with the cell's number."""
    if section is None:
        raise ExtensionError(f"cell {cell}: deeper, but it has no heading")
    section["classes"].append(FOLDED)
    section["mlc_cell"] = cell


def cells_of(env):
    """The cells of the page that is read or written."""
    path = Path(env.doc2path(env.docname))
    return reading.read(path) if path.suffix == ".ipynb" else []


class FoldDeeper(SphinxPostTransform):
    """Fold sections and cells in the pages; runs after code has gone behind its output."""

    default_priority = 199
    formats = ("html",)

    def run(self, **kwargs):
        for section in [*self.document.findall(nodes.section)]:
            if FOLDED in section["classes"]:
                self.fold_section(section)
        for cell in [*self.document.findall(is_cell)]:
            if f"tag_{reading.DEEPER}" in cell["classes"]:
                fold_cell(cell)

    def fold_section(self, section):
        """Let a section's heading stand, and all below it open from one line."""
        section["classes"].remove(FOLDED)
        minutes = reading.folded_minutes(cells_of(self.env), section["mlc_cell"])
        title, *rest = section.children
        fold = Fold("", Line("", words_for(rest), minutes=minutes), *rest)
        section.children = []
        section += [title, fold]


def words_for(parts):
    """What stands in a folded section: counted, because its heading has told what it is about."""
    counted = {
        "formula": nodes.math_block,
        "figure or table": is_drawn,
    }
    found = []
    for name, kind in counted.items():
        count = sum(len([*part.findall(kind)]) for part in parts)
        plural = "figures or tables" if name.startswith("figure") else f"{name}s"
        found += [f"{count} {plural if count > 1 else name}"] if count else []
    return f"Read on: {', '.join(found)}" if found else "Read on"


def is_drawn(node):
    """Whether a node is a code cell with a picture or a table."""
    return is_cell(node) and any(
        isinstance(inside, nodes.image)
        or (isinstance(inside, nodes.raw) and 'class="mlc-table"' in inside.astext())
        for inside in node.findall()
    )


def fold_cell(cell):
    """Let a cell open from the caption of its table or the description of its figure."""
    html = "".join(raw.astext() for raw in cell.findall(nodes.raw))
    caption = CAPTION.search(html)
    described = (image.get("alt", "") for image in cell.findall(nodes.image))
    words = unescape(MARKUP.sub("", caption[1])) if caption else next(described, "")
    if not words:
        raise ExtensionError("a cell tagged deeper has neither a table's caption nor a figure")
    fold = Fold("", Line("", words.strip()), classes=["mlc-aside"])
    cell.parent.replace(cell, fold)
    fold += cell


def print_times(app, doctree):
    """Put the minutes of both speeds into a chapter's source box, for those that were typed."""
    cells = cells_of(app.env)
    if not cells:
        return
    first, whole = reading.times(cells)
    for label in doctree.findall(nodes.strong):
        if label.astext() == "Reading time":
            place = label.parent.index(label) + 1
            typed = label.parent[place]
            rest = TYPED.sub("", typed.astext())
            words = nodes.Text(f" {first} min for a first reading, {whole} min for all{rest}")
            label.parent[place] = words
            return


def setup(app):
    """Register the directive, the nodes, and what folds."""
    compat.mark_sections(reading.DEEPER, mark_section)
    app.add_node(Fold, html=(open_fold, close_fold))
    app.add_node(Line, html=(open_line, close_line))
    app.add_directive("aside", Aside, override=True)  # the theme has a margin note of that name
    app.add_post_transform(FoldDeeper)
    app.connect("doctree-read", print_times)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
