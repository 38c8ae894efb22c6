"""Code that stands behind what it draws: one quiet link below a figure, plumbing out of sight.

A cell tagged ``hide-input`` shows its output; its code opens from a link in the corner below. The
code of hidden cells that follow one another opens from one link. In code that is shown, comments
for the formatter are left out, and so are statements that only show a listing or the ledger or hand
numbers to it: what serves the ledger opens from the link. The notebook itself keeps everything.
"""

import ast
import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

#: What a cell shows, and what its code is then called: the first that fits.
WORDS = (
    ('class="mlc-explore', "code of this widget"),
    ('class="mlc-table"', "code of this table"),
    ('class="mlc-code"', "code of this listing"),
)
FORMATTER = re.compile(r"^[ \t]*# fmt: (?:on|off|skip)[ \t]*\n|[ \t]*# fmt: skip[ \t]*$", re.M)
PLUMBING = re.compile(r"(?:ledger\.(?:measure|show)|source|use_style)\(")


class Behind(nodes.General, nodes.Element):
    """Code that a click opens: ``<details>``, so that it needs no script."""


def open_behind(writer, node):
    """Begin the HTML of code that opens from a link."""
    writer.body.append(f'<details class="mlc-behind"><summary>{node["words"]}</summary>\n')


def close_behind(writer, node):
    """End it."""
    writer.body.append("</details>\n")


def split(code):
    """Code as it is shown, and what of it only keeps the book's records.

    Parameters
    ----------
    code : str
        The source of a visible cell.

    Returns
    -------
    shown, records : str
        Without the formatter's comments; the statements that only serve the page apart.
    """
    lines = code.split("\n")
    records = []
    for statement in _statements(code):
        place = slice(statement.lineno - 1, statement.end_lineno)
        if PLUMBING.match(lines[place.start]):
            records += lines[place]
            lines[place] = [None] * (place.stop - place.start)
    shown = "\n".join(line for line in lines if line is not None)
    return without_formatter(shown), without_formatter("\n".join(records))


def _statements(code):
    """The statements of a cell; none of one that is not plain Python, as with a magic."""
    try:
        return ast.parse(code).body
    except SyntaxError:
        return []


def without_formatter(code):
    """Code without what is written for the formatter alone, and without empty ends."""
    return FORMATTER.sub("", code).strip("\n")


def words_for(cell):
    """What the code of a cell is called on the page."""
    html = "".join(node.astext() for node in cell.findall(nodes.raw))
    for mark, words in WORDS:
        if mark in html:
            return words
    if any(cell.findall(nodes.image)):
        return "code of this figure"
    return "code of this result" if part(cell, "cell_code_output") else "code of this page"


def part(cell, name):
    """The source or the output of a code cell, if it has one."""
    found = (child for child in cell.children if child.get("nb_element") == name)
    return next(found, None)


def rewrite(source, code):
    """Let the block of a cell's source hold this code."""
    for block in source.findall(nodes.literal_block):
        block.rawsource = code
        block[:] = [nodes.Text(code)]


def next_cell(cell):
    """The code cell that follows at once, or nothing."""
    place = cell.parent.index(cell) + 1
    after = cell.parent[place] if place < len(cell.parent) else None
    return after if is_cell(after) else None


def is_cell(node):
    """Whether a node is a code cell."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def is_hidden(node):
    """Whether a node is a code cell whose source is folded."""
    return is_cell(node) and node.get("hide_mode") == "input"


def shares(cell, following):
    """Whether a hidden cell's code opens from the link of the cell after it."""
    return is_hidden(following) and following["classes"] == cell["classes"]


def hang(cell, codes):
    """Put code behind a cell."""
    behind = Behind("", *codes, words=words_for(cell))
    cell += behind


class QuietCode(SphinxPostTransform):
    """Move hidden code behind its output; runs before what would draw a bar for each cell."""

    default_priority = 198
    formats = ("html",)

    def run(self, **kwargs):
        waiting = []
        for cell in [*self.document.findall(is_cell)]:
            source = part(cell, "cell_code_source")
            if source is None:
                continue
            if is_hidden(cell):
                cell["hide_mode"] = None
                cell.remove(source)
                waiting.append(source)
                rewrite(source, without_formatter(source.astext()))
                if not shares(cell, next_cell(cell)):
                    hang(cell, waiting)
                    waiting = []
            else:
                self.show(cell, source)

    def show(self, cell, source):
        """Leave plumbing out of a cell that is seen."""
        shown, records = split(source.astext())
        kept = source.deepcopy()
        rewrite(source, shown)
        if not shown:
            cell.remove(source)
        if "ledger." in records:  # a listing needs no link: it leads to its module
            rewrite(kept, records)
            hang(cell, [kept])
            cell.children[-1]["words"] = "code of this verdict"


def setup(app):
    """Register the transform and its node."""
    app.add_node(Behind, html=(open_behind, close_behind))
    app.add_post_transform(QuietCode)
