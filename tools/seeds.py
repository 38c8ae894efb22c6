"""Does a verdict turn with the seed? Run a chapter under several seeds and compare its ledgers.

Usage: ``python tools/seeds.py PAGE [--seeds 5]``. Every NumPy generator that the notebook makes
from a seed gets another one, the same for equal seeds, in each run but the first. A line of the
page whose verdict differs between the runs is listed: it wants more repeats, or a study. A sentence
of the text that fails under another seed stops nothing; it tells of one draw, and is listed below.
"""

import argparse
import sys

import nbformat

from tools.chapters import BUILD, run_notebook, selected

MIME = "application/vnd.mlcompanion.ledger+json"
SHIFT = """
import numpy as np
def _shifted(seed=None, plain=np.random.default_rng):
    whole = isinstance(seed, (int, np.integer))
    parts = [seed] if whole else list(seed) if isinstance(seed, (list, tuple)) else None
    return plain(seed if parts is None else [*parts, {shift}])
np.random.default_rng = _shifted
import mlcompanion.teaching
def _noted(sentence, truth):
    if not truth:
        print("{mark}" + sentence)
mlcompanion.teaching.holds = _noted
"""
#: Before a sentence that fails under another seed, as a line of its own.
MARK = "under another seed: "


def shifted_copy(path, shift):
    """Write a copy of a notebook whose seeds are shifted, and return its path."""
    notebook = nbformat.read(path, as_version=4)
    if shift:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(SHIFT.format(shift=shift, mark=MARK)))
    target = BUILD / "seeds" / path.parent.name / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)
    return target


def outcome(path, shift):
    """The verdicts of a chapter's measured lines under one shift, by id, and sentences that fail.

    Raises
    ------
    RuntimeError
        If a cell fails.
    """
    run = run_notebook(shifted_copy(path, shift), "plain")
    if run.failure:
        raise RuntimeError(run.failure)
    outputs = [output for cell in run.notebook.cells for output in cell.get("outputs", [])]
    ledgers = [found["data"][MIME] for found in outputs if MIME in found.get("data", {})]
    lines = [line for ledger in ledgers for line in ledger["claims"]]
    verdicts = {line["id"]: line["verdict"] for line in lines if line["evidence"] == "page"}
    printed = [line for output in outputs for line in output.get("text", "").splitlines()]
    failed = {line.removeprefix(MARK) for line in printed if line.startswith(MARK)}
    return verdicts, failed


def turning(found):
    """The lines whose verdicts differ: a dictionary from their ids to the verdicts, run by run."""
    return {
        claim: [run[claim] for run in found]
        for claim in found[0]
        if len({run[claim] for run in found}) > 1
    }


def main(words=None):
    """Run the chapter, list what turns; the exit code is 1 if anything does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", help="part/NN_slug")
    parser.add_argument("--seeds", type=int, default=5)
    told = parser.parse_args(words)
    (path,) = selected([told.page])
    found = []
    sentences = set()
    for shift in range(told.seeds):
        try:
            verdicts, failed = outcome(path, shift)
            found.append(verdicts)
            sentences |= failed
        except RuntimeError as problem:
            print(f"seed {shift}: {problem}")
    turned = turning(found) if found else {}
    for claim, each in turned.items():
        print(f"{claim}: {', '.join(each)}")
    for sentence in sorted(sentences):
        print(f"true of the page's own draw: {sentence}")
    print(f"{told.page}: {len(turned)} verdicts turn in {len(found)} of {told.seeds} runs")
    return 1 if turned or len(found) < told.seeds else 0


if __name__ == "__main__":
    sys.exit(main())
