"""What a study costs: hours of the cases that are not stored, from the seconds of the others."""

import json
import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.optimize import lsq_linear

from tools.study_table import case_key

__all__ = ["Cost", "cost_of", "estimated_seconds"]

GUESS = 60.0  # seconds of a case when none is stored
LEAST = 0.01  # seconds below which a time tells nothing


@dataclass(frozen=True)
class Cost:
    """What is left to run of a study at a size.

    Attributes
    ----------
    size : str
    cases, expected : int
        Cases to run (a case that stands under another size is taken over), and all of the size.
    hours, longest : float
        Processor hours of the cases to run, and of the longest of them.
    whole : float
        Processor hours of the whole size, stored cases as measured.
    claims : int
        Claims that the study settles.
    """

    size: str
    cases: int
    expected: int
    hours: float
    longest: float
    whole: float
    claims: int

    HEADER: ClassVar[str] = (
        "study                          size     to run    of   core hours  longest case  claims"
    )

    @property
    def worth(self):
        """Claims an hour: the order in which all studies are run."""
        return self.claims / max(self.hours, 1e-3)

    def hours_on(self, workers):
        """Hours of the whole size on so many workers; no case is divided."""
        return max(self.whole / workers, self.longest)

    def line(self, name):
        """One line of the table under ``HEADER``."""
        return (
            f"{name:30s} {self.size:8s} {self.cases:6d} {self.expected:6d} {self.hours:11.2f} h"
            f" {60 * self.longest:8.1f} min {self.claims:7d}"
        )


def _parts(case):
    """A case as its positive numbers by name, and all the rest as a word."""
    fields = {name: value for name, value in case.items() if name != "seed"}
    sizes = {name: float(value) for name, value in fields.items() if _is_size(value)}
    rest = {name: value for name, value in fields.items() if name not in sizes}
    return sizes, f"{json.dumps(rest, sort_keys=True)} {sorted(sizes)}"


def _is_size(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def estimated_seconds(cases, measured):
    """Processor seconds of cases, from those of others.

    Cases of one kind (the same words and names) are taken to cost a constant times a power of each
    of their numbers, fitted on the logarithms; no power is negative or above 3. A number that never
    changed is taken to count in proportion.

    Parameters
    ----------
    cases : list of dict
    measured : list of tuple
        Pairs of a case and its seconds.

    Returns
    -------
    list of float
    """
    kinds = {}
    for case, seconds in measured:
        sizes, kind = _parts(case)
        kinds.setdefault(kind, []).append((sizes, max(seconds, LEAST)))
    laws = {kind: _law(found) for kind, found in kinds.items()}
    typical = np.median([seconds for _, seconds in measured]) if measured else GUESS
    estimates = []
    for case in cases:
        sizes, kind = _parts(case)
        estimates.append(laws[kind](sizes) if kind in laws else float(typical))
    return estimates


def _law(found):
    """The function from numbers to seconds that is fitted on pairs of both."""
    names = sorted(found[0][0])
    logs = np.log([[sizes[name] for name in names] for sizes, _ in found]).reshape(len(found), -1)
    times = np.log([seconds for _, seconds in found])
    centre = logs.mean(axis=0)
    level = times.mean()
    moved = logs - centre
    powers = np.ones(len(names))
    varied = np.ptp(logs, axis=0) > 0 if names else np.zeros(0, bool)
    if varied.any():
        powers[varied] = lsq_linear(moved[:, varied], times - level, bounds=(0.0, 3.0)).x
    scale = np.mean(np.exp(times - moved @ powers))  # the mean, since hours are a sum

    def law(sizes):
        return float(scale * np.exp((np.log([sizes[name] for name in names]) - centre) @ powers))

    return law if names else lambda sizes: float(scale)


def settled_claims(study):
    """The ids of claims that stand in a study's docstring after "Settles"."""
    words = re.sub(r"\([^)]*\)", "", study.__doc__ or "")
    told = re.search(r"[Ss]ettles(?: of chapter \S+:)?(.*?)\.(?:\s|$)", words, re.DOTALL)
    return (
        set(re.findall(r"\b[a-z][a-z0-9]*(?:\.\d+)?(?:-[a-z0-9]+)+\b", told[1])) if told else set()
    )


def cost_of(study, size, rows, digest=None, fresh=False):
    """What is left to run of a study.

    Parameters
    ----------
    study : module
    size : str
    rows : list of dict
        Of its stored table, all sizes.
    digest : str, optional
        Of today's code: cases that other code computed count as not stored.
    fresh : bool
        Whether no case counts as stored.

    Returns
    -------
    Cost
    """
    first = [row for row in rows if row["row"] == "0" and row["status"] == "ok"]
    measured = {row["case"]: float(row["cpu"]) for row in first}
    cases = {case_key(case): case for case in study.cases(**study.SIZES[size])}
    kept = set(measured)  # also those of another size, which are taken over
    if digest is not None:
        kept = {r["case"] for r in first if r["size"] == size and r.get("digest") == digest}
    known = [(json.loads(key), seconds) for key, seconds in measured.items()]
    guessed = estimated_seconds([c for key, c in cases.items() if key not in measured], known)
    guesses = dict(zip((key for key in cases if key not in measured), guessed))
    hours = {key: (measured[key] if key in measured else guesses[key]) / 3600 for key in cases}
    todo = [key for key in cases if fresh or key not in kept]
    return Cost(
        size=size,
        cases=len(todo),
        expected=len(cases),
        hours=sum(hours[key] for key in todo),
        longest=max((hours[key] for key in todo), default=0.0),
        whole=sum(hours.values()),
        claims=len(settled_claims(study)),
    )
