"""How long a chapter takes to read: counted from its words, formulas and moves.

There are two speeds. The *first reading* goes from the title to *In short* and leaves out what is
folded: blocks ``:::{aside}``, and cells tagged ``deeper``. *All* of it are also the folded parts,
*Does it hold?*, the ledger and the practice. Exercises state their own minutes and do not count.
"""

import json
import re
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from .chapter_text import (
    COMMENT,
    DEEPER,
    DISPLAYED,
    HEADING,
    INLINE,
    REMOVED,
    all_directives,
    by_heading,
    directives,
    source_of,
    tags,
    without,
    without_fences,
    without_source_box,
)
from .quiet import split

#: Seconds that each takes somebody who meets the subject and wants to follow: 100 words a minute,
#: where plain prose is read at 240; a widget is guessed, moved a few times, and thought about.
SECONDS = {"words": 0.6, "inline": 3, "displays": 40, "lines": 4, "drawn": 30, "moves": 120}
HIDDEN = {"hide-input", "remove-input"}

WIDGET = re.compile(r"^@explore\(", re.M)


@dataclass(frozen=True)
class Effort:
    """What a reader meets, counted; efforts add up."""

    words: int = 0
    inline: int = 0  # formulas in a line
    displays: int = 0  # formulas on lines of their own
    lines: int = 0  # of visible code
    drawn: int = 0  # figures, tables, listings, boxes
    moves: int = 0  # widgets

    def __add__(self, other):
        counts = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        return Effort(**counts)

    @property
    def minutes(self):
        """Minutes, rounded, and at least one."""
        seconds = sum(SECONDS[f.name] * getattr(self, f.name) for f in fields(self))
        return max(1, round(seconds / 60))


@dataclass(frozen=True)
class Piece:
    """A part of a chapter: its effort, and whether a first reading passes it by."""

    effort: Effort
    section: str
    deeper: bool


def of_text(text):
    """The effort of a piece of Markdown."""
    text = COMMENT.sub("", text)  # words for a slide
    words = DISPLAYED.sub(" ", text)
    formulas = len(INLINE.findall(words))
    words = without_fences(INLINE.sub(" ", words))
    return Effort(
        words=len(words.split()),
        inline=formulas,
        displays=len(DISPLAYED.findall(text)),
        drawn=sum(box.name.startswith("prf:") for box in all_directives(text)),
    )


def of_code(cell):
    """The effort of a code cell: the lines of it that are seen, and what it draws or prints."""
    code = source_of(cell)
    if REMOVED in tags(cell):
        return Effort()
    shown = "" if HIDDEN.intersection(tags(cell)) else split(code)[0]
    lines = sum(bool(line.strip()) for line in shown.splitlines())
    if WIDGET.search(code):
        return Effort(lines=lines, moves=1)
    drawn = sum(output["output_type"] == "display_data" for output in cell["outputs"])
    return Effort(lines=lines, drawn=drawn)


def pieces(cells):
    """The parts of a chapter in their order, the source box and the exercises left out.

    Parameters
    ----------
    cells : list of dict
        As in the notebook's file.

    Returns
    -------
    list of Piece
    """
    found = []
    section = ""
    folded = 0  # level of the heading whose section is folded
    for cell in cells:
        if cell["cell_type"] == "code":
            deeper = bool(folded) or DEEPER in tags(cell)
            found.append(Piece(of_code(cell), section, deeper))
            continue
        text = without_source_box(source_of(cell))
        opens = DEEPER in tags(cell)
        for block in by_heading(text):
            heading = HEADING.match(block)
            if heading:
                level = len(heading[1])
                if level <= folded:
                    folded = 0
                if opens and not folded:
                    folded = level
                opens = False
                if level <= 2:
                    section = heading[2].strip()
            asides = list(directives(block, "aside"))
            found += [Piece(of_text(aside.body), section, True) for aside in asides]
            found.append(Piece(of_text(without(block, asides)), section, bool(folded)))
    return [piece for piece in found if not piece.section.startswith("Exercises")]


def times(cells):
    """Minutes of a first reading, and of all.

    Parameters
    ----------
    cells : list of dict
        As in the notebook's file.

    Returns
    -------
    first, whole : int
    """
    known = pieces(cells)
    end = 1 + max((k for k, p in enumerate(known) if p.section == "In short"), default=len(known))
    first = sum((p.effort for p in known[:end] if not p.deeper), Effort())
    whole = sum((p.effort for p in known), Effort())
    return first.minutes, whole.minutes


def folded_minutes(cells, index):
    """Minutes of the section that the cell with this index folds."""
    level = len(HEADING.match(source_of(cells[index]).lstrip())[1])
    inside = [cells[index]]
    for cell in cells[index + 1 :]:
        if cell["cell_type"] == "markdown":
            levels = [len(found[1]) for found in HEADING.finditer(source_of(cell))]
            if min(levels, default=level + 1) <= level:
                break
        inside.append(cell)
    return sum((piece.effort for piece in pieces(inside)), Effort()).minutes


def read(path):
    """The cells of a notebook's file."""
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def main():
    """Print the minutes of each section of a chapter, those of its folded parts, and the sums."""
    cells = read(Path("notebooks", f"{sys.argv[1]}.ipynb"))
    known = pieces(cells)
    for section in dict.fromkeys(piece.section for piece in known):
        parts = [p for p in known if p.section == section]
        read_at_once = sum((p.effort for p in parts if not p.deeper), Effort()).minutes
        folded = [p.effort for p in parts if p.deeper]
        after = f", folded {sum(folded, Effort()).minutes}" if folded else ""
        print(f"{read_at_once:4d} min{after}  {section or 'Title'}")
    first, whole = times(cells)
    print(f"{first} min for a first reading, {whole} min for all")


if __name__ == "__main__":
    main()
