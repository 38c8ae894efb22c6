"""Section 39.1.1 to 39.1.3: how far one outlier moves three estimates.

Settles of chapter sugiyama/39_change_detection: outlier-sensitivity-order. A row is a draw,
with the relative change of the estimated Kullback-Leibler, relative Pearson and squared L2
divergences.
"""

from ..samples import outlier_changes

SIZES = {"default": {"repeats": 50}, "paper": {"repeats": 50}}


def cases(repeats):
    """Draws by tens."""
    return [{"first": first} for first in range(0, repeats, 10)]


def run(case):
    """Ten draws, each with and without its outlier."""
    return [outlier_changes(seed) for seed in range(case["first"], case["first"] + 10)]
