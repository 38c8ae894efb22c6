"""Grade a course: collect what was handed in, judge it, write feedback and marks.

Usage: ``python -m tools.grade NAME [--week N]``. What did not change since it was graded is left as
it is, marks given by hand too. Whatever a human must look at is listed, and is no number in
``marks.csv`` until somebody has.
"""

import argparse
import csv
import hashlib
import json
import os
import shutil
import sys
from contextlib import nullcontext
from dataclasses import dataclass, field

import nbformat

from mlcompanion_chapters.variants import seed_of
from tools.assignments import cells_of, questions_of
from tools.chapters import ROOT
from tools.course_data import CourseError
from tools.course_home import grading_of
from tools.gradebook import IN_WORDS, enter, gradebook_of, hand_in
from tools.hand_ins import collected, name_in
from tools.judge import Court
from tools.templates import render

__all__ = ["grade", "main"]

#: What a student's code may not read beside the grading itself.
UNREAD = [ROOT / name for name in ("_build", "courses", "notebooks", "tests", ".git")]


@dataclass
class Result:
    """What is known of a student's week: points, or why there are none yet."""

    student: str
    week: str
    score: float = 0.0
    most: float = 0.0
    waits: list = field(default_factory=list)
    told: list = field(default_factory=list)


def notebooks_of(grading, kind):
    """The staff's (``source``) or the students' (``release``) copies by week."""
    files = sorted(grading.glob(f"{kind}/week-*/*.ipynb"), key=lambda f: (len(f.stem), f.stem))
    return {file.stem: nbformat.read(file, as_version=4) for file in files}


def _digest(*notebooks):
    words = json.dumps([[c.source for c in notebook.cells] for notebook in notebooks])
    return hashlib.sha256(words.encode()).hexdigest()


class _Ledger:
    """What was graded, by student and week: a digest of it, and what the judge said."""

    def __init__(self, grading):
        self.file = grading / "graded.json"
        known = self.file.is_file()
        self.rows = json.loads(self.file.read_text(encoding="utf-8")) if known else {}

    def knows(self, key, digest):
        """Whether this very notebook was graded."""
        return self.rows.get(key, {}).get("digest") == digest

    def enter(self, key, digest, verdicts):
        """Keep what was said of a hand-in."""
        said = {
            label: {"state": v.state, "told": v.told, "failed": v.failed}
            for label, v in verdicts.items()
        }
        self.rows[key] = {"digest": digest, "verdicts": said}
        text = json.dumps(self.rows, indent=1, sort_keys=True, ensure_ascii=False)
        unfinished = self.file.with_suffix(".new")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(self.file)


def judge(court, questions, notebook, student):
    """The verdicts on a filled-in notebook, by exercise, with the numbers of the student.

    Where the name in it is another one, what fails may be right for that one: a human looks.
    """
    seed, written = (seed_of(name, notebook.metadata.salt) for name in (student, name_in(notebook)))
    found = {}
    for label, question in questions.items():
        verdict = court.judge(question, cells_of(notebook, label), seed)
        if question.variant and written != seed and verdict.failed and verdict.state == "done":
            verdict.state = "another name"
            verdict.told = f"{name_in(notebook)!r} stands in the notebook"
        found[label] = verdict
    return found


def keep(grading, found):
    """Put what is graded where nbgrader looks for it, as old as the file that it came from."""
    then = found.file.stat()
    file = hand_in(grading, found.week, found.student, found.notebook)
    os.utime(file, (then.st_atime, then.st_mtime))


def results_of(book, ledger, titles):
    """What the gradebook has of every student and week."""
    found = []
    for assignment in book.assignments:
        for submission in book.assignment_submissions(assignment.name):
            result = Result(submission.student.id, assignment.name)
            for notebook in submission.notebooks:
                for one in notebook.grades:
                    result.score += one.score
                    result.most += one.max_score
                    _read_grade(one, result, ledger, titles[result.week])
            found.append(result)
    return found


def _read_grade(one, result, ledger, titles):
    """Add a mark's line to a result: points, what was said, and what is still to be done."""
    label, _, role = one.cell.name.rpartition("-")
    said = ledger.rows.get(f"{result.student}/{result.week}", {}).get("verdicts", {})
    verdict = None if role == IN_WORDS else said.get(label)
    words = verdict["failed"].get(role, "") if verdict else ""
    if one.needs_manual_grade:
        by_hand = "to be marked by hand"
        why = f"{verdict['state']}: {verdict['told']}" if verdict else by_hand
        waiting = f"{titles[label]} ({why})"
        result.waits += [waiting] if waiting not in result.waits else []
    comment = one.notebook.comments
    comment = next((c.comment for c in comment if c.name == one.cell.name and c.comment), "")
    result.told.append(
        {
            "label": label, "role": role, "score": one.score, "most": one.max_score,
            "words": words, "comment": comment, "waits": one.needs_manual_grade,
        }
    )  # fmt: skip


