"""nbgrader's gradebook and folders, filled with verdicts.

nbgrader itself would run the student's notebook, checks and all, in one kernel. Here the judge has
said what an answer is worth; what remains is to write it where nbgrader and its *Formgrader* look.
"""

import os
import shutil
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell, new_output

__all__ = ["IN_WORDS", "api_of", "enter", "gradebook_of", "hand_in"]

IN_WORDS = "why"  # the role of a cell for words beside an answer that code checks
FOR_THE_MARKER = "**For who marks this: the solution, and what earns points**"


def api_of(place):
    """nbgrader's programs for a folder."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    programs = str(Path(sys.executable).parent)  # nbgrader calls alembic, which stands there
    if programs not in os.environ["PATH"].split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, os.environ["PATH"]])
    config = Config()
    config.CourseDirectory.root = str(Path(place).resolve())
    config.Application.log_level = "WARN"
    return NbGraderAPI(config=config)


@contextmanager
def gradebook_of(place):
    """nbgrader's gradebook of a folder, open."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its data base
        with api_of(place).gradebook as book:
            yield book


def hand_in(place, assignment, student, notebook):
    """Put a student's notebook where the grader looks for it; return the file."""
    return _write(Path(place, "submitted", student, assignment), notebook)


def _write(folder, notebook):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    file = folder / f"{folder.name}.ipynb"
    nbformat.write(notebook, file)
    return file


def _role(name):
    label, _, role = name.rpartition("-")
    return label, role


def _marked(notebook, source, verdicts):
    """What the grader sees: hidden checks are back, and each that failed shows why.

    Below words that a person marks stand the solution and the rubric.
    """
    staff = {cell.metadata.nbgrader.grade_id: cell for cell in source.cells}
    cells = []
    for cell in notebook.cells:
        cell = nbformat.from_dict(cell)
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in staff and cell.metadata.nbgrader.locked:
            cell.source = staff[name].source
        label, role = _role(name)
        words = verdicts[label].failed.get(role) if label in verdicts else ""
        if words:
            cell.outputs = [new_output("error", ename="Check", evalue=words, traceback=[words])]
        cells.append(cell)
        if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("solution"):
            cells.append(new_markdown_cell(f"{FOR_THE_MARKER}\n\n{staff[name].source}"))
    return nbformat.v4.new_notebook(cells=cells, metadata=notebook.metadata)


def enter(book, place, hand_in, source, release, verdicts):
    """Enter into the gradebook what a student's hand-in is worth.

    A mark that was given by hand stays, to be looked at again.

    Parameters
    ----------
    book : Gradebook
    place : Path
        nbgrader's folder.
    hand_in : HandIn
    source, release : NotebookNode
        The staff's and the students' copy.
    verdicts : dict
        A :class:`~tools.judge.Verdict` for each label of an exercise that code grades.
    """
    folder = Path(place, "autograded", hand_in.student, hand_in.week)
    _write(folder, _marked(hand_in.notebook, source, verdicts))
    empty = {cell.metadata.nbgrader.grade_id: cell.source for cell in release.cells}
    written = {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in hand_in.notebook.cells
        if "nbgrader" in cell.metadata
    }
    book.update_or_create_student(hand_in.student)
    submission = book.update_or_create_submission(hand_in.week, hand_in.student)
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            label, role = _role(grade.cell.name)
            if label in verdicts and role != IN_WORDS:
                verdict = verdicts[label]
                grade.auto_score = 0.0 if role in verdict.failed else grade.cell.max_score
                doubtful = verdict.needs_a_human
            else:
                answered = written[grade.cell.name] != empty[grade.cell.name]
                grade.auto_score = None if answered else 0.0
                doubtful = answered
            grade.needs_manual_grade = doubtful or grade.manual_score is not None
        for comment in notebook.comments:
            answered = written[comment.cell.name] != empty[comment.cell.name]
            comment.auto_comment = None if answered else "No response."
    book.db.commit()
