"""Editions of the book: ``student`` without solutions, ``staff`` with what grades an exercise.

``MLCOMPANION_EDITION`` chooses; without it the book is the public one, where solutions are folded.
Solutions leave the document before anything is made of it, pages, pictures or search index, and
they leave the notebooks that a page offers.
"""

import json
import os
from pathlib import Path

from docutils import nodes
from docutils.core import publish_doctree
from sphinx.errors import ConfigError, ExtensionError
from sphinx.transforms import SphinxTransform
from sphinx_exercise.nodes import (
    exercise_enumerable_node,
    exercise_node,
    solution_end_node,
    solution_node,
    solution_start_node,
)

from .chapter_text import solution_parts, source_of

EDITIONS = ("", "student", "staff")


def without_solutions(cells):
    """The cells of a notebook, as in its file, without those of solutions."""
    kept = []
    inside = False
    for cell in cells:
        parts = solution_parts(source_of(cell), inside)
        inside = parts[-1][1]
        text = "".join(words for words, in_solution in parts if not in_solution).strip("\n")
        if text:
            kept.append({**cell, "source": text})
    return kept


def drop_solutions(path):
    """Rewrite a notebook without its solutions."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"] = without_solutions(notebook["cells"])
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1), encoding="utf-8")


def _markdown(text, document):
    """The nodes of a piece of Markdown with formulas."""
    from myst_parser.parsers.docutils_ import Parser

    found = publish_doctree(
        text, parser=Parser(), settings_overrides={"myst_enable_extensions": ["dollarmath"]}
    )
    for node in found.findall():
        node.document = document
    return found.children


def staff_note(graded, document):
    """What grades an exercise: its points with rubric, or with answer and checks."""
    note = nodes.admonition(classes=["note", "mlc-staff"])
    note += nodes.title("", f"For the staff: {graded.points} points")
    if graded.rubric:
        rows = "\n".join(f"- **{points}** for {words}" for points, words in graded.rubric)
        note += _markdown(rows, document)
        return note
    for words, code in (
        ("Answer", graded.answer),
        (f"Visible check, points: {graded.visible[0]}", graded.visible[1]),
        (f"Hidden check, points: {graded.hidden[0]}", graded.hidden[1]),
        ("A wrong answer, which only the hidden check refuses", graded.wrong),
    ):
        note += nodes.paragraph("", f"{words}:")
        note += nodes.literal_block("", code.strip(), language="python")
    if graded.why:
        rows = "\n".join(f"- **{points}** for {words}" for points, words in graded.why)
        note += nodes.paragraph("", "In words:")
        note += _markdown(rows, document)
    return note


class EditSolutions(SphinxTransform):
    """Leave solutions out, or unfold them; runs just after they have been put together."""

    default_priority = 11

    def apply(self):
        edition = self.config.mlc_edition
        if edition == "student":
            remove_solutions(self.document, self.env.docname)
        elif edition == "staff":
            for node in self.document.findall(solution_node):
                node["classes"] = [name for name in node["classes"] if name != "dropdown"]
            self.add_notes()

    def add_notes(self):
        """Put beside each graded exercise what grades it."""
        from . import kit  # another book that uses the widgets has no courses

        page = self.env.docname.removeprefix("notebooks/")
        if page == self.env.docname:
            return
        self.env.note_dependency(str(kit.COURSES / "exercises" / f"{page}.yml"))
        graded = kit.graded_of(page)
        for kind in (exercise_node, exercise_enumerable_node):
            for node in [*self.document.findall(kind)]:
                if node["label"] in graded:
                    place = node.parent.index(node) + 1
                    node.parent.insert(place, staff_note(graded[node["label"]], self.document))


def remove_solutions(document, name):
    """Take every solution out of a document.

    Raises
    ------
    ExtensionError
        If one has a beginning or an end that the other lacks: nothing of it may stay.
    """
    for node in [*document.findall(solution_node)]:
        node.parent.remove(node)
    for kind in (solution_start_node, solution_end_node):
        if any(document.findall(kind)):
            raise ExtensionError(f"{name}: a solution does not end in the section it begins in")


def choose(app, config):
    """Say in the title which edition this is."""
    if config.mlc_edition not in EDITIONS:
        raise ConfigError(f"MLCOMPANION_EDITION is student or staff, got {config.mlc_edition!r}")
    if config.mlc_edition:
        config.html_title = f"{config.html_title} ({config.mlc_edition} edition)"


def mend_notebooks(app, exception):
    """Leave solutions out of the notebooks that the site offers (``build-finished``)."""
    if exception is None and app.config.mlc_edition == "student":
        for path in Path(app.outdir, "_sources").rglob("*.ipynb*"):
            drop_solutions(path)


def setup(app):
    """Register the edition, and what it changes."""
    app.add_config_value("mlc_edition", os.environ.get("MLCOMPANION_EDITION", ""), "env")
    app.connect("config-inited", choose)
    app.connect("build-finished", mend_notebooks)
    app.add_transform(EditSolutions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
