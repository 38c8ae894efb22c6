"""Build the book: execute what changed, hand the copies to the book's cache, run Jupyter Book.

Usage: ``python -m tools.book [--jobs N] [--edition student|staff] [PAGE or PART …]``. With names,
only these chapters are executed and built beside the prose pages, into a place of their own, as is
each edition (``book/_ext/editions.py``). A chapter that fails does not
stop the others: its page shows the error, and the exit code is 1 in the end.
"""

import hashlib
import os
import subprocess
import sys
from statistics import median

from tools.chapters import BUILD, ROOT, page_of, selected
from tools.execute import arguments, execute_stale, executed_file, stamp, with_outputs
from tools.toc import TOC, table_of_contents

ONLY = BUILD / "only"
EDITIONS = ("student", "staff")

#: Jupyter Book's program with a number of processes; it runs in the repository's root.
PROGRAM = """
import sys
from jupyter_book.cli.main import main
from tools.compat import read_by_processes

read_by_processes(int(sys.argv.pop(1)))
main()
"""


def fill_cache(paths):
    """Hand the notebooks' outputs to the cache in which Jupyter Book looks them up.

    It looks by the cells of the notebook as it stands, tags and all.
    """
    from jupyter_cache import get_cache
    from jupyter_cache.base import CacheBundleIn

    cache = get_cache(str(BUILD / "jupyter_cache"))
    known = {record.uri: record.data for record in cache.list_cache_records()}
    for path in paths:
        words = hashlib.sha256(path.read_bytes()).hexdigest()
        data = {"stamp": executed_file(path).with_suffix(".json").read_text(), "words": words}
        if known.get(str(path)) != data:
            bundle = CacheBundleIn(nb=with_outputs(path), uri=str(path), data=data)
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def place_of(edition, only):
    """Where Jupyter Book puts its folder ``_build``: no edition overwrites another."""
    if only:
        return BUILD / edition / ONLY.name
    return BUILD / edition if edition else ROOT


def build(paths, only, jobs, edition=""):
    """Run Jupyter Book; return its exit code and where the pages are."""
    place = place_of(edition, only)
    toc = TOC
    quiet = "-q"
    place.mkdir(parents=True, exist_ok=True)
    if only:
        # links to what is left out lead nowhere
        toc = place / "_toc.yml"
        quiet = "-qq"
        toc.write_text(table_of_contents(set(map(page_of, paths))), encoding="utf-8")
    words = ["build", str(ROOT), quiet, "--toc", str(toc), "--path-output", str(place)]
    program = [sys.executable, "-c", PROGRAM, str(jobs)]
    environment = {**os.environ, "MLCOMPANION_EDITION": edition}
    done = subprocess.run([*program, *words], cwd=ROOT, env=environment)
    return done.returncode, place / "_build" / "html"


def drawing_share(paths):
    """Median over the chapters of the time for frames, relative to the chapter's own execution."""
    stamps = [known for known in map(stamp, paths) if known.get("seconds")]
    return median(known["drawing"] / known["seconds"] for known in stamps) if stamps else 0.0


def main():
    """Execute and build; exit with 1 if a chapter failed."""
    given = arguments(__doc__.splitlines()[0], editions=EDITIONS)
    paths = selected(given.only)
    failed = execute_stale(paths, given.jobs)
    print(f"Drawing frames took {drawing_share(paths):.0%} of a chapter's execution (median)")
    fill_cache(paths)
    code, html = build(paths, given.only, given.jobs, given.edition)
    if code:
        sys.exit(code)
    if given.only:
        print(f"Open file://{html}/notebooks/{page_of(paths[0])}.html")
    else:
        serve = "" if given.edition else ", or: make serve"
        print(f"The book is built. Open file://{html}/index.html{serve}")
    if failed:
        sys.exit(f"{len(failed)} chapter(s) failed, as their pages say: {', '.join(failed)}")


if __name__ == "__main__":
    main()
