"""Execute for the book what changed since the last time, in parallel, and fill the book's cache.

Usage: ``python tools/execute.py [--jobs N]``. A notebook is executed again when its code, a module
of the package that it imports, the data or the pinned versions changed. The executed copies land in
``_build/executed``, the frames of the widgets in ``_build/frames``, and Jupyter Book finds the
outputs in ``_build/jupyter_cache``.
"""

import argparse
import json
import os
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from notebooks import BUILD, all_notebooks, fingerprint, page_of, run_notebook

EXECUTED = BUILD / "executed"


def executed_file(path):
    """Where the executed copy of a notebook stands."""
    return (EXECUTED / page_of(path)).with_suffix(".ipynb")


def is_fresh(path):
    """Whether the executed copy is that of today's notebook and package."""
    stamp = executed_file(path).with_suffix(".json")
    if not (stamp.is_file() and executed_file(path).is_file()):
        return False
    return json.loads(stamp.read_text())["fingerprint"] == fingerprint(path)


def execute(path):
    """Execute one notebook and store the copy with its stamp; return the seconds it took."""
    import nbformat

    key = fingerprint(path)
    shutil.rmtree(BUILD / "frames" / page_of(path), ignore_errors=True)
    notebook, seconds = run_notebook(path, "book")
    target = executed_file(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)
    stamp = {"fingerprint": key, "seconds": round(seconds, 2)}
    target.with_suffix(".json").write_text(json.dumps(stamp))
    return seconds


def fill_cache(paths):
    """Hand the executed copies to the cache in which Jupyter Book looks outputs up."""
    import nbformat
    from jupyter_cache import get_cache
    from jupyter_cache.base import CacheBundleIn

    cache = get_cache(str(BUILD / "jupyter_cache"))
    for path in paths:
        notebook = nbformat.read(executed_file(path), as_version=4)
        cache.cache_notebook_bundle(
            CacheBundleIn(nb=notebook, uri=str(path)), check_validity=False, overwrite=True
        )


def drop_departed(paths):
    """Forget the copies of notebooks that are gone."""
    pages = {page_of(path) for path in paths}
    for stale in EXECUTED.glob("*/*.*"):
        if stale.relative_to(EXECUTED).with_suffix("").as_posix() not in pages:
            stale.unlink()


def main():
    """Execute what changed; exit with 1 if a notebook fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    jobs = parser.parse_args().jobs
    paths = all_notebooks()
    drop_departed(paths)
    stale = [path for path in paths if not is_fresh(path)]
    print(f"{len(paths)} notebooks, {len(stale)} to execute", flush=True)
    start, failed, done = time.perf_counter(), [], []
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        futures = {pool.submit(execute, path): path for path in stale}
        for count, future in enumerate(as_completed(futures), start=1):
            path, error = futures[future], future.exception()
            (failed if error else done).append(path)
            state = "FAILED" if error else f"{future.result():5.1f} s"
            total = time.perf_counter() - start
            print(f"[{count}/{len(stale)}] {state}  {page_of(path)}  ({total:.0f} s)", flush=True)
            if error:
                print(error, file=sys.stderr)
    fill_cache(done)
    if failed:
        sys.exit(f"{len(failed)} notebook(s) failed: {', '.join(map(page_of, failed))}")


if __name__ == "__main__":
    main()