def write_feedback(grading, results, titles):
    """A page for each student and week: points, and what was wrong with the answer."""
    for result in results:
        folder = grading / "feedback" / result.student
        folder.mkdir(parents=True, exist_ok=True)
        text = render("feedback.html", result=result, titles=titles[result.week])
        (folder / f"{result.week}.html").write_text(text, encoding="utf-8")


def points_of(notebook):
    """The most that an assignment gives."""
    return sum(cell.metadata.nbgrader.get("points", 0) for cell in notebook.cells)


def write_marks(grading, results, sources, unread):
    """``marks.csv``: a row a student, a column a week; empty where somebody must look first.

    Behind them stands what all weeks give that anybody handed in.
    """
    weeks = list(sources)
    graded = {one.week for one in (*results, *unread)}
    most = sum(points_of(source) for week, source in sources.items() if week in graded)
    students = sorted({one.student for one in (*results, *unread)})
    known = {(one.student, one.week): one for one in results}
    problems = {(one.student, one.week): one.wrong for one in unread}
    file = grading / "marks.csv"
    with file.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["student", *weeks, "of", "waits for a human"])
        for student in students:
            marks = []
            waits = []
            for week in weeks:
                one = known.get((student, week))
                open_ = bool(one and one.waits) or (student, week) in problems
                marks.append(f"{one.score:g}" if one and not open_ else "")
                waits += [f"{week}: {words}" for words in (one.waits if one else ())]
            waits += [f"{week}: {w}" for (who, week), w in problems.items() if who == student]
            rows.writerow([student, *marks, f"{most:g}", "; ".join(waits)])
    return file


def _titles(source):
    """The titles of an assignment's exercises, by label."""
    found = {}
    for cell in source.cells:
        name = cell.metadata.nbgrader.grade_id
        if name.endswith("-text"):
            title = cell.source.partition("\n")[0].removeprefix("## ")
            found[name.removesuffix("-text")] = title
    return found


def court_for(court, fresh, grading):
    """A court to judge in: one that is open, a new one, or none if nothing is to be judged."""
    if court or not fresh:
        return nullcontext(court)
    return Court(hidden=[grading, *UNREAD])


def grade(name, week=None, court=None):
    """Grade what was handed in for a course; say what a human must look at.

    Parameters
    ----------
    name : str
        A course that was built.
    week : int, optional
        Only this one.
    court : Court, optional
        One that is open already; else one is opened.

    Returns
    -------
    list of Result

    Raises
    ------
    CourseError
        If there is no such course or week.
    """
    grading = grading_of(name)
    sources = notebooks_of(grading, "source")
    if not sources:
        raise CourseError(f"{grading} has no assignment: make course NAME={name} comes first")
    chosen = [f"week-{week}"] if week else list(sources)
    if not set(chosen) <= set(sources):
        raise CourseError(f"there is no week {week}: {', '.join(sources)}")
    ledger = _Ledger(grading)
    releases = notebooks_of(grading, "release")
    hand_ins = collected(grading, releases)
    unread = [one for one in hand_ins if one.wrong and one.week in ("", *chosen)]
    fresh = []
    for found in (one for one in hand_ins if one.week in chosen and one.notebook):
        digest = _digest(found.notebook, sources[found.week])
        if not ledger.knows(f"{found.student}/{found.week}", digest):
            fresh.append((found, digest))
    titles = {name: _titles(source) for name, source in sources.items()}
    with gradebook_of(grading) as book:
        if fresh:
            shutil.copy2(grading / "gradebook.db", grading / "gradebook.before")
        with court_for(court, fresh, grading) as judges:
            for found, digest in fresh:
                source = sources[found.week]
                asked = questions_of(source)
                verdicts = judge(judges, asked, found.notebook, found.student)
                keep(grading, found)
                enter(book, grading, found, source, releases[found.week], verdicts)
                ledger.enter(f"{found.student}/{found.week}", digest, verdicts)
        results = results_of(book, ledger, titles)
    write_feedback(grading, results, titles)
    file = write_marks(grading, results, sources, unread)
    report(file, hand_ins, fresh, [one for one in results if one.week in chosen], unread)
    return results


def report(file, hand_ins, fresh, results, unread):
    """Say what was done, and what a human must do."""
    print(f"{len(fresh)} graded, {len(results) - len(fresh)} as they were. Marks: {file}")
    print(f"Feedback: {file.parent}/feedback")
    for found in hand_ins:
        if found.others:
            others = ", ".join(path.name for path in found.others)
            print(f"  {found.student}: {found.file.name} counts, as the latest; not {others}")
    waiting = [f"{one.student}, {one.week}: {words}" for one in results for words in one.waits]
    waiting += [f"{one.student}: {one.file.name} {one.wrong}" for one in unread]
    if waiting:
        print(f"{len(waiting)} wait for a human (no number in marks.csv until then):")
        print("\n".join(f"  {words}" for words in waiting))


def main(words=None):
    """Grade a course; what is wrong is said in one line."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("name")
    given.add_argument("--week", type=int)
    given = given.parse_args(words)
    try:
        grade(given.name, given.week)
    except (CourseError, RuntimeError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
