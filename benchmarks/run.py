"""Run races and store what they give; the book's page of races is made from all that is stored.

Usage: ``make bench [NAMES="lasso dal"]`` or ``python benchmarks/run.py [NAME …]``; without names,
every race. The name of a chapter, ``jmlr12/13_dal``, means its races, that of a part all of the
part's. Each runs in a process of its own, on one core, and renews ``results/<name>.json`` when
it is through: a race that fails, or has a row that is slower than its peer without a reason, leaves
its old record alone and the others run on. ``--list`` prints the names.
"""

import argparse
import ast
import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARE = 120  # seconds of the processor that a race may take; peers on Numba compile for up to half
ONE_CORE = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")}


def names():
    """The races, in order."""
    return sorted(p.stem for p in HERE.glob("*.py") if p.stem != "run" and p.stem[0] != "_")


def title_of(race):
    """Title and chapter of a race, read from its text: its peers need not be there."""
    tree = ast.parse((HERE / f"{race}.py").read_text(encoding="utf-8"))
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    said = {ast.unparse(node.targets[0]): node.value for node in assigned}
    return tuple(ast.literal_eval(said[name]) for name in ("TITLE", "CHAPTER"))


def meant(name):
    """The races that a race's name, a chapter's or a part's means."""
    if name in names():
        return [name]
    return [race for race in names() if f"{title_of(race)[1]}/".startswith(f"{name}/")]


def words(line):
    """A row in one line."""
    from mlcompanion.teaching.measure import duration

    times = [duration(line["ours_s"]), "–" if line["peer_s"] is None else duration(line["peer_s"])]
    ratio = "" if line["ratio"] is None else f"  x{line['ratio']:.3g}"
    said = "; ".join(filter(None, (line["note"], line["reason"])))
    what = f"{line['race']}, {line['size']}"
    return f"{what}: ours {times[0]}, {line['peer']} {times[1]}{ratio}  ({said})"


def run_one(name):
    """Run one race in this process and store its record; return what is wrong with it."""
    import _race

    module = import_module(name)
    load = [os.getloadavg()[0]]
    start = time.process_time()
    rows = []
    for line in module.rows():
        rows.append(line)
        print(words(line), flush=True)
    seconds = time.process_time() - start
    record = _race.record_of(module, rows, seconds, [*load, os.getloadavg()[0]])
    faults = _race.faults(record)
    if not faults:
        print(f"{name}: {len(rows)} rows in {seconds:.0f} s, stored in {_race.store(record).name}")
    if seconds > SHARE:
        print(f"{name}: took {seconds:.0f} s, its share is {SHARE} s")
    return faults


def main():
    """Run the named races one after the other; exit with 1 if one was not stored."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    parser.add_argument("--here", action="store_true", help="one race, in this process")
    options = parser.parse_args()
    if options.list:
        print("\n".join(names()))
        return
    unknown = [name for name in options.names if not meant(name)]
    if unknown:
        sys.exit(f"no such race: {', '.join(unknown)}; there are {', '.join(names())}")
    chosen = list(dict.fromkeys(race for name in options.names for race in meant(name)))
    if options.here:
        sys.exit("\n".join(fault for name in chosen for fault in run_one(name)) or 0)
    failed = []
    for name in chosen or names():
        print(f"== {name}", flush=True)
        command = [sys.executable, __file__, "--here", name]
        code = subprocess.run(command, env={**os.environ, **ONE_CORE}, check=False).returncode
        if code:
            failed.append(name)
            print(f"{name}: " + (f"ended by signal {-code}" if code < 0 else "failed"), flush=True)
    if failed:
        sys.exit(f"not stored: {', '.join(failed)}")


if __name__ == "__main__":
    main()
