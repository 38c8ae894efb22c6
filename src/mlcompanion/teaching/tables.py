"""Tables: aligned text where text is compared, HTML on the page."""

from IPython.display import display

from ._html import table_html, table_text
from ._mode import output_mode

__all__ = ["table"]


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
    header, rows = list(header), [list(row) for row in rows]
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"rows must have {len(header)} cells like the header, got {row!r}")
    bundle = {"text/plain": table_text(header, rows, caption)}
    if output_mode() != "plain":
        bundle["text/html"] = table_html(header, rows, caption)
    display(bundle, raw=True)
