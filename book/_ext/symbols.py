"""The key of a chapter's symbols: ``:::{symbols}``, a list whose meanings the notation page gives.

A line ``- $n$`` takes its meaning from the notation page, where the symbol must stand once; where a
letter has two meanings there, the line says whose: ``- $\\alpha$ (Online learning)``. A line
``- $\\gamma_I$ — weight of the graph`` is the chapter's own. Each symbol must stand in one of the
chapter's formulas. The key is folded, and open on paper. ``python -m book._ext.symbols PART/SLUG``
proposes the lines.
"""

import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from . import reading
from .chapter_text import directives, formulas_of, source_of, without
from .speeds import Fold, Line

NOTATION = Path(__file__).resolve().parents[1] / "notation.md"
SECTION = re.compile(r"^### (.+)$", re.M)
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[^\s\\]")
LINE = re.compile(r"^- \$(?P<symbol>[^$]+)\$(?: \((?P<section>[^()]+)\))?(?: — (?P<words>.+))?$")
PART = re.compile(r"\$[^$]+\$|`[^`]+`")

#: Commands that only place or group.
SILENT = {*"&{}", r"\,", r"\;", r"\!", r"\ ", r"\quad", r"\left", r"\right", r"\bigl", r"\bigr"}
RELATIONS = {"=", "<", ">", ":", r"\in", r"\le", r"\ge"}


@dataclass(frozen=True)
class Row:
    """A row of the notation page."""

    section: str
    symbols: str
    meaning: str
    code: str = ""

    @property
    def cores(self):
        """The token sequences of its symbols, each up to its relation or its argument."""
        formulas = formulas_of(self.symbols)
        return {core for formula in formulas for core in cores(formula)}


def tokens(formula):
    """The tokens of a formula, without braces and spaces: ``x_{i}`` is ``x_i``."""
    return [token for token in TOKEN.findall(formula) if token not in SILENT]


def cores(formula):
    """The symbols that a formula of a table introduces: lists are split, arguments cut."""
    depth, current, found = 0, [], []
    for token in [*tokens(formula), ","]:
        if depth == 0 and token == ",":
            found.append(core(current))
            current = []
            continue
        depth += (token in "([") - (token in ")]")
        current.append(token)
    return {one for one in found if one and one[0] != r"\dots"}


def core(found):
    """A symbol as tokens, up to its relation, or through the bracket of its argument."""
    for place, token in enumerate(found):
        if token == "(" and place:
            return tuple(found[: place + 1])
        if token in RELATIONS:
            return tuple(found[:place])
    return tuple(found)


@cache
def rows():
    """The rows of the tables that say what the book's symbols mean."""
    text = NOTATION.read_text(encoding="utf-8").partition("\n## From the sources")[0]
    found = []
    parts = SECTION.split(text)
    for section, table in zip(parts[1::2], parts[2::2]):
        for line in table.splitlines():
            if line.startswith("| $"):
                cells = [cell.strip() for cell in line.strip().strip("|").split(" |")]
                found.append(Row(section, *cells))
    return found


def formulas(cells):
    """The formulas of a chapter's text as tokens, without those of its key."""
    texts = [source_of(cell) for cell in cells if cell["cell_type"] == "markdown"]
    bare = [without(text, directives(text, "symbols")) for text in texts]
    return [tokens(formula) for text in bare for formula in formulas_of(text)]


def uses(formula, symbol):
    """Whether a formula has a symbol: not one with another index, and not as an index."""
    size = len(symbol)
    for place in range(len(formula) - size + 1):
        if tuple(formula[place : place + size]) == symbol:
            after = formula[place + size] if place + size < len(formula) else ""
            before = formula[place - 1] if place else ""
            if not (after == "_" and "_" not in symbol) and before not in ("_", r"\mathbb"):
                return True
    return False


def key(lines, cells):
    """The rows of a chapter's key.

    Parameters
    ----------
    lines : list of str
        As written in the chapter.
    cells : list of dict
        The chapter's, as in the notebook's file.

    Returns
    -------
    list of Row

    Raises
    ------
    ExtensionError
        If a line is none, its symbol does not stand in the chapter, or has no meaning or two.
    """
    known, found = formulas(cells), []
    for line in filter(str.strip, lines):
        match = LINE.match(line)
        if not match:
            raise ExtensionError(f"no line of a key of symbols: {line!r}")
        wanted = cores(match["symbol"])
        if not all(any(uses(formula, one) for formula in known) for one in wanted):
            raise ExtensionError(f"no formula of the chapter has ${match['symbol']}$")
        own = Row("", f"${match['symbol']}$", match["words"] or "")
        found.append(own if match["words"] else _listed(match, wanted))
    return found


def _listed(match, wanted):
    """The row of the notation page that a line means."""
    section = match["section"]
    fit = [row for row in rows() if wanted <= row.cores and section in (None, row.section)]
    if len(fit) != 1:
        places = ", ".join(row.section for row in fit) or "nowhere"
        raise ExtensionError(f"${match['symbol']}$ stands in the tables of the notation: {places}")
    return Row(fit[0].section, f"${match['symbol']}$", fit[0].meaning, fit[0].code)


def proposed(cells):
    """Lines for each symbol of the notation page that a chapter's formulas have."""
    known = formulas(cells)
    for row in rows():
        for formula in formulas_of(row.symbols):
            if all(any(uses(one, symbol) for one in known) for symbol in cores(formula)):
                yield f"- ${formula}$ ({row.section})"


def _words(cell):
    """A cell of the table: words, formulas and code."""
    found, end = [], 0
    for match in PART.finditer(cell):
        kind = nodes.math if match[0][0] == "$" else nodes.literal
        found += [nodes.Text(cell[end : match.start()]), kind("", match[0][1:-1])]
        end = match.end()
    return [*found, nodes.Text(cell[end:])]


def table(found):
    """The rows as a table of the page."""
    result, group = nodes.table(classes=["mlc-symbols"]), nodes.tgroup(cols=3)
    head, body = nodes.thead(), nodes.tbody()
    group += [nodes.colspec(colwidth=width) for width in (3, 6, 3)]
    group += [head, body]
    result += group
    cells = [(row.symbols, row.meaning, row.code) for row in found]
    titles = ("Symbol", "Meaning", "In code")
    for target, line in [(head, titles), *((body, line) for line in cells)]:
        entries = [nodes.entry("", nodes.paragraph("", "", *_words(cell))) for cell in line]
        target += nodes.row("", *entries)
    return result


class Symbols(SphinxDirective):
    """The folded key of a chapter."""

    has_content = True

    def run(self):
        self.env.note_dependency(str(NOTATION))
        path = Path(self.env.doc2path(self.env.docname))
        found = key(self.content, reading.read(path))
        return [Fold("", Line("", "Symbols of this chapter"), table(found), classes=["mlc-key"])]


def setup(app):
    """Register the directive."""
    app.add_directive("symbols", Symbols)


def main():
    """Propose lines for a chapter."""
    for line in proposed(reading.read(Path("notebooks", f"{sys.argv[1]}.ipynb"))):
        print(line)


if __name__ == "__main__":
    main()
