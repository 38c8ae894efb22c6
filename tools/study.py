"""Run a study on Dask and store its results; an interrupted study goes on where it stopped.

Usage: ``python -m tools.study NAME [--size SIZE] [--scheduler tcp://HOST:PORT] [--workers N]
[--hours H] [--retry] [--fresh] [--stale] [--force] [--dry]``; the NAME *all* is every study, in the
order of claims settled per hour, and that of a chapter means its own. ``studies/NAME.py`` in a
chapter's folder holds

``SIZES``
    settings by size, at least ``"default"`` and ``"paper"``;
``cases(**settings)``
    the cases: dictionaries of numbers and words, no two alike, with a ``seed`` where one is used;
``run(case)``
    the results of one case: a dictionary of numbers, or a list of them, one a row.

Each finished case is appended at once to ``NAME.csv`` beside it. The functions travel to the
workers by value; a worker needs the package and its pins.
"""

import argparse
import datetime
import importlib
import importlib.util
import os
import platform
import subprocess
import sys
import time
import traceback
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path

import cloudpickle
import dask
from distributed import Client, LocalCluster, as_completed
from threadpoolctl import threadpool_limits
from tqdm import tqdm

import mlcompanion
from mlcompanion.teaching.studies import DESCRIPTION
from tools.chapters import CHAPTERS, ROOT, study_files
from tools.digests import code_digest
from tools.study_costs import Cost, cost_of
from tools.study_table import StudyTable, case_key, only_writer, table_rows

ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}


