"""Print where the time goes: by chapter and stage, from the records of the last complete runs.

Usage: ``python -m tools.times``. The same is written as a page, ``_build/times/index.html``.
Executions and frames come from the stamps of the executed copies, in seconds of a core of the
reference machine; tests from ``_build/times``, in seconds as they passed there. A file of unit
tests is shared out equally among the chapters that depend on a module which it imports.
"""

import json
import re
from collections import Counter
from statistics import median

from tools.chapters import BUILD, ROOT, all_notebooks, page_of
from tools.execute import EXECUTED, executions
from tools.fingerprints import code_of, imported_files, package_files
from tools.templates import render

TIMES = BUILD / "times"
#: Seconds that a chapter may take, by stage.
SHARES = {"execution": 12, "frames": 6, "unit tests": 6, "browser tests": 4}
LONG = 3  # seconds: a unit test that takes more says why beside it
#: What ``.ci/run`` may take for so many chapters, and for each further one, in seconds.
BASE = 600
CHAPTERS = 46
FURTHER = 12


def recorded(stage):
    """The seconds of each test of a stage, by its name; empty if the stage was not recorded."""
    file = TIMES / f"{stage}.json"
    return json.loads(file.read_text())["tests"] if file.is_file() else {}


def executed():
    """Seconds of execution and of frames by chapter."""
    execution = Counter()
    frames = Counter()
    for file in EXECUTED.glob("*/*.json"):
        known = json.loads(file.read_text())
        execution[page_of(file)] = known["seconds"] / known["slowness"]
        frames[page_of(file)] = known["drawing"] / known["slowness"]
    return execution, frames


def unit_tests(chapters):
    """Seconds of unit tests by chapter; those of the house itself under no name."""
    files = Counter()
    shares = Counter()
    for name, seconds in recorded("unit").items():
        files[name.split("::")[0]] += seconds
    depends = {page: set(package_files(code)) for page, code in chapters.items()}
    for file, seconds in files.items():
        tested = imported_files((ROOT / file).read_text(encoding="utf-8"))
        for_these = [page for page in chapters if tested & depends[page]] or [""]
        for page in for_these:
            shares[page] += seconds / len(for_these)
    return shares


def browser_tests(pages):
    """Seconds of browser tests by chapter; those of other pages under no name."""
    shares = Counter()
    for name, seconds in recorded("browser").items():
        page = next((page for page in pages if page in name), "")
        shares[page] += seconds
    return shares


def seconds_by_chapter(chapters):
    """The seconds of every stage, by chapter; the last row, without a name, is all the rest."""
    stages = [*executed(), unit_tests(chapters), browser_tests(chapters)]
    rows = {page: [stage[page] for stage in stages] for page in [*chapters, ""]}
    return dict(sorted(rows.items(), key=lambda row: (row[0] == "", -sum(row[1]))))


def table(rows):
    """The lines of a Markdown table."""

    def line(name, cells):
        return f"| {name} | {' | '.join(f'{c:.1f}' for c in [*cells, sum(cells)])} |"

    return [
        f"| chapter | {' | '.join(SHARES)} | all |",
        "|---|" + "--:|" * (len(SHARES) + 1),
        *(line(page or "everything else", cells) for page, cells in rows.items()),
        line("all", [sum(cells) for cells in zip(*rows.values())]),
    ]


def over_their_share(rows):
    """A sentence for each chapter and stage that took longer than it may."""
    return [
        f"{page} is over its share: {stage} {seconds:.1f} s of {share}"
        for page, cells in rows.items()
        for (stage, share), seconds in zip(SHARES.items(), cells)
        if page and seconds > share
    ]


def long_tests():
    """A sentence for each unit test that takes long."""
    tests = sorted(recorded("unit").items(), key=lambda test: -test[1])
    return [f"{name} takes {seconds:.1f} s of {LONG}" for name, seconds in tests if seconds > LONG]


def stages():
    """What each stage of the last run of CI took, as it recorded it."""
    file = TIMES / "stages.txt"
    return file.read_text().splitlines() if file.is_file() else []


def budget(lines):
    """The budget of ``.ci/run`` beside the stages that it recorded, if it did."""
    if not lines:
        return []
    copies = list(EXECUTED.glob("*/*.json"))
    slowness = median(json.loads(file.read_text())["slowness"] for file in copies)
    spent = sum(int(seconds) for seconds in re.findall(r"(\d+) s$", "\n".join(lines), re.M))
    allowed = BASE + FURTHER * max(0, len(copies) - CHAPTERS)
    return [
        f"{spent} s until now; .ci/run may take {allowed} s for {len(copies)} chapters on the "
        f"reference machine, and this one takes {slowness:.2f} times as long for the same work"
    ]


def write_page(rows, remarks):
    """Write the table and the remarks as a page; return where it stands."""
    TIMES.mkdir(parents=True, exist_ok=True)
    file = TIMES / "index.html"
    total = [sum(cells) for cells in zip(*rows.values())]
    shares = [*SHARES.values(), sum(SHARES.values())]
    text = render(
        "times.html", stages=SHARES, shares=shares, rows=rows, total=total, remarks=remarks
    )
    file.write_text(text, encoding="utf-8")
    return file


def main():
    """Print the table, name what is over its share, and write the page."""
    chapters = {page_of(path): "\n".join(code_of(path)) for path in all_notebooks()}
    rows = seconds_by_chapter(chapters)
    lines = stages()
    remarks = [*over_their_share(rows), *long_tests(), *lines, *budget(lines)]
    remarks.append(f"{len(chapters)} notebooks, {executions()} executions")
    print(*table(rows), "", *remarks, sep="\n")
    print(f"file://{write_page(rows, remarks)}")


if __name__ == "__main__":
    main()
