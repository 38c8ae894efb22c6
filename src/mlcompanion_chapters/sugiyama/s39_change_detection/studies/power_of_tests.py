"""Four tests on two samples of 50: how often each rejects, as the mean shifts or the spread grows.

Settles of chapter sugiyama/39_change_detection: power-of-four-tests. A row is one kind and size of
change, with the counts of rejections at level 0.05 by the t-test and by the permutation tests of
energy distance, mean discrepancy and density difference.
"""

from ..samples import SHIFTS, SPREADS, rejections

SIZES = {"default": {"repeats": 400}, "paper": {"repeats": 400}}


def cases(repeats):
    """No change once, then each size of either kind."""
    sizes = [("shift", size) for size in SHIFTS] + [("spread", size) for size in SPREADS[1:]]
    return [{"change": kind, "size": size, "repeats": repeats} for kind, size in sizes]


def run(case):
    """Counts of rejections."""
    seed = [int(10 * case["size"]), int(case["change"] == "spread")]
    return rejections(case["change"], case["size"], case["repeats"], seed)
