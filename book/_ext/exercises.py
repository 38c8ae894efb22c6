"""Exercises that change a cell end in a line that says how to run it, with this chapter's name."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, exercise_subtitle

KIND = "(change this cell"
FOLDER = "notebooks/"
#: Menu of JupyterLab.
ABOVE = "Run → Run All Above Selected Cell"


def changes_a_cell(exercise):
    """Whether the title of an exercise says that a cell is to be changed."""
    return any(KIND in title.astext() for title in exercise.findall(exercise_subtitle))


def how_to_run(page):
    """The line of a chapter's exercise.

    Parameters
    ----------
    page : str
        As in ``sugiyama/24_sparse_regression``.

    Returns
    -------
    docutils.nodes.paragraph
    """
    first_time = pending_xref(
        "",
        nodes.inline(text="how to set up"),
        refdomain="std",
        reftype="ref",
        reftarget="how-to-run",
        refexplicit=True,
        refwarn=True,
    )
    return nodes.paragraph(
        "",
        "",
        nodes.Text("To run it: "),
        nodes.literal(text="make lab"),
        nodes.Text(", open "),
        nodes.literal(text=f"{page}.ipynb"),
        nodes.Text(", click into the cell below and choose "),
        nodes.emphasis(text=ABOVE),
        nodes.Text("; then change the cell and press Shift+Enter ("),
        first_time,
        nodes.Text(")."),
        classes=["mlc-run"],
    )


def say_how_to_run(app, doctree):
    """Put the line at the end of each such exercise of a chapter (``doctree-read``)."""
    page = app.env.docname.removeprefix(FOLDER)
    if page == app.env.docname:
        return
    for kind in (exercise_node, exercise_enumerable_node):
        for exercise in doctree.findall(kind):
            if changes_a_cell(exercise):
                exercise.children[-1].append(how_to_run(page))


def setup(app):
    """Register the line."""
    app.connect("doctree-read", say_how_to_run)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
