"""Scaffold a chapter: notebook, folder, tests, study and graded exercises; it becomes a draft.

Usage: ``make chapter CHAPTER=part/NN_slug``, after ``make claims`` with the same word. What is
written runs as it stands, a toy about the mean of draws: each piece shows where its like belongs,
and is replaced. If the claims file no longer holds the examples, the notebook calls for its own.
"""

import re
import sys

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.chapters import CHAPTERS, NOTEBOOKS, ROOT, chapter_folder, listed, listed_chapter
from tools.templates import render

#: Of each exercise: kind, question, hint, a cell to change, solution.
EXERCISES = (
    ("warm-up", "What is the error of the mean of one draw?", "Look.", "", "The draw's own."),
    (
        "change this cell",
        "How many draws halve the error of 100?",
        "The root.",
        "my_n = 100\nprint(1 / np.sqrt(my_n))",
        "400.",
    ),
    (
        "derivation",
        "Derive {eq}`eq:SHORT-variance`.",
        "Variances add.",
        "",
        "They add to $n$ times one; the factor $1/n$ comes out squared.",
    ),
    ("project", "Compare the mean with the median.", "Heavy tails.", "", "See the ledger."),
)
CELL = re.compile(r"^%% (markdown|code)(.*)\n", re.M)
EXAMPLES = {"table-1-error", "theorem-1-rate", "erratum-variance", "own-heavy-tails"}


def cells_of(text):
    """The cells of a notebook written as text: each begins with ``%%``, its kind and its tags."""
    _, *pieces = CELL.split(text)
    for kind, tags, source in zip(pieces[::3], pieces[1::3], pieces[2::3]):
        new = new_code_cell if kind == "code" else new_markdown_cell
        yield new(source.strip(), metadata={"tags": tags.split()} if tags.strip() else {})


def measure_call(claim):
    """The call that hands in a claim's measurements, still to be filled in."""
    names = "".join(f"    {name}=...,  # {what}\n" for name, what in claim["measure"].items())
    return f'ledger.measure(\n    "{claim["id"]}",\n{names})'


def page_claims(page):
    """The claims of the chapter's claims file that a page or a study settles."""
    path = chapter_folder(page) / "claims.yml"
    if not path.is_file():
        sys.exit(f"{path.relative_to(ROOT)} comes first: make claims CHAPTER={page}")
    claims = yaml.safe_load(path.read_text(encoding="utf-8"))["claims"]
    return [claim for claim in claims if claim["runs"] != "none"]


def notebook_of(words, claims):
    """The scaffold's cells, with a call for each claim; the examples are measured."""
    exercises = [
        (kind, asked.replace("SHORT", words["short"]), *rest) for kind, asked, *rest in EXERCISES
    ]
    cells = list(cells_of(render("notebook.md", exercises=exercises, **words)))
    if {claim["id"] for claim in claims} != EXAMPLES:
        (place,) = (k for k, cell in enumerate(cells) if "ledger.measure(" in cell.source)
        calls = [new_code_cell(measure_call(c), metadata={"tags": ["hide-input"]}) for c in claims]
        cells[place : place + 1] = calls
    for number, cell in enumerate(cells, start=1):
        cell.id = f"cell-{number:03d}"
    return new_notebook(cells=cells)


def files_of(words, folder):
    """The files of the scaffold beside its notebook, with their texts."""
    tests = ROOT / "tests" / "chapters" / folder.relative_to(CHAPTERS)
    return {
        folder / "__init__.py": render("init.py", **words),
        folder / "first_checks.py": render("checks.py", **words),
        folder / "exercises.yml": render("exercises.yml", **words),
        folder / "studies" / "__init__.py": render("studies.py", **words),
        folder / "studies" / f"{words['study']}.py": render("study.py", **words),
        tests / "test_first_checks.py": render("test_checks.py", **words),
        tests / f"test_study_{words['study']}.py": render("test_study.py", **words),
    }


def number_of(page):
    """A chapter's number in the book, as in ``R1``."""
    part, slug = page.split("/")
    letter = next(known["letter"] for known in listed() if known["part"] == part)
    return f"{letter}{int(slug[:2])}"


def set_state(page, state):
    """Write a chapter's state into ``book/chapters.yml``, and nothing else."""
    path, (part, slug) = ROOT / "book" / "chapters.yml", page.split("/")
    entry = re.compile(
        rf"(  - part: {part}\n(?:(?!  - part: ).*\n)*?      - slug: {slug}\n"
        r"(?:(?!      - slug: ).*\n)*?        state: )\w+"
    )
    text, count = entry.subn(rf"\g<1>{state}", path.read_text(encoding="utf-8"))
    if count != 1:
        sys.exit(f"book/chapters.yml: set the state of {page} to {state} by hand")
    path.write_text(text, encoding="utf-8")
    listed.cache_clear()


def main(page):
    """Write what is missing of the chapter, and list it as a draft."""
    path = NOTEBOOKS / f"{page}.ipynb"
    folder = chapter_folder(page)
    chapter = listed_chapter(page)
    if path.exists():
        sys.exit(f"{path.relative_to(ROOT)} exists already")
    words = {
        **{key: chapter[key] for key in ("title", "source", "question")},
        "page": page,
        "number": number_of(page),
        "short": page.split("/")[1].replace("_", "-"),
        "module": f"{CHAPTERS.name}.{folder.parent.name}.{folder.name}",
        "study": folder.name,
    }
    notebook = notebook_of(words, page_claims(page))
    for file, text in files_of(words, folder).items():
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"{file.relative_to(ROOT)}")
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, path)
    set_state(page, "draft")
    print(f"{path.relative_to(ROOT)} is a draft: make study NAME={words['study']}, then make lab")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.exit("usage: make chapter CHAPTER=part/NN_slug")
    main(sys.argv[1])