def load_study(name):
    """Import a study by its name or by the path of its file."""
    path = Path(name) if str(name).endswith(".py") else next(iter(study_files(name)), None)
    if path is None:
        known = ", ".join(path.stem for path in study_files())
        raise SystemExit(f"no study {name!r}; there are {known}")
    if path.is_relative_to(CHAPTERS):
        inside = path.relative_to(CHAPTERS.parent).with_suffix("")
        return importlib.import_module(".".join(inside.parts))
    spec = importlib.util.spec_from_file_location(f"study_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def beside(study):
    """The study and the imported modules of its folder, which no worker can import."""
    folder = Path(study.__file__).parent
    files = [(module, getattr(module, "__file__", None)) for module in sys.modules.values()]
    return [module for module, file in files if file and Path(file).parent == folder]


class ByValue:
    """A function that arrives on a worker whole, though its module is not installed there."""

    def __init__(self, function, *modules):
        self.function = function
        self.modules = modules
        self.__name__ = "study"  # what Dask calls its tasks

    def __call__(self, *arguments):
        """Call the function."""
        return self.function(*arguments)

    def __reduce__(self):
        for module in self.modules:
            cloudpickle.register_pickle_by_value(module)
        return cloudpickle.loads, (cloudpickle.dumps(self.function),)


def machine():
    """Processor and cores of the machine that this runs on."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.is_file() else []
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{models[0] if models else platform.machine()}; {os.cpu_count()} cores"


def versions():
    """Versions of what computes."""
    found = [f"{name} {version(name)}" for name in ("numpy", "scipy", "numba")]
    return " ".join([*found, f"mlcompanion {mlcompanion.__version__}"])


def execute(run, case):
    """Run one case on a worker, with one thread; return what describes it and its rows."""
    start = time.perf_counter()
    start_cpu = time.process_time()
    try:
        with threadpool_limits(1):
            found = run(dict(case))
        rows = list(found) if isinstance(found, list | tuple) else [found]
        if not rows:
            raise ValueError("run(case) returned no row")
        taken = {key for row in rows for key in row} & {*case, *DESCRIPTION}
        if taken:
            raise ValueError(f"run(case) returned columns that the table has: {sorted(taken)}")
        status = "ok"
        error = None
    except Exception as problem:
        place = traceback.extract_tb(problem.__traceback__)[-1]
        error = f"{type(problem).__name__} in {place.name}, line {place.lineno}: {problem}"
        rows = [{}]
        status = "error"
    return {
        "status": status,
        "error": error and " ".join(error.split()),
        "seconds": round(time.perf_counter() - start, 4),
        "cpu": round(time.process_time() - start_cpu, 4),
        "load": round(os.getloadavg()[0], 2),
        "versions": versions(),
        "machine": machine(),
    }, rows


def table_path(study):
    """Where a study's table stands, unpacked."""
    return Path(study.__file__).with_suffix(".csv")


def commit():
    """The commit of the working copy, with ``+dirty`` if the package or a study was edited."""

    def git(*words):
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.strip()

    edited = git("status", "--porcelain", "--", "src/**/*.py")
    return git("rev-parse", "--short=10", "HEAD") + ("+dirty" if edited else "")


@contextmanager
def connect(scheduler=None, workers=None):
    """A client of the scheduler, or of a local cluster of one-threaded processes."""
    if scheduler:
        with Client(scheduler) as client:
            there = set(client.run(version, "mlcompanion").values())
            if there - {mlcompanion.__version__}:
                raise SystemExit(f"the workers have mlcompanion {there}: install this one there")
            yield client
        return
    os.environ.update(ONE_THREAD)
    dask.config.set({"distributed.nanny.pre-spawn-environ": ONE_THREAD})
    workers = workers or os.cpu_count()
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client


def run_study(study, size, table, client, retry=False, stale=False, progress=True):
    """Run the cases that the table lacks and store each as it finishes; return the failed keys.

    Parameters
    ----------
    study : module
        With ``SIZES``, ``cases`` and ``run``.
    size : str
        A key of ``SIZES``.
    table : StudyTable
        Where finished cases are; cases that the study has no more are dropped from it.
    client : distributed.Client
    retry : bool
        Whether to run again the cases that failed before.
    stale : bool
        Whether to run again the cases whose code is not known to be today's.
    progress : bool
        Whether to draw a progress bar.
    """
    listed = study.cases(**study.SIZES[size])
    cases = {case_key(case): case for case in listed}
    if len(cases) < len(listed):
        raise ValueError(f"cases(): of {len(listed)} cases only {len(cases)} differ")
    gone = table.stored(size) - cases.keys()
    digest = code_digest(Path(study.__file__))
    if retry:
        gone |= table.stored(size, "error")
    if stale:
        gone |= table.stale(size, digest)
    table.drop(size, gone)
    if not stale:
        table.share(size, cases.keys())
    stored = table.stored(size)
    todo = [key for key in cases if key not in stored]
    task = ByValue(partial(execute, study.run), *beside(study), sys.modules[execute.__module__])
    futures = [client.submit(task, cases[key], pure=False) for key in todo]
    key_of = {future.key: key for future, key in zip(futures, todo)}
    source = commit()
    bar = tqdm(total=len(cases), initial=len(cases) - len(todo), disable=not progress, unit="case")
    for done in as_completed(futures):
        key = key_of[done.key]
        try:
            description, rows = done.result()
        except CancelledError:
            raise SystemExit("the scheduler is lost; run the study again to go on") from None
        except Exception as problem:  # as when its workers died under the case, again and again
            description = {"status": "error", "error": " ".join(str(problem).split())}
            rows = [{}]
        table.append(
            {"size": size, "case": key, "cases": len(cases), "seed": cases[key].get("seed")}
            | description
            | {
                "commit": source,
                "digest": digest,
                "date": f"{datetime.datetime.now():%Y-%m-%dT%H:%M:%S}",
            },
            rows,
        )
        bar.update()
    bar.close()
    table.finish(size, list(cases))
    return sorted(table.stored(size, "error"))


def _arguments(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="a study, its file, a chapter as in jmlr12/13_dal, or all")
    parser.add_argument("--size", default="default")
    parser.add_argument("--scheduler", help="address of a running Dask scheduler")
    parser.add_argument("--workers", type=int, help="local processes (default: one a core)")
    parser.add_argument("--hours", type=float, help="leave out studies that need more core hours")
    parser.add_argument("--retry", action="store_true", help="run failed cases again")
    parser.add_argument("--fresh", action="store_true", help="forget what is stored of this size")
    parser.add_argument("--stale", action="store_true", help="run again what older code computed")
    parser.add_argument("--force", action="store_true", help="run on uncommitted changes")
    parser.add_argument("--dry", action="store_true", help="say what is to be run, and stop")
    return parser.parse_args(words)


def planned(told):
    """The studies that are asked for with what they will cost, most claims an hour first."""
    named = [told.name] if told.name.endswith(".py") else study_files(told.name)
    if not named:
        known = ", ".join(path.stem for path in study_files())
        raise SystemExit(f"{told.name!r} is no study and no chapter with one; there are {known}")
    found = []
    for study in map(load_study, named):
        if told.size not in study.SIZES:
            raise SystemExit(f"size {told.size!r}: the study has {', '.join(study.SIZES)}")
        digest = code_digest(Path(study.__file__)) if told.stale else None
        rows = table_rows(table_path(study))
        found.append((study, cost_of(study, told.size, rows, digest=digest, fresh=told.fresh)))
    found.sort(key=lambda pair: -pair[1].worth)
    return [
        (study, cost) for study, cost in found if told.hours is None or cost.hours <= told.hours
    ]


def _run(study, told, client):
    """Run one study, report, and return how many of its cases failed."""
    path = table_path(study)
    with only_writer(path):
        table = StudyTable(path)
        if told.fresh:
            table.drop(told.size, table.stored(told.size))
        anew = told.stale or told.fresh  # then nothing is taken over from another size
        failed = run_study(study, told.size, table, client, told.retry, anew)
    print(f"{path}: {len(table.stored(told.size, 'ok'))} cases stored, {len(failed)} failed")
    for row in table.rows:
        if row["size"] == told.size and row["case"] in failed:
            print(f"  {row['case']}: {row['error']}")
    return len(failed)


def main(words=None):
    """Read the command line, say what it costs, run, and report."""
    told = _arguments(words)
    plan = planned(told)
    print(Cost.HEADER)
    for study, cost in plan:
        print(cost.line(Path(study.__file__).stem))
    if told.dry:
        return 0
    if commit().endswith("+dirty") and not told.force:
        raise SystemExit("uncommitted changes of the code: commit them first, or tell FORCE=1")
    with connect(told.scheduler, told.workers) as client:
        try:
            failed = sum(_run(study, told, client) for study, _ in plan)
        except KeyboardInterrupt:
            raise SystemExit("stopped; run the study again to go on") from None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
