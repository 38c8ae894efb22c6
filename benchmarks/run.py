"""Run every race, print one table, and write it to the book's page of races.

Usage: ``make bench`` or ``python benchmarks/run.py [NAME …]``. A race is a module beside this one
with ``main() -> list of rows``; a row has race, size, ours_s, peer, peer_s, ratio and note. With
names, only those races run and the page is left alone.
"""

import importlib
import os
import platform
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "book" / "races.md"

INTRODUCTION = """\
# Races

Each row ran peer and ours in one process, one after the other, on the same data, on one core; where
the two compute the same thing the script asserts that the answers agree. *Ratio* is the peer's time
over ours: above 1, ours is faster. Written by `make bench` on {machine}, Python {python}.
"""


def load_races(names):
    """The race modules, by name."""
    found = sorted(p.stem for p in HERE.glob("*.py") if p.stem != "run")
    unknown = set(names) - set(found)
    if unknown:
        sys.exit(f"no such race: {', '.join(sorted(unknown))}; there are {', '.join(found)}")
    return [importlib.import_module(name) for name in names or found]


def seconds(value):
    """Seconds with three digits, in a unit that can be read; a dash where there is no number."""
    if value is None or value != value:
        return "–"
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1 or unit == "µs":
            return f"{value * factor:.3g} {unit}"
    raise AssertionError


def page(rows):
    """The page as MyST."""
    machine = f"{platform.machine()} {platform.system()}, {os.cpu_count()} cores"
    lines = [INTRODUCTION.format(machine=machine, python=platform.python_version())]
    header = ["race", "size", "ours", "peer", "peer's time", "ratio", "note"]
    lines += ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    for row in rows:
        ratio = row["ratio"]
        cells = [
            row["race"],
            row["size"],
            seconds(row["ours_s"]),
            row["peer"],
            seconds(row["peer_s"]),
            "–"
            if ratio is None or ratio != ratio
            else f"{ratio:.3g}"
            if ratio < 100
            else f"{ratio:.0f}",
            row["note"],
        ]
        lines.append("| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |")
    return "\n".join(lines) + "\n"


def main(names):
    """Run the races and write the page."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    sys.path.insert(0, str(HERE))
    rows = [row for race in load_races(names) for row in race.main()]
    if not names:
        PAGE.write_text(page(rows), encoding="utf-8")
        print(f"{len(rows)} rows written to {PAGE.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main(sys.argv[1:])
