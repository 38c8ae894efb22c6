"""Structured and multiclass machines on digit strings with noise, ten splits each.

Settles margins-three-noises of sugiyama/29_structured_classification, with the margins on clean
strings of the study digit_readers.
"""

from ..digits import both_sides
from .digit_readers import SETTINGS, margins

NOISES = ("noisy", "noisier")
SIZES = {
    "default": {"splits": 10, "sizes": (600, 400)},
    "paper": {"splits": 10, "sizes": (600, 400)},
}


def cases(splits, sizes):
    """Each noise and each split."""
    fields = {"train": sizes[0], "test": sizes[1]}
    return [{"kind": kind, "seed": seed, **fields} for kind in NOISES for seed in range(splits)]


def run(case):
    """Errors of both machines on one split, with what was validated."""
    sizes = (case["train"], case["test"])
    train, test = both_sides(case["seed"], sizes, **SETTINGS[case["kind"]])
    return margins(train, test, case["seed"])
