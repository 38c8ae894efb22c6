"""What every race shares: rows, timers, peers, equal answers, and the stored record.

Seconds are those of the processor, so that other work on the machine disturbs little, and every
race runs on one core.

A race is a module beside this one with a ``TITLE``, the ``CHAPTER`` that it belongs to and
``rows()``, a generator of what :func:`row` or :func:`duel` return. ``run.py`` runs it in a process
of its own, on one core, and stores what it yields.
"""

import importlib.metadata
import json
import os
import platform
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time

import numpy as np

from mlcompanion.teaching import timed as timed_by

__all__ = ["RESULTS", "duel", "environment", "equal", "faults", "least", "peer", "reach", "row"]

RESULTS = Path(__file__).resolve().parent / "results"
BUDGET = 1.0  # seconds after which a call is not repeated
COMPILING = 5.0  # seconds that a first call may take and still be repeated once: it may compile
TOLERANCES = tuple(10.0**-k for k in range(2, 11))
ALWAYS = ("numpy", "scipy", "scikit-learn", "numba")
FIELDS = ("race", "size", "ours_s", "peer", "peer_s", "ratio", "note", "reason")
RECORD = ("name", "title", "chapter", "date", "seconds", "machine", "python", "versions", "load",
          "left_out", "rows")  # fmt: skip

timed = partial(timed_by, threads=None, clock=process_time)
_peers = set()
_left_out = []


def peer(module, distribution=None):
    """Import a peer; if it is missing, say so, note it in the record and return None.

    Parameters
    ----------
    module : str
    distribution : str, optional
        What to install, if it has another name.
    """
    distribution = distribution or module.partition(".")[0]
    try:
        found = import_module(module)
    except ImportError as error:
        if distribution not in _left_out:
            _left_out.append(distribution)
            print(f"{distribution} is left out: {error}", flush=True)
        return None
    _peers.add(distribution)
    return found


def least(call, repeats=3):
    """Least seconds of some runs and the last result; a slow call is not repeated, or once."""
    times = []
    while len(times) < repeats and sum(times) < (COMPILING if len(times) < 2 else BUDGET):
        seconds, result = timed(call)
        times.append(seconds)
    return min(times), result


def reach(solve, accuracy, goal, tolerances=TOLERANCES, limit=3.0):
    """Time of the loosest tolerance with which a solver reaches a goal.

    Parameters
    ----------
    solve : callable
        From a tolerance to a result. What the tolerance means differs from peer to peer: hence the
        same measure of accuracy for all.
    accuracy : callable
        From a result to a number.
    goal : float
    tolerances : sequence of float
        From loose to tight.
    limit : float
        Seconds after which no tighter tolerance is tried.

    Returns
    -------
    seconds : float or None
        None if the goal was not reached.
    best : float
        The best accuracy.
    """
    solve(0.1)  # compiles
    best = np.inf
    for tol in tolerances:
        seconds, result = timed(lambda tol=tol: solve(tol))
        best = min(best, accuracy(result))
        if best <= goal:
            return min(seconds, least(lambda tol=tol: solve(tol))[0]), best
        if seconds > limit:
            break
    return None, best


def equal(rtol=1e-7, atol=0.0):
    """A check for :func:`duel`: both answers are the same arrays, to a tolerance."""

    def same(ours, theirs):
        np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol)

    return same


def row(race, size, ours_s, name, peer_s, note="", reason=""):
    """A row of a race.

    Parameters
    ----------
    race, size : str
        What is computed, and on what.
    ours_s : float
        Our seconds.
    name : str
        The peer.
    peer_s : float or None
        Its seconds; None if it did not arrive.
    note : str
        What was asserted about the two answers.
    reason : str
        Why ours is slower; kept only if it is.
    """
    ratio = None if peer_s is None else float(peer_s / ours_s)
    behind = ratio is not None and ratio < 1
    return {
        "race": race,
        "size": size,
        "ours_s": float(ours_s),
        "peer": name,
        "peer_s": None if peer_s is None else float(peer_s),
        "ratio": ratio,
        "note": note,
        "reason": reason if behind else "",
    }


def duel(race, size, ours, name, theirs, *, same=None, note="", reason="", repeats=5, bare=None):
    """Run both sides in turn, assert that their answers agree, and return the row.

    Parameters
    ----------
    race, size, name, reason
        As for :func:`row`. Without a reason, a ratio below 1 is called even if our best time lies
        in the range of the peer's repeats.
    ours, theirs : callable
        Without arguments. Ours runs once more, before the clock starts, to be compiled.
    same : callable, optional
        ``same(our answer, their answer)`` raises if they differ.
    note : str or callable
        If callable, made from both answers.
    repeats : int
        At most; a slow side is not repeated.
    bare : callable, optional
        The formula of ours alone, without the checks around it: the ratio that it would have, which
        no saving on checks exceeds, is added to the note.
    """
    ours()
    sides = [ours, theirs] if bare is None else [ours, theirs, bare]
    times = [[] for _ in sides]
    answers = [None for _ in sides]
    for _ in range(repeats):
        for side, call in enumerate(sides):
            if sum(times[side]) < BUDGET:
                seconds, answers[side] = timed(call)
                times[side].append(seconds)
    if same is not None:
        same(*answers[:2])
    mine, other, *alone = map(min, times)
    if not reason and len(times[1]) > 2 and other < mine <= max(times[1]):
        spread = max(times[1]) / other
        reason = f"even: the peer's {len(times[1])} repeats differ by a factor of {spread:.2f}"
    words = note(*answers[:2]) if callable(note) else note
    if alone:
        words += f"; x{other / alone[0]:.2g} by the formula alone"
    return row(race, size, mine, name, other, words, reason)


def processor():
    """The processor's name, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def environment():
    """Date, machine and versions, as they stand in a record."""
    versions = {name: importlib.metadata.version(name) for name in (*ALWAYS, *sorted(_peers))}
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()}",
        "python": platform.python_version(),
        "versions": versions,
        "left_out": list(_left_out),
    }


def faults(record):
    """What is wrong with a record; empty if it may be stored."""
    if sorted(record) != sorted(RECORD):
        return [f"the fields must be {RECORD}, got {tuple(record)}"]
    found = [] if record["rows"] else ["no rows"]
    for number, line in enumerate(record["rows"], start=1):
        where = f"row {number}, {line.get('race')}, {line.get('size')}, {line.get('peer')}"
        if tuple(line) != FIELDS:
            found.append(f"{where}: the fields must be {FIELDS}")
            continue
        if not line["ours_s"] > 0:
            found.append(f"{where}: no time of ours")
        elif line["peer_s"] is None:
            if line["ratio"] is not None or not line["note"]:
                found.append(f"{where}: a peer that did not arrive has a note and no ratio")
        elif not np.isclose(line["ratio"], line["peer_s"] / line["ours_s"]):
            found.append(f"{where}: the ratio is not the peer's time over ours")
        elif line["ratio"] < 1 and not line["reason"]:
            found.append(f"{where}: ratio {line['ratio']:.3g} without a reason")
    return found


def record_of(module, rows, seconds, load):
    """The record of a race that ran: its seconds are the processor's, the load before and after."""
    return {
        "name": module.__name__,
        "title": module.TITLE,
        "chapter": module.CHAPTER,
        **environment(),
        "seconds": round(seconds, 1),
        "load": [round(value, 2) for value in load],
        "rows": rows,
    }


def store(record, folder=RESULTS):
    """Write a record beside the others."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{record['name']}.json"
    path.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path
