"""Measure what a second worker brings: one study's cases on one worker, then on more.

Usage: ``python -m tools.study_scaling NAME [--size SIZE] [--workers 1 2]``, on a quiet machine.
Nothing of the study's table is read or written; the seconds go into ``book/study_scaling.json``,
from which the page on studies says how far its hours on many workers can be trusted.
"""

import argparse
import datetime
import json
import os
import sys
import time
from functools import partial
from pathlib import Path

from tools.chapters import ROOT
from tools.study import ByValue, beside, commit, connect, execute, load_study, machine

STORED = ROOT / "book" / "study_scaling.json"


def seconds_on(client, study, cases):
    """Seconds by the clock until a client's workers have run all cases, and those of the cases.

    Parameters
    ----------
    client : distributed.Client
        Its workers stand ready before the clock starts.
    study : module
        With ``run``.
    cases : list of dict

    Returns
    -------
    dict
        ``workers``, ``seconds``, the sum of the cases' own seconds and the longest of them.

    Raises
    ------
    RuntimeError
        If a case fails: then its seconds say nothing.
    """
    task = ByValue(partial(execute, study.run), *beside(study), sys.modules[execute.__module__])
    start = time.perf_counter()
    futures = [client.submit(task, case, pure=False) for case in cases]
    described = [description for description, _ in client.gather(futures)]
    seconds = time.perf_counter() - start
    errors = [each["error"] for each in described if each["status"] != "ok"]
    if errors:
        raise RuntimeError(f"{len(errors)} cases failed, the first: {errors[0]}")
    own = [each["seconds"] for each in described]
    return {
        "workers": len(client.nthreads()),
        "seconds": round(seconds, 1),
        "sum": round(sum(own), 1),
        "longest": round(max(own), 1),
    }


def efficiency(one, many):
    """Share of the workers' time that was of use: 1 if so many take that part of one's seconds."""
    return one["workers"] * one["seconds"] / (many["workers"] * many["seconds"])


def measured(study, size, workers):
    """What is stored: the seconds of all cases of a size, on each number of workers in turn."""
    cases = study.cases(**study.SIZES[size])
    load = round(os.getloadavg()[0], 2)
    runs = []
    for count in workers:
        with connect(workers=count) as client:
            client.wait_for_workers(count)
            runs.append(seconds_on(client, study, cases))
    return {
        "study": Path(study.__file__).stem,
        "size": size,
        "cases": len(cases),
        "runs": runs,
        "load": load,
        "machine": machine(),
        "commit": commit(),
        "date": f"{datetime.datetime.now():%Y-%m-%d}",
    }


def main(words=None):
    """Measure, print and store."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("--size", default="paper")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    told = parser.parse_args(words)
    found = measured(load_study(told.name), told.size, told.workers)
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    one = found["runs"][0]
    for run in found["runs"]:
        print(f"{run['workers']} workers: {run['seconds']} s, {efficiency(one, run):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
