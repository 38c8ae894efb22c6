"""What students handed in: found under any name, and copied into our own notebook.

A hand-in is a notebook in ``inbox/<student>/`` or ``inbox/<student>_….ipynb``, as learning
platforms pack them, or in ``submitted/<student>/``. A platform's ``inbox/….zip`` is unpacked first.
Which week it is for is read from its cells,
not from its name. What is graded is a copy of *our* notebook with the student's words in it:
whatever was done to other cells, to points or to names of cells is gone.
"""

import os
import re
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

__all__ = ["STUDENT", "HandIn", "collected", "filled_in", "name_in"]

OF_A_PLATFORM = re.compile(r"_\d+_assignsubmission.*$")  # Moodle's folders
STUDENT = "student"  # the cell in which students write their name
COPY = re.compile(r"\((\d+)\)$|\d-(\d+)$")  # week-1 (2).ipynb, week-1-2.ipynb


@dataclass
class HandIn:
    """A week of a student: our notebook, filled in, and what is ``wrong`` with the file."""

    student: str
    week: str
    file: Path
    notebook: object = None
    wrong: str = ""
    others: tuple = ()


def _student(inside):
    """Whose a file is, by its path: that of its folder, or what its name begins with."""
    if len(inside.parts) > 1:
        name = OF_A_PLATFORM.sub("", inside.parts[0])
    else:
        name = inside.stem.partition("_")[0]
    return re.sub(r"[+/\\]", "-", name.strip())


def _unpack(archive, inbox):
    """Put the notebooks of a platform's archive into folders of their students, as old as there."""
    with zipfile.ZipFile(archive) as packed:
        for one in packed.infolist():
            inside = PurePosixPath(one.filename)
            student = _student(inside)
            hidden = any(part.startswith((".", "__MACOSX")) for part in inside.parts)
            if inside.suffix != ".ipynb" or hidden or student.strip(".") == "":
                continue
            target = inbox / student / archive.stem / inside.name
            content = packed.read(one)
            if target.is_file() and target.read_bytes() == content:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            then = time.mktime((*one.date_time, 0, 0, -1))
            os.utime(target, (then, then))


def _names(notebook):
    """The names of a notebook's cells, in nbgrader's metadata or in their own."""
    found = set()
    for cell in notebook.cells:
        named = cell.metadata.get("nbgrader", {})
        found |= {named.get("grade_id") if isinstance(named, dict) else None, cell.get("id")}
    return found - {None}


def _week(path, notebook, releases):
    """The week whose answers a notebook has; else the one that its name tells."""
    names = _names(notebook) if notebook else set()
    shared = {week: len(names & _names(ours)) for week, ours in releases.items()}
    best = max(shared, key=shared.get)
    if shared[best] > 1:
        return best
    told = re.search(r"week[-_ ]?(\d+)", path.stem, re.I)
    return f"week-{told[1]}" if told and f"week-{told[1]}" in releases else ""


def _read(path):
    """A notebook, or why it is none."""
    try:
        notebook = nbformat.read(path, as_version=4)
        notebook.cells[0].source  # noqa: B018
    except Exception as error:  # whatever a file may hold
        return None, f"cannot be read as a notebook ({type(error).__name__})"
    return notebook, ""


def _age(path):
    """What orders hand-ins: when they were written, then the number of the copy."""
    number = COPY.search(path.stem)
    return int(path.stat().st_mtime), int(number[1] or number[2]) if number else 0


def _text(cell):
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def _place(cell, ours):
    """The name of our cell that a student's cell is, or nothing."""
    named = cell.metadata.get("nbgrader", {})
    name = named.get("grade_id") if isinstance(named, dict) else None
    if name in ours:
        return name
    known = {own.id: name for name, own in ours.items()}
    return known.get(cell.get("id"), "")


def filled_in(ours, theirs):
    """Our notebook with a student's answers, and with the cells that they added, where they stood.

    Parameters
    ----------
    ours, theirs : NotebookNode
        The students' copy as it was released, and what came back.

    Returns
    -------
    notebook : NotebookNode
    lacking : list of str
        Names of the cells for answers that are not in it.
    """
    named = {cell.metadata.nbgrader.grade_id: cell for cell in ours.cells}
    answers = {name for name, cell in named.items() if not cell.metadata.nbgrader.locked}
    taken = {}
    added = {}
    last = None
    for cell in theirs.cells:
        name = _place(cell, named)
        if name and name not in taken:
            taken[name] = _text(cell)
            last = name
        elif name not in named or name in answers:
            new = new_code_cell if cell.cell_type == "code" else new_markdown_cell
            added.setdefault(last, []).append(new(_text(cell)))
    cells = list(added.get(None, ()))
    for name, cell in named.items():
        copy = cell.copy()
        if name in answers and name in taken:
            copy.source = taken[name]
        cells += [copy, *added.get(name, ())]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=ours.metadata)
    return notebook, sorted(answers - taken.keys())


def name_in(notebook):
    """The name that a student wrote into the notebook; empty if there is none."""
    for cell in notebook.cells:
        named = cell.metadata.get("nbgrader", {})
        if named.get("grade_id") == STUDENT:
            told = re.search(r"""^student\s*=\s*(['"])(.*?)\1""", cell.source, re.M)
            return told[2].strip() if told else ""
    return ""


def _candidates(grading):
    """All files that somebody handed in, with whose they are."""
    for archive in sorted((grading / "inbox").glob("*.zip")):
        try:
            _unpack(archive, grading / "inbox")
        except zipfile.BadZipFile as error:
            raise RuntimeError(f"{archive} cannot be unpacked: {error}") from error
    for place in (grading / "submitted", grading / "inbox"):
        for path in sorted(place.rglob("*.ipynb")):
            if ".ipynb_checkpoints" not in path.parts:
                yield _student(path.relative_to(place)), path


def collected(grading, releases):
    """The hand-ins below a course's ``grading``, one a student and week: the latest.

    Archives in its inbox are unpacked beside; one that is broken is a RuntimeError.

    Parameters
    ----------
    grading : Path
    releases : dict
        The students' copy of each week, by the week's name.

    Returns
    -------
    list of HandIn
    """
    found = {}
    for student, path in _candidates(grading):
        notebook, wrong = _read(path)
        week = _week(path, notebook, releases)
        if not week:
            wrong = wrong or "belongs to no week: its cells are not those of an assignment"
        found.setdefault((student, week), []).append((path, notebook, wrong))
    hand_ins = []
    for (student, week), files in sorted(found.items()):
        files.sort(key=lambda one: _age(one[0]))
        path, notebook, wrong = files[-1]
        hand_in = HandIn(student, week, path, wrong=wrong)
        ours = grading / "submitted" / student / week / f"{week}.ipynb"
        hand_in.others = tuple(one for one, _, _ in files[:-1] if one != ours)
        if not wrong:
            hand_in.notebook, lacking = filled_in(releases[week], notebook)
            if lacking:
                hand_in.wrong = f"lacks the cells {', '.join(lacking)}"
        hand_ins.append(hand_in)
    return hand_ins
