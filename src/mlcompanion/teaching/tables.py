"""Tables: aligned text where text is compared, HTML on the page; and the sources' own, as data.

A source's table is a file ``tables/<name>.csv`` in the chapter's folder: a comment that says what
it is, the column titles, and the rows as printed.
"""

import csv

from IPython.display import display

from . import _chapters
from ._mode import output_mode
from .html import table_html, table_text

__all__ = ["SourceTable", "source_table", "table"]


def table(header, rows, caption=""):
    """Show a table, for example the source's numbers beside ours.

    Parameters
    ----------
    header : sequence of str
        Column titles.
    rows : sequence of sequences
        Cells, already rounded to what is stable on another machine; they are shown with ``str``.
    caption : str
        What the table says.

    Raises
    ------
    ValueError
        If a row's length differs from the header's.
    """
    header = list(header)
    rows = [list(row) for row in rows]
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"rows must have {len(header)} cells like the header, got {row!r}")
    bundle = {"text/plain": table_text(header, rows, caption)}
    if output_mode() != "plain":
        bundle["text/html"] = table_html(header, rows, caption)
    display(bundle, raw=True)


class SourceTable(dict):
    """A printed table: from the key of a row to its numbers.

    Attributes
    ----------
    place : str
        Where it stands and what it gives.
    columns : tuple of str
        Titles of the numbers.
    """

    def __init__(self, rows, place, columns):
        super().__init__(rows)
        self.place = place
        self.columns = columns

    def column(self, name):
        """The numbers of one column, in the order of the rows."""
        return [row[self.columns.index(name)] for row in self.values()]


def source_table(page, name, keys=1):
    """A table that a source prints, to stand beside ours.

    Parameters
    ----------
    page : str
        The chapter, such as ``"jmlr12/03_direct_lingam"``.
    name : str
        The table, such as ``"table_1"``.
    keys : int
        How many of the first columns tell the rows apart; with several, a row's key is a tuple.

    Returns
    -------
    SourceTable

    Raises
    ------
    ValueError
        If there is no such table, or two rows have the same key.

    Examples
    --------
    >>> source_table("jmlr12/03_direct_lingam", "table_1", keys=3)["sparse", 10, "direct"]
    (0.48, 0.31, 0.21)
    """
    folder = _chapters.chapter_folder(page)
    path = folder and folder / "tables" / f"{name}.csv"
    if not path or not path.is_file():
        raise ValueError(f"name must be a stored table of {page}, got {name!r}")
    place, *lines = path.read_text(encoding="utf-8").splitlines()
    titles, *rows = csv.reader(lines)
    found = {}
    for row in rows:
        key = tuple(map(_number, row[:keys]))
        numbers = tuple(map(_number, row[keys:]))
        key = key[0] if keys == 1 else key
        if key in found:
            raise ValueError(f"keys={keys} does not tell the rows apart: {key!r} stands twice")
        found[key] = numbers
    return SourceTable(found, place.removeprefix("# "), tuple(titles[keys:]))


def _number(cell):
    """A cell as an int or a float if it is one."""
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell
