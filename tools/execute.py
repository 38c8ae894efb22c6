"""Execute what changed since the last time, in parallel: once, for the tests and for the book.

Usage: ``python -m tools.execute [--jobs N] [PAGE or PART …]``. The executed copies land in
``_build/executed`` with a stamp of what they were made from, the frames of the widgets in
``_build/frames``. nbval judges the copies (``notebooks/conftest.py``); the book shows them.
"""

import argparse
import json
import os
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tools.chapters import BUILD, PACKAGE, all_notebooks, page_of, run_notebook, selected
from tools.fingerprints import fingerprint, keep_imports

EXECUTED = BUILD / "executed"
EXECUTIONS = BUILD / "times" / "executions.txt"  # a line for each
REFERENCE = 0.046  # seconds that the workload takes on the machine that the budgets are stated for


def executed_file(path):
    """Where the executed copy of a notebook stands."""
    return EXECUTED / f"{page_of(path)}.ipynb"


def stamp(path):
    """What is known about the executed copy; empty if there is none of today's state."""
    file = executed_file(path).with_suffix(".json")
    known = json.loads(file.read_text()) if file.is_file() else {}
    return known if known.get("fingerprint") == fingerprint(path) else {}


def is_fresh(path):
    """Whether the executed copy is whole and that of today's notebook and package."""
    return stamp(path).get("failure") == ""


def forget(path):
    """Let the next run execute a notebook again."""
    executed_file(path).with_suffix(".json").unlink(missing_ok=True)


def code_cells(notebook):
    """The cells that can have outputs."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def with_outputs(path):
    """A notebook as it stands, words and tags, with the outputs of its executed copy."""
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    executed = nbformat.read(executed_file(path), as_version=4)
    for cell, copy in zip(code_cells(notebook), code_cells(executed), strict=True):
        cell.outputs = copy.outputs
    return notebook


def workload():
    """Processor seconds of a fixed piece of work: sorting, functions, small products."""
    import numpy as np
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        start = time.process_time()
        x = np.random.default_rng(0).standard_normal((300, 300))
        for _ in range(40):
            x = np.tanh(x @ x.T / 300)
            x = x + np.sort(np.sin(x), axis=0)
        return time.process_time() - start


def machine_code():
    """How much compiled code is kept: if it grows during an execution, that one compiled."""
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    roots = [PACKAGE, *([Path(elsewhere)] if elsewhere else [])]
    return sum(1 for root in roots for _ in root.rglob("*.nbc"))


def drawing_seconds(notebook):
    """Processor seconds that the kernel spent on drawing its widgets' frames."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    notes = [output.get("metadata", {}).get("mlcompanion", {}) for output in outputs]
    return sum(note.get("drawing_seconds", 0) for note in notes)


def execute(path):
    """Execute one notebook; store the copy and its stamp, and return the stamp.

    The stamp holds the fingerprint, the processor seconds of the chapter and of its frames, how
    many times slower this machine is than the reference, whether machine code was compiled on the
    way, and the cell that failed, if one did.
    """
    import nbformat

    key = fingerprint(path)
    target = executed_file(path)
    forget(path)
    shutil.rmtree(BUILD / "frames" / page_of(path), ignore_errors=True)
    before = workload()
    code = machine_code()
    run = run_notebook(path, "book")
    drawing = drawing_seconds(run.notebook)
    known = {
        "fingerprint": key,
        "seconds": round(run.seconds - drawing, 2),
        "drawing": round(drawing, 2),
        "slowness": round(max(1.0, (before + workload()) / 2 / REFERENCE), 2),
        "compiled": machine_code() > code,
        "failure": run.failure,
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(run.notebook, target)
    target.with_suffix(".json").write_text(json.dumps(known))
    EXECUTIONS.parent.mkdir(parents=True, exist_ok=True)
    with EXECUTIONS.open("a") as lines:
        lines.write(f"{page_of(path)}\n")
    return known


def executions():
    """How many notebooks were executed since the last ``make clean``."""
    return len(EXECUTIONS.read_text().splitlines()) if EXECUTIONS.is_file() else 0


def last_seconds(path):
    """What the last execution took, for an order in which no long one starts last."""
    file = executed_file(path).with_suffix(".json")
    known = json.loads(file.read_text()) if file.is_file() else {}
    return known.get("seconds", 0) + known.get("drawing", 0)


def drop_departed():
    """Forget the copies of notebooks that are gone."""
    pages = set(map(page_of, all_notebooks(unfinished=True)))
    for file in EXECUTED.glob("*/*.*"):
        if page_of(file) not in pages:
            file.unlink()


def execute_stale(paths, jobs):
    """Execute the stale ones of ``paths``, say how it goes, and return the pages that failed."""
    drop_departed()
    stale = sorted((p for p in paths if not is_fresh(p)), key=last_seconds, reverse=True)
    keep_imports()
    print(f"{len(paths)} notebooks, {len(stale)} to execute", flush=True)
    start = time.perf_counter()
    failed = []
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        futures = {pool.submit(execute, path): path for path in stale}
        for count, future in enumerate(as_completed(futures), start=1):
            page = page_of(futures[future])
            known = future.result()
            state = f"{known['seconds']:5.1f} s and {known['drawing']:4.1f} s of drawing"
            total = time.perf_counter() - start
            print(f"[{count}/{len(stale)}] {state}  {page}  ({total:.0f} s)", flush=True)
            if known["failure"]:
                failed.append(page)
                print(f"FAILED {page}, {known['failure']}", file=sys.stderr, flush=True)
    return failed


def arguments(description, editions=()):
    """The command line that executing and building share: how many at a time, and which."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    if editions:
        parser.add_argument("--edition", choices=editions, default="")
    parser.add_argument("only", nargs="*", metavar="PAGE or PART")
    return parser.parse_args()


def main():
    """Execute what changed; what failed is judged by nbval."""
    given = arguments(__doc__.splitlines()[0])
    execute_stale(selected(given.only), given.jobs)


if __name__ == "__main__":
    main()
