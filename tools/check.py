"""Check one chapter: its code, its contract, its numbers, its tests, and those of what it imports.

Usage: ``make check CHAPTER=part/NN_slug``. Of the library's tests those are run that import a
definition which the chapter imports itself, not all that lies below. A draft is checked as well.
"""

import argparse
import os
import subprocess
import sys

from tools.chapters import CHAPTERS, PACKAGE, ROOT, chapter_folder, page_of, selected
from tools.execute import execute_stale
from tools.fingerprints import code_of, imported_files

#: Rooms whose tests are not the chapter's concern: what it shows with, not what it computes.
SHOWING = ("datasets", "plots", "teaching")
#: What every chapter is held to, whatever it imports.
CONTRACT = ("tests/test_chapters.py", "tests/test_claims.py")


def imported_by_chapter(path):
    """The library's files that define what the chapter's notebook and modules compute with."""
    own = sorted(chapter_folder(page_of(path)).rglob("*.py"))
    codes = [*code_of(path), *(file.read_text(encoding="utf-8") for file in own)]
    found = set().union(*map(imported_files, codes))
    rooms = {file: file.relative_to(PACKAGE).parts[0] for file in found if PACKAGE in file.parents}
    return {file for file, room in rooms.items() if room not in SHOWING}


def tests_of(files):
    """The tests of the rooms that import what one of these files defines."""
    rooms = {file.relative_to(PACKAGE).with_suffix("").parts[0] for file in files}
    folders = [ROOT / "tests" / room for room in sorted(rooms)]
    tests = [test for folder in folders for test in sorted(folder.rglob("test_*.py"))]
    return [test for test in tests if imported_files(test.read_text(encoding="utf-8")) & files]


def commands(page, jobs):
    """What is run, in order: the first that fails is the first to mend."""
    (path,), folder = selected([page]), chapter_folder(page)
    own = ROOT / "tests" / "chapters" / folder.relative_to(CHAPTERS)
    places = [place for place in (folder, own) if place.is_dir()]
    tests = [*places[1:], *tests_of(imported_by_chapter(path))]
    python = [sys.executable, "-m"]
    quiet = ["-q", "-p", "no:playwright", "-p", "no:anyio"]
    return [
        [*python, "ruff", "check", *places],
        [*python, "ruff", "format", "--check", *places],
        [*python, "numpydoc", "lint", *sorted(folder.rglob("*.py"))],
        [*python, "pytest", *quiet, "-p", "no:nbval", *CONTRACT, "-k", f"{page} or {folder.name}"],
        [*python, "pytest", *quiet, "--nbval", path],
        [
            *python,
            "pytest",
            *quiet,
            "-p",
            "no:nbval",
            "-n",
            str(jobs),
            "--dist",
            "loadfile",
            *tests,
        ],
    ]


def main():
    """Run all, and exit with 1 if any fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", metavar="part/NN_slug")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    os.environ["MLCOMPANION_CHAPTER"] = given.page  # a draft is judged if it is named
    execute_stale(selected([given.page]), 1)
    failed = []
    for command in commands(given.page, given.jobs):
        name = " ".join(map(str, command[2:4]))
        print(f"== {name}", flush=True)
        if subprocess.run(list(map(str, command)), cwd=ROOT, check=False).returncode:
            failed.append(name)
    if failed:
        sys.exit(f"{given.page}: {len(failed)} of the checks failed: {', '.join(failed)}")
    print(f"{given.page} is in order")


if __name__ == "__main__":
    main()
