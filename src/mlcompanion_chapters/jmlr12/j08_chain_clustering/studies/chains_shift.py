"""Ukkonen (2011), Figure 6: how far swaps lead from the data, on four stand-ins.

Settles of chapter jmlr12/08_chain_clustering: fig6-swaps-needed.

One long walk by swaps a set; the distance is written down every so many swaps.
"""

from ..judging import shift_curve
from ..standins import SETS

SIZES = {
    "default": {"swaps": 10_000_000, "every": 100_000},
    "paper": {"swaps": 10_000_000, "every": 100_000},
}


def cases(swaps, every):
    """One walk a set."""
    return [{"set": name, "swaps": swaps, "every": every, "seed": 0} for name in SETS]


def run(case):
    """A row each ``every`` swaps."""
    return shift_curve(case["set"], case["swaps"], case["every"])
